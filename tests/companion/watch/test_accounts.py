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


def test_a_stroke_once_read_stays_known_though_it_is_read_now_and_then_only() -> None:
    """A cross in pale crayon was a cross, then a tick, then a cross again: a foot used twice."""
    memory = Drawn().after(GAME, None, drawn(("a", "x-y", 1.0))).after(GAME, None, drawn(("a", "x-y", 0.1)))
    assert before(memory, ("a", "x-y")) == [1.0]


def test_a_cross_where_a_tick_was_may_have_been_one_all_the_time() -> None:
    tick = Look(marks=(Sighting("tick", 0, 0, 0, 1.0, "foot", on="a"),))
    (mark,) = Drawn().after(GAME, None, tick).dated([Mark("a", "cross", "foot", 1.0)])
    assert mark.before == 0.5


def test_a_tick_where_a_cross_was_may_be_that_cross_seen_badly() -> None:
    cross = Look(marks=(Sighting("cross", 0, 0, 0, 1.0, "foot", on="a"),))
    (mark,) = Drawn().after(GAME, None, cross).dated([Mark("a", "tick", "foot", 1.0)])
    assert mark.before == 0.5
