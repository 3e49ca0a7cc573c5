"""A chain of APA102 (DotStar) or SK9822 LEDs on SPI0: data and clock, so no timing to keep."""

from collections.abc import Sequence
from contextlib import suppress

from gpiozero.pins import Factory

from hardware.errors import LightsLost
from hardware.levels import check_brightness, check_supply, draws_ma, gamma_table, levels_of, within_limit
from hardware.lights import DARK, Colour, check_count
from hardware.spi import SpiWire

RATE_HZ = 4_000_000
FULL_BRIGHTNESS = 31  # five bits in every LED's header


class Apa102:
    """The chain: `brightness` 0..1 dims all of it, and no scene ever draws more than `limit_ma` in all."""

    def __init__(
        self,
        count: int,
        pin_factory: Factory | None = None,
        *,
        brightness: float = 0.5,
        gamma: float = 2.2,
        limit_ma: float = 2000.0,
    ) -> None:
        check_supply(count, limit_ma)
        self.count = count
        self._header = _header(brightness)
        self._gamma = gamma_table(gamma)
        self._limit_ma = limit_ma
        # the end: a reset frame for SK9822, and a clock edge for every two LEDs so that the last one hears its colour
        self._end = bytes(4 + (count + 15) // 16)
        self._wire = SpiWire(pin_factory, RATE_HZ)

    @property
    def brightness(self) -> float:
        return (self._header & FULL_BRIGHTNESS) / FULL_BRIGHTNESS

    @brightness.setter
    def brightness(self, share: float) -> None:
        self._header = _header(share)

    def show(self, colours: Sequence[Colour]) -> None:
        check_count(colours, self.count)
        self._wire.write(self.encode(colours))

    def encode(self, colours: Sequence[Colour]) -> bytes:
        """The bytes on the wire: a start of 32 zeros, then header, blue, green, red of every LED, then the end."""
        levels = within_limit(levels_of(colours, self._gamma), self.count, self._limit_ma, self.brightness)
        data = bytearray(4 * self.count)
        data[0::4] = bytes([self._header]) * self.count
        data[1::4], data[2::4], data[3::4] = levels[2::3], levels[1::3], levels[0::3]
        return bytes(4) + bytes(data) + self._end

    def draws_ma(self, encoded: bytes) -> float:
        """What that scene takes from the supply: the model behind the limit."""
        data = bytearray(encoded[4 : 4 + 4 * self.count])
        del data[0::4]
        return draws_ma(bytes(data), self.count, self.brightness)

    def close(self) -> None:
        if self._wire.is_closed:
            return
        with suppress(LightsLost):  # unplugged lamps are dark already
            self.show([DARK] * self.count)
        self._wire.close()


def _header(share: float) -> int:
    return 0xE0 | max(1, round(check_brightness(share) * FULL_BRIGHTNESS))
