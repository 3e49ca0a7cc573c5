"""The dice in the trays: which value, which tray, which colour, and whether one leans on something."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from math import hypot

import cv2
import numpy as np
import numpy.typing as npt

from vision.dice import DieSighting, find_dice, read_at
from vision.faces import Faces
from vision.felt import Box, Felt, Thing, Tray, felts_of, find_things
from vision.parts import do_touch, is_covered
from vision.plane import Plane
from vision.sighting import BESIDE_TRAY, Sighting, Targets

Image = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.uint8]

COCKED_SURE = 0.5
SURE = 0.9  # a die read less surely is looked at again while it lies still
MOST_LOOKS = 4
AGREEING = 0.6  # what is left of a doubt when one more look agrees: the noise is new, the die and the light are not
FAIR = 0.7  # what single looks are less sure of gets no surer by looking; one in 500 dice of simulated tables is
SAME_MM = 6.0
LIKELY = 0.75  # beside the tray: print and tokens there were taken for dice up to 0.65
BESIDE = 0.2  # sides around a die that was read: its rim
PATCH_PX, DIFFERS = 4, 8  # a tray has changed where so small a part of it differs by so many levels in the mean


class Trays:
    """Remembers each tray as it was read: where its picture is the same, so are its dice."""

    def __init__(self, targets: Targets) -> None:
        self._targets = targets
        self._pictures: dict[str, tuple[Box, Image]] = {}  # by tray: where it was seen, and how it looked
        self._dice: tuple[Sighting, ...] = ()  # in the trays
        self._beside: tuple[Sighting, ...] = ()
        self._rolls: list[tuple[Sighting, ...]] = []  # the looks at the dice since they came to rest
        self._faces = Faces()  # not forgotten with the rest: dice that lay still while nobody saw them were not thrown
        self._is_stirred = False  # something happened at a tray

    @property
    def dice(self) -> tuple[Sighting, ...]:
        return (*self._dice, *self._beside)

    def forget(self) -> None:
        """The table has gone, or is to be looked at as if for the first time."""
        self._pictures, self._dice, self._beside, self._rolls = {}, (), (), []

    def read(
        self, pixels: Image, plane: Plane, changed: list[Box] | None, hand: Mask | None = None
    ) -> tuple[Sighting, ...]:
        """The dice as they lie now; only what differs in the changed parts of the picture is read.

        What lay under a hand is taken to lie there still: once that has gone nothing has changed.
        """
        felts = felts_of(plane, self._targets)
        touched = [one for one in felts if changed is None or any(do_touch(box, one.region) for box in changed)]
        stale = [one for one in touched if self._differs(pixels, one)]
        before, now = self._dice, dice_in(pixels, plane, self._targets, stale, self._dice)
        seen = now if hand is None else _but_for(hand, now, before)
        self._dice = self._faces.numbered(pixels, seen, self._sizes(plane), hand)
        if self._dice != before:
            self._rolls = [self._dice]
        if changed is None or any(do_touch(box, felt.around) for felt in felts for box in changed):
            self._is_stirred, self._beside = True, ()
        return self.dice

    def _differs(self, pixels: Image, felt: Felt) -> bool:
        """Whether the tray looks otherwise than when it was read last; how it looks now is remembered."""
        x0, y0, x1, y1 = felt.core
        now, before = pixels[y0:y1, x0:x1], self._pictures.get(felt.tray[0])
        if before is not None and before[0] == felt.core and not _are_unlike(now, before[1]):
            return False
        self._pictures[felt.tray[0]] = felt.core, now.copy()
        return True

    def read_again(self, pixels: Image, plane: Plane) -> tuple[Sighting, ...] | None:
        """Another look at dice that could not be read for certain: several looks vote. None if none is needed."""
        if len(self._rolls) >= MOST_LOOKS or all(die.sure >= SURE for die in self.dice):
            return None
        self._rolls.append(dice_in(pixels, plane, self._targets))
        self._dice = self._faces.numbered(pixels, agreed(self._rolls), self._sizes(plane), None)
        return self.dice

    def _sizes(self, plane: Plane) -> dict[str, float]:
        """How many pixels wide a die is, by tray."""
        return {felt.tray[0]: felt.die_px for felt in felts_of(plane, self._targets)}

    def read_beside(self, pixels: Image, plane: Plane) -> tuple[Sighting, ...] | None:
        """After something happened at a tray, one look for dice that fell beside it; None if there are none."""
        if not self._is_stirred:
            return None
        self._is_stirred = False
        self._beside = tuple(find_beside(pixels, plane, self._targets))
        return self.dice if self._beside else None


def _but_for(hand: Mask, now: tuple[Sighting, ...], before: tuple[Sighting, ...]) -> tuple[Sighting, ...]:
    """The dice that are in sight now, and those that lay where a hand is."""
    return (*(die for die in now if not _is_under(hand, die)), *(die for die in before if _is_under(hand, die)))


def _is_under(hand: Mask, die: Sighting) -> bool:
    if die.box_px is None:
        return False
    x0, y0, x1, y1 = die.box_px
    return is_covered(hand, (x0 + x1) / 2, (y0 + y1) / 2)


def _are_unlike(now: Image, before: Image) -> bool:
    if not now.size:
        return False
    return bool(cv2.blur(cv2.absdiff(now, before), (PATCH_PX, PATCH_PX)).max() > DIFFERS)


def dice_in(
    pixels: Image,
    plane: Plane,
    targets: Targets,
    stale: Collection[Felt] | None = None,
    before: tuple[Sighting, ...] = (),
) -> tuple[Sighting, ...]:
    """The dice of every tray; of those that are not stale the last reading stands."""
    seen: list[Sighting] = []
    for felt in felts_of(plane, targets):
        if stale is None or felt in stale:
            seen += _dice_of(pixels, plane, targets.die_mm, felt)
        else:
            seen += [die for die in before if die.zone == felt.tray[0]]
    return tuple(_each_once(seen, targets))


def find_beside(pixels: Image, plane: Plane, targets: Targets) -> list[Sighting]:
    """Dice that fell beside a tray; only what is surely a die, for anything may lie there."""
    trays, found = targets.every_tray(), list[Sighting]()
    for felt in felts_of(plane, targets):
        dice = _dice_at(pixels, plane, targets.die_mm, felt, felt.around)
        found += [replace(die, zone=BESIDE_TRAY) for die in dice if die.sure >= LIKELY]
    return [
        die
        for number, die in enumerate(found)
        if all(_outside_mm(die, tray) > targets.die_mm / 2 for tray in trays)
        and not any(_are_near(die, other) for other in found[:number])
    ]


def agreed(looks: Sequence[tuple[Sighting, ...]]) -> tuple[Sighting, ...]:
    """What several looks at dice that lie still make of them: each has a vote, and the more agree the surer it is."""
    groups: list[list[Sighting]] = []
    for die in (die for look in looks for die in look):
        home = next((group for group in groups if _is_near(die, group[0])), None)
        if home is None:
            groups.append([die])
        else:
            home.append(die)
    return tuple(_voted(group) for group in groups if 2 * len(group) > len(looks))


def _is_near(die: Sighting, other: Sighting) -> bool:
    return die.zone == other.zone and _are_near(die, other)


def _are_near(die: Sighting, other: Sighting) -> bool:
    return hypot(die.x_mm - other.x_mm, die.y_mm - other.y_mm) < SAME_MM


def _voted(group: Sequence[Sighting]) -> Sighting:
    """The value most of them saw; a look that could not read it says nothing of the others."""
    read = [die for die in group if die.shows is not None]
    if 2 * len(read) <= len(group):
        return replace(group[0], shows=None, sure=0.0)
    value, votes = Counter(die.shows for die in read).most_common(1)[0]
    alike = [die for die in read if die.shows == value]
    mean = sum(die.sure for die in alike) / votes
    doubt = (1 - mean) * (AGREEING ** (votes - 1) if mean >= FAIR else 1)
    return replace(max(alike, key=lambda die: die.sure), sure=(1 - doubt) * votes / len(read))


def _each_once(dice: Sequence[Sighting], targets: Targets) -> Iterator[Sighting]:
    """A die that leans over the edge between two trays lies in the one it is deeper in."""
    trays = {tray[0]: tray for tray in targets.every_tray()}
    for die in dice:
        rivals = [trays[other.zone or ""] for other in dice if other.zone != die.zone and _are_near(die, other)]
        if all(_outside_mm(die, trays[die.zone or ""]) <= _outside_mm(die, rival) for rival in rivals):
            yield die


def _outside_mm(die: Sighting, tray: Tray) -> float:
    """How far beyond the tray's edge its middle lies; below 0 inside of it."""
    _, x0, y0, x1, y1 = tray
    return max(x0 - die.x_mm, die.x_mm - x1, y0 - die.y_mm, die.y_mm - y1)


