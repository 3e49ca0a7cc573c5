"""The position and the actions, and how a position begins: a fresh sheet for everybody, or as written down."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from companion.errors import BadInput
from companion.games.go_for_gold.board import (
    BOXES,
    FEET,
    PLAYERS,
    SHOVELS,
    TEMPLES,
    Island,
    check_sheet,
    island_of,
    sides,
)
from companion.games.go_for_gold.reasons import refusal
from companion.games.protocol import Json

Phase = Literal["start_port", "roll", "move", "resolve", "shovels", "over"]
OPTIONS: Mapping[str, Json] = {"side": "A", "active": None, "position": None}


class Hunter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player's sheet."""

    id: str
    status: Literal["in", "out"]
    pos: str | None
    start_port: str | None
    visited: tuple[str, ...]  # every space entered, in order, the port jumped to included
    shovels: int  # circled and not crossed out
    feet: int
    shovels_gathered: int  # in the whole game, the two of the start included
    scores: tuple[int, ...]
    port_used: bool

    @property
    def is_in(self) -> bool:
        return self.status == "in"


class Dig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A roll too low that shovels could make good."""

    player: str
    roll: int
    missing: int


class Drawn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line drawn this round: the others see it only when everybody has drawn (G10)."""

    player: str
    path: tuple[str, ...]
    use_foot: bool = False


class Last(msgspec.Struct, frozen=True, omit_defaults=True):
    """What just happened, for lights and story."""

    type: str
    player: str
    roll: int = 0
    result: Literal["", "written", "failed", "penalty", "low"] = ""
    points: int = 0
    color: str = ""
    out: tuple[str, ...] = ()  # who was put out by it


