"""Reads the printed markers: which, where, and which way up."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Grey = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float32]

MODULES = 8  # along a marker's side, its black border counted
PULLED = 1.2  # times as long as the side across from it is no square's side, from wherever it is seen
NOWHERE = 0.0, 0.0
DICTIONARY = cv2.aruco.DICT_ARUCO_MIP_36h12  # the only one the kits print: far codes, no false reads


@dataclass(frozen=True, eq=False)
class Tag:
    """A marker in the picture; corners run clockwise from its own upper left."""

    id: int
    corners: Points  # 4 x 2, pixels
    sure: float = 0.99
    down: tuple[float, float] = NOWHERE  # pixels, from its middle to the foot of what stands and carries it

    @cached_property
    def centre(self) -> Points:
        return np.asarray(self.corners.mean(axis=0), np.float32)

    @cached_property
    def side_px(self) -> float:
        """The side of a square of the same area: what is seen from the side is no square."""
        (ax, ay), (bx, by) = self.corners[2] - self.corners[0], self.corners[3] - self.corners[1]
        return float(np.sqrt(max(1.0, abs(ax * by - ay * bx) / 2)))

    @cached_property
    def inward(self) -> npt.NDArray[np.float64]:
        """2 x 2: turns pixels from its middle into sides along its own edges, from -0.5 to 0.5 within it."""
        (ax, ay), (bx, by) = self.corners[1] - self.corners[0], self.corners[3] - self.corners[0]
        return np.array([[by, -ay], [-bx, ax]], np.float64) / (float(ax) * float(by) - float(bx) * float(ay))

    @property
    def is_pulled(self) -> bool:
        """Whether a corner was drawn to something that lies over it."""
        sides = np.linalg.norm(self.corners - self.corners[[1, 2, 3, 0]], axis=1)
        return bool((np.maximum(sides[:2], sides[2:]) > PULLED * np.minimum(sides[:2], sides[2:])).any())


@lru_cache(maxsize=16)
def whereabouts(tags: tuple[Tag, ...]) -> tuple[Points, Points]:
    """The centres and sides of markers that many squares are compared with."""
    return centres_of(tags), sides_of(tags)


def centres_of(tags: Sequence[Tag]) -> Points:
    """n x 2: all of them at once, which is quicker than one by one."""
    return np.asarray(_corners_of(tags).mean(axis=1), np.float32)


def sides_of(tags: Sequence[Tag]) -> Points:
    """n: the sides of squares of the same area."""
    corners = _corners_of(tags)
    (ax, ay), (bx, by) = (corners[:, 2] - corners[:, 0]).T, (corners[:, 3] - corners[:, 1]).T
    return np.asarray(np.sqrt(np.maximum(1.0, np.abs(ax * by - ay * bx) / 2)), np.float32)


def _corners_of(tags: Sequence[Tag]) -> Points:
    return np.array([tag.corners for tag in tags], np.float32).reshape(-1, 4, 2)


def find_tags(grey: Grey) -> list[Tag]:
    """All markers that can be decoded by one threshold window: a third of what the default three cost."""
    corners, ids, _ = _detector().detectMarkers(grey)
    return _tags(corners, ids)


def find_all_tags(pixels: npt.NDArray[np.uint8]) -> list[Tag]:
    """Every marker of a photograph that can be read at all: several thresholds, and enlarged if it is small."""
    return find_all_in_grey(np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8))


def find_all_in_grey(grey: Grey, is_enlarged: bool = True) -> list[Tag]:
    """The same of a grey picture."""
    levelled = np.asarray(cv2.createCLAHE(2.0, (8, 8)).apply(grey), np.uint8)
    scales = (1.0,) if not is_enlarged else (1.0, 2.0) if max(grey.shape) <= 2600 else (1.0, 0.5)
    found: list[Tag] = []
    for scale in scales:
        for picture in (grey, levelled):
            sized = (
                picture if scale == 1 else cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
            )
            corners, ids, _ = _thorough_detector().detectMarkers(sized)
            for tag in _tags(corners, ids):
                tag = Tag(tag.id, np.asarray((tag.corners + 0.5) / scale - 0.5, np.float32))
                if not any(tag.id == old.id and np.abs(tag.centre - old.centre).sum() < tag.side_px for old in found):
                    found.append(tag)
    return found


def _tags(corners: Sequence[npt.NDArray[Any]], ids: object) -> list[Tag]:
    if ids is None:
        return []
    found = zip(np.asarray(ids).ravel().tolist(), corners, strict=True)
    return [Tag(number, np.asarray(corner.reshape(4, 2), np.float32)) for number, corner in found]


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
