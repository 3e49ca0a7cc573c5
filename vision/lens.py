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
SOFT_PX = 0.9  # what is seen softer than this is of less certain size
UPRIGHT = 0.004  # how far the two sides of a square may seem to differ in length, or from a right angle
OUTLIER_PX = 0.4  # a corner farther off than this is a curled sheet or a bad reading, and counts less
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


def _stretch(squared: Array, k1: float, k2: float) -> Array:
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
    there, its size the scale. Blooming is found with it, or a small bright marker would pass for a bent lens.
    """
    seen = _seen(tags, frame, frame_mm, markers, size_px, before.focal, soft_px)
    if seen is None or len(seen.places_mm) < 2 or len(seen.corners) < 4:
        return before, None
    found, information = _least_squares(_start(seen, before), seen, before)
    k1, k2, bloom, focal = found[8:12]
    if not np.isfinite(found).all() or abs(k1) > 0.5 or abs(k2) > 0.5:
        return before, None
    half, middle = size_px[0] / 2, np.array(size_px) / 2
    units = np.array([[1 / half, 0, -middle[0] / half], [0, 1 / half, -middle[1] / half], [0, 0, 1]])
    matrix = np.append(found[:8], 1.0).reshape(3, 3) @ units
    return Lens(float(k1), float(k2), float(np.exp(focal)), float(bloom), information), matrix / matrix[2, 2]


def eye_of(to_px: Array, focal_px: float, size_px: tuple[int, int]) -> tuple[float, float, float]:
    """Where the camera is, from how the table's plane lies in the straight picture: over which point, and how high."""
    inner = np.array(
        [[1 / focal_px, 0, -size_px[0] / 2 / focal_px], [0, 1 / focal_px, -size_px[1] / 2 / focal_px], [0, 0, 1]]
    )
    x, y, z = _eye(inner @ to_px)
    return float(x), float(y), max(200.0, abs(float(z)))


def _eye(pose: Array) -> Array:
    """The camera's place, from the plane's columns in rays: x, y along it, z above it."""
    scale = 2 / (np.linalg.norm(pose[:, 0]) + np.linalg.norm(pose[:, 1]))
    first, second, shift = (pose * scale).T
    turn = np.column_stack((first, second, np.cross(first, second)))
    return np.asarray(-np.linalg.solve(turn, shift))


def _seen(
    tags: Sequence[Tag],
    frame: Mapping[int, tuple[float, float]],
    frame_mm: float,
    markers: Mapping[int, Target],
    size_px: tuple[int, int],
    focal: float,
    soft_px: float,
) -> _Seen | None:
    ours = [tag for tag in tags if tag.id in frame] + [tag for tag in tags if tag.id in markers]
    if not ours:
        return None
    half = size_px[0] / 2
    corners = (np.array([tag.corners for tag in ours], np.float64) - np.array(size_px) / 2) / half
    sides = np.array([frame_mm if tag.id in frame else markers[tag.id].marker_mm for tag in ours])
    heights = np.array([0.0 if tag.id in frame else markers[tag.id].top_mm for tag in ours])
    places = np.array([frame[tag.id] for tag in ours if tag.id in frame]).reshape(-1, 2)
    per_mm = np.array([tag.side_px for tag in ours]) / sides
    return _Seen(corners, sides, heights, places, per_mm, half, focal, UNSURE_TALL * max(1, soft_px / SOFT_PX) ** 2)


def _square(sides: Array) -> Array:
    """n x 4 x 2: squares of those sides around nought, clockwise from the upper left."""
    return np.asarray(np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * sides[:, None, None])


