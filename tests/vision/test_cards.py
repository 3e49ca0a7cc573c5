"""Four loose cards: how far apart they lie."""

from math import cos, sin

import cv2
import numpy as np
import pytest

from vision.cards import measure_cards
from vision.lens import bend
from vision.tags import Tag

FRAME = (116, 117, 118, 119)
SIDE = 30.0
SIZE = (1920, 1080)
START = {0: (-12.3, -12.3), 101: (12.3, 12.3)}  # the two markers of a start tile
PX = 1.8


def seen(wide: float, high: float, k1: float = 0.0, bloom: float = 0.0, tilt: float = 0.0) -> list[Tag]:
    """Four cards in the corners of that rectangle and a start tile at a third of it, under a tilted, bent camera."""
    middle = np.array([wide / 2, high / 2])
    spots = dict(zip(FRAME, ((0, 0), (wide, 0), (wide, high), (0, high)), strict=True))
    sides = dict.fromkeys(FRAME, SIDE) | dict.fromkeys(START, 16.2)
    turn = np.array([[cos(0.04), -sin(0.04)], [sin(0.04), cos(0.04)]])
    for marker, at in START.items():
        spots[marker] = tuple(np.array([wide / 3, high / 2]) + turn @ np.array(at))
    tags = []
    for marker, at in spots.items():
        half = sides[marker] / 2
        square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        mm = (square @ turn.T if marker in START else square) + np.array(at) - middle
        flat = mm * PX / (1 + tilt * mm[:, 1:] / 1000) + np.array(SIZE) / 2
        bent = bend(flat, k1, SIZE)
        side_px = cv2.contourArea(bent.astype(np.float32)) ** 0.5
        tags.append(Tag(marker, (bent - (bent - bent.mean(axis=0)) * 2 * bloom / side_px).astype(np.float32)))
    return tags


@pytest.mark.parametrize(("wide", "high"), [(700, 480), (960, 500), (520, 540)])
@pytest.mark.parametrize(("k1", "tilt"), [(0.0, 0.0), (-0.04, 0.0), (0.02, 0.3), (-0.04, -0.4)])
def test_the_rectangle_is_learnt_to_a_hundredth(wide: float, high: float, k1: float, tilt: float) -> None:
    found = measure_cards(seen(wide, high, k1, tilt=tilt), FRAME, SIDE, SIZE, START, 16.2)
    assert found is not None
    assert (found.width_mm, found.height_mm) == pytest.approx((wide, high), rel=0.01)


def test_where_the_start_tile_lies_is_learnt_too() -> None:
    found = measure_cards(seen(700, 480, -0.03), FRAME, SIDE, SIZE, START, 16.2)
    assert found is not None
    assert found.anchor_mm == pytest.approx((700 / 3, 240), abs=2)


def test_paper_that_blooms_does_not_make_the_table_larger() -> None:
    found = measure_cards(seen(700, 480, bloom=0.4), FRAME, SIDE, SIZE, START, 16.2)
    assert found is not None
    assert (found.width_mm, found.height_mm) == pytest.approx((700, 480), rel=0.01)


def test_three_cards_are_not_enough() -> None:
    assert measure_cards(seen(700, 480)[1:], FRAME, SIDE, SIZE) is None


def test_cards_in_the_wrong_order_are_no_rectangle() -> None:
    assert measure_cards(seen(700, 480), (116, 118, 117, 119), SIDE, SIZE) is None
