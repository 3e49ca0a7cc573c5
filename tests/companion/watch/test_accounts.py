"""Which strokes were there when all was accounted for."""

from dataclasses import replace

from companion.games.go_for_gold import GAME as GO_FOR_GOLD
from companion.layout import Mark
from companion.watch.accounts import Drawn
from vision.eyes import Look
from vision.sighting import Sighting

GAME = replace(GO_FOR_GOLD, accounted=lambda state, sheet: sheet != state)


def drawn(*marks: tuple[str, str, float]) -> Look:
    return Look(marks=tuple(Sighting("line", 0, 0, 0, sure, where, on=sheet) for sheet, where, sure in marks))


def before(memory: Drawn, *marks: tuple[str, str]) -> list[float | None]:
    return [mark.before for mark in memory.dated([Mark(sheet, "line", where, 1.0) for sheet, where in marks])]


def test_nobody_knows_what_was_there_before_the_first_look() -> None:
    assert before(Drawn(), ("a", "x-y")) == [None]


def test_a_mark_is_dated_by_how_sure_it_was_then() -> None:
    memory = Drawn().after(GAME, None, drawn(("a", "x-y", 0.4)))
    assert before(memory, ("a", "x-y"), ("a", "y-z"), ("b", "x-y")) == [0.4, 0.0, None]


def test_a_sheet_somebody_draws_on_is_not_accounted_for() -> None:
    earlier = Drawn().after(GAME, None, drawn(("a", "x-y", 0.4), ("b", "x-y", 0.4)))
    memory = earlier.after(GAME, "a", drawn(("a", "x-y", 0.9), ("b", "x-y", 0.9)))
    assert before(memory, ("a", "x-y"), ("b", "x-y")) == [0.4, 0.9]
