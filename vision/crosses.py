"""Rings around symbols, crosses over them, crosses and ticks in boxes: what is drawn on a sheet beside its lines."""

from collections.abc import Iterable, MutableMapping
from typing import NamedTuple

import cv2
import numpy as np

from vision.ink import PX_PER_MM, Floats, Ink, nearest
from vision.sighting import Box, Mark, Point

STEP_MM = 0.25  # of the samples
FAINTEST = 0.05  # of the paper's brightness: less ink is no ring and no cross
DIAGONALS = (45.0, 135.0, 225.0, 315.0)
RINGED = 0.5  # a ring so likely is one
UNPROVEN = 0.7  # a cross within a ring that may have been drawn together with it, or be a thick ring
TOGETHER = 0.4  # and one that came to be seen together with its ring: that is seldom more than the ring
PALER = 0.6  # short strokes of a crayon are paler than its lines
INSIDE = 0.33  # so much of the way round, somewhere well within the ring
GROWN = (0.06, 0.12)  # of the ground within a ring: so much new ink is none, and a cross
GROUND = 0.72  # of a ring's radius: less than the ring itself takes
OPEN = 0.1  # of the ground must be in sight
BEYOND = (1.1, 1.5)  # times its radius: there no cross reaches
MOST_STRONGER = 3.0  # times: so much stronger may the same ink look in another light
AROUND_MM = 2.0  # of a ring that is remembered with it
LIKELY = 0.1  # what is less likely a cross than this may be a tick


class Spot(NamedTuple):
    """What is remembered of a symbol: the ink there when its ring was first seen, and how likely it was crossed then.

    Without a ring: the ink when it was last seen bare. `usual` is how strong this hand's lines looked then.
    """

    dark: Floats
    usual: float
    is_ringed: bool = False
    cross: float = 0.0


Spots = MutableMapping[str, Spot]  # of one sheet, from look to look


def spot_marks(
    ink: Ink, name: str, at: Point, ring_mm: float, usual: float, spots: Spots | None = None, ends: Ink | None = None
) -> tuple[Mark, Mark]:
    """A ring around a symbol and a cross over it; there may be both, or a thick ring that looks like a cross.

    People ring first and cross much later: where the ring is remembered, only what was drawn since is the cross.
    `ends` is the same ink with all lines covered to their very ends: one may run on through a ring.
    """
    half = ring_mm / 2
    ring, box = _ring(ink, at, half, usual), (at[0] - half, at[1] - half, at[0] + half, at[1] + half)
    known = None if spots is None else spots.get(name)
    new = ink if known is None else ink._replace(dark=_since(ink.dark, known, usual, box))
    if known is not None and known.is_ringed:
        apart = new if ends is None else new._replace(covered=ends.covered)
        cross = max(known.cross, _drawn_over(apart, at, half, usual))
    elif ring >= RINGED:
        together = UNPROVEN if known is None else TOGETHER
        cross = min(_cross(ink, box, usual) if known is None else _inside(new, at, half, usual), together)
        known = Spot(_part(ink.dark, box).copy(), usual, True, cross)
    else:
        cross, known = _cross(ink, box, usual), Spot(_part(ink.dark, box).copy(), usual)
    if spots is not None:
        spots[name] = known
    return Mark("ring", name, ring), Mark("cross", name, cross)


def _drawn_over(new: Ink, at: Point, radius_mm: float, usual: float) -> float:
    """The chance that a symbol within a ring was crossed out, from what was drawn there since the ring.

    How much ink has come tells it better than its shape, for lines run through; what reaches beyond the ring, as a
    pencil does that lies there, is only likely a cross.
    """
    cross = _ramp(_growth(new, at, 0.0, GROUND * radius_mm, usual), *GROWN)
    beyond = _growth(new, at, BEYOND[0] * radius_mm, BEYOND[1] * radius_mm, usual)
    return min(cross, UNPROVEN) if beyond > GROWN[0] else cross


def _growth(new: Ink, at: Point, inner_mm: float, outer_mm: float, usual: float) -> float:
    """How much darker it has become around that point, as a share of ground all covered by this hand's ink."""
    x0, y0 = (max(0, round((value - outer_mm) * PX_PER_MM)) for value in at)
    x1, y1 = (round((value + outer_mm) * PX_PER_MM) for value in at)
    dark, covered = new.dark[y0:y1, x0:x1], new.covered[y0:y1, x0:x1]
    y, x = np.mgrid[y0 : y0 + dark.shape[0], x0 : x0 + dark.shape[1]]
    away_mm = np.hypot(x + 0.5 - at[0] * PX_PER_MM, y + 0.5 - at[1] * PX_PER_MM) / PX_PER_MM
    ground = (inner_mm <= away_mm) & (away_mm < outer_mm)
    bare = ground & (covered == 0)
    if np.count_nonzero(bare) < OPEN * np.count_nonzero(ground):
        return sum(GROWN) / 2  # too much of it is hidden under lines to tell
    return float(np.clip(dark[bare] / max(usual, FAINTEST), -1.5, 1.5).mean())


