"""What the camera's lens does: how it bends, how wide it sees, how far white paper blooms into black print."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log, radians, tan
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.sighting import Target
from vision.tags import Tag

Array = npt.NDArray[np.float64]

# How well a lens is known before anything was seen through it, as standard deviations.
UNKNOWN_K1 = 0.15
UNKNOWN_BLOOM_PX = 0.3
UNSURE_FOCAL = 0.25  # of its logarithm: where one of 66 degrees was told, one of 98 may hang
USUAL_BEND = 0.1  # of k1 * focal^2: what makers leave of a lens's bend; a fisheye has a third
UNSURE_SIZE = 0.003  # small markers seem a little larger or smaller than large ones, however they are measured
TALL_MM, UNSURE_TALL = 5.0, 0.006  # the size of tall pieces' markers tells the camera's height, but not that well;
# that of thin ones, of which there are many, differs more by how soft they are seen than by how high they lie
TALL_PX, SMALL_POWER = 24.0, 1.5  # those of fewer pixels tell it worse: in pictures of 1280 x 720 it hung 12 cm too low
SOFT_PX = 0.9  # what is seen softer than this is of less certain size
UPRIGHT = 0.004  # how far the two sides of a square may seem to differ in length, or from a right angle
OUTLIER_PX = 0.4  # a corner farther off than this is a curled sheet or a bad reading, and counts less
MOST_CURLED = 0.25  # of the markers do not lie flat, at the most
CORNER_PX = 0.12  # how well a corner is found
STEPS, ENOUGH = 16, 0.5  # at most so many tries; and when one gains less than this, no more
BENDS = (-0.2, -0.12, -0.06, 0.0, 0.06)  # of k1: one of them is near enough to any lens to begin from
TRUST = 0.25  # of what one place of the camera taught: no lens is quite as the formula has it


@dataclass(frozen=True, eq=False)
class Lens:
    """straight = bent * (1 - k1 r^2 - k2 r^4 + ...), r in halves of the picture's width, around its middle.

    `known` is the information (inverse covariance) about k1, k2, bloom and the focal length's logarithm: what was
    learnt at one place of the camera is the beginning of the next.
    """

    k1: float = 0.0
    k2: float = 0.0
    focal: float = 0.0  # in halves of the picture's width
    bloom_px: float = 0.0  # every edge of a black marker lies this far inside of where it was printed
    known: Array = field(default_factory=lambda: np.zeros((4, 4)))

    @property
    def values(self) -> Array:
        return np.array([self.k1, self.k2, self.bloom_px, log(self.focal)])

    def elsewhere(self, told: "Lens") -> "Lens":
        """What is kept of it where the camera hangs otherwise: how it bends. How wide it sees is judged anew from what
        was told of it: a view from straight above says little of that, and a little every time became a firm error.
        """
        bent, both, wide = self.known[:3, :3], self.known[:3, 3], max(float(self.known[3, 3]), 1e-12)
        known = np.diag([0.0, 0.0, 0.0, told.known[3, 3]])
        known[:3, :3] = bent - np.outer(both, both) / wide
        return replace(self, focal=told.focal, known=known)


def unknown_lens(fov_deg: float, k1: float | None = None, k2: float = 0.0) -> Lens:
    """A lens of which only the width of its view has been told, and perhaps its bend from a calibration."""
    focal = 1 / tan(radians(fov_deg / 2))
    told = 1e8 if k1 is not None else 1 / UNKNOWN_K1**2
    known = np.diag([told, 1e8 if k1 is not None else 0.0, 1 / UNKNOWN_BLOOM_PX**2, 1 / UNSURE_FOCAL**2])
    return Lens(k1 or 0.0, k2, focal, 0.0, known)


def straighten(points_px: npt.NDArray[Any], k1: float, size_px: tuple[int, int], k2: float = 0.0) -> Array:
    """Undoes a radial lens around the middle of the picture."""
    points, middle, half = np.asarray(points_px, np.float64).reshape(-1, 2), np.array(size_px) / 2, size_px[0] / 2
    aside = (points - middle) / half
    squared = (aside**2).sum(axis=1, keepdims=True)
    return np.asarray(middle + aside * _stretch(squared, k1, k2) * half)


def _stretch(squared: Array, k1: float | Array, k2: float | Array) -> Array:
    """What a bent radius is to be multiplied with to be straight.

    The last two terms follow from the first two where a lens bends by the usual formula, straight to bent, with one
    coefficient; a wide lens is millimetres off without them.
    """
    return np.asarray(1 - squared * (k1 + squared * (k2 - squared * (4 * k1 * k2 + squared * 6.1 * k2**2))))


def _slope(squared: Array, k1: float, k2: float) -> Array:
    """How fast the straight radius grows with the bent one."""
    return np.asarray(1 - squared * (3 * k1 + squared * (5 * k2 - squared * (28 * k1 * k2 + squared * 54.9 * k2**2))))


def slopes_of(points_px: npt.NDArray[Any], k1: float, size_px: tuple[int, int], k2: float = 0.0) -> tuple[Array, Array]:
    """n x 2 x 2: how a straightened point moves with the bent one; and the straightened points."""
    middle, half = np.array(size_px) / 2, size_px[0] / 2
    aside = (np.asarray(points_px, np.float64).reshape(-1, 2) - middle) / half
    squared = (aside**2).sum(axis=1)
    stretch = _stretch(squared, k1, k2)
    more = (_slope(squared, k1, k2) - stretch) / np.maximum(squared, 1e-12)
    slopes = stretch[:, None, None] * np.eye(2) + more[:, None, None] * (aside[:, :, None] * aside[:, None, :])
    return np.asarray(slopes), np.asarray(middle + aside * stretch[:, None] * half)


def bend(points_px: npt.NDArray[Any], k1: float, size_px: tuple[int, int], k2: float = 0.0) -> Array:
    """The way back: where the lens puts a point of a straight picture, by Newton's method on its radius."""
    middle, half = np.array(size_px) / 2, size_px[0] / 2
    straight = (np.asarray(points_px, np.float64).reshape(-1, 2) - middle) / half
    if k1 == 0 and k2 == 0:
        return np.asarray(middle + straight * half)
    goal = np.sqrt((straight**2).sum(axis=1, keepdims=True))
    radius = goal.copy()
    for _ in range(5):
        squared = radius**2
        slope = np.maximum(_slope(squared, k1, k2), 0.1)
        radius = np.clip(radius - (radius * _stretch(squared, k1, k2) - goal) / slope, 0, 4)
    return np.asarray(middle + straight * (radius / np.maximum(goal, 1e-9)) * half)


