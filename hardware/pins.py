"""Which wire goes where: the one pin table that code, README and wiring diagram are made from."""

import gc
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple

from gpiozero.exc import GPIOZeroError
from gpiozero.pins import Factory

from hardware.errors import BadSetting, NoPins

# GPIO number -> pin of the 40-pin header
HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22, 11: 23,
    8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
GROUND = (6, 9, 14, 20, 25, 30, 34, 39)
FIVE_VOLT = (2, 4)
THREE_VOLT = (1, 17)
SEATS = ("red", "orange", "yellow", "green", "blue", "purple")
SPI_PINS = (7, 8, 9, 10, 11)  # the kernel's, as soon as SPI is switched on
AWKWARD = {
    2: "I2C, with a fixed pull-up: a LED on it glimmers",
    3: "I2C, with a fixed pull-up: a LED on it glimmers",
    14: "the serial console, and where case fans are plugged in",
    15: "the serial console",
}
HEADER_CHIPS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")  # Pi 5, Pi 4, the Pis before

GPIO = tuple[int, ...]


@dataclass(frozen=True)
class Pins:
    """GPIO numbers by what hangs on them; an empty tuple is a part this owner did not build.

    I2C (2, 3) and the serial console (14, 15) are left alone, so seventeen pins are free beside the chain's.
    """

    chain: GPIO = (10, 11)  # data, clock: SPI0, fixed
    bar: GPIO = (5, 6, 13, 19, 26)
    seats: GPIO = (4, 12, 16, 20, 21, 22)
    status: GPIO = (17, 27)  # red, green; a third would be blue
    buzzer: GPIO = (18,)
    confirm: GPIO = (23,)
    undo: GPIO = (24,)
    pause: GPIO = (25,)

    def __post_init__(self) -> None:
        seen: dict[int, str] = {}
        for part, pin in ((field.name, pin) for field in fields(self) for pin in getattr(self, field.name)):
            if pin not in HEADER:
                raise BadSetting(f"no GPIO {pin} for {part}; the header has {', '.join(map(str, sorted(HEADER)))}")
            if pin in seen:
                raise BadSetting(f"GPIO {pin} is asked for by {seen[pin]} and {part}; give one of them another pin")
            if part != "chain" and pin in SPI_PINS and self.chain:
                raise BadSetting(f"GPIO {pin} for {part} belongs to SPI; take another, or leave the chain out")
            seen[pin] = part
        if self.chain not in ((), (10, 11)):
            raise BadSetting(f"the chain is asked for on GPIO {self.chain}; SPI0 has data on 10 and clock on 11")


class Wire(NamedTuple):
    """One wire: from a part's lead to a pin of the header."""

    part: str
    lead: str
    gpio: int | None  # None: power or ground
    header: int
    through: str


PINS = Pins()

_NAMES = {
    "bar": "timer bar",
    "seats": "player LEDs",
    "status": "status LED",
    "buzzer": "buzzer",
    "confirm": "confirm button",
    "undo": "undo button",
    "pause": "pause button",
}
_THROUGH = {"bar": "470 Ω", "seats": "470 Ω", "status": "470 Ω"}


def wires(pins: Pins = PINS) -> Iterator[Wire]:
    """Every wire from the header, part by part."""
    if pins.chain:
        yield Wire("LED chain", "data (DI)", pins.chain[0], HEADER[pins.chain[0]], "level shifter, 3.3 to 5 V")
        yield Wire("LED chain", "clock (CI)", pins.chain[1], HEADER[pins.chain[1]], "level shifter; not for WS2812")
        yield Wire("LED chain", "ground", None, GROUND[0], "shared with its own 5 V supply")
    for part, name in _NAMES.items():
        for number, pin in enumerate(getattr(pins, part)):
            yield Wire(name, _lead(part, number), pin, HEADER[pin], _THROUGH.get(part, ""))
    yield Wire("all the others", "ground", None, GROUND[-1], "their other leads")


def _lead(part: str, number: int) -> str:
    if part == "bar":
        return f"LED {number + 1}"
    if part == "seats":
        return SEATS[number] if number < len(SEATS) else f"player {number + 1}"
    if part == "status":
        return ("red", "green", "blue")[number]
    return "signal" if part == "buzzer" else "either lead"


def wiring_table(pins: Pins = PINS) -> str:
    """The wiring as a table in Markdown, one wire a line.

    >>> print(wiring_table(Pins((), (), (), (), (18,), (), (), ())))
    | part | lead | GPIO | header pin | through |
    | --- | --- | --- | --- | --- |
    | buzzer | signal | 18 | 12 |  |
    | all the others | ground | – | 39 | their other leads |
    """
    lines = ["| part | lead | GPIO | header pin | through |", "| --- | --- | --- | --- | --- |"]
    for part, lead, gpio, header, through in wires(pins):
        lines.append(f"| {part} | {lead} | {'–' if gpio is None else gpio} | {header} | {through} |")
    return "\n".join(lines)


def pin_faults() -> tuple[type[Exception], ...]:
    """What a pin raises that cannot be opened or reached; lgpio's own error is no child of OSError."""
    lgpio = sys.modules.get("lgpio")
    return (OSError, GPIOZeroError) if lgpio is None else (OSError, GPIOZeroError, lgpio.error)


@contextmanager
def uncollected() -> Iterator[None]:
    """Keeps the garbage collector out while gpiozero holds its lock on pins.

    A device that is collected at that moment asks for the same lock, on the same thread, and waits for ever.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def awkward_pins(pins: Pins) -> list[str]:
    """A line for every pin that may be used but had better not be."""
    return [
        f"GPIO {pin} for {field.name} is {AWKWARD[pin]}; another pin would do better"
        for field in fields(pins)
        for pin in getattr(pins, field.name)
        if pin in AWKWARD
    ]


def header_chip(lgpio: Any, numbers: Iterable[int]) -> int | None:
    """The gpiochip behind the 40-pin header, by its label: its number changes from kernel to kernel.

    None if no chip says that it is one, or none may be opened.
    """
    labels = {}
    for number in numbers:
        try:
            handle = lgpio.gpiochip_open(number)
        except lgpio.error:
            continue
        labels[lgpio.gpio_get_chip_info(handle)[-1]] = number
        lgpio.gpiochip_close(handle)
    return next((labels[label] for label in HEADER_CHIPS if label in labels), None)


def chip_numbers(devices: Path = Path("/dev")) -> list[int]:
    """The numbers of the gpiochips there are."""
    names = (path.name.removeprefix("gpiochip") for path in devices.glob("gpiochip*"))
    return sorted(int(name) for name in names if name.isdecimal())


def open_pins(devices: Path = Path("/dev")) -> Factory:
    """This Pi's pins through lgpio, which knows every Pi up to the 5; NoPins where there are none."""
    try:
        import lgpio
        from gpiozero.pins.lgpio import LGPIOFactory

        chip = header_chip(lgpio, numbers := chip_numbers(devices))
        if chip is None and numbers:
            raise OSError(f"none of gpiochip {', '.join(map(str, numbers))} may be opened and is a Pi's header")
        return LGPIOFactory(chip=chip)
    except ImportError as wrong:
        raise NoPins(f"no pins: {wrong}; on a Pi install python3-lgpio, elsewhere use --lights none") from wrong
    except pin_faults() as wrong:
        # OSError while importing: lgpio makes a pipe in the working directory, which must be writable
        raise NoPins(f"no pins: {wrong}; add the user to the group gpio, or use --lights none") from wrong
