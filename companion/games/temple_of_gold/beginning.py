"""Fresh games with all their checks, and positions written down with the defaults left out."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from companion.errors import BadInput
from companion.games.temple_of_gold.board import (
    CAMP_COINS,
    COAST,
    DEFAULT_LAYOUT,
    EDGE,
    IN_JUNGLE,
    IN_PILE,
    INCOME_PILE,
    LOWER_SIDE,
    PLAYER_SUITS,
    SPACES,
    START,
    STRIP,
    TOWNS,
)
from companion.games.temple_of_gold.reasons import refusal
from companion.games.temple_of_gold.state import State

Json = Any

OPTIONS: Mapping[str, Json] = {"income": "auto", "allow_discard": True, "suits": {}, "first": None, "layout": None}
START_PACK = {"food": 2, "jewelry": 1}


def setup(players: Sequence[Json], options: Mapping[str, Json] | None = None) -> State:
    """A fresh game. Players are names, or objects {"id", "suit"} as the specification writes them.

    Rulebook: "Setting Up". The first player is drawn by the companion and handed in as `first`.

    >>> [player.suit for player in setup(["Ann", "Bob"], {"suits": {"Ann": "moons"}}).players]
    ['moons', 'suns']
    """
    chosen = _options(options)
    seats = _seats(players, chosen["suits"])
    first = seats[0]["id"] if chosen["first"] is None else chosen["first"]
    if first not in [seat["id"] for seat in seats]:
        raise refusal("unknown_player")
    layout = dict(DEFAULT_LAYOUT) if chosen["layout"] is None else _checked_layout(chosen["layout"])
    switches = {name: chosen[name] for name in ("income", "allow_discard")}
    return state_from({"players": seats, "first": first, "layout": layout, "options": switches})


def _options(options: Mapping[str, Json] | None) -> dict[str, Json]:
    if not isinstance(options, Mapping | None) or set(options or {}) - set(OPTIONS):
        raise refusal("bad_option")
    chosen = {**OPTIONS, **(options or {})}
    if chosen["income"] not in ("auto", "claim") or not isinstance(chosen["allow_discard"], bool):
        raise refusal("bad_option")
    if not isinstance(chosen["suits"], Mapping | None):
        raise refusal("bad_option")
    return chosen


def _seats(players: Sequence[Json], suits: Mapping[str, Json] | None) -> list[dict[str, Json]]:
    """Who sits where in which suit; the checks come in the specification's order."""
    if isinstance(players, str) or not isinstance(players, Sequence) or not 2 <= len(players) <= 4:
        raise refusal("player_count")
    wishes = [dict(who) if isinstance(who, Mapping) else {"id": who} for who in players]
    names = [wish.get("id") for wish in wishes]
    for name, wish in zip(names, wishes, strict=True):
        if isinstance(name, str) and name in (suits or {}):
            wish.setdefault("suit", (suits or {})[name])
    chosen = [wish["suit"] for wish in wishes if wish.get("suit") is not None]
    if any(suit not in PLAYER_SUITS for suit in chosen):
        raise refusal("bad_suit")
    if len(set(chosen)) < len(chosen):
        raise refusal("suit_taken")
    if any(name in names[:n] for n, name in enumerate(names)):
        raise refusal("duplicate_player")
    if not all(isinstance(name, str) and name for name in names) or set(suits or {}) - set(names):
        raise refusal("unknown_player")
    left = iter([suit for suit in PLAYER_SUITS if suit not in chosen])
    return [{"id": wish["id"], "suit": wish.get("suit") or next(left)} for wish in wishes]


def _checked_layout(layout: Json) -> dict[str, str]:
    """T02, T03: two towns a side, none beside another or beside the start corner, which is town land itself."""
    if not isinstance(layout, Mapping) or set(layout) != set(EDGE):
        raise refusal("layout_cells")
    tiles = list(layout.values())
    if sorted(map(str, tiles)) != sorted([*TOWNS, *[COAST] * 6]):
        raise refusal("layout_tiles")
    if sum(layout[space] != COAST for space in LOWER_SIDE) != 2:
        raise refusal("towns_per_side")
    is_town = [space == START or layout[space] != COAST for space in STRIP]
    if any(one and other for one, other in pairwise(is_town)):
        raise refusal("towns_touch")
    return dict(layout)


