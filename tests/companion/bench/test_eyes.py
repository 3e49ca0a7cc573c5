"""The measure of the eyes itself: what counts as right, missed and wrong."""

import numpy as np
import pytest

from companion.bench.eyes import CONDITIONS, Case, Truth, grade, measured, simulated
from companion.simulation.camera import Picture
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


@pytest.mark.parametrize("name", ["plain", "tilted 30", "soft"])
def test_a_simulated_table_is_read_without_a_lie(name: str) -> None:
    condition = next(one for one in CONDITIONS if one.name == name)
    case = simulated("pyramid_raiders", condition, seed=5)
    (tallies,) = measured([case], ("look",)).values()
    tally = tallies["look"]
    assert tally.lies == 0
    assert tally.right >= 0.96 * tally.shown
    assert float(np.median(tally.off_mm)) < 0.5


def test_the_service_sees_a_mirrored_light_move() -> None:
    condition = next(one for one in CONDITIONS if one.name == "laminated, the light moves")
    case = simulated("go_for_gold", condition, 5, Picture(640, 360))
    assert len(case.later) == 2
    assert all(np.abs(case.pixels.astype(int) - later).max() > 30 for later in case.later)
