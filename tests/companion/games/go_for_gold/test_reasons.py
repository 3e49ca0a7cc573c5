"""Why an action is refused, in sentences."""

import pytest

from companion.games.go_for_gold import GAME as game
from companion.games.go_for_gold.reasons import SENTENCES, refusal, refuse
from companion.games.naming import plain


@pytest.mark.parametrize("code", ["game_over", "unknown_action", "unknown_player", "wrong_phase", "not_your_turn"])
def test_a_position_knows_the_facts_of_common_refusals(code):
    told = str(refuse(game.setup(["Anna", "Bert"]), code))
    assert told[0].isupper()
    assert told.endswith(".")
    assert "{" not in told


def test_who_waits_for_whom_is_named():
    assert plain(str(refuse(game.setup(["Anna", "Bert"]), "not_your_turn"))) == "It is not your turn: waiting for Anna."


def test_every_code_has_a_sentence_of_one_line():
    facts = dict.fromkeys(
        ["known", "players", "phase", "player", "awaiting", "count", "ports", "space", "last", "roll", "port"], "x"
    )
    told = [str(refusal(code, what="It is so.", **facts)) for code in SENTENCES]
    assert [line for line in told if "\n" in line or len(line) < 8] == []
