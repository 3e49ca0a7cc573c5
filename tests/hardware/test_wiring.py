"""The wiring diagram says what the pin table says."""

from pathlib import Path
from xml.etree import ElementTree

from hardware.pins import Pins, wires
from hardware.wiring import COLOURS, wiring_svg

DOCS = Path(__file__).parents[2] / "docs"


def test_the_drawing_in_the_docs_is_the_one_the_table_makes():
    assert (DOCS / "wiring.svg").read_text() == wiring_svg(), "draw it again: docs/wiring.svg = wiring_svg()"


def test_the_drawing_names_every_wire():
    drawing = wiring_svg()
    assert [wire for wire in wires() if f"{wire.part}: {wire.lead}" not in drawing] == []


def test_the_drawing_has_all_forty_pins_and_is_well_formed():
    pins = ElementTree.fromstring(wiring_svg()).findall("{http://www.w3.org/2000/svg}circle")
    assert len(pins) == 40


def test_every_part_has_a_colour():
    assert {wire.part for wire in wires() if wire.gpio is not None} <= COLOURS.keys()


def test_a_part_that_was_not_built_is_not_drawn():
    drawing = wiring_svg(Pins(buzzer=()))
    assert "buzzer" not in drawing
    assert "GPIO 18" in drawing
