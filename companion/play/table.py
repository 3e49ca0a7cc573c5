"""One game being played: the only writer of state and the only lock; everybody else asks it or is told."""

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock
from typing import Any

import msgspec

from companion.errors import BadInput, CompanionError, JournalError, StaleAction
from companion.games import game_named
from companion.games.naming import plain
from companion.games.protocol import Game, Json, State
from companion.layout import Layout
from companion.play.audience import Audience, Listener
from companion.play.evenings import Named, Played, remembered
from companion.play.history import History, Step
from companion.play.journal import By, Entry, Export, Journal, Saved, What
from companion.play.news import Asked, Cleared, Entered, Kept, Noticed, SatDown
from companion.play.proposal import Proposal
from companion.play.questions import Answer, Question
from companion.play.sitting import Sitting, sit_down
from companion.shine.light_map import LightMap, LightsConfig, lights_for

log = logging.getLogger(__name__)

# from what is kept with a game to what is kept when it comes to lie here
Settle = Callable[[Saved, Mapping[str, Json]], Mapping[str, Json]]
_ANY_LIGHTS = lights_for(LightsConfig())
WRITING = "writing"  # the part that says that the disk takes nothing
SPEED = "disk speed"  # the part that says that it takes its time
SLOW_S = 1.0  # for one write, from which people should know
MOST_CHAIN = 64  # steps looked through for what was just entered, at the least


def _as_it_was(saved: Saved, extras: Mapping[str, Json]) -> Mapping[str, Json]:
    return extras