def _dice_of(pixels: Image, plane: Plane, die_mm: float, felt: Felt) -> list[Sighting]:
    dice = _dice_at(pixels, plane, die_mm, felt, felt.region, felt.middles)
    if not _others(pixels, felt, dice) and all(_is_in(die, felt, die_mm) for die in dice):
        return dice
    dice += find_passed_over(pixels, plane, die_mm, felt, dice)
    dice = [die for die in dice if _is_in(die, felt, die_mm)]
    return [*dice, *find_unread(pixels, plane, die_mm, felt, dice)]


def _is_in(die: Sighting, felt: Felt, die_mm: float) -> bool:
    return _outside_mm(die, felt.tray) <= die_mm / 2


def _dice_at(
    pixels: Image, plane: Plane, die_mm: float, felt: Felt, region: Box, middles: Box | None = None
) -> list[Sighting]:
    found = find_dice(pixels, die_px=felt.die_px, region=region, slant=felt.slant, middles=middles)
    return [_sighting(die, plane, die_mm, felt.tray[0]) for die in found]


def _others(pixels: Image, felt: Felt, dice: Sequence[Sighting]) -> list[Thing]:
    """What lies on the plain felt beside those dice and is as large as one."""
    boxes = [die.box_px for die in dice if die.box_px is not None]
    return find_things(pixels, felt, boxes, BESIDE * felt.die_px)


