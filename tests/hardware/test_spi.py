"""The wire itself: what gpiozero leaves behind must not keep lamps dark once they could shine."""

import pytest

from hardware.errors import NoPins
from hardware.spi import SpiWire


def test_spi_that_is_switched_on_later_opens_though_the_failed_try_is_remembered(pi5, lgpio):
    lgpio.fault = lgpio.error("can not open SPI device")
    with pytest.raises(NoPins) as remembered:
        SpiWire(pi5, 4_000_000)
    lgpio.fault = None
    SpiWire(pi5, 4_000_000).close()
    assert "can not open SPI device" in str(remembered.value)


def test_a_wire_somebody_uses_is_not_taken_from_them(pi5, lgpio):
    first = SpiWire(pi5, 4_000_000)
    with pytest.raises(NoPins):
        SpiWire(pi5, 4_000_000)
    first.write(b"abc")
    first.close()
    assert lgpio.calls[-2:] == [b"abc", "close"]
