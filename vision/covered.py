"""Markers that known pieces stand or lie on: read by what lies open, though as a whole they look like nothing."""

from collections.abc import Iterator, Sequence, Set
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.book import STANDS_MM, Book, soft_cells, step_of
from vision.discs import Disc, reaching
from vision.flat import lying_over, on_faces
from vision.openings import FEWEST, is_open, nearest, open_reading
from vision.patterns import product, sampled
from vision.plane import Plane
from vision.readings import PROMISING
from vision.squares import SAME
from vision.tags import MODULES, Grey, Tag, centres_of, sides_of
from vision.verdict import Reading

Array = npt.NDArray[np.float32]

ACROSS = 16  # modules of a patch: a marker with its margin, and three modules each way
FINE = 2  # samples a module
NEAR = 1.6  # sides: so near to a known marker something may lie under it
LIKE = 0.55  # how well a marker half covered agrees as a whole: of 35 that were read so the least had 0.62; but under a
# disc, which is seldom as dark or bright as what it hides, 0.42
ON_IT = 0.45  # sides from its middle: what reaches nearer lies over a part of it
LEAST_STEP = 16.0  # grey levels between margin and border
STEEP = 0.4  # and of all the difference between dark and bright there: of 158 parts of markers the least had 0.45
TRIED = 3  # patterns that agree best, before they are laid on: a tower's shadow may put another one first
TRIED_FLAT = 1  # where only a disc lies over it: of 17 so read all came first
_CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (MODULES / 2)


def read_covered(
    grey: Grey,
    middles: Array,
    plane: Plane,
    book: Book,
    soft_px: float,
    known: Sequence[Tag],
    likely: Sequence[Reading] | None = None,
    discs: Sequence[Disc] = (),
) -> list[Reading]:
    """The best pattern for what lies open around each of those places, where a piece that stands, a disc, or the edge
    of a flat one covers the rest; under an edge or a disc only where something is `likely`, if anybody knows, and under
    a disc only beside the known faces: on these there is print."""
    found: list[Reading] = []
    standing = [tag for tag in known if tag.id in book.covers]
    overs, guessed = lying_over(middles, known, book), _guesses(middles, likely, book)
    is_bare = ~on_faces(middles, known, book)
    for middle, over, (is_like, guesses), bare in zip(middles, overs, guessed, is_bare, strict=True):
        under = nearest(middle, standing, sides=NEAR)
        near = [*under, *(over if is_like else ())]
        may_lie = discs if bare and guesses else ()
        if near or may_lie:
            local = plane.local(middle[None].astype(np.float64))[0]
            for side, height, ids in book.groups if under else _flat_ones(book):
                module = local * (side / MODULES / (1 - height / plane.eye_mm[2]))
                room = ON_IT * MODULES * float(np.linalg.norm(module, axis=0).mean())
                on_it = [] if guesses.isdisjoint(ids) else reaching(middle, may_lie, room)
                if near or on_it:
                    found += _read_at(grey, middle, module, ids, book, soft_px, near, known, on_it)
    return found


def _guesses(middles: Array, likely: Sequence[Reading] | None, book: Book) -> list[tuple[bool, Set[int]]]:
    """What may lie at each of those places, and whether anything is much like it."""
    if likely is None:
        return [(True, book.row.keys())] * len(middles)
    tags = [reading.tag for reading in likely]
    away = np.abs(middles[:, None] - centres_of(tags)).max(axis=2)
    several = [[likely[n] for n in np.flatnonzero(row).tolist()] for row in away < SAME * sides_of(tags)]
    return [(any(one.fit > LIKE for one in ones), {one.tag.id for one in ones}) for ones in several]


def _flat_ones(book: Book) -> Sequence[tuple[float, float, tuple[int, ...]]]:
    """What may lie under a flat piece."""
    return [group for group in book.groups if group[1] <= STANDS_MM]


