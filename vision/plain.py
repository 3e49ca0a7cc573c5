"""Pieces without a marker: discs and rings found by their colour, size and place, under whatever light there is."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from math import hypot

import cv2
import numpy as np
import numpy.typing as npt

from vision.parts import do_touch
from vision.patterns import sampled
from vision.plane import Plane
from vision.sighting import Plain, Sighting
from vision.tags import MODULES, Tag, centres_of

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Box = tuple[int, int, int, int]
Tints = dict[tuple[float, float, float, float] | None, tuple[float, float]]  # of pieces, by their boxes

ACROSS = 640  # so many pixels across the whole picture will do: the smallest piece is half a dozen of them wide
HUE = 11  # of OpenCV's 180 steps around the circle
LEVELS = (0.55, 0.8)  # of the saturation it should have: a blue disc on a blue tile shows at the stricter one
DIMMEST = 0.55  # times as bright as it should be
SHADED = 0.35  # the same right beside something that stands there, if it has all of its saturation
BRIGHTEST = 1.45
PALE = 60  # a colour with less saturation than this is not told from paper and shadow
NEAR = 0.4  # how far a piece's colour may be from what it should be, in units of the paper's own white
STILL_NEAR = 0.55  # the same of one that lay there before, half hidden now: of 280 nuggets in path-traced film the
# farthest was 0.51, and what was none 0.72
CLOSE = 0.28  # and how near is beyond doubt
LEAST, MOST = 0.45, 1.6  # times the size it should have
LEAST_RIM = 8  # pixels along the outline of the smallest
ROUND = 0.55  # share of its box that a whole piece fills
SURE, DOUBT = 0.9, 0.7
SHARED = 0.4  # of its box: more than that lies on the same spot
WHITEST = 15  # of a marker's hundred cells, its margin counted
PAD = 40  # pixels around a part that is looked at again
OFF_TINT = 0.04  # of all its light, more or less blue or red: then it is not what it was


@dataclass(frozen=True)
class White:
    """How white paper looks under this evening's light, here and there in the picture."""

    slopes: Floats  # 3 x 3: for each of blue, green, red: across, down, and at the corner

    def at(self, x: float, y: float) -> Floats:
        """White paper there: blue, green, red."""
        return np.asarray(self.over(np.array([[x, y]]))[0], np.float32)

    def over(self, points: npt.NDArray[np.floating]) -> Floats:
        """The same for several points."""
        across, down, corner = self.slopes.T
        return np.asarray(np.maximum(points[:, :1] * across + points[:, 1:] * down + corner, 24.0), np.float32)

    def gains(self, x: float, y: float) -> Image:
        """A table that turns what is seen thereabouts into what daylight would show."""
        levels = np.arange(256, dtype=np.float32)[:, None] * (240.0 / self.at(x, y))[None]
        return np.asarray(np.clip(levels, 0, 255)[:, None, :], np.uint8)


def find_white(pixels: Image, tags: Sequence[Tag]) -> White | None:
    """The light on the table, learnt from the white parts of the markers that lie there; None with too few."""
    if len(tags) < 3:
        return None
    at = np.column_stack((centres_of(tags), np.ones(len(tags), np.float32)))
    seen = _whites(pixels, tags)
    if len(tags) < 8:  # too few to tell a slope from chance
        return White(np.array([[0, 0, value] for value in np.median(seen, axis=0)], np.float32))
    keep = np.ones(len(tags), bool)
    for _ in range(2):  # a marker in glare or under a shadow does not speak for the rest
        slopes = np.linalg.lstsq(at[keep], seen[keep], rcond=None)[0]
        off = np.abs(at @ slopes - seen).max(axis=1)
        keep = off <= max(3 * float(np.median(off)), 6.0)
    return White(np.asarray(slopes.T, np.float32))


