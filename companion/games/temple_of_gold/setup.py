"""The options of a game, and fresh games with all their checks."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise

from companion.games.protocol import Json
from companion.games.temple_of_gold.board import (
    COAST,
    DEFAULT_LAYOUT,
    EDGE,
    LOWER_SIDE,
    PLAYER_SUITS,
    RIGHT_SIDE,
    START,
    STRIP,
    TOWNS,
)
from companion.games.temple_of_gold.positions import state_from
from companion.games.temple_of_gold.reasons import refusal
from companion.games.temple_of_gold.state import State

PAIRS = ((2, 4), (2, 5), (3, 5))  # where a side may have its two towns, counted from the start corner
OPTIONS: Mapping[str, Json] = {"income": "auto", "allow_discard": True, "suits": {}, "first": None, "layout": None}


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


@cache
def legal_shores() -> tuple[dict[str, str], ...]:
    """Every legal pattern of towns, with the four towns in each turn round it; not all their orders.

    >>> len(legal_shores()), all(_checked_layout(shores) for shores in legal_shores())
    (36, True)
    """
    pairs = [tuple(_away_from_start(side)[n - 1] for n in pair) for side in (LOWER_SIDE, RIGHT_SIDE) for pair in PAIRS]
    patterns = [(*low, *right) for low in pairs[: len(PAIRS)] for right in pairs[len(PAIRS) :]]
    turned = [TOWNS[n:] + TOWNS[:n] for n in range(len(TOWNS))]
    bare = dict.fromkeys(EDGE, COAST)
    return tuple({**bare, **dict(zip(spaces, towns, strict=True))} for spaces in patterns for towns in turned)


def _away_from_start(side: Sequence[str]) -> list[str]:
    """A side's spaces in the order one meets them from the start corner."""
    return sorted(side, key=lambda space: abs(STRIP.index(space) - STRIP.index(START)))


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
