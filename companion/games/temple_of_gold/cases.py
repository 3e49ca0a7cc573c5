"""The specification's cases: how they begin, what they may look at, and the questions they ask of a position."""

from collections.abc import Callable, Mapping

from companion.errors import BadInput
from companion.games.cases import Cases, Outcome, differences
from companion.games.protocol import Json, to_json
from companion.games.temple_of_gold.board import PILE
from companion.games.temple_of_gold.ending import camps
from companion.games.temple_of_gold.exploring import explore_spaces
from companion.games.temple_of_gold.moving import is_blocked, step_price
from companion.games.temple_of_gold.positions import state_from
from companion.games.temple_of_gold.rules import RULES, read
from companion.games.temple_of_gold.scoring import gold, ranked
from companion.games.temple_of_gold.setup import setup
from companion.games.temple_of_gold.state import State, coins_free, items, steps_left
from companion.games.temple_of_gold.treasure import candidates

NEW_GAME = ("players", "first", "layout", "options")


def _step_price(state: State, to: str, redo: bool = False) -> Json:
    units, kind, number = step_price(state, to, redo)
    return {"units": units, "resource": kind, "of_resource": number}


QUERIES: Mapping[str, Callable[[State], Json]] = {
    "items": lambda state: {player.id: items(player) for player in state.players},
    "steps_left": steps_left,
    "coins_free": coins_free,
    "pile_left": lambda state: len(PILE) - len(state.tiles),
    "explore_cells": explore_spaces,
    "candidates": lambda state: [list(found) for found in candidates(state)],
    "candidate_cells": lambda state: sorted({found[0] for found in candidates(state)}),
    "scores": lambda state: {player.id: gold(state, player) for player in state.players},
    "ranking": lambda state: ranked(state),
    "winners": lambda state: ranked(state)[0],
}
QUERIES_OF: Mapping[str, Callable[..., Json]] = {
    "camps": lambda state, player, suit: camps(state, player, suit),
    "blocked": lambda state, a, b: is_blocked(state, a, b),
    "step_price": _step_price,
}


def _begin(given: Json) -> State:
    if not isinstance(given, Mapping) or len(given) != 1 or not set(given) <= {"new_game", "state"}:
        raise BadInput("`given` is an object with either new_game or state")
    if "state" in given:
        return state_from(given["state"])
    game = given["new_game"]
    if not isinstance(game, Mapping) or set(game) - set(NEW_GAME) or not isinstance(game.get("options", {}), Mapping):
        raise BadInput(f"new_game is an object with {', '.join(NEW_GAME)}")
    extras = {key: game[key] for key in ("first", "layout") if key in game}
    return setup(game.get("players", ()), {**game.get("options", {}), **extras})


def _state_shown(outcome: Outcome, wanted: Json) -> list[str]:
    """Part of the state, its players by their names."""
    found = to_json(outcome.state)
    found["players"] = {player["id"]: player for player in found["players"]}
    return differences("state", wanted, found)


def _answers(outcome: Outcome, queries: Json) -> list[str]:
    if not isinstance(queries, Mapping):
        return ["queries: expected an object of questions"]
    return [line for name, wanted in queries.items() for line in _answer(outcome.state, name, wanted)]


def _answer(state: State, name: str, wanted: Json) -> list[str]:
    """Answers are compared whole."""
    where = f"queries.{name}"
    if name in QUERIES:
        return differences(where, wanted, QUERIES[name](state), exact=(where,))
    if name not in QUERIES_OF or not isinstance(wanted, Mapping) or set(wanted) != {"of", "is"}:
        return [f"{where}: no such question, or it is not asked as {{of, is}}"]
    try:
        return differences(where, wanted["is"], QUERIES_OF[name](state, **wanted["of"]), exact=(where,))
    except TypeError as wrong:
        return [f"{where}: {wrong}"]


CASES = Cases(read, RULES.apply, _begin, looks={"state": _state_shown, "queries": _answers})
