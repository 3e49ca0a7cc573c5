"""Markers in the picture to pieces on the table."""

from dataclasses import replace

import numpy as np
import pytest

from companion.bench.sheet import FRAME, FRAME_MM
from vision.pieces import sightings_of
from vision.plane import Plane
from vision.sighting import Blank, Target, Targets
from vision.tags import Tag

PLANE = Plane(np.diag([0.5, 0.5, 1]), np.diag([2.0, 2.0, 1]), 0.0, (1680, 1188), (420.0, 297.0, 900.0), 0.0)
SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])


def tag(
    number: int, x_mm: float, y_mm: float, side_mm: float = 12.0, turned_deg: float = 0.0, sure: float = 0.99
) -> Tag:
    a = np.radians(turned_deg)
    turned = SQUARE * side_mm / 2 @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return Tag(number, ((turned + np.array([x_mm, y_mm])) * 2).astype(np.float32), sure)


def targets(*markers: Target) -> Targets:
    return Targets(840, 594, FRAME, FRAME_MM, dict(enumerate(markers)))


def test_a_piece_lies_where_its_marker_says_turned_as_it_is() -> None:
    (seen,) = sightings_of(
        [tag(0, 200, 300, turned_deg=30)], PLANE, targets(Target("tile", 12.0, offset_mm=(10.0, 0.0)))
    )
    assert (seen.x_mm, seen.y_mm) == (pytest.approx(200 + 10 * np.cos(np.pi / 6)), pytest.approx(305))
    assert seen.turned_deg == pytest.approx(30, abs=0.01)


def test_the_markers_of_one_piece_are_one_sighting_in_the_mean() -> None:
    sheet = targets(Target("sheet", 12.0, offset_mm=(50.0, 0.0)), Target("sheet", 12.0, offset_mm=(-50.0, 0.0)))
    (seen,) = sightings_of([tag(0, 150, 300.4), tag(1, 250, 299.6, sure=0.6)], PLANE, sheet)
    assert (seen.x_mm, seen.y_mm, seen.sure) == (pytest.approx(200), pytest.approx(300), 0.99)


def test_the_markers_of_a_large_curled_sheet_are_one_though_a_turned_one_puts_it_far_aside() -> None:
    """The fourth marker of a sheet put its middle 8 mm aside, and there were two of a sheet the game has once."""
    sheet = targets(Target("sheet", 12.0, offset_mm=(110.0, 0.0)), Target("sheet", 12.0, offset_mm=(-110.0, 0.0)))
    (seen,) = sightings_of([tag(0, 90, 300), tag(1, 310, 302, turned_deg=4)], PLANE, sheet)
    assert (seen.x_mm, seen.y_mm) == pytest.approx((200, 297.2), abs=0.5)


def test_two_pieces_of_a_kind_stay_two() -> None:
    found = sightings_of(
        [tag(0, 150, 300), tag(0, 153, 300)], PLANE, targets(Target("coin", 12.0), Target("coin", 12.0))
    )
    assert len(found) == 2


def test_a_doubtful_marker_is_a_doubtful_piece() -> None:
    (seen,) = sightings_of([tag(0, 200, 300, sure=0.6)], PLANE, targets(Target("pawn", 12.0)))
    assert seen.sure == 0.6


def test_a_piece_held_up_is_not_lying_there() -> None:
    assert sightings_of([tag(0, 200, 300, side_mm=15)], PLANE, targets(Target("pawn", 12.0))) == []


def test_a_piece_on_a_tile_stands_as_much_higher_as_the_tile_is_thick() -> None:
    both = targets(Target("pawn", 12.0, 35.0, size_mm=(22.0, 22.0)), Target("tile", 12.0, 2.0, size_mm=(60.0, 60.0)))
    alone, on_it = (
        next(seen for seen in sightings_of(tags, PLANE, both) if seen.what == "pawn")
        for tags in ([tag(0, 720, 297)], [tag(0, 720, 297), tag(1, 700, 310)])
    )
    assert alone.x_mm - on_it.x_mm == pytest.approx(300 * 2 / 900, abs=0.05)  # seen from over the middle at 900 mm
    assert on_it.y_mm == pytest.approx(297)


def test_a_piece_beside_a_tile_stands_on_the_table() -> None:
    both = targets(Target("pawn", 12.0, 35.0, size_mm=(22.0, 22.0)), Target("tile", 12.0, 2.0, size_mm=(60.0, 60.0)))
    alone, beside = (
        next(seen for seen in sightings_of(tags, PLANE, both) if seen.what == "pawn")
        for tags in ([tag(0, 720, 297)], [tag(0, 720, 297), tag(1, 650, 297)])
    )
    assert beside.x_mm == alone.x_mm


def test_a_piece_that_may_stand_on_something_unseen_is_put_half_way() -> None:
    pawn = targets(Target("pawn", 12.0, 35.0, size_mm=(22.0, 22.0)))
    unseen = replace(pawn, blanks=(Blank(700, 310, 60, 60, 2.0),))
    (alone,), (perhaps,) = (sightings_of([tag(0, 720, 297)], PLANE, what) for what in (pawn, unseen))
    assert alone.x_mm - perhaps.x_mm == pytest.approx(300 * 1 / 900, abs=0.05)
    (beside,) = sightings_of([tag(0, 640, 297)], PLANE, unseen)
    assert beside == sightings_of([tag(0, 640, 297)], PLANE, pawn)[0]


def test_a_piece_that_always_stands_on_something_is_as_much_higher_though_that_is_not_seen() -> None:
    """Miners on a tile whose markers they hid were 1.7 mm off under a camera that hung aside."""
    pawn = Target("pawn", 12.0, 35.0, size_mm=(22.0, 22.0))
    (alone,) = sightings_of([tag(0, 720, 297)], PLANE, targets(pawn))
    (raised,) = sightings_of([tag(0, 720, 297)], PLANE, targets(replace(pawn, below_mm=2.0)))
    assert alone.x_mm - raised.x_mm == pytest.approx(300 * 2 / 900, abs=0.05)


def test_a_piece_on_a_tile_that_is_only_guessed_at_is_as_much_higher() -> None:
    """A pawn on a fountain that it hid was 2 mm off under a camera aslant; what is guessed at is no piece itself."""
    both = targets(Target("pawn", 12.0, 35.0, size_mm=(22.0, 22.0)), Target("tile", 12.0, 2.0, size_mm=(60.0, 60.0)))
    (alone,) = sightings_of([tag(0, 720, 297)], PLANE, both)
    (on_it,) = sightings_of([tag(0, 720, 297)], PLANE, both, [tag(1, 700, 310)])
    assert alone.x_mm - on_it.x_mm == pytest.approx(300 * 2 / 900, abs=0.05)
