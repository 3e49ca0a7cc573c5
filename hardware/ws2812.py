"""A strip of WS2812 (NeoPixel) or SK6812 LEDs on SPI0's data wire: the bytes are chosen so that the bits keep its time.

Each bit of a colour is three bits on the wire at 2.4 MHz, 417 ns each: 100 is a zero, 110 a one, as the data sheet's
400/850 and 800/450 ns ask within its 150. The clock wire stays unconnected, and every Pi can do it, the Pi 5 too.
"""

from collections.abc import Sequence
from contextlib import suppress

from gpiozero.pins import Factory

from hardware.errors import BadSetting, LightsLost
from hardware.levels import check_brightness, check_supply, draws_ma, gamma_table, levels_of, within_limit
from hardware.lights import DARK, Colour, check_count
from hardware.spi import SpiWire

RATE_HZ = 2_400_000
GAP = bytes(90)  # 300 µs of silence: 280 make the newer LEDs take a frame over, 50 the older ones
KERNEL_BYTES = 4096  # the most spidev takes at once; a frame in two pieces would have a gap in its middle
CHANNELS = "RGB"


def _spread(level: int) -> bytes:
    """The three bytes that say one.

    >>> _spread(0b1000_0001).hex()
    'd24926'
    """
    return int("".join("110" if bit == "1" else "100" for bit in f"{level:08b}"), 2).to_bytes(3)


_SPREAD = [_spread(level) for level in range(256)]
_THIRDS = [bytes(spread[third] for spread in _SPREAD) for third in range(3)]


class Ws2812:
    """The strip: `order` is its colours' order on the wire, GRB for most; the W of a GRBW strip stays dark."""

    def __init__(
        self,
        count: int,
        pin_factory: Factory | None = None,
        *,
        order: str = "GRB",
        brightness: float = 0.5,
        gamma: float = 2.2,
        limit_ma: float = 2000.0,
    ) -> None:
        check_supply(count, limit_ma)
        if "".join(sorted(order.replace("W", "", 1))) != "BGR":
            raise BadSetting(f"a colour order {order!r} was asked for; it is R, G and B once each, as in GRB or GRBW")
        self.count = count
        self._order = order
        self._table = gamma_table(gamma, check_brightness(brightness))
        self._limit_ma = limit_ma
        self._wire = SpiWire(pin_factory, RATE_HZ)

    def show(self, colours: Sequence[Colour]) -> None:
        check_count(colours, self.count)
        self._wire.write(self.encode(colours))

    def encode(self, colours: Sequence[Colour]) -> bytes:
        """The bytes on the wire: silence, every LED's colours in the strip's order, silence.

        The first silence is for a wire that was left high: without it the first LED would lose a bit.
        """
        levels = within_limit(levels_of(colours, self._table), self.count, self._limit_ma)
        ordered = bytearray(len(self._order) * self.count)
        for place, letter in enumerate(self._order):
            if letter in CHANNELS:
                ordered[place :: len(self._order)] = levels[CHANNELS.index(letter) :: 3]
        wire = bytearray(3 * len(ordered))
        for third, table in enumerate(_THIRDS):
            wire[third::3] = ordered.translate(table)
        return GAP + bytes(wire) + GAP

    def draws_ma(self, colours: Sequence[Colour]) -> float:
        """What that scene takes from the supply once it is within the limit."""
        levels = within_limit(levels_of(colours, self._table), self.count, self._limit_ma)
        return draws_ma(levels, self.count)

    def close(self) -> None:
        if self._wire.is_closed:
            return
        with suppress(LightsLost):  # unplugged lamps are dark already
            self.show([DARK] * self.count)
        self._wire.close()
