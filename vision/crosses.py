"""Rings around symbols, crosses over them, crosses and ticks in boxes: what is drawn on a sheet beside its lines."""

from collections.abc import Mapping, MutableMapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from vision.ink import PX_PER_MM, Floats, Image, Ink, nearest
from vision.sighting import Box, Mark, Point

Number = TypeVar("Number", np.float32, np.uint8)

STEP_MM = 0.25  # of the samples
FAINTEST = 0.05  # of the paper's brightness: less ink is no ring and no cross
DIAGONALS = (45.0, 135.0, 225.0, 315.0)
RINGED = 0.5  # a ring so likely is one
UNPROVEN = 0.7  # a cross within a ring that may have been drawn together with it, or be a thick ring
UNDER_LINES = 0.78  # and one that nearly all lies where lines run: likely, and not sure
BLIND = 0.5  # where nothing can be told at all
TOGETHER = 0.4  # and one that came to be seen together with its ring: that is seldom more than the ring
PALER = 0.6  # short strokes of a crayon are paler than its lines
INSIDE = 0.33  # so much of the way round, somewhere well within the ring
GROWN = (0.08, 0.2)  # of the ground within a ring: so much new ink is none, and a cross (in six simulated games 11 of
# 1,150 looks at crosses had less than the first, and 68 of 4,279 at none more than the second)
GROWN_UNDER = (0.04, 0.12)  # where lines hide nearly all: of 66 looks at crosses the least was 0.06, of 292 at none one
# was more than the first, in six simulated games
GROWN_EDGE = (0.15, 0.34)  # where only the edge of a new line is in sight: one that ran over it had 0.27, a cross 0.31
GROUND = 0.72  # of a ring's radius: less than the ring itself takes
OPEN = 0.1  # of the ground must be in sight
BEYOND = (1.1, 1.5)  # times its radius: there no cross reaches
STRAY = 0.06  # of the ground there: more new ink is something else, or more than a cross
MOST_STRONGER = 3.0  # times: so much stronger may the same ink look in another light
MOST_ASIDE = 1.5  # px by which the same ink is found elsewhere: a sheet's place is not known more exactly
AROUND_MM = 2.0  # of a ring that is remembered with it
SPILLS = np.ones((3, 3), np.uint8)  # px: so far beside its way a line that was drawn since may run
RIM = round(0.5 * PX_PER_MM)  # px inside a box that its own print may take
LIKELY = 0.1  # what is less likely a cross than this may be a tick
PALEST = 0.055  # of the paper's brightness: of paler lines nobody can say what came to a box
# of a box's ground: so much new ink is none (of 154 crosses over boxes in simulated soft pictures one had less than the
# second; over the printed foot, which alone is asked about, the least of 27 was 0.124)
BARE = (-0.03, 0.07)


class Spot(NamedTuple):
    """What is remembered of a symbol: the ink there when its ring was first seen, and how likely it was crossed then.

    Without a ring: the ink when it was last seen bare. `usual` is how strong this hand's lines looked then, `covered`
    where they ran.
    """

    dark: Floats
    covered: Image
    usual: float
    is_ringed: bool = False
    cross: float = 0.0


Spots = MutableMapping[str, Spot]  # of one sheet, from look to look


