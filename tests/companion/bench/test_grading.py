"""What counts as right, doubtful, hidden, missed and wrong."""

import numpy as np

from companion.bench.grading import Case, Truth, grade, graded
from vision.problems import Problem
from vision.sighting import Sighting

BLANK = np.zeros((4, 4, 3), np.uint8)
TRUTHS = (
    Truth("pawn.red", 100, 100, 1.0, 3.0),
    Truth("tile.1", 200, 100, 1.0, 3.0),
    Truth("tile.2", 300, 100, 0.2, 3.0),
)
CASE = Case("case", "pyramid_raiders", "plain", BLANK, TRUTHS)


def seen(what: str, x_mm: float, sure: float = 0.99) -> Sighting:
    return Sighting(what, x_mm, 100.0, 0.0, sure)


def test_a_piece_read_near_its_place_is_right_and_says_how_far_off() -> None:
    tally = grade(CASE, [seen("pawn.red", 101.5)])
    assert (tally.shown, tally.right, tally.missed, tally.wrong, tally.off_mm) == (2, 1, 1, 0, [1.5])


def test_a_piece_read_elsewhere_is_missed_and_wrong() -> None:
    tally = grade(CASE, [seen("pawn.red", 110)])
    assert (tally.right, tally.missed, tally.wrong, tally.lies) == (0, 2, 1, 1)


def test_doubt_is_no_lie() -> None:
    tally = grade(CASE, [seen("pawn.red", 100, 0.6), seen("tile.9", 400, 0.6)])
    assert (tally.right, tally.doubtful, tally.wrong, tally.lies) == (1, 1, 1, 0)


def test_what_is_covered_does_not_count_and_is_not_wrong_if_it_is_read() -> None:
    tally = grade(CASE, [seen("tile.2", 300)])
    assert (tally.shown, tally.right, tally.wrong) == (2, 0, 0)


def test_each_kind_of_piece_is_counted_and_what_is_covered_is_hidden() -> None:
    kinds = graded(CASE, [seen("pawn.red", 101), seen("tile.2", 300), seen("coin.7", 400)])
    assert {kind: tuple(tally.counts().values()) for kind, tally in kinds.items()} == {
        "pawn": (1, 1, 0, 0, 0, 0, 0),
        "tile": (1, 0, 0, 1, 1, 1, 0),
        "coin": (0, 0, 0, 0, 0, 0, 1),
    }  # shown, right, doubtful, hidden, missed, silent, wrong


def test_what_is_missed_is_silent_unless_a_problem_is_told_near_it() -> None:
    near, far, nowhere = Problem("unread", 230, 120), Problem("glare", 300, 100), Problem("blur")
    assert [grade(CASE, [seen("pawn.red", 100)], [one]).silent for one in (near, far, nowhere)] == [0, 1, 1]
