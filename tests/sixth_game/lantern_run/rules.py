"""The rules of Lantern Run: run as far as the die says, take a lantern or leave it; the first ashore ends the game."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.errors import IllegalAction
from companion.games.rulebook import Rule, Rulebook, in_phase

PLAYERS = range(2, 5)
SHORE = 14  # the last space of the trail; runners start on space 0
LANTERNS = (2, 4, 5, 7, 9, 10, 12)  # where they hang in the beginning
REASONS = {
    "game_over": "Somebody is ashore: the run is over.",
    "unknown_action": "Nobody does that in Lantern Run.",
    "wrong_phase": "Not now: first the die, then the lantern.",
    "not_your_turn": "It is not your turn.",
    "bad_die": "A die shows 1 to 6.",
    "bad_player_count": "Lantern Run is for 2 to 4 players.",
}


class Run(msgspec.Struct, frozen=True, tag="run", tag_field="type"):
    """A player runs as far as the die says; whoever would overshoot stops on the shore."""

    player: str
    die: int


class Take(msgspec.Struct, frozen=True, tag="take", tag_field="type"):
    """The lantern that hangs there comes along."""

    player: str


class Leave(msgspec.Struct, frozen=True, tag="leave", tag_field="type"):
    """It stays: nobody can see that, so it is said."""

    player: str


class State(msgspec.Struct, frozen=True):
    queue: tuple[str, ...]  # who runs now comes first
    reached: dict[str, int]
    taken: dict[str, int]
    lanterns: tuple[int, ...] = LANTERNS
    phase: str = "run"  # run, lantern, over

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.reached)


def setup(players: Sequence[str], options: Mapping[str, Any] | None = None) -> State:
    if len(players) not in PLAYERS:
        raise refusal(None, "bad_player_count")
    return State(tuple(players), dict.fromkeys(players, 0), dict.fromkeys(players, 0))


def is_over(state: State) -> bool:
    return state.phase == "over"


def refusal(state: State | None, code: str) -> IllegalAction:
    return IllegalAction(code, REASONS[code])


def not_your_turn(state: State, rule: Rule, action: Any) -> str | None:
    return None if action.player == state.queue[0] else "not_your_turn"


def bad_die(state: State, run: Run) -> str | None:
    return None if type(run.die) is int and 1 <= run.die <= 6 else "bad_die"


def run(state: State, action: Run) -> State:
    space = min(state.reached[action.player] + action.die, SHORE)
    state = replace(state, reached={**state.reached, action.player: space})
    if space == SHORE:
        return replace(state, phase="over")
    return replace(state, phase="lantern") if space in state.lanterns else next_runner(state)


def take(state: State, action: Take) -> State:
    space = state.reached[action.player]
    left = tuple(lantern for lantern in state.lanterns if lantern != space)
    taken = {**state.taken, action.player: state.taken[action.player] + 1}
    return next_runner(replace(state, lanterns=left, taken=taken))


def next_runner(state: State) -> State:
    return replace(state, queue=state.queue[1:] + state.queue[:1], phase="run")


RULES = Rulebook(
    rules=[
        Rule(Run, run, ("run",), bad_die, lambda state: [Run(state.queue[0], pips) for pips in range(1, 7)]),
        Rule(Take, take, ("lantern",), each=lambda state: [Take(state.queue[0])]),
        Rule(Leave, lambda state, leave: next_runner(state), ("lantern",), each=lambda state: [Leave(state.queue[0])]),
    ],
    refuse=refusal,
    over=is_over,
    checks=(in_phase("wrong_phase"), not_your_turn),
)
