"""All markers of a picture: the quick way first, the patient ways one after the other while the table is at rest."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.book import Book
from vision.covered import read_covered
from vision.discs import Disc
from vision.openings import standing
from vision.parts import Box, gathered
from vision.plane import Plane
from vision.readings import read_squares, weighed
from vision.sighting import Target
from vision.squares import NONE, SAME, TRIES, Squares, find_busy, find_squares, is_near
from vision.tags import Grey, Points, Tag, centres_of, sides_of
from vision.verdict import COVERED, Reading

UNDER = 2.0  # sides from its middle: so far a marker may cover another
TOUCHING = 1.4  # so far the middle of one that touches it
STAYED = 0.3  # of a side: what is still there may have been nudged so far


@dataclass(frozen=True)
class Way:
    """One way of finding squares: by parting what is dark from what surrounds it, or by where edges lie dense."""

    window: float | None  # of the threshold, in sides of the smallest marker; None: by edges
    is_cut: bool = False


WAYS = (Way(0.6), Way(None), Way(0.4), Way(0.6, is_cut=True), Way(1.1), Way(0.3))


@dataclass(frozen=True, eq=False)
class Found:
    """Markers that were read, and the middles of squares that agree with some pattern, but not enough with any."""

    tags: list[Tag]
    unread: list[Reading]


def find_markers(
    grey: Grey,
    boxes: Sequence[Box],
    plane: Plane,
    book: Book,
    soft_px: float,
    known: Sequence[Tag],
    way: Way = WAYS[0],
    others: Sequence[Tag] = (),
    discs: Sequence[Disc] = (),
) -> Found:
    """The markers in those parts of the picture, beside those known already; `others` are none of the book's, and
    `discs` may lie on some."""
    tags: list[Tag] = []
    unread: list[Reading] = []
    tried = NONE.middles
    for _ in range(2):
        seen = standing((*known, *tags), plane, book)
        squares = _untried(_squares(grey, boxes, plane, book, (*seen, *others), way, discs), tried, tags, book)
        apart = squares.some(~is_near(squares.middles, [*(tag for tag in seen if tag.sure > COVERED), *others]))
        readings = read_squares(grey, apart, plane, book, soft_px, seen)
        if way.window is None:
            middles, whole = squares.middles[::TRIES], [one.tag for one in readings if one.tag.sure > COVERED]
            open_ones = middles[~is_near(middles, whole)]
            readings += read_covered(grey, open_ones, plane, book, soft_px, (*seen, *others), readings, discs)
        good = sorted((reading for reading in readings if reading.sure > 0), key=lambda reading: -reading.tag.sure)
        new = joined([], [reading.tag for reading in good])
        tags, unread = joined(tags, new), [*unread, *(reading for reading in readings if reading.sure == 0)]
        if way.window is not None or not new:
            break  # else what those stand on or touch shows only now: its edges were not to be told from theirs
        boxes, tried = _around(new), squares.middles
    return Found(tags, unread)


def _untried(squares: Squares, tried: Points, new: Sequence[Tag], book: Book) -> Squares:
    """Places that were not tried before, or where something new stands over a part of them."""
    if not len(tried) or not len(squares.middles):
        return squares
    first, before = squares.middles[::TRIES], tried[::TRIES]
    again = (np.abs(first[:, None] - before[None]).max(axis=2) < 1).any(axis=1)
    under = is_near(first, [tag for tag in new if tag.id in book.covers], UNDER)
    beside = is_near(first, new, TOUCHING)
    return squares.some(np.repeat((beside & ~again) | under, TRIES))


def _around(tags: Sequence[Tag]) -> list[Box]:
    """The parts of the picture in which those may stand on something, or lie right beside it."""
    return gathered([_box_around(tag) for tag in tags])


def _box_around(tag: Tag) -> Box:
    x0, y0 = (tag.centre - UNDER * tag.side_px).astype(int).tolist()
    x1, y1 = (tag.centre + UNDER * tag.side_px).astype(int).tolist()
    return x0, y0, x1, y1


def _squares(
    grey: Grey,
    boxes: Sequence[Box],
    plane: Plane,
    book: Book,
    known: Sequence[Tag],
    way: Way,
    discs: Sequence[Disc],
) -> Squares:
    parts = [NONE]
    for x0, y0, x1, y1 in boxes:
        left, top = max(0, x0), max(0, y0)
        part = grey[top : max(top, y1), left : max(left, x1)]
        if way.window is None:
            parts.append(find_busy(part, plane, book, known, (left, top), discs))
        else:
            parts.append(find_squares(part, plane, book, (left, top), way.window, way.is_cut))
    return Squares(np.concatenate([part.middles for part in parts]), np.concatenate([part.boxes for part in parts]))


def still_there(grey: Grey, tags: Sequence[Tag], book: Book, soft_px: float) -> list[Tag]:
    """Those of the tags that can still be read where they were: a piece does not move by itself."""
    found = []
    for before, reading in zip(tags, weighed(grey, tags, book, soft_px), strict=True):
        if reading.sure > 0 and np.abs(reading.tag.centre - before.centre).max() < STAYED * before.side_px:
            found.append(replace(reading.tag, sure=max(reading.tag.sure, min(before.sure, COVERED))))
    return found


def joined(tags: Iterable[Tag], more: Iterable[Tag]) -> list[Tag]:
    """The tags, and of the others those that lie elsewhere."""
    kept, others = list(tags), list(more)
    if not others:
        return kept
    every = [*kept, *others]
    centres, reaches = centres_of(every), SAME * sides_of(every)
    near = np.abs(centres[:, None] - centres[None]).max(axis=2) < reaches[None]
    ids = np.array([tag.id for tag in every])
    is_covered = np.array([n < len(kept) and tag.sure <= COVERED for n, tag in enumerate(every)])
    near &= ~is_covered[None] | (ids[:, None] == ids[None])  # a pawn's may stand in the middle of a tile's
    chosen = list(range(len(kept)))
    for n in range(len(kept), len(every)):
        if not near[n, chosen].any():
            chosen.append(n)
    return [every[n] for n in chosen]


def without_rivals(tags: Sequence[Tag], markers: Mapping[int, Target]) -> list[Tag]:
    """Of a marker the game has only so many times, the surest ones."""
    kept: dict[int, list[Tag]] = {}
    for tag in sorted(tags, key=lambda tag: -tag.sure):
        target = markers.get(tag.id)
        alike = kept.setdefault(tag.id, [])
        if target is None or target.copies is None or len(alike) < target.copies:
            alike.append(tag)
    chosen = {id(tag) for alike in kept.values() for tag in alike}
    return [tag for tag in tags if id(tag) in chosen]