def _whites(pixels: Image, tags: Sequence[Tag]) -> Floats:
    """The colour of the brightest cells of each marker and of the margin around it."""
    corners = np.stack([tag.corners for tag in tags])
    along = (np.arange(MODULES + 2, dtype=np.float32) - 0.5) / MODULES
    u, v = (grid.reshape(-1, 1) for grid in np.meshgrid(along, along))
    right, down = corners[:, 1:2] - corners[:, :1], corners[:, 3:] - corners[:, :1]
    spots = corners[:, :1] + u * right + v * down
    seen = sampled(pixels, spots[:, :, 0], spots[:, :, 1])
    least = len(along) ** 2 - WHITEST
    order = np.argpartition(seen.sum(axis=2), least, axis=1)[:, least:]
    return np.asarray(np.take_along_axis(seen, order[:, :, None], axis=1).mean(axis=1), np.float32)


@cache
def is_telling(colour: tuple[int, int, int]) -> bool:
    """Whether a piece of that colour can be found by it: grey, white and black are everywhere."""
    return bool(_hsv(colour)[1] >= PALE)


def find_plain(
    pixels: Image, plane: Plane, sorts: Sequence[Plain], white: White, box: Box, known: Sequence[Sighting] = ()
) -> list[Sighting]:
    """Every such piece in that part of the picture; `known` are those that lay there before."""
    sorts = [sort for sort in sorts if is_telling(sort.colour)]
    x0, y0, x1, y1 = _where(sorts, plane, box)
    if x1 - x0 < 8 or y1 - y0 < 8 or not sorts:
        return []
    view = _View(plane, white, (x0, y0), max(1, round(pixels.shape[1] / ACROSS)))
    part = _thinned(pixels[y0:y1, x0:x1], view.step)
    balanced = cv2.LUT(part, white.gains((x0 + x1) / 2, (y0 + y1) / 2))
    hsv = np.asarray(cv2.cvtColor(balanced, cv2.COLOR_BGR2HSV), np.uint8)
    patches = list(_patches(list(_alike(hsv, sorts)), part, view, known))
    return _sightings(_without_rivals(patches), view)


@dataclass(frozen=True, eq=False)
class _View:
    """Every `step`-th pixel of the picture from that corner on."""

    plane: Plane
    white: White
    corner: tuple[int, int]
    step: int

    def px(self, points: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
        """Points of the part in the picture."""
        return np.asarray(points * self.step + np.array(self.corner), np.float64)


def _where(sorts: Sequence[Plain], plane: Plane, box: Box) -> Box:
    """The part of that box in which such pieces may lie at all."""
    x0, y0, (x1, y1) = max(box[0], 0), max(box[1], 0), np.minimum(box[2:], plane.size_px).tolist()
    if not sorts or not all(sort.places for sort in sorts):
        return x0, y0, x1, y1
    reach = np.array([(x, y, far + sort.width_mm) for sort in sorts for x, y, far in sort.places])
    (left, top), (right, low) = (reach[:, :2] - reach[:, 2:]).min(axis=0), (reach[:, :2] + reach[:, 2:]).max(axis=0)
    px = plane.px(np.array([[left, top], [right, top], [right, low], [left, low]]))
    (left, top), (right, low) = px.min(axis=0).astype(int).tolist(), px.max(axis=0).astype(int).tolist()
    return max(x0, left - PAD), max(y0, top - PAD), min(x1, right + PAD), min(y1, low + PAD)


def _thinned(pixels: Image, step: int) -> Image:
    high, wide = pixels.shape[:2]
    size = wide // step, high // step
    whole = pixels[: size[1] * step, : size[0] * step]
    return np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_NEAREST), np.uint8)


@dataclass(frozen=True, eq=False)
class _Patch:
    """Something of about the right colour and size."""

    sort: Plain
    here: Image  # its pixels within its box
    left: int
    top: int
    away: float  # how far its colour is from what it should be
    size: float  # how many of them it would be by its area

    @property
    def number(self) -> int:
        return max(1, round(self.size))

    @property
    def sure(self) -> float:
        return SURE if self.number == 1 and 0.6 <= self.size <= 1.4 and self.away < CLOSE else DOUBT

    def box(self, view: _View) -> tuple[float, float, float, float]:
        """In pixels of the picture."""
        high, wide = self.here.shape
        (x0, y0), (x1, y1) = view.px(np.array([[0, 0], [wide, high]]) + np.array([self.left, self.top])).tolist()
        return x0, y0, x1, y1

    def middles(self) -> Floats:
        """Of each piece that it is, in pixels of the part that was looked at."""
        if self.number == 1:
            moments = cv2.moments(self.here, binaryImage=True)
            x, y = moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]
            return np.array([[x + self.left, y + self.top]], np.float32)
        rows, columns = np.nonzero(self.here)
        spots = np.stack([columns + self.left, rows + self.top], axis=1).astype(np.float32)
        return _shared_out(spots, self.number)


