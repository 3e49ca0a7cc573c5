"""Which of this game's markers a square is: its grey cells compared with the patterns as a whole, not bit by bit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import numpy as np
import numpy.typing as npt

from vision.book import Book, levelled, soft_cells, step_of
from vision.patterns import fitted, fitted_part, product, sampled
from vision.plane import Plane
from vision.squares import Squares
from vision.tags import MODULES, NOWHERE, Grey, Tag, sides_of, whereabouts

Array = npt.NDArray[np.float32]
Part = npt.NDArray[np.bool_]  # 10 x 10 cells: a marker and its margin
Matrices = npt.NDArray[np.float64]  # n x 2 x 2

ACROSS = 12  # modules of a patch around a square: the marker, its white margin, and room to be off
FINE = 2  # samples a module
REACH = 3  # samples, each way, by which a square's middle may be off
FILLS = (0.75, 1.3)  # of the box a marker would fill, what the dark thing's box may be
LEAST_FRAMED = 0.6  # of a border and margin: a part may be covered
DOUBTFUL, CERTAIN = 0.8, 1.0  # weights of a reading: below the one it is none, above the other it is sure
PROMISING = 0.4  # cells that agree less with every pattern are no marker
COVERED_FIT, COVERED_FRAMED = 0.5, 0.85  # of a square that may be a marker half covered, and of its open part
OPEN_FRAMED, OPEN_FIT = 0.92, 0.88  # once it is laid on; of 6,200 parts of strange markers none fitted one of ours so
PART_ALIKE = 0.85, 0.08  # fit and gap: what has both may be a marker half covered, but nobody knows which
UNDER_ALIKE = 0.75, 0.12  # the same where known markers stand on it: of such parts, framed and fitting 0.7, in 54
# photoreal and more than 60 simulated pictures four had them, and all four were markers
CLEAR_GAP = 0.2
FEWEST, FEWEST_SHADED = 40, 6  # cells that lie open, of a hundred; and of these in the shade
OVER = 0.66  # sides from its middle: so far a marker covers others, if nobody said how large its piece is
EDGE, SHADE = 0.03, 0.14  # sides: how far beyond that nothing is certain, and how far its shadow falls
ASIDE = 0.25  # sides: a foot nearer to its top than that hides next to nothing that its top leaves open
AHEAD_CELLS, AHEAD_FRAMED, AHEAD_FIT, AHEAD_GAP = 40, 0.85, 0.84, 0.2  # or most cells are that far ahead of any other
# pattern: on tables of other seeds 55 of 74 covered markers were, and of 230 squares that were none of the book's none
HALF, HALF_FIT = 59, 0.93  # so few cells must fit so well: of 1,400 halves of strange markers none did
PROSPECT = 0.7  # a part that agrees less before it is laid on does not come to fit: of those that did the least had .9
PULLED = 0.03  # by so much better the open part of a marker fits where it is laid on by itself: more than by chance
COVERED = 0.95  # a marker that is no surer is hidden in part: another one may stand on it
LIKELY = 0.85  # how sure a marker is at most of which only a part is seen
CONTRAST = 8  # grey levels, each way, between paper and print
COARSE = 24  # samples along a patch from which a square's turn is told


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
    most: float = 1.0  # sure it can be: less where a part is covered
    is_part: bool = False  # all this of its open part only
    is_under: bool = False  # known markers stand on it, and tell which part that is

    @cached_property
    def sure(self) -> float:
        return min(self.most, _sure(self.fit, self.gap, self.framed))

    @property
    def is_alike(self) -> bool:
        """Whether it looks like a marker of ours that cannot be read: framed, textured, and one pattern ahead."""
        if self.is_part:
            fit, gap = UNDER_ALIKE if self.is_under else PART_ALIKE
            return self.framed >= OPEN_FRAMED and self.fit >= fit and self.gap >= gap
        return self.framed >= 0.83 and 0.3 <= self.texture <= 0.7 and self.fit >= 0.55 and self.gap >= 0.1

    @property
    def is_clear(self) -> bool:
        """Whether of such squares as look alike this is no print: by its open part, or far ahead of any other."""
        return self.is_part or self.gap >= CLEAR_GAP


def _sure(fit: float, gap: float, framed: float) -> float:
    """On simulated tables 18,800 squares that carried no marker, or one that was not in the book, were read:
    two of them had a weight above DOUBTFUL, none of these with a frame, and none at all one above CERTAIN."""
    weight = min(1.2, max(0.0, (fit - 0.55) / 0.3)) * min(1.5, max(0.0, gap / 0.2))
    if weight < DOUBTFUL or framed < LEAST_FRAMED:
        return 0.0
    if weight < CERTAIN:
        return round(0.5 + 0.35 * (weight - DOUBTFUL) / (CERTAIN - DOUBTFUL), 2)
    return round(min(0.99, 0.9 + 0.2 * (weight - CERTAIN)), 2)


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
    patch = _patches(grey, squares.middles, local * reach[:, None, None], _coarse_grid()).reshape(-1, COARSE, COARSE)
    dx = patch[:, 1:-1, 2:] - patch[:, 1:-1, :-2]
    dy = patch[:, 2:, 1:-1] - patch[:, :-2, 1:-1]
    even, odd, steep = dx * dx - dy * dy, 2 * dx * dy, np.maximum(dx * dx + dy * dy, 1e-3)
    along_four = ((even * even - odd * odd) / steep).sum(axis=(1, 2))  # the edges' directions, four times over:
    across_four = (2 * even * odd / steep).sum(axis=(1, 2))  # those of a square's four sides are one then
    return np.asarray(np.arctan2(across_four, along_four) / 4, np.float32)


def _patches(grey: Grey, middles: npt.NDArray[np.generic], local: Matrices, grid: Array) -> Array:
    """Grey at the grid's points around each middle; `local` holds what one unit of the grid is in pixels."""
    matrices = np.concatenate((local, middles[:, :, None]), axis=2).astype(np.float32)
    at = product(matrices.reshape(-1, 3), grid).reshape(len(middles), 2, -1)
    return sampled(grey, at[:, 0], at[:, 1])


