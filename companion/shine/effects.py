"""Effects as pure functions of time: what a Glow looks like so many seconds after it began, moving or still."""

from collections.abc import Iterable, Mapping
from functools import cache
from math import cos, pi
from typing import Generic, TypeVar

from companion.errors import BadInput
from companion.games.protocol import Glow, Light
from companion.layout import Layout

Colour = tuple[int, int, int]
DARK: Colour = (0, 0, 0)

COLOURS: Mapping[str, Colour] = {
    "red": (255, 0, 0),
    "orange": (255, 90, 0),
    "yellow": (255, 190, 0),
    "gold": (255, 160, 20),
    "amber": (255, 120, 0),
    "green": (0, 255, 0),
    "blue": (0, 40, 255),
    "purple": (150, 0, 255),
    "white": (255, 255, 255),
    "grey": (60, 60, 60),
    "black": (40, 40, 48),  # a lamp cannot shine black: a dim white stands for it
    "off": DARK,
}

PULSE_S = 2.0
PULSE_LOW = 0.25
FLASH_S = 0.8  # 1.25 flashes a second, so that two lamps flashing in turn stay below three
HEAD_S = 0.4  # how long the head of a running path shines before the path stays dim behind it
FADE_S = 0.2
DIM = 0.25
STILL_PULSE = 0.6
SWING_S = 1 / 6  # a lamp turns between rising and falling at most this often: three flashes a second, never more
DARK_ROOM, BRIGHT_ROOM = 40.0, 160.0  # what the camera sees on average, 0..255


@cache
def colour_of(name: str) -> Colour:
    """The light of a colour's name or of "#rrggbb".

    >>> colour_of("red"), colour_of("#0a0b0c")
    ((255, 0, 0), (10, 11, 12))
    """
    if name in COLOURS:
        return COLOURS[name]
    try:
        if len(name) != 7 or name[0] != "#":
            raise ValueError
        return int(name[1:3], 16), int(name[3:5], 16), int(name[5:7], 16)
    except ValueError:
        raise BadInput(f"no colour {name!r}; known are {', '.join(COLOURS)} and #rrggbb") from None


def scaled(colour: Colour, share: float) -> Colour:
    """The colour at that share of its brightness.

    >>> scaled((200, 100, 0), 0.5)
    (100, 50, 0)
    """
    return round(colour[0] * share), round(colour[1] * share), round(colour[2] * share)


def level(effect: str, since_s: float) -> float:
    """How bright an effect is, 0..1, so long after it began.

    >>> [round(level("pulse", s), 2) for s in (0, 0.5, 1.0, 2.0)]
    [0.25, 0.62, 1.0, 0.25]
    """
    if effect == "dim":
        return DIM
    if effect == "pulse":
        return PULSE_LOW + (1 - PULSE_LOW) * (1 - cos(2 * pi * since_s / PULSE_S)) / 2
    if effect == "flash":
        return 1.0 if since_s % FLASH_S < FLASH_S / 2 else 0.0
    if effect == "path":
        return 1.0 - (1 - DIM) * min(max((since_s - HEAD_S) / FADE_S, 0.0), 1.0)
    return 1.0


def still_level(effect: str) -> float:
    """The same effect for eyes that need rest: one brightness, never changing."""
    return {"dim": DIM, "path": DIM, "pulse": STILL_PULSE}.get(effect, 1.0)


def is_lit(light: Light, since_s: float) -> bool:
    """Whether the light has begun and not yet ended."""
    return since_s >= light.after_s and (light.for_s is None or since_s < light.after_s + light.for_s)


def every_lamp(layout: Layout, step_s: float = 0.12) -> Glow:
    """Each space lit for a moment, one after the other: a walk over all lamps, to see that none is dark."""
    lights = [Light(space.name, "gold", "flash", n * step_s, 1.0) for n, space in enumerate(layout.spaces)]
    return Glow(tuple(lights))


