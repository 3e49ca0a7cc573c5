"""A sheet straightened, and what is darker on it than printed."""

import cv2
import numpy as np
import pytest

from vision.ink import PX_PER_MM, Lying, blank_of, find_ink, straightened
from vision.plane import Plane
from vision.sighting import Form

FORM = Form(60, 40, {}, [], {}, {})
STRAIGHT = Plane(np.diag([0.25, 0.25, 1.0]), np.diag([4.0, 4, 1]), 0.0, (800, 600), (100, 75, 1000), 0.1)


def printed():
    art = np.full((320, 480, 3), 235, np.uint8)
    for x in range(40, 480, 80):
        cv2.circle(art, (x, 40 + x // 2), 14, (60, 80, 120), 3)
        cv2.putText(art, str(x), (x - 20, 300 - x // 2), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (90, 60, 40), 2)
    return art


def table(sheet, lying):
    """The sheet on a grey table, four pixels a millimetre."""
    a = np.radians(lying.turned_deg)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    middle = np.array([lying.x_mm, lying.y_mm]) * 4 - turn @ np.array([120.0, 80.0])
    picture = np.full((600, 800, 3), 110, np.uint8)
    warp = np.column_stack((turn, middle))
    cv2.warpAffine(sheet, warp, (800, 600), picture, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    return picture


BLANK = blank_of(printed(), FORM)


def test_points_of_a_sheet_turn_with_it():
    lying = Lying(100.0, 50.0, 90.0)
    assert lying.at(FORM, np.array([[30.0, 20.0], [60.0, 20.0]])) == pytest.approx(np.array([[100, 50], [100, 80]]))


def test_a_sheet_is_straightened_wherever_it_lies():
    lying = Lying(104.0, 77.0, 8.0)
    scan = straightened(table(BLANK, lying), STRAIGHT, FORM, lying)
    assert scan.shape == BLANK.shape
    inner = (slice(8, -8), slice(8, -8))
    assert float(np.abs(scan[inner].astype(float) - BLANK[inner]).mean()) < 6


def test_what_is_drawn_is_ink_and_what_is_printed_is_none():
    drawn = BLANK.copy()
    cv2.line(drawn, (60, 150), (180, 150), (40, 40, 40), 3)
    ink = find_ink(drawn, BLANK)
    assert float(ink.dark[148:153, 80:160].max()) > 0.4
    assert float(np.quantile(ink.dark[:120], 0.99)) < 0.05


def test_dim_warm_light_is_no_ink():
    lit = (BLANK * np.array([0.45, 0.55, 0.65])).astype(np.uint8)
    assert float(np.quantile(find_ink(lit, BLANK).dark, 0.99)) < 0.05


def test_another_thing_in_its_place_is_no_sheet():
    assert find_ink(np.random.default_rng(1).integers(0, 255, BLANK.shape).astype(np.uint8), BLANK) is None


def test_a_print_of_any_size_is_brought_to_the_scale_of_the_scan():
    assert BLANK.shape == (round(40 * PX_PER_MM), round(60 * PX_PER_MM), 3)
