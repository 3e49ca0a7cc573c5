"""Pieces without a marker: discs and rings found by their colour, size and place, under whatever light there is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.plane import Plane
from vision.sighting import Plain, Sighting
from vision.tags import Tag

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Box = tuple[int, int, int, int]

STEP = 2  # every second pixel will do: the smallest piece is a dozen of them wide
HUE = 11  # of OpenCV's 180 steps around the circle
LEVELS = (0.55, 0.8)  # of the saturation it should have: a blue disc on a blue tile shows at the stricter one
DIMMEST = 0.55  # times as bright as it should be
BRIGHTEST = 1.45
PALE = 60  # a colour with less saturation than this is not told from paper and shadow
NEAR = 0.4  # how far a piece's colour may be from what it should be, in units of the paper's own white
LEAST, MOST = 0.45, 1.6  # times the size it should have
ROUND = 0.55  # share of its box that a whole piece fills
SURE, DOUBT = 0.9, 0.7
SHARED = 0.4  # of its box: more than that lies on the same spot
PAD = 40  # pixels around a part that is looked at again


@dataclass(frozen=True)
class White:
    """How white paper looks under this evening's light, here and there in the picture."""

    slopes: Floats  # 3 x 3: for each of blue, green, red: across, down, and at the corner

    def at(self, x: float, y: float) -> Floats:
        """White paper there: blue, green, red."""
        across, down, corner = self.slopes.T
        return np.asarray(np.maximum(across * x + down * y + corner, 24.0), np.float32)

    def gains(self, x: float, y: float) -> Image:
        """A table that turns what is seen thereabouts into what daylight would show."""
        levels = np.arange(256, dtype=np.float32)[:, None] * (240.0 / self.at(x, y))[None]
        return np.asarray(np.clip(levels, 0, 255)[:, None, :], np.uint8)


def find_white(pixels: Image, tags: Sequence[Tag]) -> White | None:
    """The light on the table, learnt from the white parts of the markers that lie there; None with too few."""
    spots = [spot for tag in tags if (spot := _white_of(pixels, tag)) is not None]
    if len(spots) < 3:
        return None
    at = np.array([[x, y, 1.0] for x, y, _ in spots], np.float32)
    seen = np.array([colour for _, _, colour in spots], np.float32)
    if len(spots) < 8:  # too few to tell a slope from chance
        return White(np.array([[0, 0, value] for value in np.median(seen, axis=0)], np.float32))
    keep = np.ones(len(spots), bool)
    for _ in range(2):  # a marker in glare or under a shadow does not speak for the rest
        slopes = np.linalg.lstsq(at[keep], seen[keep], rcond=None)[0]
        off = np.abs(at @ slopes - seen).max(axis=1)
        keep = off <= max(3 * float(np.median(off)), 6.0)
    return White(np.asarray(slopes.T, np.float32))


def _white_of(pixels: Image, tag: Tag) -> tuple[float, float, Floats] | None:
    (x0, y0), (x1, y1) = np.maximum(tag.corners.min(axis=0), 0).astype(int), tag.corners.max(axis=0).astype(int)
    part = pixels[y0 : y1 + 1, x0 : x1 + 1].reshape(-1, 3)
    if len(part) < 30:
        return None
    bright = part[part.sum(axis=1) >= np.percentile(part.sum(axis=1), 85)]
    return float(tag.centre[0]), float(tag.centre[1]), np.asarray(np.median(bright, axis=0), np.float32)


def is_telling(colour: tuple[int, int, int]) -> bool:
    """Whether a piece of that colour can be found by it: grey, white and black are everywhere."""
    return bool(_hsv(colour)[1] >= PALE)


def find_plain(pixels: Image, plane: Plane, sorts: Sequence[Plain], white: White, box: Box) -> list[Sighting]:
    """Every such piece in that part of the picture."""
    x0, y0, x1, y1 = max(box[0], 0), max(box[1], 0), min(box[2], pixels.shape[1]), min(box[3], pixels.shape[0])
    sorts = [sort for sort in sorts if is_telling(sort.colour)]
    if x1 - x0 < 8 or y1 - y0 < 8 or not sorts:
        return []
    part = np.ascontiguousarray(pixels[y0:y1:STEP, x0:x1:STEP])
    balanced = cv2.LUT(part, white.gains((x0 + x1) / 2, (y0 + y1) / 2))
    hsv = np.asarray(cv2.cvtColor(balanced, cv2.COLOR_BGR2HSV), np.uint8)
    patches = [
        patch
        for sort in sorts
        for mask in _alike(hsv, sort)
        for patch in _patches(mask, part, sort, plane, white, (x0, y0))
    ]
    return [one for patch in _without_rivals(patches) for one in patch.sightings(plane, (x0, y0))]


@dataclass(frozen=True, eq=False)
class _Patch:
    """Something of about the right colour and size."""

    sort: Plain
    here: npt.NDArray[np.bool_]  # its pixels within its box
    left: int
    top: int
    away: float  # how far its colour is from what it should be
    size: float  # how many of them it would be by its area

    def sightings(self, plane: Plane, corner: tuple[int, int]) -> list[Sighting]:
        number = max(1, round(self.size))
        rows, columns = np.nonzero(self.here)
        spots = np.stack([columns + self.left, rows + self.top], axis=1).astype(np.float32)
        middles = spots.mean(axis=0)[None] if number == 1 else _shared_out(spots, number)
        places = plane.mm(middles * STEP + np.array(corner, np.float32), self.sort.top_mm)
        fits = number == 1 and 0.6 <= self.size <= 1.4 and self.away < 0.7 * NEAR
        x0, y0 = self.left * STEP + corner[0], self.top * STEP + corner[1]
        high, wide = self.here.shape
        box = (x0, y0, x0 + wide * STEP, y0 + high * STEP)
        return [
            Sighting(self.sort.what, float(x), float(y), 0.0, SURE if fits else DOUBT, None, box)
            for x, y in places
            if _may_lie(self.sort, float(x), float(y))
        ]