@dataclass(frozen=True, eq=False)
class _Seen:
    """Markers as arrays: those of the frame, whose place is known, come first."""

    corners: Array  # n x 4 x 2, in halves of the picture's width around its middle
    sides_mm: Array  # n
    heights_mm: Array  # n
    places_mm: Array  # of the first ones: the frame's
    per_mm: Array  # n, pixels a millimetre at each
    half_px: float
    focal: float  # as it was before: thin pieces say nothing of it
    unsure_tall: float
    corner_px: float  # how well a corner is found

    def some(self, which: npt.NDArray[np.bool_]) -> "_Seen":
        """Only those of the markers; all of the frame's are among them."""
        return replace(
            self,
            corners=self.corners[which],
            sides_mm=self.sides_mm[which],
            heights_mm=self.heights_mm[which],
            per_mm=self.per_mm[which],
        )


def learn_lens(
    tags: Sequence[Tag],
    frame: Mapping[int, tuple[float, float]],
    frame_mm: float,
    markers: Mapping[int, Target],
    size_px: tuple[int, int],
    before: Lens,
    soft_px: float = SOFT_PX,
) -> tuple[Lens, Array | None]:
    """The lens that lets every marker be a square of its printed size, lying flat at its height, and the matrix that
    then takes straightened pixels to millimetres; the lens as it was, and no matrix, where there is too little to see.

    Where the frame's markers lie is known, of all others only what they look like: a square's shape tells the bend
    there, its size the scale. Blooming is found with it, or a small bright marker would pass for a bent lens. Where
    an earlier print had other sizes, those are taken that fit better: a lens cannot make up for them everywhere.
    """
    ours = [tag for tag in tags if tag.id in frame] + [tag for tag in tags if tag.id in markers]
    prints: list[Mapping[int, Target]] = [markers]
    if any(markers[tag.id].earlier_mm is not None for tag in ours if tag.id in markers):
        prints.append({number: _as_before(target) for number, target in markers.items()})
    every = [_seen(ours, frame, frame_mm, sizes, size_px, before.focal, soft_px) for sizes in prints]
    if len(every[0].places_mm) < 2 or len(ours) < 4:
        return before, None
    fits = [(*_least_squares(_start(one, before), one, before), one) for one in every]
    found, information, _, seen = min(fits, key=_misfit_of)
    flat = _flat(found, seen)
    if 0 < (~flat).sum() <= MOST_CURLED * len(flat):  # where many do not fit, a corner has been moved
        found, information, _ = _least_squares(found, seen.some(flat), before)
    k1, k2, bloom, focal = found[8:12]
    if not np.isfinite(found).all() or abs(k1) > 0.5 or abs(k2) > 0.5:
        return before, None
    half, middle = size_px[0] / 2, np.array(size_px) / 2
    units = np.array([[1 / half, 0, -middle[0] / half], [0, 1 / half, -middle[1] / half], [0, 0, 1]])
    matrix = np.append(found[:8], 1.0).reshape(3, 3) @ units
    return Lens(float(k1), float(k2), float(np.exp(focal)), float(bloom), information), matrix / matrix[2, 2]


