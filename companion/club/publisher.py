"""Tells the club what happens at this table: a bounded queue and a thread of its own, so that no entry ever waits."""

import logging
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from threading import Event
from typing import Any

from companion.club import discovery
from companion.club.commands import obey
from companion.club.line import Line, MqttConfig
from companion.club.membership import Membership, Recalled
from companion.club.messages import (
    VERSION,
    Answer,
    Ask,
    Board,
    Command,
    Message,
    Online,
    Result,
    Told,
    decode,
    encode,
    read_topic,
    topic,
)  # fmt: skip
from companion.club.telling import OWN, PAUSED, Sender, board_of, now_of, result_of, told
from companion.errors import CompanionError
from companion.play.news import Entered, News, Noticed, SatDown
from companion.play.table import Table

log = logging.getLogger(__name__)

MOST_WAITING = 500  # entries kept for a broker that is away; whoever misses older ones asks for them
MOST_ASKED = 16  # questions of venues that wait to be answered
MOST_AT_ONCE = 500  # entries told to one question; for more it is asked again
COME_AGAIN_S = 15.0  # for a table whose name is another's

Names = Callable[[Mapping[str, Any]], Mapping[str, str]]  # what people are called, from what is kept with a game


@dataclass(frozen=True)
class _Result:
    """A result on its way to the broker."""

    game_id: int
    number: int
    is_withdrawn: bool