def _grid(along: npt.NDArray[np.generic]) -> Array:
    """The points of a square grid as columns of x, y and 1."""
    x, y = np.meshgrid(along, along)
    return np.asarray(np.stack((x.reshape(-1), y.reshape(-1), np.ones(x.size))), np.float32)


@cache
def _coarse_grid() -> Array:
    return _grid((np.arange(COARSE) + 0.5) / COARSE * 2 - 1)


@cache
def _patch_grid() -> Array:
    return _grid((np.arange(ACROSS * FINE) + 0.5) / FINE - ACROSS / 2)


@cache
def _cell_grid() -> Array:
    """Samples of a marker's cells and of one row around them, in modules from its upper left corner."""
    return _grid((np.arange((MODULES + 2) * FINE) + 0.5) / FINE - 1)


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
    patch = _patches(grey, middles, module, _patch_grid())
    looks, places = _frames()
    shift = product(patch, looks).argmax(axis=1)
    cells = levelled(_cells(np.take_along_axis(patch, places[shift], axis=1), MODULES).reshape(-1, MODULES**2))
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


def _cells(samples: Array, count: int) -> Array:
    """n x count x count: the mean of each module's samples."""
    whole = samples.reshape(-1, count, FINE, count, FINE)
    rows = sum((whole[:, :, n] for n in range(1, FINE)), whole[:, :, 0])
    return np.asarray(sum((rows[..., n] for n in range(1, FINE)), rows[..., 0]) / FINE**2, np.float32)


def _cells_of(grey: Grey, corners: npt.NDArray[np.float64]) -> Array:
    """n x 10 x 10: the cells of markers with such corners, and one row around them."""
    local = np.stack((corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0]), axis=2) / MODULES
    return _cells(_patches(grey, corners[:, 0], local, _cell_grid()), MODULES + 2)


def weighed(grey: Grey, tags: Sequence[Tag], book: Book, soft_px: float, known: Sequence[Tag] = ()) -> list[Reading]:
    """Each guess laid on exactly, then compared with every pattern of the game at that very place."""
    if not tags:
        return []
    tags, _ = fitted(grey, tags, soft_px, bends=False)
    corners = np.stack([tag.corners for tag in tags]).astype(np.float64)
    cells = _cells_of(grey, corners)
    framed, texture = _framed(cells)
    seen = levelled(np.ascontiguousarray(cells[:, 1:-1, 1:-1]).reshape(-1, MODULES**2))
    scale = float(np.median(sides_of(tags))) / MODULES
    agree = product(seen, soft_cells(book.ids, step_of(soft_px / scale)))
    own = np.array([4 * book.row[tag.id] for tag in tags])[:, None]
    mine = np.take_along_axis(agree, own, axis=1)[:, 0]
    np.put_along_axis(agree, own, -1.0, axis=1)
    gaps = mine - agree.max(axis=1)
    readings = [
        Reading(Tag(tag.id, tag.corners, _sure(*each[:3])), *each)
        for tag, each in zip(tags, np.column_stack((mine, gaps, framed, texture)).tolist(), strict=True)
    ]
    return [
        _uncovered(grey, one, cells[n], book, soft_px, known) if _is_covered(one) else one
        for n, one in enumerate(readings)
    ]