class State(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position. The keys after `end_trigger` are left out of JSON while they say nothing."""

    phase: Phase
    side: str
    round: int
    active: str
    roll: int | None
    awaiting: tuple[str, ...]  # who may act now, clockwise from the active player
    queue: tuple[str, ...]  # who is still to resolve; the first one acts
    dig: Dig | None
    players: tuple[Hunter, ...]
    temples: Mapping[str, str | None]
    end_trigger: Literal["sixth_score", "none_able"] | None
    drawn: tuple[Drawn, ...] = ()
    last: Last | None = None
    sheet: str | None = None  # a sheet of one's own, as JSON text

    @property
    def island(self) -> Island:
        return island_of(self.side, self.sheet)

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(hunter.id for hunter in self.players)

    def hunter(self, player: str) -> Hunter:
        for hunter in self.players:
            if hunter.id == player:
                return hunter
        raise KeyError(player)

    def seat(self, player: str) -> int:
        """Counted from 1, clockwise."""
        return self.ids.index(player) + 1

    def clockwise(self) -> tuple[Hunter, ...]:
        """Everybody in the order of this round: the active player, then to the left."""
        at = self.ids.index(self.active)
        return self.players[at:] + self.players[:at]

    def with_hunter(self, changed: Hunter) -> tuple[Hunter, ...]:
        return tuple(changed if hunter.id == changed.id else hunter for hunter in self.players)


class ChooseStartPort(msgspec.Struct, frozen=True, tag_field="type", tag="choose_start_port"):
    player: str
    port: str


class RollMove(msgspec.Struct, frozen=True, tag_field="type", tag="roll_move"):
    """The one roll that moves everybody; the table tells us its value."""

    player: str
    value: int


class Move(msgspec.Struct, frozen=True, tag_field="type", tag="move", gc=False):
    """The spaces entered, in order, without the one the line starts on."""

    player: str
    path: tuple[str, ...]
    use_foot: bool = False


class Withdraw(msgspec.Struct, frozen=True, tag_field="type", tag="withdraw"):
    player: str


class DigUp(msgspec.Struct, frozen=True, tag_field="type", tag="dig"):
    player: str
    roll: int


class UseShovels(msgspec.Struct, frozen=True, tag_field="type", tag="use_shovels"):
    player: str
    use: bool


class Raid(msgspec.Struct, frozen=True, tag_field="type", tag="raid"):
    player: str
    roll: int


class Skip(msgspec.Struct, frozen=True, tag_field="type", tag="skip"):
    player: str


class ChoosePort(msgspec.Struct, frozen=True, tag_field="type", tag="choose_port"):
    player: str
    port: str


Action = ChooseStartPort | RollMove | Move | Withdraw | DigUp | UseShovels | Raid | Skip | ChoosePort

KINDS: Mapping[str, type[Any]] = {
    "choose_start_port": ChooseStartPort,
    "roll_move": RollMove,
    "move": Move,
    "withdraw": Withdraw,
    "dig": DigUp,
    "use_shovels": UseShovels,
    "raid": Raid,
    "skip": Skip,
    "choose_port": ChoosePort,
}


def setup(players: Sequence[str], options: Mapping[str, Json] | None = None) -> State:
    """Rulebook: "Setup". `side` is the same for all, `active` who visited an island last; or from a `position`."""
    chosen = dict(options or {})
    if unknown := sorted(map(str, set(chosen) - set(OPTIONS))):
        known = ", ".join(OPTIONS)
        raise refusal("bad_value", what=f"Go for Gold has no option {', '.join(unknown)}; it has {known}.")
    if chosen.get("position") is not None:
        return state_from(chosen["position"])
    side = chosen.get("side", OPTIONS["side"])
    if not isinstance(side, str) or side not in sides():
        raise refusal("bad_value", what=f"A sheet has the sides A and B, not {side}.")
    return new_game(players, chosen.get("active"), side)


def new_game(players: Sequence[str], active: Json, side: str, sheet: str | None = None) -> State:
    """The first active player is about to choose a port; nobody stands anywhere yet."""
    names = tuple(players)
    if len(names) not in PLAYERS:
        raise refusal("player_count", count=len(names))
    if not all(isinstance(name, str) and name for name in names):
        raise refusal("bad_value", what="Players are names.")
    if len(set(names)) < len(names):
        raise refusal("duplicate_player")
    if active is not None and active not in names:
        raise refusal("unknown_player", players=", ".join(names))
    first = names[0] if active is None else active
    hunters = tuple(Hunter(name, "in", None, None, (), SHOVELS, FEET, SHOVELS, (), False) for name in names)
    temples = _temples(island_of(side, sheet))
    return State("start_port", side, 1, first, None, (first,), (), None, hunters, temples, None, sheet=sheet)


def _temples(island: Island) -> dict[str, str | None]:
    return dict.fromkeys((*TEMPLES, *(color for color in island.temples.values() if color not in TEMPLES)))


def state_from(raw: Mapping[str, Json]) -> State:
    """A position written as in sections 3 and 12; what is left out takes its default, `side` being A."""
    if not isinstance(raw, Mapping):
        raise BadInput(f"a position is a JSON object with at least players, not {type(raw).__name__}")
    side, sheet = _sheet_of(raw)
    rows = raw.get("players")
    if not isinstance(rows, list | tuple) or not all(isinstance(row, Mapping) for row in rows):
        raise BadInput('a position needs players, a list such as [{"id": "p1", "visited": ["A5"]}, ...]')
    phase = raw.get("phase", "roll")
    filled: dict[str, Json] = {
        "phase": phase,
        "round": 1,
        "active": rows[0].get("id") if rows else None,
        "roll": None,
        "dig": None,
        "end_trigger": None,
        "awaiting": [],
        "queue": [],
        **{key: value for key, value in raw.items() if key not in ("players", "temples", "sheet")},
        "side": side,
        "sheet": sheet,
        "players": [_filled_hunter(row) for row in rows],
        "temples": _filled_temples(raw.get("temples", {}), island_of(side, sheet)),
    }
    try:
        state = msgspec.convert(filled, State, strict=True)
    except (msgspec.ValidationError, TypeError, OverflowError, RecursionError) as wrong:
        raise BadInput(f"not a position of Go for Gold: {wrong}") from None
    _check(state)
    return _waiting(state, "queue" in raw, "awaiting" in raw)


def _sheet_of(raw: Mapping[str, Json]) -> tuple[str, str | None]:
    sheet, side = raw.get("sheet"), raw.get("side", "A")
    if sheet is not None:
        try:
            inline = msgspec.json.decode(sheet) if isinstance(sheet, str) else sheet
        except msgspec.DecodeError:
            raise BadInput("a sheet written as text must be JSON") from None
        return str(raw.get("side", "sheet")), check_sheet(inline)
    if not isinstance(side, str) or side not in sides():
        raise BadInput(f"no side of the sheet is called {side}; there are {', '.join(sides())}")
    return side, None


def _filled_hunter(row: Mapping[str, Json]) -> dict[str, Json]:
    visited = row.get("visited", [])
    ends = visited if isinstance(visited, list | tuple) and visited else [None]
    shovels = row.get("shovels", SHOVELS)
    return {
        "status": "in",
        "pos": ends[-1],
        "start_port": ends[0],
        "visited": visited,
        "shovels": shovels,
        "feet": FEET,
        "shovels_gathered": max(SHOVELS, shovels) if type(shovels) is int else SHOVELS,
        "scores": [],
        "port_used": False,
        **row,
    }


def _filled_temples(given: Json, island: Island) -> dict[str, Json]:
    known = _temples(island)
    if not isinstance(given, Mapping) or set(given) - set(known):
        raise BadInput(f"temples is an object with the colors {', '.join(known)} as keys")
    return {**known, **given}


def _check(state: State) -> None:
    """What makes no sense in any position; whether it can be reached is not asked."""
    ids = state.ids
    if len(ids) not in PLAYERS or len(set(ids)) < len(ids):
        raise BadInput(f"a position needs two to four different players, not {', '.join(ids) or 'none'}")
    named = {state.active, *state.awaiting, *state.queue, *(drawn.player for drawn in state.drawn)}
    named |= {who for who in state.temples.values() if who is not None}
    named |= {state.dig.player} if state.dig else set()
    named |= {state.last.player, *state.last.out} if state.last else set()
    if strangers := named - set(ids):
        raise BadInput(f"{', '.join(sorted(strangers))} does not play; players are {', '.join(ids)}")
    if state.roll is not None and not 1 <= state.roll <= 6:
        raise BadInput("roll must be 1 to 6")
    if state.phase == "move" and state.roll is None:
        raise BadInput("a position in phase move needs the roll")
    if state.phase == "shovels" and state.dig is None:
        raise BadInput('a position in phase shovels needs dig, such as {"player": "p1", "roll": 2, "missing": 2}')
    if not 1 <= state.round <= 1000:
        raise BadInput("round must be 1 to 1000")
    for hunter in state.players:
        _check_hunter(state, hunter)


def _check_hunter(state: State, hunter: Hunter) -> None:
    land = state.island.neighbours
    spaces = {hunter.pos, hunter.start_port, *hunter.visited} - {None}
    if strange := sorted(space for space in spaces if space is not None and space not in land):
        raise BadInput(f"{hunter.id} cannot have been on {', '.join(strange)}: no land on this sheet")
    if hunter.pos is None and state.phase != "start_port":
        raise BadInput(f"{hunter.id} needs visited, the spaces entered so far, start port first")
    if not all(0 <= number <= 1000 for number in (hunter.shovels, hunter.feet, hunter.shovels_gathered)):
        raise BadInput(f"{hunter.id} cannot have fewer than no shovels or feet, or more than 1000")
    if len(hunter.scores) > BOXES or not all(abs(points) <= 1000 for points in hunter.scores):
        raise BadInput(f"{hunter.id} has {BOXES} scoring spaces, each with up to 1000 points")


def special(state: State, hunter: Hunter) -> Literal["treasure", "temple", "port"] | None:
    """What the player's space would ask now."""
    island, pos = state.island, hunter.pos
    if pos is None or not hunter.is_in:
        return None
    if pos in island.treasures:
        return "treasure"
    if pos in island.temples:
        return None if state.temples[island.temples[pos]] else "temple"
    return "port" if is_just_in_port(island, hunter) else None


def is_just_in_port(island: Island, hunter: Hunter) -> bool:
    """A port entered and not yet used; the start port is neither."""
    return hunter.pos in island.ports and not hunter.port_used and hunter.pos != hunter.start_port


def _waiting(state: State, has_queue: bool, has_awaiting: bool) -> State:
    """Who may act, unless the position says it: section 12."""
    queue, awaiting = state.queue, state.awaiting
    if not has_queue and state.phase in ("resolve", "shovels"):
        queue = tuple(hunter.id for hunter in state.clockwise() if special(state, hunter))
        if state.dig and state.dig.player in queue:
            queue = queue[queue.index(state.dig.player) :]
    if not has_awaiting:
        awaiting = _awaited(state, queue)
    return msgspec.structs.replace(state, queue=queue, awaiting=awaiting)


def _awaited(state: State, queue: tuple[str, ...]) -> tuple[str, ...]:
    if state.phase in ("start_port", "roll"):
        return (state.active,)
    if state.phase == "move":
        return tuple(hunter.id for hunter in state.clockwise() if hunter.is_in)
    if state.phase == "shovels" and state.dig:
        return (state.dig.player,)
    return queue[:1] if state.phase == "resolve" else ()
