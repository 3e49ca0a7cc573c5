"""All tables of a club as a venue has heard of them: who is there, how they stand, and what has been missed."""

import logging
from collections.abc import Callable, Iterator
from itertools import islice
from threading import Condition, RLock
from typing import Any

from companion.club.ledger import Ledger, Played
from companion.club.messages import (
    VERSION,
    Ask,
    Board,
    Message,
    Now,
    Online,
    Result,
    Told,
    plain,
)

log = logging.getLogger(__name__)

PATIENCE_S = 1.0  # what is missing may be on its way
ASK_AGAIN_S = 4.0  # at first; twice as long after every question without an answer
MOST_PATIENT_S = 64.0
MOST_ASKS = 4  # in a row without an answer; then it is said, and asked for now and then
RECENT_S = 24 * 3600.0  # entries of games that ended longer ago are nobody's news
MOST_OFF_S = 60.0  # a clock that differs more is said to be wrong
GONE_S = 12 * 3600.0  # a table offline for so long is no longer shown
MOST_TABLES = 5000  # strangers could make up any number


class Gap:
    """Something a table has and we have not: since when, and how often it was asked for."""

    def __init__(self, since_s: float) -> None:
        self.since_s, self.asked_s, self.asks, self.whole = since_s, -MOST_PATIENT_S, 0, -1

    def is_due(self, now_s: float, whole: int) -> bool:
        """Whether to ask now; an answer in part starts the count of questions anew."""
        if whole != self.whole:
            self.whole, self.asks = whole, 0
        again_s = min(ASK_AGAIN_S * 2 ** max(0, self.asks - 1), MOST_PATIENT_S)
        return now_s - self.since_s >= PATIENCE_S and now_s - self.asked_s >= again_s

    def ask(self, now_s: float) -> None:
        self.asked_s, self.asks = now_s, self.asks + 1


