"""Every worked example of the specification, and what makes a case fail."""

import json
from pathlib import Path

import pytest

from companion.games import gold_raiders

CASES = json.loads(Path(__file__).with_name("cases.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_worked_example_holds(case):
    assert gold_raiders.examine(case["given"], case["do"], case["expect"]) == []


def test_unknown_expectation_fails():
    assert gold_raiders.examine({"players": ["p1", "p2"]}, [], {"mood": "tense"}) == ["mood: no such expectation"]


def test_wrong_expectation_says_what_was_found():
    lines = gold_raiders.examine({"players": ["p1", "p2"]}, [{"type": "play_new", "player": "p1"}], {"turn": "p1"})
    assert lines == ['turn: expected "p1", found "p2"']


def test_missing_refusal_fails():
    do = [{"type": "play_new", "player": "p1"}]
    assert gold_raiders.examine({"players": ["p1", "p2"]}, do, {"error": "not_your_turn"}) == [
        "error: expected not_your_turn, found None"
    ]


def test_refusal_before_the_last_action_fails():
    do = [{"type": "pass", "player": "p1"}, {"type": "play_new", "player": "p1"}]
    (line,) = gold_raiders.examine({"players": ["p1", "p2"]}, do, {})
    assert line.startswith("case: action 1 of 2 was refused: wrong_phase")


@pytest.mark.parametrize(
    ("given", "do", "expect"),
    [
        (None, [], {}),
        ({}, [], {}),
        ({"players": "p1"}, [], {}),
        ({"players": ["p1", "p2"], "phase": "noon"}, [], {}),
        ({"players": ["p1", "p2"], "pos": {"p9": 3}}, [], {}),
        ({"players": ["p1", "p2"], "weather": "fine"}, [], {}),
        ({"players": ["p1", "p2"]}, {}, {}),
        ({"players": ["p1", "p2"]}, [], []),
    ],
)
def test_malformed_case_is_a_line_not_a_traceback(given, do, expect):
    (line,) = gold_raiders.examine(given, do, expect)
    assert line.startswith("case: ")


def test_case_may_expect_too_many_players():
    crowd = [f"p{seat}" for seat in range(1, 8)]
    assert gold_raiders.examine({"players": crowd}, [], {"error": "bad_player_count"}) == []
    assert gold_raiders.examine({"players": crowd}, [], {}) != []


@pytest.mark.parametrize("players", [[], ["a"], list("abcdefg")])
def test_nothing_can_be_expected_of_a_game_with_too_many_or_too_few(players):
    assert gold_raiders.examine({"players": players}, [], {"error": "bad_player_count"}) == []
    assert gold_raiders.examine({"players": players}, [], {"error": "bad_player_count", "round": 1}) == [
        "round: expected a game, found none"
    ]
