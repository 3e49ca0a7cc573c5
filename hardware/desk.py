"""Everything on the Pi's header as one: lamps, timer bar, buzzer and buttons; a part that fails is told of."""

import logging
import time
from collections.abc import Callable
from typing import Literal, TypeVar

from gpiozero.pins import Factory

from hardware.apa102 import MOST_LEDS, Apa102
from hardware.buttons import NAMES, Buttons
from hardware.buzzer import Buzzer, NoBuzzer, PiezoBuzzer
from hardware.camera import Clock
from hardware.errors import HardwareError
from hardware.gpio_lights import PlayerLeds, RgbLed, TimerBar
from hardware.lights import Bar, Colour, JoinedLights, Lights, NoLights
from hardware.pins import PINS, Pins, open_pins
from hardware.watched import News, Tell, WatchedLights

log = logging.getLogger(__name__)

Part = TypeVar("Part")

STATUS: dict[str, Colour] = {"well": (0, 60, 0), "question": (120, 50, 0), "missing": (120, 0, 0)}


class Desk:
    """The parts this owner wired, opened; `step` belongs on the lamps' beat.

    A chain whose length nobody gave is driven as if it were as long as can be: what is beyond its end is lost.
    """

    def __init__(
        self,
        press: Callable[[str], None],
        tell: Tell = lambda news: None,
        clock: Clock = time.monotonic,
        *,
        pins: Pins = PINS,
        leds: int = 0,
        seats: int = 0,
        brightness: float = 0.5,
        gamma: float = 2.2,
        limit_ma: float = 2000.0,
        open_factory: Callable[[], Factory] = open_pins,
    ) -> None:
        self._factory = open_factory()
        self._tell = tell
        self._pins = pins
        self._leds = (leds or MOST_LEDS) if pins.chain else 0
        self._seats = pins.seats[:seats]
        self._look = {"brightness": brightness, "gamma": gamma, "limit_ma": limit_ma}
        self.lights = WatchedLights(self._leds + len(self._seats), self._open_lights, clock, tell)
        self.bar: Bar | None = self._try("timer bar", self._open_bar)
        self.buzzer: Buzzer = self._try("buzzer", self._open_buzzer) or NoBuzzer()
        self._broken: Buzzer = NoBuzzer()
        self._status = self._try("status LED", self._open_status)
        self._buttons = self._try("buttons", lambda: self._open_buttons(press, clock))

    def _try(self, part: str, open_part: Callable[[], Part | None]) -> Part | None:
        try:
            return open_part()
        except HardwareError as wrong:
            log.warning("%s", wrong)
            self._tell(News(part, False, str(wrong)))
            return None

    def _open_lights(self) -> Lights:
        rows: list[Lights] = []
        if self._leds:
            rows.append(Apa102(self._leds, self._factory, **self._look))
        if self._seats:
            rows.append(self._open_seats(rows))
        return JoinedLights(*rows) if rows else NoLights()

    def _open_seats(self, opened: list[Lights]) -> Lights:
        try:
            return PlayerLeds(self._seats, self._factory)
        except HardwareError:
            for row in opened:
                row.close()
            raise

    def _open_bar(self) -> Bar | None:
        return TimerBar(self._pins.bar, self._factory) if self._pins.bar else None

    def _open_buzzer(self) -> Buzzer | None:
        return PiezoBuzzer(self._pins.buzzer[0], self._factory) if self._pins.buzzer else None

    def _open_status(self) -> RgbLed | None:
        return RgbLed(self._pins.status, self._factory) if self._pins.status else None

    def _open_buttons(self, press: Callable[[str], None], clock: Clock) -> Buttons | None:
        wired = {name: getattr(self._pins, name)[0] for name in NAMES if getattr(self._pins, name)}
        return Buttons(wired, press, clock, self._factory) if wired else None

    def say(self, state: Literal["well", "question", "missing"]) -> None:
        """On the status LED: green, all is well; amber, a question waits; red, a part is missing."""
        if self._status is not None:
            self._status.show([STATUS[state]])

    def step(self, now: float) -> None:
        """Moves tunes on and notices long presses; a buzzer that fails is told of and left silent."""
        try:
            self.buzzer.step(now)
        except HardwareError as wrong:
            self._broken, self.buzzer = self.buzzer, NoBuzzer()
            self._tell(News("buzzer", False, str(wrong)))
        if self._buttons is not None:
            self._buttons.step(now)

    def close(self) -> None:
        for part in (self.lights, self.bar, self.buzzer, self._broken, self._status, self._buttons):
            if part is not None:
                part.close()
        self._factory.close()
