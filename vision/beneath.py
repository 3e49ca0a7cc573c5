"""What lies under other pieces so that its marker is hidden: what some stand on, and what shows of its body."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, cos, hypot, radians, sin
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.look import Look
from vision.parts import Box as PxBox
from vision.parts import do_touch, gathered
from vision.plane import Plane
from vision.problems import Problem
from vision.sighting import Sighting, Target, Targets

Image = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]
Spot = tuple[float, float]  # mm
Box = tuple[float, float, float, float]  # mm

ROOM = 2.0  # times as large as what stands on it: there is room for more of them
OVERHANGS = 1 / 3  # of its width: so far beyond an edge a piece may be set down that stands on it
STEP_MM = 2.0  # between the places of the table that are looked at
COARSE = 8  # steps between those of which it is worked out where they are seen
AROUND_MM = 24.0  # of the table around where something may be hidden, to see how it looks bare
RIM_MM = 3.0  # around what is known: its edge, its shadow, and what its place may be off
DARK = 0.48  # of the bare table's brightness: a shadow leaves more
BRIGHT, BARE = 0.9, 0.6  # of the places darker than it; of that one's brightness: what is darker is no bare table
FEWEST = 40  # places of the bare table, to know how it looks
THIN = 2  # steps: what is thinner is a line, or a gap between two tiles
BESIDE_MM = 10.0  # across: what looks out begins at the rim
BROKEN_MM = 15.0  # what lies so near to each other is one, with a path between
LEAST_MM2 = 150.0  # of it is dark; a shadow that counts has less
SAME_MM = (
    36.0  # places so near to each other are one, with a piece between; less than two pieces side by side are apart
)
TOLD_MM = 25.0  # so near to where something is told there is nothing more to tell


class Lying(NamedTuple):
    """A piece that was read."""

    x_mm: float
    y_mm: float
    turned_deg: float
    sort: Target
    what: str


def hidden_pieces(
    pixels: Image,
    look: Look,
    plane: Plane,
    targets: Targets,
    seen: Sequence[Sighting],
    told: Sequence[Problem],
    changed: Sequence[PxBox] | None = None,
) -> Iterator[Problem]:
    """What nobody can read, told at its place, unless a hand lies there or something unread is told there already.

    `changed`: only there the picture differs from before, and only there it is sought.
    """
    others: list[Box] = [(x0, y0, x1, y1) for _, x0, y0, x1, y1 in targets.every_tray()]
    others += [_around(die, targets.die_mm) for die in look.dice]
    wide = {sort.what: sort.width_mm for sort in targets.plain}
    others += [_around(one, wide[one.what]) for one in seen if one.what in wide]
    places = [(one.x_mm, one.y_mm) for one in told if one.x_mm is not None and one.y_mm is not None]
    is_anywhere = look.hidden is not None and bool(look.hidden.all())  # an arm, of which nobody knows what it hides
    for x, y in find_beneath(pixels, plane, targets, seen, others, changed):
        is_told = any(hypot(x - other_x, y - other_y) < TOLD_MM for other_x, other_y in places)
        if not is_told and (is_anywhere or not look.is_hidden(x, y)):
            yield Problem("covered", round(x, 1), round(y, 1))


def is_near(one: Problem, other: Problem) -> bool:
    """Whether both tell of the same thing."""
    if None in (one.x_mm, one.y_mm, other.x_mm, other.y_mm):
        return False
    return hypot((one.x_mm or 0) - (other.x_mm or 0), (one.y_mm or 0) - (other.y_mm or 0)) < TOLD_MM


def is_in(one: Problem, plane: Plane, changed: Iterable[PxBox]) -> bool:
    """Whether that part of the picture differs where it was told."""
    x, y = plane.px(np.array([[one.x_mm or 0.0, one.y_mm or 0.0]]))[0].astype(int).tolist()
    return any(do_touch((x, y, x + 1, y + 1), box) for box in changed)


def _around(one: Sighting, wide_mm: float) -> Box:
    half = wide_mm / 2 + RIM_MM
    return one.x_mm - half, one.y_mm - half, one.x_mm + half, one.y_mm + half


def find_beneath(
    pixels: Image,
    plane: Plane,
    targets: Targets,
    seen: Iterable[Sighting],
    others: Iterable[Box] = (),
    changed: Sequence[PxBox] | None = None,
) -> list[Spot]:
    """Where something lies that nobody can read because of what stands or lies on it, each place once.

    Only in games with pieces that always stand on others; `others` are boxes of the table with other things in them.
    `changed`: beside pieces outside of those parts of the picture nothing is looked for.
    """
    sorts = {target.what: target for target in targets.markers.values()}
    stands = {what: sort for what, sort in sorts.items() if sort.below_mm > 0}
    grounds = _grounds(sorts, stands)
    if not grounds:
        return []
    known = [Lying(one.x_mm, one.y_mm, one.turned_deg, sorts[one.what], one.what) for one in seen if one.what in sorts]
    ground = [one for one in known if one.what in grounds]
    above = [one for one in known if one.what in stands]
    spots = [(one.x_mm, one.y_mm) for one in above if not _has_ground(one, ground)]
    outlines = [*_outlines(known, plane), *(_corners(box) for box in others)]
    most = max(_area(sort) for sort in grounds.values())
    beside = [*ground, *above] if changed is None else _those_in([*ground, *above], plane, changed)
    for box in _windows(beside, grounds.values(), targets):
        spots += _bodies(pixels, plane, box, outlines, most)
    return [*_each_once(spots)]


def _grounds(sorts: Mapping[str, Target], stands: Mapping[str, Target]) -> dict[str, Target]:
    """The sorts that others may stand on."""
    if not stands:
        return {}
    top, least = max(sort.below_mm for sort in stands.values()), max(_area(sort) for sort in stands.values())
    return {what: sort for what, sort in sorts.items() if sort.top_mm <= top and _area(sort) >= ROOM * least}


def _area(sort: Target) -> float:
    return sort.size_mm[0] * sort.size_mm[1]


def _has_ground(one: Lying, ground: Iterable[Lying]) -> bool:
    """Whether anything that was read lies under it."""
    return any(_outside_mm(one, other) <= OVERHANGS * max(one.sort.size_mm) for other in ground)


def _outside_mm(one: Lying, other: Lying) -> float:
    """How far the middle of the one lies beyond the other's edge; below 0 within it."""
    turn, x, y = radians(other.turned_deg), one.x_mm - other.x_mm, one.y_mm - other.y_mm
    along, across = x * cos(turn) + y * sin(turn), y * cos(turn) - x * sin(turn)
    return max(abs(along) - other.sort.size_mm[0] / 2, abs(across) - other.sort.size_mm[1] / 2)


