"""The small networks that see dice: one finds where dice may lie, two read a single die (see models/README.md)."""

import math
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

MODELS = Path(__file__).parent / "models"
STEP = 4  # px of the finder's picture per cell of its heat
MIDDLE_PX = 16.0  # the side of die the finder sees best
TILE_PX = 740  # a level up to so many squared is shown to the finder at once: a cap on its memory
OVERLAP_PX = 64
BARE = 2.0  # grey levels; a part that varies less shows nothing
FINDER_LEVELS = np.asarray((np.arange(256) - 128) / 64, np.float32)  # what it is shown for each level of a colour
READER_PX = 56
SECOND_PX = 48  # side of what the second reader is shown
READER_VIEW = 1.5  # sides of a die that the reader is shown
HUNCH_NONE = 0.92  # a hunch surer than this that there is nothing is enough
HUNCH_CLEAR = 0.985  # and one surer than this of a value

_mine = threading.local()  # a cv2 net keeps its working memory: one per thread


@dataclass(frozen=True)
class Spot:
    """Where a die may lie, and how wide it would be, in pixels of the whole frame."""

    x: float
    y: float
    side: float
    heat: float


@dataclass(frozen=True)
class Look:
    """What the reader says of a spot: chances of none and 1 to 6, the box, how far the read face leans away.

    `heat` is the finder's: how much the spot looked like a die from afar.
    """

    chances: Floats
    box: tuple[float, float, float, float]
    lean: float
    heat: float


def _net(name: str, size: int = 0) -> Any:
    """A network; another for pictures of another size, as it takes its working memory anew whenever that changes."""
    mine = f"{name}_{size}"
    if not hasattr(_mine, mine):
        # OpenCV 5's new engine is half as fast on layers this small; the old one is had by path only, not from a buffer
        classic = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
        args = () if classic is None else (classic,)
        setattr(_mine, mine, cv2.dnn.readNetFromONNX(str(MODELS / f"{name}.onnx"), *args))
    return getattr(_mine, mine)


def _answer(name: str, shown: Floats, size: int = 0) -> Floats:
    """What a network says of the one picture it is shown."""
    net = _net(name, size)
    net.setInput(shown)
    return np.asarray(net.forward()[0], np.float32)


