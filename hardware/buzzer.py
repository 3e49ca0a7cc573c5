"""The buzzer: short tunes for turn, timer, question and knock-out, played on a clock that is handed in."""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Protocol

from gpiozero import TonalBuzzer
from gpiozero.pins import Factory
from gpiozero.tones import Tone

from hardware.errors import UnknownLight
from hardware.gpio_lights import let_go, reached, wired

Note = tuple[str | None, float]  # a tone or silence, and for how many seconds

TUNES: Mapping[str, Sequence[Note]] = {
    "turn": (("A4", 0.12),),
    "timer": (("E5", 0.15), (None, 0.1), ("E5", 0.15), (None, 0.1), ("E5", 0.3)),
    "question": (("A4", 0.12), ("E5", 0.2)),
    "treasure": (("A4", 0.1), ("C#5", 0.1), ("E5", 0.25)),
    "knock_out": (("A4", 0.15), ("E4", 0.15), ("A3", 0.4)),
}


class Buzzer(Protocol):
    """Plays tunes by name: any thread may ask for one, and `step`, called from the lamps' loop, sounds it."""

    def play(self, tune: str) -> None: ...

    def step(self, now: float) -> None: ...

    def close(self) -> None: ...


def notes_of(tune: str) -> Sequence[Note]:
    if tune not in TUNES:
        raise UnknownLight(f"no tune {tune!r}; known are {', '.join(TUNES)}")
    return TUNES[tune]


class PiezoBuzzer:
    """A passive piezo on one pin; a new tune waits until the one that plays is over."""

    def __init__(self, pin: int, pin_factory: Factory | None = None) -> None:
        with wired("buzzer", [pin]):
            self._buzzer = TonalBuzzer(pin, mid_tone=Tone("A4"), octaves=2, pin_factory=pin_factory)
        self._waiting: deque[Note] = deque()
        self._until_s: float | None = None

    def play(self, tune: str) -> None:
        self._waiting.extend((*notes_of(tune), (None, 0.2)))

    def step(self, now: float) -> None:
        while self._until_s is None or now >= self._until_s:
            if not self._waiting:
                self._until_s = None
                return
            tone, for_s = self._waiting.popleft()
            self._until_s = (now if self._until_s is None else self._until_s) + for_s
            self._sound(tone)

    def _sound(self, tone: str | None) -> None:
        with reached("buzzer"):
            self._buzzer.play(None if tone is None else Tone(tone))

    def close(self) -> None:
        self._waiting.clear()
        let_go(self._buzzer)


class NoBuzzer:
    """No buzzer: the phones may ring instead."""

    def play(self, tune: str) -> None:
        notes_of(tune)

    def step(self, now: float) -> None:
        """Nothing sounds."""

    def close(self) -> None:
        """Nothing is open."""


class RecordedBuzzer:
    """Keeps the names of the tunes it was asked for."""

    def __init__(self) -> None:
        self.tunes: list[str] = []

    def play(self, tune: str) -> None:
        notes_of(tune)
        self.tunes.append(tune)

    def step(self, now: float) -> None:
        """A record makes no sound."""

    def close(self) -> None:
        """Nothing is open."""
