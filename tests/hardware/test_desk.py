"""All parts of the header together, on mock pins of one pretend Pi."""

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.buzzer import NoBuzzer
from hardware.desk import Desk
from hardware.errors import NoPins
from hardware.gpio_lights import PlayerLeds
from hardware.pins import Pins
from hardware.watched import News

RED, DARK = (255, 0, 0), (0, 0, 0)
NO_CHAIN = Pins(chain=())


@pytest.fixture
def pins(monkeypatch) -> MockFactory:
    factory = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setattr(Device, "pin_factory", factory)
    return factory


def test_all_parts_of_the_default_table_open_side_by_side(pins, clock):
    news: list[News] = []
    desk = Desk(print, news.append, clock, leds=8, seats=6, open_factory=lambda: pins)
    desk.lights.show([DARK] * 8 + [RED] * 6)
    assert desk.bar is not None
    desk.bar.show(0.5)
    desk.buzzer.play("turn")
    desk.step(0.0)
    assert [pins.pin(pin).state for pin in (4, 14, 15, 2, 3, 12)] == [1.0] * 6
    assert [bool(pins.pin(pin).state) for pin in (5, 6, 13, 19, 26, 16, 20, 21)] == [True] * 4 + [False] * 4
    assert pins.pin(18).frequency == 440.0
    desk.say("question")
    assert [round(pins.pin(pin).state, 2) for pin in (17, 27, 22)] == [0.47, 0.2, 0.0]
    desk.close()
    assert news == []


def test_a_chain_of_unknown_length_is_driven_to_the_longest(pins, clock):
    desk = Desk(print, clock=clock, open_factory=lambda: pins)
    assert desk.lights.count == 300
    desk.close()


def test_presses_and_long_presses_arrive_through_step(pins, clock):
    told: list[str] = []
    desk = Desk(told.append, clock=clock, pins=NO_CHAIN, open_factory=lambda: pins)
    pins.pin(24).drive_low()
    pins.pin(24).drive_high()
    pins.pin(23).drive_low()
    desk.step(clock.now + 2)
    pins.pin(23).drive_high()
    desk.close()
    assert told == ["undo", "end_round"]


def test_a_part_whose_pins_are_taken_is_told_of_and_the_rest_goes_on(pins, clock):
    news: list[News] = []
    held = PlayerLeds([18], pins)
    desk = Desk(print, news.append, clock, pins=NO_CHAIN, open_factory=lambda: pins)
    assert isinstance(desk.buzzer, NoBuzzer)
    assert [(told.part, told.is_well) for told in news] == [("buzzer", False)]
    assert desk.bar is not None
    held.close()
    desk.close()


def test_a_buzzer_that_fails_is_told_of_and_the_beat_goes_on(pins, clock, monkeypatch):
    def fail(pin, value) -> None:
        raise OSError(5, "Input/output error")

    news: list[News] = []
    desk = Desk(print, news.append, clock, pins=NO_CHAIN, open_factory=lambda: pins)
    desk.buzzer.play("turn")
    with monkeypatch.context() as broken:
        broken.setattr(MockPWMPin, "_set_frequency", fail)
        desk.step(0.0)
        desk.step(0.1)
    desk.close()
    assert [(told.part, told.is_well) for told in news] == [("buzzer", False)]


def test_a_desk_with_nothing_wired_does_nothing_and_says_nothing(pins, clock):
    news: list[News] = []
    empty = Pins((), (), (), (), (), (), (), ())
    desk = Desk(print, news.append, clock, pins=empty, open_factory=lambda: pins)
    desk.lights.show([])
    desk.step(0.0)
    desk.say("well")
    desk.close()
    assert (desk.bar, news) == (None, [])


def test_without_pins_there_is_no_desk():
    def no_pins():
        raise NoPins("no pins: this is a laptop; use --lights none")

    with pytest.raises(NoPins, match="this is a laptop"):
        Desk(print, open_factory=no_pins)
