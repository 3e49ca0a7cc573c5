"""Reads what people have drawn on a printed sheet: lines from place to place, rings, crosses and ticks.

The sheet is straightened, laid over its blank print and compared with it; what is darker or more coloured than the
print and thin like a stroke is ink. How strong it is elsewhere on this sheet, by this hand, tells a line from the
ghost of one that was rubbed out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, radians, sin
from typing import Any, Literal, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.plane import Plane
from vision.sighting import Sighting

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Point = tuple[float, float]
Box = tuple[float, float, float, float]  # x0, y0, x1, y1 in mm from the sheet's upper left corner
Edge = tuple[str, str]
Sort = Literal["line", "ring", "cross", "tick"]

PX_PER_MM = 4.0  # of the straightened sheet
COARSE = 16  # px between the points whose place in the picture is worked out
STEP_MM = 0.25  # of the samples along and across a line
OFF_MM = 4.25  # a line may run so far beside the middle of its places
END_MM = 3.0  # nearer to a place other lines meet, so nothing is proved there
SIDES_MM = (1.25, 1.75, 2.25, 2.75)  # there paper shows beside a stroke; blots, shadows and dice are none
LIGHT_MM = 7.0  # light changes slower than over such a distance
PALE = 0.55  # print darker than this hides what is drawn on it
PORTION = 0.3  # a line may have gaps along so much of its way, and of either half
PATCHY = 0.45  # with gaps along so much of it, wherever they are, it may still be one
FAINTEST = 0.015  # of the paper's brightness: less is never a line
FAINTEST_MARK = 0.05  # nor, on less way, a ring or a cross
WEAK = 0.07  # where all lines are so pale they may be what an eraser left of others: nothing is sure
DIAGONALS = (45.0, 135.0, 225.0, 315.0)
ALIKE = 0.7  # how well a sheet must fit its blank print to be that sheet at all
MAYBE = 0.1  # marks less likely than this are not told


@dataclass(frozen=True)
class Form:
    """Where one may draw on a sheet, in mm from its upper left corner."""

    width_mm: float
    height_mm: float
    places: Mapping[str, Point]
    edges: Sequence[Edge]  # between which places lines may run
    spots: Mapping[str, Point]  # small symbols that may be ringed or crossed
    boxes: Mapping[str, Box]  # what may be crossed or ticked
    spot_mm: float = 6.0  # how wide a ring around a symbol is


@dataclass(frozen=True)
class Lying:
    """Where a sheet lies on the table: its centre, and how far it is turned clockwise."""

    x_mm: float
    y_mm: float
    turned_deg: float


def lying_of(sightings: Sequence[Sighting]) -> Lying:
    """Where a sheet lies whose corner markers were seen, each of which says where its middle is.

    >>> lying_of([Sighting("sheet", 100, 50, 359, 1.0), Sighting("sheet", 102, 50, 3, 1.0)])
    Lying(x_mm=101.0, y_mm=50.0, turned_deg=1.0)
    """
    turns = np.radians([seen.turned_deg for seen in sightings])
    turned = degrees(atan2(float(np.sin(turns).sum()), float(np.cos(turns).sum())))
    x, y = np.mean([(seen.x_mm, seen.y_mm) for seen in sightings], axis=0)
    return Lying(float(x), float(y), round(turned, 6))


@dataclass(frozen=True)
class Mark:
    """Something drawn: a line "A5-B5" along an edge, or what was done to a spot or box; `sure` from 0 to 1."""

    what: Sort
    where: str
    sure: float


class Ink(NamedTuple):
    """How much darker than its print the sheet is, 0..1 of the paper's brightness, at PX_PER_MM.

    `covered` is nonzero where dark print would hide any ink, `blind` where the picture is blown out.
    """

    dark: Floats
    covered: Image
    blind: Image


def straightened(pixels: Image, plane: Plane, form: Form, lying: Lying) -> Image:
    """The sheet as if scanned, from the camera's picture."""
    wide, high = _size(form)
    y, x = np.mgrid[0 : high + COARSE : COARSE, 0 : wide + COARSE : COARSE]
    dx = (x.ravel() + 0.5) / PX_PER_MM - form.width_mm / 2
    dy = (y.ravel() + 0.5) / PX_PER_MM - form.height_mm / 2
    a = radians(lying.turned_deg)
    table = np.column_stack((lying.x_mm + dx * cos(a) - dy * sin(a), lying.y_mm + dx * sin(a) + dy * cos(a)))
    knots = plane.px(table).astype(np.float32).reshape(*x.shape, 2)
    between = np.mgrid[0:high, 0:wide].astype(np.float32) / COARSE  # straight between the knots: no lens bends so much
    at = cv2.remap(knots, between[1], between[0], cv2.INTER_LINEAR)
    return np.asarray(cv2.remap(pixels, at[..., 0], at[..., 1], cv2.INTER_CUBIC), np.uint8)


