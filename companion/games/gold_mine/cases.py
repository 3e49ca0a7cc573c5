"""Rule cases of the specification's section 11: how a position is given, and what may be expected of it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from companion.errors import BadInput
from companion.games.cases import Cases, Look, differences
from companion.games.gold_mine import questions
from companion.games.gold_mine.actions import is_ints
from companion.games.gold_mine.board import TILE, Cell, Place
from companion.games.gold_mine.positions import state_as_given
from companion.games.gold_mine.rules import apply, read
from companion.games.gold_mine.scoring import scoreboard
from companion.games.gold_mine.setup import setup
from companion.games.gold_mine.state import State

SETS = ("gold_on",)  # lists whose order has no meaning


def _begun(given: Any) -> State:
    _must(isinstance(given, Mapping), "given is no object")
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
        lines += _same_set(f"reachable from {start}", one["nodes"], questions.reachable(state, start, one["steps"]))
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
        spots, where = questions.legal_placements(state, tile), f"placements of {tile}"
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
        found = questions.check_placement(state, tile, cell, rot) if is_turned else "bad_rotation"
        lines += differences(f"{tile} on {cell} turned {rot}", one["result"], found)
    return lines


def _check_actions(state: State, wanted: Any) -> list[str]:
    return _same_set("actions", wanted, questions.legal_types(state))


def _check_passages(state: State, wanted: Any) -> list[str]:
    return _same_set("passages", wanted, questions.passages(state))


def _check_scores(state: State, wanted: Any) -> list[str]:
    _must(isinstance(wanted, Mapping), "scores is no object of players")
    return differences("scores", wanted, msgspec.json.decode(msgspec.json.encode(scoreboard(state))))


def _look(check: Callable[[State, Any], list[str]]) -> Look:
    """At the last state met."""
    return lambda outcome, wanted: check(outcome.state, wanted)


LOOKS: Mapping[str, Look] = {
    "state": _look(_check_state),
    "counts": _look(_check_counts),
    "reachable": _look(_check_reachable),
    "placements": _look(_check_placements),
    "placement_checks": _look(_check_checks),
    "actions": _look(_check_actions),
    "passages": _look(_check_passages),
    "scores": _look(_check_scores),
}

CASES = Cases(read, apply, _begun, LOOKS)
