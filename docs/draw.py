"""The pictures of building.md: the guardian's path and the timer as each driver would send them, decoded and drawn.

python docs/draw.py draws them all again (`make pictures`). Nothing is drawn that was not on a wire: the lamps run as in
the service, what leaves the driver is read as the LEDs would read it, and the colours are put where the LEDs lie.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from gpiozero.pins.mock import MockFactory

from companion.games import game_named
from companion.games.protocol import Glow, Light
from companion.layout import Layout
from companion.shine.lamps import Lamps
from companion.shine.light_map import LightsConfig, lamp_places, light_map
from hardware.apa102 import Apa102
from hardware.gpio_lights import TimerBar
from hardware.heard import apa102_hears, bits_of, ddp_hears, ws2812_hears
from hardware.lights import Colour, RecordedLights
from hardware.pins import PINS
from hardware.wiring import wiring_svg
from hardware.wled import Wled, WledInfo
from hardware.ws2812 import RATE_HZ, Ws2812

DOCS = Path(__file__).parent
PATH = ("e5", "e6", "e7", "d7", "c6")  # the guardian walks from the middle, and turns once
STEP_S = 0.4
MOMENT_S = 1.5  # he is on his fourth space
TIME_LEFT = 0.6
GAMMA = 2.2
MARGIN_MM, CAPTION_MM = 34.0, 56.0

Place = tuple[float, float]


@dataclass(frozen=True)
class Picture:
    """Lights as somebody may have built them, and what to call them."""

    name: str
    title: str
    config: LightsConfig
    heard: Callable[[int, Sequence[Colour]], tuple[str, list[Colour]]]


class Spi(MockFactory):  # type: ignore[misc]
    """Pins of a pretend Pi that keep what goes out over SPI."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = b""

    def spi(self, **arguments: Any) -> SimpleNamespace:
        def write(data: bytes) -> None:
            self.sent = bytes(data)

        return SimpleNamespace(closed=False, rate=0, write=write, close=lambda: None)


def by_apa102(count: int, scene: Sequence[Colour]) -> tuple[str, list[Colour]]:
    wire = Spi()
    Apa102(count, wire).show(scene)
    levels, colours, _ = apa102_hears(bits_of(wire.sent), count)
    dimmed = [_seen(colour, level / 31) for level, colour in zip(levels, colours, strict=True)]
    return f"{len(wire.sent)} bytes over SPI at 4 MHz", dimmed


def by_ws2812(count: int, scene: Sequence[Colour]) -> tuple[str, list[Colour]]:
    wire = Spi()
    Ws2812(count, wire).show(scene)
    heard = iter(ws2812_hears(bits_of(wire.sent), RATE_HZ))
    colours = [_seen((red, green, blue)) for green, red, blue in zip(heard, heard, heard, strict=True)]
    return f"{len(wire.sent)} bytes over SPI's data wire at 2.4 MHz", colours


def by_wled(count: int, scene: Sequence[Colour]) -> tuple[str, list[Colour]]:
    lights = Wled("127.0.0.1", count, WledInfo("table", count, 0.0))
    packet = lights.encode(scene)
    lights.close()
    return f"one packet of {len(packet)} bytes by DDP", [_seen(colour) for colour in ddp_hears(packet)[1]]


def _seen(colour: Colour, share: float = 1.0) -> Colour:
    """As an eye takes it: LEDs are linear, eyes and screens are not."""
    red, green, blue = (round(255 * (level / 255 * share) ** (1 / GAMMA)) for level in colour)
    return red, green, blue


BAR = 8
PICTURES = (
    Picture("lights-apa102", "APA102, one LED under every space", LightsConfig(leds=61 + BAR, bar_leds=BAR), by_apa102),
    Picture("lights-ws2812", "WS2812, one under every space", LightsConfig(leds=61 + BAR, bar_leds=BAR), by_ws2812),
    Picture(
        "lights-matrix",
        "WS2812 matrix of 16 x 16 under the board",
        LightsConfig(kind="matrix", size=16, area_mm=(200, 10, 640, 400), bar_leds=BAR),
        by_ws2812,
    ),
    Picture(
        "lights-edge",
        "a strip around the edge, on a WLED: row and column point at the space",
        LightsConfig(kind="edge", sides={"top": 80, "right": 56, "bottom": 80, "left": 56}, bar_leds=BAR),
        by_wled,
    ),
)


def draw(picture: Picture) -> str:
    """One picture: the board's spaces in grey, every LED where it lies, lit as it would be."""
    layout = game_named("pyramid_raiders").layout()
    plan = light_map(layout, picture.config)
    said, colours = picture.heard(plan.count, _scene(RecordedLights(plan.count), layout, picture.config))
    places = led_places(layout, picture.config, plan.count)
    caption = picture.title, f"{plan.count} LEDs, the last {BAR} are the timer's; {said}"
    return _svg(layout, caption, [(place, colour) for place, colour in zip(places, colours, strict=True) if place])


def _scene(lights: RecordedLights, layout: Layout, config: LightsConfig) -> tuple[Colour, ...]:
    """What the lamps show in that moment of the guardian's walk, with that much of the time left."""
    lamps = Lamps(lights, light_map(layout, config), lambda: 0.0)
    lamps.show(Glow(tuple(Light(space, "red", "path", STEP_S * step) for step, space in enumerate(PATH))))
    lamps.show_timer(TIME_LEFT)
    lamps.step(MOMENT_S)
    return lights.scenes[-1]


