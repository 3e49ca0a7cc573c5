"""Lamps on single pins through gpiozero: the timer bar, one LED per player, one LED of three colours."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from gpiozero import LEDBarGraph, LEDBoard
from gpiozero.pins import Factory

from hardware.errors import BadSetting, LightsLost, NoPins
from hardware.lights import Colour, check_count
from hardware.pins import pin_faults


@contextmanager
def wired(what: str, pins: Sequence[int]) -> Iterator[None]:
    """Turns what gpiozero says while opening into a line that names the part and its pins."""
    try:
        yield
    except pin_faults() as wrong:
        names = ", ".join(map(str, pins))
        raise NoPins(f"no {what} on GPIO {names}: {wrong}; leave it out of the config or free the pins") from wrong


@contextmanager
def reached(what: str) -> Iterator[None]:
    """Turns what a pin says that no longer answers into LightsLost."""
    try:
        yield
    except pin_faults() as wrong:
        raise LightsLost(f"the {what} cannot be reached: {wrong}") from wrong


def let_go(device: Any) -> None:
    """Closes a device of gpiozero; one that can no longer be reached gives its pins back all the same."""
    try:
        device.close()
    except pin_faults():
        for part in (device, *getattr(device, "_all", ())):
            part.pin_factory.release_all(part)


class TimerBar:
    """A row of LEDs that empties from the far end."""

    def __init__(self, pins: Sequence[int], pin_factory: Factory | None = None, *, pwm: bool = False) -> None:
        with wired("timer bar", pins):
            self._bar = LEDBarGraph(*pins, pwm=pwm, pin_factory=pin_factory)
        self.count = len(pins)

    def show(self, share: float) -> None:
        """A LED is lit as long as any of its part of the time is left, so that only an empty bar is dark."""
        if not 0 <= share <= 1:
            raise BadSetting(f"a bar at {share:g} was asked for; it is a share from 0 to 1")
        with reached("timer bar"):
            self._bar.lit_count = -int(-round(share * self.count, 9) // 1)

    def close(self) -> None:
        let_go(self._bar)


class PlayerLeds:
    """One LED of its own colour in front of every seat; how bright the colour is decides, not which."""

    def __init__(self, pins: Sequence[int], pin_factory: Factory | None = None) -> None:
        with wired("player LEDs", pins):
            self._leds = LEDBoard(*pins, pwm=True, pin_factory=pin_factory)
        self.count = len(pins)

    def show(self, colours: Sequence[Colour]) -> None:
        check_count(colours, self.count)
        with reached("player LEDs"):
            self._leds.value = tuple(round(max(colour) / 255, 2) for colour in colours)

    def close(self) -> None:
        let_go(self._leds)


class RgbLed:
    """One LED of two or three colours: green all is well, amber a question, red a part is missing."""

    count = 1

    def __init__(self, pins: Sequence[int], pin_factory: Factory | None = None) -> None:
        if len(pins) not in (2, 3):
            raise BadSetting(
                f"a status LED on {len(pins)} pins was asked for; it needs red and green, and may have blue"
            )
        with wired("status LED", pins):
            self._led = LEDBoard(*pins, pwm=True, pin_factory=pin_factory)

    def show(self, colours: Sequence[Colour]) -> None:
        check_count(colours, 1)
        with reached("status LED"):
            self._led.value = tuple(level / 255 for level in colours[0][: len(self._led)])

    def close(self) -> None:
        let_go(self._led)
