"""Runs the cases of the specification: a position, actions, and what must hold afterwards."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.errors import BadInput, CompanionError, IllegalAction
from companion.games.cases import differences
from companion.games.protocol import to_json
from companion.games.temple_of_gold import rules
from companion.games.temple_of_gold.beginning import setup, state_from
from companion.games.temple_of_gold.queries import QUERIES, QUERIES_OF
from companion.games.temple_of_gold.state import State

Json = Any
NEW_GAME = ("players", "first", "layout", "options")


def examine(given: Json, do: Json, expect: Json) -> list[str]:
    """One line per expectation that does not hold; a case that makes no sense is such a line too."""
    if not isinstance(expect, Mapping) or not isinstance(do, Sequence):
        return ["the case needs a list `do` and an object `expect`"]
    try:
        state, refused = _played(given, do)
    except IllegalAction as refusal:
        state, refused = None, refusal.code
    except CompanionError as wrong:
        return [f"the case cannot be run: {wrong}"]
    lines = differences("error", expect.get("error"), refused)
    lines += [f"{key}: no such expectation" for key in expect if key not in ("error", "state", "queries")]
    if state is None:
        return lines + [f"{key}: there is no state to compare" for key in ("state", "queries") if key in expect]
    found = to_json(state)
    found["players"] = {player["id"]: player for player in found["players"]}
    return lines + differences("state", expect.get("state", {}), found) + _asked(state, expect.get("queries", {}))


def _played(given: Json, do: Sequence[Mapping[str, Json]]) -> tuple[State, str | None]:
    state = _start(given)
    for number, raw in enumerate(do, start=1):
        try:
            state = rules.apply(state, rules.read(state, raw))
        except IllegalAction as refusal:
            if number < len(do):
                raise BadInput(f"action {number} of {len(do)} was refused: {refusal.code} ({refusal})") from None
            return state, refusal.code
    return state, None


def _start(given: Json) -> State:
    if not isinstance(given, Mapping) or len(given) != 1 or not set(given) <= {"new_game", "state"}:
        raise BadInput("`given` is an object with either new_game or state")
    if "state" in given:
        return state_from(given["state"])
    game = given["new_game"]
    if not isinstance(game, Mapping) or set(game) - set(NEW_GAME) or not isinstance(game.get("options", {}), Mapping):
        raise BadInput(f"new_game is an object with {', '.join(NEW_GAME)}")
    extras = {key: game[key] for key in ("first", "layout") if key in game}
    return setup(game.get("players", ()), {**game.get("options", {}), **extras})


def _asked(state: State, queries: Json) -> list[str]:
    if not isinstance(queries, Mapping):
        return ["queries: expected an object of questions"]
    lines: list[str] = []
    for name, wanted in queries.items():
        if name in QUERIES:
            lines += _compared(f"queries.{name}", wanted, QUERIES[name](state))
        elif name in QUERIES_OF and isinstance(wanted, Mapping) and set(wanted) == {"of", "is"}:
            lines += _asked_of(state, name, wanted)
        else:
            lines.append(f"queries.{name}: no such question, or it is not asked as {{of, is}}")
    return lines


def _asked_of(state: State, name: str, wanted: Mapping[str, Json]) -> list[str]:
    where = f"queries.{name}"
    try:
        return _compared(where, wanted["is"], QUERIES_OF[name](state, **wanted["of"]))
    except TypeError as wrong:
        return [f"{where}: {wrong}"]


def _compared(where: str, wanted: Json, found: Json) -> list[str]:
    """Answers are compared whole."""
    return differences(where, wanted, found, exact=(where,))
