"""Brushes: what they do to a picture, and what they leave alone."""

import cv2
import numpy as np
import pytest

from companion.simulation.paint import Image, bgr, darken, die_face, over, shine


def grey(level: int = 100) -> Image:
    return np.full((40, 60, 3), level, np.uint8)


def test_what_is_opaque_covers_and_what_is_clear_does_not() -> None:
    above = np.zeros((40, 60, 4), np.uint8)
    above[:, :30] = 200, 200, 200, 255
    both = over(grey(), above)
    assert both[:, :30].min() == both[:, :30].max() == 200
    assert (both[:, 30:] == 100).all()


def test_a_shadow_falls_inside_its_outline_and_fades_around_it() -> None:
    picture = grey()
    darken(picture, np.array([[20, 10], [40, 10], [40, 30], [20, 30]], np.float32), to=0.5, blur_px=1.0)
    assert picture[20, 30, 0] == pytest.approx(50, abs=2)
    assert 50 < picture[20, 20, 0] < 100
    assert picture[20, 5, 0] == 100


def test_a_shadow_beside_the_picture_changes_nothing() -> None:
    picture = grey()
    darken(picture, np.array([[200, 200], [220, 200], [220, 220]], np.float32), to=0.5, blur_px=1.0)
    assert (picture == 100).all()


def test_light_is_brightest_in_its_middle_and_has_a_colour() -> None:
    picture = grey()
    shine(picture, 30, 20, 5, bgr("#ff0000"), power=0.4)
    blue, green, red = picture[20, 30].tolist()
    assert red > picture[20, 36, 2] > 100 == blue == green


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_has_as_many_pips_as_it_says(value: int) -> None:
    face = die_face(value, "#ffffff", "#000000")
    dark = ((face[:, :, 0] < 128) & (face[:, :, 3] > 128)).astype(np.uint8)
    count, _ = cv2.connectedComponents(dark)
    assert count - 1 == value