def _each_once(spots: Iterable[Spot]) -> Iterator[Spot]:
    """Those that lie near to each other, in the mean."""
    groups: list[list[Spot]] = []
    for x, y in spots:
        home = next((group for group in groups if hypot(x - group[0][0], y - group[0][1]) < SAME_MM), None)
        if home is None:
            groups.append([(x, y)])
        else:
            home.append((x, y))
    for group in groups:
        x, y = np.mean(group, axis=0).tolist()
        yield x, y


# Bodies


def _windows(known: Iterable[Lying], grounds: Iterable[Target], targets: Targets) -> list[Box]:
    """The parts of the table that a piece may reach into of which the marker lies under one of those."""
    reach = ceil(max(hypot(*sort.offset_mm) + hypot(*sort.size_mm) / 2 for sort in grounds))
    at = [(round(one.x_mm), round(one.y_mm)) for one in known]
    found = gathered((x - reach, y - reach, x + reach, y + reach) for x, y in at)
    wide, high = targets.width_mm, targets.height_mm
    return [(max(x0, 0.0), max(y0, 0.0), min(x1, wide), min(y1, high)) for x0, y0, x1, y1 in found]


def _those_in(known: Sequence[Lying], plane: Plane, changed: Sequence[PxBox]) -> list[Lying]:
    """Those that lie where these parts of the picture are."""
    if not known or not changed:
        return []
    at, halves = (
        np.array([(one.x_mm, one.y_mm) for one in known]),
        np.array([max(one.sort.size_mm) / 2 for one in known]),
    )
    around = np.array([[-1.0, -1.0], [1, -1], [1, 1], [-1, 1]])
    corners = plane.px((at[:, None] + around * halves[:, None, None]).reshape(-1, 2)).reshape(-1, 4, 2)
    boxes = np.hstack((corners.min(axis=1), np.ceil(corners.max(axis=1)))).astype(int).tolist()
    return [one for one, box in zip(known, boxes, strict=True) if any(do_touch(tuple(box), other) for other in changed)]


