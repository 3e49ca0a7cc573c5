"""Markers as patterns of grey: laid over the picture until they fit, which tells their place far below a pixel."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.tags import MODULES, Grey, Tag, dictionary

Array = npt.NDArray[np.float32]

PER_MODULE = 2  # samples
EDGE = 0.0  # modules of the border that are left out
SOFT_PX = 0.9  # how soft a good camera makes an edge
SOFTNESSES = (0.6, 0.9, 1.3, 1.8, 2.5)
STEPS = 4
FARTHEST = 1.5  # modules a corner may be moved before the fit is not believed


@cache
def cells_of(marker: int) -> Array:
    """8 x 8 cells of the marker as printed, -1 black and 1 white."""
    drawn = cv2.aruco.generateImageMarker(dictionary(), marker, MODULES)
    return np.asarray(drawn.astype(np.float32) / 127.5 - 1)


@cache
def _grid() -> Array:
    """Where a marker is sampled, in its own square from 0 to 1."""
    count = round((MODULES - 2 * EDGE) * PER_MODULE)
    along = (EDGE + (np.arange(count) + 0.5) / PER_MODULE) / MODULES
    return np.asarray(np.stack(np.meshgrid(along, along), axis=-1).reshape(-1, 2), np.float32)


@cache
def _template(marker: int, soft: float) -> tuple[Array, Array]:
    """The soft pattern at the grid's points, mean 0 and length 1; and its slope along both sides of the square."""
    fine = 8
    cells = np.pad(cells_of(marker), 1, constant_values=1.0)
    large = np.repeat(np.repeat(cells, fine, axis=0), fine, axis=1)
    blurred = np.asarray(cv2.GaussianBlur(large, (0, 0), soft * fine, borderType=cv2.BORDER_REPLICATE), np.float32)
    at = (_grid() * MODULES + 1) * fine - 0.5
    values = _taken(blurred, at)
    right, down = np.array([fine / 2, 0.0]), np.array([0.0, fine / 2])
    slope_x = (_taken(blurred, at + right) - _taken(blurred, at - right)) * MODULES  # over one module
    slope_y = (_taken(blurred, at + down) - _taken(blurred, at - down)) * MODULES
    middle = values.mean()
    length = np.linalg.norm(values - middle)
    return np.asarray((values - middle) / length), np.asarray(np.column_stack((slope_x, slope_y)) / length)


def _taken(picture: Array, at: npt.NDArray[Any]) -> Array:
    return sampled(picture, at[:, :1], at[:, 1:])[:, 0]


def _softness(side_px: float, soft_px: float) -> float:
    """How soft the pattern of a marker so large is, in modules, in steps that are worth keeping."""
    return round(float(np.clip(soft_px * MODULES / side_px, 0.15, 0.7)) * 20) / 20


def sampled(picture: npt.NDArray[Any], x: npt.NDArray[Any], y: npt.NDArray[Any]) -> Array:
    """The picture's values at those points, between pixels too; beyond its edge as at the edge."""
    across, down = np.ascontiguousarray(x, np.float32), np.ascontiguousarray(y, np.float32)
    seen = cv2.remap(picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)


def product(one: Array, other: Array) -> Array:
    """one @ other on this thread alone: numpy would wake others, which costs more than it saves on so little."""
    return np.asarray(cv2.gemm(one, other, 1.0, np.empty(0, np.float32), 0.0), np.float32)


def fitted(grey: Grey, tags: Sequence[Tag], soft_px: float = SOFT_PX, bends: bool = True) -> tuple[list[Tag], Array]:
    """The tags with their corners where the pattern fits best, and how well it does (1 is perfectly).

    A tag whose fit runs away keeps its corners.
    """
    if not tags:
        return [], np.zeros(0, np.float32)
    templates = [_template(tag.id, _softness(tag.side_px, soft_px)) for tag in tags]
    values, slopes = np.stack([one for one, _ in templates]), np.stack([two for _, two in templates])
    warps = np.stack([_square_to(tag.corners) for tag in tags])
    warps, scores = _settled(grey, values, slopes, warps, 8 if bends else 6)
    corners = _at(warps, np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64))
    out = []
    for n, tag in enumerate(tags):
        moved = np.abs(corners[n] - tag.corners).max()
        is_sane = np.isfinite(moved) and moved < FARTHEST * tag.side_px / MODULES
        out.append(Tag(tag.id, corners[n].astype(np.float32), tag.sure) if is_sane else tag)
    return out, scores


def softness(grey: Grey, tags: Sequence[Tag]) -> float:
    """How soft the picture's edges are, in pixels (a Gaussian's sigma): the blur with which those tags fit best."""
    fits = [float(np.mean(fitted(grey, tags, soft_px)[1])) for soft_px in SOFTNESSES]
    return SOFTNESSES[int(np.argmax(fits))]


def _square_to(corners: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(unit, corners.astype(np.float32)))


def _at(warps: npt.NDArray[np.float64], points: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    x, y = points.T
    across, down, depth = (np.outer(row[:, 0], x) + np.outer(row[:, 1], y) + row[:, 2:] for row in warps.swapaxes(0, 1))
    return np.stack((across / depth, down / depth), axis=2)


def _settled(
    grey: Grey, values: Array, slopes: Array, warps: npt.NDArray[np.float64], freedoms: int
) -> tuple[npt.NDArray[np.float64], Array]:
    """Inverse compositional alignment of all patterns at once."""
    x, y = _grid().T - 0.5
    one, nought = np.ones_like(x), np.zeros_like(x)
    along = np.stack((x, y, one, nought, nought, nought, -x * x, -x * y), axis=1)[:, :freedoms]
    down = np.stack((nought, nought, nought, x, y, one, -x * y, -y * y), axis=1)[:, :freedoms]
    steepest = slopes[:, :, :1] * along + slopes[:, :, 1:] * down
    steepest = steepest - steepest.mean(axis=1, keepdims=True)
    steepest = steepest - values[:, :, None] * (values[:, :, None] * steepest).sum(axis=1, keepdims=True)
    curvature = np.einsum("nsi,nsj->nij", steepest, steepest) + 1e-6 * np.eye(freedoms)
    shift = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    warps = warps @ shift  # around the marker's middle
    scores = np.zeros(len(values), np.float32)
    for _ in range(STEPS):
        seen = _seen(grey, warps, x, y)
        scores = (seen * values).sum(axis=1)
        pull = np.einsum("nsi,ns->ni", steepest, seen - values * scores[:, None])
        step = np.linalg.solve(curvature, (pull / np.maximum(scores, 0.3)[:, None])[:, :, None])[:, :, 0]
        warps = warps @ np.linalg.inv(_change(step))
    return warps @ np.linalg.inv(shift), scores


def _seen(grey: Grey, warps: npt.NDArray[np.float64], x: Array, y: Array) -> Array:
    at = _at(warps, np.column_stack((x, y)))
    seen = sampled(grey, at[:, :, 0], at[:, :, 1])
    seen = seen - seen.mean(axis=1, keepdims=True)
    return np.asarray(seen / np.maximum(np.linalg.norm(seen, axis=1, keepdims=True), 1e-3))


def _change(step: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Small steps in the marker's own square as matrices."""
    numbers = np.zeros((len(step), 8))
    numbers[:, : step.shape[1]] = step
    matrices = np.tile(np.eye(3), (len(step), 1, 1))
    matrices[:, 0] += numbers[:, :3]
    matrices[:, 1] += numbers[:, 3:6]
    matrices[:, 2, :2] += numbers[:, 6:]
    return matrices