def _as_before(target: Target) -> Target:
    return target if target.earlier_mm is None else replace(target, marker_mm=target.earlier_mm)


def _misfit_of(fit: tuple[Array, Array, float, "_Seen"]) -> float:
    return fit[2]


def _flat(values: Array, seen: _Seen) -> npt.NDArray[np.bool_]:
    """Which markers may lie flat; the frame's always do. A card that curls up is nearer to the camera, and would pull
    the whole lens after it, however little it counts."""
    off = _misfit(values[None], seen)[0].reshape(len(seen.sides_mm), -1) * CORNER_PX
    is_near = np.sqrt((off**2).sum(axis=1) / 4) < OUTLIER_PX
    return np.asarray(is_near | (np.arange(len(is_near)) < len(seen.places_mm)))


def eye_of(to_px: Array, focal_px: float, size_px: tuple[int, int]) -> tuple[float, float, float]:
    """Where the camera is, from how the table's plane lies in the straight picture: over which point, and how high."""
    inner = np.array(
        [[1 / focal_px, 0, -size_px[0] / 2 / focal_px], [0, 1 / focal_px, -size_px[1] / 2 / focal_px], [0, 0, 1]]
    )
    ((x, y, z),) = _eye((inner @ to_px)[None])
    return float(x), float(y), max(200.0, abs(float(z)))


def _eye(poses: Array) -> Array:
    """k x 3: the camera's places, from the plane's columns in rays: x, y along it, z above it."""
    long, wide = (np.sqrt((poses[:, :, n] ** 2).sum(axis=1)) for n in (0, 1))
    scaled = poses * (2 / (long + wide))[:, None, None]
    first, second = scaled[:, :, 0], scaled[:, :, 1]
    turns = np.stack((first, second, np.cross(first, second)), axis=2)
    return np.asarray(-np.linalg.solve(turns, scaled[:, :, 2:])[:, :, 0])


def _seen(
    ours: Sequence[Tag],
    frame: Mapping[int, tuple[float, float]],
    frame_mm: float,
    markers: Mapping[int, Target],
    size_px: tuple[int, int],
    focal: float,
    soft_px: float,
) -> _Seen:
    half = size_px[0] / 2
    corners = (np.array([tag.corners for tag in ours], np.float64).reshape(-1, 4, 2) - np.array(size_px) / 2) / half
    sides = np.array([frame_mm if tag.id in frame else markers[tag.id].marker_mm for tag in ours])
    heights = np.array([0.0 if tag.id in frame else markers[tag.id].top_mm for tag in ours])
    places = np.array([frame[tag.id] for tag in ours if tag.id in frame]).reshape(-1, 2)
    per_mm = np.array([tag.side_px for tag in ours]) / sides
    unsharp = max(1.0, soft_px / SOFT_PX)
    tall = (per_mm * sides)[heights > TALL_MM]
    small = max(1.0, TALL_PX / float(np.median(tall))) if tall.size else 1.0
    unsure_tall = UNSURE_TALL * unsharp**2 * small**SMALL_POWER
    return _Seen(corners, sides, heights, places, per_mm, half, focal, unsure_tall, CORNER_PX * unsharp)


