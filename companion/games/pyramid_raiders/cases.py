"""The cases of section 11: a position, the actions done in it, and part of what must come of them."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from companion.errors import BadInput, IllegalAction
from companion.games.cases import Outcome, check_error, differences, run_actions
from companion.games.protocol import kind_of, to_json
from companion.games.pyramid_raiders.board import MAPS
from companion.games.pyramid_raiders.legal import legal
from companion.games.pyramid_raiders.scoring import score
from companion.games.pyramid_raiders.setup import setup
from companion.games.pyramid_raiders.state import KINDS_OF_ACTION, State

STATE_KEYS = (*State.__struct_fields__,)
EXACT = ("tokens", "removed")  # and each player's loot: to the letter, not as subsets


def examine(given: Any, do: Sequence[Mapping[str, Any]], expect: Mapping[str, Any]) -> list[str]:
    """One line per expectation that does not hold; a case that makes no sense is a line, too."""
    if not isinstance(given, Mapping) or not isinstance(do, list | tuple) or not isinstance(expect, Mapping):
        return ["case: `given` and `expect` are objects and `do` is a list"]
    try:
        outcome = _played(given, do)
    except BadInput as wrong:
        return [f"case: {wrong}"]
    lines = check_error(outcome, expect)
    if not outcome.states:
        return lines + [f"{key}: expected a game, found none" for key in expect if key != "error"]
    for key, wanted in expect.items():
        if key != "error":
            lines += _compare(outcome.state, key, wanted)
    return lines


def _played(given: Mapping[str, Any], do: Sequence[Mapping[str, Any]]) -> Outcome:
    """The position, or with `{"setup": {...}}` a game set up from its options, and the actions after it."""
    game = sys.modules["companion.games.pyramid_raiders"]
    try:
        state = _set_up(given["setup"]) if set(given) == {"setup"} else setup((), {"position": given})
    except IllegalAction as refused:
        if do:
            raise BadInput(f"the position was refused: {refused.code} ({refused})") from None
        return Outcome((), refused)
    return run_actions(game, state, do)


def _set_up(asked: Any) -> State:
    """As the first line for the referee: players beside the options, or with them in an object of their own."""
    options = asked.get("options", {}) if isinstance(asked, Mapping) else None
    if not isinstance(options, Mapping) or not isinstance(asked.get("players", []), list):
        raise BadInput('setup is an object with "players", a list, and the options')
    beside = {key: value for key, value in asked.items() if key not in ("players", "options", "seed")}
    return setup(asked.get("players", []), {**beside, **options})


def _compare(state: State, key: str, wanted: Any) -> list[str]:
    if key in ("scores", "ranking", "winners"):
        return differences(key, wanted, _scored(state)[key])
    if key == "legal":
        return _compare_legal(state, wanted)
    if key == "map":
        found = [name for name, spaces in MAPS.items() if spaces == (state.pillars, state.fountains)]
        return [] if wanted in found else [f"map: expected {wanted}, found {', '.join(found) or 'none of ours'}"]
    if key not in STATE_KEYS:
        return [f"{key}: not something a case of pyramid_raiders can expect"]
    exact = [*EXACT, *(f"loot.{player}" for player in state.players)]
    return differences(key, wanted, to_json(state).get(key), exact)


def _scored(state: State) -> Mapping[str, Any]:
    told = score(state)
    scores = {
        one.player: {**{line.what: line.points for line in one.lines}, "total": one.total} for one in told.standings
    }
    return {"scores": scores, "ranking": [list(pair) for pair in told.ranking], "winners": list(told.winners)}


def _compare_legal(state: State, wanted: Any) -> list[str]:
    """`legal` names, per action type, the sorted spaces (or cards, facings, dice, items) it is legal for."""
    if not isinstance(wanted, Mapping):
        return ["legal: expected an object of action types"]
    if unknown := sorted(set(wanted) - set(KINDS_OF_ACTION)):
        return [f"legal.{kind}: there is no such action" for kind in unknown]
    actions = legal(state)
    found = {kind: sorted({_object(a) for a in actions if kind_of(a) == kind}, key=str) for kind in wanted}
    return differences("legal", wanted, found)


def _object(action: Any) -> Any:
    """What an action is about: its space, card, die, facing, item; a walk by where it ends."""
    fields = [name for name in action.__struct_fields__ if name != "player"]
    if not fields:
        return ""
    value = getattr(action, fields[0])
    return value[-1] if isinstance(value, tuple) else value