def led_places(layout: Layout, config: LightsConfig, count: int) -> list[Place | None]:
    """Where each LED of the chain lies, in mm; None for one that is nowhere on this table."""
    places: list[Place | None] = [None] * count
    for led, place in enumerate(_LAID[config.kind](layout, config)):
        places[led] = place
    for number in range(config.bar_leds):
        places[count - config.bar_leds + number] = (
            layout.width_mm / 2 + (number - (BAR - 1) / 2) * 26,
            layout.height_mm - 14,
        )
    return places


def _under_spaces(layout: Layout, config: LightsConfig) -> list[Place]:
    return list(lamp_places(layout).values())


def _in_rows(layout: Layout, config: LightsConfig) -> list[Place]:
    assert config.area_mm is not None
    x0, y0, x1, y1 = config.area_mm
    wide, high = (x1 - x0) / config.size, (y1 - y0) / config.size
    rows = [[(x0 + (column + 0.5) * wide, y0 + (row + 0.5) * high) for column in range(config.size)]
            for row in range(config.size)]  # fmt: skip
    return [place for number, row in enumerate(rows) for place in (reversed(row) if number % 2 else row)]


def _around(layout: Layout, config: LightsConfig) -> list[Place]:
    wide, high, out = layout.width_mm, layout.height_mm, 12.0
    sides: dict[str, Callable[[float], Place]] = {
        "top": lambda along: (along * wide, -out),
        "right": lambda along: (wide + out, along * high),
        "bottom": lambda along: ((1 - along) * wide, high + out),
        "left": lambda along: (-out, (1 - along) * high),
    }
    return [sides[side]((led + 0.5) / leds) for side, leds in config.sides.items() for led in range(leds)]


_LAID: dict[str, Callable[[Layout, LightsConfig], list[Place]]] = {
    "per_space": _under_spaces,
    "matrix": _in_rows,
    "edge": _around,
}


def _svg(layout: Layout, caption: tuple[str, str], leds: Sequence[tuple[Place, Colour]]) -> str:
    width, height = layout.width_mm + 2 * MARGIN_MM, layout.height_mm + 2 * MARGIN_MM + CAPTION_MM
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN_MM:g} {-MARGIN_MM:g} {width:g} {height:g}">',
        f"<title>{caption[0]}</title>",
        f'<rect x="{-MARGIN_MM:g}" y="{-MARGIN_MM:g}" width="{width:g}" height="{height:g}" fill="#15171c"/>',
        f'<rect width="{layout.width_mm:g}" height="{layout.height_mm:g}" rx="8" fill="#23262e"/>',
    ]
    lines += [_space(space.x_mm, space.y_mm, space.outline) for space in layout.spaces]
    lines += [_led(place, colour) for place, colour in leds]
    for line, text in enumerate(caption):
        y = layout.height_mm + MARGIN_MM + 18 + 26 * line
        lines.append(f'<text x="0" y="{y:g}" font-family="sans-serif" font-size="20" fill="#e5e7eb">{text}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _space(x_mm: float, y_mm: float, outline: Sequence[Place]) -> str:
    if not outline:
        return f'<circle cx="{x_mm:g}" cy="{y_mm:g}" r="5" fill="none" stroke="#3b404c"/>'
    points = " ".join(f"{x_mm + dx:.1f},{y_mm + dy:.1f}" for dx, dy in outline)
    return f'<polygon points="{points}" fill="#2b2f39" stroke="#3b404c"/>'


def _led(place: Place, colour: Colour) -> str:
    x_mm, y_mm = place
    if not any(colour):
        return f'<circle cx="{x_mm:.1f}" cy="{y_mm:.1f}" r="2" fill="#4b5563"/>'
    fill = "#{:02x}{:02x}{:02x}".format(*colour)
    halos = (f'<circle cx="{x_mm:.1f}" cy="{y_mm:.1f}" r="{radius}" fill="{fill}" fill-opacity="{share}"/>'
             for radius, share in ((20, 0.12), (13, 0.25), (7, 1)))  # fmt: skip
    return f'<g style="mix-blend-mode:screen">{"".join(halos)}</g>'


def draw_bar() -> str:
    """The bar on single pins: what gpiozero put on each pin."""
    pins = MockFactory()
    bar = TimerBar(PINS.bar, pins)
    bar.show(TIME_LEFT)
    lit = [bool(pins.pin(pin).state) for pin in PINS.bar]
    bar.close()
    leds = [((40.0 + 72 * number, 40.0), (40, 220, 80) if is_lit else (0, 0, 0)) for number, is_lit in enumerate(lit)]
    names = [f'<text x="{x - 26:g}" y="78" font-family="sans-serif" font-size="15" fill="#9ca3af">GPIO {pin}</text>'
             for ((x, _), _), pin in zip(leds, PINS.bar, strict=True)]  # fmt: skip
    caption = f"the bar on single pins with {TIME_LEFT:.0%} of the time left"
    return "\n".join([
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 380 120">',
        f"<title>{caption}</title>",
        '<rect width="380" height="120" fill="#15171c"/>',
        *(_led(place, colour) for place, colour in leds),
        *names,
        f'<text x="14" y="106" font-family="sans-serif" font-size="15" fill="#e5e7eb">{caption}</text>',
        "</svg>",
    ]) + "\n"  # fmt: skip


def pictures() -> dict[str, str]:
    """Every drawing in the docs by its file's name."""
    drawn = {f"{picture.name}.svg": draw(picture) for picture in PICTURES}
    return {**drawn, "lights-bar.svg": draw_bar(), "wiring.svg": wiring_svg()}


if __name__ == "__main__":
    for name, text in pictures().items():
        (DOCS / name).write_text(text, encoding="utf-8")
        print(f"{DOCS / name}: {len(text)} bytes", file=sys.stderr)
