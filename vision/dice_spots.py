"""Where in a picture dice may lie: the finder's spots, from the coarsest view of it to as fine a one as is needed."""

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.dice_net import MIDDLE_PX, Look, Spot, glance, level_spots, pyramid

Image = NDArray[np.uint8]

SMALL_AREA_PX = 853 * 640  # pictures up to this are shown to the finder as they are
FINDER_AREA_PX = 640 * 480  # larger ones are shrunk to this, and only if need be looked at more closely
FINEST_AREA_PX = 2100 * 1575  # no view of a picture is larger than this, however large the picture
FINEST = 0.5  # nor is any closer than this, if larger pictures are shrunk at all: dice of 20 px are 10 px wide in it
LARGEST_PX = 26.0  # side of die up to which one level of the pyramid answers for
WARM = 0.28  # heat of a spot worth reading
LUKEWARM = 0.2  # the same where much else than dice lies about, if it is as large as the dice
ROOM = 1.4  # times larger or smaller than dice of the same throw look to the finder
HOT = 0.5  # of a spot that is read at once, to know whether a closer view is needed
SEEN_WELL_PX = 15.0  # a die that large in a level is seen there as well as closer, and so are those beside it
SEEN_BARELY_PX = 11.0  # the same where hardly anything but dice lies about
BARE_TABLE = 0.6  # share of a picture's spots that are plainly dice, from which it is such a one
CLEAR_AT_ONCE = 0.985  # a value likelier than this at the first look needs no second one
PLAIN = 0.9  # chance of a value from which a hot spot is a die that tells how large dice are in this picture
SPOT_ROOM = 1.35  # times as wide as a die can look: what the finder makes of it is not exact


class Glances:
    """First looks at the spots of a picture, each taken once; what is clear from afar is not looked at from nearer."""

    def __init__(self, view: Image) -> None:
        self.view = view
        self.taken: dict[Spot, Look] = {}

    def at(self, spot: Spot) -> Look:
        if spot not in self.taken:
            clear = self.clear_at(spot)
            self.taken[spot] = glance(self.view, spot) if clear is None else replace(clear, heat=spot.heat)
        return self.taken[spot]

    def clear_at(self, spot: Spot) -> Look | None:
        """What another level of the pyramid saw there beyond doubt."""
        here = (k for s, k in self.taken.items() if k.chances[1:].max() >= CLEAR_AT_ONCE and not _apart(spot, s))
        return next(here, None)


def scale_for(die_px: float) -> float:
    """The one size at which to show a picture to the finder where a die's side is known."""
    return min(1.5, 0.85 * MIDDLE_PX / die_px)  # what is seen of a die is wider than its side


def scales(w: int, h: int) -> list[float]:
    """The sizes at which a picture may be shown to the finder, the largest first.

    >>> [round(s, 2) for s in scales(4000, 3000)]
    [0.5, 0.32, 0.16, 0.08, 0.04, 0.02, 0.01]
    """
    first = 1.0 if w * h <= SMALL_AREA_PX else (FINDER_AREA_PX / (w * h)) ** 0.5
    finest = min(FINEST, (FINEST_AREA_PX / (w * h)) ** 0.5)
    out = [first]
    while out[0] < 0.99 * finest:
        out.insert(0, min(finest, 2 * out[0]))
    while LARGEST_PX / out[-1] < 0.8 * min(w, h):
        out.append(out[-1] / 2)
    return out


def hunt(glances: Glances) -> list[Spot]:
    """Spots of dice of any size, hottest first: from afar, then closer until its dice are large enough."""
    h, w = glances.view.shape[:2]
    sizes = scales(w, h)
    spots: list[Spot] = []
    for scale, level in reversed(list(zip(sizes, pyramid(glances.view, sizes), strict=True))):
        spots = merge([*spots, *level_spots(level, w, h, LUKEWARM)])
        if is_seen_well(glances, spots, scale):
            break
    return worth_reading(glances, spots)


def worth_reading(glances: Glances, spots: list[Spot]) -> list[Spot]:
    """Warm spots, and where much else than dice lies about cooler ones that are as large as the dice beyond doubt."""
    sides = plain_sides(glances, spots)
    if not sides or is_bare(glances, spots):
        return warm(spots)
    least, most = min(sides) / ROOM, max(sides) * ROOM
    return [s for s in spots if s.heat >= WARM or least < s.side < most]


def warm(spots: list[Spot]) -> list[Spot]:
    return [s for s in spots if s.heat >= WARM]


def is_seen_well(glances: Glances, spots: list[Spot], scale: float) -> bool:
    """Whether there are dice beyond doubt, the smallest of them large enough in the picture at this scale."""
    enough = SEEN_BARELY_PX if is_bare(glances, spots) else SEEN_WELL_PX
    return min(plain_sides(glances, spots), default=0.0) * scale >= enough


def is_bare(glances: Glances, spots: list[Spot]) -> bool:
    """Whether hardly anything but dice lies about."""
    return len(plain_sides(glances, spots)) >= BARE_TABLE * len(warm(spots))


def plain_sides(glances: Glances, spots: list[Spot]) -> list[float]:
    """How wide those spots look that are dice beyond doubt."""
    hot = [glances.at(s) for s in spots if s.heat >= HOT]
    return [max(k.box[2] - k.box[0], k.box[3] - k.box[1]) for k in hot if k.chances[1:].max() >= PLAIN]


def merge(spots: list[Spot]) -> list[Spot]:
    """Hottest first, without those that a neighbouring level of the pyramid saw as well."""
    kept: list[Spot] = []
    for spot in sorted(spots, key=lambda s: -s.heat):
        if all(_apart(spot, other) for other in kept):
            kept.append(spot)
    return kept


def of_size(spots: list[Spot], die_px: float, slant: float = 0.0) -> list[Spot]:
    """Where a die's side is known: those about as large, none nearer to a hotter one than a die is wide."""
    hottest = max((s.heat for s in spots), default=0.0)
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
