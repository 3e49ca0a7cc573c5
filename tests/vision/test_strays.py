"""Markers that do not belong to this table."""

import numpy as np

from companion.bench.sheet import Drawn, Sheet
from vision.board import Board
from vision.lens import unknown_lens
from vision.plane import Plane
from vision.sighting import Target, Targets
from vision.strays import doubled, is_odd, lasting, placed, too_many
from vision.tags import Grey, Tag, find_tags

PLANE = Plane(np.diag([0.5, 0.5, 1]), np.diag([2.0, 2.0, 1]), 0.0, (1280, 960), (320.0, 240.0, 900.0), 0.0)
TARGETS = Targets(640, 480, {100: (20.0, 20.0)}, 20.0, {7: Target("pawn.red", 20.0, copies=1)})


def tag(number: int, x: float, y: float, side: float = 40.0, sure: float = 1.0) -> Tag:
    half = side / 2
    corners = [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]
    return Tag(number, np.array(corners, np.float32), sure)


def test_a_corner_seen_elsewhere_too_is_another_boards() -> None:
    lens = unknown_lens(66.0)
    board = Board(PLANE, lens, (tag(100, 40, 40),), 0.9, lens)
    assert [one.centre.tolist() for one in doubled([tag(100, 41, 40), tag(100, 640, 40)], board)] == [[640.0, 40.0]]


def test_of_a_piece_the_game_has_once_the_less_sure_one_is_too_many() -> None:
    sure, other = tag(7, 200, 200, sure=0.99), tag(7, 600, 200, sure=0.9)
    assert too_many([other, sure], TARGETS) == [other]


def test_a_marker_half_as_large_again_as_printed_is_odd() -> None:
    assert is_odd(tag(7, 200, 200, side=60), PLANE, TARGETS)
    assert not is_odd(tag(7, 200, 200, side=42), PLANE, TARGETS)


def test_a_stray_is_told_with_its_place_and_an_unread_one_without_a_number() -> None:
    foreign, unread = placed("foreign", tag(7, 200, 100), PLANE), placed("unread", tag(7, 200, 100), PLANE)
    assert (foreign.what, foreign.x_mm, foreign.y_mm, foreign.marker) == ("foreign", 100.0, 50.0, 7)
    assert unread.marker is None


def test_a_stranger_that_was_taken_away_does_not_last() -> None:
    with_it, without = (grey_of(Sheet(pieces)) for pieces in ({7: Drawn(300, 300, 26.0)}, {}))
    (stranger,) = [one for one in find_tags(with_it) if one.id == 7]
    assert [one.id for one in lasting(with_it, [stranger], 0.9)] == [7]
    assert lasting(without, [stranger], 0.9) == []


def grey_of(sheet: Sheet) -> Grey:
    return np.ascontiguousarray(sheet.picture()[:, :, 1])
