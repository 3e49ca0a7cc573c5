"""A chain of APA102 (DotStar) or SK9822 LEDs on SPI0, through gpiozero's SPIDevice."""

import warnings
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from gpiozero import SPIDevice
from gpiozero.exc import SPIFixedRate, SPISoftwareFallback
from gpiozero.pins import Factory

from hardware.errors import BadSetting, LightsLost, NoPins
from hardware.lights import DARK, Colour, check_count
from hardware.pins import pin_faults, uncollected

RATE_HZ = 4_000_000
FULL_MA = 20.0  # one colour of one LED at full brightness
IDLE_MA = 1.0  # a dark LED's own driver
MOST_LEDS = 300
FULL_BRIGHTNESS = 31  # five bits in every LED's header


def gamma_table(gamma: float) -> bytes:
    """What to send so that half looks like half.

    >>> list(gamma_table(2.2))[::51]
    [0, 7, 34, 83, 156, 255]
    """
    return bytes(round(255 * (value / 255) ** gamma) for value in range(256))


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
        if not 1 <= count <= MOST_LEDS:
            raise BadSetting(f"a chain of {count} LEDs was asked for; 1 to {MOST_LEDS} can be driven")
        if limit_ma < count * IDLE_MA + FULL_MA:
            need = count * IDLE_MA + FULL_MA
            raise BadSetting(f"{limit_ma:g} mA cannot feed {count} LEDs; {need:g} mA is the least")
        self.count = count
        self._header = 0xE0 | _five_bits(brightness)
        self._gamma = gamma_table(gamma)
        self._limit_ma = limit_ma
        # the end: a reset frame for SK9822, and a clock edge for every two LEDs so that the last one hears its colour
        self._end = bytes(4 + (count + 15) // 16)
        self._spi = _open_spi(pin_factory)

    @property
    def brightness(self) -> float:
        return (self._header & FULL_BRIGHTNESS) / FULL_BRIGHTNESS

    @brightness.setter
    def brightness(self, share: float) -> None:
        self._header = 0xE0 | _five_bits(share)

    def show(self, colours: Sequence[Colour]) -> None:
        check_count(colours, self.count)
        if self._spi.closed:
            raise LightsLost("the LED chain is closed; open it again")
        try:
            self._spi._spi.write(self.encode(colours))
        except pin_faults() as wrong:
            raise LightsLost(f"the LED chain cannot be reached over SPI: {wrong}; check its plug and supply") from wrong

    def encode(self, colours: Sequence[Colour]) -> bytes:
        """The bytes on the wire: a start of 32 zeros, then header, blue, green, red of every LED, then the end."""
        flat = bytes(value for colour in colours for value in colour).translate(self._gamma)
        flat = self._within_limit(flat)
        data = bytearray(4 * self.count)
        data[0::4] = bytes([self._header]) * self.count
        data[1::4], data[2::4], data[3::4] = flat[2::3], flat[1::3], flat[0::3]
        return bytes(4) + bytes(data) + self._end

    def draws_ma(self, encoded: bytes) -> float:
        """What that scene takes from the supply: the model behind the limit."""
        levels = encoded[4 : 4 + 4 * self.count]
        lit = sum(levels) - sum(levels[0::4])
        return self.count * IDLE_MA + lit / 255 * FULL_MA * self.brightness

    def _within_limit(self, flat: bytes) -> bytes:
        wanted_ma = sum(flat) / 255 * FULL_MA * self.brightness
        free_ma = self._limit_ma - self.count * IDLE_MA
        if wanted_ma <= free_ma:
            return flat
        share = free_ma / wanted_ma
        return bytes(int(value * share) for value in flat)

    def close(self) -> None:
        if self._spi.closed:
            return
        with suppress(LightsLost):  # unplugged lamps are dark already
            self.show([DARK] * self.count)
        with uncollected():
            self._let_go()

    def _let_go(self) -> None:
        try:
            self._spi.close()
        except pin_faults():
            # the device is gone and its handle with it; only without one does gpiozero give the pins back
            self._spi._spi._handle = None
            self._spi.close()


def _five_bits(share: float) -> int:
    if not 0 < share <= 1:
        raise BadSetting(f"a brightness of {share:g} was asked for; it is a share above 0, at most 1")
    return max(1, round(share * FULL_BRIGHTNESS))


def _open_spi(pin_factory: Factory | None) -> Any:
    """SPI0 at a speed fit for lamps; bit-banging in Python is far too slow and is refused."""
    try:
        with warnings.catch_warnings(), uncollected():
            warnings.simplefilter("error", SPISoftwareFallback)
            spi = SPIDevice(port=0, device=0, pin_factory=pin_factory)
    except (SPISoftwareFallback, *pin_faults()) as wrong:
        raise NoPins(f"no SPI: {wrong}; switch it on with raspi-config, or use --lights none") from wrong
    with suppress(SPIFixedRate):  # bit-banged pins, such as mock pins, have no clock of their own
        spi._spi.rate = RATE_HZ
    return spi
