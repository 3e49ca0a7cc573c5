"""The worked examples of the specification, a second reader's cases, and how cases are examined."""

import json
from pathlib import Path

import pytest

from companion.games.pyramid_raiders import GAME as game
from companion.games.referee import failures, read_cases

CASES = json.loads(Path(__file__).with_name("cases.json").read_text())
REVIEW = read_cases(Path(__file__).with_name("review.json").read_text(), "review.json")
TABLE = {"players": ["p1", "p2", "p3"], "phase": "programming"}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_worked_example_holds(case):
    assert game.examine(case["given"], case["do"], case["expect"]) == []


@pytest.mark.parametrize("case", REVIEW, ids=[case["id"] for case in REVIEW])
def test_the_referee_agrees_with_the_second_reader(case):
    """Actions, reasons and rulings, worked out from the specification by hand."""
    assert failures(game, case) == []


def test_an_unknown_expectation_is_a_mismatch():
    assert game.examine(TABLE, [], {"weather": "dry"}) == ["weather: no such expectation"]


def test_a_wrong_expectation_says_what_was_found():
    assert game.examine(TABLE, [], {"round": 2}) == ["round: expected 2, found 1"]


def test_a_missing_refusal_is_a_mismatch():
    do = [{"type": "place_card", "player": "p1"}]
    assert game.examine(TABLE, do, {"error": "already_placed"}) == ["error: expected already_placed, found None"]


def test_an_unexpected_refusal_is_a_mismatch():
    do = [{"type": "place_card", "player": "p9"}]
    assert game.examine(TABLE, do, {}) == ["error: expected None, found not_your_turn"]


def test_a_refusal_before_the_last_action_is_a_mismatch():
    do = [{"type": "place_card", "player": "p9"}, {"type": "place_card", "player": "p1"}]
    [line] = game.examine(TABLE, do, {"error": "not_your_turn"})
    assert line.startswith("case: action 1 of 2 was refused: not_your_turn")


def test_loot_and_tokens_are_compared_to_the_letter():
    given = {**TABLE, "loot": {"p1": {"red": 1}}, "tokens": {"e5": "book"}}
    assert game.examine(given, [], {"loot": {"p1": {}}, "tokens": {}}) == [
        'loot.p1: expected {}, found {"red":1}',
        'tokens: expected {}, found {"e5":"book"}',
    ]


def test_a_map_is_recognised_by_its_obstacles():
    assert game.examine({**TABLE, "map": "gatehouse"}, [], {"map": "gatehouse"}) == []
    assert game.examine({**TABLE, "map": "gatehouse"}, [], {"map": "sun_ring"}) != []


@pytest.mark.parametrize(
    ("given", "do", "expect"),
    [
        (None, [], {}),
        (TABLE, {}, {}),
        (TABLE, [], []),
        (TABLE, [3], {}),
        ({**TABLE, "phase": "lunch"}, [], {}),
        ({**TABLE, "weather": "dry"}, [], {}),
        (TABLE, [], {"legal": ["e5"]}),
        (TABLE, [], {"legal": {"fly": []}}),
        (TABLE, [], {"scores": 3}),
        (TABLE, [], {"chain": ["e5"]}),
    ],
)
def test_a_case_that_makes_no_sense_is_a_mismatch_and_no_traceback(given, do, expect):
    assert game.examine(given, do, expect) != []


def test_legal_names_what_can_be_done_besides_spaces():
    given = {"players": ["p1", "p2", "p3"], "phase": "reveal", "hands": {"p1": [1, 3]}}
    assert game.examine(given, [], {"legal": {"reveal_card": [1, 3], "push": []}}) == []


def test_a_case_may_begin_with_a_setup():
    assert game.examine({"setup": {"players": ["a", "b"]}}, [], {"error": "bad_player_count"}) == []
    assert game.examine({"setup": {"players": ["a", "b", "c"], "los": 2}}, [], {"los": 2, "phase": "layout"}) == []
    options = {"map": {"pillars": [], "fountains": []}}
    assert game.examine({"setup": {"players": ["a", "b", "c"], "options": options}}, [], {"error": "bad_map"}) == []
    assert game.examine({"setup": {"position": TABLE}}, [], {"phase": "programming"}) == []


@pytest.mark.parametrize("setup", [3, {"players": 3}, {"players": "abc"}, {"players": ["a", "b", "c"], "options": 3}])
def test_a_setup_that_makes_no_sense_is_a_mismatch(setup):
    assert game.examine({"setup": setup}, [], {}) != []
