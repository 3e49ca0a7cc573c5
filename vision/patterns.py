"""Markers as patterns of grey: laid over the picture until they fit, which tells their place far below a pixel."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.tags import MODULES, Grey, Tag, dictionary, sides_of

Array = npt.NDArray[np.float32]

PER_MODULE = 2  # samples
EDGE = 0.0  # modules of the border that are left out
SOFT_PX = 0.9  # how soft a good camera makes an edge
SOFTNESSES = (0.6, 0.9, 1.3, 1.8, 2.5)
ALONE = 200_000  # multiplications
STEPS = 4
STILL_PX = 0.04  # a step less than this is none
FARTHEST = 1.5  # modules a corner may be moved before the fit is not believed


@cache
def cells_of(marker: int) -> Array:
    """8 x 8 cells of the marker as printed, -1 black and 1 white."""
    drawn = cv2.aruco.generateImageMarker(dictionary(), marker, MODULES)
    return np.asarray(drawn.astype(np.float32) / 127.5 - 1)


@cache
def grid_of() -> Array:
    """Where a marker is sampled, in its own square from 0 to 1."""
    count = round((MODULES - 2 * EDGE) * PER_MODULE)
    along = (EDGE + (np.arange(count) + 0.5) / PER_MODULE) / MODULES
    return np.asarray(np.stack(np.meshgrid(along, along), axis=-1).reshape(-1, 2), np.float32)


@cache
def template(marker: int, soft: float) -> tuple[Array, Array]:
    """The soft pattern at the grid's points, mean 0 and length 1; and its slope along both sides of the square."""
    fine = 8
    cells = np.pad(cells_of(marker), 1, constant_values=1.0)
    large = np.repeat(np.repeat(cells, fine, axis=0), fine, axis=1)
    blurred = np.asarray(cv2.GaussianBlur(large, (0, 0), soft * fine, borderType=cv2.BORDER_REPLICATE), np.float32)
    at = (grid_of() * MODULES + 1) * fine - 0.5
    values = _taken(blurred, at)
    right, down = np.array([fine / 2, 0.0]), np.array([0.0, fine / 2])
    slope_x = (_taken(blurred, at + right) - _taken(blurred, at - right)) * MODULES  # over one module
    slope_y = (_taken(blurred, at + down) - _taken(blurred, at - down)) * MODULES
    middle = values.mean()
    length = np.linalg.norm(values - middle)
    return np.asarray((values - middle) / length), np.asarray(np.column_stack((slope_x, slope_y)) / length)


def _taken(picture: Array, at: npt.NDArray[Any]) -> Array:
    return sampled(picture, at[:, :1], at[:, 1:])[:, 0]


def softnesses(sides_px: Array, soft_px: float) -> list[float]:
    """How soft the patterns of markers so large are, in modules, in steps that are worth keeping."""
    found: list[float] = (
        np.round(np.clip(soft_px * MODULES / sides_px.astype(np.float64), 0.15, 0.7) * 20) / 20
    ).tolist()
    return found


def sampled(picture: npt.NDArray[Any], x: npt.NDArray[Any], y: npt.NDArray[Any]) -> Array:
    """The picture's values at those points, between pixels too; beyond its edge as at the edge."""
    across, down = np.ascontiguousarray(x, np.float32), np.ascontiguousarray(y, np.float32)
    seen = cv2.remap(picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)


def product(one: Array, other: Array) -> Array:
    """one @ other on this thread alone, slice by slice.

    From ALONE multiplications on, OpenBLAS (numpy's, and OpenCV's behind `cv2.gemm`) wakes threads that then wait for
    more work in a loop: milliseconds on a busy machine for what takes a tenth of one.
    """
    found = np.empty((len(one), other.shape[1]), np.float32)
    rows = max(1, ALONE // other.size)
    for first in range(0, len(one), rows):
        np.matmul(one[first : first + rows], other, out=found[first : first + rows])
    return found


def fitted(grey: Grey, tags: Sequence[Tag], soft_px: float = SOFT_PX, bends: bool = True) -> tuple[list[Tag], Array]:
    """The tags with their corners where the pattern fits best, and how well it does (1 is perfectly).

    A tag whose fit runs away keeps its corners.
    """
    if not tags:
        return [], np.zeros(0, np.float32)
    sides = sides_of(tags)
    soft = softnesses(sides, soft_px)
    freedoms = 8 if bends else 6
    rows = np.stack([_rows(tag.id, step, freedoms) for tag, step in zip(tags, soft, strict=True)])
    before = np.stack([tag.corners for tag in tags]).astype(np.float64)
    warps, scores = _settled(grey, rows, square_to(before), sides, grid_of())
    corners = warped(warps, np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64))
    moved = np.abs(corners - before).max(axis=(1, 2))
    is_sane = np.isfinite(moved) & (moved < FARTHEST * sides / MODULES)
    corners = np.where(is_sane[:, None, None], corners, before).astype(np.float32)
    return [Tag(tag.id, corner, tag.sure) for tag, corner in zip(tags, corners, strict=True)], scores


def fits(grey: Grey, tags: Sequence[Tag], soft_px: float) -> Array:
    """How well each tag's pattern fits where it is now."""
    if not tags:
        return np.zeros(0, np.float32)
    soft = softnesses(sides_of(tags), soft_px)
    values = np.stack([template(tag.id, step)[0] for tag, step in zip(tags, soft, strict=True)])
    points = np.vstack((grid_of().T, np.ones(len(grid_of())))).astype(np.float32)
    seen = _seen(grey, square_to(np.stack([tag.corners for tag in tags]).astype(np.float64)), points)
    return np.asarray(np.einsum("ns,ns->n", values, seen))