def _read_at(
    grey: Grey,
    middle: Array,
    module: npt.NDArray[np.float64],
    ids: tuple[int, ...],
    book: Book,
    soft_px: float,
    near: Sequence[Tag],
    known: Sequence[Tag],
    discs: Sequence[Disc] = (),
) -> Iterator[Reading]:
    """Where a black border in a white margin fits the open part best, and whose cells it has there."""
    module = module @ _turning(grey, middle, module, near, book, discs)
    points = _grid() @ module.T + middle
    bare = is_open(points, near, book, discs=discs).reshape(ACROSS * FINE, -1)
    if bare.all():
        return
    patch = sampled(grey, points[:, :1], points[:, 1:]).reshape(ACROSS * FINE, -1)
    step, place = _best_place(patch, bare)
    if step < LEAST_STEP or step < STEEP * _contrast(patch[bare]):
        return
    y, x = place
    wide = (MODULES + 2) * FINE
    cells = _means(patch[y : y + wide, x : x + wide])
    part = _means(bare[y : y + wide, x : x + wide].astype(np.float32)) > 0.99
    if not FEWEST <= part.sum() < part.size:
        return
    inner = part[1:-1, 1:-1]
    scale = float(np.linalg.norm(module, axis=0).mean())
    table = soft_cells(ids, step_of(soft_px / scale))[inner.reshape(-1)]
    seen = cells[1:-1, 1:-1][inner]
    seen, table = seen - seen.mean(), table - table.mean(axis=0)
    fits = product(seen[None], table)[0] / (np.linalg.norm(table, axis=0) * np.linalg.norm(seen) + 1e-3)
    off = np.array([x, y]) / FINE + 1 + MODULES / 2 - ACROSS / 2
    corners = (_CORNERS + off) @ module.T + middle
    most = TRIED if near else TRIED_FLAT
    likely = [n for n in fits.argsort()[: -most - 1 : -1].tolist() if fits[n] > PROMISING]
    tags = (Tag(ids[n // 4], np.roll(corners, n % 4, axis=0).astype(np.float32)) for n in likely)
    tried = (open_reading(grey, tag, book, soft_px, near, known, discs) for tag in tags)
    best = max((one for one in tried if one is not None), key=lambda one: (one.sure, one.fit), default=None)
    if best is not None:
        yield best


def _turning(
    grey: Grey,
    middle: Array,
    module: npt.NDArray[np.float64],
    near: Sequence[Tag],
    book: Book,
    discs: Sequence[Disc] = (),
) -> npt.NDArray[np.float64]:
    """How a square is turned there by its open edges alone: what covers it lies otherwise."""
    points = _grid() @ module.T + middle
    patch = sampled(grey, points[:, :1], points[:, 1:]).reshape(ACROSS * FINE, -1)
    is_bare = is_open(points, near, book, discs=discs).reshape(patch.shape)
    bare = cv2.erode(is_bare.astype(np.uint8), np.ones((3, 3), np.uint8))
    dx, dy = patch[1:-1, 2:] - patch[1:-1, :-2], patch[2:, 1:-1] - patch[:-2, 1:-1]
    even, odd, steep = dx * dx - dy * dy, 2 * dx * dy, np.maximum(dx * dx + dy * dy, 1e-3)
    bare = bare[1:-1, 1:-1]
    along, across = ((even * even - odd * odd) / steep * bare).sum(), (2 * even * odd / steep * bare).sum()
    turn = np.arctan2(across, along) / 4
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])


def _best_place(patch: Array, is_bare: npt.NDArray[np.bool_]) -> tuple[float, tuple[int, int]]:
    """Where the open margin is most brighter than the open border, by how many grey levels."""
    bare = is_bare.astype(np.float32)
    means = []
    for look in _looks():
        room = _slid(bare, look)
        means.append(np.where(room >= 0.3 * look.sum(), _slid(patch * bare, look) / np.maximum(room, 1), np.nan))
    step = np.nan_to_num(means[0] - means[1], nan=-255.0)
    y, x = np.unravel_index(int(step.argmax()), step.shape)
    return float(step[y, x]), (int(y), int(x))


def _contrast(grey: Array) -> float:
    """From what is darker than nearly all to what is brighter; sorting costs a tenth of numpy's percentiles."""
    levels, few = np.sort(grey), len(grey) // 20
    return float(levels[-1 - few] - levels[few])


def _slid(picture: Array, look: Array) -> Array:
    """Sums of the picture under the look at every place it has room."""
    return np.asarray(cv2.matchTemplate(picture, look, cv2.TM_CCORR), np.float32)


@cache
def _looks() -> tuple[Array, Array]:
    """A marker's white margin, and its black border, in samples."""
    ring = np.ones((MODULES + 2, MODULES + 2), np.float32)
    ring[1:-1, 1:-1] = 0
    border = np.zeros_like(ring)
    border[1:-1, 1:-1] = 1
    border[2:-2, 2:-2] = 0
    fine = np.ones((FINE, FINE), np.float32)
    return np.kron(ring, fine).astype(np.float32), np.kron(border, fine).astype(np.float32)


@cache
def _grid() -> npt.NDArray[np.float64]:
    along = (np.arange(ACROSS * FINE) + 0.5) / FINE - ACROSS / 2
    x, y = np.meshgrid(along, along)
    return np.column_stack((x.reshape(-1), y.reshape(-1)))


def _means(samples: Array) -> Array:
    count = MODULES + 2
    return np.asarray(samples.reshape(count, FINE, count, FINE).mean(axis=(1, 3)), np.float32)
