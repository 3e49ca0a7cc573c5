"""Finds ordinary six-sided dice in a frame and reads the pips of their upper faces."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice_net import MIDDLE_PX, Look, Spot, find_spots, read_spot

Image = NDArray[np.uint8]
Box = tuple[float, float, float, float]

SMALL_AREA_PX = 853 * 640  # pictures up to this are shown to the finder as they are
FINDER_AREA_PX = 640 * 480  # larger ones are shrunk to this at first
LEAST_HEAT = 0.22  # of a spot worth reading
ALWAYS_READ = 0.3  # heat of a spot that is worth reading whatever else is in the picture
LEAST_HEAT_KNOWN = 0.12  # where a die's size is known
MOST_SPOTS = 32
LARGEST_PX = 26.0  # side of die up to which one level of the pyramid answers for
LEAST_ODDS, LEAST_ODDS_KNOWN = 1.0, 0.2  # log odds of there being a die at all
FINDERS_SAY = 0.7  # share of the finder's odds in them
LEAST_CHANCE = 0.25  # of the value
SMALLEST_PX = 15.0  # side of a die that can be told from a speck
ALWAYS_RIGHT = 0.95  # of 1,285 readings this likely in sets left out of training, 6 were not as labelled
CLEARLY_NONE = 0.8  # a spot likelier than this to be nothing is not looked at again
CLEAR_AT_ONCE = 0.985  # a value likelier than this at the first look needs no second one
CLEAR_AT_ONCE_KNOWN = 0.9  # where a die's size is known: its square fits better, and more frames will come
CLEAR = 0.97  # a value likelier than this needs no third look
PROMISING = 0.2  # a spot of which no value is likelier is nothing
FURTHER_LOOKS = ((1.12, False), (0.92, True), (1.0, False))  # at what is still doubtful: zoom, mirrored
PATIENCE = 12  # refusals in a row after which cooler spots are not looked at
NEW_LEVELS = 8.0  # grey levels by which a die differs from the empty table, at least
ROOM, SPOT_ROOM = 1.2, 1.35  # times as wide as a die can look: what the reader and the finder make of it is not exact
COCKED_DEG = 30.0  # a face that leans so much more, or less, than one that lies up there is not up


@dataclass(frozen=True)
class DieSighting:
    """A die, its box in pixels of the frame, the mean BGR of its body; `cocked` when no face is up."""

    value: int
    box: Box
    sure: float
    colour: tuple[int, int, int]
    state: str = "flat"


def find_dice(
    frame: Image,
    *,
    die_px: float | None = None,
    region: tuple[int, int, int, int] | None = None,
    empty: Image | None = None,
    slant: float = 0.0,
) -> list[DieSighting]:
    """The dice of a BGR frame, most certain first.

    `die_px` is a die's side where the camera is known; then a die is cocked whose face leans otherwise than one that
    lies flat, which is seen under `slant` (the sine of the angle from straight down; 0 looks straight down);
    `region` the rectangle x0, y0, x1, y1 to look in; `empty` the same view with no dice on it.
    """
    h, w = frame.shape[:2]
    x0, y0, x1, y1 = region or (0, 0, w, h)
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(w, x1), min(h, y1)
    if x1 - x0 < 8 or y1 - y0 < 8:
        return []
    view = frame[y0:y1, x0:x1]
    least = LEAST_HEAT if die_px is None else LEAST_HEAT_KNOWN
    spots = merge(find_spots(view, scales(x1 - x0, y1 - y0, die_px), least))
    if empty is not None:
        spots = [s for s in spots if is_new(s, view, empty[y0:y1, x0:x1])]
    found = read(view, worth_reading(spots, die_px, slant)[:MOST_SPOTS], die_px, slant)
    return [_moved(d, x0, y0) for d in found]


def scales(w: int, h: int, die_px: float | None) -> list[float]:
    """The sizes at which to show the picture to the finder: one where the die's is known, else a pyramid."""
    if die_px is not None:
        return [min(1.5, 0.85 * MIDDLE_PX / die_px)]  # what is seen of a die is wider than its side
    finest = 1.0 if w * h <= SMALL_AREA_PX else (FINDER_AREA_PX / (w * h)) ** 0.5
    out = [finest]
    while LARGEST_PX / out[-1] < 0.8 * min(w, h):
        out.append(out[-1] / 2)
    return out