def spot_marks(
    ink: Ink,
    places: Mapping[str, Point],
    ring_mm: float,
    usual: float,
    spots: Spots | None = None,
    ends: Ink | None = None,
) -> list[Mark]:
    """A ring around each symbol and a cross over it; there may be both, or a thick ring that looks like a cross.

    People ring first and cross much later: where the ring is remembered, only what was drawn since is the cross.
    `ends` is the same ink with all lines covered to their very ends: one may run on through a ring.
    """
    if not places:
        return []
    half, spots = ring_mm / 2, {} if spots is None else spots
    boxes = [(x - half, y - half, x + half, y + half) for x, y in places.values()]
    rings, crosses = _rings(ink, list(places.values()), half, usual), _crosses(ink, boxes, usual)
    marks: list[Mark] = []
    for (name, at), box, ring, cross in zip(places.items(), boxes, rings, crosses, strict=True):
        known = spots.get(name)
        new = ink if known is None else ink._replace(dark=_since(ink.dark, known, usual, box))
        now = Spot(_part(ink.dark, box).copy(), _part((ends or ink).covered, box).copy(), usual)
        if known is not None and known.is_ringed:
            since = _crossed_since(new, known, now, at, box)
            cross = max(known.cross, BLIND if since is None else since)
            if since is None:  # lines have come over it: from now on only what comes after them tells
                spots[name] = now._replace(is_ringed=True, cross=cross)
        elif ring >= RINGED:
            cross = min(cross, UNPROVEN) if known is None else min(_inside(new, at, half, usual), TOGETHER)
            spots[name] = now._replace(is_ringed=True, cross=cross)
        else:
            spots[name] = now
        marks += (Mark("ring", name, ring), Mark("cross", name, cross))
    return marks


def _crossed_since(new: Ink, known: Spot, now: Spot, at: Point, box: Box) -> float | None:
    """The chance that a symbol was crossed out since its ring was seen, beside the lines that may run through it.

    Where these hide nearly all, those that were there before are no hindrance: they have been taken off already. None
    where newer ones hide it.
    """
    radius_mm = (box[2] - box[0]) / 2
    since = now.covered & ~known.covered
    spilt = np.asarray(cv2.dilate(since, SPILLS), np.uint8)
    beside = _drawn_over(_hidden(new, now.covered | spilt, box), at, radius_mm, now.usual)
    if beside is None:
        beside = _drawn_over(_hidden(new, now.covered, box), at, radius_mm, now.usual, GROWN_EDGE)
    if beside is not None:
        return beside
    below = _drawn_over(_hidden(new, since, box), at, radius_mm, now.usual, GROWN_UNDER)
    return None if below is None else min(below, UNDER_LINES)


def _hidden(ink: Ink, covered: Image, box: Box) -> Ink:
    """With so much covered around that box."""
    whole = ink.covered.copy()
    _part(whole, box)[:] = covered
    return ink._replace(covered=whole)


def _drawn_over(
    new: Ink, at: Point, radius_mm: float, usual: float, grown: tuple[float, float] = GROWN
) -> float | None:
    """The chance that a symbol within a ring was crossed out, from what was drawn there since the ring.

    How much ink has come tells it better than its shape, for lines run through; what reaches beyond the ring, as a
    pencil does that lies there, is only likely a cross. None where too little is in sight.
    """
    growth = _growth(new, at, 0.0, GROUND * radius_mm, usual)
    if growth is None:
        return None
    cross = _ramp(growth, *grown)
    beyond = _growth(new, at, BEYOND[0] * radius_mm, BEYOND[1] * radius_mm, usual)
    return min(cross, UNPROVEN) if beyond is None or beyond > STRAY else cross


def _growth(new: Ink, at: Point, inner_mm: float, outer_mm: float, usual: float) -> float | None:
    """How much darker it has become around that point, as a share of ground all covered by this hand's ink."""
    x0, y0 = (max(0, round((value - outer_mm) * PX_PER_MM)) for value in at)
    x1, y1 = (round((value + outer_mm) * PX_PER_MM) for value in at)
    dark, covered = new.dark[y0:y1, x0:x1], new.covered[y0:y1, x0:x1]
    y, x = np.mgrid[y0 : y0 + dark.shape[0], x0 : x0 + dark.shape[1]]
    away_mm = np.hypot(x + 0.5 - at[0] * PX_PER_MM, y + 0.5 - at[1] * PX_PER_MM) / PX_PER_MM
    ground = (inner_mm <= away_mm) & (away_mm < outer_mm)
    bare = ground & (covered == 0)
    if np.count_nonzero(bare) < OPEN * np.count_nonzero(ground):
        return None  # too much of it is hidden under lines to tell
    return float(np.clip(dark[bare] / max(usual, FAINTEST), -1.5, 1.5).mean())


