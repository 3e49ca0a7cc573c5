"""What hides a part of the table: a mirrored light."""

import cv2
import numpy as np

from companion.bench.sheet import Sheet, strewn
from vision.board import find_board
from vision.hands import find_glare, told
from vision.lens import unknown_lens
from vision.problems import Problem


def glare(pixels: np.ndarray, sheet: Sheet) -> list[Problem]:
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    search = find_board(grey, sheet.targets(), unknown_lens(66.0))
    assert search.board is not None
    plane = search.board.plane
    return told("glare", find_glare(pixels, plane, sheet.targets(), search.tags), plane)


def shone_on(pixels: np.ndarray, x: float, y: float, radius_px: float, ceiling: int) -> np.ndarray:
    """A lamp mirrored there, warm, through a tone curve that ends at that ceiling."""
    down, across = np.mgrid[0 : pixels.shape[0], 0 : pixels.shape[1]]
    fall = 1.6 * np.exp(-((across - x) ** 2 + (down - y) ** 2) / radius_px**2)
    lit = pixels + fall[:, :, None] * np.array([150.0, 220, 255])
    return np.minimum(lit, ceiling).astype(np.uint8)


def dimmed(sheet: Sheet) -> np.ndarray:
    return (sheet.picture() * 0.8).astype(np.uint8)


def test_a_mirrored_lamp_is_told_at_its_place_though_nothing_is_white() -> None:
    sheet = Sheet(strewn(20))
    (problem,) = glare(shone_on(dimmed(sheet), *sheet.px(500, 250), 45, ceiling=238), sheet)
    assert problem.what == "glare"
    assert np.hypot((problem.x_mm or 0) - 500, (problem.y_mm or 0) - 250) < 15


def test_white_paper_on_the_table_is_no_glare() -> None:
    sheet = Sheet(strewn(20))
    pixels = dimmed(sheet)
    x, y = (round(value) for value in sheet.px(440, 60))
    pixels[y - 60 : y + 60, x - 90 : x + 90] = 196  # as bright as the paper around the markers
    assert glare(pixels, sheet) == []


def test_paper_whiter_than_the_prints_is_no_glare_for_it_ends_at_an_edge() -> None:
    sheet = Sheet(strewn(20))
    pixels = dimmed(sheet)
    x, y = (round(value) for value in sheet.px(440, 260))
    pixels[y - 60 : y + 60, x - 90 : x + 90] = 238
    assert glare(pixels, sheet) == []


def test_a_lamp_mirrored_in_busy_print_is_told() -> None:
    sheet = Sheet(strewn(40))
    pixels = sheet.picture()
    pixels[::6] //= 2  # fine dark lines all over
    (problem,) = glare(shone_on(pixels, *sheet.px(440, 290), 60, ceiling=255), sheet)
    assert np.hypot((problem.x_mm or 0) - 440, (problem.y_mm or 0) - 290) < 15


def test_light_from_one_side_is_no_glare() -> None:
    sheet = Sheet(strewn(20))
    pixels = sheet.picture()
    falling = np.linspace(1.0, 0.5, pixels.shape[1])[None, :, None]
    assert glare((pixels * falling).astype(np.uint8), sheet) == []
