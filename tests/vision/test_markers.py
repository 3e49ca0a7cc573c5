"""Markers found one way or another, and which of them are believed."""

import cv2
import numpy as np
import pytest

from companion.bench.sheet import FRAME, FRAME_MM, Drawn, Sheet, strewn
from vision.book import Book, book_of
from vision.markers import WAYS, find_markers, joined, still_there, without_rivals
from vision.plane import Plane, find_plane
from vision.sighting import Target
from vision.tags import Grey, Tag, find_tags

SQUARE = np.array([[0, 0], [20, 0], [20, 20], [0, 20]], np.float32)


def seen(sheet: Sheet, pixels: np.ndarray) -> tuple[Grey, Plane, Book]:
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    plane = find_plane(find_tags(grey), FRAME, FRAME_MM, sheet.size)
    assert plane is not None
    return grey, plane, book_of(sheet.targets().markers)


def found(sheet: Sheet, pixels: np.ndarray, way: int, known: tuple[Tag, ...] = ()) -> list[int]:
    grey, plane, book = seen(sheet, pixels)
    whole = [(0, 0, *sheet.size)]
    return sorted(tag.id for tag in find_markers(grey, whole, plane, book, 0.9, known, WAYS[way]).tags)


@pytest.mark.parametrize("way", range(len(WAYS)))
def test_every_way_finds_markers_that_lie_alone(way: int) -> None:
    sheet = Sheet(strewn(20))
    assert len(found(sheet, sheet.picture(), way)) >= 18


def test_a_marker_that_something_dark_touches_is_found_by_its_edges() -> None:
    sheet = Sheet({7: Drawn(300, 300, 18.0)})
    pixels = sheet.picture()
    x, y = (round(value) for value in sheet.px(300 + 12, 300 + 12))
    cv2.circle(pixels, (x, y), 11, (30, 30, 30), -1)  # a black disc over its lower right corner
    assert found(sheet, pixels, 0) == []
    assert found(sheet, pixels, 1) == [7]


@pytest.mark.parametrize("pair", [(3, 9), (7, 20), (30, 31), (1, 40)])
def test_of_two_markers_that_touch_both_are_found_by_their_edges(pair: tuple[int, int]) -> None:
    """Their edges are one heap: its middle is one of them, and the other showed only once that was known."""
    first, second = pair
    sheet = Sheet({first: Drawn(300, 300, 18.0), second: Drawn(300.5, 319, 18.0, 4.0)})
    assert found(sheet, sheet.picture(), 1) == sorted(pair)


def test_what_is_known_already_is_not_read_again() -> None:
    sheet = Sheet(strewn(5))
    pixels = sheet.picture()
    grey, _, _ = seen(sheet, pixels)
    known = tuple(tag for tag in find_tags(grey) if tag.id in sheet.pieces)
    assert set(found(sheet, pixels, 0, known)).isdisjoint({tag.id for tag in known})


def test_a_piece_that_stayed_is_still_there_and_one_that_was_taken_is_not() -> None:
    both, one = Sheet({3: Drawn(200, 200), 9: Drawn(500, 300)}), Sheet({3: Drawn(200, 200)})
    grey, _, book = seen(both, both.picture())
    tags = [tag for tag in find_tags(grey) if tag.id in both.pieces]
    later, _, _ = seen(one, one.picture(seed=2))
    assert sorted(tag.id for tag in still_there(grey, tags, book, 0.9)) == [3, 9]
    assert [tag.id for tag in still_there(later, tags, book, 0.9)] == [3]


def test_of_a_piece_the_game_has_once_the_surer_one_is_kept() -> None:
    doubtful, sure = Tag(7, SQUARE, 0.6), Tag(7, SQUARE + 100, 0.97)
    others = Tag(8, SQUARE + 200), Tag(8, SQUARE + 300)
    markers = {7: Target("pawn", 14.0, copies=1), 8: Target("token", 14.0)}
    assert without_rivals([doubtful, sure, *others], markers) == [sure, *others]


def test_of_two_readings_of_one_place_the_first_stands() -> None:
    first, second, elsewhere = Tag(7, SQUARE), Tag(8, SQUARE + 3), Tag(9, SQUARE + 60)
    assert joined([first], [second, elsewhere]) == [first, elsewhere]


def test_another_marker_may_stand_on_one_that_is_hidden_in_part_but_not_on_a_whole_one() -> None:
    """A pawn in the middle of a tile's marker was not read: the tile's still was, by the rest of it."""
    small = Tag(8, SQUARE * 0.7 + 3)
    whole, partly = Tag(5, SQUARE), Tag(5, SQUARE, sure=0.95)
    assert [tag.id for tag in joined([whole], [small])] == [5]
    assert [tag.id for tag in joined([partly], [small])] == [5, 8]
    assert [tag.id for tag in joined([partly], [Tag(5, SQUARE + 1)])] == [5]
