"""The patterns of one game's markers as rows of cells, to be compared with squares too small or soft to be decoded."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.patterns import cells_of, product
from vision.sighting import Target
from vision.tags import MODULES

Array = npt.NDArray[np.float32]

STANDS_MM = 5.0  # pieces so high stand on others and hide them


class Cover(NamedTuple):
    """What a piece that stands hides: so far around its marker's middle, in sides, from its top down to the table."""

    reach: float
    top_mm: float


class Face(NamedTuple):
    """The printed face of a flat piece, in sides of its marker and turned as that is: how far its middle is from the
    marker's, and half of its size."""

    what: str
    aside: tuple[float, float]
    half: tuple[float, float]


@dataclass(frozen=True, eq=False)
class Book:
    """The patterns of one game's markers, by the side they are printed with."""

    groups: tuple[tuple[float, float, tuple[int, ...]], ...]  # side and height in mm, ids
    covers: Mapping[int, Cover] = field(default_factory=dict)  # of what stands
    single: frozenset[int] = frozenset()  # ids that the game has only once
    faces: Mapping[int, Face] = field(default_factory=dict)  # of what lies flat

    @property
    def sides_mm(self) -> tuple[float, ...]:
        return tuple(side for side, _, _ in self.groups)

    @cached_property
    def ids(self) -> tuple[int, ...]:
        return tuple(number for _, _, group in self.groups for number in group)

    @cached_property
    def row(self) -> Mapping[int, int]:
        """Where each id stands in `ids`."""
        return {number: n for n, number in enumerate(self.ids)}


def book_of(markers: Mapping[int, Target]) -> Book:
    """Markers of one size are sought together; their height is taken as the mean, it is small beside the camera's."""
    sides = sorted({target.marker_mm for target in markers.values()})
    groups = []
    for side in sides:
        ids = tuple(sorted(number for number, target in markers.items() if target.marker_mm == side))
        groups.append((side, float(np.mean([markers[number].top_mm for number in ids])), ids))
    sized = {number: target for number, target in markers.items() if any(target.size_mm)}
    standing = {number: target for number, target in sized.items() if target.top_mm > STANDS_MM}
    covers = {n: Cover(max(one.size_mm) / 2 / one.marker_mm, one.top_mm) for n, one in standing.items()}
    single = frozenset(n for n, target in markers.items() if target.copies == 1)
    return Book(tuple(groups), covers, single, {n: _face(sized[n]) for n in sized.keys() - standing.keys()})


def _face(target: Target) -> Face:
    (dx, dy), (wide, high), side = target.offset_mm, target.size_mm, target.marker_mm
    return Face(target.what, (dx / side, dy / side), (wide / 2 / side, high / 2 / side))


@cache
def soft_cells(ids: tuple[int, ...], soft: float) -> Array:
    """The cells of all those markers, each in four turns, as soft as that (in modules), as columns."""
    fine = 6
    rows = []
    for number in ids:
        large = np.repeat(np.repeat(np.pad(cells_of(number), 1, constant_values=1.0), fine, axis=0), fine, axis=1)
        blurred = cv2.GaussianBlur(large, (0, 0), soft * fine, borderType=cv2.BORDER_REPLICATE)
        cells = blurred.reshape(MODULES + 2, fine, MODULES + 2, fine).mean(axis=(1, 3))[1:-1, 1:-1]
        rows += [np.rot90(cells, turn).reshape(-1) for turn in range(4)]
    return np.ascontiguousarray(levelled(np.asarray(rows, np.float32)).T)


def step_of(soft: float) -> float:
    """The nearest softness that is worth keeping patterns of.

    >>> step_of(0.33), step_of(4.0)
    (0.35, 0.7)
    """
    return round(min(max(soft, 0.15), 0.7) * 20) / 20


@cache
def _slopes() -> Array:
    """What a light from one side makes of cells: evenly bright, brighter to the right, brighter below."""
    along = np.arange(MODULES, dtype=np.float32) - (MODULES - 1) / 2
    x, y = np.meshgrid(along, along)
    rows = np.stack((np.ones(MODULES**2, np.float32), x.reshape(-1), y.reshape(-1)))
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


def levelled(cells: Array) -> Array:
    """Rows of cells without their brightness and its slope, of length 1."""
    slopes = _slopes()
    flat = cells - product(product(cells, np.ascontiguousarray(slopes.T)), slopes)
    lengths = np.sqrt(np.einsum("ns,ns->n", flat, flat))
    return np.asarray(flat / np.maximum(lengths, 1e-3)[:, None])
