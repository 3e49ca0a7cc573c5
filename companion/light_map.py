"""The light map: which LEDs a space is, on the lights this owner built."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.effects import DARK, Colour


@dataclass(frozen=True)
class LightMap:
    """LED numbers by the name of what they shine for; `bar` are the LEDs that stand for the timer bar, if any."""

    count: int
    leds: Mapping[str, tuple[int, ...]]
    bar: tuple[int, ...] = ()

    def paint(self, lit: Mapping[str, Colour], share: float | None = None) -> list[Colour]:
        """The colours of all LEDs; where two names share one, each colour takes its brighter part."""
        colours = [DARK] * self.count
        for name, colour in lit.items():
            for led in self.leds.get(name, ()):
                colours[led] = brighter(colours[led], colour)
        for led, colour in zip(self.bar, bar_colours(len(self.bar), share), strict=True):
            colours[led] = brighter(colours[led], colour)
        return colours


def brighter(one: Colour, other: Colour) -> Colour:
    """The brighter part of each."""
    return max(one[0], other[0]), max(one[1], other[1]), max(one[2], other[2])


def bar_colours(count: int, share: float | None) -> Sequence[Colour]:
    """A bar of so many LEDs at that share: green, amber below a half, red below a fifth."""
    if not share or not count:
        return [DARK] * count
    colour = (0, 255, 0) if share > 0.5 else (255, 120, 0) if share > 0.2 else (255, 0, 0)
    full = share * count
    return [_part(colour, min(max(full - led, 0.0), 1.0)) for led in range(count)]


def _part(colour: Colour, share: float) -> Colour:
    return round(colour[0] * share), round(colour[1] * share), round(colour[2] * share)
