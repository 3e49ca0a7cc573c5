"""Bots play a whole game: by the rules alone, or by moving pieces under the simulated camera."""

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.errors import BadInput
from companion.games.naming import plain
from companion.games.protocol import Action, Bots, Game, Json, State, kind_of, player_of, replay, to_json
from companion.play.journal import Journal
from companion.play.questions import Question
from companion.play.table import Table
from companion.simulation.ledger import Ledger, comes_to_one, key_of
from companion.simulation.room import Room
from companion.watch.recording import Recording

MOST_ACTIONS = 5000
PATIENCE = 18  # moments to wait for the companion to notice, before a player takes the phone
GRACE = 13  # moments in which the companion may notice a mistake of its own
SECOND = 5  # frames that a wrong placement lies there
THINKS = 5  # frames before the same player moves again; who does not think is the fault "quick"
BY_PEOPLE = ("phone", "host", "button")  # who said so; bots answer for themselves, the camera for their hands

Progress = Callable[[str], None]


class _Quick(NamedTuple):
    """A move made in haste: the next one comes before the camera has had a look."""

    start: State
    end: State


@dataclass
class Result:
    """How a game of bots went; the last six only with a camera."""

    game: str
    players: list[str]
    seed: int
    actions: int = 0
    scores: list[Json] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    read_right: int = 0
    told: int = 0  # entered on phones, because a camera can never know
    asked: int = 0  # questions
    missed: int = 0  # never noticed: the players had to enter it
    wrong: int = 0  # entries that differ from what the hands did
    looks: int = 0

    def to_json(self, with_camera: bool) -> Json:
        whole = to_json(self)
        seen = ("read_right", "told", "asked", "missed", "wrong", "looks")
        return whole if with_camera else {key: value for key, value in whole.items() if key not in seen}

    def end(self, game: Game, state: State) -> "Result":
        score = game.score(state)
        self.scores = [to_json(standing) for standing in score.standings]
        self.winners = list(score.winners)
        return self


def turns(
    game: Game, players: Sequence[str], seed: int, style: str = "random", options: Mapping[str, Json] | None = None
) -> Iterator[tuple[State, Action, State]]:
    """A whole game, action by action: the state before, the action, the state after."""
    state = game.setup(players, options)
    bots = game.bots(Random(seed), style)
    for _ in range(MOST_ACTIONS):
        if game.is_over(state):
            return
        action = bots.choose(state)
        bots.saw(state, action)
        after = game.apply(state, action)
        yield state, action, after
        state = after
    raise BadInput(f"the bots played {MOST_ACTIONS} actions of {game.title} and it did not end")


def play(
    game: Game,
    players: Sequence[str],
    seed: int,
    style: str = "random",
    options: Mapping[str, Json] | None = None,
    keep: Path | None = None,
) -> Result:
    """The rules alone."""
    result = Result(game.name, list(players), seed)
    state = game.setup(players, options)
    actions = []
    for _, action, after in turns(game, players, seed, style, options):
        actions.append(action)
        state = after
    result.actions = len(actions)
    if keep is not None:
        _keep(keep, game, players, options, actions)
    return result.end(game, state)


def _keep(
    path: Path, game: Game, players: Sequence[str], options: Mapping[str, Json] | None, actions: Sequence[Action]
) -> None:
    """Writes the game as an exported journal."""
    journal = Journal(":memory:")
    table = Table(journal, lambda: 0.0)
    saved = table.start(game.name, players, options)
    for action in actions:
        table.submit(to_json(action), by="bot")
    _write(path, journal.export(saved.id))


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as refused:
        raise BadInput(f"cannot write {path}: {refused.strerror}") from None


