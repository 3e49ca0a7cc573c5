"""The cases of section 11: what a case of Pyramid Raiders may begin with and look at."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from companion.errors import BadInput
from companion.games.cases import Cases, Look, Outcome, differences
from companion.games.protocol import Action, kind_of, to_json
from companion.games.pyramid_raiders.board import MAPS
from companion.games.pyramid_raiders.rules import RULES, legal
from companion.games.pyramid_raiders.scoring import score
from companion.games.pyramid_raiders.setup import setup
from companion.games.pyramid_raiders.state import State

EXACT = ("tokens", "removed")  # and each player's loot: to the letter, not as subsets


def _begin(given: Any) -> State:
    """The position, or with `{"setup": {...}}` a game set up from its options."""
    if not isinstance(given, Mapping):
        raise BadInput("given is an object: a position, or a setup")
    return _set_up(given["setup"]) if set(given) == {"setup"} else setup((), {"position": given})


def _set_up(asked: Any) -> State:
    """As the first line for the referee: players beside the options, or with them in an object of their own."""
    options = asked.get("options", {}) if isinstance(asked, Mapping) else None
    if not isinstance(options, Mapping) or not isinstance(asked.get("players", []), list):
        raise BadInput('setup is an object with "players", a list, and the options')
    beside = {key: value for key, value in asked.items() if key not in ("players", "options", "seed")}
    return setup(asked.get("players", []), {**beside, **options})


def _of_state(key: str, outcome: Outcome, wanted: Any) -> list[str]:
    exact = [*EXACT, *(f"loot.{player}" for player in outcome.state.players)]
    return differences(key, wanted, to_json(outcome.state).get(key), exact)


def _of_score(key: str, outcome: Outcome, wanted: Any) -> list[str]:
    return differences(key, wanted, _scored(outcome.state)[key])


def _scored(state: State) -> Mapping[str, Any]:
    told = score(state)
    scores = {
        one.player: {**{line.what: line.points for line in one.lines}, "total": one.total} for one in told.standings
    }
    return {"scores": scores, "ranking": [list(pair) for pair in told.ranking], "winners": list(told.winners)}


def _of_map(outcome: Outcome, wanted: Any) -> list[str]:
    lying = (outcome.state.pillars, outcome.state.fountains)
    found = [name for name, spaces in MAPS.items() if spaces == lying]
    return [] if wanted in found else [f"map: expected {wanted}, found {', '.join(found) or 'none of ours'}"]


def _of_legal(outcome: Outcome, wanted: Any) -> list[str]:
    """`legal` names, per action type, the sorted spaces (or cards, facings, dice, items) it is legal for."""
    if not isinstance(wanted, Mapping):
        return ["legal: expected an object of action types"]
    if unknown := sorted(set(wanted) - set(RULES.kinds)):
        return [f"legal.{kind}: there is no such action" for kind in unknown]
    actions = legal(outcome.state)
    found = {kind: sorted({_object(a) for a in actions if kind_of(a) == kind}, key=str) for kind in wanted}
    return differences("legal", wanted, found)


def _object(action: Action) -> Any:
    """What an action is about: its space, card, die, facing, item; a walk by where it ends."""
    fields = [name for name in action.__struct_fields__ if name != "player"]
    if not fields:
        return ""
    value = getattr(action, fields[0])
    return value[-1] if isinstance(value, tuple) else value


LOOKS: Mapping[str, Look] = {
    **{key: partial(_of_state, key) for key in State.__struct_fields__},
    **{key: partial(_of_score, key) for key in ("scores", "ranking", "winners")},
    "map": _of_map,
    "legal": _of_legal,
}
CASES = Cases(RULES.read, RULES.apply, _begin, LOOKS)