def _sightings(patches: Sequence[_Patch], view: _View) -> list[Sighting]:
    several = [patch.middles() for patch in patches]
    if not several:
        return []
    heights = np.concatenate([np.full(len(m), p.sort.top_mm) for p, m in zip(patches, several, strict=True)])
    places = view.plane.mm(view.px(np.concatenate(several)), heights)
    owners = [patch for patch, middles in zip(patches, several, strict=True) for _ in middles]
    lie = _may_lie([owner.sort for owner in owners], places, np.ones(len(places)))
    return [
        Sighting(patch.sort.what, x, y, 0.0, patch.sure, None, patch.box(view))
        for patch, (x, y), lies in zip(owners, places.tolist(), lie.tolist(), strict=True)
        if lies
    ]


def _hsv(colour: tuple[int, int, int]) -> npt.NDArray[np.int32]:
    one = np.array(colour, np.uint8)[None, None]
    return np.asarray(cv2.cvtColor(one, cv2.COLOR_BGR2HSV)[0, 0], np.int32)


@dataclass(frozen=True, eq=False)
class _Blot:
    """An outline around pixels of about a sort's colour; `bit` is set in `bits` where they are."""

    sort: Plain
    outline: npt.NDArray[np.int32]
    bits: Image
    bit: np.uint8


def _alike(hsv: Image, sorts: Sequence[Plain]) -> Iterator[_Blot]:
    """Where the picture has about the colour of each sort, loosely and strictly; red lies on both ends of the circle.

    Eight at a time: a bit stands for one of them, in tables of hue, saturation and value. One mask serves all, because
    fresh memory costs more than what is written into it.
    """
    hue, saturation, value = cv2.split(hsv)
    mask, kernel = np.empty(hsv.shape[:2], np.uint8), np.ones((3, 3), np.uint8)
    several = [(sort, level) for sort in sorts for level in LEVELS]
    for first in range(0, len(several), 8):
        eight = several[first : first + 8]
        tables = np.zeros((3, 256), np.uint8)
        for n, (sort, level) in enumerate(eight):
            tables |= _bits(sort.colour, level) << n
        bits = np.asarray(cv2.LUT(hue, tables[0]), np.uint8)
        for channel, table in ((saturation, tables[1]), (value, tables[2])):
            bits &= np.asarray(cv2.LUT(channel, table), np.uint8)
        for bit, (sort, _) in zip((np.uint8(1 << n) for n in range(8)), eight, strict=False):
            np.bitwise_and(bits, bit, out=mask)
            cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel, dst=mask)
            for outline in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
                if len(outline) >= LEAST_RIM:
                    yield _Blot(sort, np.asarray(outline, np.int32), bits, bit)


