"""Gold Mine at one moment, written as the specification's section 3 has it."""

from collections.abc import Mapping
from functools import cached_property

import msgspec
from msgspec import UNSET, UnsetType

from companion.games.gold_mine.board import FIELD_X, FIELD_Y, TILE, Cell, Place
from companion.games.gold_mine.tunnels import House, Tunnels

RULE_OPTIONS = ("mud", "five_tile", "alliances", "must_join")
HOUSE_OPTIONS = ("next_opens", "one_way_open", "passage_or_stay", "own_tiles_early")
REQUIRED = {2: 10, 3: 7, 4: 7, 5: 5, 6: 5}
REQUIRED_ALLIED = {4: 12, 6: 8}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The optional rules; the house's other readings are written down only where they are switched on."""

    mud: bool = False
    five_tile: bool = False
    alliances: bool = False
    must_join: bool = False  # KD-11, for R-5: every tile must join a tunnel
    next_opens: bool | UnsetType = UNSET  # production is opened by whoever follows the layer of the last tile
    one_way_open: bool | UnsetType = UNSET  # one way on from the entrance is enough
    passage_or_stay: bool | UnsetType = UNSET  # who opens a passage may not walk instead
    own_tiles_early: bool | UnsetType = UNSET  # own tiles in development too


class Field(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cells the table has room for, first and last of each direction. KD-8."""

    x: tuple[int, int] = (FIELD_X[0], FIELD_X[-1])
    y: tuple[int, int] = (FIELD_Y[0], FIELD_Y[-1])


class LaidTile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tile: str
    cell: Cell
    rot: int


class Tokens(msgspec.Struct, frozen=True):
    gold: int
    bat: int


class TurnInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    collected: bool = False
    bonus_collect: bool = False  # a head start ended: its own nugget may be taken
    challenge_used: bool = False
    displaced: bool = False  # moved since the movement ended


class Walk(msgspec.Struct, frozen=True):
    miner: str
    steps: int
    why: str  # excavate, roll, passage, head_start, bats
    passage_open: bool = False


class Challenge(msgspec.Struct, frozen=True):
    kind: str  # gold, bat
    challenger: str
    defender: str
    rolls: tuple[tuple[int, int], ...] = ()
    winner: str | None = None
    loser: str | None = None


class State(msgspec.Struct, frozen=True, dict=True):
    """A value: never changed, and neither are the mappings in it."""

    game: str
    players: tuple[str, ...]
    options: Options
    field: Field
    phase: str
    step: str
    turn: str | None
    actor: str | None
    start_player: str | None
    start_rolls: Mapping[str, int]
    start_pending: tuple[str, ...]
    dev_placed: int
    stack: tuple[str, ...]
    drawn: str | None
    hands: Mapping[str, tuple[str, ...]]
    mine: tuple[LaidTile, ...]
    gold_on: tuple[Cell, ...]
    bank: int
    miners: Mapping[str, Place | None]
    stuck: Mapping[str, bool]
    nuggets: Mapping[str, int]
    tokens: Mapping[str, Tokens]
    turn_info: TurnInfo
    walk: Walk | None
    challenge: Challenge | None
    winner: tuple[str, ...] | None

    @cached_property
    def tunnels(self) -> Tunnels:
        """The mine's web; handed on from state to state, and built from the tiles only for a position read in."""
        web = Tunnels(self.field.x, self.field.y)
        for laid in self.mine:
            web = web.with_tile(TILE[laid.tile], laid.cell, laid.rot)
        return web

    @cached_property
    def house(self) -> House:
        return House(self.options.must_join, bool(self.options.one_way_open))


def changed(state: State, **changes: object) -> State:
    """The same state but for `changes`; the mine stays as it is."""
    after = msgspec.structs.replace(state, **changes)
    after.__dict__.update(state.__dict__)
    return after


def with_tile(state: State, tile: str, cell: Cell, rot: int, **changes: object) -> State:
    """The state with one more tile in the mine, and whatever else `changes`."""
    after = msgspec.structs.replace(state, mine=(*state.mine, LaidTile(tile, cell, rot)), **changes)
    after.__dict__.update(tunnels=state.tunnels.with_tile(TILE[tile], cell, rot), house=state.house)
    return after


def actor_of(state: State) -> str:
    """Whoever must act; only asked once the start is settled and before the end."""
    assert state.actor is not None
    return state.actor


def drawn_of(state: State) -> str:
    """The tile drawn and not yet laid; only asked in step place."""
    assert state.drawn is not None
    return state.drawn


def place_of(state: State, colour: str) -> Place:
    """Where a miner stands; only asked once the miners are in the mine."""
    place = state.miners[colour]
    assert place is not None
    return place


def team_of(state: State, colour: str) -> tuple[str, ...]:
    """A player, or both partners in seat order: they sit opposite. Rulebook: "Alliances"."""
    if not state.options.alliances:
        return (colour,)
    half = len(state.players) // 2
    seat = state.players.index(colour) % half
    return state.players[seat], state.players[seat + half]


def required(state: State) -> int:
    """Rulebook: "Required number of gold nuggets"; for alliances the sum of both partners."""
    return (REQUIRED_ALLIED if state.options.alliances else REQUIRED)[len(state.players)]


def team_nuggets(state: State, colour: str) -> int:
    return sum(state.nuggets[member] for member in team_of(state, colour))


def can_fit(state: State, tile: str) -> bool:
    return state.tunnels.fits(TILE[tile], state.house)


def can_dig(state: State) -> bool:
    """Whether any tile of the stack fits anywhere. Ruling R-9."""
    return any(can_fit(state, tile) for tile in state.stack)
