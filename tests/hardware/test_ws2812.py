"""The NeoPixel strip, down to the times of the pulses on the one wire it has."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.errors import BadSetting, LightsLost, NoPins
from hardware.heard import bits_of, ws2812_hears
from hardware.levels import FULL_MA, IDLE_MA
from hardware.ws2812 import KERNEL_BYTES, RATE_HZ, Ws2812

PLAIN = {"gamma": 1.0, "brightness": 1.0, "limit_ma": 30_000}
COLOUR = st.tuples(*[st.integers(0, 255)] * 3)


@pytest.mark.parametrize("count", [1, 61, 150])
def test_the_pulses_on_the_wire_are_the_scene_green_first(plain_pins, wire, count):
    scene = [(led % 256, led * 7 % 256, 255 - led % 256) for led in range(count)]
    Ws2812(count, plain_pins, **PLAIN).show(scene)
    heard = ws2812_hears(wire.bits, RATE_HZ)
    assert [(red, green, blue) for green, red, blue in zip(*[iter(heard)] * 3, strict=True)] == scene


@settings(max_examples=60)
@given(scene=st.lists(COLOUR, min_size=5, max_size=5))
def test_every_colour_is_heard_as_it_was_sent(nowhere, scene):
    heard = ws2812_hears(bits_of(Ws2812(5, nowhere, **PLAIN).encode(scene)), RATE_HZ)
    assert heard == [level for red, green, blue in scene for level in (green, red, blue)]


@pytest.mark.parametrize(
    ("order", "heard"), [("GRB", [20, 10, 30]), ("RGB", [10, 20, 30]), ("BRG", [30, 10, 20]), ("GRBW", [20, 10, 30, 0])]
)
def test_the_order_of_the_colours_is_the_strips(nowhere, order, heard):
    strip = Ws2812(1, nowhere, order=order, **PLAIN)
    assert ws2812_hears(bits_of(strip.encode([(10, 20, 30)])), RATE_HZ) == heard


@pytest.mark.parametrize("order", ["", "RG", "RRB", "GRBWW", "rgb"])
def test_an_order_that_is_none_is_refused(nowhere, order):
    with pytest.raises(BadSetting, match="it is R, G and B once each, as in GRB or GRBW"):
        Ws2812(1, nowhere, order=order)


@pytest.mark.parametrize(("order", "size"), [("GRB", 2700), ("GRBW", 3600)])
def test_three_hundred_leds_fit_in_one_write_of_the_kernels(nowhere, order, size):
    frame = Ws2812(300, nowhere, order=order).encode([(255, 255, 255)] * 300)
    assert len(frame) == size + 180 <= KERNEL_BYTES


def test_the_wire_is_silent_before_and_after_so_that_every_frame_begins_at_the_first_led(nowhere):
    frame = Ws2812(1, nowhere).encode([(1, 2, 3)])
    silent_us = 90 * 8 / RATE_HZ * 1e6
    assert (frame[:90], frame[-90:]) == (bytes(90), bytes(90))
    assert silent_us == 300.0


def test_brightness_and_gamma_are_in_what_is_sent_for_the_leds_have_none(nowhere):
    strip = Ws2812(1, nowhere, brightness=0.5, gamma=2.2)
    assert ws2812_hears(bits_of(strip.encode([(255, 128, 0)])), RATE_HZ) == [28, 128, 0]


@settings(max_examples=40)
@given(scene=st.lists(COLOUR, min_size=61, max_size=61), limit_ma=st.integers(100, 4000), share=st.floats(0.05, 1.0))
def test_no_scene_draws_more_than_the_limit(nowhere, scene, limit_ma, share):
    strip = Ws2812(61, nowhere, brightness=share, limit_ma=limit_ma)
    heard = ws2812_hears(bits_of(strip.encode(scene)), RATE_HZ)
    assert 61 * IDLE_MA + sum(heard) / 255 * FULL_MA <= limit_ma + 1e-6


def test_closing_turns_all_dark_and_a_closed_strip_says_so(plain_pins, wire):
    strip = Ws2812(2, plain_pins)
    strip.show([(255, 255, 255)] * 2)
    strip.close()
    assert ws2812_hears(wire.bits, RATE_HZ) == [0] * 6
    with pytest.raises(LightsLost, match="closed"):
        strip.show([(0, 0, 0)] * 2)


def test_on_a_pi_the_whole_frame_is_one_write_at_the_rate_the_pulses_need(pi5, lgpio):
    strip = Ws2812(300, pi5)
    strip.show([(255, 0, 0)] * 300)
    assert lgpio.calls[:3] == [("open", 0, 0, 500_000), "close", ("open", 0, 0, RATE_HZ)]
    assert [len(call) for call in lgpio.calls[3:]] == [2880]
    strip.close()


def test_an_unplugged_strip_is_lost_and_can_be_opened_again(pi5, lgpio):
    strip = Ws2812(1, pi5)
    lgpio.fault = lgpio.error("SPI transfer failed")
    with pytest.raises(LightsLost, match="cannot be reached over SPI: SPI transfer failed"):
        strip.show([(1, 2, 3)])
    strip.close()
    lgpio.fault = None
    Ws2812(1, pi5).close()


def test_spi_that_is_switched_off_is_refused_instead_of_bit_banged_in_python(pi5, lgpio):
    lgpio.fault = lgpio.error("can not open SPI device")
    with pytest.raises(NoPins, match=r"no SPI: .*; switch it on with raspi-config"):
        Ws2812(1, pi5)
