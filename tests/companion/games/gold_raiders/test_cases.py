"""Every worked example of the specification, and what makes a case fail."""

import json
from pathlib import Path

import pytest

from companion.games.gold_raiders import GAME as game
from companion.games.referee import failures, read_cases

CASES = json.loads(Path(__file__).with_name("cases.json").read_text())
REVIEW = read_cases(Path(__file__).with_name("review.json").read_text(), "review.json")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_worked_example_holds(case):
    assert game.examine(case["given"], case["do"], case["expect"]) == []


@pytest.mark.parametrize("case", REVIEW, ids=lambda case: case["id"])
def test_the_referee_agrees_with_a_second_reader(case):
    assert failures(game, case) == []


def test_unknown_expectation_fails():
    assert game.examine({"players": ["p1", "p2"]}, [], {"mood": "tense"}) == ["mood: no such expectation"]


def test_wrong_expectation_says_what_was_found():
    lines = game.examine({"players": ["p1", "p2"]}, [{"type": "play_new", "player": "p1"}], {"turn": "p1"})
    assert lines == ['turn: expected "p1", found "p2"']


def test_missing_refusal_fails():
    do = [{"type": "play_new", "player": "p1"}]
    assert game.examine({"players": ["p1", "p2"]}, do, {"error": "not_your_turn"}) == [
        "error: expected not_your_turn, found None"
    ]


def test_refusal_before_the_last_action_fails():
    do = [{"type": "pass", "player": "p1"}, {"type": "play_new", "player": "p1"}]
    (line,) = game.examine({"players": ["p1", "p2"]}, do, {})
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
    (line,) = game.examine(given, do, expect)
    assert line.startswith("case: ")


def test_case_may_expect_too_many_players():
    crowd = [f"p{seat}" for seat in range(1, 8)]
    assert game.examine({"players": crowd}, [], {"error": "bad_player_count"}) == []
    assert game.examine({"players": crowd}, [], {}) != []


@pytest.mark.parametrize("players", [[], ["a"], list("abcdefg")])
def test_nothing_can_be_expected_of_a_game_with_too_many_or_too_few(players):
    assert game.examine({"players": players}, [], {"error": "bad_player_count"}) == []
    assert game.examine({"players": players}, [], {"error": "bad_player_count", "round": 1}) == [
        "round: expected a game, found none"
    ]
