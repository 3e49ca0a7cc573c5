"""The specification's worked examples, a case for every ruling and reason, a second reader's, and the examiner."""

import json
from pathlib import Path

import pytest

from companion.games.referee import failures, read_cases
from companion.games.temple_of_gold import GAME as game
from companion.games.temple_of_gold.reasons import SENTENCES

HERE = Path(__file__).parent
WORKED = json.loads((HERE / "cases.json").read_text())
RULINGS = json.loads((HERE / "rulings.json").read_text())
REVIEW = read_cases((HERE / "review.json").read_text(), "review.json")
FRESH = {"new_game": {"players": [{"id": "p1", "suit": "suns"}, {"id": "p2", "suit": "arms"}]}}
NUMBERS = (
    *("01", "02", "03", "04", "10", "11", "12", "13", "14", "20", "21", "22", "23", "24"),
    *("30", "31", "32", "33", "34", "35", "36", "37", "40", "41", "42", "43", "44", "45"),
    *("50", "51", "52", "53", "54", "55", "56", "60", "61", "62", "63", "64", "65"),
    *("70", "71", "72", "73", "74", "75", "76", "78", "80", "81", "90", "91", "92", "93", "94", "95", "100", "101"),
)


@pytest.mark.parametrize("case", WORKED, ids=lambda case: case["id"])
def test_worked_example_holds(case):
    assert game.examine(case["given"], case["do"], case["expect"]) == []


@pytest.mark.parametrize("case", RULINGS, ids=lambda case: case["id"])
def test_ruling_holds(case):
    assert game.examine(case["given"], case["do"], case["expect"]) == []


@pytest.mark.parametrize("case", REVIEW, ids=lambda case: case["id"])
def test_the_referee_agrees_with_the_second_reader(case):
    """Every action, reason and question, worked out by hand from the specification."""
    assert failures(game, case) == []


@pytest.mark.parametrize("number", NUMBERS)
def test_every_ruling_has_a_case(number):
    """T77, what is lit, listed and shown, is in test_glow.py, test_legal.py and test_view.py."""
    assert [case for case in RULINGS if case["id"].split()[0] == f"T{number}"]


def test_every_reason_has_a_case():
    met = {case["expect"].get("error") for case in WORKED + RULINGS} - {None}
    assert set(SENTENCES) - met == {"malformed"}  # in test_rules.py


@pytest.mark.parametrize(
    ("expect", "line"),
    [
        ({"mood": "good"}, "mood: no such expectation"),
        ({"error": "no_room"}, "error: expected no_room, found None"),
        ({"state": {"round": 2}}, "state.round: expected 2, found 1"),
        ({"state": {"players": {"p9": {}}}}, "state.players.p9: expected {}, found nothing"),
        ({"queries": {"steps_left": 4}}, "queries.steps_left: expected 4, found 5"),
        ({"queries": {"scores": {"p1": 0}}}, 'queries.scores: expected {"p1":0}, found {"p1":0,"p2":0}'),
        ({"queries": {"weather": 1}}, "queries.weather: no such question, or it is not asked as {of, is}"),
        ({"queries": {"camps": 1}}, "queries.camps: no such question, or it is not asked as {of, is}"),
        ({"queries": []}, "queries: expected an object of questions"),
    ],
)
def test_examiner_names_what_does_not_hold(expect, line):
    assert game.examine(FRESH, [], expect) == [line]


@pytest.mark.parametrize(
    ("given", "do", "expect"),
    [
        (None, [], {}),
        ({}, [], {}),
        ({"new_game": 3}, [], {}),
        ({"new_game": {"players": [], "weather": "rain"}}, [], {}),
        ({"state": {}}, [], {}),
        ({"state": {"players": [{"id": "p1"}, {"id": "p2"}], "weather": "rain"}}, [], {}),
        (FRESH, None, {}),
        (FRESH, [], None),
        (FRESH, [], {"queries": {"step_price": {"of": {"from": "A1"}, "is": 0}}}),
        (FRESH, [], {"queries": {"blocked": {"of": [1], "is": 0}}}),
        (FRESH, [{"type": "step"}, {"type": "end_turn", "player": "p1"}], {}),
    ],
)
def test_malformed_case_is_one_line(given, do, expect):
    assert len(game.examine(given, do, expect)) == 1


def test_state_after_a_refused_setup_cannot_be_compared():
    given = {"new_game": {"players": []}}
    assert game.examine(given, [], {"error": "player_count", "state": {}}) == ["state: expected a game, found none"]


def test_lists_in_a_state_are_compared_whole():
    given = {"state": {"players": [{"id": "a"}, {"id": "b"}], "sites": {"D4": {"clues": ["A4", "D2"]}}}}
    lines = game.examine(given, [], {"state": {"sites": {"D4": {"clues": ["A4"]}}}})
    assert lines == ['state.sites.D4.clues: expected ["A4"], found ["A4","D2"]']