@cache
def _bits(colour: tuple[int, int, int], level: float, dimmest: float = DIMMEST) -> Image:
    """3 x 256: which hues, saturations and values a piece of that colour may have."""
    hue, saturation, value = _hsv(colour).tolist()
    every = np.arange(256)
    apart = np.abs((every - hue + 90) % 180 - 90)
    bright = (every >= round(value * dimmest)) & (every <= round(value * BRIGHTEST))
    return np.stack((apart <= HUE, every >= max(round(saturation * level), PALE // 2), bright)).astype(np.uint8)


def _patches(blots: Sequence[_Blot], part: Image, view: _View, known: Sequence[Sighting]) -> Iterator[_Patch]:
    if not blots:
        return
    sorts = [blot.sort for blot in blots]
    boxes = np.array([cv2.boundingRect(blot.outline) for blot in blots])
    areas = np.array([cv2.contourArea(one.outline) + len(one.outline) / 2 + 1 for one in blots])  # holes, rim and all
    at = view.px(boxes[:, :2] + boxes[:, 2:] / 2)
    sizes = areas / _areas(sorts, view, at)
    wide, high = boxes[:, 2], boxes[:, 3]
    is_large = (sizes > MOST) & np.array([sort.are_beside for sort in sorts])
    is_round = (np.maximum(wide, high) <= 1.8 * np.minimum(wide, high)) & (areas >= ROUND * wide * high)
    fits = (np.minimum(wide, high) >= 4) & (sizes >= LEAST) & (sizes <= np.where(is_large, 9, MOST))
    fits &= is_large | is_round
    heights = np.array([sort.top_mm for sort in sorts])
    fits &= _may_lie(sorts, view.plane.mm(at, heights), np.where(is_large, 3.0, 1.0))
    papers = view.white.over(at)
    for n in np.flatnonzero(fits).tolist():
        blot, (left, top, across, down) = blots[n], boxes[n].tolist()
        here = np.zeros((down, across), np.uint8)
        # Filled, holes and all: they are what is printed on the piece.
        cv2.drawContours(here, [blot.outline], 0, 255, -1, offset=(-left, -top))
        rows, columns = slice(top, top + down), slice(left, left + across)
        seen = cv2.mean(part[rows, columns], here & (blot.bits[rows, columns] & blot.bit) * np.uint8(255))
        away, size = tone_away(seen, papers[n].tolist(), blot.sort.colour), float(sizes[n])
        if away < NEAR or (away < STILL_NEAR and _lay_there(blot.sort, at[n], max(across, down) * view.step, known)):
            yield _Patch(blot.sort, here, left, top, away, size if size > MOST else 1.0 if size > 0.6 else size)


def _lay_there(sort: Plain, at_px: npt.NDArray[np.floating], reach_px: float, known: Sequence[Sighting]) -> bool:
    """Whether one of that sort was seen there before."""
    middles = (middle_of(one) for one in known if one.what == sort.what)
    return any(hypot(x - at_px[0], y - at_px[1]) < reach_px for x, y in middles)


def shaded_mask(balanced: Image, colour: tuple[int, int, int]) -> Image:
    """255 where a part of the picture, as daylight would show it, has about that colour, in the shade or not."""
    channels = cv2.split(np.asarray(cv2.cvtColor(balanced, cv2.COLOR_BGR2HSV), np.uint8))
    fits = np.zeros(balanced.shape[:2], np.uint8)
    for level, dimmest in zip(LEVELS, (DIMMEST, SHADED), strict=True):
        tables = zip(channels, _bits(colour, level, dimmest), strict=True)
        fits |= reduce(np.bitwise_and, (np.asarray(cv2.LUT(channel, table), np.uint8) for channel, table in tables))
    return fits * np.uint8(255)


def tone_away(seen: Sequence[float], paper: Sequence[float], colour: tuple[int, int, int]) -> float:
    """How far what is seen, on paper that looks like that, is from a piece's colour."""
    one = _tone(*(level / bright for level, bright in zip(seen, paper, strict=False)))
    two = _tone(*(channel / 255 for channel in colour))
    return hypot(one[0] - two[0], one[1] - two[1])


def _areas(sorts: Sequence[Plain], view: _View, at_px: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
    """Pixels of the part that one of each sort covers there."""
    one_mm2 = np.abs(np.linalg.det(view.plane.local(at_px))) / view.step**2
    raised = np.array([1 - sort.top_mm / view.plane.eye_mm[2] for sort in sorts])
    return np.asarray(one_mm2 / raised**2 * [np.pi / 4 * sort.width_mm * sort.height_mm for sort in sorts])


def _tone(blue: float, green: float, red: float) -> tuple[float, float]:
    """Two opponent colours, free of brightness."""
    level = max((blue + green + red) / 3, 0.04)
    return (red - green) / level, ((red + green) / 2 - blue) / level


def _without_rivals(patches: Sequence[_Patch]) -> list[_Patch]:
    """Of patches on the same spot the one whose colour fits better."""
    nearest = sorted(patches, key=lambda patch: patch.away)
    shared = _overlaps(nearest) > SHARED
    kept: list[int] = []
    for n in range(len(nearest)):
        if not shared[n, kept].any():
            kept.append(n)
    return [nearest[n] for n in kept]


def _overlaps(patches: Sequence[_Patch]) -> npt.NDArray[np.float64]:
    """n x n: how much of the smaller one's box the other covers."""
    boxes = np.array([(one.left, one.top, *one.here.shape[::-1]) for one in patches]).reshape(-1, 4)
    first, size = boxes[:, :2], boxes[:, 2:]
    last = first + size
    common = np.minimum(last[:, None], last[None]) - np.maximum(first[:, None], first[None])
    areas = size.prod(axis=1)
    return np.asarray(np.maximum(common, 0).prod(axis=2) / np.maximum(1, np.minimum(areas[:, None], areas[None])))


def _shared_out(spots: Floats, number: int) -> Floats:
    """The middles of so many parts of a patch: several pieces that touch."""
    rounds = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.2)
    best = np.zeros((len(spots), 1), np.int32)
    cv2.setRNGSeed(1)
    _, _, middles = cv2.kmeans(spots, number, best, rounds, 1, cv2.KMEANS_PP_CENTERS)
    return np.asarray(middles, np.float32)


def _may_lie(
    sorts: Sequence[Plain], at_mm: npt.NDArray[np.float64], near: npt.NDArray[np.float64]
) -> npt.NDArray[np.bool_]:
    """Whether a place of its sort is so near to each of those points, in reaches of that place."""
    lie = np.ones(len(at_mm), bool)
    for sort in {id(sort): sort for sort in sorts}.values():
        if not sort.places:
            continue
        these, places = np.array([one is sort for one in sorts]), np.array(sort.places)
        away = np.hypot(places[:, 0] - at_mm[these, :1], places[:, 1] - at_mm[these, 1:]) / places[:, 2]
        lie[these] = away.min(axis=1) <= near[these]
    return lie


def within(found: Iterable[Sighting], boxes: Sequence[Box], inside: bool = True) -> list[Sighting]:
    """Those whose middle lies in one of the boxes, or in none of them."""
    return [one for one in found if inside == any(_holds(box, *middle_of(one)) for box in boxes)]


def tint_of(pixels: Image, piece: Sighting) -> tuple[float, float]:
    """Of such a piece how blue and how red its picture is, whatever the light's strength."""
    x0, y0, x1, y1 = _own_box(piece)
    blue, green, red, _ = cv2.mean(pixels[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)])
    whole = max(blue + green + red, 1.0)
    return blue / whole, red / whole


def doubtful(found: Iterable[Sighting], boxes: Sequence[Box], pixels: Image, tints: Tints) -> list[Box]:
    """The boxes, and those of the pieces that may have gone though none holds their middle: one half hidden leaves so
    little that only its edge is seen to change, or only its colour."""
    own = [(_own_box(one), tint_of(pixels, one), tints[one.box_px]) for one in found if one.box_px in tints]
    off = (box for box, now, was in own if any(do_touch(box, other) for other in boxes) or _apart(now, was) > OFF_TINT)
    return [*boxes, *off]


def _own_box(piece: Sighting) -> Box:
    x0, y0, x1, y1 = piece.box_px or (0.0, 0.0, 0.0, 0.0)
    return int(x0), int(y0), int(x1) + 1, int(y1) + 1


def _apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def middle_of(piece: Sighting) -> tuple[float, float]:
    """Of such a piece, in pixels of the picture."""
    x0, y0, x1, y1 = piece.box_px or (0.0, 0.0, 0.0, 0.0)
    return (x0 + x1) / 2, (y0 + y1) / 2


def padded(box: Box) -> Box:
    """The box with some room around it, so that a piece on its edge is seen whole."""
    return box[0] - PAD, box[1] - PAD, box[2] + PAD, box[3] + PAD


def _holds(box: Box, x: float, y: float) -> bool:
    return box[0] <= x < box[2] and box[1] <= y < box[3]


def once(found: Iterable[Sighting]) -> list[Sighting]:
    """Without what two overlapping parts both showed."""
    kept: dict[tuple[str, int, int], Sighting] = {}
    for one in found:
        kept.setdefault((one.what, round(one.x_mm / 4), round(one.y_mm / 4)), one)
    return list(kept.values())
