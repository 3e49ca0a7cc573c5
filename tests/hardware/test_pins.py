"""The pin table, held to gpiozero's own map of the header, and all that is made from it."""

import sys
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.errors import BadSetting, NoPins
from hardware.pins import (
    AWKWARD,
    FIVE_VOLT,
    GROUND,
    HEADER,
    PINS,
    THREE_VOLT,
    Pins,
    awkward_pins,
    chip_numbers,
    header_chip,
    open_pins,
    wires,
    wiring_table,
)

DOCS = Path(__file__).parents[2] / "docs"


def header_of_a_pi() -> dict[int, str]:
    """Header pin -> its name on a Pi, as gpiozero knows it."""
    return {number: pin.name for number, pin in MockFactory().board_info.headers["J8"].pins.items()}


def test_the_header_is_a_raspberry_pis():
    assert {pin: f"GPIO{gpio}" for gpio, pin in HEADER.items()} == {
        pin: name
        for pin, name in header_of_a_pi().items()
        if name.startswith("GPIO") and name not in ("GPIO0", "GPIO1")
    }


@pytest.mark.parametrize(("pins", "name"), [(GROUND, "GND"), (FIVE_VOLT, "5V"), (THREE_VOLT, "3V3")])
def test_power_and_ground_are_where_the_table_says(pins, name):
    assert sorted(pins) == sorted(pin for pin, found in header_of_a_pi().items() if found == name)


def test_every_wire_has_a_header_pin_of_its_own():
    used = [wire.header for wire in wires()]
    assert len(used) == len(set(used))


def test_every_pin_of_the_table_is_wired_once():
    wired = sorted(wire.gpio for wire in wires() if wire.gpio is not None)
    parts = (PINS.chain, PINS.bar, PINS.seats, PINS.status, PINS.buzzer, PINS.confirm, PINS.undo, PINS.pause)
    assert wired == sorted(pin for part in parts for pin in part)


def test_the_wiring_table_lists_every_wire_with_gpio_and_header_pin():
    lines = wiring_table().splitlines()
    assert len(lines) == 2 + len(list(wires()))
    assert "| LED chain | data (DI) | 10 | 19 | level shifter, 3.3 to 5 V |" in lines
    assert "| confirm button | either lead | 23 | 16 |  |" in lines


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"buzzer": (28,)}, "no GPIO 28 for buzzer; the header has 2, 3, 4"),
        ({"buzzer": (5,)}, "GPIO 5 is asked for by bar and buzzer; give one of them another pin"),
        ({"buzzer": (8,)}, "GPIO 8 for buzzer belongs to SPI; take another, or leave the chain out"),
        ({"chain": (20, 21), "seats": ()}, "SPI0 has data on 10 and clock on 11"),
    ],
)
def test_a_table_that_cannot_be_wired_is_refused(change, why):
    with pytest.raises(BadSetting, match=why.replace("(", r"\(")):
        Pins(**change)


def test_without_a_chain_its_pins_are_free():
    assert Pins(chain=(), buzzer=(8,)).buzzer == (8,)


def test_without_lgpio_there_are_no_pins_and_the_line_says_what_would_do(monkeypatch):
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    with pytest.raises(NoPins, match=r"no pins: .*; on a Pi install python3-lgpio, elsewhere use --lights none"):
        open_pins()


def test_no_part_of_the_default_table_is_on_i2c_or_the_serial_console():
    assert [wire for wire in wires() if wire.gpio in AWKWARD] == []
    assert awkward_pins(PINS) == []


def test_a_pin_that_glimmers_or_turns_a_fan_is_named_with_its_part():
    assert awkward_pins(Pins(bar=(14,), buzzer=(2,))) == [
        "GPIO 14 for bar is the serial console, and where case fans are plugged in; another pin would do better",
        "GPIO 2 for buzzer is I2C, with a fixed pull-up: a LED on it glimmers; another pin would do better",
    ]


PI_5 = {10: "gpio-brcmstb@107d508500", 11: "gpio-brcmstb@107d517c00", 13: "pinctrl-rp1", 15: "gpio-brcmstb@107d508520"}


@pytest.mark.parametrize(
    ("labels", "chip"),
    [
        (PI_5, 13),
        ({0: "pinctrl-rp1", 10: "gpio-brcmstb@107d508500"}, 0),
        ({4: "pinctrl-rp1", 0: "gpio-brcmstb@107d508500"}, 4),
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "raspberrypi-exp-gpio", 1: "pinctrl-bcm2835"}, 1),
        ({0: "gpio-mockup-A"}, None),
    ],
)
def test_the_headers_chip_is_known_by_its_label_whatever_its_number(lgpio, labels, chip):
    lgpio.labels = labels
    assert header_chip(lgpio, range(16)) == chip


def test_on_a_new_kernel_of_a_pi_5_the_pins_are_those_of_the_headers_chip(lgpio, tmp_path):
    lgpio.labels = PI_5
    for number in PI_5:
        (tmp_path / f"gpiochip{number}").touch()
    factory = open_pins(tmp_path)
    assert factory.chip == 13
    factory.close()


def test_chips_none_of_which_is_a_headers_are_refused_by_number(lgpio, tmp_path):
    lgpio.labels = {0: "gpio-mockup-A"}
    (tmp_path / "gpiochip0").touch()
    with pytest.raises(NoPins, match=r"none of gpiochip 0 may be opened and is a Pi.s header; add the user to"):
        open_pins(tmp_path)


def test_chips_are_numbered_by_their_device_files(tmp_path):
    for name in ("gpiochip11", "gpiochip4", "gpiochip-rp1", "gpiomem"):
        (tmp_path / name).touch()
    assert chip_numbers(tmp_path) == [4, 11]
