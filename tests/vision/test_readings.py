"""Squares too small or too soft to be decoded, read by the game's own patterns."""

import cv2
import numpy as np
import pytest

from companion.bench.sheet import FRAME, FRAME_MM, Drawn, Sheet, strewn
from vision.book import book_of
from vision.plane import find_plane
from vision.readings import read_squares
from vision.sighting import Target
from vision.squares import find_busy, find_squares
from vision.tags import Grey, Tag, find_tags
from vision.verdict import Reading

SOFT_PX = 0.9


def readings(sheet: Sheet, markers: dict[int, Target]) -> list[Reading]:
    grey = np.asarray(cv2.cvtColor(sheet.picture(), cv2.COLOR_BGR2GRAY), np.uint8)
    plane = find_plane(find_tags(grey), FRAME, FRAME_MM, sheet.size)
    assert plane is not None
    book = book_of(markers)
    return read_squares(grey, find_squares(grey, plane, book), plane, book, SOFT_PX)


def marked(numbers: range, side_mm: float) -> dict[int, Target]:
    return {number: Target(f"piece.{number}", side_mm) for number in numbers}


@pytest.mark.parametrize(("side_mm", "blur_px"), [(14.0, 0.7), (10.0, 0.7), (10.0, 1.1)])
def test_modules_of_two_pixels_are_read(side_mm: float, blur_px: float) -> None:
    """1.8 px a mm: a marker of 10 mm has 2.25 px a module."""
    sheet = Sheet(strewn(40, side_mm), blur_px=blur_px)
    read = {one.tag.id: one for one in readings(sheet, marked(range(40), side_mm)) if one.sure > 0}
    assert len(read) >= 39
    for number, one in read.items():
        piece = sheet.pieces[number]
        assert np.abs(one.tag.centre - np.array(sheet.px(piece.x_mm, piece.y_mm))).max() < 0.5
    assert min(one.sure for one in read.values()) >= 0.5


def test_markers_that_are_not_in_the_book_are_not_read_as_others() -> None:
    sheet = Sheet(strewn(40, 10.0))
    assert [one.tag.id for one in readings(sheet, marked(range(100, 180), 10.0)) if one.sure > 0] == []


def test_a_marker_of_another_size_is_not_taken_for_one() -> None:
    sheet = Sheet({7: Drawn(300, 300, 26.0)})
    assert readings(sheet, marked(range(40), 12.0)) == []


def test_plain_dark_squares_are_no_markers() -> None:
    sheet = Sheet()
    pixels = sheet.picture()
    for x, y in ((300, 300), (500, 400), (700, 200)):
        left, top = (round(value) for value in sheet.px(x, y))
        cv2.rectangle(pixels, (left - 16, top - 16), (left + 16, top + 16), (245, 245, 245), -1)
        cv2.rectangle(pixels, (left - 12, top - 12), (left + 12, top + 12), (30, 30, 30), -1)
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    plane = find_plane(find_tags(grey), FRAME, FRAME_MM, sheet.size)
    assert plane is not None
    book = book_of(marked(range(40), 14.0))
    found = read_squares(grey, find_squares(grey, plane, book), plane, book, SOFT_PX)
    assert [one for one in found if one.sure > 0 or one.is_alike] == []


def test_doubt_is_less_sure_and_no_guess() -> None:
    corners = np.zeros((4, 2), np.float32)
    clear, doubtful, none = (
        Reading(Tag(7, corners), fit, gap, framed=1.0) for fit, gap in ((0.95, 0.35), (0.82, 0.19), (0.75, 0.05))
    )
    assert clear.sure >= 0.9
    assert 0.5 <= doubtful.sure < 0.9
    assert none.sure == 0


def covered(sheet: Sheet, number: int, share: float, side: str = "right") -> Grey:
    """A grey picture of the sheet with something skin-coloured over a part of that marker."""
    pixels, piece = sheet.picture(), sheet.pieces[number]
    x, y = sheet.px(piece.x_mm, piece.y_mm)
    half = piece.side_mm * 1.8 / 2 * 1.3
    edge = half / 1.3 * (1 - 2 * share)
    x0, x1 = (x + edge, x + half) if side == "right" else (x - half, x - edge)
    cv2.rectangle(pixels, (round(x0), round(y - half)), (round(x1), round(y + half)), (118, 150, 205), -1)
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_marker_of_which_a_third_is_covered_is_read_by_the_rest(side: str) -> None:
    sheet = Sheet({7: Drawn(300, 300, 20.0)})
    grey, book = covered(sheet, 7, 0.32, side), book_of(marked(range(40), 20.0))
    plane = find_plane(find_tags(grey), FRAME, FRAME_MM, sheet.size)
    assert plane is not None
    squares = find_busy(grey, plane, book, find_tags(grey))
    read = [one for one in read_squares(grey, squares, plane, book, SOFT_PX) if one.sure > 0]
    assert {one.tag.id for one in read} == {7}
    assert min(np.abs(one.tag.centre - np.array(sheet.px(300, 300))).max() for one in read) < 1.0


