"""Markers too small or too soft to be decoded bit by bit: dark squares, compared with this game's own patterns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.patterns import cells_of, fitted, product, sampled
from vision.plane import Plane
from vision.sighting import Target
from vision.tags import MODULES, Grey, Tag

Array = npt.NDArray[np.float32]

BUSY = 0.5  # of a marker's density of edges
SAME = 0.5  # of a side: markers nearer than this are one
DARKER = 7  # grey levels below its surroundings: more than noise
ACROSS = 12  # modules of a patch around a square: the marker, its white margin, and room to be off
FINE = 2  # samples a module
REACH = 3  # samples, each way, by which a square's middle may be off
FILLS = (0.75, 1.3)  # of the box a marker would fill, what the dark thing's box may be
LEAST_FRAMED = 0.6  # of a border and margin: a part may be covered
DOUBTFUL, CERTAIN = 0.8, 1.0  # weights of a reading: below the one it is none, above the other it is sure
PROMISING = 0.4  # cells that agree less with every pattern are no marker
CONTRAST = 8  # grey levels, each way, between paper and print
COARSE = 24  # samples along a patch from which a square's turn is told


@dataclass(frozen=True, eq=False)
class Squares:
    """Things about as large as a marker: their middles and the boxes around them, in pixels."""

    middles: Array  # n x 2
    boxes: Array  # n x 2: width and height; not numbers where only a place is known

    def some(self, which: npt.NDArray[np.generic]) -> "Squares":
        return Squares(self.middles[which], self.boxes[which])


@dataclass(frozen=True, eq=False)
class Reading:
    """A square and the pattern that fits it best: how well, and how much better than the next best.

    >>> square = np.zeros((4, 2), np.float32)
    >>> [Reading(Tag(7, square), fit, gap, framed=1.0).sure for fit, gap in ((0.97, 0.4), (0.8, 0.21), (0.7, 0.1))]
    [0.99, 0.63, 0.0]
    """

    tag: Tag
    fit: float
    gap: float
    framed: float = 0.0  # share of the border that is dark and of the margin that is bright
    texture: float = 0.0  # how much its cells differ, in steps from black to white: about a half in a marker

    @cached_property
    def sure(self) -> float:
        """On simulated tables 18,800 squares that carried no marker, or one that was not in the book, were read:
        two of them had a weight above DOUBTFUL, none of these with a frame, and none at all one above CERTAIN."""
        weight = min(1.2, max(0.0, (self.fit - 0.55) / 0.3)) * min(1.5, max(0.0, self.gap / 0.2))
        if weight < DOUBTFUL or self.framed < LEAST_FRAMED:
            return 0.0
        if weight < CERTAIN:
            return round(0.5 + 0.35 * (weight - DOUBTFUL) / (CERTAIN - DOUBTFUL), 2)
        return round(min(0.99, 0.9 + 0.2 * (weight - CERTAIN)), 2)

    @property
    def is_alike(self) -> bool:
        """Whether it looks like a marker of ours that cannot be read: framed, textured, and one pattern ahead."""
        return self.framed >= 0.83 and 0.3 <= self.texture <= 0.7 and self.fit >= 0.55 and self.gap >= 0.1


@dataclass(frozen=True, eq=False)
class Book:
    """The patterns of one game's markers, by the side they are printed with."""

    groups: tuple[tuple[float, float, tuple[int, ...]], ...]  # side and height in mm, ids

    @property
    def sides_mm(self) -> tuple[float, ...]:
        return tuple(side for side, _, _ in self.groups)


def book_of(markers: Mapping[int, Target]) -> Book:
    """Markers of one size are sought together; their height is taken as the mean, it is small beside the camera's."""
    sides = sorted({target.marker_mm for target in markers.values()})
    groups = []
    for side in sides:
        ids = tuple(sorted(number for number, target in markers.items() if target.marker_mm == side))
        groups.append((side, float(np.mean([markers[number].top_mm for number in ids])), ids))
    return Book(tuple(groups))


