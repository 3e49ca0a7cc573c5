"""Rule cases as the specification's section 12 writes them: a sheet, a position, actions, and part of the outcome."""

from collections.abc import Mapping

from companion.errors import BadInput
from companion.games.cases import Cases, Outcome, differences
from companion.games.go_for_gold.board import check_sheet, sides
from companion.games.go_for_gold.positions import state_from
from companion.games.go_for_gold.queries import ARGUMENTS, QUERIES
from companion.games.go_for_gold.rules import RULES
from companion.games.go_for_gold.setup import new_game
from companion.games.go_for_gold.state import State
from companion.games.protocol import Json, to_json

MOST_STEPS = 12  # the lines a query may count; their number grows fivefold with each step


def _start(given: Json) -> State:
    if not isinstance(given, Mapping) or ("new_game" in given) == ("state" in given):
        raise BadInput('given names a side or sheet and either "new_game" or "state"')
    if unknown := sorted(map(str, set(given) - {"side", "sheet", "new_game", "state"})):
        raise BadInput(f"given has no {', '.join(unknown)}; it has side, sheet, new_game and state")
    if "state" in given:
        if not isinstance(given["state"], Mapping):
            raise BadInput("state is an object")
        return state_from({**given["state"], **{key: given[key] for key in ("side", "sheet") if key in given}})
    return _new(given)


def _new(given: Mapping[str, Json]) -> State:
    new = given["new_game"]
    if not isinstance(new, Mapping) or not isinstance(new.get("players"), list) or set(new) - {"players", "active"}:
        raise BadInput('new_game is an object with "players", a list of ids, and perhaps "active"')
    if "sheet" in given:
        return new_game(new["players"], new.get("active"), str(given.get("side", "sheet")), check_sheet(given["sheet"]))
    side = given.get("side", "A")
    if not isinstance(side, str) or side not in sides():
        raise BadInput(f"no side of the sheet is called {side}; there are {', '.join(sides())}")
    return new_game(new["players"], new.get("active"), side)


def _state(outcome: Outcome, wanted: Json) -> list[str]:
    """Part of the state, the players keyed by their ids."""
    raw: dict[str, Json] = to_json(outcome.state)
    return differences("state", wanted, {**raw, "players": {row["id"]: row for row in raw["players"]}})


def _queries(outcome: Outcome, wanted: Json) -> list[str]:
    if not isinstance(wanted, Mapping):
        return ["queries: an object of query names and results"]
    return [line for name, result in wanted.items() for line in _ask(outcome.state, str(name), result)]


def _ask(state: State, name: str, wanted: Json) -> list[str]:
    """One query; a suffix #1, #2 only makes its name unique."""
    query = name.partition("#")[0]
    if query not in QUERIES:
        return [f"queries.{name}: no such query"]
    argument: Json = {}
    if isinstance(wanted, Mapping) and set(wanted) == {"of", "is"}:
        argument, wanted = wanted["of"] or {}, wanted["is"]
    names = ARGUMENTS.get(query, ())
    if not isinstance(argument, Mapping) or set(argument) != set(names):
        return [f"queries.{name}: asks of {', '.join(names) or 'nothing'}"]
    if "player" in names and argument["player"] not in state.ids:
        return [f"queries.{name}: nobody is called {argument['player']}"]
    if "steps" in names and (type(argument["steps"]) is not int or argument["steps"] > MOST_STEPS):
        return [f"queries.{name}: steps is a number up to {MOST_STEPS}"]
    return differences(f"queries.{name}", wanted, QUERIES[query](state, **argument))


CASES = Cases(RULES.read, RULES.apply, begin=_start, looks={"state": _state, "queries": _queries})
