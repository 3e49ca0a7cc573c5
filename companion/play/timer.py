"""The round timer: per round or per player, a sand-glass or a chess clock, on a clock it is handed."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from companion.errors import BadInput

Clock = Callable[[], float]
_MOST_S = 86_400.0
EVERYBODY = "everybody"  # whose time it is when the timer runs per round


class TimerConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How time is kept, as the config file says it under [timer]."""

    per: Literal["round", "player"] = "round"
    # sandglass: turned at every start, always full; chess: one store for the whole game, `bonus_s` more at every start
    style: Literal["sandglass", "chess"] = "sandglass"
    seconds: float = 0.0  # 0: no timer
    bonus_s: float = 0.0
    warn_s: float = 10.0
    # what happens at 0: "tell" lights and sounds only; the others also ask the table to end the turn or the round
    out: Literal["tell", "finish_turn", "finish_round"] = "tell"

    def __post_init__(self) -> None:
        for name in ("seconds", "bonus_s", "warn_s"):
            if not 0 <= getattr(self, name) <= _MOST_S:
                raise ValueError(f"timer.{name} is {getattr(self, name):g}; give 0 to 86400 seconds")


@dataclass(frozen=True)
class TimeNews:
    """Time is short, or out; `then` is the policy of the config."""

    what: Literal["short", "out"]
    whose: str
    then: Literal["tell", "finish_turn", "finish_round"]


class _Saved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    left_s: dict[str, float]
    running: str | None
    is_paused: bool
    told: tuple[str, ...]


class RoundTimer:
    """Counts down for whoever must act; everything it knows goes to JSON and comes back after a restart.

    The time a restart takes is nobody's: what was left is left.
    """

    def __init__(self, config: TimerConfig, clock: Clock = time.monotonic) -> None:
        self._config = config
        self._clock = clock
        self._left_s: dict[str, float] = {}
        self._running: str | None = None
        self._is_paused = False
        self._told: tuple[str, ...] = ()
        self._read_s = clock()

    @property
    def config(self) -> TimerConfig:
        return self._config

    @property
    def is_on(self) -> bool:
        return self._config.seconds > 0

    @property
    def is_paused(self) -> bool:
        return self._is_paused

    @property
    def whose(self) -> str | None:
        """Whose time runs (or is paused): a player, EVERYBODY, or nobody's."""
        return self._running

    def start(self, player: str) -> None:
        """A round begins, or a player's turn: the glass is turned, or that player's clock goes on."""
        if not self.is_on:
            return
        self._flow()
        whose = EVERYBODY if self._config.per == "round" else player
        self._left_s[whose] = self._at_start(whose)
        self._running, self._is_paused, self._told = whose, False, ()

    def _at_start(self, whose: str) -> float:
        if self._config.style == "sandglass" or whose not in self._left_s:
            return self._config.seconds
        return self._left_s[whose] + self._config.bonus_s

    def stop(self) -> None:
        """Nobody's time runs: between rounds, or while the table deals."""
        self._flow()
        self._running = None

    def pause(self) -> None:
        self._flow()
        self._is_paused = True

    def resume(self) -> None:
        self._flow()
        self._is_paused = False

    def extend(self, seconds: float) -> None:
        """More time for whoever's time runs; BadInput if nobody's does."""
        if self._running is None:
            raise BadInput("nobody's time runs; more time can be given once a round or turn has begun")
        if not 0 < seconds <= 86_400:
            raise BadInput(f"{seconds:g} seconds more were asked for; give more than 0, at most 86400")
        self._flow()
        self._left_s[self._running] += seconds
        self._told = ()

    def left_s(self, whose: str | None = None) -> float | None:
        """How much time a player has left, or whoever's time runs; None for one whose time never ran."""
        self._flow()
        name = self._running if whose is None else whose
        return None if name is None else self._left_s.get(name)

    @property
    def share(self) -> float | None:
        """What the timer bar shows: the part of the full time that is left; None while nobody's time runs."""
        left_s = self.left_s()
        return None if left_s is None else min(left_s / self._config.seconds, 1.0)

    def step(self) -> list[TimeNews]:
        """What has become true since the last step: time is short, time is out; each told once a start."""
        left_s = self.left_s()
        if left_s is None or self._running is None:
            return []
        true = [what for what, at_s in (("short", self._config.warn_s), ("out", 0.0)) if left_s <= at_s]
        news = [what for what in true if what not in self._told]
        self._told += tuple(news)
        newest = news[-1:]  # both at once after a long sleep: only the graver one
        return [TimeNews(what, self._running, self._config.out) for what in newest]  # type: ignore[arg-type]

    def _flow(self) -> None:
        now = self._clock()
        if self._running is not None and not self._is_paused:
            self._left_s[self._running] = max(self._left_s[self._running] - max(now - self._read_s, 0.0), 0.0)
        self._read_s = now

    def to_json(self) -> dict[str, Any]:
        self._flow()
        saved = _Saved(dict(self._left_s), self._running, self._is_paused, self._told)
        return dict(msgspec.to_builtins(saved))

    @classmethod
    def from_json(cls, config: TimerConfig, raw: Mapping[str, Any], clock: Clock = time.monotonic) -> "RoundTimer":
        """The timer as it was saved; it goes on at once, or stays paused if it was."""
        try:
            saved = msgspec.convert(dict(raw), _Saved)
        except (msgspec.ValidationError, TypeError, ValueError) as wrong:
            raise BadInput(f"the saved timer cannot be read: {wrong}") from None
        timer = cls(config, clock)
        if timer.is_on and (saved.running is None or saved.running in saved.left_s):
            timer._left_s = {name: min(max(left, 0.0), _MOST_S) for name, left in saved.left_s.items()}
            timer._running, timer._is_paused, timer._told = saved.running, saved.is_paused, saved.told
        return timer