class Heard:
    """One table as far as it has been heard of."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.id = ""
        self.is_online = False
        self.since = 0.0  # when it came or went, by our clock
        self.now: Now | None = None
        self.board: Board | None = None
        self.last: Told | None = None
        self.off_s: float | None = None  # what must be added to its clock; None: not known yet
        self.stamp = 0  # the hall's news when something of it last changed
        self.gaps: dict[int | None, Gap] = {}  # game -> entries missing; None: results, or how it stands
        self.wants: dict[int, int] = {}  # game -> up to which entry we know there are some


class Hall:
    """Hears messages and makes the venue's picture of them; all under one lock, for pages read it on other threads."""

    def __init__(self, ledger: Ledger, clock: Callable[[], float], ticks: Callable[[], float], name: str) -> None:
        self._ledger, self._clock, self._ticks, self._name = ledger, clock, ticks, name
        self.lock = RLock()
        self._changed = Condition(self.lock)
        self._tables: dict[str, Heard] = {}
        self._known: dict[str, set[int]] = {}  # source -> games with a result
        for source, game_id in ledger.known():
            self._known.setdefault(source, set()).add(game_id)
        self.news = 0
        self.results_stamp = 0
        self.heard = 0  # messages, for whoever measures
        self.repeated = 0
        self.faults: dict[str, str] = {}

    # Reading

    def tables(self) -> list[Heard]:
        """Those to be shown, by name."""
        now = self._clock()
        shown = (one for one in self._tables.values() if one.is_online or now - one.since < GONE_S)
        return sorted((one for one in shown if one.now is not None), key=lambda one: _natural(one.name))

    def results(self) -> list[Played]:
        with self.lock:
            return self._ledger.results()

    def wait(self, after: int, timeout_s: float) -> int:
        """Waits until there is news past `after`, or the time is up; returns the newest."""
        with self._changed:
            self._changed.wait_for(lambda: self.news > after, timeout_s)
            return self.news

    # Hearing

    def hear(self, table: str, message: Message, is_retained: bool) -> None:
        with self.lock:
            self.heard += 1
            one = self._tables.get(table)
            if one is None:
                if len(self._tables) >= MOST_TABLES:
                    self.notice("tables", f"more than {MOST_TABLES} tables speak here; no further ones are shown")
                    return
                one = self._tables[table] = Heard(table)
            if not is_retained:
                self._learn_clock(one, message)
            self._take(one, message, is_retained)

    def _take(self, one: Heard, message: Message, is_retained: bool) -> None:
        match message:
            case Online():
                self._take_online(one, message)
            case Now():
                self._take_now(one, message, is_retained)
            case Board():
                one.board = message
                self._touch(one)
            case Told():
                self._take_entry(one, message)
            case Result():
                self._take_result(one, message)

    def _take_online(self, one: Heard, said: Online) -> None:
        if not said.online and one.id and said.id != one.id:
            return  # the will of one who had the name before
        if one.is_online != said.online or not one.since:
            one.is_online, one.since = said.online, self._clock()
            self._touch(one)
        if said.online:
            self._meet(one, said.id)

    def _take_now(self, one: Heard, now: Now, is_retained: bool) -> None:
        self._meet(one, now.id)
        one.now = now
        if now.number:
            self._want(one, now.game_id, now.number)
        missing = now.finished > len(self._known.get(now.id, ())) or (is_retained and one.off_s is None)
        if missing:
            one.gaps.setdefault(None, Gap(self._ticks()))
        else:
            one.gaps.pop(None, None)
        self._touch(one)

    def _meet(self, one: Heard, source: str) -> None:
        """Another journal under the same name is another table: what it was asked for before is forgotten."""
        if one.id != source:
            one.id, one.off_s = source, None
            one.gaps.clear()
            one.wants.clear()

    def _take_entry(self, one: Heard, entry: Told) -> None:
        if one.id and entry.id != one.id:
            return  # of one who had the name before; its own results tell of it
        self._meet(one, entry.id)
        if not self._ledger.take(entry, self._clock()):
            self.repeated += 1
            return
        self._want(one, entry.game_id, entry.number)
        if one.last is None or (one.last.game_id, one.last.number) < (entry.game_id, entry.number):
            one.last = entry
            self._touch(one)

    def _take_result(self, one: Heard, result: Result) -> None:
        ended = min(result.ended + (one.off_s or 0.0), self._clock())
        games = self._known.setdefault(result.id, set())
        games.discard(result.game_id) if result.withdrawn else games.add(result.game_id)
        if self._ledger.settle(one.name, result, ended):
            self.news += 1
            self.results_stamp = self.news
            self._changed.notify_all()
        if result.id == one.id and self._clock() - ended < RECENT_S:
            self._want(one, result.game_id, result.number)
        if one.now is not None and one.now.finished <= len(games) and one.off_s is not None:
            one.gaps.pop(None, None)

    def _want(self, one: Heard, game_id: int, number: int) -> None:
        one.wants[game_id] = max(number, one.wants.get(game_id, 0))
        if self._ledger.whole(one.id, game_id) < one.wants[game_id]:
            one.gaps.setdefault(game_id, Gap(self._ticks()))
        elif one.gaps.pop(game_id, None) is not None and not one.gaps:
            self.notice(f"gap of {one.name}", None)

    def _learn_clock(self, one: Heard, message: Message) -> None:
        """What just came was sent just now, whatever its sender's clock says."""
        if isinstance(message, Online) and not message.online:
            return  # a will was written long before
        off_s = self._clock() - message.sent
        if one.off_s is None or abs(off_s - one.off_s) > 1.0:
            one.off_s = off_s
            self._touch(one)
            self._say_clock(one, off_s)

    def _say_clock(self, one: Heard, off_s: float) -> None:
        part = f"clock of {one.name}"
        if abs(off_s) <= MOST_OFF_S:
            self.notice(part, None)
            return
        how = "slow" if off_s > 0 else "fast"
        hours, minutes = divmod(round(abs(off_s) / 60), 60)
        self.notice(
            part, f"the clock of table {one.name} is {hours} h {minutes:02d} min {how}; its times are put right here"
        )

    def notice(self, part: str, text: str | None) -> None:
        """One line for page and log; None: it is well again."""
        if text is not None and self.faults.get(part) != text:
            log.warning("%s", text)
        self.show(part, text)

    def show(self, part: str, text: str | None) -> None:
        """One line for the page alone."""
        with self.lock:
            if self.faults.get(part) == text:
                return
            if text is None:
                self.faults.pop(part)
            else:
                self.faults[part] = text
            self.news += 1
            self.results_stamp = self.news
            self._changed.notify_all()

    def _touch(self, one: Heard) -> None:
        self.news += 1
        one.stamp = self.news
        self._changed.notify_all()

    # Asking

    def questions(self, most: int = 1000) -> list[tuple[str, Ask]]:
        """What is to be asked of which table now; what is more than `most` is kept for the next time."""
        now_s = self._ticks()
        with self.lock:
            waiting = [one for one in self._tables.values() if one.gaps and one.is_online]
            asks = ((one.name, ask) for one in waiting for ask in self._questions_to(one, now_s))
            return list(islice(asks, max(0, most)))

    def _questions_to(self, one: Heard, now_s: float) -> Iterator[Ask]:
        for game_id, gap in list(one.gaps.items()):
            whole = self._ledger.whole(one.id, game_id) if game_id is not None else len(self._known.get(one.id, ()))
            if gap.is_due(now_s, whole):
                if gap.asks >= MOST_ASKS:
                    self._complain(one, game_id, whole)
                gap.ask(now_s)
                yield self._ask(game_id, whole)

    def _ask(self, game_id: int | None, whole: int) -> Ask:
        sent = self._clock()
        if game_id is None:
            return Ask(v=VERSION, id=self._name, sent=sent, results=True)
        return Ask(v=VERSION, id=self._name, sent=sent, game_id=game_id, after=whole)

    def _complain(self, one: Heard, game_id: int | None, whole: int) -> None:
        what = "some results" if game_id is None else f"entries of game {game_id} after {whole}"
        self.notice(f"gap of {one.name}", f"table {one.name} does not tell {what}; its own journal has them")

    def missing(self) -> int:
        """Entries that are known to be and not here."""
        with self.lock:
            return sum(
                max(0, number - self._ledger.whole(one.id, game_id))
                for one in self._tables.values()
                for game_id, number in one.wants.items()
            )

    def flush(self) -> None:
        with self.lock:
            self._ledger.flush()