def _is_covered(reading: Reading) -> bool:
    """Whether something may lie over a part of it: its frame is broken, or its cells alone are spoilt."""
    return reading.fit > COVERED_FIT and (reading.framed < COVERED_FRAMED or reading.sure == 0)


@cache
def _halves() -> npt.NDArray[np.bool_]:
    """k x 10 x 10: what is left of a marker and its margin where something lies over one side or corner of it.

    Or over half of it, straight or aslant, or over two corners: between two fingers.
    """
    y, x = np.mgrid[0 : MODULES + 2, 0 : MODULES + 2]
    sides = [x >= 3, x >= 4, x + y >= 6, x + y >= 8]
    sides += [x >= 5, x + y >= 9, x + 2 * y >= 14, 2 * x + y >= 14, (x + y >= 6) & (x + y <= 12)]
    return np.array([np.rot90(side, turn) for side in sides for turn in range(4)])


def _uncovered(grey: Grey, reading: Reading, cells: Array, book: Book, soft_px: float, known: Sequence[Tag]) -> Reading:
    """The same square read and laid on by the part of it that nothing covers, if that is framed as a marker should be.

    Which part it is tell the known markers that lie over it, or the frame alone, whatever the pattern; what can only be
    read so is never more than likely.
    """
    tried, elsewhere = [], _elsewhere(known, book)
    for part in _open_parts(reading, cells, known, book):
        found = _by_part(grey, reading, cells, book, soft_px, part, elsewhere)
        if found is not None and found.sure > 0:
            return found
        tried += [found] if found is not None else []
    return next((one for one in tried if one.is_alike), reading)


def open_reading(
    grey: Grey, tag: Tag, book: Book, soft_px: float, near: Sequence[Tag], known: Sequence[Tag]
) -> Reading | None:
    """That marker read by the part of it that those near it leave open; None if that is not promising."""
    part = _beside(tag, near, book)
    if not FEWEST <= part.sum() < part.size:
        return None
    cells = _cells_of(grey, tag.corners[None].astype(np.float64))[0]
    shaded = part & ~_beside(tag, near, book, SHADE)
    guess = Reading(tag, 0.0, 0.0, texture=0.5, is_under=True)
    return _by_part(grey, guess, cells, book, soft_px, part, _elsewhere(known, book), shaded)


def _elsewhere(known: Sequence[Tag], book: Book) -> list[int]:
    """Columns of patterns that cannot be what is read here: the game has them once, and they are surely seen there."""
    seen = [4 * book.row[tag.id] for tag in known if tag.sure > COVERED and tag.id in book.single]
    return [first + turn for first in seen for turn in range(4)]


def _open_parts(reading: Reading, cells: Array, known: Sequence[Tag], book: Book) -> Iterator[Part]:
    """10 x 10 each: which cells may be the open ones, likeliest first."""
    open_part = _beside(reading.tag, known, book)
    if reading.sure == 0 and FEWEST <= open_part.sum() < open_part.size:
        yield open_part
    shares, sizes = _framed_parts(cells, _halves()), _halves().sum(axis=(1, 2))
    order = np.lexsort((sizes, np.round(shares, 1)))[::-1]
    wide, narrow = (next(n for n in order.tolist() if (sizes[n] > HALF) == is_wide) for is_wide in (True, False))
    for part in (wide, narrow):
        if shares[part] >= COVERED_FRAMED and (reading.sure == 0 or part == wide):
            yield _halves()[part]


def _beside(tag: Tag, known: Sequence[Tag], book: Book, more: float = 0.0) -> Part:
    """10 x 10: which cells of a marker and its margin no known marker with its own margin lies over."""
    near = nearest(tag.centre, known, tag.side_px)
    start, local = tag.corners[0], np.stack((tag.corners[1] - tag.corners[0], tag.corners[3] - tag.corners[0]), axis=1)
    at = start + _cell_middles() @ local.T
    return is_open(at, near, book, more).reshape(MODULES + 2, MODULES + 2)


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
    points: npt.NDArray[np.float64], near: Sequence[Tag], book: Book, more: float = 0.0
) -> npt.NDArray[np.bool_]:
    """Which points no known marker lies over with its piece, or with its margin if nobody knows how large that is."""
    found = np.ones(len(points), bool)
    for tag in near:
        away = points - tag.centre
        if tag.down != NOWHERE:  # what stands hides what lies behind its side, too
            down = np.array(tag.down)
            away = away - np.clip(away @ down / (down @ down), 0, 1)[:, None] * down
        reach = book.covers[tag.id].reach + EDGE if tag.id in book.covers else OVER
        found &= np.abs(away @ tag.inward).max(axis=1) > reach + more
    return found


