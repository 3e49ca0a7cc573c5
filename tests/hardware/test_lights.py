"""One contract for every row of lamps, on mock pins and without any."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.apa102 import Apa102
from hardware.errors import BadSetting
from hardware.gpio_lights import PlayerLeds, RgbLed
from hardware.lights import DARK, JoinedLights, Lights, NoLights, RecordedBar, RecordedLights
from hardware.watched import WatchedLights
from hardware.wled import Wled, WledInfo
from hardware.ws2812 import Ws2812

RED, WHITE = (255, 0, 0), (255, 255, 255)
TOLD = WledInfo("Table", 8, 0.0)


def pwm() -> MockFactory:
    return MockFactory(pin_class=MockPWMPin)


ROWS: dict[str, Callable[[Any], Lights]] = {
    "apa102": lambda wled: Apa102(8, Device.pin_factory),
    "ws2812": lambda wled: Ws2812(8, Device.pin_factory),
    "matrix": lambda wled: Ws2812(64, Device.pin_factory, order="GRBW"),
    "wled_ddp": lambda wled: Wled("127.0.0.1", 8, TOLD, port=wled.port),
    "wled_udp": lambda wled: Wled("127.0.0.1", 8, TOLD, port=wled.port, protocol="udp"),
    "player_leds": lambda wled: PlayerLeds([4, 14, 15], pwm()),
    "status_led": lambda wled: RgbLed([17, 27], pwm()),
    "rgb_led": lambda wled: RgbLed([17, 27, 22], pwm()),
    "none": lambda wled: NoLights(),
    "recorded": lambda wled: RecordedLights(5),
    "joined": lambda wled: JoinedLights(RecordedLights(2), PlayerLeds([4, 14], pwm())),
    "watched": lambda wled: WatchedLights(3, lambda: RecordedLights(3)),
}


@pytest.fixture(params=ROWS)
def row(request, plain_pins, wled) -> Iterator[Lights]:
    row = ROWS[request.param](wled)
    yield row
    row.close()


def test_a_row_takes_one_colour_for_each_lamp(row):
    row.show([RED] * row.count)
    row.show([DARK] * row.count)


@pytest.mark.parametrize("more", [-1, 1])
def test_a_row_refuses_a_scene_for_another_number_of_lamps(row, more):
    count = row.count + more if row.count or more > 0 else 2
    with pytest.raises(BadSetting, match=f"{count} colours for {row.count} lamps"):
        row.show([RED] * count)


def test_closing_a_row_twice_is_no_fault(row):
    row.show([RED] * row.count)
    row.close()
    row.close()


def test_recorded_lights_keep_whole_scenes_and_end_dark():
    lights = RecordedLights(2)
    lights.show([RED, DARK])
    lights.show([DARK, WHITE])
    lights.close()
    assert lights.scenes == [(RED, DARK), (DARK, WHITE), (DARK, DARK)]


def test_recorded_lights_forget_what_is_long_ago():
    lights = RecordedLights(1, keep=2)
    for red in range(5):
        lights.show([(red, 0, 0)])
    assert lights.scenes == [((3, 0, 0),), ((4, 0, 0),)]


def test_joined_rows_share_a_scene_out_in_their_order():
    first, second = RecordedLights(1), RecordedLights(2)
    JoinedLights(first, second).show([RED, DARK, WHITE])
    assert (first.scenes, second.scenes) == ([(RED,)], [(DARK, WHITE)])


def test_a_recorded_bar_keeps_the_shares_and_ends_empty():
    bar = RecordedBar()
    bar.show(0.5)
    bar.close()
    assert bar.shares == [0.5, 0.0]
