"""What round pieces without a marker lie over."""

from collections.abc import Callable

import numpy as np
import pytest

from companion.bench.eyes import service
from companion.bench.grading import Case, grade
from companion.bench.hard_tables import CONDITIONS, simulated
from companion.games import game_named
from companion.watch.aim import targets_of
from vision.discs import discs_of, reaching
from vision.eyes import Eyes, Look
from vision.plane import Plane
from vision.sighting import Plain, Sighting

PLANE = Plane(np.diag([0.5, 0.5, 1]), np.diag([2.0, 2.0, 1]), 0.0, (1200, 1200), (300.0, 700.0, 900.0), 0.0)
FLAT = Plain("coin", (48, 194, 242), 12, 12, 0.0, ())
TALL = Plain("tower", (48, 194, 242), 12, 12, 30.0, ())


def at(what: str, x_mm: float, y_mm: float) -> Sighting:
    return Sighting(what, x_mm, y_mm, 0.0, 0.9)


def test_a_flat_one_lies_over_its_own_width() -> None:
    (disc,) = discs_of([at("coin", 200, 200)], [FLAT], PLANE)
    points = np.array([[400.0, 400.0], [411.0, 400.0], [413.0, 400.0], [400.0, 388.5]])
    assert (disc.outside(points) < 0).tolist() == [True, True, False, True]
    assert disc.wide_px == pytest.approx(24.0)


def test_one_that_stands_hides_what_lies_behind_its_side() -> None:
    (disc,) = discs_of([at("tower", 300, 200)], [TALL], PLANE)
    foot, top = np.array([600.0, 400.0]), np.array([600.0, 400.0 - 2 * 500 * 30 / 870])
    assert np.allclose(disc.centre, top)
    on_its_side, beside = (foot + top) / 2, (foot + top) / 2 + [16.0, 0.0]
    assert (disc.outside(np.stack((foot, on_its_side, top, beside))) < 0).tolist() == [True, True, True, False]


def test_other_pieces_are_no_discs() -> None:
    assert discs_of([at("pawn", 200, 200)], [FLAT], PLANE) == []


def test_those_are_near_that_reach_so_far() -> None:
    discs = discs_of([at("coin", 200, 200), at("coin", 240, 200)], [FLAT], PLANE)
    assert reaching(np.array([425.0, 400.0]), discs, 20.0) == discs[:1]
    assert reaching(np.array([425.0, 400.0]), discs, 45.0) == discs


@pytest.mark.parametrize("look", [lambda eyes, case: eyes.read(case.pixels), service], ids=["one look", "service"])
def test_a_tile_with_a_nugget_on_its_marker_is_read(look: Callable[[Eyes, Case], Look]) -> None:
    """Laid eight millimetres aside it hid a quarter of the marker, and the tile was missed in silence."""
    case = simulated("gold_mine", next(one for one in CONDITIONS if one.name == "sloppy"), 121)
    seen = look(Eyes(targets_of(game_named("gold_mine").layout())), case)
    tally = grade(case, seen.sightings, seen.problems)
    assert (tally.right, tally.wrong) == (17, 0)
