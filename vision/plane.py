"""Pixels <-> millimetres, from the frame's corner markers; corrects the lens and the height of what is seen."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import radians, tan
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

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

    def mm(self, points_px: npt.NDArray[Any], height_mm: float | npt.NDArray[Any] = 0.0) -> Points:
        """Where on the table things stand that are seen at those pixels, `height_mm` (all or each) above the table."""
        heights = np.asarray(height_mm, np.float64).reshape(-1, 1)
        flat = _through(self.to_mm, straighten(points_px, self.lens_k1, self.size_px))
        over = np.array(self.eye_mm[:2])
        return np.asarray(over + (flat - over) * (1 - heights / self.eye_mm[2]))

    def px(self, points_mm: Points, height_mm: float = 0.0) -> Points:
        """Where in the picture a point of the table is seen."""
        over = np.array(self.eye_mm[:2])
        points = np.asarray(points_mm, np.float64).reshape(-1, 2)
        raised = over + (points - over) / (1 - height_mm / self.eye_mm[2])
        return bend(_through(self.to_px, raised), self.lens_k1, self.size_px)

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
) -> Plane | None:
    """The table's plane from at least two of its frame markers; the lens is fitted too unless it is known."""
    seen = {tag.id: tag.corners for tag in tags if tag.id in frame}
    if len(seen) < 2:
        return None
    half = side_mm / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    table = np.vstack([square + np.array(frame[number]) for number in seen])
    picture = np.vstack(list(seen.values())).astype(np.float64)
    if lens_k1 is None:
        lens_k1 = _fit_lens(picture, table, size_px) if len(seen) == len(frame) else 0.0
    straight = straighten(picture, lens_k1, size_px)
    to_mm = _homography(straight, table)
    if to_mm is None:
        return None
    to_px = np.asarray(np.linalg.inv(to_mm), np.float64)
    error = float(np.sqrt(((_through(to_px, table) - straight) ** 2).sum(axis=1).mean()))
    return Plane(to_mm, to_px, lens_k1, size_px, _eye(straight, table, size_px, fov_deg), error)


def straighten(points_px: npt.NDArray[Any], k1: float, size_px: tuple[int, int]) -> Points:
    """Undoes a weak radial lens around the middle of the picture."""
    points, middle, half = np.asarray(points_px, np.float64).reshape(-1, 2), np.array(size_px) / 2, size_px[0] / 2
    aside = (points - middle) / half
    return np.asarray(middle + aside * (1 - k1 * (aside**2).sum(axis=1, keepdims=True)) * half)


def bend(points_px: npt.NDArray[Any], k1: float, size_px: tuple[int, int]) -> Points:
    """The way back: where the lens puts a point of a straight picture."""
    middle, half = np.array(size_px) / 2, size_px[0] / 2
    straight = (np.asarray(points_px, np.float64).reshape(-1, 2) - middle) / half
    bent = straight
    for _ in range(4):
        bent = straight / (1 - k1 * (bent**2).sum(axis=1, keepdims=True))
    return np.asarray(middle + bent * half)


def _through(matrix: Matrix, points: Points) -> Points:
    spread = np.column_stack((points, np.ones(len(points)))) @ matrix.T
    return np.asarray(spread[:, :2] / spread[:, 2:])


def _homography(source: Points, goal: Points) -> Matrix | None:
    found: Any = cv2.findHomography(source, goal)[0]  # None where the points allow none, whatever its types say
    return None if found is None else np.asarray(found, np.float64)


def _fit_lens(picture: Points, table: Points, size_px: tuple[int, int]) -> float:
    """The bend that lets all sixteen corners lie best on one plane, searched coarse to fine."""

    def misfit(k1: float) -> float:
        straight = straighten(picture, k1, size_px)
        found = _homography(table, straight)
        return float("inf") if found is None else float(((_through(found, table) - straight) ** 2).sum())

    best, step = 0.0, 0.08
    while step > 0.002:
        best = min((best + i * step for i in (-2, -1, 0, 1, 2)), key=misfit)
        step /= 2.5
    return best if misfit(best) < 0.8 * misfit(0.0) else 0.0


def _eye(straight: Points, table: Points, size_px: tuple[int, int], fov_deg: float) -> tuple[float, float, float]:
    """Where the camera is, from the corners and the width of its view."""
    focal = size_px[0] / 2 / tan(radians(fov_deg / 2))
    inner = np.array([[focal, 0, size_px[0] / 2], [0, focal, size_px[1] / 2], [0, 0, 1]])
    flat = np.column_stack((table, np.zeros(len(table))))
    found, turn, shift = cv2.solvePnP(flat, straight, inner, np.zeros(4), flags=cv2.SOLVEPNP_IPPE)
    if not found:
        return float(table[:, 0].mean()), float(table[:, 1].mean()), 1000.0
    x, y, z = (-cv2.Rodrigues(turn)[0].T @ shift).ravel()
    return float(x), float(y), max(200.0, abs(float(z)))
