"""Arms over the table: that they are there, and where their hands are."""

import cv2
import numpy as np
import pytest

from companion.bench.sheet import Drawn, Sheet, strewn
from vision.arms import find_arms, hands_of
from vision.board import find_board
from vision.lens import unknown_lens


def arms(pixels: np.ndarray, sheet: Sheet) -> list[tuple[str, int, int]]:
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    search = find_board(grey, sheet.targets(), unknown_lens(66.0))
    assert search.board is not None
    plane, targets = search.board.plane, sheet.targets()
    found = hands_of(find_arms(pixels, plane, targets, search.tags), pixels, plane, targets, search.tags)
    return [(one.what, round(one.x_mm or 0), round(one.y_mm or 0)) for one in found]


def test_an_arm_across_the_edge_is_seen_in_a_single_picture() -> None:
    sheet = Sheet(strewn(8))
    pixels = sheet.picture()
    (x0, y0), (x1, y1) = sheet.px(395, 380), sheet.px(460, 620)
    cv2.rectangle(pixels, (round(x0), round(y0)), (round(x1), round(y1)), (118, 150, 205), -1)
    ((what, x, y),) = arms(pixels, sheet)
    assert what == "hand"
    assert abs(x - 427) < 10
    assert abs(y - 460) < 30  # of the hand, which ends at 380


@pytest.mark.parametrize("reach_mm", [200.0, 300.0, 400.0])
def test_a_hand_at_the_end_of_a_sleeve_is_told_where_it_is_however_far_it_reaches(reach_mm: float) -> None:
    sheet = Sheet(strewn(24))
    pixels, tip = sheet.picture(), 594 - reach_mm
    for x_mm, wide_mm, top_mm, colour in ((430, 74, tip + 170, (50, 30, 120)), (425, 60, tip, (118, 150, 205))):
        (x0, y0), (x1, y1) = sheet.px(x_mm - wide_mm / 2, top_mm), sheet.px(x_mm + wide_mm / 2, 640)
        last = round(y1) if wide_mm == 74 else round(sheet.px(0, tip + 172)[1])
        cv2.rectangle(pixels, (round(x0), round(y0)), (round(x1), last), colour, -1)
    ((what, x, y),) = arms(pixels, sheet)
    assert what == "hand"
    assert np.hypot(x - 425, y - (tip + 85)) < 40


def test_half_the_table_in_the_shade_is_no_arm() -> None:
    sheet = Sheet(strewn(8))
    pixels = sheet.picture()
    pixels[:, : pixels.shape[1] // 3] //= 2
    assert arms(pixels, sheet) == []


def test_a_table_without_hands_has_none_and_a_card_over_its_edge_is_no_arm() -> None:
    sheet = Sheet({**strewn(8), 60: Drawn(440, 575, 20.0)})
    pixels = sheet.picture()
    assert arms(pixels, sheet) == []
    (x0, y0), (x1, y1) = sheet.px(425, 586), sheet.px(465, 610)
    cv2.rectangle(pixels, (round(x0), round(y0)), (round(x1), round(y1)), (90, 60, 20), -1)  # the card's lower part
    assert arms(pixels, sheet) == []