def _size(form: Form) -> tuple[int, int]:
    return round(form.width_mm * PX_PER_MM), round(form.height_mm * PX_PER_MM)


def blank_of(art: npt.NDArray[Any], form: Form) -> Image:
    """The print to compare with, from a picture of the sheet of any size, as the kit draws it."""
    return np.asarray(cv2.resize(art[:, :, :3], _size(form), interpolation=cv2.INTER_AREA), np.uint8)


def find_marks(pixels: Image, plane: Plane, form: Form, lying: Lying, blank: Image) -> tuple[Mark, ...] | None:
    """All that is drawn, likely or at least possible; None where the sheet cannot be recognised under what lies there.

    `blank` is `blank_of` the kit's picture, or the sheet itself `straightened` before anyone drew on it.
    """
    ink = find_ink(straightened(pixels, plane, form, lying), blank)
    if ink is None:
        return None
    lines, tracks = _lines(ink, form)
    rest = ink._replace(covered=_over_lines(ink.covered, lines, tracks))
    usual = _usual_strength(np.array([strength for strength, _ in lines.values()], np.float32))
    marks = [Mark("line", where, sure) for where, (_, sure) in lines.items()]
    marks += [mark for name, at in form.spots.items() for mark in _spot(rest, name, at, form.spot_mm, usual)]
    marks += [_box(rest, name, box, usual) for name, box in form.boxes.items()]
    return tuple(mark for mark in marks if mark.sure >= MAYBE)


# The sheet against its print


def find_ink(sheet: Image, blank: Image) -> Ink | None:
    """What is darker than printed, channel by channel, once place, light and sharpness of both are the same."""
    moved = _aligned(sheet, blank)
    if moved is None:
        return None
    seen = moved.astype(np.float32)
    printed = _as_sharp(blank, seen)
    light = _light(seen, printed)
    lack = np.maximum((printed * light - seen) / (255 * light), 0)
    dark = np.sqrt(np.square(lack).sum(axis=2) / 2)
    dark = np.asarray(cv2.GaussianBlur(dark, (0, 0), 0.2 * PX_PER_MM), np.float32)
    grey = cv2.erode(cv2.cvtColor(blank, cv2.COLOR_BGR2GRAY), np.ones((3, 3), np.uint8))
    covered = (grey < PALE * 255).astype(np.uint8)
    dark[covered > 0] = 0
    blind = (moved.min(axis=2) >= 253) & (blank.min(axis=2) < 245)
    return Ink(dark, covered, blind.astype(np.uint8))


