"""How a game begins: options, players, and every raider at the lagoon. Rulebook: "Setup"."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from companion.games.gold_raiders.board import PLAYERS, TRAIL, TRAILS
from companion.games.gold_raiders.positions import state_from
from companion.games.gold_raiders.reading import HOUSE, NO_RECON_TRIPLETS, ONE_RUN
from companion.games.gold_raiders.reasons import refusal
from companion.games.gold_raiders.state import Stack, State
from companion.games.protocol import Json

OPTIONS: Mapping[str, Json] = {"trail": TRAIL, ONE_RUN: False, NO_RECON_TRIPLETS: False, "position": None}


def setup(players: Sequence[str], options: Mapping[str, Json] | None = None) -> State:
    """Everybody at the lagoon; or any position, `{"position": {...}}`."""
    chosen = dict(options or {})
    if unknown := sorted(map(str, set(chosen) - set(OPTIONS))):
        known = ", ".join(OPTIONS)
        raise refusal("bad_value", what=f"Gold Raiders has no option {', '.join(unknown)}; it has {known}.")
    house = _house(chosen)
    if chosen.get("position") is not None:
        state = state_from(chosen["position"])
        return replace(state, house=house) if house else state
    return _fresh(_seated(players), _trail(chosen.get("trail", TRAIL)), house)


def _house(chosen: Mapping[str, Json]) -> tuple[str, ...]:
    for name in HOUSE:
        if type(chosen.get(name, False)) is not bool:
            raise refusal("bad_value", what=f"The house rule {name} is either true or false.")
    return tuple(name for name in HOUSE if chosen.get(name))


def _fresh(players: tuple[str, ...], trail: int, house: tuple[str, ...]) -> State:
    nothing = dict.fromkeys(players, 0)
    stacks: dict[str, tuple[Stack, ...]] = dict.fromkeys(players, ())
    return State(
        players, "setup", 1, trail, players[0], None, nothing, nothing, stacks, (), (), None, None, house=house
    )


def _seated(players: Sequence[str]) -> tuple[str, ...]:
    if len(players) not in PLAYERS:
        raise refusal("bad_player_count", count=len(players))
    if len(set(players)) < len(players) or not all(isinstance(name, str) and name for name in players):
        raise refusal("bad_value", what="Every player needs a name of their own.")
    return tuple(players)


def _trail(trail: Json) -> int:
    if type(trail) is not int or trail not in TRAILS:
        raise refusal("bad_value", what=f"The trail has {TRAILS.start} to {TRAILS.stop - 1} steps, not {trail}.")
    return trail