def _outlines(known: Sequence[Lying], plane: Plane) -> Iterable[Points]:
    """What each piece hides of the table, with a rim: from its foot to where its top is seen."""
    if not known:
        return ()
    over, high = np.array(plane.eye_mm[:2]), plane.eye_mm[2]
    turns, at = np.radians([one.turned_deg for one in known]), np.array([(one.x_mm, one.y_mm) for one in known])
    tops = np.array([one.sort.below_mm + one.sort.top_mm for one in known])
    halves = np.array([one.sort.size_mm for one in known]) / 2 + RIM_MM
    x, y = (np.array([[-1, 1, 1, -1], [-1, -1, 1, 1]])[:, None] * halves.T[:, :, None])[:]
    cos, sin = np.cos(turns)[:, None], np.sin(turns)[:, None]
    foot = np.stack((x * cos - y * sin, x * sin + y * cos), axis=2) + at[:, None]
    top = over + (foot - over) / (1 - tops / high)[:, None, None]
    return np.asarray(np.concatenate((foot, top), axis=1))


def _corners(box: Box) -> Points:
    x0, y0, x1, y1 = box
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def _bodies(pixels: Image, plane: Plane, box: Box, outlines: Iterable[Points], most_mm2: float) -> Iterator[Spot]:
    """Where in that part of the table something much darker than it looks out from under what is known."""
    x0, y0 = box[0] - AROUND_MM, box[1] - AROUND_MM
    wide, high = (round((box[n + 2] - box[n] + 2 * AROUND_MM) / STEP_MM) for n in (0, 1))
    grey, free = _from_above(pixels, plane, (x0, y0), (wide, high)), np.full((high, wide), 255, np.uint8)
    for outline in outlines:
        hull = cv2.convexHull(np.round((outline - (x0, y0)) / STEP_MM).astype(np.int32))
        cv2.fillConvexPoly(free, hull, (0,))
    bare = _bare(grey, free)
    dark = np.asarray((grey < DARK * bare) * free, np.uint8)
    cores = cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones((THIN, THIN), np.uint8))
    joined = cv2.dilate(np.asarray(cores, np.uint8), _disc(BROKEN_MM))
    beside = cv2.dilate(255 - free, _disc(BESIDE_MM))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    for number in range(1, count):
        left, top, across, down = stats[number, :4].tolist()
        here = slice(top, top + down), slice(left, left + across)
        rows, columns = np.nonzero((labels[here] == number) & (dark[here] > 0))
        x, y = (float(columns.mean()) + left) * STEP_MM + x0, (float(rows.mean()) + top) * STEP_MM + y0
        is_as_large = LEAST_MM2 < len(rows) * STEP_MM**2 < most_mm2
        if is_as_large and beside[here][rows, columns].any() and box[0] <= x <= box[2] and box[1] <= y <= box[3]:
            yield x, y


def _bare(grey: Mask, free: Mask) -> float:
    """How bright most of it is beside all that is known, but for what is darker by far; 0 if there is too little."""
    counts = cv2.calcHist([grey], [0], free, [256], [0, 256]).ravel().cumsum()
    if counts[-1] < FEWEST:
        return 0.0
    least = BARE * float(np.searchsorted(counts, BRIGHT * counts[-1]))
    below = counts[int(least)]
    return float(np.searchsorted(counts, below + (counts[-1] - below) / 2))


def _from_above(pixels: Image, plane: Plane, start: Spot, size: tuple[int, int]) -> Mask:
    """That part of the table as from straight above, grey."""
    wide, high = size
    x, y = np.meshgrid(*(np.arange(0, count + COARSE, COARSE) for count in size))
    at = plane.px(np.column_stack((x.reshape(-1), y.reshape(-1))) * STEP_MM + np.array(start)).astype(np.float32)
    warp = np.array([[1 / COARSE, 0, 0], [0, 1 / COARSE, 0]])
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    u, v = (
        cv2.warpAffine(np.ascontiguousarray(at[:, n].reshape(x.shape)), warp, (wide, high), flags=how) for n in (0, 1)
    )
    seen = cv2.remap(pixels, u, v, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), np.uint8)


def _disc(across_mm: float) -> Mask:
    count = round(across_mm / STEP_MM)
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (count, count)), np.uint8)