def _inside(ink: Ink, at: Point, radius_mm: float, usual: float) -> float:
    """Ink well within a ring is no ring: perhaps a cross, whatever its shape."""
    angles = np.radians(np.arange(0, 360, 15, dtype=np.float32))
    radii = np.arange(0.2 * radius_mm, 0.6 * radius_mm, STEP_MM, dtype=np.float32)
    inked = _share(ink, at, angles, radii, PALER * usual, across=1) or 0.0
    return UNPROVEN if inked >= INSIDE else 0.0


def _since(dark: Floats, before: Spot, usual: float, box: Box) -> Floats:
    """What was drawn in that box since: the same ink looks paler in a glaring light, as all lines do."""
    new = dark.copy()
    stronger = float(np.clip(usual / before.usual, 1 / MOST_STRONGER, MOST_STRONGER)) if usual and before.usual else 1.0
    _part(new, box)[:] -= before.dark * np.float32(stronger)
    return new


def _part(dark: Floats, box: Box) -> Floats:
    """The ink in a box and around it."""
    x0, y0 = (max(0, round((value - AROUND_MM) * PX_PER_MM)) for value in box[:2])
    x1, y1 = (round((value + AROUND_MM) * PX_PER_MM) for value in box[2:])
    return dark[y0:y1, x0:x1]


def _ring(ink: Ink, at: Point, radius_mm: float, usual: float) -> float:
    """How sure it is that ink goes round there: sector by sector, wherever in its annulus it runs."""
    angles = np.radians(np.arange(0, 360, 10, dtype=np.float32))
    radii = np.arange(0.8 * radius_mm, 1.4 * radius_mm, STEP_MM, dtype=np.float32)
    return _ramp(_share(ink, at, angles, radii, usual, across=1) or 0.0, 0.45, 0.8)


def box_mark(ink: Ink, name: str, box: Box, usual: float) -> Mark:
    """A cross, or ink that is none: a tick, a number."""
    cross = _cross(ink, box, usual)
    if cross >= LIKELY:
        return Mark("cross", name, cross)
    x0, y0, x1, y1 = (round(value * PX_PER_MM) for value in box)
    inked = ink.dark[y0 + 2 : y1 - 2, x0 + 2 : x1 - 2] > _enough(usual)
    return Mark("tick", name, _ramp(float(inked.mean()), 0.02, 0.06))


def _cross(ink: Ink, box: Box, usual: float) -> float:
    """Arms from the middle towards the corners, with nothing between them as a narrow ring would have.

    Of four arms the weakest but one counts, for a hand may slip; of two or three that can be seen, the weakest.
    """
    x0, y0, x1, y1 = box
    at, corner = ((x0 + x1) / 2, (y0 + y1) / 2), float(np.hypot(x1 - x0, y1 - y0) / 2)
    fan = np.arange(-24, 25, 4, dtype=np.float32)
    radii = np.arange(0.3 * corner, 0.52 * corner, STEP_MM / 2, dtype=np.float32)
    outer, narrow = radii[len(radii) // 2 :], fan / 6
    arms = _known(_share(ink, at, np.radians(fan + way), radii, usual, across=0) for way in DIAGONALS)
    if len(arms) < 2:
        return 0.0
    between = _known(_share(ink, at, np.radians(narrow + way), outer, usual, across=0) for way in (0.0, 180.0))
    return _ramp(sorted(arms)[len(arms) // 4] - min(between, default=0.0), 0.3, 0.75)


def _known(shares: Iterable[float | None]) -> list[float]:
    return [share for share in shares if share is not None]


def _share(ink: Ink, at: Point, angles: Floats, radii: Floats, usual: float, across: int) -> float | None:
    """How much of a turn (`across` 1) or of a way out (0) has ink somewhere across it; None where most is covered."""
    x = ((at[0] + radii[None] * np.cos(angles)[:, None]) * PX_PER_MM - 0.5).astype(np.float32)
    y = ((at[1] + radii[None] * np.sin(angles)[:, None]) * PX_PER_MM - 0.5).astype(np.float32)
    is_shut = nearest(ink.covered, x, y) > 0
    inked = np.any((cv2.remap(ink.dark, x, y, cv2.INTER_LINEAR) > _enough(usual)) & ~is_shut, axis=across)
    counted = inked[inked | (is_shut.mean(axis=across) <= 0.5)]
    return float(counted.mean()) if len(counted) * 3 >= len(inked) else None


def _ramp(value: float, low: float, high: float) -> float:
    return min(1.0, max(0.0, (value - low) / (high - low)))


def _enough(usual: float) -> float:
    return max(FAINTEST, 0.45 * usual)
