"""Things in a picture that may be markers, by their size and shape; what they are is told by `vision.readings`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.book import Book
from vision.discs import Disc
from vision.plane import Plane
from vision.tags import MODULES, Grey, Tag, centres_of, sides_of

Array = npt.NDArray[np.float32]

BUSY = 0.5  # of a marker's density of edges
SAME = 0.5  # of a side: markers nearer than this are one
MARGIN = 1.25  # a marker with its white margin, in sides
LEAST_BARE = 0.4  # of a marker's place: where less of it lies bare nothing is told by its edges
TRIES = 5  # places around each busy one that are tried, itself first
DARKER = 7  # grey levels below its surroundings: more than noise


@dataclass(frozen=True, eq=False)
class Squares:
    """Things about as large as a marker: their middles and the boxes around them, in pixels."""

    middles: Array  # n x 2
    boxes: Array  # n x 2: width and height; not numbers where only a place is known

    def some(self, which: npt.NDArray[np.generic]) -> "Squares":
        return Squares(self.middles[which], self.boxes[which])


NONE = Squares(np.zeros((0, 2), np.float32), np.zeros((0, 2), np.float32))


def find_squares(
    grey: Grey, plane: Plane, book: Book, offset: tuple[int, int] = (0, 0), window: float = 0.6, is_cut: bool = False
) -> Squares:
    """Dark connected things that may be markers by their size and shape, in a part of the picture that begins there.

    `window` is the threshold's, in sides of the smallest marker; `is_cut` parts what hangs together by a thread.
    """
    if min(grey.shape) < 12:
        return NONE
    dark = _darker(grey, _window_px(plane, book, window))
    if is_cut:
        dark = np.asarray(cv2.erode(dark, np.ones((2, 2), np.uint8)), np.uint8)
    stats = _things(dark)
    wide, high, area = stats[1:, 2], stats[1:, 3], stats[1:, 4]
    large, small = np.maximum(wide, high), np.minimum(wide, high)
    likely = (small > 8) & (small > 0.5 * large) & (area > 0.25 * wide * high)
    stats = stats[1:][likely]
    middles = (stats[:, :2] + stats[:, 2:4] / 2 - 0.5 + np.array(offset)).astype(np.float32)
    squares = Squares(middles, stats[:, 2:4].astype(np.float32))
    if not len(middles):
        return squares
    per_mm = np.linalg.norm(plane.local(middles), axis=1)  # of each direction of the table
    large, least, most = squares.boxes.max(axis=1), min(book.sides_mm), max(book.sides_mm)
    return squares.some((large > 0.75 * least * per_mm.min(axis=1)) & (large < 1.6 * most * per_mm.max(axis=1)))


def _things(dark: Grey) -> npt.NDArray[np.int32]:
    """Boxes and areas of what hangs together; what is not dark comes first.

    Labels of sixteen bits cost half of what larger ones do, but a large grainy picture has too many specks for them.
    """
    try:
        found = cv2.connectedComponentsWithStatsWithAlgorithm(dark, 8, cv2.CV_16U, cv2.CCL_SPAGHETTI)
    except cv2.error:
        found = cv2.connectedComponentsWithStatsWithAlgorithm(dark, 8, cv2.CV_32S, cv2.CCL_SPAGHETTI)
    return np.asarray(found[2], np.int32)


def _darker(grey: Grey, window_px: int) -> Grey:
    """Where the picture is darker than around; half of what OpenCV's own adaptive threshold costs."""
    around = np.asarray(cv2.blur(grey, (window_px, window_px)), np.uint8)
    cv2.subtract(around, np.full(1, DARKER, np.float64), dst=around)
    return np.asarray(cv2.compare(grey, around, cv2.CMP_LE, dst=around), np.uint8)