def merge(spots: list[Spot]) -> list[Spot]:
    """Hottest first, without those that a neighbouring level of the pyramid saw as well."""
    kept: list[Spot] = []
    for spot in sorted(spots, key=lambda s: -s.heat):
        if all(_apart(spot, other) for other in kept):
            kept.append(spot)
    return kept


def worth_reading(spots: list[Spot], die_px: float | None, slant: float = 0.0) -> list[Spot]:
    """Where some spots are hot, lukewarm ones are no dice.

    Nor are those of the wrong size, or nearer to a hotter one than a die is wide, where that is known.
    """
    hottest = max((s.heat for s in spots), default=0.0)
    if die_px is None:
        return [s for s in spots if s.heat >= min(ALWAYS_READ, 0.45 * hottest)]
    kept: list[Spot] = []
    for spot in spots:
        fits = spot.heat >= 0.2 * hottest and 0.8 < spot.side / die_px < SPOT_ROOM * widest(slant)
        if fits and all(math.hypot(spot.x - k.x, spot.y - k.y) > 0.6 * die_px for k in kept):
            kept.append(spot)
    return kept


def widest(slant: float) -> float:
    """How many sides wide a die can look that is turned anyhow: its upper face's diagonal, and a side face beside it.

    >>> round(widest(0.0), 2), round(widest(0.6), 2)
    (1.41, 2.16)
    """
    return math.sqrt(2) + math.tan(math.asin(min(slant, 0.9)))


def _apart(a: Spot, b: Spot) -> bool:
    far = ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5
    return far > 0.35 * min(a.side, b.side) or not 0.6 < a.side / b.side < 1.67


def is_new(spot: Spot, view: Image, empty: Image) -> bool:
    """Whether the spot looks unlike the empty table."""
    half = max(2, round(spot.side * 0.3))
    x, y = round(spot.x), round(spot.y)
    rows, cols = slice(max(0, y - half), y + half), slice(max(0, x - half), x + half)
    now, before = view[rows, cols], empty[rows, cols]
    return now.size > 0 and float(cv2.absdiff(now, before).mean()) > NEW_LEVELS


def read(view: Image, spots: list[Spot], die_px: float | None, slant: float = 0.0) -> list[DieSighting]:
    """Reads the spots; keeps dice of the right size, the surest first, one to a place."""
    dice: list[DieSighting] = []
    enough = CLEAR_AT_ONCE if die_px is None else CLEAR_AT_ONCE_KNOWN
    for look in sorted(looks(view, spots, enough), key=lambda k: float(k.chances[0])):
        fits = die_px is None or 0.6 < _side(look.box) / die_px < ROOM * widest(slant)
        if fits and is_die(look, die_px) and all(_overlap(look.box, d.box) < 0.4 for d in dice):
            dice.append(_sighting(view, look, die_px, slant))
    return sorted(dice, key=lambda d: -d.sure)


def is_die(look: Look, die_px: float | None) -> bool:
    """Whether both networks together are convinced; where a die's size is known the reader's word is enough."""
    odds = _odds(1 - float(look.chances[0])) + (FINDERS_SAY * _odds(look.heat) if die_px is None else 0.0)
    convinced = odds >= (LEAST_ODDS if die_px is None else LEAST_ODDS_KNOWN)
    return convinced and float(look.chances[1:].max()) >= LEAST_CHANCE and _side(look.box) >= SMALLEST_PX


def _odds(chance: float) -> float:
    return math.log(max(chance, 1e-4) / max(1 - chance, 1e-4))


def looks(view: Image, spots: list[Spot], enough: float = CLEAR_AT_ONCE) -> list[Look]:
    """A look at each spot, and at what may be a die further ones, straight at the box seen first; their mean counts."""
    both = [_second_look(view, k, enough) for k in _promising(view, spots)]
    clear = [k for k in both if k.chances[1:].max() >= min(CLEAR, enough)]
    doubtful = [k for k in both if PROMISING < k.chances[1:].max() < min(CLEAR, enough)]
    return clear + [_mean((k, k, *further_looks(view, _spot(k)))) for k in doubtful]


