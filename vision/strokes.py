"""Reads what people have drawn on a printed sheet: lines from place to place, rings, crosses and ticks.

The sheet is straightened, laid over its blank print and compared with it; what is darker or more coloured than the
print and thin like a stroke is ink. How strong it is elsewhere on this sheet, by this hand, tells a line from the
ghost of one that was rubbed out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.crosses import Spots, box_marks, spot_marks, untouched
from vision.ink import PX_PER_MM, Floats, Image, Ink, Lying, find_ink, nearest, straightened
from vision.plane import Plane
from vision.sighting import Box, Form, Mark, Point

STEP_MM = 0.5  # of the samples along and across a line: a pixel of the straightened sheet
OFF_MM = 4.5  # a line may run so far beside the middle of its places
END_MM = 3.0  # nearer to a place other lines meet, so nothing is proved there
ENDS_MM = 1.8  # wide: what may be a line's end is no part of a cross
SIDES_MM = (1.5, 2.0, 2.5)  # there paper shows beside a stroke; blots, shadows and dice are none
PORTION = 0.3  # a line may have gaps along so much of its way, and of either half
FEWEST = 3  # samples of a part of a line that tell anything of it
PATCHY = 0.45  # with gaps along so much of it, wherever they are, it may still be one
FAINTEST = 0.015  # of the paper's brightness: less is never a line
WEAK = 0.07  # where all lines are so pale they may be what an eraser left of others: nothing is sure
SOFT_MM, DOUBTFUL = 0.62, 0.45  # in a picture so soft, marks on a sheet without lines are no more likely than this
PALE_HAND = 0.12  # lines of a hard pencil in such a picture
BESIDE_PRINT = np.ones((3, 3), np.uint8)  # px: next to dark print a stroke is seen as badly as on it
RINGED, RING = 0.8, 1.4  # a ring so sure takes up so many times its radius
SURE = 0.8  # a line so sure stands by itself
MAYBE = 0.1  # marks less likely than this are not told
UNSEEN = 0.5  # what may be there or not

Grid = list[npt.NDArray[np.float64]]  # points in mm


def find_marks(pixels: Image, plane: Plane, form: Form, lying: Lying, blank: Image) -> tuple[Mark, ...] | None:
    """All that is drawn, likely or at least possible; None where the sheet cannot be recognised under what lies there.

    `blank` is `blank_of` the kit's picture, or the sheet itself `straightened` before anyone drew on it.
    """
    return marks_on(straightened(pixels, plane, form, lying), form, blank)


def marks_on(sheet: Image, form: Form, blank: Image, spots: Spots | None = None) -> tuple[Mark, ...] | None:
    """The same of a sheet that has been straightened already; `spots` remembers its symbols from look to look."""
    ink = find_ink(sheet, blank)
    if ink is None:
        return None
    form, hidden = _in_sight(form, ink.blind)
    tracks = _tracks(ink, form)
    lines = _lines(tracks, ink.covered, form)
    rest = ink._replace(covered=_over_lines(ink.covered, lines, tracks))
    usual = _usual_strength(np.array([strength for strength, _ in lines.values()], np.float32))
    ends = rest._replace(covered=_over_ends(rest.covered, form, lines, tracks))
    small = [*box_marks(rest, form.boxes, usual), *spot_marks(rest, form.spots, form.spot_mm, usual, spots, ends)]
    if not usual and ink.soft_mm >= SOFT_MM:  # print seen softly looks like ink where no line tells how that looks
        small = [replace(mark, sure=min(mark.sure, DOUBTFUL)) for mark in small]
    as_ever = untouched(rest, form.boxes, usual, spots) if spots is not None else set()
    if 0 < usual < PALE_HAND and ink.soft_mm >= SOFT_MM:  # of such strokes nobody sees a cross over print
        dim = form.boxes.keys() - as_ever
        small = [_unseen(mark.where) if mark.where in dim and mark.sure < DOUBTFUL else mark for mark in small]
    lines = _beside_rings(lines, tracks, ink.covered, form, small)
    marks = [Mark("line", where, sure) for where, (_, sure) in lines.items()]
    return tuple(mark for mark in (*marks, *small, *hidden) if mark.sure >= MAYBE)


def _unseen(name: str) -> Mark:
    return Mark("cross", name, UNSEEN, True)


def _in_sight(form: Form, blind: Image) -> tuple[Form, list[Mark]]:
    """Where one can see what is drawn, and what may be drawn elsewhere."""
    if not blind.any():
        return form, []
    edges = {(a, b) for a, b in form.edges if _is_dazzled(blind, _between(form.places[a], form.places[b]))}
    around = {name: _square(at, form.spot_mm / 2) for name, at in form.spots.items()}
    around |= {name: _grid(box) for name, box in form.boxes.items()}
    spots = {name for name, points in around.items() if _is_dazzled(blind, points)}
    rest = replace(
        form,
        edges=[edge for edge in form.edges if edge not in edges],
        spots={name: at for name, at in form.spots.items() if name not in spots},
        boxes={name: box for name, box in form.boxes.items() if name not in spots},
    )
    marks = [Mark("line", "-".join(edge), UNSEEN, True) for edge in form.edges if edge in edges]
    return rest, [*marks, *(_unseen(name) for name in around if name in spots)]


def _between(one: Point, other: Point) -> Grid:
    a, b = np.array(one), np.array(other)
    return [a + t * (b - a) for t in np.linspace(0.15, 0.85, 9)]


def _square(at: Point, half_mm: float) -> Grid:
    return _grid((at[0] - half_mm, at[1] - half_mm, at[0] + half_mm, at[1] + half_mm))


def _grid(box: Box) -> Grid:
    x0, y0, x1, y1 = box
    return [np.array((x, y)) for x in np.linspace(x0, x1, 5) for y in np.linspace(y0, y1, 5)]


def _is_dazzled(blind: Image, points_mm: Grid) -> bool:
    """Whether a mirrored light hides more of it than it may have gaps."""
    x, y = (np.array(points_mm, np.float32) * PX_PER_MM - 0.5).T
    return float((nearest(blind, x[:, None], y[:, None]) > 0).mean()) > PORTION


class _Tracks(NamedTuple):
    """Where the strongest stroke along each edge runs: points in px and how dark it is there, one row an edge."""

    x: Floats
    y: Floats
    dark: Floats


def _tracks(ink: Ink, form: Form) -> _Tracks:
    if not form.edges:
        return _Tracks(*(np.empty((0, 0), np.float32) for _ in range(3)))
    ends = np.array([[form.places[a], form.places[b]] for a, b in form.edges], np.float32)
    ridge, x, y = _bands(ink.dark, ends)
    shut = nearest(ink.covered, x.reshape(-1, x.shape[2]), y.reshape(-1, x.shape[2])).reshape(x.shape)
    along, offs = _best_way(np.where(shut > 0, np.float32(FAINTEST), ridge))  # a stroke may run on under dark print
    x, y = (np.take_along_axis(one, offs[..., None], axis=2)[..., 0] for one in (x, y))
    return _Tracks(x, y, along)


def _lines(tracks: _Tracks, covered: Image, form: Form) -> dict[str, tuple[float, float]]:
    """Of each edge how strong the stroke along it is, and how sure it is one."""
    if not form.edges:
        return {}
    is_bare = nearest(covered, tracks.x, tracks.y) == 0
    is_open = nearest(np.asarray(cv2.dilate(covered, BESIDE_PRINT), np.uint8), tracks.x, tracks.y) == 0
    strengths, patchy = _held(tracks.dark, is_open), _at_least(tracks.dark, is_open, PATCHY)
    sures = np.maximum(_sures(strengths, strengths), np.minimum(_sures(patchy, strengths), 0.5))
    sures = np.where(is_bare.mean(axis=1) < 0.5, np.clip(sures, 0.3, 0.7), sures)
    names = [f"{a}-{b}" for a, b in form.edges]
    return {n: (float(s), float(p)) for n, s, p in zip(names, strengths, sures, strict=True)}


def _beside_rings(
    lines: Mapping[str, tuple[float, float]], tracks: _Tracks, covered: Image, form: Form, marks: Sequence[Mark]
) -> dict[str, tuple[float, float]]:
    """What is no sure line must be seen beside the rings: one around a symbol fills half of the way to the next."""
    around = covered.copy()
    for mark in marks:
        if mark.what == "ring" and mark.sure >= RINGED:
            x, y = (round(value * PX_PER_MM - 0.5) for value in form.spots[mark.where])
            cv2.circle(around, (x, y), round(RING * form.spot_mm / 2 * PX_PER_MM), (1,), -1)
    again = _lines(tracks, around, form)
    return {where: line if line[1] >= SURE else min(line, again[where], key=_sureness) for where, line in lines.items()}


def _sureness(line: tuple[float, float]) -> float:
    return line[1]


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
    _, steps, wide = ridge.shape
    total = ridge.copy()
    for step in range(1, steps):
        before = total[:, step - 1]
        best = before.copy()
        np.maximum(best[:, 1:], before[:, :-1], out=best[:, 1:])
        np.maximum(best[:, :-1], before[:, 1:], out=best[:, :-1])
        total[:, step] += best
    offs = np.empty(ridge.shape[:2], np.intp)
    offs[:, -1] = total[:, -1].argmax(axis=1)
    for step in range(steps - 1, 0, -1):
        near = np.clip(offs[:, step, None] + np.array([0, -1, 1]), 0, wide - 1)
        nearest_best = np.take_along_axis(total[:, step - 1], near, axis=1).argmax(axis=1)
        offs[:, step - 1] = np.take_along_axis(near, nearest_best[:, None], axis=1)[:, 0]
    return np.take_along_axis(ridge, offs[..., None], axis=2)[..., 0], offs


def _held(along: Floats, is_open: npt.NDArray[np.bool_]) -> Floats:
    """How strong strokes are that may have gaps along PORTION of what can be seen, but not all of them at one end."""
    half = along.shape[1] // 2
    parts = [(along[:, part], is_open[:, part]) for part in (slice(None), slice(half), slice(half, None))]
    held = [np.where(seen.sum(axis=1) >= FEWEST, _at_least(dark, seen, PORTION), np.inf) for dark, seen in parts]
    least = np.min(held, axis=0)
    return np.where(np.isinf(least), 0, least).astype(np.float32)


def _at_least(along: Floats, is_open: npt.NDArray[np.bool_], gaps: float) -> Floats:
    """What the strength of each row is but for that share of it, counting what is open; 0 where nothing is."""
    count = is_open.sum(axis=1)
    ranked = np.sort(np.where(is_open, along, np.inf), axis=1)
    held = np.take_along_axis(ranked, (gaps * np.maximum(count - 1, 0)).astype(np.intp)[:, None], axis=1)[:, 0]
    return np.where(count > 0, held, 0).astype(np.float32)


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


def _over_ends(covered: Image, form: Form, lines: Mapping[str, tuple[float, float]], tracks: _Tracks) -> Image:
    """The same of what may be lines, to their very ends: nothing is proved there, and yet there they run."""
    rest = covered.copy()
    for number, ((_, sure), edge) in enumerate(zip(lines.values(), form.edges, strict=True)):
        if sure >= MAYBE:
            points = np.column_stack((tracks.x[number], tracks.y[number]))
            ends = np.array([form.places[name] for name in edge]) * PX_PER_MM - 0.5
            aside = points.mean(axis=0) - ends.mean(axis=0)
            way = np.round([ends[0] + aside, points[len(points) // 2], ends[1] + aside]).astype(np.int32)
            cv2.polylines(rest, [way], False, (1,), round(ENDS_MM * PX_PER_MM))
    return rest