def _aligned(sheet: Image, blank: Image) -> Image | None:
    """The sheet moved, turned and stretched by the little that its known place was wrong; coarsely, then finely."""
    goal, source = _outlines(blank), _outlines(sheet)
    known = np.eye(2, 3, dtype=np.float32)
    _, rough = _ecc(_halved(goal), _halved(source), known, cv2.MOTION_EUCLIDEAN, 60, 9)
    rough[:, 2] *= 2
    fit, warp = _ecc(goal, source, rough, cv2.MOTION_AFFINE, 15, 3)
    if fit < ALIKE:  # led astray by what is drawn or lies there
        fit, warp = _ecc(goal, source, known, cv2.MOTION_AFFINE, 40, 9)
    if fit < ALIKE:
        return None
    warp[:, 2] = 2 * warp[:, 2] + 0.5 * (warp[:, :2].sum(axis=1) - 1)  # found at half the size, between its pixels
    size = (blank.shape[1], blank.shape[0])
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(sheet, warp, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _ecc(goal: Floats, source: Floats, warp: Floats, motion: int, rounds: int, blur: int) -> tuple[float, Floats]:
    """How well they fit, and moved how; as before where no better way is found."""
    ends = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, rounds, 1e-4)
    nothing: Any = None  # no mask
    try:
        fit, found = cv2.findTransformECC(goal, source, warp.copy(), motion, ends, nothing, blur)
    except cv2.error:  # it does not converge from there
        return 0.0, warp.copy()
    return float(fit), np.asarray(found, np.float32)


def _outlines(picture: Image) -> Floats:
    """Half the size, grey, without the slow changes of light; a dark thing on the sheet weighs no more than print."""
    small = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(np.clip(grey / (cv2.blur(grey, (61, 61)) + 1), 0.6, 1.2), np.float32)


def _halved(picture: Floats) -> Floats:
    return np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)


def _as_sharp(blank: Image, seen: Floats) -> Floats:
    """The print blurred as the camera blurred it: of some blurs the one that leaves the least, judged on a part."""
    rows, columns = (slice(size // 4, size // 4 * 3) for size in blank.shape[:2])
    grey, printed = (seen[rows, columns].mean(axis=2), blank[rows, columns].mean(axis=2, dtype=np.float32))
    light = _levelled(grey, printed)

    def misfit(sigma: float) -> float:
        return float(np.abs(_blurred(printed, sigma) * light - grey).mean())

    return _blurred(blank.astype(np.float32), min((0.0, 0.6, 0.9, 1.2, 1.6, 2.0, 2.5, 3.1), key=misfit))


def _blurred(picture: Floats, sigma: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.float32) if sigma else picture


def _light(seen: Floats, printed: Floats) -> Floats:
    """How bright the light is, place by place and colour by colour: it changes slower than strokes do.

    Measured twice, the second time without the ink, which makes its surroundings look lit too dimly.
    """
    light = _levelled(seen, printed)
    bare = (seen > 0.94 * printed * light).astype(np.float32)
    return _levelled(seen * bare, printed * bare)


def _levelled(seen: Floats, printed: Floats) -> Floats:
    wide = int(LIGHT_MM * PX_PER_MM)
    return np.asarray((cv2.blur(seen, (wide, wide)) + 1) / (cv2.blur(printed, (wide, wide)) + 1), np.float32)


# Lines


class _Tracks(NamedTuple):
    """Where the strongest stroke along each edge runs: points in px, one row an edge."""

    x: Floats
    y: Floats


def _lines(ink: Ink, form: Form) -> tuple[dict[str, tuple[float, float]], _Tracks]:
    """Of each edge how strong the stroke along it is, and how sure it is one."""
    if not form.edges:
        return {}, _Tracks(np.empty((0, 0), np.float32), np.empty((0, 0), np.float32))
    ends = np.array([[form.places[a], form.places[b]] for a, b in form.edges], np.float32)
    ridge, x, y = _bands(ink.dark, ends)
    shut = _nearest(ink.covered, x.reshape(-1, x.shape[2]), y.reshape(-1, x.shape[2])).reshape(x.shape)
    along, offs = _best_way(np.where(shut > 0, np.float32(FAINTEST), ridge))  # a stroke may run on under dark print
    tracks = _Tracks(*(np.take_along_axis(one, offs[..., None], axis=2)[..., 0] for one in (x, y)))
    is_open = _nearest(ink.covered, *tracks) == 0
    strengths = np.array([_held(*one) for one in zip(along, is_open, strict=True)], np.float32)
    patchy = np.array([_at_least(one[seen], PATCHY) for one, seen in zip(along, is_open, strict=True)], np.float32)
    sures = np.maximum(_sures(strengths, strengths), np.minimum(_sures(patchy, strengths), 0.5))
    dazzled = (_nearest(ink.blind, *tracks) > 0).mean(axis=1) > PORTION
    is_hard = dazzled | (is_open.mean(axis=1) < 0.5)
    sures = np.where(is_hard, np.clip(sures, 0.3, 0.7), sures)
    names = [f"{a}-{b}" for a, b in form.edges]
    return {n: (float(s), float(p)) for n, s, p in zip(names, strengths, sures, strict=True)}, tracks


def _nearest(picture: Image, x: Floats, y: Floats) -> Image:
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_NEAREST), np.uint8)


