"""Where everything lies in a game of Temple of Gold, and what a player can do about it."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.games.temple_of_gold.board import KINDS, PACK_SPACES

Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Suit = Literal["suns", "arms", "spring", "moons"]
Side = Literal["N", "E", "S", "W"]


class Units(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Units handed over or taken; a wild resource stands in for any of the four kinds."""

    food: Count = 0
    tools: Count = 0
    wood: Count = 0
    jewelry: Count = 0
    wild: Count = 0


class Pack(Struct, frozen=True, forbid_unknown_fields=True):
    """The resource units in a backpack."""

    food: Count = 0
    tools: Count = 0
    wood: Count = 0
    jewelry: Count = 0


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    suit: Suit
    pos: str
    pack: Pack
    treasures: Count
    amulet_round: Count | None  # the round of the arrival in the temple
    gold: Count  # markers beside the backpack
    tokens: Count
    wild: Count
    camp_coins: Count
    adventures: Count


class Turn(Struct, frozen=True, forbid_unknown_fields=True):
    """What the active player has done so far; `trade` while the natives still offer theirs."""

    player: str
    move: Literal["unused", "open", "closed"] = "unused"
    steps: Count = 0
    picked_up: bool = False
    explored: bool = False
    dug: bool = False
    income_taken: bool = False
    trade: bool = False


class Laid(Struct, frozen=True, forbid_unknown_fields=True):
    """A jungle tile on the board, with the camps on it."""

    tile: str
    blocked: Side
    camps: Mapping[str, Count] = {}
    clue_used: bool = False


class Site(Struct, frozen=True, forbid_unknown_fields=True):
    taken: bool = False
    clues: tuple[str, ...] = ()


class Trophies(Struct, frozen=True, forbid_unknown_fields=True):
    """Who holds which trophy."""

    suns: str | None = None
    fall: str | None = None
    summer: str | None = None
    arms: str | None = None


class Temple(Struct, frozen=True, forbid_unknown_fields=True):
    explored: bool
    bonus_gold: Count
    amulets: Count
    income: Count
    first_round: Count | None


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    income: Literal["auto", "claim"] = "auto"
    allow_discard: bool = True


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything open on the table; the order of the exploring pile is no part of it."""

    phase: Literal["turn", "closing", "over"]
    round: Count
    first: str
    options: Options
    players: tuple[Player, ...]  # clockwise
    turn: Turn
    layout: Mapping[str, str]
    tiles: Mapping[str, Laid]
    sites: Mapping[str, Site]
    trophies: Trophies
    temple: Temple
    treasure_markers: Count
    end_reason: Literal["income_pile_empty", "all_at_temple"] | None = None


def player_named(state: State, name: str) -> Player:
    for player in state.players:
        if player.id == name:
            return player
    raise KeyError(f"nobody called {name} plays; there are {', '.join(player.id for player in state.players)}")


def active(state: State) -> Player:
    return player_named(state, state.turn.player)


def with_player(state: State, changed: Player) -> tuple[Player, ...]:
    """The players with one of them as he is now."""
    return tuple([changed if player.id == changed.id else player for player in state.players])


def items(player: Player) -> int:
    """T21: one per resource unit, treasure and amulet; all the rest weighs nothing."""
    pack = player.pack
    carried = pack.food + pack.tools + pack.wood + pack.jewelry + player.treasures
    return carried if player.amulet_round is None else carried + 1


def steps_left(state: State) -> int:
    """T20: 8 minus the items carried at this moment, minus the steps already taken."""
    return max(0, PACK_SPACES - items(active(state)) - state.turn.steps)


def total(units: Units) -> int:
    return units.food + units.tools + units.wood + units.jewelry + units.wild


def owns(player: Player, units: Units) -> bool:
    pack = player.pack
    return (
        units.food <= pack.food
        and units.tools <= pack.tools
        and units.wood <= pack.wood
        and units.jewelry <= pack.jewelry
        and units.wild <= player.wild
    )


def paid(player: Player, units: Units) -> Player:
    """The player after handing those units in: coins to their stacks, the die down its track."""
    pack = player.pack
    left = Pack(pack.food - units.food, pack.tools - units.tools, pack.wood - units.wood, pack.jewelry - units.jewelry)
    return replace(player, pack=left, wild=player.wild - units.wild)


def coins_free(state: State) -> dict[str, int]:
    """T54: six coins of each kind; a player with n units needs half as many, rounded up."""
    return {kind: 6 - sum((getattr(player.pack, kind) + 1) // 2 for player in state.players) for kind in KINDS}


def closed(turn: Turn) -> Literal["unused", "closed"]:
    """T10: a Move is finished when another action begins; one not begun stays possible."""
    return "unused" if turn.move == "unused" else "closed"
