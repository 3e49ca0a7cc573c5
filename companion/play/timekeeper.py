"""Keeps time with the game: the one countdown that lamps, phones and buzzer show, and that a restart costs nobody."""

from collections.abc import Callable

from companion.errors import BadInput
from companion.games.protocol import Json
from companion.play.news import Entered, Kept, News, SatDown
from companion.play.sitting import Sitting, whose
from companion.play.table import Table
from companion.play.timer import RoundTimer, TimeNews, TimerConfig

KEEP_S = 5.0  # a power cut gives back at most this much time
PAUSED, TIMER, SAVED, SET = "paused", "timer", "timer_saved", "timer_set"  # among the table's extras

Clock = Callable[[], float]  # one that never jumps, and the one phones have


class Timekeeper:
    """Hears the table and steps the timer; `ring` is called when time is short or out."""

    def __init__(
        self,
        table: Table,
        config: TimerConfig,
        clock: Clock,
        wall_clock: Clock,
        ring: Callable[[TimeNews], None] = lambda news: None,
    ) -> None:
        self._table = table
        self._config = config
        self._clock = clock
        self._wall_clock = wall_clock
        self._ring = ring
        self._acting: tuple[str, tuple[str, ...]] = "", ()
        self._kept_s = clock()
        self.timer = RoundTimer(config, clock)

    def hear(self, news: News) -> None:
        match news:
            case SatDown(sitting):
                self._sit_down(sitting)
            case Entered(sitting=sitting):
                self._follow(sitting)
            case Kept(name, value) if name == PAUSED:
                self._pause(bool(value))
            case Kept(name) if name == SET:
                self._set_anew(self._table.sitting)

    def _sit_down(self, sitting: Sitting) -> None:
        """The countdown goes on where it was; the time without power was nobody's."""
        saved = self._table.kept(SAVED)
        self._acting = whose(sitting.view(None))
        self.timer = self._fresh(sitting)
        if saved:
            self.timer = self._restored(saved)
        elif not sitting.is_over:
            self._start(sitting)
        self._keep()

    def _restored(self, saved: Json) -> RoundTimer:
        try:
            return RoundTimer.from_json(self.timer.config, saved, self._clock)
        except BadInput as odd:
            self._table.notice("timer", f"{odd}; it starts afresh")
            return self.timer

    def _fresh(self, sitting: Sitting) -> RoundTimer:
        return RoundTimer(self._rules(sitting), self._clock)

    def _rules(self, sitting: Sitting) -> TimerConfig:
        """As the host set it for this game, else as the owner did; else as the game counts, a sand-glass a phase."""
        if (seconds := self._seconds_set()) is not None:
            return TimerConfig(per="player", seconds=seconds)
        if self._config.seconds:
            return self._config
        return TimerConfig(per="player", seconds=sitting.glow.timer_s or 0.0)

    def _seconds_set(self) -> float | None:
        seconds = self._table.kept(SET)
        return float(seconds) if isinstance(seconds, int | float) and not isinstance(seconds, bool) else None

    def _set_anew(self, sitting: Sitting) -> None:
        self.timer = self._fresh(sitting)
        self._start(sitting)
        self._keep()

    def _follow(self, sitting: Sitting) -> None:
        """Another player, or another phase: the glass is turned."""
        acting = whose(sitting.view(None))
        if acting == self._acting:
            return
        self._acting = acting
        if self._seconds_set() is None and not self._config.seconds:
            self.timer = self._fresh(sitting)
        self._table.notice("timer", None)
        self._start(sitting)
        self._keep()

    def _start(self, sitting: Sitting) -> None:
        acting = sitting.view(None).acting
        if not acting:
            self.timer.stop()
        elif self.timer.config.per == "player" or self.timer.whose is None or len(acting) > 1:
            self.timer.start(acting[0])
        if self._table.kept(PAUSED):
            self.timer.pause()

    def step(self, now: float) -> None:
        """Called on the lamps' beat."""
        for news in self.timer.step():
            self._tell(news)
        if self.timer.is_on and now - self._kept_s >= KEEP_S:
            self._keep(quietly=True)

    def pause(self) -> None:
        """The pause button, or the host's: stops, and goes on."""
        self._table.keep(PAUSED, not self._table.kept(PAUSED))

    def _pause(self, is_paused: bool) -> None:
        if is_paused:
            self.timer.pause()
        else:
            self.timer.resume()
        self._keep()

    def extend(self, seconds: float) -> None:
        self.timer.extend(seconds)
        self._keep()

    def _tell(self, news: TimeNews) -> None:
        self._ring(news)
        text = f"{news.whose}'s time is {'short' if news.what == 'short' else 'out'}"
        if news.what == "out" and news.then != "tell":
            text += ": please finish the " + news.then.removeprefix("finish_")
        self._table.notice("timer", text)
        self._keep()

    def _keep(self, quietly: bool = False) -> None:
        self._kept_s = self._clock()
        if self.timer.is_on:
            self._table.keep(SAVED, self.timer.to_json(), quietly=True)
        if not quietly:
            self._table.keep(TIMER, self._shown())

    def _shown(self) -> Json:
        """What phones count down by themselves: the moment time is out, or what is left while it stands."""
        left = self.timer.left_s()
        if left is None:
            return None
        shown = {"total_s": self.timer.config.seconds, "whose": self.timer.whose}
        return {**shown, "left_s": left} if self.timer.is_paused else {**shown, "ends_at": self._wall_clock() + left}
