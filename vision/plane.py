"""Pixels <-> millimetres, from the frame's corner markers; corrects the lens and the height of what is seen."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Lens, bend, eye_of, learn_lens, slopes_of, straighten, unknown_lens
from vision.tags import Tag

Matrix = npt.NDArray[np.float64]
Points = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Plane:
    """Where the table lies in the picture."""

    to_mm: Matrix  # of straightened pixels
    to_px: Matrix
    lens_k1: float
    size_px: tuple[int, int]  # width and height of the picture
    eye_mm: tuple[float, float, float]  # the camera: over which point of the table, and how high
    error_px: float  # how well the frame's corners fit
    lens_k2: float = 0.0

    def mm(self, points_px: npt.NDArray[Any], height_mm: float | npt.NDArray[Any] = 0.0) -> Points:
        """Where on the table things stand that are seen at those pixels, `height_mm` (all or each) above the table."""
        heights = np.asarray(height_mm, np.float64).reshape(-1, 1)
        flat = _through(self.to_mm, straighten(points_px, self.lens_k1, self.size_px, self.lens_k2))
        over = np.array(self.eye_mm[:2])
        return np.asarray(over + (flat - over) * (1 - heights / self.eye_mm[2]))

    def px(self, points_mm: Points, height_mm: float | npt.NDArray[Any] = 0.0) -> Points:
        """Where in the picture points are seen that lie there, `height_mm` (all or each) above the table."""
        over, heights = np.array(self.eye_mm[:2]), np.asarray(height_mm, np.float64).reshape(-1, 1)
        points = np.asarray(points_mm, np.float64).reshape(-1, 2)
        raised = over + (points - over) / (1 - heights / self.eye_mm[2])
        return bend(_through(self.to_px, raised), self.lens_k1, self.size_px, self.lens_k2)

    def on_the_way(self, points_mm: Points, height_mm: float, higher_mm: float) -> Points:
        """Where the camera's lines of sight to points at a height pass another height."""
        over, eye = np.array(self.eye_mm[:2]), self.eye_mm[2]
        return np.asarray(over + (points_mm - over) * ((eye - higher_mm) / (eye - height_mm)))

    def local(self, points_px: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        """n x 2 x 2: what a millimetre to the right and one down the table are in pixels, at those points of it."""
        bent, straightened = slopes_of(points_px, self.lens_k1, self.size_px, self.lens_k2)
        across, down, depth = (row[0] * straightened[:, 0] + row[1] * straightened[:, 1] + row[2] for row in self.to_mm)
        flat = np.stack((across, down), axis=1) / depth[:, None]
        table = (self.to_mm[None, :2, :2] - flat[:, :, None] * self.to_mm[None, 2:, :2]) / depth[:, None, None]
        return np.asarray(np.linalg.inv(table @ bent))

    def px_per_mm(self, x_mm: float, y_mm: float) -> float:
        here = self.px(np.array([[x_mm - 5, y_mm], [x_mm + 5, y_mm], [x_mm, y_mm - 5], [x_mm, y_mm + 5]]))
        return float((np.linalg.norm(here[1] - here[0]) + np.linalg.norm(here[3] - here[2])) / 20)


def find_plane(
    tags: Iterable[Tag],
    frame: Mapping[int, tuple[float, float]],
    side_mm: float,
    size_px: tuple[int, int],
    fov_deg: float = 66.0,
    lens_k1: float | None = None,
    lens: Lens | None = None,
    to_mm: Matrix | None = None,
) -> Plane | None:
    """The table's plane from at least two of its frame markers; the lens is fitted to them too unless it is known.

    `to_mm` is the matrix that was found with the lens, if it was.
    """
    seen = [tag for tag in tags if tag.id in frame]
    if len(seen) < 2:
        return None
    if lens is None:
        lens = unknown_lens(fov_deg, lens_k1)
        if lens_k1 is None and len(seen) == len(frame):
            lens, to_mm = learn_lens(seen, frame, side_mm, {}, size_px, lens)
    half = side_mm / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    table = np.vstack([square + np.array(frame[tag.id]) for tag in seen])
    picture = np.vstack([_printed(tag, lens) for tag in seen])
    straight = straighten(picture, lens.k1, size_px, lens.k2)
    to_mm = _homography(straight, table) if to_mm is None else to_mm
    if to_mm is None or abs(np.linalg.det(to_mm)) < 1e-12:
        return None
    to_px = np.asarray(np.linalg.inv(to_mm), np.float64)
    error = float(np.sqrt(((_through(to_px, table) - straight) ** 2).sum(axis=1).mean()))
    eye = eye_of(to_px, lens.focal * size_px[0] / 2, size_px)
    return Plane(to_mm, to_px, lens.k1, size_px, eye, error, lens.k2)


def _printed(tag: Tag, lens: Lens) -> Points:
    """The corners where they were printed: white paper blooms into black ink."""
    corners = tag.corners.astype(np.float64)
    return np.asarray(corners + (corners - tag.centre) * (2 * lens.bloom_px / tag.side_px))


def _through(matrix: Matrix, points: Points) -> Points:
    spread = np.column_stack((points, np.ones(len(points)))) @ matrix.T
    return np.asarray(spread[:, :2] / spread[:, 2:])


def _homography(source: Points, goal: Points) -> Matrix | None:
    found: Any = cv2.findHomography(source, goal)[0]  # None where the points allow none, whatever its types say
    return None if found is None else np.asarray(found, np.float64)
