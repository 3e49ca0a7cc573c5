"""Bots play a whole game: by the rules alone, or by moving pieces under the simulated camera."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

import msgspec

from companion.aim import targets_of
from companion.errors import BadInput
from companion.journal import Journal
from companion.kit.faces import face_svg, field_svg
from companion.kit.svg import raster
from companion.rules import Action, Game, Json, State, to_json
from companion.simulation.camera import SimCamera
from companion.simulation.faults import Fault, faults_named
from companion.simulation.players import Hands, leaves_trace
from companion.simulation.tabletop import Tabletop
from companion.table import Answer, Table
from companion.watcher import Watcher
from vision.eyes import Eyes

MOST_ACTIONS = 5000
FRAME_S = 0.2
WAIT = 14  # frames to wait for the companion to notice before a player takes the phone

Progress = Callable[[str], None]


@dataclass
class Result:
    """How a game of bots went; the last four only with a camera."""

    game: str
    players: list[str]
    seed: int
    actions: int = 0
    scores: list[Json] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    read_right: int = 0
    asked: int = 0
    wrong: int = 0
    looks: int = 0

    def to_json(self, with_camera: bool) -> Json:
        whole = to_json(self)
        seen = ("read_right", "asked", "wrong", "looks")
        return whole if with_camera else {key: value for key, value in whole.items() if key not in seen}


def seats(game: Game, count: int) -> list[str]:
    """Names for so many bots, as the game likes to call its players."""
    if count not in game.PLAYERS:
        raise BadInput(f"{game.TITLE} is for {game.PLAYERS[0]} to {game.PLAYERS[-1]} players, not {count}")
    names = getattr(game, "SEATS", None) or [f"p{number}" for number in range(1, count + 1)]
    return list(names[:count])


def turns(
    game: Game, players: Sequence[str], seed: int, style: str = "random", options: Mapping[str, Json] | None = None
) -> Iterator[tuple[State, Action, State]]:
    """A whole game, action by action: the state before, the action, the state after."""
    state = game.setup(players, options)
    bots = game.bots(players, Random(seed), style)
    for _ in range(MOST_ACTIONS):
        if game.is_over(state):
            return
        action = bots.choose(state)
        bots.saw(state, action)
        after = game.apply(state, action)
        yield state, action, after
        state = after
    raise BadInput(f"the bots played {MOST_ACTIONS} actions of {game.TITLE} and it did not end")


def play(
    game: Game, players: Sequence[str], seed: int, style: str = "random", options: Mapping[str, Json] | None = None
) -> Result:
    """The rules alone."""
    result = Result(game.NAME, list(players), seed)
    state = game.setup(players, options)
    for _, _, after in turns(game, players, seed, style, options):
        result.actions, state = result.actions + 1, after
    return _finished(result, game, state)


def _finished(result: Result, game: Game, state: State) -> Result:
    score = game.score(state)
    result.scores = [to_json(standing) for standing in score.standings]
    result.winners = list(score.winners)
    return result


class Match:
    """A game under the camera: what the hands do must come back through eyes and tracker."""

    def __init__(
        self,
        game: Game,
        players: Sequence[str],
        seed: int,
        style: str = "random",
        options: Mapping[str, Json] | None = None,
        faults: str = "",
        progress: Progress = lambda line: None,
    ) -> None:
        self._game = game
        self._turns = turns(game, players, seed, style, options)
        self._faults: tuple[Fault, ...] = faults_named(faults)
        self._progress = progress
        self._now_s = 0.0
        self._rng = Random(f"{seed} hands")
        self.result = Result(game.NAME, list(players), seed)
        self.table = Table(Journal(":memory:"), lambda: self._now_s)
        self.table.start(game.NAME, players, options)
        layout = game.layout(players, options)
        self.tabletop = Tabletop(layout, self._rng)
        self.hands = Hands(game, self.tabletop, self._rng)
        self.camera = sim_camera(game, self.tabletop, lambda: self._now_s, seed)
        self.watcher = Watcher(self.table, Eyes(targets_of(layout), self.camera.pose.fov_deg))
        self._waiting: list[Action] = []  # done by the hands, not yet journalled

    def play(self) -> Result:
        """To the end of the game."""
        self.hands.lay_out(self.table.state)
        self._watch(3)
        for before, action, after in self._turns:
            self.result.actions += 1
            self._waiting.append(action)
            if leaves_trace(self._game, before, action, after):
                self._do(before, action, after)
            self._progress(f"action {self.result.actions}: {to_json(action)['type']}")
        if self._waiting:
            self._by_phone()
        self.result.looks = self.watcher.looks
        return _finished(self.result, self._game, self.table.state)

    def _do(self, before: State, action: Action, after: State) -> None:
        for fault in self._faults:
            fault.before(self.camera, self.tabletop, self._rng)
        for _ in self.hands.act(before, action, after):
            self._watch(1)
        if not self._noticed(after):
            self._by_phone()
        if self._game.rolled(action):
            for _ in self.hands.catch_up(after):
                self._watch(1)
            self._watch(2)

    def _noticed(self, after: State) -> bool:
        """Waits until what the hands did is in the journal; answers what is asked. False if nobody noticed."""
        for _ in range(WAIT):
            number = self.table.number
            self._watch(1)
            if self.table.number != number:
                return self._compare(after)
            if self.table.question is not None:
                self.result.asked += 1
                return self._answer(after)
        return False

    def _compare(self, after: State) -> bool:
        if _same(self.table.state, after):
            self.result.read_right += len(self._waiting)
            self._waiting.clear()
            return True
        self.result.wrong += 1
        self._progress(f"wrong: {to_json(self.table.steps()[-1].action)} for {to_json(self._waiting)}")
        return False

    def _answer(self, after: State) -> bool:
        question = self.table.question
        assert question is not None  # just seen
        for choice, answer in enumerate(question.answers):
            if answer.actions and _same(self._after(answer), after):
                self.table.answer(question.number, choice, by="phone")
                self._waiting.clear()
                return True
        return False

    def _after(self, answer: Answer) -> State:
        state = self.table.state
        for raw in answer.actions:
            state = self._game.apply(state, self._game.read(state, raw))
        return state

    def _by_phone(self) -> None:
        """The players put it right themselves: undo what was misread, enter what they did."""
        self.result.asked += 1
        self._progress(f"by phone: {to_json(self._waiting)} with {self.watcher.latest.problems}")
        done = self.result.actions - len(self._waiting)
        if (surplus := len(self.table.steps()) - done) > 0:
            self.table.undo("phone", count=surplus)
        self.table.submit_all([to_json(action) for action in self._waiting], by="phone")
        self._waiting.clear()
        self._watch(1)

    def _watch(self, frames: int) -> None:
        for _ in range(frames):
            self._now_s += FRAME_S
            self.watcher.see(self.camera.frame())


def sim_camera(game: Game, tabletop: Tabletop, clock: Callable[[], float], seed: int) -> SimCamera:
    """A camera over the kit's own artwork."""
    return SimCamera(
        tabletop,
        field=lambda scale: raster(field_svg(game.NAME), scale),
        face=lambda piece, scale: raster(face_svg(game.NAME, piece), scale),
        clock=clock,
        seed=seed,
    )


def _same(a: State, b: State) -> bool:
    return msgspec.json.encode(a, order="sorted") == msgspec.json.encode(b, order="sorted")
