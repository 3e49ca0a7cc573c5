"""Buttons at the table: confirm, undo, pause; holding confirm down ends the round."""

import time
from collections.abc import Callable, Mapping
from threading import Lock

from gpiozero import Button
from gpiozero.pins import Factory

from hardware.errors import NoPins, UnknownLight
from hardware.gpio_lights import let_go, wired

NAMES = ("confirm", "undo", "pause")
LONG = {"confirm": "end_round"}  # what holding a button down says instead
HOLD_S = 1.5
BOUNCE_S = 0.03

Clock = Callable[[], float]
Tell = Callable[[str], None]


class Buttons:
    """Tells the name of what was pressed: a short press when let go, a long one as soon as it is long enough.

    Presses arrive on gpiozero's thread; `step`, called from the lamps' loop, sees that a hold is long enough.
    """

    def __init__(
        self,
        pins: Mapping[str, int],
        tell: Tell,
        clock: Clock = time.monotonic,
        pin_factory: Factory | None = None,
        hold_s: float = HOLD_S,
    ) -> None:
        if unknown := sorted(set(pins) - set(NAMES)):
            raise UnknownLight(f"no button {', '.join(unknown)}; known are {', '.join(NAMES)}")
        self._tell = tell
        self._clock = clock
        self._hold_s = hold_s
        self._lock = Lock()
        self._down: dict[str, float] = {}
        self._buttons: list[Button] = []
        try:
            with wired("buttons", tuple(pins.values())):
                for name, pin in pins.items():
                    self._buttons.append(self._open(name, pin, pin_factory))
        except NoPins:
            self.close()
            raise

    def _open(self, name: str, pin: int, pin_factory: Factory | None) -> Button:
        button = Button(pin, pull_up=True, bounce_time=BOUNCE_S, pin_factory=pin_factory)
        button.when_pressed = lambda: self._pressed(name)
        button.when_released = lambda: self._released(name)
        return button

    def _pressed(self, name: str) -> None:
        with self._lock:
            self._down[name] = self._clock()

    def _released(self, name: str) -> None:
        with self._lock:
            since_s = self._down.pop(name, None)
        if since_s is not None:
            self._tell(self._meaning(name, self._clock() - since_s))

    def _meaning(self, name: str, held_s: float) -> str:
        return LONG.get(name, name) if held_s >= self._hold_s else name

    def step(self, now: float) -> None:
        """Tells every hold that has just become long; letting go of it then says nothing more."""
        with self._lock:
            ripe = [name for name, since_s in self._down.items() if name in LONG and now - since_s >= self._hold_s]
            for name in ripe:
                del self._down[name]
        for name in ripe:
            self._tell(LONG[name])

    def close(self) -> None:
        for button in self._buttons:
            let_go(button)