def _inside(ink: Ink, at: Point, radius_mm: float, usual: float) -> float:
    """Ink well within a ring is no ring: perhaps a cross, whatever its shape."""
    turn = _fan((0.0,), 180.0, 15.0, 0.2 * radius_mm, 0.6 * radius_mm, STEP_MM)
    ((inked,),) = _shares(ink, [at], turn, PALER * usual, across=1)
    return UNPROVEN if inked >= INSIDE else 0.0


def _since(dark: Floats, before: Spot, usual: float, box: Box) -> Floats:
    """What was drawn in that box since: the same ink looks paler in a glaring light, as all lines do."""
    new = dark.copy()
    stronger = float(np.clip(usual / before.usual, 1 / MOST_STRONGER, MOST_STRONGER)) if usual and before.usual else 1.0
    part = _part(new, box)
    part -= _laid_on(before.dark * np.float32(stronger), part)
    return new


def _laid_on(before: Floats, now: Floats) -> Floats:
    """The ink before, moved by as little as the sheet seems to lie elsewhere now: else its edges look like new ink."""
    down, right = np.gradient(before)
    slopes = np.stack((right.ravel(), down.ravel()))
    normal = slopes @ slopes.T
    if np.linalg.det(normal) < 1e-9:
        return before  # bare paper
    aside = np.linalg.solve(normal, slopes @ (before - now).ravel()).clip(-MOST_ASIDE, MOST_ASIDE)
    return np.asarray(
        cv2.warpAffine(
            before, np.column_stack((np.eye(2), aside)), before.shape[::-1], borderMode=cv2.BORDER_REPLICATE
        ),
        np.float32,
    )


def _part(dark: npt.NDArray[Number], box: Box) -> npt.NDArray[Number]:
    """The ink in a box and around it."""
    x0, y0 = (max(0, round((value - AROUND_MM) * PX_PER_MM)) for value in box[:2])
    x1, y1 = (round((value + AROUND_MM) * PX_PER_MM) for value in box[2:])
    return dark[y0:y1, x0:x1]


def _rings(ink: Ink, places: Sequence[Point], radius_mm: float, usual: float) -> list[float]:
    """How sure it is that ink goes round there: sector by sector, wherever in its annulus it runs."""
    turn = _fan((0.0,), 180.0, 10.0, 0.8 * radius_mm, 1.4 * radius_mm, STEP_MM)
    return [_ramp(share if share > 0 else 0.0, 0.45, 0.8) for (share,) in _shares(ink, places, turn, usual, across=1)]


def box_marks(ink: Ink, boxes: Mapping[str, Box], usual: float) -> list[Mark]:
    """In each a cross, or ink that is none: a tick, a number."""
    crosses = _crosses(ink, list(boxes.values()), usual)
    return [
        Mark("cross", name, cross) if cross >= LIKELY else Mark("tick", name, _ticked(ink, box, usual))
        for (name, box), cross in zip(boxes.items(), crosses, strict=True)
    ]


def untouched(ink: Ink, boxes: Mapping[str, Box], usual: float, spots: Spots) -> set[str]:
    """The boxes that hold no more ink than when they were seen first; of the palest hands nobody can say."""
    found = set()
    for name, box in boxes.items():
        known = spots.get(name)
        if known is None:
            spots[name] = Spot(_part(ink.dark, box).copy(), _part(ink.covered, box).copy(), usual)
            continue
        x0, y0, x1, y1 = (round(value * PX_PER_MM) for value in box)
        new, bare = _since(ink.dark, known, usual, box)[y0:y1, x0:x1], ink.covered[y0:y1, x0:x1] == 0
        if usual < PALEST or not bare.any():
            continue
        if BARE[0] < float(np.clip(new[bare] / usual, -1.5, 1.5).mean()) < BARE[1]:
            found.add(name)
    return found


