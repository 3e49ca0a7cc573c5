"""Markers that known ones stand or lie on."""

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.bench.sheet import FRAME, FRAME_MM, Drawn, Sheet
from vision.book import Book, book_of
from vision.covered import read_covered
from vision.discs import Disc, discs_of
from vision.markers import WAYS, find_markers
from vision.openings import is_open, open_reading, standing
from vision.plane import Plane, find_plane
from vision.readings import read_squares
from vision.sighting import Plain, Sighting, Target
from vision.squares import find_busy
from vision.tags import Grey, Tag, find_tags

SIDE_MM, SOFT_PX = 17.5, 0.9
TILES = {number: Target(f"tile.{number}", SIDE_MM) for number in (*range(30), *range(100, 180))}
MINER = {30: Target("miner", SIDE_MM, 12.0, size_mm=(21.9, 21.9))}
BOOK = book_of({number: TILES[number] for number in range(30)} | MINER)
STRANGERS = book_of({number: TILES[number] for number in range(100, 180)} | MINER)
EDGES = next(way for way in WAYS if way.window is None)


def seen(number: int, aside_mm: float, turned_deg: float) -> tuple[Grey, Plane, list[Tag]]:
    """A marker, and a topper that stands over a side of it and throws its shadow on the next cells."""
    below = Sheet({number: Drawn(300, 300, SIDE_MM, 3.0)}, scale=1.6)
    both = Sheet({**below.pieces, 30: Drawn(300 - aside_mm, 297, SIDE_MM, turned_deg)}, scale=1.6)
    grey = np.asarray(cv2.cvtColor(both.picture(), cv2.COLOR_BGR2GRAY), np.uint8)
    x, y = (round(value) for value in both.px(300 - aside_mm + SIDE_MM * 0.63, 297))
    shade = np.ones(grey.shape, np.float32)
    shade[y - 14 : y + 18, x : x + 4] = 0.7
    grey = np.asarray(grey * cv2.GaussianBlur(shade, (0, 0), 1.0), np.uint8)
    tags = find_tags(grey)
    plane = find_plane(tags, FRAME, FRAME_MM, both.size)
    assert plane is not None
    return grey, plane, [tag for tag in tags if tag.id == 30]


@pytest.mark.parametrize("number", [3, 5, 8, 9, 14, 21])
def test_a_marker_that_another_one_stands_on_is_read_by_what_lies_open(number: int) -> None:
    """As a whole it looked like nothing, and was never tried by its open part."""
    grey, plane, known = seen(number, 11.5, 2.0)
    assert len(known) == 1
    found = find_markers(grey, [(0, 0, *plane.size_px)], plane, BOOK, SOFT_PX, known, EDGES)
    (tag,) = [tag for tag in found.tags if tag.id == number]
    assert tag.sure < 0.9
    assert np.abs(tag.centre - np.array(Sheet(scale=1.6).px(300, 300))).max() < 1.5


@pytest.mark.parametrize("number", [5, 8, 14, 21])
def test_what_lies_under_a_marker_that_was_only_found_now_is_found_with_it(number: int) -> None:
    """Under five miners, some of them found late, the entrance was never tried again, and was missed in silence."""
    grey, plane, _ = seen(number, 11.5, 2.0)
    found = find_markers(grey, [(0, 0, *plane.size_px)], plane, BOOK, SOFT_PX, (), EDGES)
    assert {tag.id for tag in found.tags} == {30, number}


@pytest.mark.parametrize("number", range(12))
def test_a_strange_marker_under_a_known_one_is_not_read_as_ours(number: int) -> None:
    grey, plane, known = seen(number, 11.5, 2.0)
    found = find_markers(grey, [(0, 0, *plane.size_px)], plane, STRANGERS, SOFT_PX, known, EDGES)
    assert [tag for tag in found.tags if tag.sure > 0] == []


CARD = {31: Target("card", SIDE_MM, 2.0, (0.0, 16.0), size_mm=(22.0, 54.0))}


def half_under_a_card(number: int) -> tuple[Grey, Plane, list[Tag]]:
    """A marker, and a card over the right third of it whose own marker lies open farther up."""
    below, above = Sheet({number: Drawn(300, 300, SIDE_MM, 8.0)}), Sheet({31: Drawn(314, 280, SIDE_MM)})
    pixels, card = below.picture(), above.picture()
    (x0, y0), (x1, y1) = below.px(303, 269), below.px(325, 323)
    box = slice(round(y0), round(y1)), slice(round(x0), round(x1))
    pixels[box] = card[box]
    cv2.rectangle(pixels, (round(x0), round(y0)), (round(x1), round(y1)), (60, 80, 120), 2)
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    tags = find_tags(grey)
    plane = find_plane(tags, FRAME, FRAME_MM, below.size)
    assert plane is not None
    return grey, plane, [tag for tag in tags if tag.id == 31]


@pytest.mark.parametrize("number", [3, 5, 8, 9, 14, 21])
def test_a_marker_half_under_the_edge_of_a_known_card_is_read_by_what_lies_open(number: int) -> None:
    """Only what stands was known to hide a part: a trophy under the next one was missed in silence."""
    grey, plane, known = half_under_a_card(number)
    assert len(known) == 1
    book = book_of({one: TILES[one] for one in range(30)} | CARD)
    found = find_markers(grey, [(0, 0, *plane.size_px)], plane, book, SOFT_PX, known, EDGES)
    (tag,) = [tag for tag in found.tags if tag.id == number]
    assert tag.sure < 0.9
    assert np.abs(tag.centre - np.array(Sheet().px(300, 300))).max() < 1.5


