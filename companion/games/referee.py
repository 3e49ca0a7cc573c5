"""Rules only: cases of a specification, or lines of JSON in and out."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from companion.errors import BadInput, CompanionError, IllegalAction
from companion.games.naming import plain
from companion.games.protocol import Game, Json, State, to_json

MOST_LEGAL = 200


def read_cases(text: str, name: str) -> list[Mapping[str, Json]]:
    """Cases from a JSON list or JSON lines."""
    try:
        if text.lstrip().startswith("["):
            cases = msgspec.json.decode(text, type=list[Any])
        else:
            cases = [msgspec.json.decode(line) for line in text.splitlines() if line.strip()]
    except msgspec.DecodeError as wrong:
        raise BadInput(f"{name} is neither a JSON list of cases nor JSON lines: {wrong}") from None
    for number, case in enumerate(cases, start=1):
        if not isinstance(case, dict) or "expect" not in case:
            raise BadInput(f'case {number} of {name} is no object with "id", "given", "do" and "expect"')
    return cases


def failures(game: Game, case: Mapping[str, Json]) -> list[str]:
    """What of the case does not hold, one line each; whatever is wrong with the case itself is a failure too."""
    do, expect = case.get("do", []), case["expect"]
    if not isinstance(expect, Mapping) or not isinstance(do, list):
        return ['the case needs "do", a list, and "expect", an object']
    try:
        return game.examine(case.get("given", {}), do, expect)
    except CompanionError as refused:
        return [f"the case cannot be played: {refused}"]


def referee(game: Game, lines: Iterable[str]) -> Iterator[Json]:
    """Per action {"ok"}; last the state, the scores and what is legal. The first line sets the table up."""
    state: State | None = None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        raw = _decoded(line, number)
        if state is None:
            state = _begin(game, raw)
            continue
        try:
            state = game.apply(state, game.read(state, raw))
            yield {"ok": True}
        except IllegalAction as refusal:
            yield {"ok": False, "reason": refusal.code, "sentence": plain(refusal.sentence)}
    if state is None:
        raise BadInput('nothing to referee; the first line is {"setup": {...}} or {"state": {...}}')
    score = game.score(state)
    yield {
        "state": to_json(state),
        "scores": [to_json(standing) for standing in score.standings],
        "ranking": to_json(score.ranking),
        "winners": list(score.winners),
        "legal": to_json(game.legal(state)[:MOST_LEGAL]),
    }


def _decoded(line: str, number: int) -> Any:
    try:
        return msgspec.json.decode(line)
    except msgspec.DecodeError as wrong:
        raise BadInput(f"line {number} is no JSON: {wrong}") from None


def _begin(game: Game, raw: Any) -> State:
    """{"setup": {"players", "options"...}}, {"setup": {"position": {...}}} or {"state": {...}}."""
    if not isinstance(raw, dict) or not ({"setup", "state"} & raw.keys()):
        raise BadInput('the first line is {"setup": {"players": [...]}} or {"state": {...}}')
    if "state" in raw:
        return game.state_from(raw["state"])
    setup = raw["setup"]
    if not isinstance(setup, dict):
        raise BadInput('"setup" is an object: {"players": [...], "options": {...}}')
    if "position" in setup:
        return game.state_from(setup["position"])
    players = setup.get("players")
    if not isinstance(players, list):
        raise BadInput('"setup" needs "players", a list of names')
    options = {key: value for key, value in setup.items() if key not in ("players", "options", "seed")}
    return game.setup(players, {**options, **(setup.get("options") or {})})
