"""Lamps on single pins: what the pins of a pretend Pi are told."""

from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.errors import BadSetting, LightsLost, NoPins
from hardware.gpio_lights import PlayerLeds, RgbLed, TimerBar
from hardware.lights import DARK

RED = (255, 0, 0)


def states(factory: MockFactory, pin: int) -> list[Any]:
    return [state.state for state in factory.pin(pin).states]


def test_each_led_of_the_bar_goes_on_once_and_off_once(plain_pins):
    bar = TimerBar([5, 6, 13, 19], plain_pins)
    for share in (1.0, 0.75, 0.7, 0.5, 0.01, 0.0):
        bar.show(share)
    assert {pin: states(plain_pins, pin) for pin in (5, 6, 13, 19)} == {
        5: [False, True, False],
        6: [False, True, False],
        13: [False, True, False],
        19: [False, True, False],
    }


def test_each_share_lights_the_leds_that_still_have_time(plain_pins):
    bar = TimerBar([5, 6, 13, 19], plain_pins)
    seen = []
    for share in (1.0, 0.76, 0.75, 0.74, 0.5, 0.25, 0.01, 0.0):
        bar.show(share)
        seen.append([int(plain_pins.pin(pin).state) for pin in (5, 6, 13, 19)])
    assert seen == [
        [1, 1, 1, 1],
        [1, 1, 1, 1],
        [1, 1, 1, 0],
        [1, 1, 1, 0],
        [1, 1, 0, 0],
        [1, 0, 0, 0],
        [1, 0, 0, 0],
        [0, 0, 0, 0],
    ]


@pytest.mark.parametrize("share", [-0.1, 1.1])
def test_the_timer_bar_refuses_more_than_full_and_less_than_empty(plain_pins, share):
    with pytest.raises(BadSetting, match="it is a share from 0 to 1"):
        TimerBar([5, 6], plain_pins).show(share)


def test_player_leds_shine_as_brightly_as_the_colour_whatever_it_is(pwm_pins):
    leds = PlayerLeds([4, 14, 15], pwm_pins)
    leds.show([(0, 0, 255), (51, 0, 0), DARK])
    leds.show([DARK, (255, 255, 255), (0, 128, 0)])
    assert {pin: states(pwm_pins, pin) for pin in (4, 14, 15)} == {
        4: [0.0, 1.0, 0.0],
        14: [0.0, 0.2, 1.0],
        15: [0.0, 0.5],
    }


def test_the_status_led_mixes_its_three_colours(pwm_pins):
    led = RgbLed([17, 27, 22], pwm_pins)
    led.show([(255, 51, 0)])
    led.show([(0, 51, 255)])
    assert {pin: states(pwm_pins, pin) for pin in (17, 27, 22)} == {17: [0.0, 1.0, 0.0], 27: [0.0, 0.2], 22: [0.0, 1.0]}


def test_a_status_led_of_two_colours_does_without_blue(pwm_pins):
    led = RgbLed([17, 27], pwm_pins)
    led.show([(255, 51, 255)])
    assert {pin: states(pwm_pins, pin) for pin in (17, 27)} == {17: [0.0, 1.0], 27: [0.0, 0.2]}


@pytest.mark.parametrize("pins", [[17], [17, 27, 22, 5]])
def test_a_status_led_on_one_pin_or_four_is_refused(pwm_pins, pins):
    with pytest.raises(BadSetting, match="it needs red and green, and may have blue"):
        RgbLed(pins, pwm_pins)


@pytest.mark.parametrize(
    ("build", "scene"),
    [
        (lambda p: TimerBar([5, 6], p), 0.5),
        (lambda p: PlayerLeds([5], p), [RED]),
        (lambda p: RgbLed([5, 6], p), [RED]),
    ],
    ids=["timer bar", "player LEDs", "status LED"],
)
def test_pins_that_no_longer_answer_are_lost_lights_and_come_back(pwm_pins, monkeypatch, build, scene):
    def fail(pin, value) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as broken:
        lost = build(pwm_pins)
        broken.setattr(MockPWMPin, "_set_state", fail)
        with pytest.raises(LightsLost, match=r"cannot be reached: \[Errno 5\] Input/output error"):
            lost.show(scene)
        lost.close()
    back = build(pwm_pins)
    back.show(scene)
    back.close()


@pytest.mark.parametrize(
    "build", [lambda p: TimerBar([5, 6], p), lambda p: PlayerLeds([5], p), lambda p: RgbLed([5, 6, 13], p)]
)
def test_a_pin_somebody_else_holds_is_named(pwm_pins, build):
    held = PlayerLeds([5], pwm_pins)
    with pytest.raises(NoPins, match=r"on GPIO 5.*; leave it out of the config or free the pins"):
        build(pwm_pins)
    held.close()
