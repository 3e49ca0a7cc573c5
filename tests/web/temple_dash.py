"""Temple Dash, a tiny game for the web's tests: run as far as the die says; six spaces to the temple."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.errors import IllegalAction
from companion.games.protocol import Choice, Game, Glow, Light, Line, Prompt, Score, Seen, Standing, View
from companion.layout import Layout, Piece, Placement, Space, Zone

NAME, TITLE, VERSION = "temple_dash", "Temple Dash", "1"
PLAYERS = range(2, 5)
OPTIONS = {"temple": 6, "night": False}
SEATS = ("anna", "ben", "carl", "dora")


class Run(msgspec.Struct, frozen=True, tag="run", tag_field="type"):
    player: str
    die: int


class State(msgspec.Struct, frozen=True):
    queue: tuple[str, ...]
    reached: Mapping[str, int]
    temple: int = 6
    phase: str = "running"


def setup(players: Sequence[str], options: Mapping[str, Any] | None = None) -> State:
    if len(players) not in PLAYERS:
        raise IllegalAction("bad_player_count", "Temple Dash is for 2 to 4 players.")
    return State(tuple(players), dict.fromkeys(players, 0), (options or {}).get("temple", 6))


def is_over(state: State) -> bool:
    return state.temple in state.reached.values()


def legal(state: State) -> list[Run]:
    return [] if is_over(state) else [Run(state.queue[0], pips) for pips in range(1, 7)]


def read(state: State, raw: Mapping[str, Any]) -> Run:
    if raw.get("type") != "run":
        raise IllegalAction("unknown_action", "Nobody can do that here.")
    if raw.get("player") != state.queue[0]:
        raise IllegalAction("not_your_turn", "It is not your turn.")
    if raw.get("die") not in range(1, 7):
        raise IllegalAction("bad_value", "A die shows 1 to 6.")
    return Run(raw["player"], raw["die"])


def apply(state: State, action: Run) -> State:
    if action not in legal(state):
        raise IllegalAction("not_your_turn", "It is not your turn.")
    space = min(state.reached[action.player] + action.die, state.temple)
    return State(state.queue[1:] + state.queue[:1], {**state.reached, action.player: space}, state.temple)


def rolled(action: Run) -> Mapping[str, int]:
    return {"die": action.die}


def placements(state: State) -> Seen:
    return Counter(Placement(f"pawn.{who}", f"trail.{space}") for who, space in state.reached.items())


def glow(state: State) -> Glow:
    first = state.reached[state.queue[0]]
    lights = tuple(
        Light(f"trail.{n}", "red", "path", after_s=0.4 * n) for n in range(first, min(first + 3, state.temple + 1))
    )
    return Glow(lights, timer_s=30)


def view(state: State, viewer: str | None) -> View:
    runner = state.queue[0]
    choices = tuple(
        Choice(str(n), {"type": "run", "player": runner, "die": n}, f"trail.{min(6, state.reached[runner] + n)}")
        for n in range(1, 5)
    ) + tuple(Choice(str(n), {"type": "run", "player": runner, "die": n}) for n in (5, 6))
    return View(
        phase="running",
        headline="The dash is over" if is_over(state) else f"{runner} runs",
        acting=() if is_over(state) else (runner,),
        prompts=() if is_over(state) else (Prompt("Roll the die and run.", runner, choices),),
        story=("Everybody stands at the start.", "The temple is near."),
        table={"whisper": f"only for {viewer}"} if viewer else {},
        over=is_over(state),
    )


def score(state: State) -> Score:
    order = sorted(state.reached, key=lambda who: -state.reached[who])
    places = {who: order.index(who) + 1 for who in order}
    return Score(
        tuple(
            Standing(who, far, places[who], (Line("Spaces", far, f"{far} of {state.temple} spaces run"),))
            for who, far in state.reached.items()
        ),
        tuple((who, places[who]) for who in order),
        tuple(who for who in order if state.reached[who] == state.temple),
        unit="spaces",
    )


def layout(players: Sequence[str] = (), options: Mapping[str, Any] | None = None) -> Layout:
    return Layout(
        game=NAME,
        width_mm=300,
        height_mm=120,
        frame_markers=(0, 1, 2, 3),
        spaces=tuple(Space(f"trail.{n}", 40 + 36 * n, 50, spread_mm=(0, 12)) for n in range(7)),
        zones=(Zone("tray", 200, 80, 290, 115), Zone("seat1", 0, 80, 80, 115)),
        pieces=(
            Piece("pawn.anna", "piece", 20, 20, is_round=True, colour="#cf3f37", marker=10),
            Piece("pawn.ben", "piece", 20, 20, is_round=True, colour="#3478bd", marker=11),
            Piece("arrow", "piece", 20, 20, facings=(0, 90), colour="#222222"),
            Piece("stone", "piece", 40, 46.19, colour="#b08f5e"),
            Piece("card.back", "piece", 44, 63, colour="#14404a"),
            Piece("item.magic_hands", "piece", 44, 63, colour="#14404a"),
        ),
    )


def words(state: State, action: Run, viewer: str | None) -> str:
    return f"run {action.die}"


GAME = Game(
    name=NAME,
    title=TITLE,
    version=VERSION,
    players=PLAYERS,
    options=OPTIONS,
    seats=SEATS,
    setup=setup,
    legal=legal,
    read=read,
    apply=apply,
    is_over=is_over,
    view=view,
    score=score,
    placements=placements,
    rolled=rolled,
    layout=layout,
    words=words,
    glow=glow,
)
