"""Which of this game's markers a square is: its grey cells compared with the patterns as a whole, not bit by bit."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import numpy.typing as npt

from vision.book import Book, levelled, soft_cells, step_of
from vision.cells import FINE, Matrices, cells_of_tags, framed_by, means_of_cells, patches, square_grid
from vision.flat import printed
from vision.openings import COVERED_FIT, COVERED_FRAMED, uncovered
from vision.patterns import fitted, product
from vision.plane import Plane
from vision.squares import Squares, is_near
from vision.tags import MODULES, Grey, Tag, centres_of, sides_of
from vision.verdict import COVERED, SURE, Reading, sure_of

Array = npt.NDArray[np.float32]

ACROSS = 12  # modules of a patch around a square: the marker, its white margin, and room to be off
REACH = 3  # samples, each way, by which a square's middle may be off
FILLS = (0.75, 1.3)  # of the box a marker would fill, what the dark thing's box may be
PROMISING = 0.4  # cells that agree less with every pattern are no marker
UNDER = 1.6  # sides: so near to what stands it may lie under it
ALIKE = 0.1  # of a side: the same pattern so near is the same reading
COARSE = 24  # samples along a patch from which a square's turn is told


def read_squares(
    grey: Grey, squares: Squares, plane: Plane, book: Book, soft_px: float, known: Sequence[Tag] = ()
) -> list[Reading]:
    """The best pattern for each square that agrees with one at all; some of the known ones may lie over it."""
    if not len(squares.middles):
        return []
    local = plane.local(squares.middles)
    local = _turned(local, _turns(grey, squares, local, float(np.mean(book.sides_mm))))
    best: dict[int, tuple[float, Tag]] = {}
    for side, height, ids in book.groups:
        module = local * (side / MODULES / (1 - height / plane.eye_mm[2]))  # pixels, along the marker's own sides
        which = np.flatnonzero(_is_as_large(squares.boxes, module)).tolist()
        for k, fit, tag in _guessed(grey, squares.middles[which], module[which], ids, soft_px):
            if which[k] not in best or fit > best[which[k]][0]:
                best[which[k]] = fit, tag
    return weighed(grey, [tag for _, tag in best.values()], book, soft_px, known)


def _turned(local: Matrices, turns: Array) -> Matrices:
    cos, sin = np.cos(turns), np.sin(turns)
    turning = np.stack((np.stack((cos, -sin), axis=1), np.stack((sin, cos), axis=1)), axis=1)
    return np.asarray(local @ turning)


def _is_as_large(boxes: Array, module: Matrices) -> npt.NDArray[np.bool_]:
    """Whether a marker of such modules would fill such boxes."""
    ratio = boxes / (np.abs(module).sum(axis=2) * MODULES)
    return np.asarray((((ratio > FILLS[0]) & (ratio < FILLS[1])) | np.isnan(ratio)).all(axis=1))


def _turns(grey: Grey, squares: Squares, local: Matrices, usual_mm: float) -> Array:
    """How each square is turned on the table, in radians within an eighth of a circle: where its edges point."""
    scale = np.linalg.norm(local, axis=1).mean(axis=1)
    reach = np.nan_to_num(0.62 * squares.boxes.max(axis=1) / scale, nan=0.7 * usual_mm)
    patch = patches(grey, squares.middles, local * reach[:, None, None], _coarse_grid()).reshape(-1, COARSE, COARSE)
    dx = patch[:, 1:-1, 2:] - patch[:, 1:-1, :-2]
    dy = patch[:, 2:, 1:-1] - patch[:, :-2, 1:-1]
    even, odd, steep = dx * dx - dy * dy, 2 * dx * dy, np.maximum(dx * dx + dy * dy, 1e-3)
    along_four = ((even * even - odd * odd) / steep).sum(axis=(1, 2))  # the edges' directions, four times over:
    across_four = (2 * even * odd / steep).sum(axis=(1, 2))  # those of a square's four sides are one then
    return np.asarray(np.arctan2(across_four, along_four) / 4, np.float32)


@cache
def _coarse_grid() -> Array:
    return square_grid((np.arange(COARSE) + 0.5) / COARSE * 2 - 1)


@cache
def _patch_grid() -> Array:
    return square_grid((np.arange(ACROSS * FINE) + 0.5) / FINE - ACROSS / 2)


@cache
def _frames() -> tuple[Array, npt.NDArray[np.int64]]:
    """For each shift of a patch: what a black border in a white margin looks like; and which samples the cells are."""
    count = ACROSS * FINE
    shifts = [(dy, dx) for dy in range(-REACH, REACH + 1) for dx in range(-REACH, REACH + 1)]
    looks, places = [], []
    ring = np.pad(np.zeros((MODULES - 2, MODULES - 2)), 1, constant_values=-1 / 28)
    ring = np.pad(ring, 1, constant_values=1 / 36)
    large = np.repeat(np.repeat(ring, FINE, axis=0), FINE, axis=1) / FINE**2
    room = (count - len(large)) // 2
    first = (count - MODULES * FINE) // 2
    samples = first + np.arange(MODULES * FINE)
    for dy, dx in shifts:
        look = np.zeros((count, count))
        rows, columns = room + dy, room + dx
        y0, x0, y1, x1 = max(rows, 0), max(columns, 0), min(rows + len(large), count), min(columns + len(large), count)
        look[y0:y1, x0:x1] = large[y0 - rows : y1 - rows, x0 - columns : x1 - columns]
        looks.append(look.reshape(-1))
        places.append(((samples + dy)[:, None] * count + (samples + dx)[None]).reshape(-1))
    return np.asarray(looks, np.float32).T.copy(), np.asarray(places)


def _guessed(
    grey: Grey, middles: Array, module: Matrices, ids: tuple[int, ...], soft_px: float
) -> list[tuple[int, float, Tag]]:
    """Of squares of one printed size the promising ones: which, how well the cells agree, the likeliest marker."""
    if not len(middles):
        return []
    patch = patches(grey, middles, module, _patch_grid())
    looks, places = _frames()
    shift = product(patch, looks).argmax(axis=1)
    cells = levelled(means_of_cells(np.take_along_axis(patch, places[shift], axis=1), MODULES).reshape(-1, MODULES**2))
    scale = float(np.median(np.linalg.norm(module, axis=1)))
    fits = product(cells, soft_cells(ids, step_of(soft_px / scale)))
    best = fits.argmax(axis=1)
    fit = fits[np.arange(len(fits)), best]
    wide = 2 * REACH + 1
    off = np.stack((shift % wide - REACH, shift // wide - REACH), axis=1) / FINE
    corner = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (MODULES / 2)
    corners = (corner[None] + off[:, None]) @ module.swapaxes(1, 2) + middles[:, None]
    turned = (np.arange(4)[None] - best[:, None]) % 4  # the pattern's turn is the number of its corner that comes first
    corners = np.take_along_axis(corners, turned[:, :, None], axis=1).astype(np.float32)
    return [(n, float(fit[n]), Tag(ids[best[n] // 4], corners[n])) for n in np.flatnonzero(fit > PROMISING).tolist()]


def weighed(grey: Grey, tags: Sequence[Tag], book: Book, soft_px: float, known: Sequence[Tag] = ()) -> list[Reading]:
    """Each guess laid on exactly, then compared with every pattern of the game at that very place."""
    if not tags:
        return []
    tags, _ = fitted(grey, tags, soft_px, bends=False)
    corners = np.stack([tag.corners for tag in tags]).astype(np.float64)
    cells = cells_of_tags(grey, corners)
    framed, texture = framed_by(cells)
    seen = levelled(np.ascontiguousarray(cells[:, 1:-1, 1:-1]).reshape(-1, MODULES**2))
    scale = float(np.median(sides_of(tags))) / MODULES
    agree = product(seen, soft_cells(book.ids, step_of(soft_px / scale)))
    own = np.array([4 * book.row[tag.id] for tag in tags])[:, None]
    mine = np.take_along_axis(agree, own, axis=1)[:, 0]
    np.put_along_axis(agree, own, -1.0, axis=1)
    gaps = mine - agree.max(axis=1)
    readings = [
        Reading(Tag(tag.id, tag.corners, sure_of(*each[:3])), *each)
        for tag, each in zip(tags, np.column_stack((mine, gaps, framed, texture)).tolist(), strict=True)
    ]
    doubted = [n for n, one in enumerate(readings) if one.sure < SURE and one.fit > COVERED_FIT]
    for n, is_printed in zip(doubted, _printed(readings, doubted, book, known), strict=True):
        readings[n] = replace(readings[n], is_printed=is_printed)
    tried = set(_worth_trying(readings))
    return [
        uncovered(grey, one, cells[n], book, soft_px, known) if n in tried else one for n, one in enumerate(readings)
    ]


def _printed(readings: Sequence[Reading], which: Sequence[int], book: Book, known: Sequence[Tag]) -> list[bool]:
    """Whether those lie on the face of another piece, and nothing that stands hides a part of them."""
    tags, seen = [readings[n].tag for n in which], [*known, *(one.tag for one in readings if one.sure > COVERED)]
    under = is_near(centres_of(tags), [tag for tag in seen if tag.id in book.covers], UNDER)
    return (printed(tags, seen, book) & ~under).tolist() if tags else []


def _worth_trying(readings: Sequence[Reading]) -> Iterator[int]:
    """Which may be covered in part, each once: not the same again, nor where another one was surely read whole."""
    covered = sorted((n for n, one in enumerate(readings) if _is_covered(one)), key=lambda n: -readings[n].fit)
    if not covered:
        return
    sure = [one.tag for one in readings if one.sure > COVERED]
    middles = centres_of([readings[n].tag for n in covered])
    is_taken = is_near(middles, sure)
    alike: dict[int, list[int]] = {}
    for k, n in enumerate(covered):
        reading, rivals = readings[n], alike.setdefault(readings[n].tag.id, [])
        again = ALIKE * reading.tag.side_px
        if reading.sure > 0 or not (is_taken[k] or any(np.abs(middles[k] - middles[j]).max() < again for j in rivals)):
            rivals.append(k)
            yield n


def _is_covered(reading: Reading) -> bool:
    """Whether something may lie over a part of it: its frame is broken, or its cells alone are spoilt."""
    if reading.is_print:
        return False
    return reading.fit > COVERED_FIT and (reading.framed < COVERED_FRAMED or reading.sure == 0)
