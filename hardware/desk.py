"""Everything at the table as one: lamps, timer bar, buzzer and buttons; a part that fails darkens only itself."""

import logging
import time
from collections.abc import Callable
from typing import Literal

from gpiozero.pins import Factory

from hardware.buttons import NAMES, Buttons
from hardware.buzzer import Buzzer, NoBuzzer, PiezoBuzzer
from hardware.camera import Clock
from hardware.chain import Chain, OpenedApart, open_chain
from hardware.errors import NoPins
from hardware.gpio_lights import PlayerLeds, RgbLed, TimerBar
from hardware.lights import Bar, Colour, JoinedLights, Lights
from hardware.pins import PINS, Pins, awkward_pins, open_pins
from hardware.watched import News, Tell, Watched, WatchedBar, WatchedBuzzer, WatchedLights

log = logging.getLogger(__name__)

STATUS: dict[str, Colour] = {"well": (0, 60, 0), "question": (120, 50, 0), "missing": (120, 0, 0)}


class Desk:
    """The parts this owner built, each opened on its own and tried for again while it is away.

    `step` belongs on the lamps' beat. NoPins where there are none and something needs them; a table whose only lamps
    hang on a WLED controller does without.
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
        driver: str = "apa102",
        colours: str = "GRB",
        host: str = "auto",
        protocol: str = "ddp",
        open_factory: Callable[[], Factory] = open_pins,
    ) -> None:
        self._chain = Chain(driver, leds, colours, host, protocol, brightness, gamma, limit_ma)
        self.faults: dict[str, str] = {}  # what is missing just now, and why: part -> the line for the page
        self._pass_on = tell
        self._clock = clock
        self._factory = self._open_factory(open_factory)
        self._pins = pins if self._factory is not None else Pins((), (), (), (), (), (), (), ())
        for warning in awkward_pins(self._pins):
            log.warning("%s", warning)
        self.lights: Lights = JoinedLights(*self._rows(self._pins.seats[:seats]))
        self.bar: Bar | None = WatchedBar(self._open_bar, clock, self._tell) if self._pins.bar else None
        self.buzzer: Buzzer = WatchedBuzzer(self._open_buzzer, clock, self._tell) if self._pins.buzzer else NoBuzzer()
        self._status = (
            WatchedLights(1, self._open_status, clock, self._tell, part="status LED") if self._pins.status else None
        )
        self._buttons = [self._button(name, press) for name in NAMES if getattr(self._pins, name)]
        self.step(clock())  # buttons hear from now on, and what is missing is told at once

    def _tell(self, news: News) -> None:
        if news.is_well:
            self.faults.pop(news.part, None)
        else:
            self.faults[news.part] = news.text
        self._pass_on(news)

    def _open_factory(self, open_factory: Callable[[], Factory]) -> Factory | None:
        try:
            return open_factory()
        except NoPins as missing:
            if self._chain.needs_pins:
                raise
            log.info("%s", missing)
            return None

    def _rows(self, seats: tuple[int, ...]) -> list[Lights]:
        """The chain, then the players' LEDs: each row is watched on its own."""
        rows: list[Lights] = []
        if not self._chain.needs_pins or self._pins.chain:
            rows.append(
                WatchedLights(self._chain.count, self._chain_opener(), self._clock, self._tell, part="LED chain")
            )
        if seats:
            rows.append(
                WatchedLights(
                    len(seats), lambda: PlayerLeds(seats, self._factory), self._clock, self._tell, part="player LEDs"
                )
            )
        return rows

    def _chain_opener(self) -> Callable[[], Lights]:
        def open_it() -> Lights:
            return open_chain(self._chain, self._factory)

        return open_it if self._chain.needs_pins else OpenedApart(open_it, f"WLED {self._chain.host}")

    def _open_bar(self) -> Bar:
        return TimerBar(self._pins.bar, self._factory)

    def _open_buzzer(self) -> Buzzer:
        return PiezoBuzzer(self._pins.buzzer[0], self._factory)

    def _open_status(self) -> Lights:
        return RgbLed(self._pins.status, self._factory)

    def _button(self, name: str, press: Callable[[str], None]) -> Watched[Buttons]:
        wired = {name: getattr(self._pins, name)[0]}
        return Watched(
            f"{name} button", lambda: Buttons(wired, press, self._clock, self._factory), self._clock, self._tell
        )

    def say(self, state: Literal["well", "question", "missing"]) -> None:
        """On the status LED: green, all is well; amber, a question waits; red, a part is missing."""
        if self._status is not None:
            self._status.show([STATUS[state]])

    def step(self, now: float) -> None:
        """Moves tunes on and notices long presses; a part that fails is told of and tried for again."""
        self.buzzer.step(now)
        for button in self._buttons:
            button.use(lambda opened: opened.step(now))

    def close(self) -> None:
        for part in (self.lights, self.bar, self.buzzer, self._status, *self._buttons):
            if part is not None:
                part.close()
        if self._factory is not None:
            self._factory.close()
