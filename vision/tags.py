"""Reads the printed markers: which, where, and which way up."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Grey = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float32]

DICTIONARY = cv2.aruco.DICT_ARUCO_MIP_36h12  # the only one the kits print: far codes, no false reads
WINDOWS = (27, 17, 41)  # threshold windows of closer looks, one after the other


@dataclass(frozen=True, eq=False)
class Tag:
    """A marker in the picture; corners run clockwise from its own upper left."""

    id: int
    corners: Points  # 4 x 2, pixels

    @cached_property
    def centre(self) -> Points:
        return np.asarray(self.corners.mean(axis=0), np.float32)

    @cached_property
    def side_px(self) -> float:
        return float(np.hypot(*(self.corners[0] - self.corners[2])) / np.sqrt(2))


def find_rejected(grey: Grey, offset: tuple[int, int] = (0, 0)) -> tuple[list[Tag], list[Points]]:
    """All markers by one threshold window (a third of what the default three cost), and the middles of what looked
    like a marker but could not be read: worth a closer look."""
    corners, ids, rejected = _detector().detectMarkers(grey)
    tags = _tags(corners, ids, offset)
    if not len(rejected):
        return tags, []
    quads = np.asarray(rejected, np.float32).reshape(-1, 4, 2) + np.array(offset, np.float32)
    sides = np.linalg.norm(quads - quads[:, (3, 0, 1, 2)], axis=2)
    smallest = min((tag.side_px for tag in tags), default=16.0)
    square = (sides.min(axis=1) > 0.6 * smallest) & (sides.max(axis=1) < 1.4 * sides.min(axis=1))
    return tags, list(quads[square].mean(axis=1))


def find_all_tags(pixels: npt.NDArray[np.uint8]) -> list[Tag]:
    """Every marker of a photograph that can be read at all: several thresholds, and enlarged if it is small."""
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    levelled = np.asarray(cv2.createCLAHE(2.0, (8, 8)).apply(grey), np.uint8)
    scales = (1.0, 2.0) if max(grey.shape) <= 2600 else (1.0, 0.5)
    found: list[Tag] = []
    for scale in scales:
        for picture in (grey, levelled):
            sized = (
                picture if scale == 1 else cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
            )
            corners, ids, _ = _thorough_detector().detectMarkers(sized)
            for tag in _tags(corners, ids, (0, 0)):
                tag = Tag(tag.id, np.asarray((tag.corners + 0.5) / scale - 0.5, np.float32))
                if not any(tag.id == old.id and np.abs(tag.centre - old.centre).sum() < tag.side_px for old in found):
                    found.append(tag)
    return found


def find_small_tags(grey: Grey, x0: int, y0: int, x1: int, y1: int, attempt: int = 0) -> list[Tag]:
    """A closer look at one part of the picture: enlarged, more patient, and with another threshold at each attempt."""
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(grey.shape[1], x1), min(grey.shape[0], y1)
    if x1 - x0 < 12 or y1 - y0 < 12:
        return []
    part = cv2.resize(grey[y0:y1, x0:x1], None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    corners, ids, _ = _patient_detector(WINDOWS[attempt % len(WINDOWS)]).detectMarkers(part)
    return [Tag(tag.id, _shifted(tag.corners / 2, (x0, y0))) for tag in _tags(corners, ids, (0, 0))]


def _tags(corners: Sequence[npt.NDArray[Any]], ids: object, offset: tuple[int, int]) -> list[Tag]:
    if ids is None:
        return []
    found = zip(np.asarray(ids).ravel().tolist(), corners, strict=True)
    return [Tag(number, _shifted(corner.reshape(4, 2), offset)) for number, corner in found]


def _shifted(corners: npt.NDArray[Any], offset: tuple[int, int]) -> Points:
    return np.asarray(corners + np.array(offset), np.float32)


@cache
def dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(DICTIONARY)


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = 19
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 3
    settings.polygonalApproxAccuracyRate = 0.05
    settings.minMarkerPerimeterRate = 0.03  # of points along the outline: a marker turned by 45 degrees has few
    return cv2.aruco.ArucoDetector(dictionary(), settings)


@cache
def _patient_detector(window_px: int) -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = window_px
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.polygonalApproxAccuracyRate = 0.06
    settings.minMarkerPerimeterRate = 0.3
    settings.perspectiveRemovePixelPerCell = 8
    settings.perspectiveRemoveIgnoredMarginPerCell = 0.25
    settings.errorCorrectionRate = 0.8
    settings.minOtsuStdDev = 3.0
    return cv2.aruco.ArucoDetector(dictionary(), settings)


@cache
def _thorough_detector() -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin, settings.adaptiveThreshWinSizeMax = 7, 43
    settings.adaptiveThreshWinSizeStep = 9
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 3
    settings.polygonalApproxAccuracyRate = 0.05
    settings.minMarkerPerimeterRate = 0.015
    settings.perspectiveRemovePixelPerCell = 6
    settings.perspectiveRemoveIgnoredMarginPerCell = 0.2
    return cv2.aruco.ArucoDetector(dictionary(), settings)