def table_json(one: Heard) -> dict[str, Any]:
    """A table for the page, times by the venue's clock."""
    assert one.now is not None
    off_s = one.off_s or 0.0
    shown = {key: value for key, value in plain(one.now).items() if key not in ("v", "id", "sent", "finished")}
    if (timer := one.now.timer) is not None and timer.ends_at is not None:
        shown["timer"] = {"total_s": timer.total_s, "whose": timer.whose, "ends_at": timer.ends_at + off_s}
    if one.now.help is not None:
        shown["help"] = one.now.help + off_s
    board, last = one.board, one.last
    if board is not None and board.game_id == one.now.game_id:
        shown["lying"] = {piece: list(spots) for piece, spots in board.lying.items()}
    if last is not None and last.game_id == one.now.game_id:
        shown["last"] = {"who": last.who, "words": last.words, "number": last.number}
    return {"name": one.name, "online": one.is_online, "since": one.since, **shown}


def _natural(name: str) -> tuple[tuple[int, str], ...]:
    """Table 10 after table 9.

    >>> sorted(["table-10", "table-9", "anker"], key=_natural)
    ['anker', 'table-9', 'table-10']
    """
    parts = "".join(sign if sign.isdigit() else f" {sign} " for sign in name.lower()).split()
    return tuple((int(part), "") if part.isdigit() else (-1, part) for part in parts)
