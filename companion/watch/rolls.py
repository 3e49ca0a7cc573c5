"""Which die is which: dice get the names the layout has for them, by colour or zone; whose die it is, is learnt."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from math import hypot

from companion.layout import Die, Layout
from vision.sighting import BESIDE_TRAY, Sighting

ALIKE = 60.0  # two dice whose colours fit each other's names within this cannot be told apart
OUTSIDE = 1000.0  # more than any colour is away
MOVED_MM = 3.0
BUMPED_MM = 5.5  # a die that shows the same so near is the same, seen by a camera that was knocked
STILL_MM = 1.5  # a knocked camera moves them all: where another die lies as still as this, nobody knocked
CERTAIN = 0.97  # so sure must both readings be before a die that has hardly moved counts as rolled again
LIKELY = 0.9  # and so sure before people are asked
DOUBTED = 0.8

UNREAD = 0  # what a die shows that lies there and cannot be read

Dice = tuple[Sighting, ...]
Colour = tuple[int, int, int]
Owners = Mapping[str, Colour]  # whose die has which colour, as far as it was learnt


def fits(rolled: Mapping[str, int], dice: Dice, layout: Layout, owners: Owners) -> bool:
    """Whether those dice may be that roll: the right values, each on a die that may have that name."""
    return any(_may_be(rolled, values) for values in readings(dice, layout, tuple(rolled), owners))


def _may_be(rolled: Mapping[str, int], values: Mapping[str, int]) -> bool:
    """A die that could not be read may show anything."""
    return all(values[name] in (value, UNREAD) for name, value in rolled.items())


def readings(dice: Dice, layout: Layout, names: Sequence[str], owners: Owners) -> list[dict[str, int]]:
    """What the dice say under those names: one reading, or several where nothing tells them apart.

    A name the layout does not know is a person's part in the roll: which die is whose, people agree among themselves.
    """
    if len(names) != len(dice):
        return []
    named = {die.name: die for die in layout.dice}
    ways = [(_misfit(which, names, named, layout, owners), which) for which in permutations(dice)]
    best = min(misfit for misfit, _ in ways)
    if best >= OUTSIDE:
        return []
    found = [dict(zip(names, map(value_of, which), strict=True)) for misfit, which in ways if misfit < best + ALIKE]
    return [values for number, values in enumerate(found) if values not in found[:number]]


def learnt(rolled: Mapping[str, int], dice: Dice, layout: Layout) -> dict[str, Colour]:
    """Whose die has which colour, after a roll was entered; nothing where it could be either way."""
    strange = [name for name in rolled if name not in {die.name for die in layout.dice}]
    values = [value_of(die) for die in dice]
    if len(strange) < 2 or len(set(values)) < len(values) or sorted(rolled.values()) != sorted(values):
        return {}
    by_value = {value_of(die): die.colour for die in dice}
    return {name: colour for name in strange if (colour := by_value[rolled[name]]) is not None}


def value_of(die: Sighting) -> int:
    return int(die.shows or UNREAD)


def _misfit(
    which: Sequence[Sighting], names: Sequence[str], named: Mapping[str, Die], layout: Layout, owners: Owners
) -> float:
    misfit = 0.0
    for die, name in zip(which, names, strict=True):
        if name in named:
            misfit += _unlike(die, named[name], layout)
        elif name in owners and die.colour is not None:
            misfit += _apart(owners[name], die.colour)
    return misfit


def _unlike(seen: Sighting, die: Die, layout: Layout) -> float:
    """How badly a die fits a name: its colour's distance, and far too much where it lies in another zone."""
    zone = layout.zone.get(die.zone)
    outside = OUTSIDE if zone is not None and not zone.holds(seen.x_mm, seen.y_mm) else 0.0
    if not die.colour or seen.colour is None:
        return outside
    return outside + min(_apart(_rgb(die.colour), seen.colour), OUTSIDE / 4)


def _apart(one: Colour, other: Colour) -> float:
    return float(sum(abs(a - b) for a, b in zip(one, other, strict=True)))


def _rgb(colour: str) -> Colour:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def fresh(dice: Dice, lying: Dice) -> Dice:
    """The dice that do not lie as they lay: a new roll comes to rest somewhere else.

    Where another die has been taken up, one that shows something else now was rolled too. Else it is in doubt, unless
    both readings are beyond it.
    """
    is_taken = any(not any(_away(die, other) < MOVED_MM for die in dice) for other in lying)
    kept = [(die, [other for other in lying if _is_same(die, other, _bumped_mm(die, dice, lying))]) for die in dice]
    return tuple(_doubted(die, lying, is_taken) for die, same in kept if not same)


def _away(die: Sighting, other: Sighting) -> float:
    return hypot(die.x_mm - other.x_mm, die.y_mm - other.y_mm)


def _bumped_mm(die: Sighting, dice: Dice, lying: Dice) -> float:
    """How far it may have moved without having been rolled: hardly, where the others lie as they lay."""
    others = [one for one in dice if one is not die]
    is_still = any(one.shows == old.shows and _away(one, old) < STILL_MM for one in others for old in lying)
    return MOVED_MM if is_still else BUMPED_MM


def _is_same(die: Sighting, other: Sighting, bumped_mm: float) -> bool:
    if _is_thrown(die, other):
        return False
    if die.shows == other.shows:
        return _away(die, other) < bumped_mm
    return _away(die, other) < MOVED_MM and min(die.sure, other.sure) < LIKELY


def _is_thrown(die: Sighting, other: Sighting) -> bool:
    """Whether it lies otherwise where one lay, by its looks; both were seen well enough to say so."""
    return 0 != die.throw != other.throw != 0 and min(die.sure, other.sure) >= LIKELY


def _doubted(die: Sighting, lying: Dice, is_taken: bool) -> Sighting:
    """A die that shows something else where one lay may have been misread, now or then: people are asked.

    So they are about one that shows the same right there, only looks otherwise: a light may do that.
    """
    others = [other for other in lying if _away(die, other) < MOVED_MM]
    if is_taken or all(_is_certain(die, other) for other in others):
        return die
    return replace(die, sure=min(die.sure, DOUBTED))


def _is_certain(die: Sighting, other: Sighting) -> bool:
    return die.shows != other.shows and (_is_thrown(die, other) or min(die.sure, other.sure) >= CERTAIN)


def is_alike(dice: Dice, lying: Dice) -> bool:
    """Whether the same dice lie there, each with the same face up."""
    return len(dice) == len(lying) and all(any(_is_alike(die, other) for other in lying) for die in dice)


def _is_alike(die: Sighting, other: Sighting) -> bool:
    return die.shows == other.shows and _is_same(die, other, BUMPED_MM)


def fallen(dice: Dice, lying: Dice) -> Dice:
    """Dice that have come to lie beside the tray."""
    return tuple(die for die in fresh(dice, lying) if die.zone == BESIDE_TRAY)


def rolls(dice: Dice, lying: Dice) -> Iterator[Dice]:
    """What may have been rolled: the dice that moved; and all of them, for one may have come to rest where one lay."""
    dice = tuple(die for die in dice if die.zone != BESIDE_TRAY)
    moved = fresh(dice, lying)
    if moved:
        yield moved
        if len(moved) < len(dice):
            yield dice
