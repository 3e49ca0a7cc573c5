"""What every game is to the rest of the companion: a handful of pure functions, and the records they hand out."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, Protocol

import msgspec

from companion.errors import BadInput, IllegalAction
from companion.layout import Layout, Placement

State = Any  # each game's own frozen msgspec Struct
Action = Any  # each game's own tagged, frozen msgspec Struct; `type` and nearly always `player`
Json = Any

Effect = Literal["steady", "dim", "pulse", "path", "flash"]


class Light(msgspec.Struct, frozen=True, omit_defaults=True):
    """One space to light: colour as a name of COLOURS or "#rrggbb"; `after_s` and `for_s` lay effects out in time."""

    space: str
    colour: str
    effect: Effect = "steady"
    after_s: float = 0.0
    for_s: float | None = None  # None: until the next entry


class Glow(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game wants lit, in its own terms; the light map says which LEDs that is."""

    lights: tuple[Light, ...] = ()
    timer_s: float | None = None  # the timer bar counts down this long from the moment the phase began
    bar: float | None = None  # or stands still at this share, 0..1


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a score and why it is so."""

    what: str
    points: int | None
    why: str
    parts: tuple["Line", ...] = ()


class Standing(msgspec.Struct, frozen=True):
    """How one player stands: `total` in points, or in the game's progress measure where it has no points."""

    player: str
    total: int
    place: int
    lines: tuple[Line, ...]


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table's standings at any moment; `decided_by` names the tie-breaker that was needed at the end, if any."""

    standings: tuple[Standing, ...]  # in seat order
    ranking: tuple[tuple[str, int], ...]  # (player, place), best first, then seat order
    winners: tuple[str, ...]  # empty while the game goes on
    decided_by: str = ""
    unit: str = "points"


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A button on a phone (or a space to tap): pressing it submits `action`."""

    label: str
    action: Json
    space: str | None = None
    fill: Json = None  # what the phone asks first: {"cards": {"of": {code: name}, "count": 3}} goes into the action


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a phone asks: `player` None means everybody."""

    text: str
    player: str | None = None
    choices: tuple[Choice, ...] = ()


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one viewer may know: a player's name, or None for the open table (big screen, guests)."""

    phase: str
    headline: str  # "Round 3 of 11: Konga walks 4 spaces"
    acting: tuple[str, ...]  # who must act now
    prompts: tuple[Prompt, ...]
    story: tuple[str, ...]  # what just happened and why, one sentence a step
    table: Json  # the state as this viewer may know it
    over: bool = False


class Bots(Protocol):
    """Players for empty seats, who also deal, roll and draw for a simulated table; the same seed plays the same."""

    def choose(self, state: State) -> Action:
        """The next action at the table, by whoever must act or by chance; the game is not over."""

    def saw(self, state: State, action: Action) -> None:
        """Told of every action before it is applied (its own too), so that hidden things are kept straight."""


class Game(Protocol):
    """A rulebook: pure functions without devices, clock or randomness. A module `companion.games.<name>` is one."""

    NAME: str
    TITLE: str
    VERSION: str  # of the rules as written here; a saved game names it
    PLAYERS: range
    OPTIONS: Mapping[str, Json]  # every option with its default

    def setup(self, players: Sequence[str], options: Mapping[str, Json] | None = None) -> State: ...

    def legal(self, state: State) -> Sequence[Action]:
        """Every action possible next, each distinct outcome once; contents too many to list are left to `shown`."""

    def shown(self, state: State, seen: frozenset[Placement]) -> Iterable[Action]:
        """The legal actions a table at rest may show: whole walks, draws and layouts read off what is seen."""

    def read(self, state: State, raw: Mapping[str, Json]) -> Action:
        """An action from JSON, or IllegalAction, with the checks in the order of the specification."""

    def apply(self, state: State, action: Action) -> State: ...

    def rolled(self, action: Action) -> tuple[int, ...]:
        """The dice this action reads off the table; empty if it needs none."""

    def placements(self, state: State) -> frozenset[Placement]:
        """How the table should look, as far as the camera can tell."""

    def glow(self, state: State) -> Glow: ...

    def view(self, state: State, viewer: str | None) -> View: ...

    def score(self, state: State) -> Score: ...

    def is_over(self, state: State) -> bool: ...

    def state_from(self, raw: Mapping[str, Json]) -> State:
        """A position written as in the specification, defaults left out."""

    def examine(self, given: Json, do: Sequence[Mapping[str, Json]], expect: Mapping[str, Json]) -> list[str]:
        """Runs one case of the specification; one line per expectation that does not hold."""

    def bots(self, players: Sequence[str], rng: Random, style: str) -> Bots: ...

    def layout(self, players: Sequence[str] = (), options: Mapping[str, Json] | None = None) -> Layout: ...