@pytest.mark.parametrize("share", [0.06, 0.1, 0.14])
def test_something_dark_at_its_edge_does_not_pull_a_soft_marker_aside(share: float) -> None:
    sheet = Sheet({7: Drawn(300, 300, 12.0)}, blur_px=0.3)
    pixels, (x, y), half = sheet.picture(), sheet.px(300, 300), 12.0 * 1.8 / 2
    first, last = (x - 2 * half, y - 1.5 * half), (x - half * (1 - 2 * share), y + 1.5 * half)
    cv2.rectangle(pixels, (round(first[0]), round(first[1])), (round(last[0]), round(last[1])), (40, 38, 36), -1)
    grey = np.asarray(cv2.GaussianBlur(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), (0, 0), 1.6), np.uint8)
    plane, book = find_plane(find_tags(grey), FRAME, FRAME_MM, sheet.size), book_of(marked(range(40), 12.0))
    assert plane is not None
    found = read_squares(grey, find_busy(grey, plane, book, find_tags(grey)), plane, book, 1.6)
    surest = max(found, key=lambda one: one.sure)
    assert surest.tag.id == 7
    assert np.abs(surest.tag.centre - np.array([x, y])).max() < 0.5


def test_what_can_only_be_read_by_a_part_is_never_more_than_likely() -> None:
    sheet = Sheet({7: Drawn(300, 300, 24.0)})
    grey, book = covered(sheet, 7, 0.4), book_of(marked(range(40), 24.0))
    plane = find_plane(find_tags(grey), FRAME, FRAME_MM, sheet.size)
    assert plane is not None
    found = read_squares(grey, find_busy(grey, plane, book, find_tags(grey)), plane, book, SOFT_PX)
    assert {one.tag.id for one in found if one.sure > 0} == {7}
    assert max(one.sure for one in found) <= 0.85


def test_a_strange_marker_half_covered_is_not_read_as_one_of_ours() -> None:
    sheet = Sheet({number: Drawn(100 + 40 * number, 300, 20.0) for number in range(12)})
    book = book_of(marked(range(100, 180), 20.0))
    for number in range(12):
        grey = covered(sheet, number, 0.3)
        plane = find_plane(find_tags(grey), FRAME, FRAME_MM, sheet.size)
        assert plane is not None
        assert [
            one for one in read_squares(grey, find_busy(grey, plane, book, ()), plane, book, SOFT_PX) if one.sure
        ] == []


@pytest.mark.parametrize("slope_deg", [20.0, 55.0, 145.0, 235.0, 330.0])
def test_a_marker_half_under_an_arm_is_read_by_the_other_half(slope_deg: float) -> None:
    sheet, a = Sheet({7: Drawn(300, 300, 24.0)}), np.radians(slope_deg)
    pixels, middle = sheet.picture(), np.array(sheet.px(300, 300))
    way, along = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
    edge = middle + 3 * way
    arm = np.array([edge - 60 * along, edge + 60 * along, edge + 60 * along + 50 * way, edge - 60 * along + 50 * way])
    cv2.fillPoly(pixels, [np.round(arm).astype(np.int32)], (118, 150, 205))
    grey, book = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8), book_of(marked(range(40), 24.0))
    plane = find_plane(find_tags(grey), FRAME, FRAME_MM, sheet.size)
    assert plane is not None
    found = read_squares(grey, find_busy(grey, plane, book, find_tags(grey)), plane, book, SOFT_PX)
    assert {one.tag.id for one in found if one.sure > 0} == {7}


@pytest.mark.parametrize(
    ("fit", "gap", "framed", "is_under", "is_told"),
    [
        (0.81, 0.17, 0.96, True, True),
        (0.81, 0.17, 0.96, False, False),
        (0.86, 0.09, 0.96, False, True),
        (0.81, 0.07, 0.98, True, True),
        (0.78, 0.07, 0.98, True, False),
        (0.81, 0.17, 0.82, True, False),
    ],
)
def test_a_framed_part_under_a_known_marker_is_told_of_though_it_cannot_be_read(
    fit: float, gap: float, framed: float, is_under: bool, is_told: bool
) -> None:
    """A fountain half under a pawn in a soft picture: it was left unread, and nobody was told."""
    tag = Tag(18, np.zeros((4, 2), np.float32))
    part = Reading(tag, fit, gap, framed, most=0.0, is_part=True, is_under=is_under)
    assert part.sure == 0
    assert part.is_alike is is_told
