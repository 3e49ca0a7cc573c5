"""Finds ordinary six-sided dice in a frame and reads the pips of their upper faces."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice_body import body_colour, is_tile, runs_out
from vision.dice_net import Look, Spot, find_spots, read_spot, second_opinion
from vision.dice_odds import Box, alike, chance_of, crowd, die_odds, log_odds, side
from vision.dice_spots import CLEAR_AT_ONCE, Glances, hunt, merge, of_size, scale_for, warm, widest

Image = NDArray[np.uint8]

LEAST_HEAT_KNOWN = 0.12  # where a die's size is known
MOST_SPOTS_KNOWN = 32
LEAST_ODDS, LEAST_ODDS_KNOWN = -1.5, 0.2  # log odds of there being a die at all
HALF_ODDS = 1.5  # from which nobody asks whether it is half of a domino
BODY_SAYS = 1.2  # by how much more likely it must be where no body of its own bears it out
LEAST_CHANCE = 0.25  # of the value
SHARED = 0.7  # of the smaller of two boxes, from which they show the same die
SMALLEST_PX = 15.0  # side of a die that can be told from a speck
ALWAYS_RIGHT = 0.95  # of 1,285 readings this likely in sets left out of training, 6 were not as labelled
CLEARLY_NONE = 0.85  # a spot likelier than this to be nothing is not looked at again
CLEAR_AT_ONCE_KNOWN = 0.9  # where a die's size is known: its square fits better, and more frames will come
CLEAR = 0.93  # a value likelier than this needs no second reader
PROMISING = 0.2  # a spot of which no value is likelier is nothing
PATIENCE = 40  # refusals in a row, after which cooler spots of a size are left: counted, for slow machines see as much
PATIENCE_KNOWN = 12  # where a die's size is known
NEW_LEVELS = 8.0  # grey levels by which a die differs from the empty table, at least
ROOM = 1.2  # times as wide as a die can look: what the reader makes of it is not exact
LEANS = 0.35  # sine of the angle from which it matters which way up a die is seen
TURNABLE = 0.45  # and from which so much is seen of a side face that it could be the upper one of a picture turned over
UPSIDE_DOWN = 0.1  # by how much more likely (log) leaning dice must be, turned over
TURNED_OVER = 0.9  # the most that is claimed of a die in such a picture: nobody said that it is
UNSETTLED = 0.3  # and within how much it may be either way up; by so much less likely none of them may be, turned over
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
    middles: tuple[int, int, int, int] | None = None,
) -> list[DieSighting]:
    """The dice of a BGR frame, most certain first.

    `die_px` is a die's side where the camera is known; a die is cocked whose face leans otherwise than one that lies
    flat, which is seen under `slant` (the sine of the angle from straight down; 0 looks straight down; of a photograph
    it is what most of its dice show);
    `region` the rectangle x0, y0, x1, y1 to look in, and `middles` that in which the middle of a die can be: what is
    seen around it helps to find it and is not worth reading; `empty` the same view with no dice on it.
    """
    h, w = frame.shape[:2]
    x0, y0, x1, y1 = region or (0, 0, w, h)
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(w, x1), min(h, y1)
    if x1 - x0 < 8 or y1 - y0 < 8:
        return []
    view = frame[y0:y1, x0:x1]
    glances = Glances(view)
    if die_px is None:
        spots = hunt(glances)
    else:
        spots = of_size(merge(find_spots(view, [scale_for(die_px)], LEAST_HEAT_KNOWN)), die_px, slant)
    if middles is not None:
        spots = [s for s in spots if _is_inside(s, middles, x0, y0)]
    if empty is not None:
        spots = [s for s in spots if is_new(s, view, empty[y0:y1, x0:x1])]
    if die_px is None:
        dice = read(view, promising(glances, spots, PATIENCE), crowd(len(warm(spots))))
    else:
        dice = read_known(view, promising(glances, spots[:MOST_SPOTS_KNOWN], PATIENCE_KNOWN), die_px, slant)
    return [_moved(d, x0, y0) for d in dice]


def _is_inside(spot: Spot, box: tuple[int, int, int, int], x: int, y: int) -> bool:
    """Whether a spot of a view that begins at x, y lies in a box of the frame."""
    return box[0] <= spot.x + x <= box[2] and box[1] <= spot.y + y <= box[3]


def is_new(spot: Spot, view: Image, empty: Image) -> bool:
    """Whether the spot looks unlike the empty table."""
    half = max(2, round(spot.side * 0.3))
    x, y = round(spot.x), round(spot.y)
    rows, cols = slice(max(0, y - half), y + half), slice(max(0, x - half), x + half)
    now, before = view[rows, cols], empty[rows, cols]
    return now.size > 0 and float(cv2.absdiff(now, before).mean()) > NEW_LEVELS


def read(view: Image, firsts: Iterable[Look], doubt: float) -> list[DieSighting]:
    """Looks again at what may be dice of a photograph; keeps those that both networks and the other dice bear out."""
    seen = alike(whole(view, looks(view, firsts), doubt), doubt)
    seen, most = upright(view, [k for k in seen if is_likely(view, k, doubt)])
    slant = _common_slant(seen)
    dice = [_sighting(view, k, slant, min(most, chance_of(k, doubt))) for k in one_to_a_place(seen)]
    return sorted(dice, key=lambda d: -d.sure)


def read_known(view: Image, firsts: Iterable[Look], die_px: float, slant: float) -> list[DieSighting]:
    """The same where a die's size is known: the reader's word is enough of what is as large as a die."""
    seen = [k for k in looks(view, firsts, CLEAR_AT_ONCE_KNOWN) if is_die(k)]
    fits = [k for k in seen if 0.6 < side(k.box) / die_px < ROOM * widest(slant)]
    dice = [_sighting(view, k, slant, float(k.chances[1:].max())) for k in one_to_a_place(fits)]
    return sorted(dice, key=lambda d: -d.sure)


def read_at(frame: Image, middles: Iterable[Sequence[float]], die_px: float, slant: float = 0.0) -> list[DieSighting]:
    """The dice at places where something as large as a die lies; where the reader sees none, none."""
    glances = Glances(frame)
    spots = [Spot(float(x), float(y), die_px, 0.0) for x, y in middles]
    return read_known(frame, promising(glances, spots, len(spots) + 1), die_px, slant)


def whole(view: Image, seen: Iterable[Look], doubt: float) -> list[Look]:
    """One to a place, without halves of dominoes."""
    return [k for k in one_to_a_place(seen) if not is_half(view, k, doubt)]


def is_half(view: Image, look: Look, doubt: float) -> bool:
    """Whether what may be a die, but is not likely, is half of a domino; two like dice that touch look so, too."""
    return LEAST_ODDS <= die_odds(look, doubt) < HALF_ODDS and is_tile(view, look.box)


def is_likely(view: Image, look: Look, doubt: float) -> bool:
    """Whether it may be a die; one that is hardly likely must have a body of its own."""
    odds = die_odds(look, doubt)
    return odds >= LEAST_ODDS + BODY_SAYS or (odds >= LEAST_ODDS and not runs_out(view, look.box))


def is_die(look: Look) -> bool:
    return log_odds(1 - float(look.chances[0])) >= LEAST_ODDS_KNOWN


def one_to_a_place(seen: Iterable[Look]) -> list[Look]:
    """Those that show some value and are no specks, the least likely to be nothing first, one of those that overlap."""
    kept: list[Look] = []
    for look in sorted(seen, key=lambda k: float(k.chances[0])):
        plausible = float(look.chances[1:].max()) >= LEAST_CHANCE and side(look.box) >= SMALLEST_PX
        if plausible and all(_overlap(look.box, k.box) < SHARED for k in kept):
            kept.append(look)
    return kept


def upright(view: Image, seen: list[Look]) -> tuple[list[Look], float]:
    """The looks as they are if the picture is the right way up, leaning dice turned over if not; at most how sure.

    Of a die seen aslant two faces are large, and only up tells which of them is the upper one. All dice of a picture
    stand the same way up: what they look most like together decides. Where that is not settled the picture is taken
    as it is, for few are upside down, and a die that shows another value the other way up is not sure.
    """
    if not seen or np.median([k.lean for k in seen]) < TURNABLE:
        return seen, 1.0
    leaning = [k for k in seen if k.lean >= LEANS]
    once = [read_spot(view, _spot(k), headlong=True) for k in leaning]
    if all(_value(a) == _value(b) for a, b in zip(leaning, once, strict=True)):
        return seen, 1.0  # either way up
    mirrored = [read_spot(view, _spot(k), mirrored=True, headlong=True) for k in leaning]
    over = [_mean(both) for both in zip(once, mirrored, strict=True)]
    gains = [math.log(_best(b) / _best(a)) for a, b in zip(leaning, over, strict=True)]
    level = [k for k in seen if k.lean < LEANS]
    if sum(gains) > UPSIDE_DOWN and min(gains) > -UNSETTLED:
        return level + over, TURNED_OVER
    if sum(gains) < -UNSETTLED:
        return seen, 1.0
    return level + [a if _value(a) == _value(b) else _mean((a, a, b)) for a, b in zip(leaning, over, strict=True)], 1.0


def _best(look: Look) -> float:
    return max(1e-6, float(look.chances[1:].max()))


def _value(look: Look) -> int:
    return int(look.chances[1:].argmax()) + 1


def _common_slant(seen: list[Look]) -> float | None:
    """The lean that most dice of a photograph from above share; unknown of fewer than three, and from aside."""
    middle = float(np.median([k.lean for k in seen])) if len(seen) >= 3 else 1.0
    return middle if middle < LEANS else None


def looks(view: Image, firsts: Iterable[Look], enough: float = CLEAR_AT_ONCE) -> list[Look]:
    """At what may be a die a second look, straight at the box seen first, and if need be a second reader's."""
    both = [_second_look(view, k, enough) for k in firsts]
    clear = [k for k in both if k.chances[1:].max() >= min(CLEAR, enough)]
    doubtful = [k for k in both if PROMISING < k.chances[1:].max() < min(CLEAR, enough)]
    return clear + [_asked_again(view, k) for k in doubtful]


