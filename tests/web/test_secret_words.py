"""Entries in words: what somebody did in secret is told to nobody else, not even when it no longer fits."""

from random import Random

import pytest

from companion.games import game_named
from companion.games.protocol import kind_of, person, to_json
from companion.play.journal import Journal
from companion.play.table import Table
from web.words import entry_words, is_open_to, unfit_words

GAME = game_named("go_for_gold")


@pytest.fixture
def hunt():
    """Go for Gold after the first line of a round of two was drawn."""
    journal = Journal(":memory:")
    table = Table(journal, lambda: 0.0)
    table.start(GAME.name, ["anna", "ben"])
    bots = GAME.bots(Random(1))
    while not table.steps() or kind_of(table.steps()[-1].did) != "move":
        table.submit(to_json(bots.choose(table.state)), "bot")
    yield table
    journal.close()


def drawn(table: Table) -> tuple[str, str]:
    """Whoever has drawn, and the other."""
    who = table.steps()[-1].did.player
    return who, "ben" if who == "anna" else "anna"


def test_a_line_is_told_to_whoever_drew_it_and_to_others_only_that_it_is_drawn(hunt):
    (who, other), entry = drawn(hunt), hunt.steps()[-1].entry
    line = "-".join(hunt.steps()[-1].did.path)
    assert entry_words(GAME, hunt.history, entry, who).startswith(f"{person(who)}: draw {line}")
    assert entry_words(GAME, hunt.history, entry, other) == f"{person(who)}: draw a line"
    assert entry_words(GAME, hunt.history, entry, None) == f"{person(who)}: draw a line"


def test_what_is_no_secret_is_open_to_all(hunt):
    (who, other), (*_, roll, line) = drawn(hunt), hunt.steps()
    assert [is_open_to(GAME, hunt.history, roll.entry, viewer) for viewer in (who, other, None)] == [True] * 3
    assert [is_open_to(GAME, hunt.history, line.entry, viewer) for viewer in (who, other, None)] == [True, False, False]


def test_why_a_secret_line_no_longer_fits_is_told_only_to_whoever_drew_it(hunt):
    (who, other), roll = drawn(hunt), hunt.steps()[-2]
    value = 1 if roll.did.value > 1 else 2
    hunt.correct(roll.entry.number, {**roll.action, "value": value}, "host")
    line = hunt.steps()[-1]
    assert line.unfit != ""
    assert unfit_words(GAME, hunt.history, line, who) == line.unfit
    assert unfit_words(GAME, hunt.history, line, other) == "it does not follow from what was corrected before it"