def _ticked(ink: Ink, box: Box, usual: float) -> float:
    x0, y0, x1, y1 = (round(value * PX_PER_MM) for value in box)
    inked = ink.dark[y0 + RIM : y1 - RIM, x0 + RIM : x1 - RIM] > _enough(usual)
    return _ramp(float(inked.mean()), 0.02, 0.06)


def _crosses(ink: Ink, boxes: Sequence[Box], usual: float) -> list[float]:
    """How sure each box is crossed: arms from the middle to the corners, and nothing between as a narrow ring has."""
    found = dict.fromkeys(range(len(boxes)), 0.0)
    corners = [round(float(np.hypot(x1 - x0, y1 - y0) / 2), 3) for x0, y0, x1, y1 in boxes]
    for corner in set(corners):
        which = [n for n, one in enumerate(corners) if one == corner]
        middles = [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in (boxes[n] for n in which)]
        fan = _fan(DIAGONALS, 26.0, 4.0, 0.3 * corner, 0.52 * corner, STEP_MM / 2)
        beside = _fan((0.0, 180.0), 13 / 3, 2 / 3, 0.41 * corner, 0.52 * corner, STEP_MM / 2)
        shares = (_shares(ink, middles, one, usual, across=0) for one in (fan, beside))
        for n, arms, between in zip(which, *shares, strict=True):
            found[n] = _cross(arms[arms >= 0], between[between >= 0])
    return list(found.values())


def _cross(arms: Floats, between: Floats) -> float:
    """Of four arms the weakest but one counts, for a hand may slip; of two or three that can be seen, the weakest."""
    if len(arms) < 2:
        return 0.0
    return _ramp(float(np.sort(arms)[len(arms) // 4]) - float(min(between, default=0.0)), 0.3, 0.75)


@lru_cache(maxsize=64)
def _fan(
    ways: tuple[float, ...], spread_deg: float, step_deg: float, inner_mm: float, outer_mm: float, step_mm: float
) -> tuple[Floats, Floats]:
    """Points around a middle, in px: so far to either side of each way, from one radius to the other."""
    aside = np.arange(step_deg / 2 - spread_deg, spread_deg, step_deg)
    angles = np.radians(np.array(ways)[:, None] + aside)[..., None]
    radii = np.arange(inner_mm, outer_mm, step_mm) * PX_PER_MM
    return np.asarray(radii * np.cos(angles), np.float32), np.asarray(radii * np.sin(angles), np.float32)


def _shares(
    ink: Ink, places: Sequence[Point], fan: tuple[Floats, Floats], usual: float, across: int
) -> npt.NDArray[np.float32]:
    """Around each place and for each way how much of a turn (`across` 1) or of a way out (0) has ink across it.

    -1 where most is covered.
    """
    shape = len(places), *fan[0].shape
    middles = (np.array(places, np.float32).reshape(-1, 2) * PX_PER_MM - 0.5).T[:, :, None]
    x, y = (middle + away.reshape(1, -1) for middle, away in zip(middles, fan, strict=True))
    is_shut = (nearest(ink.covered, x, y) > 0).reshape(shape)
    is_dark = (cv2.remap(ink.dark, x, y, cv2.INTER_LINEAR) > _enough(usual)).reshape(shape)
    inked = (is_dark & ~is_shut).any(axis=across + 2)
    counted = inked | (is_shut.mean(axis=across + 2) <= 0.5)
    seen = counted.sum(axis=2)
    shares = inked.sum(axis=2) / np.maximum(seen, 1)
    return np.where(3 * seen >= counted.shape[2], shares, -1).astype(np.float32)


def _ramp(value: float, low: float, high: float) -> float:
    return min(1.0, max(0.0, (value - low) / (high - low)))


def _enough(usual: float) -> float:
    return max(FAINTEST, 0.45 * usual)
