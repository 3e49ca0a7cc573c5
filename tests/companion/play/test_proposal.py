"""What the table seems to be laid out for."""

from companion.games.protocol import to_json
from companion.play.journal import Journal
from companion.play.proposal import Proposal
from companion.play.table import Table

PROPOSAL = Proposal("gold_mine", "Gold Mine", ("red", "blue"))


def test_it_is_asked_in_one_short_question() -> None:
    assert PROPOSAL.text == "Gold Mine with Red and Blue?"


def test_it_stands_until_a_game_has_begun() -> None:
    table = Table(Journal(":memory:"), lambda: 0.0)
    table.propose(PROPOSAL)
    assert table.proposal == PROPOSAL
    table.start("temple_of_gold", ["p1", "p2"])
    assert table.proposal is None
    table.propose(PROPOSAL)
    assert table.proposal == PROPOSAL
    table.submit(to_json(table.game.legal(table.state)[0]), by="phone")
    assert table.proposal is None
