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
    """A sheet of four pixels a millimetre on a grey table."""
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
    large = cv2.resize(printed(), (240, 160), interpolation=cv2.INTER_AREA)
    scan = straightened(table(large, lying), STRAIGHT, FORM, lying)
    assert scan.shape == BLANK.shape
    inner = (slice(4, -4), slice(4, -4))
    assert float(np.abs(scan[inner].astype(float) - BLANK[inner]).mean()) < 6


def test_what_is_drawn_is_ink_and_what_is_printed_is_none():
    drawn = printed()
    cv2.line(drawn, (120, 300), (360, 300), (40, 40, 40), 6)
    ink = find_ink(blank_of(drawn, FORM), BLANK)
    assert float(ink.dark[round(37.5 * PX_PER_MM), round(20 * PX_PER_MM) : round(40 * PX_PER_MM)].min()) > 0.3
    assert float(np.quantile(ink.dark[: round(30 * PX_PER_MM)], 0.99)) < 0.05


def test_a_sheet_lying_a_little_off_its_known_place_is_laid_on_its_print():
    moved = cv2.warpAffine(printed(), np.array([[1, 0.01, 7.0], [-0.01, 1, -5.0]]), (480, 320), borderValue=(235,) * 3)
    assert float(np.quantile(find_ink(blank_of(moved, FORM), BLANK).dark, 0.99)) < 0.08


def test_a_thing_lying_there_does_not_lead_the_print_astray():
    held = printed()
    cv2.rectangle(held, (250, 20), (400, 170), (50, 50, 60), -1)
    ink = find_ink(blank_of(held, FORM), BLANK)
    assert float(np.quantile(ink.dark[:, : round(26 * PX_PER_MM)], 0.99)) < 0.05


def test_dim_warm_light_is_no_ink():
    lit = (BLANK * np.array([0.45, 0.55, 0.65])).astype(np.uint8)
    assert float(np.quantile(find_ink(lit, BLANK).dark, 0.99)) < 0.05


def test_another_thing_in_its_place_is_no_sheet():
    assert find_ink(np.random.default_rng(1).integers(0, 255, BLANK.shape).astype(np.uint8), BLANK) is None


def test_a_print_of_any_size_is_brought_to_the_scale_of_the_scan():
    assert BLANK.shape == (round(40 * PX_PER_MM), round(60 * PX_PER_MM), 3)