def find_busy(
    grey: Grey,
    plane: Plane,
    book: Book,
    known: Sequence[Tag],
    offset: tuple[int, int] = (0, 0),
    discs: Sequence[Disc] = (),
) -> Squares:
    """Places with as many sharp edges as markers have, wherever something dark touches them or lies half over them; a
    disc's own edges do not count."""
    part = grey[::2, ::2]
    if min(part.shape) < 24:
        return NONE
    steps = cv2.absdiff(part[:, 1:], part[:, :-1])[:-1] // 2 + cv2.absdiff(part[1:], part[:-1])[:, :-1] // 2
    edges, bare = np.asarray(steps, np.uint8), _bare(steps.shape, known, offset)
    for disc in discs:
        cv2.fillConvexPoly(edges, cv2.convexHull(np.round((disc.outline - offset) / 2).astype(np.int32)), (0,))
    usual, step = min(book.sides_mm) * _per_mm(plane), 1.5 * min(book.sides_mm) * _per_mm(plane) / MODULES
    dense: list[Array] = []  # by share of what lies bare there;
    alone: list[Array] = []  # and not so: right beside a known marker the edges of another seem densest by share
    open_edges = np.asarray(edges * bare, np.uint8)
    for across in dict.fromkeys(max(3, int(side * _per_mm(plane) / 2)) for side in book.sides_mm):
        least, there = _busy(_density(edges, across), known, offset), _density(open_edges, across)
        share = np.asarray(cv2.divide(there, cv2.max(_density(bare, across), LEAST_BARE)), np.float32)  # type: ignore[call-overload]
        dense.append(_peaks(share, across, least, offset))
        alone.append(_peaks(there, across, least, offset))
    found = np.zeros((0, 2), np.float32)
    for peaks in (np.concatenate(dense), np.concatenate(alone)):
        found = _apart(np.concatenate((found, _apart(peaks[~is_near(peaks, known)], usual / 2))), step)
    tries = np.array([[0, 0], [-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * step
    middles = (found[:, None] + tries[None]).reshape(-1, 2)
    return Squares(middles.astype(np.float32), np.full((len(middles), 2), np.nan, np.float32))


def _peaks(density: Array, across: int, least: float, offset: tuple[int, int]) -> Array:
    """Where it is densest around, and denser than that: n x 2, in pixels."""
    highest = cv2.compare(density, cv2.dilate(density, np.ones((across, across), np.uint8)), cv2.CMP_EQ)
    dense = cv2.compare(density, least, cv2.CMP_GT)  # type: ignore[call-overload]
    places: Any = cv2.findNonZero(highest & dense)  # None where there are none, whatever its types say
    at = np.zeros((0, 2)) if places is None else places.reshape(-1, 2)
    return np.asarray(at * 2 + 1 + np.array(offset), np.float32)


def _bare(shape: tuple[int, ...], known: Sequence[Tag], offset: tuple[int, int]) -> Grey:
    """At half the size, 1 where no known marker lies, nor the side of what carries it: what one of them stands on would
    not show beside its edges."""
    bare = np.ones(shape, np.uint8)
    if known:
        corners, middles = np.array([tag.corners for tag in known]), centres_of(known)[:, None]
        outlines = middles + (corners - middles) * MARGIN - np.array(offset)
        both = np.concatenate((outlines, outlines + np.array([tag.down for tag in known])[:, None]), axis=1) / 2
        for outline in np.round(both).astype(np.int32):
            cv2.fillConvexPoly(bare, cv2.convexHull(outline), (0,))
    return bare


def is_near(points: npt.NDArray[np.float32], tags: Sequence[Tag], sides: float = SAME) -> npt.NDArray[np.bool_]:
    """For each point, whether one of the tags lies there, so many sides around."""
    if not tags or not len(points):
        return np.zeros(len(points), bool)
    away = np.abs(points[:, None] - centres_of(tags)[None]).max(axis=2)
    return np.asarray((away < sides * sides_of(tags)).any(axis=1))


def _density(edges: Grey, across: int) -> Array:
    """How dense edges lie around each place."""
    return np.asarray(cv2.boxFilter(edges, cv2.CV_32F, (across, across)), np.float32)


def _busy(density: Array, known: Sequence[Tag], offset: tuple[int, int]) -> float:
    """How dense edges must lie to be worth a look: not much less dense than in the markers read already."""
    high, wide = density.shape
    at = ((centres_of(known) - np.array(offset)) / 2).astype(int)
    there = [float(density[y, x]) for x, y in at.tolist() if 0 <= x < wide and 0 <= y < high]
    return max(4.0, BUSY * float(np.median(there))) if there else 6.0


def _apart(points: Array, least_px: float) -> Array:
    """Points nearer than that to an earlier one are left out."""
    kept = np.empty((len(points), 2), np.float32)
    number = 0
    for point in points:
        if (np.abs(kept[:number] - point).max(axis=1) >= least_px).all():
            kept[number] = point
            number += 1
    return kept[:number]


def _per_mm(plane: Plane) -> float:
    """Pixels a millimetre in the middle of the picture."""
    wide, high = plane.size_px
    return float(np.sqrt(abs(np.linalg.det(plane.local(np.array([[wide / 2, high / 2]]))[0]))))


def _window_px(plane: Plane, book: Book, window: float) -> int:
    return max(7, int(window * min(book.sides_mm) * _per_mm(plane)) // 2 * 2 + 1)
