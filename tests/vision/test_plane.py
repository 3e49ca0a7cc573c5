"""Pixels to millimetres and back."""

import numpy as np
import pytest

from vision.plane import bend, find_plane, straighten
from vision.tags import Tag

FRAME = {230: (18.0, 18.0), 231: (822.0, 18.0), 232: (822.0, 576.0), 233: (18.0, 576.0)}
SIZE = (1920, 1080)


def seen_tags(count: int = 4, k1: float = 0.0) -> list[Tag]:
    """The frame's markers as a camera would see them that hangs a little askew."""
    to_px = np.array([[1.8, 0.03, 200.0], [-0.02, 1.79, 5.0], [1e-5, 2e-5, 1.0]])
    tags = []
    for number, (x, y) in list(FRAME.items())[:count]:
        corners = np.array([[x - 15, y - 15, 1], [x + 15, y - 15, 1], [x + 15, y + 15, 1], [x - 15, y + 15, 1]])
        spread = corners @ to_px.T
        tags.append(Tag(number, bend(spread[:, :2] / spread[:, 2:], k1, SIZE).astype(np.float32)))
    return tags


def test_there_and_back_again() -> None:
    plane = find_plane(seen_tags(), FRAME, 30, SIZE)
    assert plane is not None
    points = np.array([[100.0, 100.0], [420.0, 205.0], [700.0, 500.0]])
    assert np.allclose(plane.mm(plane.px(points)), points, atol=0.01)


def test_a_tall_piece_stands_where_its_foot_is() -> None:
    plane = find_plane(seen_tags(), FRAME, 30, SIZE)
    assert plane is not None
    foot = np.array([[700.0, 500.0]])
    top = plane.px(foot, height_mm=35)
    assert np.abs(plane.mm(top) - foot).max() > 5  # taken for flat it would be far off
    assert np.allclose(plane.mm(top, height_mm=35), foot, atol=0.01)


@pytest.mark.parametrize("k1", [-0.08, -0.03, 0.02])
def test_through_a_bent_lens_places_are_right_from_the_corners_alone(k1: float) -> None:
    """Four corners at one radius cannot tell k1 from k2, but where things lie they tell."""
    plane = find_plane(seen_tags(k1=k1), FRAME, 30, SIZE)
    straight = find_plane(seen_tags(), FRAME, 30, SIZE)
    assert plane is not None
    assert straight is not None
    points = np.array([[100.0, 100.0], [420.0, 205.0], [700.0, 500.0], [420.0, 560.0]])
    assert np.abs(plane.mm(bend(straight.px(points), k1, SIZE)) - points).max() < 1.5


def test_bending_undoes_straightening() -> None:
    points = np.array([[10.0, 20.0], [960.0, 540.0], [1900.0, 1000.0]])
    assert np.allclose(bend(straighten(points, -0.05, SIZE), -0.05, SIZE), points, atol=0.05)


def test_two_corners_are_enough_and_one_is_not() -> None:
    assert find_plane(seen_tags(2), FRAME, 30, SIZE) is not None
    assert find_plane(seen_tags(1), FRAME, 30, SIZE) is None


@pytest.mark.parametrize("k1", [0.0, -0.08])
def test_a_millimetre_is_as_many_pixels_here_as_two_near_points_are_apart(k1: float) -> None:
    plane = find_plane(seen_tags(k1=k1), FRAME, 30, SIZE)
    assert plane is not None
    at = np.array([[120.0, 80.0], [700.0, 500.0]])
    x, y = np.array([0.5, 0]), np.array([0, 0.5])
    right, down = plane.px(at + x) - plane.px(at - x), plane.px(at + y) - plane.px(at - y)
    assert np.allclose(plane.local(plane.px(at)), np.stack((right, down), axis=2), atol=1e-3)
