"""Round pieces without a marker as the picture shows them: what they lie over."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from vision.plane import Plane
from vision.sighting import Plain, Sighting

Array = npt.NDArray[np.float64]

RIM = 0.62  # of its width: so far from its middle its own edge shows


@dataclass(frozen=True, eq=False)
class Disc:
    """A round piece in the picture."""

    centre: Array  # of its top
    inward: Array  # 2 x 2: turns pixels from there into its own widths, from -0.5 to 0.5 on it
    down: Array  # pixels, from its top to its foot: what stands hides what lies behind its side, too

    @cached_property
    def wide_px(self) -> float:
        return float(1 / np.sqrt(abs(np.linalg.det(self.inward))))

    def outside(self, points: npt.NDArray[np.generic]) -> Array:
        """How far each point lies beyond its edge, in its own widths; below nought under it."""
        away = np.asarray(points, np.float64) - self.centre
        long = max(float(self.down @ self.down), 1e-9)
        away = away - np.clip(away @ self.down / long, 0, 1)[:, None] * self.down
        return np.asarray(np.linalg.norm(away @ self.inward, axis=1) - 0.5)

    @cached_property
    def outline(self) -> Array:
        """Points around all that it hides, and its rim and shadow."""
        top = _circle() * RIM @ np.linalg.inv(self.inward) + self.centre
        return np.concatenate((top, top + self.down))


@cache
def _circle() -> Array:
    turns = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    return np.column_stack((np.cos(turns), np.sin(turns)))


def discs_of(pieces: Iterable[Sighting], sorts: Sequence[Plain], plane: Plane) -> Sequence[Disc]:
    """What those pieces without a marker lie over."""
    sort = {one.what: one for one in sorts}
    known = [one for one in pieces if one.what in sort]
    if not known:
        return []
    at, tops = np.array([(one.x_mm, one.y_mm) for one in known]), np.array([sort[one.what].top_mm for one in known])
    wide = np.array([(sort[one.what].width_mm, sort[one.what].height_mm) for one in known]).max(axis=1)
    centres, feet = plane.px(at, tops), plane.px(at)
    raised = wide / (1 - tops / plane.eye_mm[2])
    inward = np.linalg.inv(plane.local(centres) * raised[:, None, None]).swapaxes(1, 2)
    return [Disc(*each) for each in zip(centres, inward, feet - centres, strict=True)]


def reaching(point: npt.NDArray[np.generic], discs: Sequence[Disc], room_px: float) -> list[Disc]:
    """Those that lie over anything within so many pixels of a point."""
    if not discs:
        return []
    at, (centres, reaches) = np.asarray(point, np.float64)[None], _whereabouts(tuple(discs))
    near = np.flatnonzero(np.linalg.norm(centres - at, axis=1) < reaches + room_px).tolist()
    return [discs[n] for n in near if float(discs[n].outside(at)[0]) * discs[n].wide_px < room_px]


@lru_cache(maxsize=16)
def _whereabouts(discs: tuple[Disc, ...]) -> tuple[Array, Array]:
    """Their middles, and how far from there they may hide anything."""
    reaches = [disc.wide_px + float(np.linalg.norm(disc.down)) for disc in discs]
    return np.array([disc.centre for disc in discs]), np.array(reaches)
