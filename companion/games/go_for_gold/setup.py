"""Options, and how a game begins: a fresh sheet for everybody, or a position somebody wrote down."""

from collections.abc import Mapping, Sequence

from companion.games.go_for_gold.board import FEET, PLAYERS, SHOVELS, fresh_temples, island_of, sides
from companion.games.go_for_gold.positions import state_from
from companion.games.go_for_gold.reasons import refusal
from companion.games.go_for_gold.state import Hunter, State
from companion.games.protocol import Json

OPTIONS: Mapping[str, Json] = {"side": "A", "active": None, "position": None}


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
    temples = fresh_temples(island_of(side, sheet))
    return State("start_port", side, 1, first, None, (first,), (), None, hunters, temples, None, sheet=sheet)