def _second_look(view: Image, first: Look, enough: float) -> Look:
    if first.chances[1:].max() >= enough:
        return first
    return _mean((first, read_spot(view, _spot(first), mirrored=True)))


def further_looks(view: Image, spot: Spot) -> list[Look]:
    return [read_spot(view, spot, zoom, mirrored) for zoom, mirrored in FURTHER_LOOKS]


def _promising(view: Image, spots: list[Spot]) -> Iterator[Look]:
    """First looks at the spots, hottest first, but at those refused; after many refusals in a row the rest is left."""
    refused = 0
    for spot in spots:
        look = read_spot(view, spot)
        if look.chances[0] < CLEARLY_NONE:
            refused = 0
            yield look
        else:
            refused += 1
        if refused == PATIENCE:
            return


def _spot(look: Look) -> Spot:
    x0, y0, x1, y1 = look.box
    return Spot((x0 + x1) / 2, (y0 + y1) / 2, _side(look.box), look.heat)


def _mean(looks: tuple[Look, ...]) -> Look:
    chances = np.mean([k.chances for k in looks], axis=0, dtype=np.float32)
    x0, y0, x1, y1 = np.mean([k.box for k in looks], axis=0).tolist()
    return Look(np.asarray(chances), (x0, y0, x1, y1), sum(k.lean for k in looks) / len(looks), looks[0].heat)


def _sighting(view: Image, look: Look, die_px: float | None, slant: float) -> DieSighting:
    value = int(look.chances[1:].argmax()) + 1
    cocked = die_px is not None and is_cocked(look.lean, slant)
    sure = honest(float(look.chances[value]))
    return DieSighting(
        value, look.box, min(sure, 0.5) if cocked else sure, body_colour(view, look.box), "cocked" if cocked else "flat"
    )


def is_cocked(lean: float, slant: float) -> bool:
    """Whether a face leans otherwise than one that lies up, both as sines of angles from the line of sight.

    >>> is_cocked(0.55, 0.0), is_cocked(0.55, 0.45), is_cocked(0.05, 0.65)
    (True, False, True)
    """
    return abs(math.asin(min(1.0, lean)) - math.asin(min(1.0, slant))) > math.radians(COCKED_DEG)


def honest(chance: float) -> float:
    """The chance as it proved on sets the networks had not been trained on: from 0.9 up hardly one is wrong."""
    if chance >= ALWAYS_RIGHT:
        return 0.9 + 0.09 * (chance - ALWAYS_RIGHT) / (1 - ALWAYS_RIGHT)
    return 0.9 * chance / ALWAYS_RIGHT


def body_colour(view: Image, box: Box) -> tuple[int, int, int]:
    """Mean BGR of the pixels nearest the commonest colour in the middle of the box: the body, not the pips."""
    x, y, half = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, 0.3 * min(box[2] - box[0], box[3] - box[1])
    part = view[
        max(0, round(y - half)) : max(1, round(y + half) + 1), max(0, round(x - half)) : max(1, round(x + half) + 1)
    ]
    if part.size == 0:
        return 0, 0, 0
    pixels = part.reshape(-1, 3).astype(np.float32)
    off = np.abs(pixels - np.median(pixels, axis=0)).sum(1)
    body = pixels[off <= np.median(off)].mean(0)
    return int(body[0]), int(body[1]), int(body[2])


def _side(box: Box) -> float:
    return max(box[2] - box[0], box[3] - box[1])


def _overlap(a: Box, b: Box) -> float:
    """Shared area over the smaller box's."""
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    least = min((a[2] - a[0]) * (a[3] - a[1]), (b[2] - b[0]) * (b[3] - b[1]))
    return max(0.0, w) * max(0.0, h) / max(1.0, least)


def _moved(die: DieSighting, dx: int, dy: int) -> DieSighting:
    x0, y0, x1, y1 = die.box
    return replace(die, box=(x0 + dx, y0 + dy, x1 + dx, y1 + dy))
