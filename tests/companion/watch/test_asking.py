"""Questions about what several people do at once and in secret: lines drawn on sheets."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from companion.games import game_named
from companion.games.naming import plain
from companion.games.protocol import to_json
from companion.watch.asking import agreed, answers_for
from companion.watch.chains import Chain, Cost
from companion.watch.tracker import Tracker, Verdict
from vision.eyes import Look
from vision.plane import Plane
from vision.sighting import Sighting

GAME = game_named("go_for_gold")
STRAIGHT = Plane(np.eye(3) / 2 + np.diag([0, 0, 0.5]), np.diag([2.0, 2, 1]), 0.0, (1680, 1188), (420, 297, 1000), 0.1)
FIRST = (("line", "C4-D4", 1.0), ("line", "D4-D5", 1.0))
SECOND = (("line", "D7-D8", 1.0), ("line", "C7-D7", 1.0))
FOOT = ("cross", "foot", 0.5)  # perhaps one was used

Marks = Iterable[tuple[str, str, float]]


def start(phase: str = "move") -> Any:
    rows = [
        {"id": "p1", "visited": ["A5", "B4", "C4"], "shovels": 3},
        {"id": "p2", "visited": ["E9", "E8", "D8"], "shovels": 3},
    ]
    return GAME.state_from({"side": "A", "phase": phase, "roll": 2 if phase == "move" else None, "players": rows})


LAYOUT = GAME.layout(start().ids, {"side": "A"})


def look(*sheets: Marks) -> Look:
    """Both sheets in their places, with the lines that are known and those marks."""
    lying = [(f"sheet.A.{seat}", LAYOUT.space[f"seat{seat}.sheet"]) for seat in (1, 2)]
    seen = tuple(Sighting(name, space.x_mm, space.y_mm, 0.0, 0.99) for name, space in lying)
    old = ("A5-B4", "B4-C4"), ("E8-E9", "D8-E8")
    marks = [("line", where, 1.0, seat) for seat, lines in enumerate(old, start=1) for where in lines]
    marks += [(*mark, seat) for seat, found in enumerate(sheets, start=1) for mark in found]
    drawn = (Sighting(what, 0, 0, 0.0, sure, where, on=f"sheet.A.{seat}") for what, where, sure, seat in marks)
    return Look(seen, (), STRAIGHT, marks=tuple(drawn))


def weigh(state: Any, seen: Look) -> Verdict:
    tracker = Tracker(GAME, LAYOUT)
    tracker.settle(state, look())
    return tracker.weigh(state, seen)


def labels(verdict: Verdict) -> list[str]:
    assert verdict.question is not None
    return [plain(answer.label) for answer in verdict.question.answers]


def test_lines_that_all_have_drawn_are_read_at_once() -> None:
    done = [to_json(action) for action in weigh(start(), look(FIRST, SECOND)).actions]
    assert [(move["player"], move["path"]) for move in done] == [("p1", ["D4", "D5"]), ("p2", ["D7", "C7"])]


def test_a_line_is_read_while_others_still_think() -> None:
    (move,) = weigh(start(), look((), SECOND)).actions
    assert (move.player, move.path) == ("p2", ("D7", "C7"))


def test_a_clear_line_is_entered_though_anothers_is_in_doubt() -> None:
    verdict = weigh(start(), look((*FIRST, FOOT), SECOND))
    assert [move.player for move in verdict.actions] == ["p2"]


def test_whoever_is_asked_reads_nothing_of_the_others_lines() -> None:
    verdict = weigh(start(), look((*FIRST, FOOT), (*SECOND, FOOT)))
    assert verdict.question is not None
    assert verdict.question.player == "p1"
    assert labels(verdict) == ["P1: draw D4-D5", "P1: draw D4-D5 with a foot", "Something else"]


def test_a_question_about_a_secret_line_lights_nothing() -> None:
    verdict = weigh(start(), look((*FIRST, FOOT), ()))
    assert verdict.question is not None
    assert verdict.question.spaces == ()


@pytest.mark.parametrize(("phase", "told"), [("move", 0), ("roll", 1)])
def test_strokes_that_fit_nothing_are_told_only_when_all_have_drawn(phase: str, told: int) -> None:
    stray = look([("line", "H2-H3", 1.0)], ())
    assert len(Tracker(GAME, LAYOUT).differences(start(phase), stray)) == told


def chain(*actions: Any) -> Chain:
    return Chain(actions, None, Cost(0, 0))


def moves(*names: str) -> list[Any]:
    state = start()
    return [GAME.read(state, {"type": "move", "player": name, "path": path}) for name, path in zip(
        names, (["D4", "D5"], ["D4", "E4"]), strict=False
    )]  # fmt: skip


def test_what_all_agree_on_is_certain_if_it_is_anothers_and_could_be_seen() -> None:
    own, other = moves("p1", "p1")
    first = GAME.read(start(), {"type": "move", "player": "p2", "path": ["D7", "C7"]})
    rivals = [chain(first, own), chain(first, other)]
    assert agreed(rivals, [chain(first), *rivals]) == (first,)
    assert agreed(rivals, rivals) == ()
    assert agreed([chain(own, first), chain(other, first)], [chain(own)]) == ()


def test_answers_end_where_anothers_secret_begins_and_stand_once() -> None:
    own, other = moves("p1", "p1")
    first = GAME.read(start(), {"type": "move", "player": "p2", "path": ["D7", "C7"]})
    assert answers_for(GAME, start(), [(own, first), (own,), (other, first)], "p1") == [(own,), (other,)]
    assert answers_for(GAME, start(), [(first, own)], "p2") == [(first,)]
