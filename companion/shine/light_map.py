"""The light map: which LEDs a space is, on the lights this owner built."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import msgspec

from companion.errors import BadInput
from companion.layout import Layout
from companion.shine.effects import DARK, Colour, scaled

LAMP = "lamp"  # the seat of a space where its LED hole is
MOST_LEDS = 300

Side = Literal["top", "right", "bottom", "left"]
Corner = Literal["top_left", "top_right", "bottom_left", "bottom_right"]


class LightsConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the lights were built, as the config file says it under [lights]."""

    driver: Literal["apa102", "ws2812", "wled"] = "apa102"  # the LEDs this owner has
    colours: str = "GRB"  # ws2812: their order on the wire
    host: str = "auto"  # wled: its name or number in the house; auto: the first that answers
    protocol: Literal["ddp", "udp"] = "ddp"  # wled
    kind: Literal["per_space", "matrix", "edge", "bar"] = "per_space"
    leds: int = 0  # LEDs on the chain; 0: as many as the map needs
    first: int = 0  # LEDs before the first one that is used
    order: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)  # per_space: game -> spaces along the chain
    size: Literal[8, 16] = 8  # matrix: so many LEDs each way
    area_mm: tuple[float, float, float, float] | None = None  # matrix: x0, y0, x1, y1; None: the whole table
    corner: Corner = "top_left"  # matrix: where the chain begins, running along that row
    serpentine: bool = True  # matrix: every second row runs back
    sides: dict[Side, int] = msgspec.field(default_factory=dict)  # edge: LEDs on each side, in the order of the chain
    bar_leds: int = 0  # LEDs at the end of the chain that are the timer bar
    seats: tuple[str, ...] = ()  # lamps on single pins, in the order of their pins: "seat.red"
    brightness: float = 0.5
    gamma: float = 2.2
    limit_ma: float = 2000.0
    still: bool = False  # no moving light at all, for players who cannot bear it

    def __post_init__(self) -> None:
        for name in ("leds", "first", "bar_leds"):
            if not 0 <= getattr(self, name) <= MOST_LEDS:
                raise ValueError(f"lights.{name} is {getattr(self, name)}; give 0 to {MOST_LEDS}")
        if self.kind == "per_space" and self.bar_leds and not self.leds:
            raise ValueError("lights.bar_leds needs lights.leds, so that the bar stays where it is whatever is played")
        if empty := [side for side, count in self.sides.items() if count < 1]:
            raise ValueError(f"lights.sides has no LED on {', '.join(empty)}; leave that side out")
        if not 0 < self.brightness <= 1:
            raise ValueError(f"lights.brightness is {self.brightness:g}; it is a share above 0, at most 1")


@dataclass(frozen=True)
class LightMap:
    """LED numbers by the name of what they shine for; `bar` is the timer bar's.

    Numbers below 0 count from the end of the row: lamps on single pins follow the chain, however long that is.
    """

    count: int
    leds: Mapping[str, tuple[int, ...]]
    bar: tuple[int, ...] = ()
    chain: int = 0  # so many of the count are on the chain
    fault: str = ""  # what these lights cannot show of this game, and what would do

    def paint(self, lit: Mapping[str, Colour], share: float | None = None, count: int | None = None) -> list[Colour]:
        """The colours of a row of `count` LEDs; where two names share one, each colour takes its brighter part."""
        count = self.count if count is None else count
        end = count - (self.count - self.chain)  # of the chain
        colours = [DARK] * count
        for name, colour in lit.items():
            for led in self.leds.get(name, ()):
                if -count <= led < end:
                    colours[led] = brighter(colours[led], colour)
        for led, colour in zip(self.bar, bar_colours(len(self.bar), share), strict=True):
            if led < end:
                colours[led] = brighter(colours[led], colour)
        return colours


def lights_for(config: LightsConfig) -> Callable[[Layout], LightMap]:
    """Light maps of any table on those lights: what cannot be shown is said, and keeps nobody from playing."""

    def best(layout: Layout) -> LightMap:
        try:
            return light_map(layout, config)
        except BadInput as short:
            return replace(_what_fits(layout, config), fault=f"{short}; the phones show the rest")

    return best


def _what_fits(layout: Layout, config: LightsConfig) -> LightMap:
    """The lamps that are there although the chain is too short."""
    chain = config.leds or MOST_LEDS
    room = range(chain - config.bar_leds)
    leds = {name: leds for name, leds in _on_chain(layout, config).items() if all(led in room for led in leds)}
    seats = _seats(config)
    return LightMap(chain + len(seats), {**leds, **seats}, tuple(range(room.stop, chain)), chain)


