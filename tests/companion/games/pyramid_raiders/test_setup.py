"""How a game is set up: players, maps, sight markers, house rules."""

import pytest

from companion.errors import IllegalAction
from companion.games.pyramid_raiders import GAME as game
from companion.games.pyramid_raiders.board import neighbours

FOUR = ["ann", "bob", "cat", "dan"]
OWN = {"pillars": ["b2", "b3", "c2", "d2", "e2", "f2"], "fountains": ["h2", "h3", "g2", "c3", "d3", "e3"]}


def code_of(players, options=None):
    with pytest.raises(IllegalAction) as refused:
        game.setup(players, options)
    return refused.value.code


@pytest.mark.parametrize("players", [[], ["a"], ["a", "b"], list("abcdefg"), ["a", "a", "b"], "abc"])
def test_three_to_six_players_with_names_of_their_own(players):
    assert code_of(players) == "bad_player_count"


@pytest.mark.parametrize(
    "options", [{"wind": 3}, {"los": 4}, {"los": True}, {"last_look": 1}, {"seven_of_a_colour": 17}]
)
def test_unknown_options_are_refused(options):
    assert code_of(FOUR, options) == "bad_value"


def test_nobody_can_be_called_decoy():
    assert code_of(["a", "b", "decoy"]) == "bad_value"


@pytest.mark.parametrize(
    "wrong",
    [
        "cellar",
        7,
        {"pillars": []},
        {**OWN, "pillars": OWN["pillars"][:5]},
        {**OWN, "pillars": [*OWN["pillars"][:5], "h2"]},
        {**OWN, "pillars": [*OWN["pillars"][:5], "e5"]},
        {**OWN, "pillars": [*OWN["pillars"][:5], "a1"]},
        {**OWN, "pillars": [*OWN["pillars"][:5], "z1"]},
        {**OWN, "pillars": [*OWN["pillars"][:5], 5]},
        {**OWN, "pillars": list(neighbours("e5"))},
        {"pillars": ["a2", "b1", "h3", "g3", "g4", "f3"], "fountains": ["b2", "h2", "h4", "c5", "c6", "d6"]},
    ],
)
def test_a_map_that_breaks_its_rules_is_refused(wrong):
    assert code_of(FOUR, {"map": wrong}) == "bad_map"


def test_a_map_of_ones_own_is_taken():
    state = game.setup(FOUR, {"map": OWN})
    assert (set(state.pillars), set(state.fountains)) == (set(OWN["pillars"]), set(OWN["fountains"]))


def test_a_position_takes_the_place_of_everything():
    state = game.setup((), {"position": {"players": ["a", "b", "c"], "phase": "guardian", "round": 4}})
    assert (state.round, state.active) == (4, "a")


def test_a_position_of_two_players_or_of_nonsense_is_refused():
    assert code_of((), {"position": {"players": ["a", "b"], "phase": "guardian"}}) == "bad_player_count"
    assert code_of((), {"position": {"players": ["a", "b", "c"], "phase": "lunch"}}) == "bad_value"
    assert code_of((), {"position": 7}) == "bad_value"