def _hsv(colour: tuple[int, int, int]) -> npt.NDArray[np.int32]:
    one = np.array(colour, np.uint8)[None, None]
    return np.asarray(cv2.cvtColor(one, cv2.COLOR_BGR2HSV)[0, 0], np.int32)


def _alike(hsv: Image, sort: Plain) -> Iterable[Image]:
    """Where the picture has about that colour, loosely and strictly; red lies on both ends of the circle."""
    hue, saturation, value = _hsv(sort.colour).tolist()
    for level in LEVELS:
        low = max(round(saturation * level), PALE // 2), round(value * DIMMEST)
        high = 255, min(255, round(value * BRIGHTEST))
        mask = np.zeros(hsv.shape[:2], np.uint8)
        for turn in (-180, 0, 180):
            first, last = max(hue + turn - HUE, 0), min(hue + turn + HUE, 179)
            if first <= last:
                mask |= np.asarray(cv2.inRange(hsv, (first, *low), (last, *high)), np.uint8)
        yield np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)


def _patches(
    mask: Image, part: Image, sort: Plain, plane: Plane, white: White, corner: tuple[int, int]
) -> Iterable[_Patch]:
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for outline in outlines:
        left, top, wide, high = cv2.boundingRect(outline)
        if wide < 4 or high < 4:
            continue
        here = np.zeros((high, wide), np.uint8)
        cv2.drawContours(here, [outline], 0, 1, -1, offset=(-left, -top))  # holes are what is printed on the piece
        area = int(here.sum())
        at = np.array([left + wide / 2, top + high / 2]) * STEP + corner
        x, y = plane.mm(at[None], sort.top_mm)[0].tolist()
        size = area / _area(sort, plane, x, y)
        if not LEAST <= size <= 9 or not _may_lie(sort, x, y, near=1.0 if size <= MOST else 3.0):
            continue
        if size <= MOST and (max(wide, high) > 1.8 * min(wide, high) or area < ROUND * wide * high):
            continue
        away = _away(
            part[top : top + high, left : left + wide][(here & mask[top : top + high, left : left + wide]) > 0],
            sort,
            white,
            at,
        )
        if away < NEAR:
            yield _Patch(sort, here > 0, left, top, away, size if size > MOST else 1.0 if size > 0.6 else size)


def _away(pixels: Image, sort: Plain, white: White, at: npt.NDArray[np.floating]) -> float:
    """How far what is seen is from the piece's colour."""
    seen = np.median(pixels, axis=0) / white.at(float(at[0]), float(at[1]))
    return float(np.hypot(*(_tone(seen) - _tone(np.array(sort.colour) / 255.0))))


def _area(sort: Plain, plane: Plane, x: float, y: float) -> float:
    """Pixels that one of them covers, at every STEP-th."""
    return float(np.pi / 4 * sort.width_mm * sort.height_mm * (plane.px_per_mm(x, y) / STEP) ** 2)


def _tone(share: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
    """Two opponent colours, free of brightness."""
    blue, green, red = share
    return np.array([red - green, (red + green) / 2 - blue]) / max(float(np.mean(share)), 0.04)


def _without_rivals(patches: Sequence[_Patch]) -> list[_Patch]:
    """Of patches on the same spot the one whose colour fits better."""
    kept_ones: list[_Patch] = []
    for patch in sorted(patches, key=lambda patch: patch.away):
        if not any(_overlap(patch, one) > SHARED for one in kept_ones):
            kept_ones.append(patch)
    return kept_ones


def _overlap(one: _Patch, other: _Patch) -> float:
    """How much of the smaller one's box the other covers."""
    (high, wide), (other_high, other_wide) = one.here.shape, other.here.shape
    across = min(one.left + wide, other.left + other_wide) - max(one.left, other.left)
    down = min(one.top + high, other.top + other_high) - max(one.top, other.top)
    return float(max(across, 0) * max(down, 0) / min(high * wide, other_high * other_wide))


def _shared_out(spots: Floats, number: int) -> Floats:
    """The middles of so many parts of a patch: several pieces that touch."""
    rounds = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.2)
    best = np.zeros((len(spots), 1), np.int32)
    cv2.setRNGSeed(1)
    _, _, middles = cv2.kmeans(spots, number, best, rounds, 1, cv2.KMEANS_PP_CENTERS)
    return np.asarray(middles, np.float32)


def _may_lie(sort: Plain, x: float, y: float, near: float = 1.0) -> bool:
    if not sort.places:
        return True
    places = np.array(sort.places)
    return bool((np.hypot(places[:, 0] - x, places[:, 1] - y) <= near * places[:, 2]).any())


def within(found: Iterable[Sighting], boxes: Sequence[Box], inside: bool = True) -> list[Sighting]:
    """Those whose middle lies in one of the boxes, or in none of them."""
    return [one for one in found if one.box_px is not None and inside == any(_holds(box, one.box_px) for box in boxes)]


def padded(box: Box) -> Box:
    """The box with some room around it, so that a piece on its edge is seen whole."""
    return box[0] - PAD, box[1] - PAD, box[2] + PAD, box[3] + PAD


def _holds(box: Box, piece: tuple[float, float, float, float]) -> bool:
    x, y = (piece[0] + piece[2]) / 2, (piece[1] + piece[3]) / 2
    return box[0] <= x < box[2] and box[1] <= y < box[3]