def standing(tags: Sequence[Tag], plane: Plane, book: Book) -> list[Tag]:
    """The tags; those of pieces that stand, and are seen so much from the side, know where in the picture their feet
    are."""
    return [_on_foot(tag, plane, book.covers[tag.id].top_mm) if tag.id in book.covers else tag for tag in tags]


def _on_foot(tag: Tag, plane: Plane, top_mm: float) -> Tag:
    x, y = (plane.px(plane.mm(tag.centre[None], np.array([top_mm])))[0] - tag.centre).tolist()
    return replace(tag, down=(x, y)) if np.hypot(x, y) > ASIDE * tag.side_px else tag


def _by_part(
    grey: Grey,
    reading: Reading,
    cells: Array,
    book: Book,
    soft_px: float,
    part: Part,
    elsewhere: Sequence[int],
    shaded: Part | None = None,
) -> Reading | None:
    """Read by its open part; None if that is no better, not sure at all where it is not clear."""
    inner, own = part[1:-1, 1:-1], 4 * book.row[reading.tag.id]
    table = soft_cells(book.ids, step_of(soft_px * MODULES / reading.tag.side_px))[inner.reshape(-1)]
    shade = None if shaded is None else shaded[1:-1, 1:-1]
    before = float(_agreement(cells, inner, table[:, own : own + 1], shade)[0])
    if before < PROSPECT:
        return None
    tag = fitted_part(grey, reading.tag, soft_px, inner)
    cells = _cells_of(grey, tag.corners[None].astype(np.float64))[0]
    agree = _agreement(cells, inner, table, shade)
    fit = float(agree[own])
    agree[[own, *elsewhere]] = -1
    if reading.sure > 0:  # what covers it may have pulled it aside: the open part says where it lies
        is_better = fit > min(reading.fit, before + PULLED)
        return replace(reading, tag=replace(tag, sure=reading.sure)) if is_better else None
    lit = part if shaded is None else part & ~shaded  # a shadow breaks a frame
    gap, framed = fit - float(agree.max()), float(_framed_parts(cells, lit[None])[0])
    least = OPEN_FIT if part.sum() > HALF else HALF_FIT
    is_ahead = inner.sum() >= AHEAD_CELLS and framed >= AHEAD_FRAMED and fit >= AHEAD_FIT and gap >= AHEAD_GAP
    most = LIKELY if is_ahead or (framed >= OPEN_FRAMED and fit >= least) else 0.0
    found = Reading(tag, fit, gap, framed, reading.texture, most, is_part=True, is_under=reading.is_under)
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


def _framed_parts(cells: Array, parts: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    """The share of border and margin that is dark and bright as it should be, in each part."""
    flat, whole = cells.reshape(-1), parts.reshape(len(parts), -1)
    rings, borders = (whole & (column > 0) for column in _rings().T)
    of_ring, of_border = (np.maximum(which.sum(axis=1), 1) for which in (rings, borders))
    middle = ((rings * flat).sum(axis=1) / of_ring + (borders * flat).sum(axis=1) / of_border)[:, None] / 2
    bright, dark = (flat > middle + CONTRAST) & rings, (flat < middle - CONTRAST) & borders
    return np.asarray((bright.sum(axis=1) / of_ring + dark.sum(axis=1) / of_border) / 2)


@cache
def _rings() -> Array:
    """100 x 2: which cells are the white margin, and which the black border, as columns that take their means."""
    ring = np.ones((MODULES + 2, MODULES + 2), np.float32)
    ring[1:-1, 1:-1] = 0
    border = np.zeros_like(ring)
    border[1:-1, 1:-1] = 1
    border[2:-2, 2:-2] = 0
    return np.column_stack((ring.reshape(-1) / ring.sum(), border.reshape(-1) / border.sum()))


def _framed(cells: Array) -> tuple[Array, Array]:
    """How much of a black border in a white margin each of them has, and how much the cells inside differ."""
    flat, (ring, border) = cells.reshape(len(cells), -1), (column > 0 for column in _rings().T)
    white, black = product(flat, _rings()).T[:, :, None]
    bright, dark = flat[:, ring] > (white + black) / 2 + CONTRAST, flat[:, border] < (white + black) / 2 - CONTRAST
    inner = cells[:, 2:-2, 2:-2].reshape(len(cells), -1).std(axis=1)
    texture = inner / np.maximum(white - black, 1.0)[:, 0]
    return np.asarray((bright.mean(axis=1) + dark.mean(axis=1)) / 2), np.asarray(texture)
