"""The wiring diagram, drawn from the pin table: the header in the middle, every wire to its side."""

from collections.abc import Iterator
from xml.sax.saxutils import escape

from hardware.pins import FIVE_VOLT, GROUND, HEADER, PINS, THREE_VOLT, Pins, Wire, wires

STEP, TOP, MIDDLE, WIDTH = 26, 84, 460, 920
COLOURS = {
    "LED chain": "#c2410c",
    "timer bar": "#15803d",
    "player LEDs": "#7e22ce",
    "status LED": "#be123c",
    "buzzer": "#0e7490",
    "confirm button": "#1d4ed8",
    "undo button": "#1d4ed8",
    "pause button": "#1d4ed8",
}
GROUND_COLOUR = "#1f2937"


def wiring_svg(pins: Pins = PINS) -> str:
    """The diagram as an SVG; odd pins lead to the left, even ones to the right, as on the board."""
    by_pin = {wire.header: wire for wire in wires(pins)}
    height = TOP + 20 * STEP + 70
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">',
        "<title>The companion's wiring on the Raspberry Pi's 40-pin header</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        _words(MIDDLE, 30, "Raspberry Pi, 40-pin header", "middle", "#111827", 17),
        _words(MIDDLE, 52, "seen from above, USB sockets at the bottom", "middle", "#4b5563"),
        f'<rect x="{MIDDLE - 34}" y="{TOP - 16}" width="68" height="{20 * STEP + 6}" rx="6" fill="#111827"/>',
    ]
    for pin in range(1, 41):
        lines += _pin(pin, by_pin.get(pin))
    note = "Feed the LED chain from its own 5 V supply; join its ground to the Pi's. Never 5 V on a GPIO pin."
    lines += [_words(MIDDLE, height - 24, note, "middle", "#b91c1c"), "</svg>"]
    return "\n".join(lines) + "\n"


def _pin(number: int, wire: Wire | None) -> Iterator[str]:
    side = -1 if number % 2 else 1
    x, y = MIDDLE + side * 15, TOP + (number - 1) // 2 * STEP
    fill = "#f3f4f6" if wire is None else _colour(wire)
    yield f'<circle cx="{x}" cy="{y}" r="8" fill="{fill}"/>'
    yield _words(x, y + 3.5, str(number), "middle", "#111827" if wire is None else "#ffffff", 9)
    anchor = "end" if side < 0 else "start"
    if wire is None:
        yield _words(MIDDLE + side * 44, y + 4, _unused(number), anchor, "#9ca3af", 11)
        return
    yield f'<path d="M{x + side * 8} {y}H{MIDDLE + side * 94}" stroke="{fill}" stroke-width="3" fill="none"/>'
    yield _words(MIDDLE + side * 100, y + 4, _label(wire), anchor, fill)


def _colour(wire: Wire) -> str:
    return GROUND_COLOUR if wire.gpio is None else COLOURS[wire.part]


def _label(wire: Wire) -> str:
    name = "" if wire.gpio is None else f"GPIO {wire.gpio} · "
    return f"{name}{wire.part}: {wire.lead}" + (f" · {wire.through}" if wire.through else "")


def _unused(number: int) -> str:
    if number in GROUND:
        return "ground"
    if number in FIVE_VOLT:
        return "5 V"
    if number in THREE_VOLT:
        return "3.3 V"
    gpio = {pin: name for name, pin in HEADER.items()}.get(number)
    return "" if gpio is None else f"GPIO {gpio}"


def _words(x: float, y: float, text: str, anchor: str, colour: str, size: float = 13) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{colour}" font-size="{size:g}">{escape(text)}</text>'
    )