def _square(sides: Array) -> Array:
    """n x 4 x 2: squares of those sides around nought, clockwise from the upper left."""
    return np.asarray(np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * sides[:, None, None])


def _start(seen: _Seen, before: Lens) -> Array:
    """Where to begin: as it was, or as much bent as fits best. Plane and bend are bound to each other along a curve,
    and from a straight lens the small steps along it never came to the end of a wide one.
    """
    starts = np.array(
        [
            (*_first_homography(seen, k1, before.k2), k1, *before.values[1:], 0.0, 0.0)
            for k1 in dict.fromkeys((before.k1, *BENDS))
        ]
    )
    corners, rules = _misfit(starts, seen)
    costs = [_cost(*each, before) for each in zip(corners, rules, starts, strict=True)]
    return np.asarray(starts[int(np.argmin(costs))])


def _first_homography(seen: _Seen, k1: float, k2: float) -> Array:
    """The plane through the frame's markers as eight numbers, straight pixels to millimetres, through that lens."""
    count = len(seen.places_mm)
    table = (_square(seen.sides_mm[:count]) + seen.places_mm[:, None]).reshape(-1, 2)
    bent = seen.corners[:count].reshape(-1, 2)
    x, y = (bent * _stretch((bent**2).sum(axis=1, keepdims=True), k1, k2)).T
    u, v = table.T
    nought, one = np.zeros_like(x), np.ones_like(x)
    rows = np.vstack(
        (
            np.column_stack((x, y, one, nought, nought, nought, -u * x, -u * y)),
            np.column_stack((nought, nought, nought, x, y, one, -v * x, -v * y)),
        )
    )
    return np.asarray(np.linalg.lstsq(rows, np.concatenate((u, v)), rcond=None)[0])


def _misfit(values: Array, seen: _Seen) -> tuple[Array, Array]:
    """How far each corner is from its square, in corner errors; and what the lens and the camera's pose should obey.

    One row for each row of values: many at once cost little more than one.
    """
    matrices = np.concatenate((values[:, :8], np.ones((len(values), 1))), axis=1).reshape(-1, 3, 3)
    k1, k2, bloom, log_focal, tall, size = values[:, 8:].T
    x, y = _straight(seen, k1, k2, bloom)
    across, down, depth = (
        row[:, 0, None, None] * x + row[:, 1, None, None] * y + row[:, 2, None, None] for row in matrices.swapaxes(0, 1)
    )
    focal = np.exp(log_focal)
    poses = np.asarray(np.linalg.inv(matrices), np.float64)
    poses[:, :2] /= focal[:, None, None]
    eyes, is_tall = _eye(poses), seen.heights_mm > TALL_MM
    high = np.abs(eyes[:, 2:]) * np.where(is_tall, 1, seen.focal / focal[:, None])
    lower = (1 - seen.heights_mm / high)[:, :, None]
    over_x, over_y = eyes[:, 0, None, None], eyes[:, 1, None, None]
    x, y = over_x + (across / depth - over_x) * lower, over_y + (down / depth - over_y) * lower
    is_piece = np.arange(len(seen.sides_mm)) >= len(seen.places_mm)
    sides = seen.sides_mm * (1 + tall[:, None] * is_tall + size[:, None] * is_piece)
    scale = (seen.per_mm / seen.corner_px)[:, None]
    off = np.stack([one * scale for one in _off_square(x, y, sides, seen.places_mm)], axis=3)
    one, two = (np.sqrt((poses[:, :, n] ** 2).sum(axis=1)) for n in (0, 1))
    aslant = (poses[:, :, 0] * poses[:, :, 1]).sum(axis=1) / (one * two)
    curve = (k2 + 2 * k1**2) / (4 * k1**2 + 0.002)  # what lenses have in common, for want of evidence
    rules = ((one - two) / (one + two) * 2 / UPRIGHT, aslant / UPRIGHT, curve)
    usual = (k1 * focal**2 / USUAL_BEND, tall / seen.unsure_tall, size / UNSURE_SIZE)
    return off.reshape(len(values), -1), np.stack((*rules, *usual), axis=1)


