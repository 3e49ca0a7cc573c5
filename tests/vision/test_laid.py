"""Markers that something lies over in part are laid on by what of them lies open."""

import cv2
import numpy as np
import pytest

from companion.bench.sheet import FRAME, FRAME_MM, Drawn, Sheet
from vision.laid import laid
from vision.patterns import fits, fitted
from vision.plane import Plane, find_plane
from vision.sighting import Target
from vision.tags import Grey, Tag, find_tags

SIDE_MM, SOFT_PX = 17.5, 0.9
TARGETS = {7: Target("tile", SIDE_MM)}
DARK, PALE = 70, 190


def seen(token_mm: tuple[float, float] | None, level: int = DARK, turned_deg: float = 12.0) -> tuple[Grey, Plane, Tag]:
    """A marker on the table, a round token over a part of it, and what a fit that is free to bend makes of it."""
    sheet = Sheet({7: Drawn(300, 300, SIDE_MM, turned_deg)}, scale=1.6)
    pixels = sheet.picture()
    if token_mm is not None:
        x, y = sheet.px(300 + token_mm[0], 300 + token_mm[1])
        cv2.circle(pixels, (round(x), round(y)), round(5.5 * sheet.scale), (level,) * 3, -1, cv2.LINE_AA)
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    plane = find_plane(find_tags(grey), FRAME, FRAME_MM, sheet.size)
    assert plane is not None
    whole = next(tag for tag in find_tags(grey_of(sheet)) if tag.id == 7)
    drawn = whole.corners + np.array([[0, 0], [-2, 0], [-3, -2], [0, -1]], np.float32)  # towards the token
    return grey, plane, fitted(grey, [Tag(7, drawn)], SOFT_PX)[0][0]


def grey_of(sheet: Sheet) -> Grey:
    return np.asarray(cv2.cvtColor(sheet.picture(), cv2.COLOR_BGR2GRAY), np.uint8)


def off_mm(tag: Tag, plane: Plane) -> float:
    return float(np.hypot(*(plane.mm(tag.corners).mean(axis=0) - [300, 300])))


@pytest.mark.parametrize("level", [DARK, PALE])
@pytest.mark.parametrize("turned_deg", [-80.0, 12.0, 200.0])
def test_a_marker_under_a_token_lies_where_its_open_part_does(level: int, turned_deg: float) -> None:
    grey, plane, drawn = seen((7.0, 6.0), level, turned_deg)
    (tag,) = laid(grey, [drawn], plane, TARGETS, SOFT_PX)
    assert off_mm(tag, plane) < 0.2


def test_free_to_bend_the_same_marker_is_drawn_aside() -> None:
    """The reason for all this."""
    _, plane, drawn = seen((7.0, 6.0), PALE)
    assert off_mm(drawn, plane) > 0.4


def test_one_that_fits_as_a_whole_stays_as_it_is() -> None:
    grey, plane, tag = seen(None)
    assert fits(grey, [tag], SOFT_PX)[0] > 0.94
    assert laid(grey, [tag], plane, TARGETS, SOFT_PX) == [tag]


def test_a_small_and_soft_one_that_lies_open_stays_as_it_is() -> None:
    """Turned a little otherwise, a sheet's marker put the sheet's middle, far from it, 1.9 mm aside."""
    sheet = Sheet({7: Drawn(300, 300, SIDE_MM, 12.0)}, scale=1.3, blur_px=1.3)
    grey = grey_of(sheet)
    tags = find_tags(grey)
    plane, tag = find_plane(tags, FRAME, FRAME_MM, sheet.size), next(tag for tag in tags if tag.id == 7)
    assert plane is not None
    assert fits(grey, [tag], SOFT_PX)[0] < 0.94
    assert laid(grey, [tag], plane, TARGETS, SOFT_PX) == [tag]


def test_those_of_an_earlier_look_and_those_of_no_piece_are_left_alone() -> None:
    grey, plane, drawn = seen((7.0, 6.0))
    assert laid(grey, [drawn], plane, TARGETS, SOFT_PX, [drawn]) == [drawn]
    assert laid(grey, [drawn], plane, {}, SOFT_PX) == [drawn]


def test_what_is_no_such_marker_is_not_moved_about() -> None:
    grey, plane, tag = seen(None)
    elsewhere = Tag(7, tag.corners + np.float32(60.0))
    assert laid(grey, [elsewhere], plane, TARGETS, SOFT_PX) == [elsewhere]