def find_passed_over(
    pixels: Image, plane: Plane, die_mm: float, felt: Felt, dice: Sequence[Sighting]
) -> list[Sighting]:
    """Dice that the finder has no spot for, read where they lie on the plain felt."""
    middles = [thing.middle_px.tolist() for thing in _others(pixels, felt, dice)]
    return [_sighting(die, plane, die_mm, felt.tray[0]) for die in read_at(pixels, middles, felt.die_px, felt.slant)]


def find_unread(pixels: Image, plane: Plane, die_mm: float, felt: Felt, dice: Sequence[Sighting]) -> Iterator[Sighting]:
    """What is as large as a die and was not read: a die that shows nothing, and not surely."""
    for thing in _others(pixels, felt, dice):
        x, y = plane.mm(thing.middle_px[None], die_mm / 2)[0].tolist()
        blue, green, red = thing.colour
        yield Sighting("die", x, y, 0.0, 0.0, None, thing.box_px, felt.tray[0], (red, green, blue))


def _sighting(die: DieSighting, plane: Plane, die_mm: float, zone: str) -> Sighting:
    x0, y0, x1, y1 = die.box
    x, y = plane.mm(np.array([[(x0 + x1) / 2, (y0 + y1) / 2]]), die_mm / 2)[0]  # the middle of the whole cube
    blue, green, red = die.colour
    seen = Sighting("die", float(x), float(y), 0.0, die.sure, str(die.value), die.box, zone, (red, green, blue))
    return seen if die.state == "flat" else replace(seen, sure=min(die.sure, COCKED_SURE))
