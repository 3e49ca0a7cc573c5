"""Trays in the picture, and things on their felt."""

import cv2
import numpy as np
import pytest

from vision.felt import felts_of, find_things, slant
from vision.plane import Plane
from vision.sighting import Targets

PLANE = Plane(np.diag([0.5, 0.5, 1]), np.diag([2.0, 2.0, 1]), 0.0, (1280, 960), (320.0, 240.0, 900.0), 0.0)
TARGETS = Targets(
    640, 480, {}, 30.0, {}, trays=(("dig", 40.0, 40.0, 140.0, 140.0), ("raid", 300.0, 40.0, 400.0, 140.0))
)


def felt_picture() -> np.ndarray:
    return np.full((960, 1280, 3), (90, 120, 60), np.uint8)


def test_a_tray_lies_where_the_camera_sees_it() -> None:
    dig, raid = felts_of(PLANE, TARGETS)
    assert (dig.tray[0], raid.tray[0]) == ("dig", "raid")
    assert dig.rim.tolist() == [[90, 90], [270, 90], [270, 270], [90, 270]]
    assert dig.die_px == pytest.approx(32.0)


def test_the_region_holds_a_die_that_stands_on_the_edge() -> None:
    x0, y0, x1, y1 = felts_of(PLANE, TARGETS)[0].region
    assert max(x0, y0) < 80 - 2 * 16 + 1
    assert min(x1, y1) >= 280 + 2 * 16


def test_dice_half_beyond_the_edge_have_their_middle_where_it_is_sought_and_print_farther_off_has_not() -> None:
    felt = felts_of(PLANE, TARGETS)[0]
    _, x0, y0, _, _ = felt.tray
    half = TARGETS.die_mm / 2
    leaning, print_beside = (PLANE.px(np.array([[x0 - aside, y0 + 20]]), half)[0] for aside in (half, half + 6))
    assert felt.middles[0] <= leaning[0]
    assert print_beside[0] < felt.middles[0]


def test_a_camera_that_stays_is_asked_once() -> None:
    assert felts_of(PLANE, TARGETS) is felts_of(PLANE, TARGETS)


def test_a_thing_as_large_as_a_die_is_found_with_its_colour() -> None:
    pixels = felt_picture()
    cv2.rectangle(pixels, (150, 150), (181, 181), (240, 240, 240), -1)
    (thing,) = find_things(pixels, felts_of(PLANE, TARGETS)[0], (), 6.0)
    assert np.abs(thing.middle_px - 165.5).max() < 1
    assert thing.colour == (240, 240, 240)


def test_what_is_known_is_not_found() -> None:
    pixels = felt_picture()
    cv2.rectangle(pixels, (150, 150), (181, 181), (240, 240, 240), -1)
    assert find_things(pixels, felts_of(PLANE, TARGETS)[0], [(150.0, 150.0, 182.0, 182.0)], 6.0) == []


def test_a_crumb_and_a_cloth_are_no_dice() -> None:
    crumb, cloth = felt_picture(), felt_picture()
    cv2.circle(crumb, (165, 165), 5, (240, 240, 240), -1)
    cloth[90:220, 90:270] = 240
    felt = felts_of(PLANE, TARGETS)[0]
    assert find_things(crumb, felt, (), 6.0) == []
    assert find_things(cloth, felt, (), 6.0) == []


def test_straight_below_the_camera_nothing_is_seen_aslant() -> None:
    assert slant(PLANE, 320, 240) == 0.0
    assert slant(PLANE, 320 + 900, 240) == pytest.approx(0.5**0.5)