class Publisher:
    """Hears the table's news and passes on what anybody may know; `run` is its thread."""

    def __init__(
        self,
        config: MqttConfig,
        table: Table,
        membership: Membership,
        clock: Callable[[], float],
        ticks: Callable[[], float],
        names_kept: Names = lambda extras: {},
        locate: Callable[[], str] = lambda: "",
        come_again_s: float = COME_AGAIN_S,
    ) -> None:
        self.name = config.table
        self._config, self._table, self._membership = config, table, membership
        self._clock, self._names_in, self._locate = clock, names_kept, locate
        self._come_again_s = come_again_s
        self._entries: deque[Entered] = deque(maxlen=MOST_WAITING)
        self._asked: deque[Ask] = deque(maxlen=MOST_ASKED)
        self._answers: Iterator[Told] = iter(())
        self._results: dict[int, None] = {}  # games whose result is to be told, in order
        self._on_way: dict[int, Entered | _Result | None] = {}  # by message number
        self._finished = 0
        self._was_over = False
        self._may_be_result = True  # some game has ended, or goes on again
        self._is_ours = False  # the name is this table's
        self._is_stale = True  # the broker's `now` is not how the table stands
        self._now_on_way: int | None = None
        self._board: Board | None = None
        self._past: Recalled | None = None  # the game that was asked for last; it is no longer on the table
        own = [topic(self.name, kind) for kind in ("online", "ask", "command")]
        gone = topic(self.name, "online"), encode(self._online(False))
        self._line = Line(config, f"companion-{self.name}-{membership.id}", self, own, ticks, gone)

    def run(self, stop: Event) -> None:
        """Until told to stop; then says goodbye."""
        self._line.run(stop)

    def wake(self) -> None:
        """To be called after `stop` was set."""
        self._line.wake()

    def hear(self, news: News) -> None:
        """Only notes it down: the table's lock is held."""
        if isinstance(news, Noticed) and news.part == OWN:
            return
        if isinstance(news, Entered):
            self._entries.append(news)
        if isinstance(news, SatDown):
            self._past = None
        if isinstance(news, Entered | SatDown):
            self._may_be_result |= self._was_over or news.sitting.is_over
            self._was_over = news.sitting.is_over
        self._is_stale = True
        self._line.wake()

    # What the line says, on its thread

    def up(self) -> None:
        """Asks itself: by the time the answer is back, whoever has our name has been heard of."""
        self._send("ask", Ask(v=VERSION, id=self._membership.id, sent=self._clock()))

    def down(self) -> None:
        self._is_ours, self._now_on_way, self._answers = False, None, iter(())
        unsaid = [news for news in self._on_way.values() if isinstance(news, Entered)]
        self._on_way.clear()
        self._entries.extendleft(reversed(unsaid))

    def leaving(self) -> None:
        if self._is_ours:
            self._send("online", self._online(False), retain=True)

    def tell(self, fault: str | None) -> None:
        self._table.notice(OWN, f"{fault}; the club is told later" if fault else None)

    def acked(self, number: int) -> None:
        known = self._on_way.pop(number, None)
        if number == self._now_on_way:
            self._now_on_way = None
        if isinstance(known, _Result):
            self._membership.settle(known.game_id, known.number, known.is_withdrawn)
            self._may_be_result = True  # it may have changed on its way

    def heard(self, where: str, data: bytes, is_retained: bool) -> None:
        _, kind = read_topic(where)
        if kind == "online":
            self._hear_of_name(decode(data, Online))
        elif kind == "ask":
            self._hear_question(decode(data, Ask))
        elif kind == "command" and not is_retained:  # a command is for now, not for whenever we come back
            self._hear_command(decode(data, Command))

    def step(self) -> None:
        if not self._is_ours:
            return
        if self._may_be_result:
            self._look_for_results()
        self._tell_results()
        self._tell_entries()
        self._tell_answers()
        self._tell_now()

    # The name

    def _hear_of_name(self, other: Online) -> None:
        """Who came first keeps it; of two who came at once the one with the smaller id."""
        if other.id == self._membership.id:
            return
        if other.online and (not self._is_ours or other.id < self._membership.id):
            self._is_ours = False
            self._line.leave(
                self._come_again_s,
                f"another table of this club is called {self.name}; give this one its own name as mqtt.table",
            )
        elif self._is_ours:
            self._send("online", self._online(True), retain=True)

    def _claim(self) -> None:
        self._is_ours, self._is_stale, self._board = True, True, None
        self._may_be_result = True
        self._send("online", self._online(True), retain=True)
        if self._config.discovery:
            for where, data in discovery.configs(self._config.discovery, self.name, self._locate()):
                self._line.publish(where, data, retain=True)

    def _online(self, is_online: bool) -> Online:
        return Online(v=VERSION, id=self._membership.id, sent=self._clock(), online=is_online)

    # Questions and commands

    def _hear_question(self, ask: Ask) -> None:
        if ask.id == self._membership.id:
            if not self._is_ours:
                self._claim()
            return
        self._is_stale = True  # whoever asks wants to know how we stand
        self._board = None
        if ask.results:
            self._results |= dict.fromkeys(self._membership.finished())
        if ask.game_id is not None and all(ask.game_id != other.game_id for other in self._asked):
            self._asked.append(ask)  # who asks twice while others are answered gets one answer

    def _hear_command(self, command: Command) -> None:
        deeds = {"pause": lambda: self._table.keep(PAUSED, True), "resume": lambda: self._table.keep(PAUSED, False)}
        reason = ""
        try:
            obey(self._config, command, deeds)
        except CompanionError as refused:
            reason = str(refused)
            log.warning("a command of %s was refused: %s", command.id, reason)
        said: dict[str, Any] = {"do": command.do[:20], "ok": not reason, "reason": reason}
        self._send("answer", Answer(v=VERSION, id=self._membership.id, sent=self._clock(), **said))

    # Telling

    def _look_for_results(self) -> None:
        self._may_be_result = False
        finished = len(self._membership.finished())
        self._is_stale |= finished != self._finished
        self._finished = finished
        waiting = {result.game_id for result in self._on_way.values() if isinstance(result, _Result)}
        unsettled = (game_id for game_id in self._membership.unsettled() if game_id not in waiting)
        self._results |= dict.fromkeys(unsettled)

    def _tell_results(self) -> None:
        while self._results and self._line.has_room:
            game_id = next(iter(self._results))
            del self._results[game_id]
            try:
                result = self._result(game_id)
            except CompanionError as odd:
                log.warning("the result of game %d cannot be told: %s", game_id, odd)
                continue
            number = self._send("result", result, f"{self._membership.id}-{game_id}", retain=True)
            self._on_way[number] = _Result(game_id, result.number, result.withdrawn)

    def _result(self, game_id: int) -> Result:
        past = self._membership.recall(game_id)
        sender = Sender(self._membership.id, self._names_in(past.extras))
        return result_of(past.game, past.history, past.saved, past.number, sender, self._clock())

    def _tell_entries(self) -> None:
        while self._entries and self._line.has_room:
            news = self._entries.popleft()
            sitting = news.sitting
            entry = told(
                sitting.game, sitting.history, sitting.saved, news.entry, self._sender(), self._clock(), news.cues
            )
            self._on_way[self._send("entry", entry)] = news
            for where, data in discovery.events(self.name, self._config.light, entry):
                self._line.publish(where, data)

    def _tell_answers(self) -> None:
        while self._line.has_room and not self._entries:
            entry = next(self._answers, None)
            if entry is not None:
                self._send("entry", entry)
            elif self._asked:
                self._answers = self._answered(self._asked.popleft())
            else:
                return

    def _answered(self, ask: Ask) -> Iterator[Told]:
        """The entries of a game after the one asked for, a bounded number of them."""
        assert ask.game_id is not None
        try:
            past = self._recalled(ask.game_id)
        except CompanionError as odd:
            log.warning("%s asked for a game that is not here: %s", ask.id, odd)
            return
        missed = [entry for entry in past.entries if entry.number > ask.after]
        for entry in missed[:MOST_AT_ONCE]:
            yield told(past.game, past.history, past.saved, entry, self._sender(), self._clock())

    def _recalled(self, game_id: int) -> Recalled:
        """The game on the table as it stands; others are played again, the last of them only once."""
        with self._table.lock:
            if self._table.is_playing and self._table.saved.id == game_id:
                sitting = self._table.sitting
                return Recalled(sitting.game, sitting.saved, sitting.history, self._table.entries(), {})
        if self._past is None or self._past.saved.id != game_id:
            self._past = self._membership.recall(game_id)
        return self._past

    def _tell_now(self) -> None:
        """The newest only, and the next one when the broker has it: a slow one gets fewer."""
        if not self._is_stale or self._now_on_way is not None or not self._line.has_room:
            return
        with self._table.lock:
            if self._entries:
                return
            self._is_stale = False
            names = self._names_in(self._table.extras)
            sender = Sender(self._membership.id, names, self._locate(), self._finished)
            now = now_of(self._table, sender, self._clock())
            board = board_of(self._table.sitting, sender, self._clock()) if self._table.is_playing else None
        if board is not None and (self._board is None or board.lying != self._board.lying):
            self._send("board", board, retain=True)
            self._board = board
        self._now_on_way = self._send("now", now, retain=True)

    def _sender(self) -> Sender:
        return Sender(self._membership.id, {})

    def _send(self, kind: str, message: Message, *more: str, retain: bool = False) -> int:
        return self._line.publish(topic(self.name, kind, *more), encode(message), retain)


def name_from(machine: str) -> str:
    """A table's name from a machine's.

    >>> name_from("pi4.club.lan"), name_from("Müllers Tisch"), name_from("")
    ('pi4', 'M-llers-Tisch', 'table')
    """
    return re.sub(r"[^A-Za-z0-9_-]", "-", machine.partition(".")[0]).strip("-_")[:32] or "table"
