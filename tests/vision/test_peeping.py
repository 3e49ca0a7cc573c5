"""Plain pieces half under taller ones, drawn on paper."""

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.peeping import find_peeping
from vision.plain import White
from vision.plane import Plane
from vision.sighting import Plain, Sighting, Target
from vision.tags import Tag

GOLD, GREEN, PAPER = (0, 168, 245), (91, 154, 61), (184, 223, 239)
SHADED, WOOD = (3, 74, 110), (42, 70, 100)  # gold in a miner's shadow, and what is printed around it
DAYLIGHT = White(np.array([[0, 0, 240], [0, 0, 240], [0, 0, 240]], np.float32))
NUGGET = Plain(
    "nugget", GOLD, 12, 12, 0, ((100.0, 100.0, 20.0), (200.0, 100.0, 20.0)), are_beside=False, sides=(GREEN,)
)
PLANE = Plane(np.eye(3) / 2 + np.diag([0, 0, 0.5]), np.diag([2.0, 2, 1]), 0.0, (800, 500), (200, 125, 1e9), 0.1)
MINER = {7: Target("miner", 16.0, 12.0)}


def page(miner_mm: float, nugget: tuple[int, int, int] | None = GOLD) -> tuple[npt.NDArray[np.uint8], list[Tag]]:
    """A nugget at 100, 100, and a marker whose middle stands so far to the right of it."""
    picture = np.full((500, 800, 3), PAPER, np.uint8)
    if nugget is not None:
        cv2.circle(picture, (200, 200), 12, nugget, -1, cv2.LINE_AA)
    middle = 200 + 2 * miner_mm
    corners = np.array([[-16, -16], [16, -16], [16, 16], [-16, 16]]) + np.array([middle, 200])
    cv2.fillConvexPoly(picture, corners.astype(np.int32), (20, 20, 20))
    return picture, [Tag(7, corners.astype(np.float32))]


def peeping(miner_mm: float, nugget: tuple[int, int, int] | None = GOLD, sort: Plain = NUGGET) -> list[Sighting]:
    picture, tags = page(miner_mm, nugget)
    return find_peeping(picture, PLANE, [sort], DAYLIGHT, tags, MINER, ())


def test_a_sliver_of_a_nugget_beside_a_miner_is_a_nugget_at_its_place() -> None:
    ((what, x, y),) = [(one.what, one.x_mm, one.y_mm) for one in peeping(9.0)]
    assert (what, x, y) == ("nugget", 100.0, 100.0)


def test_gold_in_the_shadow_of_what_stands_there_is_a_nugget_still() -> None:
    """A lamp went out, half a nugget lay between two miners as dark as wood, and none was read."""
    assert [one.what for one in peeping(9.0, SHADED)] == ["nugget"]


@pytest.mark.parametrize("nugget", [None, (30, 30, 30), GREEN, WOOD])
def test_nothing_of_its_colour_is_no_nugget(nugget: tuple[int, int, int] | None) -> None:
    assert peeping(9.0, nugget) == []


def test_what_is_wholly_hidden_is_not_seen() -> None:
    assert peeping(0.0) == []


def test_a_piece_of_the_colour_of_what_hides_it_is_not_told_from_it() -> None:
    assert peeping(9.0, sort=replace(NUGGET, sides=(GOLD,))) == []


def test_a_nugget_between_two_miners_is_one() -> None:
    """Each of them told of it, and a second nugget lay there."""
    picture, (right,) = page(9.0)
    left = Tag(8, right.corners - np.array([36, 0], np.float32))
    both = {**MINER, 8: Target("another miner", 16.0, 12.0)}
    assert len(find_peeping(picture, PLANE, [NUGGET], DAYLIGHT, [right, left], both, ())) == 1


def test_what_lies_open_is_not_counted_again() -> None:
    picture, tags = page(9.0)
    open_one = Sighting("nugget", 98.0, 101.0, 0.0, 0.9)
    assert find_peeping(picture, PLANE, [NUGGET], DAYLIGHT, tags, MINER, [open_one]) == []


@pytest.mark.parametrize(("lay_there", "is_seen"), [(True, True), (False, False)])
def test_of_a_nugget_that_lay_there_before_less_has_to_be_seen(lay_there: bool, is_seen: bool) -> None:
    """A lamp went on, the sliver was not read for a second, and that it had been taken was entered."""
    picture, tags = page(4.0)
    before = [Sighting("nugget", 98.0, 101.0, 0.0, 0.7)] if lay_there else []
    found = find_peeping(picture, PLANE, [NUGGET], DAYLIGHT, tags, MINER, (), before)
    assert bool(found) is is_seen


def test_a_nugget_that_lay_there_and_is_gone_is_not_seen() -> None:
    picture, tags = page(9.0, None)
    lay = [Sighting("nugget", 98.0, 101.0, 0.0, 0.9)]
    assert find_peeping(picture, PLANE, [NUGGET], DAYLIGHT, tags, MINER, (), lay) == []
