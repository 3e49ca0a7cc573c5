"""Which die is which: dice in the tray get the names the layout has for them, by their colour or their place."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from math import hypot

from companion.layout import Die, Layout
from vision.sighting import Sighting

ALIKE = 60.0  # two dice whose colours fit each other's names within this cannot be told apart
ANY = "die"  # in a rule that reads one die and does not mind which
MOVED_MM = 3.0

Dice = tuple[Sighting, ...]


def fits(rolled: Mapping[str, int], dice: Dice, layout: Layout) -> bool:
    """Whether those dice may be that roll: the right values, each on a die that may have that name."""
    return any(rolled == values for values in readings(dice, layout, tuple(rolled)))


def readings(dice: Dice, layout: Layout, names: Sequence[str]) -> list[dict[str, int]]:
    """What the dice say under those names: one reading, or several where colours cannot tell."""
    if len(names) != len(dice):
        return []
    named = {die.name: die for die in layout.dice}
    ways = [(_misfit(which, names, named, layout), which) for which in permutations(dice)]
    best = min(misfit for misfit, _ in ways)
    return [dict(zip(names, map(value_of, which), strict=True)) for misfit, which in ways if misfit < best + ALIKE]


def value_of(die: Sighting) -> int:
    return int(die.shows or 0)


def _misfit(which: Sequence[Sighting], names: Sequence[str], named: Mapping[str, Die], layout: Layout) -> float:
    pairs = zip(which, names, strict=True)
    return sum(_unlike(die, named[name], layout) for die, name in pairs if name in named)


def _unlike(seen: Sighting, die: Die, layout: Layout) -> float:
    """How badly a die fits a name: its colour's distance, and far too much where it lies in another zone."""
    zone = layout.zone.get(die.zone)
    outside = 1000.0 if zone is not None and not zone.holds(seen.x_mm, seen.y_mm) else 0.0
    if not die.colour or seen.colour is None:
        return outside
    return outside + sum(abs(a - b) for a, b in zip(_rgb(die.colour), seen.colour, strict=True))


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def fresh(dice: Dice, lying: Dice) -> Dice:
    """The dice that do not lie as they lay: a new roll comes to rest somewhere else."""
    return tuple(die for die in dice if not any(_is_same(die, other) for other in lying))


def _is_same(die: Sighting, other: Sighting) -> bool:
    return hypot(die.x_mm - other.x_mm, die.y_mm - other.y_mm) < MOVED_MM


def rolls(dice: Dice, lying: Dice) -> Iterator[Dice]:
    """What may have been rolled: the dice that moved; and all of them, for one may have come to rest where one lay."""
    moved = fresh(dice, lying)
    if moved:
        yield moved
        if len(moved) < len(dice):
            yield dice
