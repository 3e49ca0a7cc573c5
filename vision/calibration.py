"""A lens measured with a printed page of markers, from pictures that look at it from several sides."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan, degrees

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Lens, learn_lens, unknown_lens
from vision.patterns import fitted
from vision.plane import Plane, find_plane
from vision.tags import Tag, find_tags

Image = npt.NDArray[np.uint8]

COLUMNS, ROWS = 5, 6
SIDE_MM, PITCH_MM = 28.0, 36.0
WIDTH_MM, HEIGHT_MM = COLUMNS * PITCH_MM, ROWS * PITCH_MM
ENOUGH = 6  # pictures
LEAST_TAGS = 12  # of a picture that counts
SOFT_PX = 1.0
APART_DEG = 12.0  # between two ways of looking at the page, or they say the same
MOST_ERROR_PX = 1.5  # a page that is not flat, or was not printed at 100 %

PAGE = {
    row * COLUMNS + column: ((column + 0.5) * PITCH_MM, (row + 0.5) * PITCH_MM)
    for row in range(ROWS)
    for column in range(COLUMNS)
}  # marker -> its centre in mm from the page's upper left marker field


@dataclass(frozen=True)
class Measured:
    """A lens in the words of the settings, and how far the page's corners are off with it."""

    fov_deg: float
    lens_k1: float
    lens_k2: float
    error_px: float
    pictures: int


class Calibration:
    """Takes pictures of the page one after the other; `measured` once there are enough of them."""

    def __init__(self, fov_deg: float = 66.0) -> None:
        self._begun = unknown_lens(fov_deg)
        self._views: list[tuple[tuple[Tag, ...], tuple[int, int]]] = []
        self._ways: list[npt.NDArray[np.float64]] = []

    @property
    def count(self) -> int:
        return len(self._views)

    def take(self, pixels: Image) -> str:
        """Adds a picture; an empty answer, or why it is of no use."""
        grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
        size = (grey.shape[1], grey.shape[0])
        tags = tuple(fitted(grey, [tag for tag in find_tags(grey) if tag.id in PAGE], SOFT_PX)[0])
        if len(tags) < LEAST_TAGS:
            return f"only {len(tags)} of the page's {len(PAGE)} markers are seen; bring it closer, flat and lit"
        if self._views and self._views[0][1] != size:
            return f"it is {size[0]} x {size[1]}, the others are {self._views[0][1][0]} x {self._views[0][1][1]}"
        way = _way(find_plane(tags, PAGE, SIDE_MM, size, lens=self._begun))
        if any(_between_deg(way, other) < APART_DEG for other in self._ways):
            return "it looks from the same side as one before; tilt or turn the page"
        self._views.append((tags, size))
        self._ways.append(way)
        return ""

    def measured(self) -> Measured:
        """The lens that fits them all, gone through twice so that the first picture profits from the last."""
        lens = self._begun
        for _ in range(2):
            for tags, size in self._views:
                lens, _ = learn_lens(tags, PAGE, SIDE_MM, {}, size, lens)
        errors = [_error(tags, size, lens) for tags, size in self._views]
        fov = degrees(2 * atan(1 / lens.focal))
        return Measured(round(fov, 2), round(lens.k1, 5), round(lens.k2, 5), round(max(errors), 3), self.count)


def _way(plane: Plane | None) -> npt.NDArray[np.float64]:
    """The direction from which the page is seen, and which way up it is, as one vector to compare."""
    if plane is None:
        return np.array([0.0, 0.0, 1.0])
    eye = np.array(plane.eye_mm) - (WIDTH_MM / 2, HEIGHT_MM / 2, 0)
    return np.asarray(eye / np.linalg.norm(eye))


def _between_deg(one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> float:
    return float(np.degrees(np.arccos(np.clip(one @ other, -1, 1))))


def _error(tags: Sequence[Tag], size: tuple[int, int], lens: Lens) -> float:
    plane = find_plane(tags, PAGE, SIDE_MM, size, lens=lens)
    return float("inf") if plane is None else plane.error_px
