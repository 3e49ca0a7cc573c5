"""A lens measured from drawn pictures of the page, through lenses that are known."""

from math import cos, radians, sin, tan

import cv2
import numpy as np
import pytest

from vision.calibration import COLUMNS, HEIGHT_MM, PAGE, ROWS, SIDE_MM, WIDTH_MM, Calibration
from vision.lens import bend
from vision.tags import dictionary

SIZE = (1280, 720)
PX_MM = 4
SIDES = ((0, 0), (25, 0), (-25, 0), (0, 25), (0, -25), (22, 22))


@pytest.fixture(scope="module")
def page() -> np.ndarray:
    art = np.full((round(HEIGHT_MM * PX_MM), round(WIDTH_MM * PX_MM)), 255, np.uint8)
    side = round(SIDE_MM * PX_MM)
    for marker, (x, y) in PAGE.items():
        left, top = round((x - SIDE_MM / 2) * PX_MM), round((y - SIDE_MM / 2) * PX_MM)
        art[top : top + side, left : left + side] = cv2.aruco.generateImageMarker(dictionary(), marker, side)
    return art


def turning(tilt: float, yaw: float) -> np.ndarray:
    a, b = radians(tilt), radians(yaw)
    down = np.array([[1, 0, 0], [0, cos(a), -sin(a)], [0, sin(a), cos(a)]])
    across = np.array([[cos(b), 0, sin(b)], [0, 1, 0], [-sin(b), 0, cos(b)]])
    return down @ across


def picture(page: np.ndarray, fov: float, k1: float, tilt: float, yaw: float) -> np.ndarray:
    """The page in the middle of the picture, held so that it fills it; k1 in focal lengths, as OpenCV has it."""
    wide, high = SIZE
    focal = wide / 2 / tan(radians(fov / 2))
    inner = np.array([[focal, 0, wide / 2], [0, focal, high / 2], [0, 0, 1]])
    turn = turning(tilt, yaw)
    shift = -turn @ np.array([WIDTH_MM / 2, HEIGHT_MM / 2, 0]) + np.array([0, 0, 250 / tan(radians(fov / 2))])
    matrix = inner @ np.column_stack((turn[:, 0], turn[:, 1], shift)) @ np.diag([1 / PX_MM, 1 / PX_MM, 1])
    straight = cv2.warpPerspective(page, matrix, SIZE, flags=cv2.INTER_AREA, borderValue=120)
    points = np.stack(np.meshgrid(np.arange(wide), np.arange(high)), axis=2).reshape(-1, 1, 2).astype(np.float32)
    back = cv2.undistortPoints(points, inner, np.array([k1, 0, 0, 0]), P=inner).reshape(high, wide, 2)
    bent = cv2.remap(straight, back.astype(np.float32), None, cv2.INTER_LINEAR, borderValue=120)
    return np.repeat(cv2.GaussianBlur(bent, (0, 0), 0.7)[:, :, None], 3, axis=2)


@pytest.mark.parametrize(("fov", "k1", "begun"), [(66, -0.03, 66), (66, 0.05, 62), (98, -0.14, 90)])
def test_the_lens_comes_out_as_the_pictures_were_bent(page, fov, k1, begun):
    calibration = Calibration(begun)
    for tilt, yaw in SIDES:
        assert calibration.take(picture(page, fov, k1, tilt, yaw)) == ""
    measured = calibration.measured()
    assert measured.pictures == len(SIDES)
    assert measured.fov_deg == pytest.approx(fov, abs=0.6)
    assert measured.error_px < 0.8
    focal = SIZE[0] / 2 / tan(radians(fov / 2))
    rays = np.array([[x, y] for x in (240, 640, 1040) for y in (60, 360, 660)], np.float64)
    flat = (rays - np.array(SIZE) / 2) / focal
    true = np.array(SIZE) / 2 + flat * (1 + k1 * (flat**2).sum(axis=1, keepdims=True)) * focal
    own = bend(rays, measured.lens_k1, SIZE, measured.lens_k2)
    assert np.abs(own - true).max() < 1.5  # where the page was held; nobody knows what is beyond


def test_a_second_picture_from_the_same_side_is_refused(page):
    calibration = Calibration()
    assert calibration.take(picture(page, 66, 0, 0, 0)) == ""
    assert "tilt or turn the page" in calibration.take(picture(page, 66, 0, 3, 2))
    assert calibration.count == 1


def test_a_picture_without_the_page_is_refused(page):
    said = Calibration().take(np.full((720, 1280, 3), 127, np.uint8))
    assert said.startswith(f"only 0 of the page's {COLUMNS * ROWS} markers are seen; ")


def test_a_picture_of_another_size_is_refused(page):
    calibration = Calibration()
    calibration.take(picture(page, 66, 0, 0, 0))
    other = cv2.resize(picture(page, 66, 0, 25, 0), (960, 540), interpolation=cv2.INTER_AREA)
    assert calibration.take(other) == "it is 960 x 540, the others are 1280 x 720"
