"""Rule cases of the specification's section 11: runs one and says, line by line, what does not hold."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import msgspec

from companion.errors import BadInput, IllegalAction
from companion.games.cases import Outcome, check_error, differences, run_actions
from companion.games.gold_mine import rules
from companion.games.gold_mine.actions import is_ints
from companion.games.gold_mine.beginning import setup
from companion.games.gold_mine.board import TILE, Cell, Place
from companion.games.gold_mine.positions import state_as_given
from companion.games.gold_mine.scoring import scoreboard
from companion.games.gold_mine.state import State

SETS = ("gold_on",)  # lists whose order has no meaning


def examine(given: Any, do: Any, expect: Any) -> list[str]:
    """One line per expectation that does not hold; whatever is malformed is such a line too."""
    try:
        return _examine(given, do, expect)
    except BadInput as wrong:
        return [f"case: {wrong}"]


def _examine(given: Any, do: Any, expect: Any) -> list[str]:
    _must(isinstance(given, Mapping), "given is no object")
    _must(isinstance(do, Sequence) and not isinstance(do, str), "do is no list of actions")
    _must(isinstance(expect, Mapping), "expect is no object")
    lines = [f"{key}: no such expectation" for key in expect if key not in (*CHECKS, "error")]
    try:
        state = _begun(given)
    except IllegalAction as refused:
        lines += check_error(Outcome((), refused), expect)
        return [*lines, *(f"{key}: there is no game" for key in expect if key in CHECKS)]
    outcome = run_actions(_GAME, state, do)
    lines += check_error(outcome, expect)
    for key, check in CHECKS.items():
        if key in expect:
            lines += check(outcome.state, expect[key])
    return lines


_GAME: Any = SimpleNamespace(read=rules.read, apply=rules.apply)


def _begun(given: Mapping[str, Any]) -> State:
    if "setup" not in given:
        return state_as_given(given)
    how = given["setup"]
    _must(isinstance(how, Mapping) and set(given) == {"setup"}, "a set-up stands alone, with players and options")
    _must(set(how) <= {"players", "options"}, "a set-up has players and options")
    return setup(how.get("players", ()), how.get("options"))


def _must(holds: bool, what: str) -> None:
    if not holds:
        raise BadInput(what)


def _check_state(state: State, wanted: Any) -> list[str]:
    _must(isinstance(wanted, Mapping), "state is no object of paths")
    plain = plain_state(state)
    lines = []
    for path, value in wanted.items():
        found = _at(plain, path)
        if path in SETS and isinstance(value, list) and isinstance(found, list):
            lines += _same_set(f"state.{path}", value, found)
        else:
            lines += differences(f"state.{path}", value, found, exact=(f"state.{path}",))
    return lines


def plain_state(state: State) -> Any:
    """The state exactly as its JSON reads."""
    return msgspec.json.decode(msgspec.json.encode(state))


def _at(plain: Any, path: str) -> Any:
    """What a dotted path leads to; "nothing" if it leads nowhere."""
    for part in str(path).split("."):
        if isinstance(plain, Mapping) and part in plain:
            plain = plain[part]
        elif isinstance(plain, list) and part.removeprefix("-").isdecimal() and -len(plain) <= int(part) < len(plain):
            plain = plain[int(part)]
        else:
            return f"nothing at {path}"
    return plain


def _check_counts(state: State, wanted: Any) -> list[str]:
    _must(isinstance(wanted, Mapping), "counts is no object of paths")
    plain, lines = plain_state(state), []
    for path, count in wanted.items():
        found = _at(plain, path)
        lines += differences(f"counts.{path}", count, len(found) if isinstance(found, list | dict) else found)
    return lines


def _same_set(where: str, wanted: Any, found: Sequence[Any]) -> list[str]:
    _must(isinstance(wanted, list), f"{where} is no list")
    return differences(where, _sorted(wanted), _sorted(found))


def _sorted(values: Sequence[Any]) -> list[Any]:
    return sorted({*map(_text, values)})


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _each(wanted: Any) -> Iterator[Mapping[str, Any]]:
    """An expectation may be one object or a list of them."""
    for one in wanted if isinstance(wanted, list) else [wanted]:
        _must(isinstance(one, Mapping), "an expectation of this kind is an object")
        yield one


def _check_reachable(state: State, wanted: Any) -> list[str]:
    lines = []
    for one in _each(wanted):
        _must(
            set(one) in ({"miner", "steps", "nodes"}, {"from", "steps", "nodes"}),
            "reachable: miner or from, steps, nodes",
        )
        start = _start(state, one)
        _must(type(one["steps"]) is int and one["steps"] >= 0, "reachable: steps is a number")
        lines += _same_set(f"reachable from {start}", one["nodes"], rules.reachable(state, start, one["steps"]))
    return lines


def _start(state: State, one: Mapping[str, Any]) -> Place:
    if "miner" in one:
        place = state.miners.get(one["miner"]) if isinstance(one["miner"], str) else None
    else:
        place = _numbers(one["from"], 3)
    if place not in state.tunnels.joins:
        raise BadInput("reachable: there is no such place in the mine")
    return place


def _numbers(value: Any, count: int) -> Any:
    plain = tuple(value) if isinstance(value, list | tuple) else value
    _must(is_ints(plain, count), f"{_text(value)} is not {count} whole numbers")
    return plain


def _check_placements(state: State, wanted: Any) -> list[str]:
    lines = []
    for one in _each(wanted):
        _must({"tile"} < set(one) <= {"tile", "spots", "cells", "count"}, "placements: tile and spots, cells or count")
        tile = _tile(one["tile"])
        spots, where = rules.legal_placements(state, tile), f"placements of {tile}"
        if "spots" in one:
            lines += _same_set(f"{where}: spots", one["spots"], spots)
        if "cells" in one:
            lines += _same_set(f"{where}: cells", one["cells"], [spot[:2] for spot in spots])
        if "count" in one:
            lines += differences(f"{where}: count", one["count"], len(spots))
    return lines


def _tile(name: Any) -> str:
    if not isinstance(name, str) or name not in TILE:
        raise BadInput("there is no such tile in the box")
    return name


def _check_checks(state: State, wanted: Any) -> list[str]:
    lines = []
    for one in _each(wanted):
        _must(set(one) == {"tile", "cell", "rot", "result"}, "placement_checks: tile, cell, rot, result")
        tile, rot = _tile(one["tile"]), one["rot"]
        cell: Cell = _numbers(one["cell"], 2)
        is_turned = type(rot) is int and 0 <= rot <= 3
        found = rules.check_placement(state, tile, cell, rot) if is_turned else "bad_rotation"
        lines += differences(f"{tile} on {cell} turned {rot}", one["result"], found)
    return lines


def _check_actions(state: State, wanted: Any) -> list[str]:
    return _same_set("actions", wanted, rules.legal_types(state))


def _check_passages(state: State, wanted: Any) -> list[str]:
    return _same_set("passages", wanted, rules.passages(state))


def _check_scores(state: State, wanted: Any) -> list[str]:
    _must(isinstance(wanted, Mapping), "scores is no object of players")
    return differences("scores", wanted, msgspec.json.decode(msgspec.json.encode(scoreboard(state))))


CHECKS: Mapping[str, Callable[[State, Any], list[str]]] = {
    "state": _check_state,
    "counts": _check_counts,
    "reachable": _check_reachable,
    "placements": _check_placements,
    "placement_checks": _check_checks,
    "actions": _check_actions,
    "passages": _check_passages,
    "scores": _check_scores,
}
