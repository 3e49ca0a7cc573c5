"""Entries in words: what was done is the game's to say, who said so is ours."""

import pytest

from companion.games.naming import plain
from companion.games.overruling import overrule
from companion.play.journal import Entry
from companion.play.table import Table
from web.words import entry_json, entry_words, source_words


def run(player: str, die: int) -> dict[str, object]:
    return {"type": "run", "player": player, "die": die}


def said(table: Table) -> list[str]:
    return [plain(entry_words(table.game, table.history, entry, None)) for entry in table.entries()]


def test_an_action_is_told_with_its_player(table: Table):
    table.submit(run("anna", 3), by="camera")
    assert said(table) == ["Anna: run 3"]


def test_taking_back_and_doing_again_are_told_with_their_number(table: Table):
    table.submit(run("anna", 3), by="phone")
    table.submit(run("ben", 1), by="phone")
    table.undo("phone", count=2)
    table.redo("phone", count=2)
    table.undo("phone")
    assert said(table)[2:] == ["Took back 2 steps", "Did 2 steps again", "Took back the last step"]


def test_a_correction_names_the_entry_and_what_is_true(table: Table):
    table.submit(run("anna", 3), by="camera")
    table.correct(1, run("anna", 4), by="phone")
    assert said(table)[1] == "Corrected entry 1: Anna: run 4"


def test_what_is_played_against_the_rules_is_told_so(table: Table):
    table.submit(run("anna", 3), by="phone")
    pawn = next(one for one in table.game.placements(table.state) if one.piece == "pawn.anna")
    table.overrule(overrule([pawn], [pawn._replace(space="trail.7")]), by="phone")
    assert said(table)[1] == "Played as it lies: the anna pawn on trail 7 in place of trail 3"


@pytest.mark.parametrize(
    ("by", "who", "words"),
    [("camera", None, "Seen by the camera"), ("phone", "anna", "Anna, on a phone"), ("owl", None, "Owl")],
)
def test_the_source_says_who_and_how(by: str, who: str | None, words: str):
    assert plain(source_words(Entry(number=1, what="action", by=by, at=0.0, who=who))) == words


def test_an_entry_for_phones_holds_no_raw_action(table: Table):
    table.submit(run("anna", 3), by="camera")
    found = entry_json(table.game, table.history, table.entries()[0], None)
    assert set(found) == {"number", "what", "by", "who", "at", "target", "words", "source"}
