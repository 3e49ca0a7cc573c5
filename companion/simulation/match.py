"""Bots play a whole game: by the rules alone, or by moving pieces under the simulated camera."""

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import msgspec

from companion.errors import BadInput, IllegalAction
from companion.games.protocol import Action, Bots, Game, Json, State, kind_of, player_of, replay, to_json
from companion.play.history import Step
from companion.play.journal import Journal
from companion.play.questions import Answer
from companion.play.table import Table
from companion.simulation.room import Room
from companion.watch.recording import Recording

MOST_ACTIONS = 5000
PATIENCE = 18  # moments to wait for the companion to notice, before a player takes the phone
GRACE = 13  # moments in which the companion may notice a mistake of its own
SECOND = 5  # frames that a wrong placement lies there
BY_PEOPLE = ("phone", "host", "button")  # who said so; bots answer for themselves, the camera for their hands

Progress = Callable[[str], None]


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
        self._waiting: list[Action] = []  # done by the hands, not yet journalled
        self._done = len(table.steps())
        self._known = table.number  # the newest entry the hands know of
        self._held: State | None = None  # where a quick move led that the camera has not been shown yet

    def script(self) -> Iterator[float]:
        """To the end of the game."""
        self._room.hands.lay_out(self._table.state)
        yield from (0.5, 0.5, 0.5)
        state = self._table.state
        while not self._game.is_over(state):
            if self._table.number != self._known:
                state = yield from self._follow()
            elif (action := self._next(state)) is None:
                state = yield from self._let_people_act(state)
            else:
                state = yield from self._play(state, action)
        self.result.end(self._game, self._table.state)

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
        if any(player_of(action) in self._people() for action in self._waiting):
            self._waiting.clear()
        if self._waiting:
            self._tell_phones()
        yield 0.4
        return self._table.state

    def _play(self, state: State, action: Action) -> Generator[float, None, State]:
        self._bots.saw(state, action)
        after = self._game.apply(state, action)
        self.result.actions += 1
        self._waiting.append(action)
        self._progress(f"{self.result.actions}: {to_json(action)['type']}")
        is_told, is_roll = self._game.told(state, action), bool(self._game.rolled(action))
        if self._held is not None and (is_told or is_roll or not self._room.hands.differs(after)):
            yield from self._show_held(state)  # there and back again in haste would be nothing at all
        if is_told:
            yield from self._tell(after)
        elif not is_roll and self._held is None and self._is_quick(state, action, after):
            self._held = after
            return after
        elif self._room.hands.leaves_trace(state, action, after) or self._game.is_over(after):
            yield from self._do(action, after)
        else:
            return after
        if self._is_overtaken():
            return self._table.state
        self._known = self._table.number
        return after if self._waiting else self._table.state

    def _is_overtaken(self) -> bool:
        """Whether a person has entered or taken back something that the hands do not know of yet."""
        return any(entry.by in BY_PEOPLE for entry in self._table.entries(self._known))

    def _follow(self) -> Generator[float, None, State]:
        """Somebody else acted, or took something back: the pieces are moved to where they belong now."""
        with self._table.lock:
            steps = self._table.steps()
            new, self._known, self._done = steps[self._done :], self._table.number, len(steps)
        for step in new:
            if step.did is not None:
                self._bots.saw(step.before, step.did)
        self._waiting.clear()
        for _ in self._room.hands.catch_up(self._table.state):
            yield 0.8
        return self._table.state

    # By hand

    def _is_quick(self, state: State, action: Action, after: State) -> bool:
        """Whether the next move comes before the camera has had a look at this one."""
        if self._game.is_over(after) or not self._room.hands.leaves_trace(state, action, after):
            return False
        return self._room.happens("quick")

    def _show_held(self, state: State) -> Iterator[float]:
        """The move that was made in haste is seen by itself after all."""
        last = self._waiting.pop()
        yield from self._moved(state)
        self._waiting.append(last)

    def _do(self, action: Action, after: State) -> Iterator[float]:
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
        if self._waiting and not self._is_silence_left(number):
            yield from self._put_right(number)
        if not self._is_overtaken():
            self._done = len(self._table.steps())

    def _is_silence_left(self, number: int) -> bool:
        """Whether all that could be seen was noticed, past entry `number`; what is left will show by what follows."""
        if self._table.number == number or self._done != len(self._table.steps()):
            return False
        state = self._table.state
        for action in self._waiting:
            before, state = state, self._game.apply(state, action)
            if self._room.hands.leaves_trace(before, action, state):
                return False
        return not self._game.is_over(state)

    def _until_noticed(self, after: State, number: int) -> Iterator[float]:
        """Waits until what the hands did is in the journal, past entry `number`; answers what is asked.

        What was misread gets a moment too: the companion may see its own mistake.
        """
        for moment in range(PATIENCE):
            is_right = self._table.number != number and _key(self._table.state) == _key(after)
            if is_right or (self._table.number != number and moment >= GRACE):
                self._compare()
                return
            if self._table.question is not None:
                self.result.asked += 1
                self._progress(f"asked: {self._table.question.text} {[a.label for a in self._table.question.answers]}")
                yield 1.5
                self._answer(after)
                return
            yield 0.3
        if self._table.number != number:
            self._compare()

    def _compare(self) -> None:
        """What was journalled against what was done, action by action; equal ways to the same state are equal."""
        for step in self._table.steps()[self._done :]:
            if step.entry.by in BY_PEOPLE:
                return
            done = next((n for n in range(len(self._waiting)) if self._is_the_same(step, n)), None)
            if done is None:
                self.result.wrong += 1
                self._progress(f"wrong: {step.action} for {to_json(self._waiting)}")
                return
            self.result.read_right += 1
            self._waiting.pop(done)
            self._done += 1

    def _is_the_same(self, step: Step, number: int) -> bool:
        """Whether what was journalled is what the hands did then, or comes to the same with the rest of it.

        A turn that ends in silence may end after what the next player did, where both lead to the same state.
        """
        if number == 0 and step.did == self._waiting[0]:
            return True
        others = [*self._waiting[:number], *self._waiting[number + 1 :]]
        if number and kind_of(self._waiting[number]) != kind_of(step.did):
            return False
        try:
            return _key(replay(self._game, step.state, others)) == _key(replay(self._game, step.before, self._waiting))
        except IllegalAction:
            return False

    def _answer(self, after: State) -> None:
        """Presses the button that says what was done; whoever finds none there lets it be."""
        with self._table.lock:
            question = self._table.question
            for choice, answer in enumerate(question.answers if question is not None else ()):
                if question is not None and answer.actions and _key(self._after(answer)) == _key(after):
                    self._table.answer(question.number, choice, by="bot")
                    self._waiting.clear()
                    return

    def _after(self, answer: Answer) -> State:
        state = self._table.state
        for raw in answer.actions:
            state = self._game.apply(state, self._game.read(state, raw))
        return state

    def _put_right(self, number: int) -> Iterator[float]:
        """The players put it right themselves: undo what was misread, enter what they did.

        What a person entered meanwhile was not misread: it stays, and the bots begin anew from there.
        """
        if self._is_overtaken():
            self._waiting.clear()
            return
        self.result.missed += self._table.number == number
        self._progress(f"by phone: {to_json(self._waiting)} {self._room.watcher.latest.problems}")
        surplus = len(self._table.steps()) - self._done
        if surplus > 0:
            self._table.undo("bot", count=surplus)
        elif surplus < 0:  # the camera took back what was right
            self.result.wrong += 1
            self._table.redo("bot", count=-surplus)
        self._submit()
        yield 0.5

    # By phone

    def _tell(self, after: State) -> Iterator[float]:
        """A player says on the phone what nobody could see; what he did silently before has to be said with it."""
        self.result.told += len(self._waiting)  # what left no trace before it could not be seen either
        self._submit()
        if self._is_overtaken():
            return
        self._done = len(self._table.steps())
        if self._room.hands.differs(after):
            for _ in self._room.hands.catch_up(after):
                yield 0.6
        yield 0.4

    def _tell_phones(self) -> None:
        self.result.told += len(self._waiting)
        self._submit()
        if not self._is_overtaken():
            self._known, self._done = self._table.number, len(self._table.steps())

    def _submit(self) -> None:
        with self._table.lock:
            if not self._is_overtaken():
                self._table.submit_all([to_json(action) for action in self._waiting], by="bot")
        self._waiting.clear()


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


def _key(state: State) -> bytes:
    return msgspec.json.encode(state, order="sorted")
