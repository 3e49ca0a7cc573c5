"""How a game begins: players, map, sight marker, house rules. Rulebook: "Game Setup"."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET

from companion.errors import BadInput, IllegalAction
from companion.games.pyramid_raiders.board import (
    BOOK_SPACES,
    CARDS,
    CENTRE,
    DECOY,
    DIRECTIONS,
    INDEX,
    MAPS,
    PLAYERS,
    SIGHT,
    is_connected,
    neighbours,
)
from companion.games.pyramid_raiders.positions import state_from
from companion.games.pyramid_raiders.reasons import SENTENCES, refusal
from companion.games.pyramid_raiders.state import HOUSE, Guardian, State

FIRST_MAP = "sun_ring"
OBSTACLES = 6  # of either sort

OPTIONS: Mapping[str, Any] = {"map": FIRST_MAP, "los": 1, "position": None, **HOUSE}
_HOUSE_VALUES: Mapping[str, tuple[int | bool, ...]] = {"seven_of_a_colour": (16, 22)}


def setup(players: Sequence[str], options: Mapping[str, Any] | None = None) -> State:
    """The empty board of that map, waiting for its tokens; or the position handed in."""
    chosen = {**OPTIONS, **_known(options or {})}
    if chosen["position"] is not None:
        return _from_position(chosen["position"])
    seated = _seated(players)
    pillars, fountains = _obstacles(chosen["map"])
    return State(
        players=seated,
        phase="layout",
        round=1,
        start=seated[0],
        rotation="cw",
        los=_one_of("los", chosen["los"], tuple(SIGHT)),
        pillars=pillars,
        fountains=fountains,
        guardian=Guardian(CENTRE, DIRECTIONS[0]),
        pawns=dict.fromkeys(seated),
        decoy=None,
        items={},
        tokens={},
        hands=dict.fromkeys(seated, CARDS),
        loot={player: {} for player in seated},
        curses=dict.fromkeys(seated, 0),
        removed={},
        extra=0,
        active=None,
        card=None,
        need=0,
        path=(),
        placed=(),
        queue=(),
        walk=None,
        house=_house(chosen) or UNSET,
    )


def _known(options: Mapping[str, Any]) -> Mapping[str, Any]:
    if not isinstance(options, Mapping) or any(name not in OPTIONS for name in options):
        asked = ", ".join(sorted(map(str, options))) if isinstance(options, Mapping) else str(options)
        raise IllegalAction("bad_value", f"The options are {', '.join(OPTIONS)}; asked for: {asked}.")
    return options


def _from_position(position: Any) -> State:
    """PR section 4: any position, taken as it is; only the number of players is a reason of its own."""
    players = position.get("players") if isinstance(position, Mapping) else None
    if isinstance(players, list | tuple) and len(players) not in PLAYERS:
        raise refusal("bad_player_count")
    try:
        return state_from(position)
    except BadInput as wrong:
        raise IllegalAction("bad_value", f"That position cannot be played: {wrong}.") from None


def _seated(players: Sequence[str]) -> tuple[str, ...]:
    if isinstance(players, str) or len(players) not in PLAYERS or len(set(map(str, players))) != len(players):
        raise refusal("bad_player_count")
    if any(not isinstance(player, str) or player in ("", DECOY) for player in players):
        raise IllegalAction("bad_value", "Every player needs a name, and nobody can be called decoy.")
    return tuple(players)


def _obstacles(asked: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A map by name, or six pillars and six fountains of one's own."""
    if isinstance(asked, str):
        if asked not in MAPS:
            raise IllegalAction("bad_map", f"There is no map {asked}; there are {', '.join(MAPS)}, or one of your own.")
        return MAPS[asked]
    if not isinstance(asked, Mapping) or set(asked) != {"pillars", "fountains"}:
        raise refusal("bad_map")
    pillars, fountains = asked["pillars"], asked["fountains"]
    if not _is_map(pillars, fountains):
        raise refusal("bad_map")
    return tuple(sorted(pillars)), tuple(sorted(fountains))


def _is_map(pillars: Any, fountains: Any) -> bool:
    both = [pillars, fountains]
    if not all(isinstance(spaces, list | tuple) and len(spaces) == OBSTACLES for spaces in both):
        return False
    everything = [*pillars, *fountains]
    if not all(isinstance(space, str) and space in INDEX and space not in BOOK_SPACES for space in everything):
        return False
    if len(set(everything)) < len(everything) or all(space in pillars for space in neighbours(CENTRE)):
        return False
    return is_connected(tuple(pillars), tuple(fountains))


def _house(chosen: Mapping[str, Any]) -> dict[str, int | bool]:
    """The house rules that differ from the specification's reading."""
    rules = {name: _one_of(name, chosen[name], _HOUSE_VALUES.get(name, (False, True))) for name in HOUSE}
    return {name: value for name, value in rules.items() if value != HOUSE[name]}


def _one_of(name: str, value: Any, values: tuple[Any, ...]) -> Any:
    if not any(value is one or (type(value) is type(one) and value == one) for one in values):
        allowed = ", ".join(str(one).lower() for one in values)
        raise IllegalAction("bad_value", f"{SENTENCES['bad_value']} {name} can be {allowed}.")
    return value
