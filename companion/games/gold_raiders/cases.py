"""Rule cases as the specification's section 11 writes them: a position, actions, and part of the outcome."""

from collections.abc import Mapping, Sequence
from typing import cast

import companion.games.gold_raiders as gold_raiders
from companion.errors import BadInput
from companion.games.cases import check_error, differences, run_actions
from companion.games.gold_raiders.board import PLAYERS
from companion.games.gold_raiders.reading import evaluate
from companion.games.gold_raiders.state import State, state_from
from companion.games.protocol import Game, Json, to_json


def examine(given: Json, do: Sequence[Mapping[str, Json]], expect: Mapping[str, Json]) -> list[str]:
    """Runs one case; one line per expectation that does not hold."""
    if not isinstance(expect, Mapping) or not isinstance(do, list | tuple):
        return ["case: do is a list of actions and expect an object"]
    if _crowd(given):
        lines = differences("error", expect.get("error"), "bad_player_count")
        return lines + [f"{key}: expected a game, found none" for key in expect if key != "error"]
    try:
        outcome = run_actions(cast(Game, gold_raiders), state_from(given), do)
    except BadInput as wrong:
        return [f"case: {wrong}"]
    lines = check_error(outcome, expect)
    found = {**_keys(outcome.state), "deltas": _deltas(do[: len(outcome.states) - 1], outcome.state)}
    for key, wanted in expect.items():
        if key == "error":
            continue
        lines += differences(key, wanted, found[key]) if key in found else [f"{key}: no such expectation"]
    return lines


def _crowd(given: Json) -> bool:
    """Too many players for the box, or too few."""
    players = given.get("players") if isinstance(given, Mapping) else None
    return isinstance(players, list) and len(players) not in PLAYERS


def _keys(state: State) -> dict[str, Json]:
    raw: dict[str, Json] = to_json(state)
    return raw


def _deltas(accepted: Sequence[Mapping[str, Json]], state: State) -> list[int]:
    reveals = [raw for raw in accepted if raw["type"] == "reveal"]
    return [evaluate(tuple(raw["cards"]), state.house).delta for raw in reveals]
