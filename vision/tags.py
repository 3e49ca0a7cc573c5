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
MODULES = 8  # a marker's side, border included


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
        return float(np.linalg.norm(self.corners - np.roll(self.corners, 1, axis=0), axis=1).mean())


def find_tags(grey: Grey, offset: tuple[int, int] = (0, 0)) -> list[Tag]:
    """All markers of a grey picture by one threshold window: a third of what the default three cost."""
    corners, ids, _ = _detector(19).detectMarkers(grey)
    return _tags(corners, ids, offset)


def find_rejected(grey: Grey) -> tuple[list[Tag], list[Points]]:
    """All markers, and the middles of what looked like one but could not be read: worth a second look."""
    corners, ids, rejected = _detector(19).detectMarkers(grey)
    tags = _tags(corners, ids, (0, 0))
    if not tags or not len(rejected):
        return tags, []
    quads = np.asarray(rejected, np.float32).reshape(-1, 4, 2)
    sides = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2)
    smallest = min(tag.side_px for tag in tags)
    square = (sides.min(axis=1) > 0.6 * smallest) & (sides.max(axis=1) < 1.4 * sides.min(axis=1))
    middles = quads[square].mean(axis=1)
    read = np.array([tag.centre for tag in tags])
    away = np.abs(middles[:, None] - read[None]).max(axis=2).min(axis=1)
    return tags, list(middles[away > 0.6 * smallest])


def find_small_tags(grey: Grey, x0: int, y0: int, x1: int, y1: int) -> list[Tag]:
    """A second, closer look at one part of the picture: enlarged, with another threshold and more patience."""
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(grey.shape[1], x1), min(grey.shape[0], y1)
    if x1 - x0 < 12 or y1 - y0 < 12:
        return []
    part = cv2.resize(grey[y0:y1, x0:x1], None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    corners, ids, _ = _patient_detector().detectMarkers(part)
    return [Tag(tag.id, _shifted(tag.corners / 2, (x0, y0))) for tag in _tags(corners, ids, (0, 0))]


def _tags(corners: Sequence[npt.NDArray[Any]], ids: object, offset: tuple[int, int]) -> list[Tag]:
    if ids is None:
        return []
    found = zip(np.asarray(ids).ravel().tolist(), corners, strict=True)
    return [Tag(number, _shifted(corner.reshape(4, 2), offset)) for number, corner in found]


def _shifted(corners: npt.NDArray[Any], offset: tuple[int, int]) -> Points:
    return np.asarray(corners + np.array(offset), np.float32)


@cache
def _dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(DICTIONARY)


@cache
def _detector(window_px: int) -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = window_px
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 3
    settings.polygonalApproxAccuracyRate = 0.05
    settings.minMarkerPerimeterRate = 0.03
    settings.maxMarkerPerimeterRate = 0.5
    return cv2.aruco.ArucoDetector(_dictionary(), settings)


@cache
def _patient_detector() -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = 27
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.polygonalApproxAccuracyRate = 0.06
    settings.minMarkerPerimeterRate = 0.3
    settings.perspectiveRemovePixelPerCell = 8
    settings.perspectiveRemoveIgnoredMarginPerCell = 0.25
    settings.errorCorrectionRate = 0.8
    settings.minOtsuStdDev = 3.0
    return cv2.aruco.ArucoDetector(_dictionary(), settings)