def _second_look(view: Image, first: Look, enough: float) -> Look:
    if first.chances[1:].max() >= enough:
        return first
    return _mean((first, read_spot(view, _spot(first), mirrored=True)))


def _asked_again(view: Image, look: Look) -> Look:
    """What both readers think of it, the first one after a third look; box and lean are its own."""
    spot = _spot(look)
    first, second = _mean((look, look, read_spot(view, spot))), second_opinion(view, spot)
    return replace(first, chances=np.asarray((first.chances + second) / 2, np.float32))


def promising(glances: Glances, spots: list[Spot], patience: int) -> Iterator[Look]:
    """First looks at the spots but at those refused; after so many refusals in a row the rest of that size is left.

    A cloth's pattern is of one size: it refuses nothing of another.
    """
    refused: Counter[int] = Counter()
    for spot in spots:
        size = round(math.log2(spot.side))
        if refused[size] == patience:
            continue
        look = glances.at(spot)
        if look.chances[0] < CLEARLY_NONE:
            refused[size] = 0
            yield look
        else:
            refused[size] += 1


def _spot(look: Look) -> Spot:
    x0, y0, x1, y1 = look.box
    return Spot((x0 + x1) / 2, (y0 + y1) / 2, side(look.box), look.heat)


def _mean(looks: tuple[Look, ...]) -> Look:
    chances = np.mean([k.chances for k in looks], axis=0, dtype=np.float32)
    x0, y0, x1, y1 = np.mean([k.box for k in looks], axis=0).tolist()
    return Look(np.asarray(chances), (x0, y0, x1, y1), sum(k.lean for k in looks) / len(looks), looks[0].heat)


def _sighting(view: Image, look: Look, slant: float | None, chance: float) -> DieSighting:
    value = _value(look)
    cocked = slant is not None and is_cocked(look.lean, slant)
    sure = honest(chance)
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


def sure_of_all(dice: Sequence[DieSighting]) -> float:
    """How likely every one of these readings is right; of no dice at all, 1.

    >>> die = DieSighting(6, (0, 0, 9, 9), 0.9, (0, 0, 0))
    >>> round(sure_of_all([die, die]), 2)
    0.81
    """
    return math.prod(die.sure for die in dice)


def _overlap(a: Box, b: Box) -> float:
    """Shared area over the smaller box's."""
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    least = min((a[2] - a[0]) * (a[3] - a[1]), (b[2] - b[0]) * (b[3] - b[1]))
    return max(0.0, w) * max(0.0, h) / max(1.0, least)


def _moved(die: DieSighting, dx: int, dy: int) -> DieSighting:
    x0, y0, x1, y1 = die.box
    return replace(die, box=(x0 + dx, y0 + dy, x1 + dx, y1 + dy))