def to_json(value: Any) -> Json:
    """Any of our records as plain dicts, lists, strings and numbers."""
    return msgspec.json.decode(msgspec.json.encode(value))  # to_builtins would leave tuples as they are


def player_of(action: Action) -> str | None:
    """Whose action it is; None for the table's own (a deal, a layout)."""
    return getattr(action, "player", None)


def kind_of(action: Action) -> str:
    """The action's name in the rulebook's words: "reveal_card"."""
    return str(type(action).__struct_config__.tag)


def decode(raw: Mapping[str, Json], kinds: Mapping[str, type[Any]], refuse: Callable[[str], IllegalAction]) -> Action:
    """The typed action of a JSON object whose `type` is known; `refuse` turns what is malformed into a refusal."""
    try:
        return msgspec.convert(dict(raw), kinds[raw["type"]], strict=True)
    except (msgspec.ValidationError, TypeError, OverflowError, RecursionError) as wrong:
        raise refuse(str(wrong)) from None


def recognised(game: Game, state: State, seen: frozenset[Placement]) -> frozenset[Placement]:
    """What is seen in the words of the rules, where a game tells pieces or places apart better than their markers do.

    A game without a function of that name takes everything as it is seen.
    """
    better = getattr(game, "recognised", None)
    return frozenset(better(state, seen)) if better is not None else seen


def replay(game: Game, state: State, actions: Iterable[Action]) -> State:
    """The state after all those actions."""
    for action in actions:
        state = game.apply(state, action)
    return state


@dataclass(frozen=True)
class Outcome:
    """How a case went: the states met, the last one last, and the refusal that ended it, if any."""

    states: tuple[State, ...]
    refusal: IllegalAction | None

    @property
    def state(self) -> State:
        return self.states[-1]


def run_actions(game: Game, state: State, do: Sequence[Mapping[str, Json]]) -> Outcome:
    """Applies a case's actions in order; all but the last must be accepted."""
    states = [state]
    for number, raw in enumerate(do, start=1):
        try:
            states.append(game.apply(states[-1], game.read(states[-1], raw)))
        except IllegalAction as refusal:
            if number < len(do):
                raise BadInput(f"action {number} of {len(do)} was refused: {refusal.code} ({refusal})") from None
            return Outcome(tuple(states), refusal)
    return Outcome(tuple(states), None)


def check_error(outcome: Outcome, expect: Mapping[str, Json]) -> list[str]:
    """The one expectation all games share: `error` names the last action's refusal, or there is none."""
    wanted, found = expect.get("error"), outcome.refusal.code if outcome.refusal else None
    return [] if wanted == found else [f"error: expected {wanted}, found {found}"]


def differences(where: str, expected: Json, found: Json, exact: Iterable[str] = ()) -> list[str]:
    """Compares objects as subsets (those whose path is in `exact` to the letter), everything else for equality.

    >>> differences("pawns", {"p1": "e5"}, {"p1": "e5", "p2": "a1"})
    []
    >>> differences("loot", {"p1": {}}, {"p1": {"red": 1}}, exact=("loot.p1",))
    ['loot.p1: expected {}, found {"red":1}']
    """
    exact = tuple(exact)
    if isinstance(expected, Mapping) and isinstance(found, Mapping) and where not in exact:
        lines = []
        for key, value in expected.items():
            if str(key) in found:
                lines += differences(f"{where}.{key}", value, found[str(key)], exact)
            else:
                lines.append(f"{where}.{key}: expected {_shown(value)}, found nothing")
        return lines
    return [] if expected == found else [f"{where}: expected {_shown(expected)}, found {_shown(found)}"]


def _shown(value: Json) -> str:
    return msgspec.json.encode(value, order="sorted").decode()