class Match:
    """Bots who move pieces: what their hands do must come back through eyes and tracker.

    What only people can say (`Game.told`) they tell their phones. `script` yields whenever the camera should look,
    with how many seconds a person would take there.
    """

    def __init__(
        self,
        table: Table,
        room: Room,
        bots: Bots,
        result: Result,
        progress: Progress = lambda line: None,
        people: Callable[[], Collection[str]] = tuple,
    ) -> None:
        self.result = result
        self._table = table
        self._game = table.game
        self._room = room
        self._bots = bots
        self._progress = progress
        self._people = people  # seats that bots leave alone
        self._ledger = Ledger(table)
        self._known = table.number  # the newest entry the hands know of
        self._held: _Quick | None = None  # what the camera has not been shown yet
        self._heard = 0  # the number of the last question that was counted
        self._last: str | None = None  # who moved pieces last

    def script(self) -> Iterator[float]:
        """To the end of the game; every question that is put to the phones counts, whether or not it is answered."""
        for moment in self._script():
            yield moment
            self._count_question()

    def _script(self) -> Iterator[float]:
        self._room.hands.lay_out(self._table.state)
        yield from (0.5, 0.5, 0.5)
        state = self._table.state
        while not self._game.is_over(state):
            if self._is_overtaken() or (self._people() and self._table.number != self._known):
                state = yield from self._follow()
            elif (action := self._next(state)) is None:
                state = yield from self._let_people_act(state)
            else:
                state = yield from self._play(state, action)
        self._audit()
        self.result.end(self._game, self._table.state)

    def _count_question(self) -> None:
        question = self._table.question
        if question is not None and question.number != self._heard:
            self._heard = question.number
            self.result.asked += 1
            self._progress(f"asked: {plain(question.text)} {[plain(answer.label) for answer in question.answers]}")

    def _next(self, state: State) -> Action | None:
        """What a bot does next; None while only people can act.

        Where several act at once and the bots would begin with a person's seat, another seat does the like of it.
        """
        action, people = self._bots.choose(state), self._people()
        if player_of(action) not in people:
            return action
        alike = (other for other in self._game.legal(state) if kind_of(other) == kind_of(action))
        return next((other for other in alike if player_of(other) not in people), None)

    def _let_people_act(self, state: State) -> Generator[float, None, State]:
        """It is a person's turn: what a bot did without a trace is told, for nothing that follows could show it.

        What a bot had begun for a seat that a person has taken meanwhile is that person's to do.
        """
        if any(player_of(action) in self._people() for action in self._ledger.waiting):
            self._ledger.waiting.clear()
        if self._ledger.waiting:
            self._tell_phones()
        yield 0.4
        return self._table.state

    def _play(self, state: State, action: Action) -> Generator[float, None, State]:
        self._audit()
        self._bots.saw(state, action)
        after = self._game.apply(state, action)
        self.result.actions += 1
        self._ledger.waiting.append(action)
        self._progress(f"{self.result.actions}: {to_json(action)['type']}")
        is_told, is_roll = self._game.told(state, action), bool(self._game.rolled(action))
        if self._held is not None and (is_told or is_roll or self._could_never_be_seen(self._held, after)):
            yield from self._show_held(state)  # there and back again in haste would be nothing at all
            self._last = player_of(action)
        if is_told:
            yield from self._tell(after)
        elif not is_roll and self._held is None and self._is_quick(state, action, after):
            self._held = _Quick(state, after)
        elif self._room.hands.leaves_trace(state, action, after) or self._game.is_over(after):
            yield from self._do(action, after)
        if self._is_overtaken():
            return self._table.state
        self._known = self._table.number
        return after

    def _audit(self) -> None:
        """What the camera has entered since anybody looked: nothing but what was done may stand."""
        self.result.read_right += self._ledger.compare()
        if self._ledger.astray and not self._is_overtaken():
            self._count_wrong()
            self._ledger.mend()

    def _count_wrong(self) -> None:
        self.result.wrong += self._ledger.astray
        entered = [step.action for step in self._table.steps()[-3:]]
        self._progress(f"wrong: {self._ledger.astray} of {entered} for {to_json(self._ledger.waiting)}")

    def _is_overtaken(self) -> bool:
        """Whether a person has entered or taken back something that the hands do not know of yet."""
        return any(entry.by in BY_PEOPLE for entry in self._table.entries(self._known))

    def _follow(self) -> Generator[float, None, State]:
        """Somebody else acted, or took something back: the pieces are moved to where they belong now."""
        with self._table.lock:
            new, self._known = self._ledger.news(), self._table.number
            self._ledger.begin_anew()
        for step in new:
            if step.did is not None:
                self._bots.saw(step.before, step.did)
        for _ in self._room.hands.catch_up(self._table.state):
            yield 0.8
        return self._table.state

    # By hand

    def _is_quick(self, state: State, action: Action, after: State) -> bool:
        """Whether the next move comes before the camera has had a look at this one."""
        if self._game.is_over(after) or not self._room.hands.leaves_trace(state, action, after):
            return False
        return self._room.happens("quick")

    def _could_never_be_seen(self, held: _Quick, after: State) -> bool:
        """Whether the move made in haste leaves no trace once the next is made: undone by it, or one with it."""
        return self._room.hands.undoes(held.end, after) or comes_to_one(self._game, held.start, after)

    def _show_held(self, state: State) -> Iterator[float]:
        """The move that was made in haste is seen by itself after all, like any other."""
        last = self._ledger.waiting.pop()
        if player_of(self._ledger.waiting[-1]) == self._last:
            yield from (0.2,) * THINKS
        yield from self._moved(state)
        self._ledger.waiting.append(last)

    def _do(self, action: Action, after: State) -> Iterator[float]:
        if player_of(action) == self._last:
            yield from (0.2,) * THINKS
        self._last = player_of(action)
        self._room.trouble()
        if self._room.happens("knock"):
            for _ in self._room.hands.knock_over():
                yield 0.3
        if self._game.rolled(action):
            yield from self._moved(after, action)
        else:
            yield from self._moved(after)
        if self._is_overtaken():
            return
        if self._game.rolled(action):
            for _ in self._room.hands.catch_up(after):
                yield 0.8
            yield from (0.4, 0.4)

    def _moved(self, after: State, rolled: Action | None = None) -> Iterator[float]:
        """The hands do it, and wait until it is in the journal."""
        self._held = None
        number = self._table.number  # it may be noticed while the hand is still on its way out
        if rolled is None and self._room.happens("correct") and self._room.hands.misplace(after):
            yield from (0.2,) * SECOND  # and then somebody says: not there
        hands = self._room.hands
        if rolled is not None and self._room.happens("offtray"):
            for _ in hands.drop_a_die(rolled):
                yield 0.3
        for _ in hands.act(rolled, after) if rolled is not None else hands.catch_up(after):
            yield 0.6
        if self._room.happens("hand"):
            for _ in hands.rest():
                yield 0.3
        yield from self._until_noticed(after, number)
        if self._ledger.waiting and not self._is_silence_left(number):
            yield from self._put_right()

    def _is_silence_left(self, number: int) -> bool:
        """Whether all that could be seen was noticed, past entry `number`; what is left will show by what follows."""
        if self._table.number == number or self._ledger.astray:
            return False
        return not self._traces() and not self._game.is_over(
            replay(self._game, self._table.state, self._ledger.waiting)
        )

    def _traces(self) -> int:
        """How many of the actions that are not journalled could have been seen."""
        state, seen = self._table.state, 0
        for action in self._ledger.waiting:
            before, state = state, self._game.apply(state, action)
            seen += self._room.hands.leaves_trace(before, action, state)
        return seen

    def _until_noticed(self, after: State, number: int) -> Iterator[float]:
        """Waits until what the hands did is in the journal, past entry `number`; answers what is asked.

        What was misread gets a moment too: the companion may see its own mistake.
        """
        moment = 0
        while moment < PATIENCE:
            is_right = self._table.number != number and key_of(self._table.state) == key_of(after)
            if is_right or (self._table.number != number and moment >= GRACE):
                break
            moment += 1
            asked = self._table.question
            yield 0.3 if asked is None else 1.5
            if asked is not None and self._table.question == asked:
                if not self._answer(asked):
                    break
                moment = 0  # what the answer does not say is yet to be noticed
        self.result.read_right += self._ledger.compare()

    def _answer(self, question: Question) -> bool:
        """Presses the button that says what was done; whoever finds none there lets it be."""
        with self._table.lock:
            self.result.read_right += self._ledger.compare()
            choice = self._ledger.choice(question)
            if choice is None:
                return False
            self._table.answer(question.number, choice, by="bot")
            self._ledger.compare()
            return True

    def _put_right(self) -> Iterator[float]:
        """The players put it right themselves: undo what was misread, enter what they did.

        What a person entered meanwhile was not misread: it stays, and the bots begin anew from there.
        """
        if self._is_overtaken():
            self._ledger.waiting.clear()
            return
        self._progress(f"by phone: {to_json(self._ledger.waiting)} {self._room.watcher.latest.problems}")
        if self._ledger.astray:
            self._count_wrong()
            self._ledger.mend()
        else:
            self.result.missed += max(1, self._traces())
        self._submit()
        yield 0.5

    # By phone

    def _tell(self, after: State) -> Iterator[float]:
        """A player says on the phone what nobody could see; what he did silently before has to be said with it."""
        self._tell_phones()
        if self._is_overtaken():
            return
        if self._room.hands.differs(after):
            for _ in self._room.hands.catch_up(after):
                yield 0.6
        yield 0.4

    def _tell_phones(self) -> None:
        """All that is not journalled: what left no trace before it could not be seen either."""
        self._audit()
        self.result.told += len(self._ledger.waiting)
        self._submit()
        if not self._is_overtaken():
            self._known = self._table.number

    def _submit(self) -> None:
        with self._table.lock:
            if self._is_overtaken():
                self._ledger.waiting.clear()
            else:
                self._ledger.enter()


def play_watched(
    game: Game,
    players: Sequence[str],
    seed: int,
    style: str = "random",
    options: Mapping[str, Json] | None = None,
    faults: str = "",
    progress: Progress = lambda line: None,
    keep: Path | None = None,
    record: Path | None = None,
) -> Result:
    """A whole game under the simulated camera, as fast as frames can be drawn and read."""
    room: Room | None = None
    journal = Journal(":memory:")
    table = Table(journal, lambda: room.now_s if room else 0.0)
    saved = table.start(game.name, players, options)
    recording = Recording(record, table, lambda: room.now_s if room else 0.0) if record is not None else None
    room = Room(table, seed, faults, keep=recording.keep) if recording is not None else Room(table, seed, faults)
    result = Result(game.name, list(players), seed)
    match = Match(table, room, game.bots(Random(seed), style), result, progress)
    for _ in match.script():
        room.tick()
    result.looks = room.watcher.looks
    if recording is not None:
        recording.close()
    if keep is not None:
        _write(keep, journal.export(saved.id))
    return result