def _start(seen: _Seen, before: Lens) -> Array:
    """Where to begin: as it was, or as much bent as fits best. Plane and bend are bound to each other along a curve,
    and from a straight lens the small steps along it never came to the end of a wide one.
    """
    starts = []
    for k1 in (before.k1, *BENDS):
        lens = np.array([k1, *before.values[1:]])
        starts.append(np.concatenate([_first_homography(seen, k1, before.k2), lens, [0.0, 0.0]]))
    return min(starts, key=lambda values: _cost(*_misfit(values, seen), values, before))


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
    """How far each corner is from its square, in corner errors; and what the lens and the camera's pose should obey."""
    matrix = np.append(values[:8], 1.0).reshape(3, 3)
    k1, k2, bloom, log_focal, tall, size = values[8:]
    middles = seen.corners.mean(axis=1, keepdims=True)
    grown = seen.corners + (seen.corners - middles) * (2 * bloom / (seen.per_mm * seen.sides_mm))[:, None, None]
    x, y = grown[:, :, 0], grown[:, :, 1]
    squared = x * x + y * y
    stretch = _stretch(squared, k1, k2)
    x, y = x * stretch, y * stretch
    across, down, depth = (row[0] * x + row[1] * y + row[2] for row in matrix)
    flat = np.stack((across / depth, down / depth), axis=2)
    focal = np.exp(log_focal)
    pose = np.diag([1 / focal, 1 / focal, 1]) @ np.linalg.inv(matrix)
    eye = _eye(pose)
    over = eye[:2]
    high = abs(eye[2]) * np.where(seen.heights_mm > TALL_MM, 1, seen.focal / focal)
    flat = over + (flat - over) * (1 - seen.heights_mm / high)[:, None, None]
    is_piece = np.arange(len(seen.sides_mm)) >= len(seen.places_mm)
    sides = seen.sides_mm * (1 + tall * (seen.heights_mm > TALL_MM) + size * is_piece)
    off = (flat - _lying(flat, sides, seen.places_mm)) * seen.per_mm[:, None, None] / CORNER_PX
    one, two = np.linalg.norm(pose[:, 0]), np.linalg.norm(pose[:, 1])
    upright = np.array([(one - two) / (one + two) * 2, pose[:, 0] @ pose[:, 1] / (one * two)]) / UPRIGHT
    curve = np.array([(k2 + 2 * k1**2) / (4 * k1**2 + 0.002)])  # what lenses have in common, for want of evidence
    usual = np.array([k1 * focal**2 / USUAL_BEND, tall / seen.unsure_tall, size / UNSURE_SIZE])
    return off.reshape(-1), np.concatenate((upright, curve, usual))


def _lying(flat: Array, sides: Array, places: Array) -> Array:
    """The squares nearest to those corners: the frame's where they are printed, the others anywhere, turned anyhow."""
    count, model = len(places), _square(sides)
    middles = flat.mean(axis=1, keepdims=True)
    aside = flat - middles
    along = (aside * model).sum(axis=(1, 2))
    across = (model[:, :, 0] * aside[:, :, 1] - model[:, :, 1] * aside[:, :, 0]).sum(axis=1)
    length = np.hypot(along, across)
    cos, sin = along / length, across / length
    turned = np.stack(
        (
            model[:, :, 0] * cos[:, None] - model[:, :, 1] * sin[:, None],
            model[:, :, 0] * sin[:, None] + model[:, :, 1] * cos[:, None],
        ),
        axis=2,
    )
    lying = turned + middles
    lying[:count] = model[:count] + places[:, None]
    return np.asarray(lying)


def _least_squares(values: Array, seen: _Seen, before: Lens) -> tuple[Array, Array]:
    """Levenberg's way, corners far off counting less; the numbers, and what is now known about the last four."""
    damping, misfit = 1e-3, _misfit(values, seen)
    cost = _cost(*misfit, values, before)
    normal, pull = _pull(values, misfit, seen, before)
    for _ in range(STEPS):
        nearer = values - np.linalg.solve(normal + damping * np.diag(np.diag(normal)), pull)
        after = _misfit(nearer, seen)
        gain = cost - _cost(*after, nearer, before)
        if gain > 0:
            values, misfit, cost, damping = nearer, after, cost - gain, damping / 5
            normal, pull = _pull(values, misfit, seen, before)
        else:
            damping *= 10
        if 0 <= gain < ENOUGH:
            break
    return values, np.asarray(TRUST * _information(normal))


def _pull(values: Array, misfit: tuple[Array, Array], seen: _Seen, before: Lens) -> tuple[Array, Array]:
    """How the misfit changes with each number: the matrix and the right side of the step that would undo it."""
    scale = np.concatenate((np.maximum(np.abs(values[:8]), 1e-3) * 1e-5, [1e-5, 1e-5, 1e-4, 1e-5, 1e-5, 1e-5]))
    corners, rules = misfit
    slope = np.empty((len(corners) + len(rules), len(values)))
    for n, step in enumerate(scale):
        moved = values.copy()
        moved[n] += step
        one, two = _misfit(moved, seen)
        slope[:, n] = np.concatenate((one - corners, two - rules)) / step
    weights = 1 / np.maximum(1, np.abs(corners) * CORNER_PX / OUTLIER_PX)
    every = np.concatenate((weights, np.ones(len(rules))))
    normal = np.einsum("ki,kj->ij", slope, slope * every[:, None])
    normal[8:12, 8:12] += before.known
    pull = np.einsum("ki,k->i", slope, np.concatenate((corners, rules)) * every)
    pull[8:12] += before.known @ (values[8:12] - before.values)
    return normal, np.asarray(pull)


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
