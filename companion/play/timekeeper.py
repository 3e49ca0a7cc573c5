"""Keeps the round timer with the game: whose time runs, what is told, and that a restart costs nobody a second."""

from collections.abc import Callable

from companion.games.protocol import Json
from companion.play.journal import Entry
from companion.play.table import Table
from companion.play.timer import RoundTimer, TimeNews, TimerConfig

KEEP_S = 5.0  # a power cut gives back at most this much time

Clock = Callable[[], float]  # one that never jumps, and the one phones have
Sound = Callable[[str], None]


class Timekeeper:
    """Listens to the table and steps the timer; `sound` plays a tune of the buzzer."""

    def __init__(self, table: Table, config: TimerConfig, clock: Clock, wall_clock: Clock, sound: Sound) -> None:
        self._table = table
        self._config = config
        self._clock = clock
        self._wall_clock = wall_clock
        self._sound = sound
        self._game_id = table.saved.id
        self._acting: tuple[str, ...] = ()
        self._kept_s = clock()
        saved = table.kept("timer_saved")
        self.timer = RoundTimer.from_json(config, saved, clock) if saved else RoundTimer(config, clock)
        if saved:
            self._acting = self._act()

    def heard(self, entry: Entry) -> None:
        """Another player, or another round: the glass is turned."""
        if self._table.saved.id != self._game_id:
            self._game_id, self.timer = self._table.saved.id, RoundTimer(self._config, self._clock)
        acting = self._act()
        if acting == self._acting:
            return
        if acting[:1] != self._acting[:1]:
            self._sound("turn")
        self._acting = acting
        if not acting:
            self.timer.stop()
        elif self._config.per == "player" or self.timer.whose is None or len(acting) > 1:
            self.timer.start(acting[0])
        self._keep()

    def step(self, now: float) -> None:
        """Called on the lamps' beat."""
        if self.timer.is_paused != bool(self._table.kept("paused")):
            self._turn_pause()
        for news in self.timer.step():
            self._tell(news)
        if self.timer.is_on and now - self._kept_s >= KEEP_S:
            self._keep(quietly=True)

    def pause(self) -> None:
        """The pause button, or the host's: stops, and goes on."""
        self._table.keep("paused", not self._table.kept("paused"))

    def _turn_pause(self) -> None:
        if self.timer.is_paused:
            self.timer.resume()
        else:
            self.timer.pause()
        self._keep()

    def extend(self, seconds: float) -> None:
        self.timer.extend(seconds)
        self._keep()

    def _act(self) -> tuple[str, ...]:
        return self._table.game.view(self._table.state, None).acting

    def _tell(self, news: TimeNews) -> None:
        self._sound("timer")
        text = f"{news.whose}'s time is {'short' if news.what == 'short' else 'out'}"
        if news.what == "out" and news.then != "tell":
            text += ": please finish the " + news.then.removeprefix("end_")
        self._table.notice("timer", text)
        self._keep()

    def _keep(self, quietly: bool = False) -> None:
        self._kept_s = self._clock()
        if not self.timer.is_on:
            return
        self._table.keep("timer_saved", self.timer.to_json(), quietly=True)
        if not quietly:
            self._table.keep("timer", self._shown())

    def _shown(self) -> Json:
        """What phones count down by themselves: the moment time is out, or what is left while it stands."""
        left = self.timer.left_s()
        if left is None:
            return None
        shown = {"total_s": self._config.seconds, "whose": self.timer.whose}
        return {**shown, "left_s": left} if self.timer.is_paused else {**shown, "ends_at": self._wall_clock() + left}
