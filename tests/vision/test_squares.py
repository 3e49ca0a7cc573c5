"""Things that may be markers, found by size and shape alone."""

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.bench.sheet import FRAME, FRAME_MM, Drawn, Sheet, strewn
from vision.book import book_of
from vision.discs import Disc
from vision.plane import Plane, find_plane
from vision.sighting import Target
from vision.squares import find_busy, find_squares, is_near
from vision.tags import Grey, Tag, find_tags


def seen(sheet: Sheet) -> tuple[Grey, Plane]:
    grey = np.asarray(cv2.cvtColor(sheet.picture(), cv2.COLOR_BGR2GRAY), np.uint8)
    plane = find_plane(find_tags(grey), FRAME, FRAME_MM, sheet.size)
    assert plane is not None
    return grey, plane


BOOK = book_of({number: Target(f"piece.{number}", 14.0) for number in range(40)})


@pytest.mark.parametrize("offset", [(0, 0), (300, 200)])
def test_every_marker_is_among_the_squares_wherever_the_part_begins(offset: tuple[int, int]) -> None:
    sheet = Sheet(strewn(40, 14.0))
    grey, plane = seen(sheet)
    left, top = offset
    squares = find_squares(np.ascontiguousarray(grey[top:, left:]), plane, BOOK, offset)
    places = [np.array(sheet.px(one.x_mm, one.y_mm)) for one in sheet.pieces.values()]
    inside = [at for at in places if (at > np.array(offset) + 20).all()]
    assert len(inside) > 15
    assert all(np.abs(squares.middles - at).max(axis=1).min() < 2 for at in inside)


def test_a_marker_is_found_among_more_specks_than_sixteen_bits_can_number() -> None:
    """A picture of two colours, or a large one full of grain, ended in an error of OpenCV's."""
    grey, plane = seen(Sheet({7: Drawn(300, 300, 14.0)}))
    specks = grey.copy()
    specks[::4, ::4] //= 2
    (x, y), around = plane.px(np.array([[300.0, 300.0]]))[0].astype(int), 60
    specks[y - around : y + around, x - around : x + around] = grey[y - around : y + around, x - around : x + around]
    assert np.abs(find_squares(specks, plane, BOOK).middles - (x, y)).max(axis=1).min() < 4


def test_what_is_much_larger_or_smaller_than_any_marker_is_left_out() -> None:
    grey, plane = seen(Sheet({7: Drawn(300, 300, 40.0), 8: Drawn(500, 300, 6.0)}))
    assert [at for at in find_squares(grey, plane, BOOK).middles.tolist() if at[0] > 250 and at[1] > 250] == []


def test_a_marker_that_touches_something_dark_is_found_by_its_edges() -> None:
    sheet = Sheet({7: Drawn(300, 300, 14.0)})
    pixels = sheet.picture()
    x, y = (round(value) for value in sheet.px(300, 300))
    cv2.rectangle(pixels, (x + 11, y - 200), (x + 60, y + 200), (30, 30, 30), -1)
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    _, plane = seen(sheet)
    assert np.abs(find_busy(grey, plane, BOOK, ()).middles - np.array([x, y])).max(axis=1).min() < 6


@pytest.mark.parametrize("under", [3, 9, 14])
def test_a_marker_half_under_a_tile_right_beside_a_known_one_is_found_by_its_edges(under: int) -> None:
    """The open edges right beside the known marker were taken for the middle of it, and it was missed in silence."""
    sheet = Sheet({under: Drawn(300, 300, 14.0), 30: Drawn(302, 317, 14.0, 2.0)})
    pixels = sheet.picture()
    x, y = (round(value) for value in sheet.px(300, 300))
    cv2.rectangle(pixels, (x - 60, y - 60), (x - 5, y + 10), (35, 55, 75), -1)
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    known = [tag for tag in find_tags(grey) if tag.id == 30]
    assert len(known) == 1
    _, plane = seen(sheet)
    assert np.abs(find_busy(grey, plane, BOOK, known).middles - np.array([x, y])).max(axis=1).min() < 5


def test_a_point_is_near_a_tag_by_the_tags_own_side() -> None:
    tag = Tag(1, np.array([[90, 90], [110, 90], [110, 110], [90, 110]], np.float32))
    points = np.array([[105, 100], [115, 100], [100, 100]], np.float32)
    assert is_near(points, [tag]).tolist() == [True, False, True]
    assert is_near(points, [tag], sides=1.0).tolist() == [True, True, True]


def test_the_edges_of_a_disc_are_no_place_to_look_for_a_marker() -> None:
    """Around forty coins and clues so many were tried that a photograph took twice its time."""
    grey, plane = seen(Sheet({}))
    middle = plane.px(np.array([[300.0, 300.0]]))[0]
    cv2.circle(grey, middle.round().astype(int).tolist(), 12, (30,), -1, cv2.LINE_AA)
    disc = Disc(middle, np.eye(2) / 24, np.zeros(2))
    assert is_near(find_busy(grey, plane, BOOK, ()).middles, [spot(middle)]).any()
    assert not is_near(find_busy(grey, plane, BOOK, (), discs=[disc]).middles, [spot(middle)]).any()


def spot(middle: npt.NDArray[np.float64]) -> Tag:
    return Tag(0, (middle + 20 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])).astype(np.float32))