def _size(area: int) -> int:
    """Which of a few sizes a picture is of: each level of a pyramid is of the next one.

    >>> [_size(w * w * 3 // 4) for w in (40, 80, 160, 320, 640)]
    [0, 1, 2, 3, 4]
    """
    return max(0, area.bit_length() // 2 - 5)


def planes(image: Image, size: int) -> Floats:
    """A picture as the finder wants it, where the last one of its size was: fresh memory costs more than all else.

    OpenCV 5 takes no bytes here, though OpenCV 4 does.
    """
    kept = getattr(_mine, f"planes_{size}", None)
    if kept is None or kept.shape[2:] != image.shape[:2]:
        kept = np.empty((1, 3, *image.shape[:2]), np.float32)
        setattr(_mine, f"planes_{size}", kept)
    for plane, colour in zip(kept[0], cv2.split(image), strict=True):
        cv2.LUT(colour, FINDER_LEVELS, plane)
    return np.asarray(kept, np.float32)


def heat_map(image: Image) -> Floats:
    """Heat, dx, dy, log2(side / 16 px) for each 4 x 4 px of a picture whose sides are multiples of 8."""
    size = _size(image.shape[0] * image.shape[1])
    out = _answer("dice_finder", planes(image, size), size)
    n, h, w = out.shape
    quarters = out.reshape(n // 4, 2, 2, h, w).transpose(0, 3, 1, 4, 2)
    return np.asarray(quarters.reshape(n // 4, h * 2, w * 2))


def pyramid(image: Image, scales: list[float]) -> Iterator[Image]:
    """The picture at each of the scales, the largest first; each is made from the one before, which is cheaper."""
    h, w = image.shape[:2]
    small = image
    for scale in scales:
        size = max(8, round(w * scale)), max(8, round(h * scale))
        if size != (small.shape[1], small.shape[0]):
            how = cv2.INTER_AREA if size[0] < 0.45 * small.shape[1] else cv2.INTER_LINEAR  # none skipped down to a half
            small = np.asarray(cv2.resize(small, size, interpolation=how), np.uint8)
        yield small


def find_spots(image: Image, scales: list[float], least: float) -> list[Spot]:
    """Spots for dice of about 8 to 30 px in the picture scaled by each of the scales, the largest first."""
    h, w = image.shape[:2]
    return [spot for level in pyramid(image, scales) for spot in level_spots(level, w, h, least)]


def level_spots(level: Image, w: int, h: int, least: float) -> list[Spot]:
    """Spots in one level of a picture of w by h, in its pixels; large levels are looked at tile by tile."""
    fx, fy = w / level.shape[1], h / level.shape[0]
    spots = []
    for x, y, part in tiles(level):
        for s in _part_spots(part, least):
            spots.append(Spot((s.x + x) * fx, (s.y + y) * fy, s.side * fx, s.heat))
    return [s for s in spots if 0 <= s.x < w and 0 <= s.y < h]  # none in the margin that rounds a level up


def tiles(level: Image) -> Iterator[tuple[int, int, Image]]:
    """Parts of at most TILE_PX a side with their corners, all alike, overlapping; bare ones are left out."""
    h, w = level.shape[:2]
    if w * h <= TILE_PX * TILE_PX:
        yield 0, 0, level
        return
    for y in _corners(h):
        for x in _corners(w):
            part = level[y : y + TILE_PX, x : x + TILE_PX]
            if float(cv2.meanStdDev(part)[1].max()) >= BARE:
                yield x, y, part


def _corners(length: int) -> list[int]:
    """Where tiles begin along a side."""
    if length <= TILE_PX:
        return [0]
    count = math.ceil((length - OVERLAP_PX) / (TILE_PX - OVERLAP_PX))
    return [round(k * (length - TILE_PX) / (count - 1)) for k in range(count)]


def _part_spots(part: Image, least: float) -> list[Spot]:
    padded = cv2.copyMakeBorder(part, 0, -part.shape[0] % 8, 0, -part.shape[1] % 8, cv2.BORDER_REPLICATE)
    heat, dx, dy, size = heat_map(np.asarray(padded, np.uint8))
    level = np.float32(np.log(least / (1 - least)))
    rows, cols = np.nonzero((heat >= level) & (heat == cv2.dilate(heat, np.ones((3, 3), np.uint8))))
    spots = []
    for r, c in zip(rows.tolist(), cols.tolist(), strict=True):
        x, y = (c + 0.5 + float(dx[r, c])) * STEP, (r + 0.5 + float(dy[r, c])) * STEP
        side = MIDDLE_PX * 2 ** min(2.0, max(-2.0, float(size[r, c])))
        spots.append(Spot(x, y, side, 1 / (1 + float(np.exp(-heat[r, c])))))
    return spots


def square(image: Image, x: float, y: float, side: float, px: int = READER_PX) -> Image:
    """A square of the picture made px wide; beyond the rim its border goes on."""
    x0, y0 = round(x - side / 2), round(y - side / 2)
    n = max(2, round(side))
    h, w = image.shape[:2]
    part = image[max(0, y0) : max(0, y0 + n), max(0, x0) : max(0, x0 + n)]
    if part.shape[0] != n or part.shape[1] != n:
        if part.size == 0:
            return np.zeros((px, px, 3), np.uint8)
        pads = max(0, -y0), max(0, y0 + n - h), max(0, -x0), max(0, x0 + n - w)
        part = np.asarray(cv2.copyMakeBorder(part, *pads, cv2.BORDER_REPLICATE), np.uint8)
    how = cv2.INTER_AREA if n > px else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(part, (px, px), interpolation=how), np.uint8)


def even_out(square: Image) -> Floats:
    """A square as the reader wants it: planes of BGR without their mean, all squares of one contrast."""
    mean, spread = cv2.meanStdDev(square)
    contrast = float(np.sqrt((spread**2).mean())) + 6
    return np.asarray(cv2.dnn.blobFromImage(square, 1 / contrast, mean=mean.ravel().tolist()), np.float32)


def chances(logits: Floats) -> Floats:
    e = np.exp(logits - logits.max(-1, keepdims=True))
    out: Floats = e / e.sum(-1, keepdims=True)
    return out


def glance(image: Image, spot: Spot) -> Look:
    """A first look at a spot: the reader's hunch, which it has after half of its work, and all of it in doubt."""
    hunch, seen = _eye(square(image, spot.x, spot.y, spot.side * READER_VIEW))
    said = chances(hunch[:7])
    is_clear = said[0] > HUNCH_NONE or said[1:].max() > HUNCH_CLEAR
    return _look(hunch if is_clear else _answer("dice_reader", seen), spot, 1, 1)


def read_spot(image: Image, spot: Spot, mirrored: bool = False, headlong: bool = False) -> Look:
    """One whole look at a spot, perhaps in a mirror, upside down."""
    view = square(image, spot.x, spot.y, spot.side * READER_VIEW)
    if mirrored != headlong:
        view = np.asarray(cv2.flip(view, 1), np.uint8)
    if headlong:
        view = np.asarray(cv2.flip(view, 0), np.uint8)
    _, seen = _eye(view)
    return _look(_answer("dice_reader", seen), spot, -1 if mirrored != headlong else 1, -1 if headlong else 1)


def _eye(view: Image) -> tuple[Floats, Floats]:
    """The reader's hunch of a square, and what it sees there, of which it makes up its mind."""
    net = _net("dice_eye")
    net.setInput(even_out(view))
    hunch, seen = net.forward(["hunch", "seen"])
    return np.asarray(hunch[0], np.float32), np.asarray(seen, np.float32)


def second_opinion(image: Image, spot: Spot) -> Floats:
    """Chances of none and 1 to 6 by another reader, which errs elsewhere: the mean of a look and one in a mirror."""
    view = square(image, spot.x, spot.y, spot.side * READER_VIEW, SECOND_PX)
    mirrored = np.asarray(cv2.flip(view, 1), np.uint8)
    both = [chances(_answer("dice_second", even_out(v))[:7]) for v in (view, mirrored)]
    return np.asarray((both[0] + both[1]) / 2, np.float32)


def _look(row: Floats, spot: Spot, across: int, down: int) -> Look:
    dx, dy, w, h = (float(v) for v in row[7:11])
    x, y = spot.x + across * dx * spot.side, spot.y + down * dy * spot.side
    w, h = (spot.side * math.exp(min(1.0, max(-1.0, v))) for v in (w, h))
    lean = 1 / (1 + math.exp(-float(row[11])))
    return Look(chances(row[:7]), (x - w / 2, y - h / 2, x + w / 2, y + h / 2), lean, spot.heat)
