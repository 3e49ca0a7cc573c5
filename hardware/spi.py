"""SPI0 through gpiozero, as a wire for lamps: whole frames out, and a line that says why when it is dead."""

import warnings
from contextlib import suppress
from typing import Any

from gpiozero import SPIDevice
from gpiozero.exc import SPIFixedRate, SPISoftwareFallback
from gpiozero.pins import Factory

from hardware.errors import LightsLost, NoPins
from hardware.pins import pin_faults, uncollected


class SpiWire:
    """Data on GPIO 10, clock on GPIO 11; bit-banging in Python is far too slow and is refused."""

    def __init__(self, pin_factory: Factory | None, rate_hz: int) -> None:
        try:
            with warnings.catch_warnings(), uncollected():
                warnings.simplefilter("error", SPISoftwareFallback)
                self._device: Any = SPIDevice(port=0, device=0, pin_factory=pin_factory)
        except (SPISoftwareFallback, *pin_faults()) as wrong:
            _forget_closed(pin_factory)
            raise NoPins(f"no SPI: {wrong}; switch it on with raspi-config, or use --lights none") from wrong
        with suppress(SPIFixedRate):  # bit-banged pins, such as mock pins, have no clock of their own
            self._device._spi.rate = rate_hz

    @property
    def is_closed(self) -> bool:
        return bool(self._device.closed)

    def write(self, frame: bytes) -> None:
        if self.is_closed:
            raise LightsLost("the LED chain is closed; open it again")
        try:
            self._device._spi.write(frame)
        except pin_faults() as wrong:
            raise LightsLost(f"the LED chain cannot be reached over SPI: {wrong}; check its plug and supply") from wrong

    def close(self) -> None:
        with uncollected():
            self._let_go()

    def _let_go(self) -> None:
        try:
            self._device.close()
        except pin_faults():
            # the device is gone and its handle with it; only without one does gpiozero give the pins back
            self._device._spi._handle = None
            self._device.close()


def _forget_closed(pin_factory: Factory | None) -> None:
    """gpiozero keeps the pins of a wire that failed to open as long as its exception lives: the next try would fail."""
    if pin_factory is None:
        return
    for pin, holders in list(pin_factory._reservations.items()):
        held = [(holder, holder()) for holder in holders]
        pin_factory._reservations[pin] = [holder for holder, device in held if device is not None and not device.closed]