def _straight(seen: _Seen, k1: Array, k2: Array, bloom: Array) -> tuple[Array, Array]:
    """The corners as they would be without blooming and lens: x and y, k x n x 4."""
    aside = seen.corners - seen.corners.mean(axis=1, keepdims=True)
    more = (2 * bloom[:, None] / (seen.per_mm * seen.sides_mm))[:, :, None]
    x, y = (seen.corners[:, :, n] + aside[:, :, n] * more for n in (0, 1))
    stretch = _stretch(x * x + y * y, k1[:, None, None], k2[:, None, None])
    return x * stretch, y * stretch


def _off_square(x: Array, y: Array, sides: Array, places: Array) -> tuple[Array, Array]:
    """How far corners are, along x and y, from the squares nearest to them: the frame's lie where they are printed,
    the others anywhere, turned anyhow."""
    count = len(places)
    model_x, model_y = (np.array(way) * sides[:, :, None] for way in ((-0.5, 0.5, 0.5, -0.5), (-0.5, -0.5, 0.5, 0.5)))
    middle_x, middle_y = x.mean(axis=2, keepdims=True), y.mean(axis=2, keepdims=True)
    aside_x, aside_y = x - middle_x, y - middle_y
    along = (aside_x * model_x + aside_y * model_y).sum(axis=2, keepdims=True)
    across = (model_x * aside_y - model_y * aside_x).sum(axis=2, keepdims=True)
    length = np.hypot(along, across)
    cos, sin = along / length, across / length
    off_x, off_y = aside_x - (model_x * cos - model_y * sin), aside_y - (model_x * sin + model_y * cos)
    off_x[:, :count] = x[:, :count] - model_x[:, :count] - places[:, 0, None]
    off_y[:, :count] = y[:, :count] - model_y[:, :count] - places[:, 1, None]
    return off_x, off_y


def _least_squares(values: Array, seen: _Seen, before: Lens) -> tuple[Array, Array, float]:
    """Levenberg's way, corners far off counting less; the numbers, what is now known about the lens, and the misfit."""
    damping = 1e-3
    cost, normal, pull = _pull(values, seen, before)
    for _ in range(STEPS):
        nearer = values - np.linalg.solve(normal + damping * np.diag(np.diag(normal)), pull)
        (corners,), (rules,) = _misfit(nearer[None], seen)
        gain = cost - _cost(corners, rules, nearer, before)
        if gain > 0:
            values, damping = nearer, damping / 5
            cost, normal, pull = _pull(values, seen, before)
        else:
            damping *= 10
        if 0 <= gain < ENOUGH:
            break
    return values, np.asarray(TRUST * _information(normal)), cost


def _pull(values: Array, seen: _Seen, before: Lens) -> tuple[float, Array, Array]:
    """What the misfit costs, and how it changes with each number: the matrix and the right side of the step that would
    undo it."""
    scale = np.concatenate((np.maximum(np.abs(values[:8]), 1e-3) * 1e-5, [1e-5, 1e-5, 1e-4, 1e-5, 1e-5, 1e-5]))
    (corners, *moved), (rules, *bound) = _misfit(values + np.vstack((np.zeros(len(values)), np.diag(scale))), seen)
    slope = np.concatenate((np.array(moved) - corners, np.array(bound) - rules), axis=1).T / scale
    weights = 1 / np.maximum(1, np.abs(corners) * CORNER_PX / OUTLIER_PX)
    every = np.concatenate((weights, np.ones(len(rules))))
    normal = np.einsum("ki,kj->ij", slope, slope * every[:, None])
    normal[8:12, 8:12] += before.known
    pull = np.einsum("ki,k->i", slope, np.concatenate((corners, rules)) * every)
    pull[8:12] += before.known @ (values[8:12] - before.values)
    return _cost(corners, rules, values, before), normal, np.asarray(pull)


def _information(normal: Array) -> Array:
    """What is known about the lens, whatever the plane and the rest may be."""
    lens, rest = np.arange(8, 12), np.r_[0:8, 12:14]
    across = normal[np.ix_(lens, rest)]
    return np.asarray(normal[np.ix_(lens, lens)] - across @ np.linalg.solve(normal[np.ix_(rest, rest)], across.T))


def _cost(corners: Array, rules: Array, values: Array, before: Lens) -> float:
    near, bound = np.abs(corners), OUTLIER_PX / CORNER_PX
    robust = np.where(near < bound, near**2, bound * (2 * near - bound)).sum()
    off = values[8:12] - before.values
    return float(robust + (rules**2).sum() + off @ before.known @ off)
