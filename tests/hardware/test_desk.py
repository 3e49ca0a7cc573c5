"""All parts of the header together, on mock pins of one pretend Pi."""

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.desk import Desk
from hardware.errors import BadSetting, NoPins
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
    assert [pins.pin(pin).state for pin in (4, 12, 16, 20, 21, 22)] == [1.0] * 6
    assert [bool(pins.pin(pin).state) for pin in (5, 6, 13, 19, 26)] == [True] * 3 + [False] * 2
    assert pins.pin(18).frequency == 440.0
    desk.say("question")
    assert [round(pins.pin(pin).state, 2) for pin in (17, 27)] == [0.47, 0.2]
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


PARTS = {18: "buzzer", 19: "timer bar", 12: "player LEDs", 27: "status LED", 24: "undo button"}


@pytest.mark.parametrize(("pin", "part"), PARTS.items(), ids=PARTS.values())
def test_one_busy_pin_darkens_only_its_own_part_until_it_is_free(pins, clock, pin, part):
    news: list[News] = []
    held = PlayerLeds([pin], pins)
    desk = Desk(print, news.append, clock, leds=8, seats=6, open_factory=lambda: pins)
    use_all(desk)
    assert [(told.part, told.is_well) for told in news] == [(part, False)]
    assert f"GPIO {pin}" in news[0].text.replace(", ", " GPIO ")
    assert desk.faults == {part: news[0].text}
    held.close()
    clock.now += 1.0
    use_all(desk)
    assert [(told.part, told.is_well) for told in news] == [(part, False), (part, True)]
    assert desk.faults == {}
    desk.close()


def use_all(desk: Desk) -> None:
    """One beat of the lamps' loop, with everything in use."""
    desk.lights.show([RED] * 14)
    assert desk.bar is not None
    desk.bar.show(0.5)
    desk.say("well")
    desk.step(0.0)


def test_spi_that_is_switched_off_leaves_the_players_leds_alight(pins, clock, monkeypatch):
    def no_spi(**arguments) -> None:
        raise OSError("can not open SPI device")

    news: list[News] = []
    monkeypatch.setattr(pins, "spi", no_spi)
    desk = Desk(print, news.append, clock, leds=8, seats=6, open_factory=lambda: pins)
    use_all(desk)
    assert [(told.part, told.is_well) for told in news] == [("LED chain", False)]
    assert [pins.pin(pin).state for pin in (4, 12, 16, 20, 21, 22)] == [1.0] * 6
    desk.close()


@pytest.mark.parametrize(
    ("part", "use"),
    [("buzzer", lambda desk: desk.step(0.0)), ("status LED", lambda desk: desk.say("question"))],
    ids=["buzzer", "status LED"],
)
def test_a_part_that_fails_later_is_told_of_once_and_the_beat_goes_on(pins, clock, monkeypatch, part, use):
    def fail(pin, value) -> None:
        raise OSError(5, "Input/output error")

    news: list[News] = []
    desk = Desk(print, news.append, clock, pins=NO_CHAIN, open_factory=lambda: pins)
    desk.buzzer.play("turn")
    desk.say("well")
    with monkeypatch.context() as broken:
        broken.setattr(MockPWMPin, "_set_frequency", fail)
        broken.setattr(MockPWMPin, "_set_state", fail)
        for _ in range(2):
            use(desk)
    assert [(told.part, told.is_well) for told in news] == [(part, False)]
    clock.now += 1.0
    use(desk)
    desk.close()
    assert [(told.part, told.is_well) for told in news] == [(part, False), (part, True)]


def test_a_neopixel_strip_takes_the_chains_place(pins, clock):
    desk = Desk(print, clock=clock, leds=8, driver="ws2812", colours="RGB", open_factory=lambda: pins)
    desk.lights.show([RED] * 8)
    assert desk.lights.count == 8
    desk.close()


def test_lights_nobody_knows_are_refused(pins):
    with pytest.raises(BadSetting, match=r"no lights 'lava'; lights\.driver is one of apa102, ws2812, wled"):
        Desk(print, driver="lava", open_factory=lambda: pins)


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


def test_a_table_with_a_wled_needs_no_pins(clock):
    def no_pins():
        raise NoPins("no pins: this is a laptop; use --lights none")

    desk = Desk(print, clock=clock, leds=8, driver="wled", host="192.0.2.9", open_factory=no_pins)
    desk.step(0.0)
    desk.say("well")
    assert (desk.lights.count, desk.bar) == (8, None)
    desk.close()
