"""The specification's worked examples, one case per ruling at least, and every refusal in the order of the checks."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.games.gold_mine import GAME
from companion.games.gold_mine.reasons import REASONS
from companion.games.referee import failures, read_cases

HERE = Path(__file__).parent
REVIEW = read_cases((HERE / "review.json").read_text(), "review.json")  # a second reader's, worked out by hand
LITTLE = [
    ["T07", 0, -1, 1],
    ["G03", 1, -1, 1],
    ["T44", 2, -1, 3],
    ["T37", -1, -1, 0],
    ["T08", -1, 0, 0],
    ["C01", 1, 0, 0],
    ["T45", 2, 0, 1],
    ["G25", -1, 1, 0],
]  # the little mine of the specification's section 11


def cases(name: str) -> list[Any]:
    rows = json.loads((HERE / name).read_text())
    for row in rows:
        if row["given"].get("mine") == "little":
            row["given"]["mine"] = LITTLE
    return [pytest.param(row, id=f"{row['id']} {row['about']}"[:90]) for row in rows]


@pytest.mark.parametrize("case", cases("cases.json"))
def test_worked_examples_of_the_specification_hold(case: Any) -> None:
    assert GAME.examine(case["given"], case["do"], case["expect"]) == []


@pytest.mark.parametrize("case", cases("rulings.json"))
def test_rulings_hold(case: Any) -> None:
    """Each id names its ruling."""
    assert GAME.examine(case["given"], case["do"], case["expect"]) == []


@pytest.mark.parametrize("case", cases("refusals.json"))
def test_refusals_come_with_the_first_reason_that_applies(case: Any) -> None:
    assert GAME.examine(case["given"], case["do"], case["expect"]) == []


@pytest.mark.parametrize("case", REVIEW, ids=[case["id"] for case in REVIEW])
def test_the_referee_agrees_with_the_second_reader(case: Any) -> None:
    assert failures(GAME, case) == []


def test_every_ruling_has_a_case() -> None:
    rulings = {row.values[0]["id"].split(".")[0] for row in cases("rulings.json")}
    assert {f"R-{number}" for number in range(1, 54)} <= rulings


def test_every_reason_is_met_by_some_case() -> None:
    rows = [row.values[0] for name in ("cases.json", "rulings.json", "refusals.json") for row in cases(name)]
    assert {row["expect"]["error"] for row in rows if "error" in row["expect"]} == set(REASONS)


WRONG = [
    ({"mine": LITTLE}, [], {"state": {"step": "walk"}}, "state.step"),
    ({"mine": LITTLE}, [], {"state": {"nonsense.0": 1}}, "nothing at nonsense.0"),
    ({"mine": LITTLE}, [], {"state": {"turn_info": {"collected": False}}}, "state.turn_info"),
    ({"mine": LITTLE}, [], {"state": {"gold_on": [[1, -1]]}}, "state.gold_on"),
    ({"mine": LITTLE}, [], {"counts": {"mine": 8}}, "counts.mine: expected 8, found 9"),
    ({"mine": LITTLE}, [], {"counts": {"step": 8}}, "counts.step"),
    ({"mine": LITTLE}, [], {"error": "wrong_step"}, "error: expected wrong_step, found None"),
    (
        {"mine": LITTLE},
        [{"type": "fly"}],
        {"state": {"step": "movement"}},
        "error: expected None, found unknown_action",
    ),
    ({"mine": LITTLE}, [{"type": "fly"}, {"type": "fly"}], {"error": "unknown_action"}, "action 1 of 2 was refused"),
    ({"mine": LITTLE}, [], {"luck": 7}, "luck: no such expectation"),
    ({"mine": LITTLE}, [], {"actions": ["fly"]}, "actions"),
    ({"mine": LITTLE}, [], {"passages": []}, "passages"),
    ({"mine": LITTLE}, [], {"reachable": {"miner": "red", "steps": 1, "nodes": []}}, "reachable from"),
    ({"mine": LITTLE}, [], {"reachable": {"miner": "pink", "steps": 1, "nodes": []}}, "no such place"),
    ({"mine": LITTLE}, [], {"reachable": {"from": [9, 9, 9], "steps": 1, "nodes": []}}, "no such place"),
    ({"mine": LITTLE}, [], {"reachable": {"from": "x", "steps": 1, "nodes": []}}, "whole numbers"),
    ({"mine": LITTLE}, [], {"reachable": {"steps": 1}}, "miner or from"),
    ({"mine": LITTLE}, [], {"reachable": {"miner": "red", "steps": "1", "nodes": []}}, "steps is a number"),
    ({"mine": LITTLE}, [], {"reachable": 7}, "is an object"),
    ({"mine": LITTLE}, [], {"placements": {"tile": "T99", "count": 1}}, "no such tile"),
    ({"mine": LITTLE}, [], {"placements": {"tile": "T22"}}, "spots, cells or count"),
    ({"mine": LITTLE}, [], {"placements": {"tile": "T22", "spots": [], "cells": [], "count": 0}}, "placements of T22"),
    ({"mine": LITTLE}, [], {"placement_checks": [{"tile": "T22"}]}, "tile, cell, rot, result"),
    ({"mine": LITTLE}, [], {"scores": {"red": {"rank": 7}}}, "scores.red.rank: expected 7, found 1"),
    ({"mine": LITTLE}, [], {"scores": {"pink": {}}}, "scores.pink"),
    ({"mine": LITTLE}, [], {"scores": []}, "scores is no object"),
    ({"mine": "x"}, [], {"error": None}, "not a position"),
    (7, [], {}, "given is no object"),
    ({}, 7, {}, "do is a list"),
    ({}, [], 7, "expect an object"),
    ({"setup": 7}, [], {}, "a set-up stands alone"),
    ({"setup": {"players": ["red"]}}, [], {"state": {}}, "error: expected None, found bad_players"),
    ({"setup": {"players": ["red"]}}, [], {"error": "bad_players", "state": {}}, "state: expected a game, found none"),
]


@pytest.mark.parametrize(("given", "do", "expect", "line"), WRONG)
def test_what_does_not_hold_or_is_malformed_is_a_line(given: Any, do: Any, expect: Any, line: str) -> None:
    assert any(line in found for found in GAME.examine(given, do, expect))


def test_a_wrong_rotation_is_the_result_of_a_placement_check() -> None:
    check = {"tile": "T22", "cell": [0, 1], "rot": 4, "result": "bad_rotation"}
    assert GAME.examine({}, [], {"placement_checks": check}) == []