class Table:
    """The game on the table. Entries are journalled before anyone hears of them.

    `lights` says which lamps a table's spaces are, on the lights this owner built.
    """

    def __init__(
        self,
        journal: Journal,
        clock: Callable[[], float],
        lights: Callable[[Layout], LightMap] = _ANY_LIGHTS,
        games: Callable[[str], Game] = game_named,
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        self._journal = journal
        self._clock = clock
        self._ticks = ticks
        self._lights = lights
        self._game_named = games
        self._lock = RLock()
        self._audience = Audience(self._lock)
        self._wrote_s = 0.0  # how long the last write took
        self._sitting: Sitting | None = None
        self._question: Question | None = None
        self._waved_away: Question | None = None  # answered with "something else": not asked again until it is settled
        self._asked = 0
        self._notices: dict[str, str] = {}
        self._differences: tuple[str, ...] = ()
        self._proposal: Proposal | None = None
        self._extras: dict[str, Json] = {}

    # Starting and going on

    def start(
        self,
        name: str,
        players: Sequence[str],
        options: Mapping[str, Json] | None = None,
        settle: Settle = _as_it_was,
    ) -> Saved:
        """Sets up a new game; the one before stays in the journal. `settle` says what is kept with it from then on:
        no cut of the power comes between the two."""
        game = self._game_named(name)
        state = game.setup(players, options)
        with self._lock:
            with self._writing():
                saved = self._journal.begin(name, game.version, players, options or {}, self._clock())
            self._sit_down(game, saved, History(game, state), 0, settle)
        return saved

    def load(self, game_id: int, settle: Settle = _as_it_was) -> Saved:
        """Goes on with a game of the journal."""
        saved = self._journal.saved(game_id)
        game = self._game_named(saved.game)
        entries = self._journal.entries(game_id)
        history = History(game, game.setup(saved.players, saved.options), entries)  # may take long: nobody waits for it
        number = entries[-1].number if entries else 0
        with self._lock:
            for entry in self._journal.entries(game_id, number):  # made meanwhile
                number = history.take(entry).number
            moved = self._journal.make_room(game_id)
            self._sit_down(game, saved, history, number, settle)
            self.notice("journal", f"{moved} of game {game_id} could not be read and was kept aside" if moved else None)
            self._follow_rules(saved, game)
        return saved

    def _follow_rules(self, saved: Saved, game: Game) -> None:
        """A game begun by other rules goes on by ours, for all its entries fit them; that is said."""
        if saved.version == game.version:
            return
        self._journal.play_by(saved.id, game.version)
        self.notice(
            "rules",
            f"game {saved.id} was begun by version {saved.version} of the rules and goes on by {game.version}: "
            "every entry fits, look the scores over",
        )

    def resume(self) -> Saved | None:
        """Goes on with what lay on the table last, if it is not over, as after a power cut.

        A game that cannot go on (the rules or the file have changed under it) is kept and named, and stops nobody.
        """
        last: Saved | None = None
        try:
            last = self._journal.last_seated()
            return None if last is None or last.over else self.load(last.id)
        except Exception as unfit:  # whatever is wrong with one game, the service comes up
            name = f"game {last.id} ({last.game})" if last is not None else "the game that lay on the table"
            log.warning("%s is set aside: %s", name, unfit, exc_info=not isinstance(unfit, CompanionError))
            self.notice("journal", f"{name} cannot go on and was set aside; it is kept, and can be exported: {unfit}")
            return None

    def take_in(self, whole: Export, settle: Settle = _as_it_was) -> Saved:
        """Adds an exported game to the journal and goes on with it; refused whole if any entry does not fit."""
        game = self._game_named(whole.game)
        history = History(game, game.setup(whole.players, whole.options), whole.entries)
        with self._lock:
            saved = self._journal.take_in(whole)
            self._sit_down(game, saved, history, len(whole.entries), settle)
            self._follow_rules(saved, game)
        return saved

    def _sit_down(self, game: Game, saved: Saved, history: History, number: int, settle: Settle) -> None:
        lights = self._lights(game.layout(saved.players, saved.options))
        sitting = sit_down(game, saved, lights, history, number)
        extras = dict(settle(saved, self._journal.extras(saved.id)))
        with self._writing():
            self._journal.seat(saved.id, extras)
        self._sitting, self._extras = sitting, extras
        self._differences, self._proposal = (), None
        self._close_question()
        self._audience.tell(SatDown(self._sitting))
        self.notice("lights", lights.fault or None)

    # Reading

    @property
    def lock(self) -> RLock:
        """Held by whoever reads more than one thing at once."""
        return self._lock

    @property
    def is_playing(self) -> bool:
        return self._sitting is not None

    @property
    def sitting(self) -> Sitting:
        if self._sitting is None:
            raise BadInput("no game on the table yet; start one on the host page or with companion run --game")
        return self._sitting

    @property
    def game(self) -> Game:
        return self.sitting.game

    @property
    def saved(self) -> Saved:
        return self.sitting.saved

    @property
    def history(self) -> History:
        return self.sitting.history

    @property
    def state(self) -> State:
        return self.sitting.state

    @property
    def number(self) -> int:
        """Of the newest entry."""
        return self._sitting.number if self._sitting is not None else 0

    @property
    def question(self) -> Question | None:
        return self._question

    @property
    def notices(self) -> Mapping[str, str]:
        """What the parts say of themselves, by part."""
        return {**self._notices, **self._audience.deaf}

    @property
    def differences(self) -> tuple[str, ...]:
        """Which pieces lie otherwise than the companion remembers, in words."""
        return self._differences

    @property
    def proposal(self) -> Proposal | None:
        """What the table seems to be laid out for, while no game has begun."""
        return None if self.is_begun else self._proposal

    @property
    def is_begun(self) -> bool:
        """Whether something would be lost by another game: entries were made, and it is not over."""
        return self._sitting is not None and self._sitting.number > 0 and not self._sitting.is_over

    @property
    def extras(self) -> Mapping[str, Json]:
        """What is kept with the game beside the rules."""
        return dict(self._extras)

    def entries(self, after: int = 0) -> list[Entry]:
        return self._journal.entries(self.saved.id, after)

    def games(self) -> list[Saved]:
        """Every game of the journal, the newest first."""
        with self._lock:
            return self._journal.games()

    def export(self, game_id: int) -> bytes:
        """A game of the journal as one JSON file."""
        with self._lock:
            return self._journal.export(game_id)

    def remembered(self, named: Named) -> list[Played]:
        """Every finished game as it is told later, the newest first; the table is free between two of them."""
        found = []
        for saved in self.games():
            with self._lock:
                found.append(remembered(self._journal, saved, named) if saved.over else None)
        return [one for one in found if one is not None]

    def backup(self, to: Path) -> None:
        """All games, seats and settings in one new file."""
        with self._lock:
            self._journal.backup(to)

    def steps(self) -> tuple[Step, ...]:
        return self.history.steps

    # Writing

    def submit(self, raw: Mapping[str, Json], by: By, who: str | None = None, seen: int | None = None) -> Entry:
        """Journals one action. `seen` is the newest entry its sender knew of; an older one is refused."""
        with self._lock:
            self._refuse_stale(seen)
            return self._take([self._entry("action", by, who, action=dict(raw))])[0]

    def submit_all(self, actions: Sequence[Mapping[str, Json]], by: By, who: str | None = None) -> list[Entry]:
        """Journals a chain of actions, or none of them if one does not fit."""
        with self._lock:
            return self._take([self._entry("action", by, who, n, action=dict(raw)) for n, raw in enumerate(actions)])

    def undo(self, by: By, who: str | None = None, count: int = 1, seen: int | None = None) -> Entry:
        with self._lock:
            self._refuse_stale(seen)
            return self._take([self._entry("undo", by, who, count=count)])[0]

    def redo(self, by: By, who: str | None = None, count: int = 1, seen: int | None = None) -> Entry:
        with self._lock:
            self._refuse_stale(seen)
            return self._take([self._entry("redo", by, who, count=count)])[0]

    def correct(
        self, target: int, raw: Mapping[str, Json], by: By, who: str | None = None, seen: int | None = None
    ) -> Entry:
        """Replaces the action of a past entry; what followed is applied again, and what no longer fits is marked."""
        with self._lock:
            self._refuse_stale(seen)
            return self._take([self._entry("correct", by, who, action=dict(raw), target=target)])[0]

    def overrule(self, raw: Mapping[str, Json], by: By, who: str | None = None) -> Entry:
        """The table is played as it lies, against the rules; refused where the game has no position like that."""
        with self._lock:
            return self._take([self._entry("overrule", by, who, action=dict(raw))])[0]

    def remove(self, target: int, by: By, who: str | None = None, seen: int | None = None) -> Entry:
        """Takes a past entry out, as if it had never happened; what followed is applied again as after a correction."""
        with self._lock:
            self._refuse_stale(seen)
            return self._take([self._entry("remove", by, who, target=target)])[0]

    def foresee(self, target: int, raw: Mapping[str, Json] | None) -> tuple[Step, ...]:
        """All steps as they would be after that correction (or, without an action, removal); nothing changes."""
        with self._lock:
            what: What = "correct" if raw is not None else "remove"
            return self.history.mended(self._entry(what, "phone", None, action=raw, target=target))

    def _entry(self, what: What, by: By, who: str | None, further: int = 0, **fields: Any) -> Entry:
        action = fields.get("action") or {}
        player = action.get("player")
        who = who or (player if isinstance(player, str) else None)
        return Entry(number=self.number + 1 + further, what=what, by=by, at=self._clock(), who=who, **fields)

    def _take(self, said: Sequence[Entry]) -> list[Entry]:
        before = self.state
        entries = self.history.take_all(said)  # refuses before anything is written
        try:
            with self._writing():
                self._journal.append_all(self.saved.id, entries, self.sitting.is_over)
        except JournalError:
            self.load(self.saved.id)  # the disk is the truth: forget what could not be kept
            raise
        self.notice(WRITING, None)
        if self._wrote_s < SLOW_S:
            self.notice(SPEED, None)
        if entries:
            self._sitting = self.sitting.after(entries[-1])
            self._waved_away = None
            self._close_question()
        newest = self.sitting.history.steps[-max(MOST_CHAIN, len(entries)) :]
        for entry in entries:
            before = self._tell_of(entry, before, newest)
        return entries

    def _tell_of(self, entry: Entry, before: State, newest: Sequence[Step]) -> State:
        """One entry that is on the disk; returns the state after it."""
        sitting = self.sitting
        log.info("entry %d: %s by %s, %s", entry.number, entry.what, entry.by, _openly(sitting, entry))
        step = next((step for step in newest if step.entry is entry), None)
        if step is None or step.did is None:
            after = sitting.state if step is None else step.state
            self._audience.tell(Entered(entry, sitting, before, None, after))
            return after
        cues = tuple(sitting.game.cues(before, step.did, step.state))
        self._audience.tell(Entered(entry, sitting, before, step.did, step.state, cues))
        return step.state

    def _refuse_stale(self, seen: int | None) -> None:
        if seen is not None and seen != self.number:
            raise StaleAction(f"the table has moved on to entry {self.number} since {seen}; look again")

    # Asking

    def ask(self, question: Question) -> Question:
        """Puts a question to the phones; an equal one stays open as it is, and stays shut where it was waved away."""
        with self._lock:
            open_one = self._question
            if question == self._waved_away:
                return question
            if open_one is not None and msgspec.structs.replace(open_one, number=question.number) == question:
                return open_one
            self._close_question()
            self._asked += 1
            self._question = msgspec.structs.replace(question, number=self._asked)
            self._audience.tell(Asked(self._question))
            return self._question

    def withdraw(self) -> None:
        """The table has become clear by itself."""
        with self._lock:
            self._waved_away = None
            self._close_question()

    def _close_question(self) -> None:
        question, self._question = self._question, None
        if question is not None:
            self._audience.tell(Cleared(question))

    def answer(self, number: int, choice: int, by: By, who: str | None = None) -> list[Entry]:
        """Somebody pressed a button: its actions are submitted; "something else" only closes the question."""
        with self._lock:
            question = self._question
            if question is None or question.number != number:
                raise StaleAction("that question is no longer open; look again")
            if not 0 <= choice < len(question.answers):
                raise BadInput(f"question {number} has answers 0 to {len(question.answers) - 1}, not {choice}")
            entries = self._answered(question.answers[choice], by, who)
            self._waved_away = None if entries else msgspec.structs.replace(question, number=0)
            self._close_question()
            return entries

    def _answered(self, chosen: Answer, by: By, who: str | None) -> list[Entry]:
        if chosen.undo:
            return [self.undo(by, who, chosen.undo)]
        if chosen.overrule is not None:
            return [self.overrule(chosen.overrule, by, who)]
        return self.submit_all(chosen.actions, by, who)

    # Telling

    def notice(self, part: str, text: str | None, spaces: Sequence[str] = ()) -> None:
        """A part says how it is: "camera": "no frames for 3 s"; None when it is well again.

        The lamps of `spaces` show where something is to be done about it.
        """
        with self._lock:
            if self._notices.get(part) == text:
                return
            if text is None:
                del self._notices[part]
            else:
                self._notices[part] = text
            self._audience.tell(Noticed(part, text, tuple(spaces)))

    def differ(self, lines: Sequence[str]) -> None:
        """Which pieces lie otherwise than the companion remembers."""
        with self._lock:
            if self._differences != tuple(lines):
                self._differences = tuple(lines)
                self._audience.wake()

    def propose(self, proposal: Proposal | None) -> None:
        """What the table seems to be laid out for; None: for nothing else than what is on it."""
        with self._lock:
            if self._proposal != proposal:
                self._proposal = proposal
                self._audience.wake()

    def keep(self, name: str, value: Json, quietly: bool = False) -> None:
        """Something that is no part of the rules but survives a restart and is shown (the timer, the bots' seats).

        `quietly` does not wake the phones: for what they count down by themselves.
        """
        with self._lock:
            if self._extras.get(name) != value:
                extras = {**self._extras, name: value}
                with self._writing():
                    self._journal.keep(self.saved.id, extras)
                self._extras = extras
                if not quietly:
                    self._audience.tell(Kept(name, value))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """What cannot be written is said to everybody; only a new entry or `try_disk` says that it can be again, for
        a full disk still takes what is no longer than what was there. What took long is said until an entry is not."""
        began = self._ticks()
        try:
            yield
        except JournalError as wrong:
            self.notice(WRITING, f"{wrong}; nothing can be entered until there is room")
            raise
        self._wrote_s = self._ticks() - began
        if self._wrote_s >= SLOW_S:
            took = f"the disk took {self._wrote_s:.1f} s to write"
            self.notice(SPEED, f"{took}; it may be worn out: make a backup, and try another card")

    def try_disk(self) -> None:
        """After something could not be written: whether it can be now."""
        with self._lock, suppress(JournalError):
            if WRITING in self._notices:
                self._journal.probe()
                self.notice(WRITING, None)

    def kept(self, name: str) -> Json:
        return self._extras.get(name)

    def listen(self, listener: Listener, name: str = "") -> None:
        """`listener` hears all news from now on, the game that lies there first, while the lock is held: be quick.

        One that fails is logged and named on the page, and keeps nobody from playing.
        """
        with self._lock:
            self._audience.join(listener, name, SatDown(self._sitting) if self._sitting is not None else None)

    @property
    def news(self) -> int:
        """Grows with everything a phone should hear of."""
        return self._audience.news

    def wait(self, after: int, timeout_s: float) -> int:
        """Waits until there is news past `after`, or the time is up; returns the newest."""
        return self._audience.wait(after, timeout_s)


def _openly(sitting: Sitting, entry: Entry) -> str:
    """What an entry did, as anybody may know it: whoever reads the log is a stranger to the game."""
    said = sitting.history.said(entry)
    return f"{entry.who or 'the table'}: {plain(sitting.game.words(*said, None))}" if said else f"{entry.count} steps"