def find_squares(
    grey: Grey, plane: Plane, book: Book, offset: tuple[int, int] = (0, 0), window: float = 0.6, is_cut: bool = False
) -> Squares:
    """Dark connected things that may be markers by their size and shape, in a part of the picture that begins there.

    `window` is the threshold's, in sides of the smallest marker; `is_cut` parts what hangs together by a thread.
    """
    if min(grey.shape) < 12:
        return Squares(np.zeros((0, 2), np.float32), np.zeros((0, 2), np.float32))
    dark = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, _window_px(plane, book, window), DARKER
    )
    if is_cut:
        dark = cv2.erode(dark, np.ones((2, 2), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStatsWithAlgorithm(dark, 8, cv2.CV_16U, cv2.CCL_SPAGHETTI)
    wide, high, area = stats[1:, 2], stats[1:, 3], stats[1:, 4]
    large, small = np.maximum(wide, high), np.minimum(wide, high)
    likely = (small > 8) & (small > 0.5 * large) & (area > 0.25 * wide * high)
    stats = stats[1:][likely]
    middles = (stats[:, :2] + stats[:, 2:4] / 2 - 0.5 + np.array(offset)).astype(np.float32)
    squares = Squares(middles, stats[:, 2:4].astype(np.float32))
    if not len(middles):
        return squares
    _, local = around(plane, middles, np.zeros(len(middles)))
    per_mm = np.linalg.norm(local, axis=1)  # of each direction of the table
    large, least, most = squares.boxes.max(axis=1), min(book.sides_mm), max(book.sides_mm)
    return squares.some((large > 0.75 * least * per_mm.min(axis=1)) & (large < 1.6 * most * per_mm.max(axis=1)))


def find_busy(grey: Grey, plane: Plane, book: Book, known: Sequence[Tag], offset: tuple[int, int] = (0, 0)) -> Squares:
    """Places with as many sharp edges as markers have, wherever something dark touches them or lies half over them."""
    part = grey[::2, ::2]
    if min(part.shape) < 24:
        return Squares(np.zeros((0, 2), np.float32), np.zeros((0, 2), np.float32))
    edges = cv2.absdiff(part[:, 1:], part[:, :-1])[:-1] // 2 + cv2.absdiff(part[1:], part[:-1])[:, :-1] // 2
    found = []
    for side in book.sides_mm:
        across = max(3, int(side * _per_mm(plane) / 2))
        density = np.asarray(cv2.blur(edges, (across, across)), np.uint8)
        peaks = (density == cv2.dilate(density, np.ones((across, across), np.uint8))) & (
            density > _busy(density, known, offset)
        )
        rows, columns = np.nonzero(peaks)
        found.append(np.column_stack((columns, rows)) * 2 + 1 + np.array(offset))
    peaks_at = np.concatenate(found).astype(np.float32)
    peaks_at = _apart(peaks_at[~is_near(peaks_at, known)], min(book.sides_mm) * _per_mm(plane) / 2)
    step = 1.5 * min(book.sides_mm) * _per_mm(plane) / MODULES
    tries = np.array([[0, 0], [-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * step
    middles = (peaks_at[:, None] + tries[None]).reshape(-1, 2)
    return Squares(middles.astype(np.float32), np.full((len(middles), 2), np.nan, np.float32))


def is_near(points: npt.NDArray[np.float32], tags: Sequence[Tag], sides: float = SAME) -> npt.NDArray[np.bool_]:
    """For each point, whether one of the tags lies there, so many sides around."""
    if not tags or not len(points):
        return np.zeros(len(points), bool)
    centres, reach = np.array([tag.centre for tag in tags]), sides * np.array([tag.side_px for tag in tags])
    away = np.abs(points[:, None] - centres[None]).max(axis=2)
    return np.asarray((away < reach).any(axis=1))


def _busy(density: Grey, known: Sequence[Tag], offset: tuple[int, int]) -> float:
    """How dense edges must lie to be worth a look: not much less dense than in the markers read already."""
    high, wide = density.shape
    at = [((tag.centre - np.array(offset)) / 2).astype(int) for tag in known]
    there = [int(density[y, x]) for x, y in at if 0 <= x < wide and 0 <= y < high]
    return max(4.0, BUSY * float(np.median(there))) if there else 6.0


def _apart(points: Array, least_px: float) -> Array:
    """Points nearer than that to an earlier one are left out."""
    kept: list[Array] = []
    for point in points:
        if all(np.abs(point - other).max() >= least_px for other in kept):
            kept.append(point)
    return np.asarray(kept, np.float32).reshape(-1, 2)


def _per_mm(plane: Plane) -> float:
    """Pixels a millimetre in the middle of the picture."""
    wide, high = plane.size_px
    x, y = plane.mm(np.array([[wide / 2, high / 2]]))[0]
    return plane.px_per_mm(x, y)


def _window_px(plane: Plane, book: Book, window: float) -> int:
    return max(7, int(window * min(book.sides_mm) * _per_mm(plane)) // 2 * 2 + 1)


def around(
    plane: Plane, points_px: npt.NDArray[np.generic], heights_mm: npt.NDArray[np.generic]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Where those points are on the table, and what one millimetre along each of its sides is there in pixels."""
    at = plane.mm(points_px, heights_mm)
    right, down = np.array([4.0, 0.0]), np.array([0.0, 4.0])
    near = np.concatenate((at + right, at - right, at + down, at - down))
    px = plane.px(near, np.tile(heights_mm, 4)).reshape(4, -1, 2)
    return at, np.stack(((px[0] - px[1]) / 8, (px[2] - px[3]) / 8), axis=2)


def read_squares(grey: Grey, squares: Squares, plane: Plane, book: Book, soft_px: float) -> list[Reading]:
    """The best pattern for each square that agrees with one at all."""
    if not len(squares.middles):
        return []
    turns = _turns(grey, squares, plane, float(np.mean(book.sides_mm)))
    best: dict[int, tuple[float, Tag]] = {}
    for side, height, ids in book.groups:
        _, local = around(plane, squares.middles, np.full(len(squares.middles), height))
        module = _turned(local, turns) * (side / MODULES)  # pixels a module, along the marker's own sides
        which = np.flatnonzero(_is_as_large(squares.boxes, module)).tolist()
        for k, fit, tag in _guessed(grey, squares.middles[which], module[which], ids, soft_px):
            if which[k] not in best or fit > best[which[k]][0]:
                best[which[k]] = fit, tag
    return weighed(grey, [tag for _, tag in best.values()], book, soft_px)


def _turned(local: npt.NDArray[np.float64], turns: Array) -> npt.NDArray[np.float64]:
    cos, sin = np.cos(turns), np.sin(turns)
    turning = np.stack((np.stack((cos, -sin), axis=1), np.stack((sin, cos), axis=1)), axis=1)
    return np.asarray(np.einsum("nij,njk->nik", local, turning))


def _is_as_large(boxes: Array, module: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """Whether a marker of such modules would fill such boxes."""
    ratio = boxes / (np.abs(module).sum(axis=2) * MODULES)
    return np.asarray((((ratio > FILLS[0]) & (ratio < FILLS[1])) | np.isnan(ratio)).all(axis=1))


def _turns(grey: Grey, squares: Squares, plane: Plane, usual_mm: float) -> Array:
    """How each square is turned on the table, in radians within an eighth of a circle: where its edges point."""
    _, local = around(plane, squares.middles, np.zeros(len(squares.middles)))
    scale = np.linalg.norm(local, axis=1).mean(axis=1)
    along = (np.arange(COARSE) + 0.5) / COARSE * 2 - 1
    grid = np.stack(np.meshgrid(along, along), axis=-1).reshape(-1, 2)
    reach = np.nan_to_num(0.62 * squares.boxes.max(axis=1) / scale, nan=0.7 * usual_mm)
    patch = _patches(grey, squares.middles, local * reach[:, None, None], grid).reshape(-1, COARSE, COARSE)
    dx = patch[:, 1:-1, 2:] - patch[:, 1:-1, :-2]
    dy = patch[:, 2:, 1:-1] - patch[:, :-2, 1:-1]
    even, odd, steep = dx * dx - dy * dy, 2 * dx * dy, np.maximum(dx * dx + dy * dy, 1e-3)
    along_four = ((even * even - odd * odd) / steep).sum(axis=(1, 2))  # the edges' directions, four times over:
    across_four = (2 * even * odd / steep).sum(axis=(1, 2))  # those of a square's four sides are one then
    return np.asarray(np.arctan2(across_four, along_four) / 4, np.float32)


def _patches(grey: Grey, middles: Array, local: npt.NDArray[np.generic], grid: npt.NDArray[np.generic]) -> Array:
    """Grey at the grid's points around each middle; `local` holds what one unit of the grid is in pixels."""
    (u, v), (a, b), (c, d) = grid.astype(np.float32).T, local[:, 0].T, local[:, 1].T
    x = np.outer(a, u) + np.outer(b, v) + middles[:, :1]
    y = np.outer(c, u) + np.outer(d, v) + middles[:, 1:]
    return sampled(grey, x, y)


@cache
def _patch_grid() -> Array:
    count = ACROSS * FINE
    along = (np.arange(count) + 0.5) / FINE - ACROSS / 2
    return np.asarray(np.stack(np.meshgrid(along, along), axis=-1).reshape(-1, 2), np.float32)


@cache
def _frames() -> tuple[Array, npt.NDArray[np.int64]]:
    """For each shift of a patch: what a black border in a white margin looks like; and where the cells lie then."""
    count = ACROSS * FINE
    shifts = [(dy, dx) for dy in range(-REACH, REACH + 1) for dx in range(-REACH, REACH + 1)]
    looks, places = [], []
    ring = np.pad(np.zeros((MODULES - 2, MODULES - 2)), 1, constant_values=-1 / 28)
    ring = np.pad(ring, 1, constant_values=1 / 36)
    large = np.repeat(np.repeat(ring, FINE, axis=0), FINE, axis=1) / FINE**2
    room = (count - len(large)) // 2
    first = (count - MODULES * FINE) // 2
    cells = first + FINE * np.arange(MODULES)
    for dy, dx in shifts:
        look = np.zeros((count, count))
        rows, columns = room + dy, room + dx
        y0, x0, y1, x1 = max(rows, 0), max(columns, 0), min(rows + len(large), count), min(columns + len(large), count)
        look[y0:y1, x0:x1] = large[y0 - rows : y1 - rows, x0 - columns : x1 - columns]
        looks.append(look.reshape(-1))
        places.append(((cells + dy)[:, None] * count + (cells + dx)[None]).reshape(-1))
    return np.asarray(looks, np.float32).T.copy(), np.asarray(places)


@cache
def _soft_cells(ids: tuple[int, ...], soft: float) -> Array:
    """The cells of all those markers, each in four turns, as soft as that, as columns."""
    fine = 6
    rows = []
    for number in ids:
        large = np.repeat(np.repeat(np.pad(cells_of(number), 1, constant_values=1.0), fine, axis=0), fine, axis=1)
        blurred = cv2.GaussianBlur(large, (0, 0), soft * fine, borderType=cv2.BORDER_REPLICATE)
        cells = blurred.reshape(MODULES + 2, fine, MODULES + 2, fine).mean(axis=(1, 3))[1:-1, 1:-1]
        rows += [np.rot90(cells, turn).reshape(-1) for turn in range(4)]
    return np.ascontiguousarray(_levelled(np.asarray(rows, np.float32)).T)


@cache
def _slopes() -> Array:
    """What a light from one side makes of cells: evenly bright, brighter to the right, brighter below."""
    along = np.arange(MODULES, dtype=np.float32) - (MODULES - 1) / 2
    x, y = np.meshgrid(along, along)
    rows = np.stack((np.ones(MODULES**2, np.float32), x.reshape(-1), y.reshape(-1)))
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


def _levelled(cells: Array) -> Array:
    """Rows of cells without their brightness and its slope, of length 1."""
    slopes = _slopes()
    flat = cells - product(product(cells, np.ascontiguousarray(slopes.T)), slopes)
    return np.asarray(flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-3))


def _guessed(
    grey: Grey, middles: Array, module: npt.NDArray[np.float64], ids: tuple[int, ...], soft_px: float
) -> list[tuple[int, float, Tag]]:
    """Of squares of one printed size the promising ones: which, how well the cells agree, the likeliest marker."""
    if not len(middles):
        return []
    patch = _patches(grey, middles, module, _patch_grid())
    looks, places = _frames()
    shift = product(patch, looks).argmax(axis=1)
    cells = np.take_along_axis(_boxed(patch), places[shift], axis=1)
    cells = _levelled(cells)
    scale = float(np.median(np.linalg.norm(module, axis=1)))
    table = _soft_cells(ids, _step(soft_px / scale))
    fits = product(cells, table)
    best = fits.argmax(axis=1)
    wide = 2 * REACH + 1
    off = np.stack((shift % wide - REACH, shift // wide - REACH), axis=1) / FINE
    corner = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (MODULES / 2)
    corners = np.einsum("nij,nkj->nki", module, corner[None] + off[:, None]) + middles[:, None]
    return [
        (n, float(fits[n, k]), Tag(ids[k // 4], np.roll(corners[n], k % 4, axis=0).astype(np.float32)))
        for n, k in enumerate(best.tolist())
        if fits[n, k] > PROMISING
    ]


def _boxed(patch: Array) -> Array:
    """Each sample replaced by the mean of the two by two from it on: a module, where it begins one."""
    count = ACROSS * FINE
    whole = patch.reshape(-1, count, count)
    both = whole.copy()
    both[:, :-1, :-1] = (whole[:, :-1, :-1] + whole[:, 1:, :-1] + whole[:, :-1, 1:] + whole[:, 1:, 1:]) / 4
    return both.reshape(len(patch), -1)


def _step(soft: float) -> float:
    return round(float(np.clip(soft, 0.15, 0.7)) * 20) / 20


def weighed(grey: Grey, tags: Sequence[Tag], book: Book, soft_px: float) -> list[Reading]:
    """Each guess laid on exactly, then compared with every pattern of the game at that very place."""
    if not tags:
        return []
    tags, _ = fitted(grey, tags, soft_px, bends=False)
    ids = tuple(number for _, _, group in book.groups for number in group)
    corners = np.stack([tag.corners for tag in tags])
    local = np.stack((corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0]), axis=2) / MODULES
    cells = _patches(grey, corners[:, 0], local, _cell_grid())
    cells = cells.reshape(-1, MODULES + 2, FINE, MODULES + 2, FINE).mean(axis=(2, 4))
    framed, texture = _framed(cells)
    seen = cells[:, 1:-1, 1:-1].reshape(-1, MODULES**2)
    seen = _levelled(seen)
    scale = float(np.median([tag.side_px for tag in tags])) / MODULES
    agree = product(seen, _soft_cells(ids, _step(soft_px / scale)))
    own = np.array([4 * ids.index(tag.id) for tag in tags])[:, None]
    mine = np.take_along_axis(agree, own, axis=1)[:, 0]
    np.put_along_axis(agree, own, -1.0, axis=1)
    gaps = mine - agree.max(axis=1)
    readings = [
        Reading(*each)
        for each in zip(tags, mine.tolist(), gaps.tolist(), framed.tolist(), texture.tolist(), strict=True)
    ]
    return [replace(one, tag=Tag(one.tag.id, one.tag.corners, one.sure)) for one in readings]


@cache
def _cell_grid() -> Array:
    """Samples of a marker's cells and of one row around them, in modules from its upper left corner."""
    along = (np.arange((MODULES + 2) * FINE) + 0.5) / FINE - 1
    return np.asarray(np.stack(np.meshgrid(along, along), axis=-1).reshape(-1, 2), np.float32)


def _framed(cells: Array) -> tuple[Array, Array]:
    """How much of a black border in a white margin each of them has, and how much the cells inside differ."""
    ring = np.ones((MODULES + 2, MODULES + 2), bool)
    ring[1:-1, 1:-1] = False
    border = np.zeros_like(ring)
    border[1:-1, 1:-1] = True
    border[2:-2, 2:-2] = False
    white, black = cells[:, ring].mean(axis=1)[:, None], cells[:, border].mean(axis=1)[:, None]
    bright, dark = cells[:, ring] > (white + black) / 2 + CONTRAST, cells[:, border] < (white + black) / 2 - CONTRAST
    inner = cells[:, 2:-2, 2:-2].reshape(len(cells), -1).std(axis=1)
    texture = inner / np.maximum(white - black, 1.0)[:, 0]
    return np.asarray((bright.mean(axis=1) + dark.mean(axis=1)) / 2), np.asarray(texture)