def scene(glow: Glow, since_s: float, still: bool = False) -> dict[str, Colour]:
    """Each space that glow lights, and its colour now; what began last lies on top, pulses on one space take turns."""
    if still:
        return _still_scene(glow)
    lit: dict[str, list[Light]] = {}
    for light in glow.lights:
        if is_lit(light, since_s):
            lit.setdefault(light.space, []).append(light)
    return {space: _colour_now(lights, since_s) for space, lights in lit.items()}


def _colour_now(lights: list[Light], since_s: float) -> Colour:
    newest = max(enumerate(lights), key=lambda numbered: (numbered[1].after_s, numbered[0]))[1]
    if newest.effect == "pulse":
        sharing = [light for light in lights if (light.effect, light.after_s) == ("pulse", newest.after_s)]
        newest = sharing[int((since_s - newest.after_s) / PULSE_S) % len(sharing)]
    return scaled(colour_of(newest.colour), level(newest.effect, since_s - newest.after_s))


def _still_scene(glow: Glow) -> dict[str, Colour]:
    """All at once and unchanging: what passes is drawn dim, what lasts lies over it."""
    passing = {light.space: scaled(colour_of(light.colour), DIM) for light in glow.lights if light.for_s is not None}
    lasting = {
        light.space: scaled(colour_of(light.colour), still_level(light.effect))
        for light in sorted(glow.lights, key=lambda light: light.after_s)
        if light.for_s is None
    }
    return passing | lasting


def bar_share(left: float, out_for_s: float, still: bool = False) -> float:
    """How much of the timer bar is lit while that share of the time is left. At 0 it flashes, or stays full if still.

    >>> [bar_share(1.0, 0), bar_share(0.5, 0), bar_share(0.0, 0), bar_share(0.0, 0.5)]
    [1.0, 0.5, 1.0, 0.0]
    """
    if left > 0:
        return min(left, 1.0)
    return 1.0 if still else level("flash", out_for_s)


def room_share(seen: float) -> float:
    """How bright lamps should be in a room the camera sees so bright, 0..255: gentle in the dark, full by day.

    >>> [room_share(seen) for seen in (20, 100, 200)]
    [0.3, 0.65, 1.0]
    """
    light = (seen - DARK_ROOM) / (BRIGHT_ROOM - DARK_ROOM)
    return round(0.3 + 0.7 * min(max(light, 0.0), 1.0), 3)


def doubt(spaces: Iterable[str]) -> tuple[Light, ...]:
    """The blink that asks for help: these spaces are in doubt."""
    return tuple(Light(space, "amber", "flash") for space in spaces)


K = TypeVar("K", str, int)


class Calm(Generic[K]):
    """Lets no lamp flash more than three times a second, whatever the scenes that follow each other ask for."""

    def __init__(self) -> None:
        self._lamps: dict[K, _Lamp] = {}

    def show(self, wanted: Mapping[K, Colour], now: float) -> dict[K, Colour]:
        """What may be shown now; lamps that are not wanted go dark as soon as they may."""
        asked = {**dict.fromkeys(self._lamps, DARK), **wanted}
        for name, colour in asked.items():
            lamp = self._lamps.get(name)
            if lamp is None:
                lamp = self._lamps[name] = _Lamp()
            if colour != lamp.colour:
                lamp.turn(colour, now)
        return {name: lamp.colour for name, lamp in self._lamps.items() if lamp.colour != DARK}


class _Lamp:
    """One lamp: which way each of its three colours last went, and since when."""

    __slots__ = ("_turned_s", "_way", "colour")

    def __init__(self) -> None:
        self.colour = DARK
        self._way = [0, 0, 0]
        self._turned_s = [0.0, 0.0, 0.0]

    def turn(self, colour: Colour, now: float) -> None:
        """Takes the colour, unless one of its parts would turn back too soon: then the lamp holds."""
        changes = colour[0] - self.colour[0], colour[1] - self.colour[1], colour[2] - self.colour[2]
        for part, change in enumerate(changes):
            if change * self._way[part] < 0 and now - self._turned_s[part] < SWING_S:
                return
        for part, change in enumerate(changes):
            if change and change * self._way[part] <= 0:
                self._way[part], self._turned_s[part] = (1 if change > 0 else -1), now
        self.colour = colour
