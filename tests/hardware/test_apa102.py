"""The LED chain, down to the bits on the wire."""

import gc

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardware.apa102 import RATE_HZ, Apa102
from hardware.errors import BadSetting, LightsLost, NoPins
from hardware.heard import apa102_hears
from hardware.levels import FULL_MA, IDLE_MA

COLOUR = st.tuples(*[st.integers(0, 255)] * 3)


@pytest.mark.parametrize("count", [1, 61, 150])
def test_the_bits_on_the_wire_are_the_scene(plain_pins, wire, count):
    scene = [(led % 256, led * 7 % 256, 255 - led % 256) for led in range(count)]
    Apa102(count, plain_pins, gamma=1.0, brightness=0.5, limit_ma=20_000).show(scene)
    levels, colours, end = apa102_hears(wire.bits, count)
    assert (levels, colours) == ([16] * count, scene)
    assert set(end) == {0}
    assert len(end) >= 32 + count / 2


def test_every_scene_is_a_frame_of_its_own_and_closing_turns_all_dark(plain_pins, wire):
    chain = Apa102(2, plain_pins, gamma=1.0)
    heard = []
    for scene in ([(1, 2, 3), (4, 5, 6)], [(7, 8, 9), (0, 0, 0)]):
        chain.show(scene)
        heard.append(apa102_hears(wire.bits, 2)[1])
    chain.close()
    heard.append(apa102_hears(wire.bits, 2)[1])
    assert heard == [[(1, 2, 3), (4, 5, 6)], [(7, 8, 9), (0, 0, 0)], [(0, 0, 0), (0, 0, 0)]]


def test_gamma_makes_half_look_like_half(plain_pins, wire):
    Apa102(1, plain_pins, gamma=2.2).show([(255, 128, 0)])
    assert apa102_hears(wire.bits, 1)[1] == [(255, 56, 0)]


@pytest.mark.parametrize(("share", "level"), [(1.0, 31), (0.5, 16), (0.01, 1)])
def test_global_brightness_is_in_every_head_and_never_off(plain_pins, wire, share, level):
    chain = Apa102(2, plain_pins)
    chain.brightness = share
    chain.show([(9, 9, 9)] * 2)
    assert apa102_hears(wire.bits, 2)[0] == [level, level]


@pytest.mark.parametrize("share", [0.0, 1.5])
def test_a_brightness_that_is_no_share_is_refused(plain_pins, share):
    with pytest.raises(BadSetting, match="a share above 0, at most 1"):
        Apa102(1, plain_pins, brightness=share)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(scene=st.lists(COLOUR, min_size=61, max_size=61), limit_ma=st.integers(100, 4000), share=st.floats(0.05, 1.0))
def test_no_scene_draws_more_than_the_limit(nowhere, scene, limit_ma, share):
    chain = Apa102(61, nowhere, brightness=share, limit_ma=limit_ma)
    assert chain.draws_ma(chain.encode(scene)) <= limit_ma + 1e-6


def test_a_scene_within_the_limit_is_left_as_it_is(nowhere):
    lavish, thrifty = Apa102(10, nowhere, limit_ma=9000), Apa102(10, nowhere, limit_ma=500)
    scene = [(40, 20, 10)] * 10
    assert lavish.encode(scene) == thrifty.encode(scene)


def test_too_bright_a_scene_is_dimmed_evenly_and_no_more_than_needed(nowhere):
    chain = Apa102(100, nowhere, brightness=1.0, gamma=1.0, limit_ma=1100)
    encoded = chain.encode([(255, 255, 255)] * 100)
    assert set(encoded[4 + 1 : 4 + 400 : 4]) == {42}  # 1000 mA over 300 colours of 20 mA: a sixth of 255
    assert 1000 < chain.draws_ma(encoded) <= 1100


def test_white_on_all_leds_is_what_the_data_sheet_says(nowhere):
    chain = Apa102(10, nowhere, brightness=1.0, limit_ma=9000)
    assert chain.draws_ma(chain.encode([(255, 255, 255)] * 10)) == 10 * (3 * FULL_MA + IDLE_MA)


def test_a_limit_that_cannot_even_feed_dark_leds_is_refused(plain_pins):
    with pytest.raises(BadSetting, match="100 mA cannot feed 150 LEDs; 170 mA is the least"):
        Apa102(150, plain_pins, limit_ma=100)


@pytest.mark.parametrize("count", [0, 301])
def test_a_chain_too_short_or_too_long_is_refused(plain_pins, count):
    with pytest.raises(BadSetting, match="1 to 300 can be driven"):
        Apa102(count, plain_pins)


def test_a_closed_chain_says_so(plain_pins):
    chain = Apa102(1, plain_pins)
    chain.close()
    with pytest.raises(LightsLost, match="closed"):
        chain.show([(0, 0, 0)])


def test_spi_somebody_else_holds_is_refused(plain_pins):
    first = Apa102(1, plain_pins)
    with pytest.raises(NoPins, match=r"no SPI: .*; switch it on with raspi-config"):
        Apa102(1, plain_pins)
    first.close()


def test_on_a_pi_the_chain_uses_hardware_spi_at_four_megahertz(pi5, lgpio):
    chain = Apa102(1, pi5, gamma=1.0, brightness=1.0)
    chain.show([(1, 2, 3)])
    frame = bytes([0, 0, 0, 0, 0xFF, 3, 2, 1, 0, 0, 0, 0, 0])
    assert lgpio.calls == [("open", 0, 0, 500_000), "close", ("open", 0, 0, RATE_HZ), frame]
    chain.close()


def test_an_unplugged_chain_is_lost_though_lgpio_raises_an_error_of_its_own(pi5, lgpio):
    chain = Apa102(1, pi5)
    lgpio.fault = lgpio.error("SPI transfer failed")
    with pytest.raises(LightsLost, match="cannot be reached over SPI: SPI transfer failed"):
        chain.show([(1, 2, 3)])
    chain.close()


def test_a_chain_that_cannot_even_be_closed_can_be_opened_again_when_it_is_back(pi5, lgpio):
    lost = Apa102(1, pi5)
    lgpio.fault = lgpio.error("bad handle")
    lost.close()
    lgpio.fault = None
    back = Apa102(1, pi5)
    back.show([(0, 0, 0)])
    back.close()


def test_a_lost_chain_that_is_collected_while_the_next_one_opens_does_not_block_it(pi5, lgpio):
    class Collecting(dict):
        """Where gpiozero keeps its reservations: looking into it is a moment when garbage may be collected."""

        def __getitem__(self, key):
            if gc.isenabled():
                gc.collect()
            return super().__getitem__(key)

        def __missing__(self, key):
            self[key] = []
            return self[key]

    pi5._reservations = Collecting(pi5._reservations)
    lost = Apa102(1, pi5)
    ring = [lost._wire._device._spi]
    ring.append(ring)  # as in the traceback of a failed write: only the collector can take it
    lost.close()
    del lost, ring
    Apa102(1, pi5).close()


def test_spi_that_is_switched_off_is_refused_instead_of_bit_banged_in_python(pi5, lgpio):
    lgpio.fault = lgpio.error("can not open SPI device")
    with pytest.raises(NoPins, match=r"no SPI: .*; switch it on with raspi-config"):
        Apa102(1, pi5)
