"""The cells of markers as the picture has them: their means of grey, and how they are framed."""

from functools import cache

import numpy as np
import numpy.typing as npt

from vision.patterns import product, sampled
from vision.tags import MODULES, Grey

Array = npt.NDArray[np.float32]
Matrices = npt.NDArray[np.float64]  # n x 2 x 2

FINE = 2  # samples a module
CONTRAST = 8  # grey levels, each way, between paper and print


def patches(grey: Grey, middles: npt.NDArray[np.generic], local: Matrices, grid: Array) -> Array:
    """Grey at the grid's points around each middle; `local` holds what one unit of the grid is in pixels."""
    matrices = np.concatenate((local, middles[:, :, None]), axis=2).astype(np.float32)
    at = product(matrices.reshape(-1, 3), grid).reshape(len(middles), 2, -1)
    return sampled(grey, at[:, 0], at[:, 1])


def square_grid(along: npt.NDArray[np.generic]) -> Array:
    """The points of a square grid as columns of x, y and 1."""
    x, y = np.meshgrid(along, along)
    return np.asarray(np.stack((x.reshape(-1), y.reshape(-1), np.ones(x.size))), np.float32)


@cache
def _cell_grid() -> Array:
    """Samples of a marker's cells and of one row around them, in modules from its upper left corner."""
    return square_grid((np.arange((MODULES + 2) * FINE) + 0.5) / FINE - 1)


def means_of_cells(samples: Array, count: int) -> Array:
    """n x count x count: the mean of each module's samples."""
    whole = samples.reshape(-1, count, FINE, count, FINE)
    rows = sum((whole[:, :, n] for n in range(1, FINE)), whole[:, :, 0])
    return np.asarray(sum((rows[..., n] for n in range(1, FINE)), rows[..., 0]) / FINE**2, np.float32)


def cells_of_tags(grey: Grey, corners: npt.NDArray[np.float64]) -> Array:
    """n x 10 x 10: the cells of markers with such corners, and one row around them."""
    local = np.stack((corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0]), axis=2) / MODULES
    return means_of_cells(patches(grey, corners[:, 0], local, _cell_grid()), MODULES + 2)


def framed_parts(cells: Array, parts: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    """The share of border and margin that is dark and bright as it should be, in each part."""
    flat, whole = cells.reshape(-1), parts.reshape(len(parts), -1)
    rings, borders = (whole & (column > 0) for column in _rings().T)
    of_ring, of_border = (np.maximum(which.sum(axis=1), 1) for which in (rings, borders))
    middle = ((rings * flat).sum(axis=1) / of_ring + (borders * flat).sum(axis=1) / of_border)[:, None] / 2
    bright, dark = (flat > middle + CONTRAST) & rings, (flat < middle - CONTRAST) & borders
    return np.asarray((bright.sum(axis=1) / of_ring + dark.sum(axis=1) / of_border) / 2)


@cache
def _rings() -> Array:
    """100 x 2: which cells are the white margin, and which the black border, as columns that take their means."""
    ring = np.ones((MODULES + 2, MODULES + 2), np.float32)
    ring[1:-1, 1:-1] = 0
    border = np.zeros_like(ring)
    border[1:-1, 1:-1] = 1
    border[2:-2, 2:-2] = 0
    return np.column_stack((ring.reshape(-1) / ring.sum(), border.reshape(-1) / border.sum()))


def framed_by(cells: Array) -> tuple[Array, Array]:
    """How much of a black border in a white margin each of them has, and how much the cells inside differ."""
    flat, (ring, border) = cells.reshape(len(cells), -1), (column > 0 for column in _rings().T)
    white, black = product(flat, _rings()).T[:, :, None]
    bright, dark = flat[:, ring] > (white + black) / 2 + CONTRAST, flat[:, border] < (white + black) / 2 - CONTRAST
    inner = cells[:, 2:-2, 2:-2].reshape(len(cells), -1).std(axis=1)
    texture = inner / np.maximum(white - black, 1.0)[:, 0]
    return np.asarray((bright.mean(axis=1) + dark.mean(axis=1)) / 2), np.asarray(texture)