def light_map(layout: Layout, config: LightsConfig) -> LightMap:
    """Which LEDs each space of that table is; BadInput says what the config gets wrong."""
    on_chain = _on_chain(layout, config)
    used = max((led + 1 for leds in on_chain.values() for led in leds), default=config.first)
    used = max(used, config.first + _built(config))
    chain = config.leds or used + config.bar_leds
    if used + config.bar_leds > chain or chain > MOST_LEDS:
        raise BadInput(
            f"lights.leds is {chain}, and the {config.kind} lights of {layout.game} need {used + config.bar_leds};"
            f" a chain has at most {MOST_LEDS}"
        )
    seats = _seats(config)
    bar = tuple(range(chain - config.bar_leds, chain))
    return LightMap(chain + len(seats), {**on_chain, **seats}, bar, chain)


def _on_chain(layout: Layout, config: LightsConfig) -> "Leds":
    return _KINDS[config.kind](layout, lamp_places(layout), config)


def _seats(config: LightsConfig) -> "Leds":
    return {name: (number - len(config.seats),) for number, name in enumerate(config.seats)}


def lamp_places(layout: Layout) -> dict[str, tuple[float, float]]:
    """Where each space shines, in mm: at its LED hole; a table without any such holes shines at every centre."""
    holes = {space.name: space.seat(LAMP) for space in layout.spaces if LAMP in space.seats}
    return holes or {space.name: (space.x_mm, space.y_mm) for space in layout.spaces}


Places = Mapping[str, tuple[float, float]]
Leds = dict[str, tuple[int, ...]]


def _built(config: LightsConfig) -> int:
    """How many LEDs the shape itself has, used or not."""
    return {"matrix": config.size**2, "edge": sum(config.sides.values())}.get(config.kind, 0)


def _per_space(layout: Layout, places: Places, config: LightsConfig) -> Leds:
    order = config.order.get(layout.game, tuple(places))
    if unknown := sorted(set(order) - set(layout.space)):
        raise BadInput(f"lights.order names {', '.join(unknown)}; {layout.game} has {', '.join(list(places)[:5])}, ...")
    if len(set(order)) != len(order):
        raise BadInput(f"lights.order names a space of {layout.game} twice; give each LED its own")
    return {name: (config.first + number,) for number, name in enumerate(order)}


def _matrix(layout: Layout, places: Places, config: LightsConfig) -> Leds:
    x0, y0, x1, y1 = config.area_mm or (0.0, 0.0, layout.width_mm, layout.height_mm)
    if x1 <= x0 or y1 <= y0:
        raise BadInput(f"lights.area_mm is {x0:g}, {y0:g} to {x1:g}, {y1:g}; give the upper left corner first")
    leds: Leds = {}
    for name, (x_mm, y_mm) in places.items():
        column, row = (x_mm - x0) / (x1 - x0) * config.size, (y_mm - y0) / (y1 - y0) * config.size
        if 0 <= column < config.size and 0 <= row < config.size:
            leds[name] = (config.first + _along_rows(int(column), int(row), config),)
    return leds


def _along_rows(column: int, row: int, config: LightsConfig) -> int:
    last = config.size - 1
    row = last - row if config.corner.startswith("bottom") else row
    column = last - column if config.corner.endswith("right") else column
    return row * config.size + (last - column if config.serpentine and row % 2 else column)


def _edge(layout: Layout, places: Places, config: LightsConfig) -> Leds:
    """Row and column lights: on every side with LEDs the one nearest to the space; the chain runs clockwise."""
    if not config.sides:
        raise BadInput("lights.sides is empty; say how many LEDs run along each side, e.g. { top = 60, left = 40 }")
    return {name: tuple(_beside(layout, x_mm, y_mm, config)) for name, (x_mm, y_mm) in places.items()}


def _beside(layout: Layout, x_mm: float, y_mm: float, config: LightsConfig) -> Iterator[int]:
    along_x, along_y = x_mm / layout.width_mm, y_mm / layout.height_mm
    along = {"top": along_x, "right": along_y, "bottom": 1 - along_x, "left": 1 - along_y}
    start = config.first
    for side, count in config.sides.items():
        yield start + min(max(int(along[side] * count), 0), count - 1)
        start += count


def _bar_only(layout: Layout, places: Places, config: LightsConfig) -> Leds:
    return {}


_KINDS = {"per_space": _per_space, "matrix": _matrix, "edge": _edge, "bar": _bar_only}


def brighter(one: Colour, other: Colour) -> Colour:
    """The brighter part of each."""
    return max(one[0], other[0]), max(one[1], other[1]), max(one[2], other[2])


def bar_colours(count: int, share: float | None) -> Sequence[Colour]:
    """A bar of so many LEDs at that share: green, amber from a half, red from a fifth.

    >>> bar_colours(2, 0.75)
    [(0, 255, 0), (0, 128, 0)]
    """
    if not share:
        return [DARK] * count
    colour = (0, 255, 0) if share > 0.5 else (255, 120, 0) if share > 0.2 else (255, 0, 0)
    return [scaled(colour, min(max(share * count - led, 0.0), 1.0)) for led in range(count)]
