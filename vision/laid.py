"""Markers that something lies over in part, laid on as the flat squares they are by what of them lies open."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import numpy.typing as npt

from vision.patterns import fits, grid_of, sampled, softnesses, square_to, template, warped
from vision.plane import Plane
from vision.sighting import Target
from vision.tags import Grey, Tag, sides_of

Array = npt.NDArray[np.float64]

WELL = 0.94  # what agrees so well lies open
UNLIKE = 0.3  # of the step from black to white: what differs so much is covered
ALL_OPEN = 0.99  # of its points look as printed: nothing lies over it, it is only small and soft
BY_CHANCE = 0.1  # of a marker's points: by so many more may look as printed to who can bend and stretch it
STEPS, WEIGHINGS = 10, 2
STILL = 0.004  # of a side: a step less than this is none
FARTHEST = 0.25  # of a side: what moves farther was not that marker
SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


def laid(
    grey: Grey,
    tags: Sequence[Tag],
    plane: Plane,
    markers: Mapping[int, Target],
    soft_px: float,
    before: Sequence[Tag] = (),
) -> list[Tag]:
    """The tags; those that do not fit as a whole are only moved and turned on the table until their open part fits.

    Free to bend and stretch, a marker was drawn two millimetres aside by the token on its edge. Those of `before` have
    been laid on already.
    """
    known = {id(tag) for tag in before}
    fresh = [tag for tag in tags if tag.id in markers and id(tag) not in known]
    poor = {id(tag) for tag, fit in zip(fresh, fits(grey, fresh, soft_px), strict=True) if fit < WELL}
    return [_laid(grey, tag, plane, markers[tag.id], soft_px) if id(tag) in poor else tag for tag in tags]


def _laid(grey: Grey, tag: Tag, plane: Plane, target: Target, soft_px: float) -> Tag:
    pattern = template(tag.id, softnesses(sides_of([tag]), soft_px)[0])
    values, slopes = (each.astype(np.float64) for each in pattern)
    free, flat = square_to(np.stack((tag.corners.astype(np.float64), _as_printed(tag, plane, target))))
    share = _open(grey, free, values)
    found = _settled(grey, flat, values, slopes) if share < ALL_OPEN else None
    if found is None or _open(grey, found, values) < share - BY_CHANCE:
        return tag
    return replace(tag, corners=warped(found[None], SQUARE)[0].astype(np.float32))


def _as_printed(tag: Tag, plane: Plane, target: Target) -> Array:
    """Its corners if it is a square of its size that lies flat there, turned so."""
    corners = plane.mm(tag.corners, target.top_mm)
    along = corners[1] + corners[2] - corners[0] - corners[3]
    x, y = along / np.linalg.norm(along) * target.marker_mm
    square = (SQUARE - 0.5) @ np.array([[x, y], [-y, x]])
    return np.asarray(plane.px(square + corners.mean(axis=0), target.top_mm))


def _seen(grey: Grey, warp: Array) -> Array:
    """What the picture shows at the pattern's points, of mean 0 and length 1."""
    across, down, depth = warp @ _points()
    seen = sampled(grey, (across / depth)[None], (down / depth)[None])[0].astype(np.float64)
    seen -= seen.mean()
    return np.asarray(seen / max(float(np.sqrt(seen @ seen)), 1e-3))


@cache
def _points() -> Array:
    """The pattern's points in the unit square, as columns of x, y and 1."""
    return np.vstack((grid_of().T, np.ones(len(grid_of()))))


def _apart(seen: Array, values: Array, weights: Array) -> tuple[Array, Array]:
    """How far each point is from the pattern, in steps from black to white, and how much it counts: what is covered
    does not, and says nothing of how bright the rest is."""
    share = weights / weights.sum()
    mean = share @ values
    aside, model = seen - share @ seen, values - mean
    gain = (share * model) @ aside / max(float(share @ (model * model)), 1e-9)
    off = (aside / max(float(gain), 1e-3) - model) / float(np.ptp(values))
    return off, 1 / (1 + np.square(np.square(off / UNLIKE)))


def _open(grey: Grey, warp: Array, values: Array) -> float:
    """The share of it that looks as printed."""
    seen, weights = _seen(grey, warp), np.ones(len(values))
    for _ in range(WEIGHINGS):
        off, weights = _apart(seen, values, weights)
    return float((np.abs(off) < UNLIKE).mean())


def _settled(grey: Grey, warp: Array, values: Array, slopes: Array) -> Array | None:
    """Moved and turned about its middle in its own plane until what is open fits; None if it runs away."""
    x, y = (grid_of() - 0.5).T
    steepest = np.stack((slopes[:, 0], slopes[:, 1], slopes[:, 1] * x - slopes[:, 0] * y)).T / float(np.ptp(values))
    began, weights = warp, np.ones(len(values))
    for _ in range(STEPS):
        off, weights = _apart(_seen(grey, warp), values, weights)
        weighed = steepest * weights[:, None]
        step = np.linalg.solve(weighed.T @ steepest + 1e-6 * np.eye(3), weighed.T @ off)
        warp = warp @ np.linalg.inv(_motion(*step.clip(-0.1, 0.1).tolist()))
        if np.abs(step).max() < STILL:
            break
    before, after = warped(np.stack((began, warp)), SQUARE)
    moved, side = np.linalg.norm(after - before, axis=1).max(), np.linalg.norm(before[1] - before[0])
    return warp if np.isfinite(moved) and moved < FARTHEST * side else None


def _motion(across: float, down: float, turn: float) -> Array:
    """In the unit square, about its middle."""
    cos, sin = np.cos(turn), np.sin(turn)
    about = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    return np.asarray(about @ np.array([[cos, -sin, across], [sin, cos, down], [0, 0, 1]]) @ np.linalg.inv(about))
