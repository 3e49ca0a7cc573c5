"""One game being played: the only writer of state and the only lock; everybody else asks it or is told."""

import logging
from collections.abc import Callable, Mapping, Sequence
from threading import Condition, RLock
from typing import Any

import msgspec

from companion.errors import BadInput, IllegalAction, JournalError, StaleAction
from companion.games import game_named
from companion.games.protocol import Game, Json, State, player_of, to_json
from companion.play.history import History, Step
from companion.play.journal import By, Entry, Export, Journal, Saved, What

log = logging.getLogger(__name__)


class Answer(msgspec.Struct, frozen=True):
    """One likely answer: pressing it submits those actions, in order. None at all: "something else"."""

    label: str
    actions: tuple[Any, ...] = ()


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the companion is unsure of: asked on the phones, lit on the doubtful spaces."""

    text: str
    answers: tuple[Answer, ...]
    player: str | None = None  # whose phone; None: everybody's
    spaces: tuple[str, ...] = ()
    number: int = 0  # given by the table


class Table:
    """The game on the table. Entries are journalled before anyone hears of them."""

    def __init__(self, journal: Journal, clock: Callable[[], float]) -> None:
        self._journal = journal
        self._clock = clock
        self._lock = RLock()
        self._changed = Condition(self._lock)
        self._news = 0
        self._looks: dict[str | None, tuple[int, Json]] = {}
        self._listeners: list[Callable[[Entry], None]] = []
        self._game: Game | None = None
        self._saved: Saved | None = None
        self._history: History | None = None
        self._number = 0
        self._question: Question | None = None
        self._asked = 0
        self._notices: dict[str, str] = {}
        self._differences: tuple[str, ...] = ()
        self._extras: dict[str, Json] = {}

    # Starting and going on

    def start(self, name: str, players: Sequence[str], options: Mapping[str, Json] | None = None) -> Saved:
        """Sets up a new game; the one before stays in the journal."""
        game = game_named(name)
        state = game.setup(players, options)
        with self._lock:
            saved = self._journal.begin(name, game.version, players, options or {}, self._clock())
            self._sit_down(game, saved, History(game, state), 0)
        return saved

    def load(self, game_id: int) -> Saved:
        """Goes on with a game of the journal."""
        saved = self._journal.saved(game_id)
        game = game_named(saved.game)
        entries = self._journal.entries(game_id)
        history = History(game, game.setup(saved.players, saved.options), entries)
        with self._lock:
            self._sit_down(game, saved, history, entries[-1].number if entries else 0)
        return saved

    def resume(self) -> Saved | None:
        """Goes on with the newest game if it is not over, as after a power cut."""
        newest = next(iter(self._journal.games()), None)
        return None if newest is None or newest.over else self.load(newest.id)

    def take_in(self, whole: Export) -> Saved:
        """Adds an exported game to the journal and goes on with it; refused whole if any entry does not fit."""
        game = game_named(whole.game)
        History(game, game.setup(whole.players, whole.options), whole.entries)
        return self.load(self._journal.take_in(whole).id)

    def _sit_down(self, game: Game, saved: Saved, history: History, number: int) -> None:
        self._game, self._saved, self._history, self._number = game, saved, history, number
        self._extras = self._journal.extras(saved.id)
        self._question, self._differences = None, ()
        self._tell()

    # Reading

    @property
    def lock(self) -> RLock:
        """Held by whoever reads more than one thing at once."""
        return self._lock

    @property
    def is_playing(self) -> bool:
        return self._game is not None

    @property
    def game(self) -> Game:
        if self._game is None:
            raise BadInput("no game on the table yet; start one on the host page or with companion run --game")
        return self._game

    @property
    def saved(self) -> Saved:
        if self._saved is None:
            raise BadInput("no game on the table yet; start one on the host page or with companion run --game")
        return self._saved

    @property
    def history(self) -> History:
        if self._history is None:
            raise BadInput("no game on the table yet; start one on the host page or with companion run --game")
        return self._history

    @property
    def state(self) -> State:
        return self.history.state

    @property
    def number(self) -> int:
        """Of the newest entry."""
        return self._number

    @property
    def question(self) -> Question | None:
        return self._question

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

    def steps(self) -> tuple[Step, ...]:
        return self.history.steps

    # Writing

    def submit(self, raw: Mapping[str, Json], by: By, who: str | None = None, seen: int | None = None) -> Entry:
        """Journals one action. `seen` is the newest entry its sender knew of; an older one is refused."""
        with self._lock:
            self._refuse_stale(seen)
            action = self.game.read(self.state, raw)
            return self._take("action", by, who or player_of(action), action=to_json(action))

    def submit_all(self, actions: Sequence[Mapping[str, Json]], by: By, who: str | None = None) -> list[Entry]:
        """Journals a chain of actions, or none of them if one does not fit."""
        with self._lock:
            state = self.state
            for raw in actions:
                state = self.game.apply(state, self.game.read(state, raw))
            return [self.submit(raw, by, who) for raw in actions]

    def undo(self, by: By, who: str | None = None, count: int = 1, seen: int | None = None) -> Entry:
        with self._lock:
            self._refuse_stale(seen)
            return self._take("undo", by, who, count=count)

    def redo(self, by: By, who: str | None = None, count: int = 1, seen: int | None = None) -> Entry:
        with self._lock:
            self._refuse_stale(seen)
            return self._take("redo", by, who, count=count)

    def correct(
        self, target: int, raw: Mapping[str, Json], by: By, who: str | None = None, seen: int | None = None
    ) -> Entry:
        """Replaces the action of a past entry; what followed is applied again, and what no longer fits is marked."""
        with self._lock:
            self._refuse_stale(seen)
            return self._take("correct", by, who, action=dict(raw), target=target)

    def _take(self, what: What, by: By, who: str | None, **fields: Any) -> Entry:
        entry = Entry(number=self._number + 1, what=what, by=by, at=self._clock(), who=who, **fields)
        self.history.take(entry)  # refuses before anything is written
        try:
            self._journal.append(self.saved.id, entry)
        except JournalError:
            self.load(self.saved.id)  # the disk is the truth: forget what could not be kept
            raise
        self._number = entry.number
        self._question = None
        self._journal.finish(self.saved.id, self.game.is_over(self.state))
        log.info("entry %d: %s by %s %s", entry.number, entry.what, entry.by, entry.action or entry.count)
        self._tell()
        for listener in tuple(self._listeners):
            listener(entry)
        return entry

    def _refuse_stale(self, seen: int | None) -> None:
        if seen is not None and seen != self._number:
            raise StaleAction(f"the table has moved on to entry {self._number} since {seen}; look again")

    # Asking

    def ask(self, question: Question) -> Question:
        """Puts a question to the phones; an equal one already open stays as it is."""
        with self._lock:
            open_one = self._question
            if open_one is not None and msgspec.structs.replace(open_one, number=question.number) == question:
                return open_one
            self._asked += 1
            self._question = msgspec.structs.replace(question, number=self._asked)
            self._tell()
            return self._question

    def withdraw(self) -> None:
        """The table has become clear by itself."""
        with self._lock:
            if self._question is not None:
                self._question = None
                self._tell()

    def answer(self, number: int, choice: int, by: By, who: str | None = None) -> list[Entry]:
        """Somebody pressed a button: its actions are submitted; "something else" only closes the question."""
        with self._lock:
            question = self._question
            if question is None or question.number != number:
                raise StaleAction("that question is no longer open; look again")
            if not 0 <= choice < len(question.answers):
                raise BadInput(f"question {number} has answers 0 to {len(question.answers) - 1}, not {choice}")
            entries = self.submit_all(question.answers[choice].actions, by, who)
            self.withdraw()
            return entries

    # Telling

    def notice(self, source: str, text: str | None) -> None:
        """A part says how it is: "camera": "no frames for 3 s"; None when it is well again."""
        with self._lock:
            if self._notices.get(source) == text:
                return
            if text is None:
                self._notices.pop(source, None)
            else:
                self._notices[source] = text
            self._tell()

    def differ(self, lines: Sequence[str]) -> None:
        """Which pieces lie otherwise than the companion remembers."""
        with self._lock:
            if self._differences != tuple(lines):
                self._differences = tuple(lines)
                self._tell()

    def keep(self, name: str, value: Json, quietly: bool = False) -> None:
        """Something that is no part of the rules but survives a restart and is shown (the timer, the bots' seats).

        `quietly` does not wake the phones: for what they count down by themselves.
        """
        with self._lock:
            if self._extras.get(name) != value:
                self._extras[name] = value
                self._journal.keep(self.saved.id, self._extras)
                if not quietly:
                    self._tell()

    def kept(self, name: str) -> Json:
        return self._extras.get(name)

    def listen(self, listener: Callable[[Entry], None]) -> None:
        """`listener` is called with each entry once it is on the disk, while the lock is held: be quick."""
        self._listeners.append(listener)

    @property
    def news(self) -> int:
        """Grows with everything a phone should hear of: entries, questions, notices."""
        return self._news

    def wait(self, after: int, timeout_s: float) -> int:
        """Waits until there is news past `after`, or the time is up; returns the newest."""
        with self._changed:
            self._changed.wait_for(lambda: self._news > after, timeout_s)
            return self._news

    def _tell(self) -> None:
        self._news += 1
        self._looks.clear()
        self._changed.notify_all()

    def look(self, viewer: str | None) -> Json:
        """All that one viewer's phone shows, as JSON; made once per viewer and news."""
        with self._lock:
            news, look = self._looks.get(viewer, (-1, None))
            if news != self._news:
                look = self._look(viewer)
                self._looks[viewer] = self._news, look
            return look

    def _look(self, viewer: str | None) -> Json:
        if self._game is None:
            return {"news": self._news, "playing": False, "notices": dict(self._notices)}
        game, state, steps = self.game, self.state, self.steps()
        return {
            "news": self._news,
            "playing": True,
            "game": game.name,
            "title": game.title,
            "id": self.saved.id,
            "players": list(self.saved.players),
            "number": self._number,
            "view": to_json(game.view(state, viewer)),
            "score": to_json(game.score(state)),
            "glow": to_json(game.glow(state)),
            "placements": [list(placement) for placement in sorted(game.placements(state), key=str)],
            "question": to_json(self._question) if self._question else None,
            "notices": dict(self._notices),
            "differences": list(self._differences),
            "extras": dict(self._extras),
            "unfit": [{"number": step.entry.number, "why": step.unfit} for step in steps if step.unfit],
            "can_undo": self.history.can_undo,
            "can_redo": self.history.can_redo,
        }


def refusal_of(wrong: Exception) -> Json:
    """A refusal as JSON for phones and files: its code, and the sentence."""
    code = wrong.code if isinstance(wrong, IllegalAction) else "stale" if isinstance(wrong, StaleAction) else "refused"
    return {"ok": False, "code": code, "reason": str(wrong)}
