"""Positions written down by hand, with the defaults of a fresh game for all that is left out."""

from collections.abc import Mapping, Sequence

import msgspec

from companion.errors import BadInput
from companion.games.protocol import Json
from companion.games.temple_of_gold.board import (
    CAMP_COINS,
    COAST,
    DEFAULT_LAYOUT,
    EDGE,
    IN_JUNGLE,
    IN_PILE,
    INCOME_PILE,
    PLAYER_SUITS,
    SPACES,
    START,
    TOWNS,
)
from companion.games.temple_of_gold.state import State

START_PACK = {"food": 2, "jewelry": 1}


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