def _bands(dark: Floats, ends: Floats) -> tuple[Floats, Floats, Floats]:
    """Samples in a band along each edge: how much darker than both sides, and where on the sheet, in px."""
    start, way = ends[:, 0], ends[:, 1] - ends[:, 0]
    length = np.linalg.norm(way, axis=1, keepdims=True)
    way = way / length
    across = np.column_stack((-way[:, 1], way[:, 0]))
    reach = round(max(SIDES_MM) / STEP_MM)
    t = np.arange(END_MM, float(length.min()) - END_MM + 1e-6, STEP_MM, dtype=np.float32)
    u = np.arange(-OFF_MM - max(SIDES_MM), OFF_MM + max(SIDES_MM) + 1e-6, STEP_MM, dtype=np.float32)
    middles = start[:, None] + way[:, None] * t[None, :, None]
    at = middles[:, :, None] + across[:, None, None] * u[None, None, :, None]
    x, y = (at * PX_PER_MM - 0.5).astype(np.float32).transpose(3, 0, 1, 2)
    flat = (x.reshape(-1, u.size), y.reshape(-1, u.size))
    seen = np.asarray(cv2.remap(dark, *flat, cv2.INTER_LINEAR), np.float32).reshape(x.shape)
    middle = slice(reach, -reach)
    ridge = np.maximum(seen[..., middle] - _beside(seen, reach), 0)
    return np.asarray(ridge, np.float32), x[..., middle], y[..., middle]


def _beside(dark: Floats, reach: int) -> Floats:
    """How dark it is beside each sample of the middle: the lightest near it on one side, or on the other if darker."""
    wide = dark.shape[2] - 2 * reach
    steps = [round(side / STEP_MM) for side in SIDES_MM]
    left = np.min([dark[..., reach - step : reach - step + wide] for step in steps], axis=0)
    right = np.min([dark[..., reach + step : reach + step + wide] for step in steps], axis=0)
    return np.asarray(np.maximum(left, right), np.float32)


def _best_way(ridge: Floats) -> tuple[Floats, npt.NDArray[np.intp]]:
    """The strongest way along each band, a step aside at a time at the most: its samples, and where it runs."""
    edges, steps, wide = ridge.shape
    total = np.empty_like(ridge)
    total[:, 0] = ridge[:, 0]
    came = np.zeros(ridge.shape, np.int8)
    for step in range(1, steps):
        before = np.pad(total[:, step - 1], ((0, 0), (1, 1)), constant_values=-1.0)
        ways = np.stack((before[:, 1:-1], before[:, :-2], before[:, 2:]))
        came[:, step] = np.array([0, -1, 1], np.int8)[ways.argmax(axis=0)]
        total[:, step] = ways.max(axis=0) + ridge[:, step]
    offs = np.empty((edges, steps), np.intp)
    offs[:, -1] = total[:, -1].argmax(axis=1)
    rows = np.arange(edges)
    for step in range(steps - 1, 0, -1):
        offs[:, step - 1] = np.clip(offs[:, step] + came[rows, step, offs[:, step]], 0, wide - 1)
    return np.take_along_axis(ridge, offs[..., None], axis=2)[..., 0], offs