def state_from(raw: Mapping[str, Json]) -> State:
    """A position with the defaults of a fresh game for all that is left out; whether play leads there is not asked."""
    try:
        state = msgspec.convert(_completed(raw), State, strict=True)
    except (msgspec.ValidationError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as wrong:
        raise BadInput(f"not a position of Temple of Gold: {wrong}") from None
    if trouble := _nonsense(state):
        raise BadInput(f"not a position of Temple of Gold: {trouble}")
    return state


def _completed(raw: Mapping[str, Json]) -> dict[str, Json]:
    if not isinstance(raw, Mapping) or not isinstance(raw.get("players"), Sequence) or not raw["players"]:
        raise ValueError("it needs a list of players")
    tiles, sites = dict(raw.get("tiles", {})), dict(raw.get("sites", {}))
    players = _completed_players(raw["players"], tiles)
    first = raw.get("first", players[0].get("id"))
    return {
        "phase": "turn",
        "round": 1,
        **raw,
        "first": first,
        "options": dict(raw.get("options", {})),
        "players": players,
        "turn": {"player": first, **raw.get("turn", {})},
        "layout": {**DEFAULT_LAYOUT, **raw.get("layout", {})},
        "tiles": tiles,
        "sites": sites,
        "trophies": dict(raw.get("trophies", {})),
        "temple": {**_temple(players), **raw.get("temple", {})},
        "treasure_markers": raw.get("treasure_markers", max(0, 2 * len(players) - len(sites))),
    }


def _completed_players(players: Sequence[Json], tiles: Mapping[str, Json]) -> list[dict[str, Json]]:
    given = [player.get("suit") for player in players]
    suits = [
        suit or next(free for free in (PLAYER_SUITS[n % 4], *PLAYER_SUITS) if free not in given[:n] + given[n + 1 :])
        for n, suit in enumerate(given)
    ]
    return [
        _completed_player(player, suit, _camps_on(tiles, player.get("id")))
        for player, suit in zip(players, suits, strict=True)
    ]


def _camps_on(tiles: Mapping[str, Json], player: Json) -> int:
    return sum(laid.get("camps", {}).get(player, 0) for laid in tiles.values())


def _completed_player(player: Mapping[str, Json], suit: str, camps: int) -> dict[str, Json]:
    return {
        "pos": START,
        "pack": START_PACK,
        **{"treasures": 0, "amulet_round": None, "gold": 0, "tokens": 0, "wild": 0},
        "camp_coins": max(0, CAMP_COINS - camps),
        "adventures": camps,
        **player,
        "suit": suit,
    }


def _temple(players: Sequence[Mapping[str, Json]]) -> dict[str, Json]:
    """What is left at the temple after the arrivals so far; the income pile counts as untouched."""
    arrivals = [player["amulet_round"] for player in players if player["amulet_round"] is not None]
    first = min(arrivals, default=None)
    return {
        "explored": bool(arrivals),
        "bonus_gold": 2 * (len(players) - arrivals.count(first)),
        "amulets": len(players) - len(arrivals),
        "income": INCOME_PILE.get(len(players), 0),
        "first_round": first,
    }


def _nonsense(state: State) -> str | None:
    """Names that exist nowhere; numbers are taken as they are."""
    names = [player.id for player in state.players]
    holders = msgspec.structs.astuple(state.trophies)
    checks = (
        (2 <= len(names) <= 4, "it is for two to four players"),
        (len(set(names)) == len(names), "two players have the same name"),
        (len({player.suit for player in state.players}) == len(names), "two players have the same suit"),
        (state.first in names and state.turn.player in names, "first and turn must name players"),
        (all(holder is None or holder in names for holder in holders), "a trophy's holder is no player"),
        (all(player.pos in SPACES for player in state.players), "a pawn stands off the grid A1 to F6"),
        (set(state.layout) == set(EDGE), "the layout names the ten spaces A1 to E1 and F2 to F6"),
        (all(tile in (COAST, *TOWNS) for tile in state.layout.values()), "the layout has towns and coast only"),
        (set(state.tiles) <= IN_JUNGLE, "tiles lie on jungle spaces only"),
        (all(laid.tile in IN_PILE for laid in state.tiles.values()), "a tile is not of the exploring pile"),
        (all(set(laid.camps) <= set(names) for laid in state.tiles.values()), "a camp belongs to no player"),
        (set(state.sites) <= IN_JUNGLE, "treasures lie on jungle spaces only"),
        (all(set(site.clues) <= IN_JUNGLE for site in state.sites.values()), "clues lie on jungle spaces only"),
    )
    return next((trouble for holds, trouble in checks if not holds), None)
