"""Patterns laid over markers until they fit."""

import cv2
import numpy as np
import pytest

from companion.bench.sheet import Sheet, strewn
from vision.patterns import fitted, product, softness
from vision.tags import Tag, find_tags

SHEET = Sheet(strewn(12, side_mm=20.0))


def true_corners(number: int) -> np.ndarray:
    piece = SHEET.pieces[number]
    a, half = np.radians(piece.turned_deg), piece.side_mm / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    turned = square @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return np.array([SHEET.px(x + piece.x_mm, y + piece.y_mm) for x, y in turned])


def test_corners_are_found_to_a_fifth_of_a_pixel() -> None:
    grey = cv2.cvtColor(SHEET.picture(), cv2.COLOR_BGR2GRAY)
    tags, fits = fitted(grey, [tag for tag in find_tags(grey) if tag.id in SHEET.pieces])
    off = [np.abs(tag.corners - true_corners(tag.id)).mean() for tag in tags]
    assert len(off) >= 10
    assert max(off) < 0.4
    assert float(np.mean(off)) < 0.2
    assert fits.min() > 0.9


def test_a_pattern_that_fits_nowhere_leaves_the_corners_alone() -> None:
    blank = np.full((400, 400), 128, np.uint8)
    corners = np.array([[100, 100], [130, 100], [130, 130], [100, 130]], np.float32)
    (tag,), (fit,) = fitted(blank, [Tag(7, corners)])
    assert np.abs(tag.corners - corners).max() < 8
    assert fit < 0.3


@pytest.mark.parametrize(("blur_px", "least", "most"), [(0.5, 0.6, 0.9), (1.2, 0.9, 1.3), (2.4, 1.8, 2.5)])
def test_blur_is_measured(blur_px: float, least: float, most: float) -> None:
    grey = cv2.cvtColor(Sheet(blur_px=blur_px).picture(), cv2.COLOR_BGR2GRAY)
    assert least <= softness(grey, find_tags(grey)) <= most


@pytest.mark.parametrize("rows", [1, 7, 300])
def test_a_product_in_slices_is_the_product(rows: int) -> None:
    rng = np.random.default_rng(1)
    one, other = rng.normal(size=(rows, 576)).astype(np.float32), rng.normal(size=(576, 49)).astype(np.float32)
    assert np.allclose(product(one, other), one.astype(np.float64) @ other.astype(np.float64), atol=1e-3)
