"""Markers that something lies over in part: which part lies open, and what that is read as."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import numpy.typing as npt

from vision.book import Book, soft_cells, step_of
from vision.cells import cells_of_tags, framed_parts
from vision.discs import Disc
from vision.flat import is_on, lying_over, printed
from vision.patterns import fitted_part
from vision.plane import Plane
from vision.tags import MODULES, NOWHERE, Grey, Tag, centres_of, whereabouts
from vision.verdict import COVERED, HALF_FIT, OPEN_FIT, OPEN_FRAMED, Reading

Array = npt.NDArray[np.float32]
Part = npt.NDArray[np.bool_]  # 10 x 10 cells: a marker and its margin

COVERED_FIT, COVERED_FRAMED = 0.5, 0.85  # of a square that may be a marker half covered, and of its open part
FEWEST, FEWEST_SHADED = 40, 6  # cells that lie open, of a hundred; and of these in the shade
OVER = 0.66  # sides from its middle: so far a marker covers others, if nobody said how large its piece is
EDGE, SHADE = 0.03, 0.14  # sides: how far beyond that nothing is certain, and how far its shadow falls
ASIDE = 0.25  # sides: a foot nearer to its top than that hides next to nothing that its top leaves open
AHEAD_CELLS, AHEAD_FRAMED, AHEAD_FIT, AHEAD_GAP = 40, 0.85, 0.84, 0.2  # or most cells are that far ahead of any other
# pattern: on tables of other seeds 55 of 74 covered markers were, and of 230 squares that were none of the book's none
ALONE_FIT = 0.85  # where no known piece stands on it: a gap between two tiles with print on either side had 0.841 in
# one of seven noisy looks, and of 10 covered markers that were read so none had less than 0.85
HALF = 59  # so few cells must fit better than more of them
PROSPECT = 0.7  # a part that agrees less before it is laid on does not come to fit: of those that did the least had .9
PULLED = 0.03  # by so much better the open part of a marker fits where it is laid on by itself: more than by chance
LIKELY = 0.85  # how sure a marker is at most of which only a part is seen


@cache
def _halves() -> npt.NDArray[np.bool_]:
    """k x 10 x 10: what is left of a marker and its margin where something lies over one side or corner of it.

    Or over half of it, straight or aslant, or over two corners: between two fingers.
    """
    y, x = np.mgrid[0 : MODULES + 2, 0 : MODULES + 2]
    sides = [x >= 3, x >= 4, x + y >= 6, x + y >= 8]
    sides += [x >= 5, x + y >= 9, x + 2 * y >= 14, 2 * x + y >= 14, (x + y >= 6) & (x + y <= 12)]
    return np.array([np.rot90(side, turn) for side in sides for turn in range(4)])


def uncovered(grey: Grey, reading: Reading, cells: Array, book: Book, soft_px: float, known: Sequence[Tag]) -> Reading:
    """The same square read and laid on by the part of it that nothing covers, if that is framed as a marker should be.

    Which part it is tell the known markers that lie over it, or the frame alone, whatever the pattern; what can only be
    read so is never more than likely.
    """
    tried = []
    for part in _open_parts(reading, cells, known, book):
        found = _by_part(grey, reading, cells, book, soft_px, part, known)
        if found is not None and found.sure > 0:
            return found
        tried += [found] if found is not None else []
    return next((one for one in tried if one.is_alike), reading)


def open_reading(
    grey: Grey,
    tag: Tag,
    book: Book,
    soft_px: float,
    near: Sequence[Tag],
    known: Sequence[Tag],
    discs: Sequence[Disc] = (),
) -> Reading | None:
    """That marker read by the part of it that those near it leave open; None if that is not promising."""
    part = _beside(tag, near, book, discs=discs)
    if not FEWEST <= part.sum() < part.size:
        return None
    cells = cells_of_tags(grey, tag.corners[None].astype(np.float64))[0]
    shaded = part & ~_beside(tag, near, book, SHADE, discs)
    is_under = bool(discs) or any(one.id in book.covers for one in near)
    is_printed = bool(printed([tag], known, book)[0])
    guess = Reading(tag, 0.0, 0.0, texture=0.5, is_under=is_under, is_printed=is_printed)
    return _by_part(grey, guess, cells, book, soft_px, part, known, shaded)


def _elsewhere(known: Sequence[Tag], book: Book) -> list[int]:
    """Columns of patterns that cannot be what is read here: the game has them once, and they are surely seen there."""
    seen = [4 * book.row[tag.id] for tag in known if tag.sure > COVERED and tag.id in book.single]
    return [first + turn for first in seen for turn in range(4)]


def _open_parts(reading: Reading, cells: Array, known: Sequence[Tag], book: Book) -> Iterator[Part]:
    """10 x 10 each: which cells may be the open ones, likeliest first."""
    if reading.sure == 0:
        open_part = _beside(reading.tag, known, book)
        if FEWEST <= open_part.sum() < open_part.size:
            yield open_part
    shares, sizes = framed_parts(cells, _halves()), _halves().sum(axis=(1, 2))
    order = np.lexsort((sizes, np.round(shares, 1)))[::-1]
    wide, narrow = (next(n for n in order.tolist() if (sizes[n] > HALF) == is_wide) for is_wide in (True, False))
    for part in (wide, narrow):
        if shares[part] >= COVERED_FRAMED and (reading.sure == 0 or part == wide):
            yield _halves()[part]


def _beside(tag: Tag, known: Sequence[Tag], book: Book, more: float = 0.0, discs: Sequence[Disc] = ()) -> Part:
    """10 x 10: which cells of a marker and its margin no known marker with its own margin lies over, nor a disc."""
    near = nearest(tag.centre, known, tag.side_px)
    near += [one for one in lying_over(tag.centre[None], known, book)[0] if all(one is not other for other in near)]
    start, local = tag.corners[0], np.stack((tag.corners[1] - tag.corners[0], tag.corners[3] - tag.corners[0]), axis=1)
    at = start + _cell_middles() @ local.T
    return is_open(at, near, book, more, discs).reshape(MODULES + 2, MODULES + 2)


@cache
def _cell_middles() -> npt.NDArray[np.float64]:
    """100 x 2: the middles of a marker's cells and of its margin's, in sides from its upper left corner."""
    y, x = (np.mgrid[0 : MODULES + 2, 0 : MODULES + 2] - 0.5) / MODULES
    return np.stack((x, y), axis=2).reshape(-1, 2)


def nearest(point: Array, tags: Sequence[Tag], room_px: float = 0.0, sides: float = 1.0) -> list[Tag]:
    """Those of the tags that lie within so many of their sides of a point, and that many pixels more."""
    if not tags:
        return []
    centres, across = whereabouts(tuple(tags))
    away = np.abs(centres - point).max(axis=1)
    return [tags[n] for n in np.flatnonzero(away < room_px + sides * across).tolist()]


def is_open(
    points: npt.NDArray[np.float64], near: Sequence[Tag], book: Book, more: float = 0.0, discs: Sequence[Disc] = ()
) -> npt.NDArray[np.bool_]:
    """Which points no disc lies over, nor a known marker with its piece, or with its margin if nobody knows how large
    that is, or if the middle of them lies on its face."""
    found, middle = np.ones(len(points), bool), points.mean(axis=0)
    for tag in near:
        away = points - tag.centre
        if tag.down != NOWHERE:  # what stands hides what lies behind its side, too
            down = np.array(tag.down)
            away = away - np.clip(away @ down / (down @ down), 0, 1)[:, None] * down
        face = book.faces.get(tag.id)
        if face is not None and not is_on(middle, tag, face):
            found &= (np.abs(away @ tag.inward - face.aside) > np.array(face.half) + EDGE + more).any(axis=1)
            continue
        reach = book.covers[tag.id].reach + EDGE if tag.id in book.covers else OVER
        found &= np.abs(away @ tag.inward).max(axis=1) > reach + more
    for disc in discs:
        found &= disc.outside(points) > EDGE + more
    return found


def standing(tags: Sequence[Tag], plane: Plane, book: Book) -> list[Tag]:
    """The tags; those of pieces that stand, and are seen so much from the side, know where in the picture their feet
    are."""
    found = list(tags)
    which = [n for n, tag in enumerate(tags) if tag.id in book.covers]
    if which:
        tops = centres_of([tags[n] for n in which])
        heights = np.array([book.covers[tags[n].id].top_mm for n in which])
        for n, (x, y) in zip(which, (plane.px(plane.mm(tops, heights)) - tops).tolist(), strict=True):
            if np.hypot(x, y) > ASIDE * tags[n].side_px:
                found[n] = replace(tags[n], down=(x, y))
    return found


def _by_part(
    grey: Grey,
    reading: Reading,
    cells: Array,
    book: Book,
    soft_px: float,
    part: Part,
    known: Sequence[Tag],
    shaded: Part | None = None,
) -> Reading | None:
    """Read by its open part; None if that is no better, not sure at all where it is not clear."""
    inner, own = part[1:-1, 1:-1], 4 * book.row[reading.tag.id]
    every, rows = soft_cells(book.ids, step_of(soft_px * MODULES / reading.tag.side_px)), inner.reshape(-1)
    shade = None if shaded is None else shaded[1:-1, 1:-1]
    before = float(_agreement(cells, inner, every[:, own : own + 1][rows], shade)[0])
    if before < PROSPECT:
        return None
    tag = fitted_part(grey, reading.tag, soft_px, inner)
    cells = cells_of_tags(grey, tag.corners[None].astype(np.float64))[0]
    agree = _agreement(cells, inner, every[rows], shade)
    fit = float(agree[own])
    agree[[own, *_elsewhere(known, book)]] = -1
    if reading.sure > 0:  # what covers it may have pulled it aside: the open part says where it lies
        is_better = fit > min(reading.fit, before + PULLED)
        return replace(reading, tag=replace(tag, sure=reading.sure)) if is_better else None
    lit = part if shaded is None else part & ~shaded  # a shadow breaks a frame
    gap, framed = fit - float(agree.max()), float(framed_parts(cells, lit[None])[0])
    least = OPEN_FIT if part.sum() > HALF else HALF_FIT
    ahead = AHEAD_FIT if reading.is_under else ALONE_FIT
    is_ahead = inner.sum() >= AHEAD_CELLS and framed >= AHEAD_FRAMED and fit >= ahead and gap >= AHEAD_GAP
    most = LIKELY if is_ahead or (framed >= OPEN_FRAMED and fit >= least) else 0.0
    found = replace(reading, tag=tag, fit=fit, gap=gap, framed=framed, most=most, is_part=True)
    return replace(found, tag=replace(tag, sure=found.sure))


def _agreement(
    cells: Array, part: npt.NDArray[np.bool_], table: Array, shaded: npt.NDArray[np.bool_] | None = None
) -> npt.NDArray[np.float64]:
    """How well that part of the cells agrees with each column of the table; what lies in the shade is compared with
    its like."""
    seen = cells[1:-1, 1:-1][part]
    shade = np.zeros(len(seen), bool) if shaded is None else shaded[part]
    if min(shade.sum(), (~shade).sum()) >= FEWEST_SHADED:
        seen, table = seen.copy(), table.copy()
        for group in (shade, ~shade):
            seen[group] = (seen[group] - seen[group].mean()) / max(float(seen[group].std()), 1.0)
            table[group] -= table[group].mean(axis=0)
    else:
        seen, table = seen - seen.mean(), table - table.mean(axis=0)
    return np.asarray(
        np.einsum("s,sk->k", seen, table) / (np.linalg.norm(seen) * np.linalg.norm(table, axis=0) + 1e-3), np.float64
    )