def softness(grey: Grey, tags: Sequence[Tag]) -> float:
    """How soft the picture's edges are, in pixels (a Gaussian's sigma): the blur with which those tags fit best."""
    means = [float(np.mean(fitted(grey, tags, soft_px)[1])) for soft_px in SOFTNESSES]
    return SOFTNESSES[int(np.argmax(means))]


def square_to(corners: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """n x 3 x 3: the matrices that take the unit square to those corners."""
    nought, one, two, three = corners.swapaxes(0, 1)
    slant, right, low = nought - one + two - three, one - two, three - two
    area = _cross(right, low)
    g, h = _cross(slant, low) / area, _cross(right, slant) / area
    across, down = one - nought + g[:, None] * one, three - nought + h[:, None] * three
    rows = np.stack((across, down, nought), axis=2)
    last = np.stack((g, h, np.ones(len(g))), axis=1)
    return np.concatenate((rows, last[:, None]), axis=1)


def _cross(one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.asarray(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0])


def warped(warps: npt.NDArray[np.float64], points: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    x, y = points.T
    across, down, depth = (np.outer(row[:, 0], x) + np.outer(row[:, 1], y) + row[:, 2:] for row in warps.swapaxes(0, 1))
    return np.stack((across / depth, down / depth), axis=2)


@cache
def _rows(marker: int, soft: float, freedoms: int) -> Array:
    """What `_towards` makes of the whole marker; it does not depend on the picture and is computed once."""
    return _towards(*template(marker, soft), grid_of(), freedoms)


def _towards(values: Array, slopes: Array, grid: Array, freedoms: int) -> Array:
    """The pattern, and below it what turns the picture into the step towards it, one row for each freedom.

    Inverse compositional alignment.
    """
    x, y = grid.T - 0.5
    one, nought = np.ones_like(x), np.zeros_like(x)
    along = np.stack((x, y, one, nought, nought, nought, -x * x, -x * y))[:freedoms]
    down = np.stack((nought, nought, nought, x, y, one, -x * y, -y * y))[:freedoms]
    steepest = slopes[:, 0] * along + slopes[:, 1] * down
    steepest = steepest - steepest.mean(axis=1, keepdims=True)
    steepest = steepest - np.outer((steepest * values).sum(axis=1), values)
    curvature = np.einsum("is,js->ij", steepest, steepest) + 1e-6 * np.eye(freedoms)
    return np.asarray(np.vstack((values, np.linalg.solve(curvature, steepest))), np.float32)


def fitted_part(grey: Grey, tag: Tag, soft_px: float, part: npt.NDArray[np.bool_]) -> Tag:
    """The tag where that part of its pattern fits best, 8 x 8 cells: the others are covered."""
    which = np.repeat(np.repeat(part, PER_MODULE, axis=0), PER_MODULE, axis=1).reshape(-1)
    values, slopes = template(tag.id, softnesses(sides_of([tag]), soft_px)[0])
    values = values[which] - values[which].mean()
    length = np.linalg.norm(values)
    grid = grid_of()[which]
    rows = _towards(values / length, slopes[which] / length, grid, 6)
    corners = tag.corners.astype(np.float64)[None]
    warps, _ = _settled(grey, rows[None], square_to(corners), sides_of([tag]), grid)
    found = warped(warps, np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64))[0]
    moved = np.abs(found - tag.corners).max()
    is_sane = np.isfinite(moved) and moved < FARTHEST * tag.side_px / MODULES
    return Tag(tag.id, found.astype(np.float32), tag.sure) if is_sane else tag


def _settled(
    grey: Grey, rows: Array, warps: npt.NDArray[np.float64], sides_px: Array, points: Array
) -> tuple[npt.NDArray[np.float64], Array]:
    """All patterns laid on at once; those that lie still are left where they are."""
    grid = np.vstack((points.T - 0.5, np.ones(len(points)))).astype(np.float32)
    shift = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    warps = warps @ shift  # around the marker's middle
    scores, going = np.zeros(len(rows), np.float32), np.arange(len(rows))
    for _ in range(STEPS):
        seen = _seen(grey, warps[going], grid)
        found = np.einsum("nrs,ns->nr", rows[going], seen)
        scores[going] = found[:, 0]
        step = found[:, 1:] / np.maximum(found[:, :1], 0.3)
        warps[going] = warps[going] @ np.linalg.inv(_change(step))
        going = going[np.abs(step).max(axis=1) * sides_px[going] > STILL_PX]
        if not len(going):
            break
    return warps @ np.linalg.inv(shift), scores


def _seen(grey: Grey, warps: npt.NDArray[np.float64], grid: Array) -> Array:
    across, down, depth = (
        product(warps.astype(np.float32).reshape(-1, 3), grid).reshape(-1, 3, grid.shape[1]).swapaxes(0, 1)
    )
    seen = sampled(grey, across / depth, down / depth)
    seen = seen - seen.mean(axis=1, keepdims=True)
    return np.asarray(seen / np.maximum(np.sqrt(np.einsum("ns,ns->n", seen, seen)), 1e-3)[:, None])


def _change(step: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Small steps in the marker's own square as matrices."""
    numbers = np.zeros((len(step), 8))
    numbers[:, : step.shape[1]] = step
    matrices = np.tile(np.eye(3), (len(step), 1, 1))
    matrices[:, 0] += numbers[:, :3]
    matrices[:, 1] += numbers[:, 3:6]
    matrices[:, 2, :2] += numbers[:, 6:]
    return matrices
