"""Markers in the picture to pieces on the table."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import cos, hypot, radians, sin

import numpy as np
import numpy.typing as npt

from vision.plane import Plane
from vision.sighting import Blank, Sighting, Target, Targets
from vision.tags import Tag

Array = npt.NDArray[np.float64]

LARGER = 1.5  # times as large as what stands on it
HELD = 1.15  # a marker so much larger than printed is held up in the air
FORESHORTENED, LESS_SURE = 0.8, 0.7  # a side so much shorter than printed: it does not lie flat
TOGETHER_MM, TOGETHER_DEG = 8.0, 10.0  # markers of one piece agree so far about where it lies
ASIDE = 0.06  # of how far a marker is from its piece's middle: it may be seen turned by three degrees


def sightings_of(tags: Iterable[Tag], plane: Plane, targets: Targets, vague: Iterable[Tag] = ()) -> list[Sighting]:
    """Where the pieces lie that carry those markers; the markers of one piece are told as one.

    `vague` are no pieces, but what is like one under others: it holds them up all the same.
    """
    known = [(tag, targets.markers[tag.id]) for tag in tags if tag.id in targets.markers]
    count = len(known)
    if not count:
        return []
    known += [(tag, targets.markers[tag.id]) for tag in vague]
    heights = np.repeat([target.top_mm for _, target in known], 4)
    corners = plane.mm(np.concatenate([tag.corners for tag, _ in known]), heights).reshape(-1, 4, 2)
    sides = np.linalg.norm(corners - corners[:, (3, 0, 1, 2)], axis=2) / [[target.marker_mm] for _, target in known]
    lying = sides.mean(axis=1) < HELD
    up = corners[:, 0] + corners[:, 1] - corners[:, 2] - corners[:, 3]
    turned = np.degrees(np.arctan2(up[:, 0], -up[:, 1])) % 360
    cosine, sine = np.cos(np.radians(turned)), np.sin(np.radians(turned))
    dx, dy = np.array([target.offset_mm for _, target in known]).T
    x, y = corners.mean(axis=1).T + np.array([dx * cosine - dy * sine, dx * sine + dy * cosine])
    at = np.column_stack((x, y))
    x, y = _raised(at, cosine, sine, plane, [target for _, target in known], targets.blanks).T
    sure = np.where(sides.min(axis=1) > FORESHORTENED, 0.99, LESS_SURE)
    px = np.array([tag.corners for tag, _ in known], np.float64)
    where = np.column_stack((x, y, turned, sure)).tolist(), np.hstack((px.min(axis=1), px.max(axis=1))).tolist()
    seen = [
        (tag.id, Sighting(target.what, x_mm, y_mm, turned_deg, min(most, tag.sure), None, (x0, y0, x1, y1)))
        for is_lying, (tag, target), (x_mm, y_mm, turned_deg, most), (x0, y0, x1, y1) in zip(
            lying, known[:count], *where, strict=False
        )
        if is_lying
    ]
    return _as_one(seen, targets)


def _raised(
    at: Array, cosine: Array, sine: Array, plane: Plane, targets: Sequence[Target], blanks: Sequence[Blank]
) -> Array:
    """Where the pieces are if those that stand on a larger one, seen or not, are as much higher as that is thick."""
    size, tops = np.array([target.size_mm for target in targets]), np.array([target.top_mm for target in targets])
    apart = at[:, None] - at[None]  # of each from each
    along = apart[..., 0] * cosine + apart[..., 1] * sine
    across = apart[..., 1] * cosine - apart[..., 0] * sine
    inside = (np.abs(along) < size[:, 0] / 2) & (np.abs(across) < size[:, 1] / 2)
    is_larger = size.prod(axis=1)[None] > LARGER * np.maximum(size.prod(axis=1), 1.0)[:, None]
    below = np.where(inside & is_larger, tops[None], 0.0).max(axis=1)
    always = np.array([target.below_mm for target in targets])
    below = np.where(below > 0, below, np.where(always > 0, always, _perhaps_raised(at, size, blanks)))
    over_mm = np.array(plane.eye_mm[:2])
    return np.asarray(at - (at - over_mm) * (below / (plane.eye_mm[2] - tops))[:, None])


def _perhaps_raised(at: Array, size: Array, blanks: Sequence[Blank]) -> Array:
    """Half of what may lie below each and cannot be seen: whether it does or not, that is the least wrong."""
    if not blanks:
        return np.zeros(len(at))
    places = np.array([(one.x_mm, one.y_mm, one.width_mm, one.height_mm, one.top_mm) for one in blanks])
    apart = np.abs(at[:, None] - places[None, :, :2])
    inside = (apart < places[None, :, 2:4] / 2).all(axis=2)
    is_larger = places[:, 2:4].prod(axis=1)[None] > LARGER * np.maximum(size.prod(axis=1), 1.0)[:, None]
    return np.asarray(np.where(inside & is_larger, places[None, :, 4] / 2, 0.0).max(axis=1))


def _as_one(seen: Sequence[tuple[int, Sighting]], targets: Targets) -> list[Sighting]:
    """Different markers that tell of the same piece at the same place are one sighting, in the mean."""
    times = Counter(target.what for target in targets.markers.values())
    several = {name for name, count in times.items() if count > 1}
    groups: list[list[tuple[int, Sighting]]] = []
    alike: dict[str, list[list[tuple[int, Sighting]]]] = {name: [] for name in several}
    for number, one in seen:
        rivals = alike.get(one.what, [])
        far = hypot(*targets.markers[number].offset_mm)
        home = next((group for group in rivals if all(_is_mate(number, one, *other, far) for other in group)), None)
        if home is None:
            home = []
            groups.append(home)
            rivals.append(home)
        home.append((number, one))
    return [_mean([one for _, one in group]) for group in groups]


def _is_mate(number: int, one: Sighting, other_number: int, other: Sighting, far_mm: float) -> bool:
    return number != other_number and is_same(one, other, far_mm)


def is_same(one: Sighting, other: Sighting, far_mm: float = 0.0) -> bool:
    """Whether both may be the same piece, seen by different markers of it, so far from its middle."""
    apart = abs((one.turned_deg - other.turned_deg + 180) % 360 - 180)
    near = hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) < TOGETHER_MM + ASIDE * far_mm
    return one.what == other.what and near and apart < TOGETHER_DEG


def is_one_more(tag: Tag, plane: Plane, targets: Targets, seen: Iterable[Sighting]) -> bool:
    """Whether it can be one more marker of a piece that was read by another."""
    (it,) = sightings_of([replace(tag, sure=1.0)], plane, targets) or (None,)
    far = hypot(*targets.markers[tag.id].offset_mm)
    return it is not None and any(is_same(it, one, far) for one in seen)


def _mean(group: Sequence[Sighting]) -> Sighting:
    if len(group) == 1:
        return group[0]
    surest = max(group, key=lambda one: one.sure)
    ways = [radians(one.turned_deg) for one in group]
    turned = np.degrees(np.arctan2(np.mean([sin(a) for a in ways]), np.mean([cos(a) for a in ways]))) % 360
    x, y = np.mean([one.x_mm for one in group]), np.mean([one.y_mm for one in group])
    return replace(surest, x_mm=float(x), y_mm=float(y), turned_deg=float(turned))