@pytest.mark.parametrize("number", range(12))
def test_a_strange_marker_half_under_a_known_card_is_not_read_as_ours(number: int) -> None:
    grey, plane, known = half_under_a_card(number)
    book = book_of({one: TILES[one] for one in range(100, 180)} | CARD)
    assert find_markers(grey, [(0, 0, *plane.size_px)], plane, book, SOFT_PX, known, EDGES).tags == []


def under_a_coin(number: int) -> tuple[Grey, Plane, list[Disc]]:
    """A marker, and a bright coin over a quarter of it, with its shadow beside."""
    sheet, wide = Sheet({number: Drawn(300, 300, SIDE_MM, 8.0)}), 14.0
    pixels, (x, y) = sheet.picture(), (round(value) for value in sheet.px(294, 300))
    shade = np.ones(pixels.shape, np.float32)
    cv2.circle(shade, (x + 3, y + 3), round(wide / 2 * sheet.scale), (0.7, 0.7, 0.7), -1)
    pixels = np.asarray(pixels * cv2.GaussianBlur(shade, (0, 0), 1.0), np.uint8)
    cv2.circle(pixels, (x, y), round(wide / 2 * sheet.scale), (150, 150, 150), -1, cv2.LINE_AA)
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    plane = find_plane(find_tags(grey), FRAME, FRAME_MM, sheet.size)
    assert plane is not None
    coin, at = Plain("coin", (150, 150, 150), wide, wide, 0.0, ()), Sighting("coin", 294, 300, 0.0, 0.9)
    return grey, plane, discs_of([at], [coin], plane)


@pytest.mark.parametrize("number", [0, 9, 12, 14, 17, 28])
def test_a_marker_with_a_coin_on_it_is_read_by_what_lies_open(number: int) -> None:
    """Only what carries a marker was known to hide a part: a tile with a nugget on it was missed in silence."""
    grey, plane, discs = under_a_coin(number)
    whole = (grey, [(0, 0, *plane.size_px)], plane, BOOK, SOFT_PX, (), EDGES)
    assert [tag for tag in find_markers(*whole).tags if tag.id == number] == []
    (tag,) = [tag for tag in find_markers(*whole, discs=discs).tags if tag.id == number]
    assert tag.sure < 0.9
    assert np.abs(tag.centre - np.array(Sheet().px(300, 300))).max() < 1.5


@pytest.mark.parametrize("number", range(12))
def test_a_strange_marker_with_a_coin_on_it_is_not_read_as_ours(number: int) -> None:
    grey, plane, discs = under_a_coin(number)
    whole = (grey, [(0, 0, *plane.size_px)], plane, STRANGERS, SOFT_PX, (), EDGES)
    assert find_markers(*whole, discs=discs).tags == []


def test_what_lies_far_from_every_known_marker_is_left_to_the_other_ways() -> None:
    grey, plane, known = seen(3, 80.0, 0.0)
    squares = find_busy(grey, plane, BOOK, known)
    assert read_squares(grey, squares, plane, BOOK, SOFT_PX)
    assert read_covered(grey, np.array([[500.0, 500.0]], np.float32), plane, BOOK, SOFT_PX, known) == []


def test_what_the_game_has_once_and_lies_elsewhere_is_no_rival() -> None:
    """Tiles were told from others that lay in plain sight on the same table, and stayed unread for their likeness."""
    grey, plane, known = seen(5, 11.5, 2.0)
    single = book_of({number: replace(tile, copies=1) for number, tile in TILES.items()} | MINER)
    (tag,) = [
        one
        for one in find_markers(grey, [(0, 0, *plane.size_px)], plane, BOOK, SOFT_PX, known, EDGES).tags
        if one.id == 5
    ]
    others = [Tag(number, tag.corners + 500, 1.0) for number in TILES if number != 5]

    def gap(among: Book, elsewhere: list[Tag]) -> float:
        reading = open_reading(grey, tag, among, SOFT_PX, known, elsewhere)
        assert reading is not None
        return reading.gap

    assert gap(single, others) > gap(single, []) + 0.1
    assert gap(single, [replace(other, sure=0.9) for other in others]) == gap(single, [])
    assert gap(BOOK, others) == gap(BOOK, [])


def test_what_stands_hides_as_much_as_its_side_is_seen() -> None:
    """Under a camera aslant a pawn's side lies over the tile behind it: its cells were taken to be the tile's."""
    plane = Plane(np.diag([0.5, 0.5, 1]), np.diag([2.0, 2.0, 1]), 0.0, (1200, 1200), (300.0, 700.0, 900.0), 0.0)
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * SIDE_MM
    (tag,) = standing([Tag(30, square + 400)], plane, BOOK)
    assert tag.down == (pytest.approx(200 * 12 / 900, abs=0.1), pytest.approx(1000 * 12 / 900, abs=0.1))
    reach = 2 * 21.9 / 2
    points = np.array([[400, 400 + reach + 8], [400, 400 + reach + 20], [400, 400 - reach - 4]])
    assert is_open(points, [tag], BOOK).tolist() == [False, True, True]
    assert is_open(points, [Tag(30, tag.corners)], BOOK).tolist() == [True, True, True]


def test_where_everything_is_covered_nothing_is_read() -> None:
    grey, plane, known = seen(3, 11.5, 2.0)
    middle = known[0].centre[None]
    assert read_covered(grey, middle, plane, BOOK, SOFT_PX, [replace(known[0], corners=_times(known[0], 5.0))]) == []


def _times(tag: Tag, larger: float) -> npt.NDArray[np.float32]:
    return np.asarray((tag.corners - tag.centre) * larger + tag.centre, np.float32)
