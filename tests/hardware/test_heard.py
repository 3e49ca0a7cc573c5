"""The decoders the drivers are held to, held to the data sheets themselves."""

import pytest

from hardware.errors import BadSetting
from hardware.heard import apa102_hears, bits_of, ddp_hears, realtime_hears, ws2812_hears


def test_a_ws2812_reads_the_data_sheets_times():
    one, zero = [1, 1, 0], [1, 0, 0]  # 833 and 417 ns, 417 and 833 ns
    assert ws2812_hears([*one, *zero * 6, *one, *[0] * 800], 2_400_000) == [0b1000_0001]


@pytest.mark.parametrize("rate_hz", [1_600_000, 4_000_000])
def test_a_ws2812_cannot_read_another_rate(rate_hz):
    with pytest.raises(BadSetting, match=r"pulse \d is high for"):
        ws2812_hears([*[1, 1, 0, 1, 0, 0] * 4, *[0] * 2000], rate_hz)


def test_a_ws2812_shows_nothing_without_silence_at_the_end():
    with pytest.raises(BadSetting, match="280000 are needed"):
        ws2812_hears([1, 0, 0] * 8, 2_400_000)


def test_an_apa102_needs_its_start_and_its_ones():
    with pytest.raises(BadSetting, match="32 zeros"):
        apa102_hears(bits_of(b"\1" * 12), 1)
    with pytest.raises(BadSetting, match="three ones"):
        apa102_hears(bits_of(bytes(12)), 1)


@pytest.mark.parametrize(
    "packet", [b"\x40\1\x0b\1\0\0\0\0\0\3abc", b"\x41\1\1\1\0\0\0\0\0\3abc", b"\x41\1\x0b\1\0\0\0\0\0\4abc"]
)
def test_a_wled_shows_no_packet_that_is_no_ddp_for_it(packet):
    with pytest.raises(BadSetting):
        ddp_hears(packet)


def test_a_wled_knows_drgb_by_its_first_byte():
    assert realtime_hears(b"\2\5abc") == (5, [(97, 98, 99)])
    with pytest.raises(BadSetting, match="DRGB is 2"):
        realtime_hears(b"\1\5abc")
