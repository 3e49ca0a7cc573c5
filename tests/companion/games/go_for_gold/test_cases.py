"""Every worked example of the specification, and what makes a case fail."""

import json
from pathlib import Path

import pytest

from companion.games.go_for_gold import GAME
from companion.games.referee import failures, read_cases

CASES = json.loads(Path(__file__).with_name("cases.json").read_text())
REVIEW = read_cases(Path(__file__).with_name("review.json").read_text(), "review.json")
TWO = {"players": [{"id": "p1", "visited": ["PN"]}, {"id": "p2", "visited": ["PE"]}]}
ROLL = {"type": "roll_move", "player": "p1", "value": 3}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_worked_example_holds(case):
    assert GAME.examine(case["given"], case["do"], case["expect"]) == []


@pytest.mark.parametrize("case", REVIEW, ids=[case["id"] for case in REVIEW])
def test_the_referee_agrees_with_the_second_reader(case):
    """Actions, reasons and rulings, worked out from the specification by hand."""
    assert failures(GAME, case) == []


def examined(expect, do=(), **given):
    return GAME.examine({"side": "mini", "state": TWO, **given}, list(do), expect)


def test_unknown_expectations_fail():
    assert examined({"mood": 1}) == ["mood: no such expectation"]
    assert examined({"state": {"mood": 1}}) == ["state.mood: expected 1, found nothing"]
    assert examined({"queries": {"mood": 1}}) == ["queries.mood: no such query"]
    assert examined({"queries": [1]}) == ["queries: an object of query names and results"]


def test_wrong_expectations_say_what_was_found():
    assert examined({"state": {"phase": "over"}}) == ['state.phase: expected "over", found "roll"']
    assert examined({"queries": {"totals": {"p1": 3}}}) == ["queries.totals.p1: expected 3, found 0"]
    assert examined({"error": "bad_value"}, [ROLL]) == ["error: expected bad_value, found None"]


def test_a_suffix_only_makes_a_query_unique():
    of = {"player": "p1", "steps": 1}
    queries = {"ends#1": {"of": of, "is": ["T1"]}, "ends#2": {"of": of, "is": ["T1"]}}
    assert examined({"queries": queries}) == []


@pytest.mark.parametrize(
    ("query", "of"),
    [
        ("ends", {"player": "p1"}),
        ("ends", {"player": "p9", "steps": 1}),
        ("ends", {"player": "p1", "steps": "1"}),
        ("path_count", {"player": "p1", "steps": 10**9}),
        ("port_choices", None),
        ("totals", {"player": "p1"}),
        ("ends", 7),
    ],
)
def test_queries_with_the_wrong_argument_fail(query, of):
    (line,) = examined({"queries": {query: {"of": of, "is": []}}})
    assert line.startswith(f"queries.{query}: ")


@pytest.mark.parametrize(
    "given",
    [
        None,
        {},
        {"side": "mini"},
        {"side": "C", "state": TWO},
        {"side": "C", "new_game": {"players": ["p1", "p2"]}},
        {"side": "mini", "state": 3},
        {"side": "mini", "state": TWO, "new_game": {"players": ["p1", "p2"]}},
        {"side": "mini", "new_game": {"players": 2}},
        {"side": "mini", "new_game": {"players": ["p1", "p2"], "first": "p1"}},
        {"side": "mini", "state": TWO, "seed": 3},
        {"sheet": {"spaces": 3}, "state": TWO},
    ],
)
def test_malformed_case_is_a_line_not_a_traceback(given):
    (line,) = GAME.examine(given, [], {})
    assert line.startswith("case: ")


@pytest.mark.parametrize(("do", "expect"), [({}, {}), ([], [])])
def test_malformed_do_and_expect_are_a_line(do, expect):
    (line,) = GAME.examine({"side": "mini", "state": TWO}, do, expect)
    assert line.startswith("case: ")


def test_refusal_before_the_last_action_fails():
    (line,) = examined({}, [{"type": "withdraw", "player": "p1"}, ROLL])
    assert line.startswith("case: action 1 of 2 was refused: wrong_phase")


@pytest.mark.parametrize(
    ("new_game", "error"),
    [
        ({"players": ["p1"]}, "player_count"),
        ({"players": ["p1", "p1"]}, "duplicate_player"),
        ({"players": ["p1", "p2"], "active": "p3"}, "unknown_player"),
        ({"players": ["p1", "p1", "p1", "p1", "p1"], "active": "p3"}, "player_count"),
        ({"players": ["p1", "p1"], "active": "p3"}, "duplicate_player"),
    ],
)
def test_a_new_game_may_be_refused(new_game, error):
    assert GAME.examine({"side": "A", "new_game": new_game}, [], {"error": error}) == []


def test_a_case_may_bring_its_own_sheet():
    sheet = {
        "spaces": {"P": {"kind": "port"}, "Q": {"kind": "port"}, "x": {"kind": "treasure", "number": 4, "value": 4}},
        "adjacency": {"P": ["x"], "x": ["P", "Q"], "Q": ["x"]},
        "ports_clockwise": ["P", "Q"],
    }
    do = [
        {"type": "choose_start_port", "player": "p1", "port": "Q"},
        {"type": "roll_move", "player": "p1", "value": 1},
        {"type": "move", "player": "p1", "path": ["x"]},
    ]
    expect = {"state": {"players": {"p1": {"pos": "x"}, "p2": {"pos": "P"}}}}
    assert GAME.examine({"sheet": sheet, "new_game": {"players": ["p1", "p2"]}}, do, expect) == []
    state = {"players": [{"id": "p1", "visited": ["P"]}, {"id": "p2", "visited": ["Q"]}]}
    queries = {"path_count": {"of": {"player": "p1", "steps": 2}, "is": 1}}
    assert GAME.examine({"sheet": sheet, "state": state}, [], {"queries": queries}) == []


def test_nothing_can_be_expected_of_a_game_that_was_not_set_up():
    given = {"side": "A", "new_game": {"players": ["a"]}}
    assert GAME.examine(given, [], {"error": "player_count"}) == []
    assert GAME.examine(given, [], {"error": "player_count", "state": {"round": 1}}) == [
        "state: expected a game, found none"
    ]
