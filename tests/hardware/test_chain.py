"""The addressable LEDs by their setting, and a controller that is looked for without holding anybody up."""

from threading import Event

import pytest

from hardware.apa102 import Apa102
from hardware.chain import Chain, OpenedApart, open_chain
from hardware.errors import BadSetting, LightsLost
from hardware.lights import RecordedLights
from hardware.ws2812 import Ws2812


@pytest.mark.parametrize(("driver", "kind"), [("apa102", Apa102), ("ws2812", Ws2812)])
def test_the_driver_is_the_one_that_was_asked_for(plain_pins, driver, kind):
    lights = open_chain(Chain(driver, leds=8), plain_pins)
    assert isinstance(lights, kind)
    assert lights.count == 8
    lights.close()


def test_a_chain_of_unknown_length_is_as_long_as_can_be():
    assert (Chain().count, Chain(leds=61).count) == (300, 61)


def test_only_a_wled_needs_no_pins():
    assert [Chain(driver).needs_pins for driver in ("apa102", "ws2812", "wled")] == [True, True, False]


def test_an_unknown_driver_is_refused_with_all_there_are():
    with pytest.raises(BadSetting, match=r"no lights 'neopixel'; lights\.driver is one of apa102, ws2812, wled"):
        Chain("neopixel")


def until_done(opener: OpenedApart) -> RecordedLights:
    """Asks as the lamps do, until the looking is over."""
    while True:
        try:
            return opener()
        except LightsLost as lost:
            if "is being looked for" not in str(lost):
                raise


def test_lights_that_are_looked_for_hold_nobody_up():
    free = Event()

    def find() -> RecordedLights:
        free.wait()
        return RecordedLights(3)

    opener = OpenedApart(find, "WLED auto")
    with pytest.raises(LightsLost, match="WLED auto is being looked for"):
        opener()
    free.set()
    assert until_done(opener).count == 3


def test_lights_that_are_not_found_say_why_and_are_looked_for_again():
    tries = []

    def find() -> RecordedLights:
        tries.append("asked")
        raise LightsLost("no WLED answers in this network")

    opener = OpenedApart(find, "WLED auto")
    for _ in range(2):
        with pytest.raises(LightsLost, match="no WLED answers in this network"):
            until_done(opener)
    assert tries == ["asked", "asked"]
