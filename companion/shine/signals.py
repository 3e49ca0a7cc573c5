"""What is heard and what the status LED says: tunes for cues, questions and time."""

from collections.abc import Callable, Mapping
from typing import Literal

from companion.games.protocol import Cue
from companion.play.news import Asked, Cleared, Entered, News, Noticed, SatDown
from companion.play.timer import TimeNews

Status = Literal["well", "question", "missing"]

TUNES: Mapping[Cue, str] = {"knock_out": "knock_out", "treasure": "treasure", "your_turn": "turn"}
# what these say does not make a part missing
FINE = ("picture", "torch", "dice", "timer", "buttons", "journal", "light map")


class Signals:
    """Hears the table's news; plays at most one tune an entry, the gravest first, and keeps the status LED true."""

    def __init__(self, play: Callable[[str], None], say: Callable[[Status], None]) -> None:
        self._play = play
        self._say = say
        self._missing: set[str] = set()
        self._is_asking = False

    def hear(self, news: News) -> None:
        match news:
            case SatDown():
                self._is_asking = False
            case Entered(cues=cues):
                self._sound(cues)
            case Asked():
                self._is_asking = True
                self._play("question")
            case Cleared():
                self._is_asking = False
            case Noticed(part, text) if part not in FINE:
                self._missing = self._missing | {part} if text else self._missing - {part}
            case _:
                return
        self._say("missing" if self._missing else "question" if self._is_asking else "well")

    def ring(self, news: TimeNews) -> None:
        """Time is short, or out."""
        self._play("timer")

    def _sound(self, cues: tuple[Cue, ...]) -> None:
        tune = next((TUNES[cue] for cue in TUNES if cue in cues), None)
        if tune is not None:
            self._play(tune)