def _held(along: Floats, is_open: npt.NDArray[np.bool_]) -> float:
    """How strong a stroke is that may have gaps along PORTION of what can be seen, but not all of them at one end."""
    half = len(along) // 2
    parts = [along[part][is_open[part]] for part in (slice(None), slice(half), slice(half, None))]
    return min((_at_least(part, PORTION) for part in parts if len(part) > 4), default=0.0)


def _at_least(part: Floats, gaps: float) -> float:
    return float(np.sort(part)[int(gaps * (len(part) - 1))]) if len(part) else 0.0


def _sures(strengths: Floats, others: Floats) -> Floats:
    """From strengths to chances: far above the many empty edges, and not much weaker than this hand's other lines."""
    usual, empty = _usual_strength(others), _emptiness(others)
    like = strengths / usual if usual else np.zeros_like(strengths)
    sures = np.minimum(_slope(strengths / empty, 1.3, 2.6), _slope(like, 0.25, 0.55))
    return np.asarray(np.minimum(sures, 1.0 if usual > WEAK else 0.75), np.float32)


def _emptiness(strengths: Floats) -> float:
    """What noise and print leave of strength where nothing is drawn: most edges are empty."""
    low = np.sort(strengths)[: max(1, len(strengths) * 6 // 10)]
    middle = float(np.median(low))
    return max(FAINTEST, middle + 4 * 1.48 * float(np.median(np.abs(low - middle))))


def _usual_strength(strengths: Floats) -> float:
    """The strength of this hand's lines: that of the clearer ones, for what was rubbed out may be many."""
    clear = strengths[strengths > 2 * _emptiness(strengths)] if len(strengths) else strengths
    return float(np.quantile(clear, 0.75)) if len(clear) else 0.0


def _slope(value: Floats, low: float, high: float) -> Floats:
    return np.asarray(np.clip((value - low) / (high - low), 0.0, 1.0), np.float32)


def _over_lines(covered: Image, lines: Mapping[str, tuple[float, float]], tracks: _Tracks) -> Image:
    """The lines found cover what is under them: they are no part of rings and crosses."""
    rest = covered.copy()
    for number, (_, sure) in enumerate(lines.values()):
        if sure >= 0.5:
            points = np.column_stack((tracks.x[number], tracks.y[number]))
            cv2.polylines(rest, [np.round(points).astype(np.int32)], False, (1,), round(1.4 * PX_PER_MM))
    return rest


# Rings, crosses and ticks


def _spot(ink: Ink, name: str, at: Point, ring_mm: float, usual: float) -> tuple[Mark, Mark]:
    """A ring around a symbol and a cross over it; there may be both, or a thick ring that looks like a cross."""
    half = ring_mm / 2
    cross = _cross(ink, (at[0] - half, at[1] - half, at[0] + half, at[1] + half), usual)
    return Mark("ring", name, _ring(ink, at, half, usual)), Mark("cross", name, cross)


def _ring(ink: Ink, at: Point, radius_mm: float, usual: float) -> float:
    """How sure it is that ink goes round there: sector by sector, wherever in its annulus it runs."""
    angles = np.radians(np.arange(0, 360, 10, dtype=np.float32))
    radii = np.arange(0.8 * radius_mm, 1.4 * radius_mm, STEP_MM, dtype=np.float32)
    return _ramp(_share(ink, at, angles, radii, usual, across=1) or 0.0, 0.45, 0.8)


def _box(ink: Ink, name: str, box: Box, usual: float) -> Mark:
    """A cross, or ink that is none: a tick, a number."""
    cross = _cross(ink, box, usual)
    if cross >= MAYBE:
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
    is_shut = _nearest(ink.covered, x, y) > 0
    inked = np.any((cv2.remap(ink.dark, x, y, cv2.INTER_LINEAR) > _enough(usual)) & ~is_shut, axis=across)
    counted = inked[inked | (is_shut.mean(axis=across) <= 0.5)]
    return float(counted.mean()) if len(counted) * 3 >= len(inked) else None


def _ramp(value: float, low: float, high: float) -> float:
    return min(1.0, max(0.0, (value - low) / (high - low)))


def _enough(usual: float) -> float:
    return max(FAINTEST_MARK, 0.45 * usual)
