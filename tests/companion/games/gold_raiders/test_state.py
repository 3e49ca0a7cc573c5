"""How a position begins: options, and positions somebody wrote down."""

import pytest

from companion.errors import BadInput, IllegalAction
from companion.games import gold_raiders as game
from companion.games.protocol import to_json


@pytest.mark.parametrize("count", [0, 1, 7, 12])
def test_only_two_to_six_can_play(count):
    with pytest.raises(IllegalAction) as caught:
        game.setup([f"p{seat}" for seat in range(count)])
    assert caught.value.code == "bad_player_count"


@pytest.mark.parametrize(
    "options",
    [{"trail": 9}, {"trail": 41}, {"trail": "20"}, {"trail": True}, {"one_run": 1}, {"weather": "fine"}],
)
def test_options_that_cannot_be_are_refused(options):
    with pytest.raises(IllegalAction) as caught:
        game.setup(["p1", "p2"], options)
    assert caught.value.code == "bad_value"


def test_names_must_differ():
    with pytest.raises(IllegalAction):
        game.setup(["p1", "p1"])


def test_owners_of_another_board_set_the_trail():
    assert game.setup(["p1", "p2"], {"trail": 30}).trail == 30


def test_house_rules_are_kept_in_the_position():
    state = game.setup(["p1", "p2"], {"one_run": True})
    assert (state.house, to_json(state)["house"]) == (("one_run",), ["one_run"])
    assert game.state_from(to_json(state)) == state


def test_a_game_starts_from_any_position():
    state = game.setup([], {"position": {"players": ["p1", "p2"], "phase": "day", "stacks": {"p1": [2]}}})
    assert (state.phase, state.turn, state.stacks) == ("day", "p1", {"p1": (2,), "p2": ()})


def test_a_position_takes_its_defaults():
    state = game.state_from({"players": ["p1", "p2"], "first": "p2"})
    assert (state.phase, state.turn, state.hands, state.trail) == ("night", "p2", {"p1": 8, "p2": 8}, 20)


@pytest.mark.parametrize(
    "position",
    [
        None,
        [],
        {},
        {"players": ["p1"]},
        {"players": ["p1", "p1"]},
        {"players": ["p1", 2]},
        {"players": ["p1", "p2"], "first": "p3"},
        {"players": ["p1", "p2"], "first": []},
        {"players": ["p1", "p2"], "turn": "p3"},
        {"players": ["p1", "p2"], "turn": None},
        {"players": ["p1", "p2"], "phase": "deal", "turn": "p1"},
        {"players": ["p1", "p2"], "phase": []},
        {"players": ["p1", "p2"], "pos": {"p1": 21}},
        {"players": ["p1", "p2"], "pos": {"p1": -1}},
        {"players": ["p1", "p2"], "pos": 3},
        {"players": ["p1", "p2"], "hands": {"p1": 0, "p2": 0}},
        {"players": ["p1", "p2"], "hands": {"p1": 10**30}},
        {"players": ["p1", "p2"], "stacks": {"p1": [0]}},
        {"players": ["p1", "p2"], "stacks": {"p1": [[]]}},
        {"players": ["p1", "p2"], "stacks": {"p1": [["9"]]}},
        {"players": ["p1", "p2"], "stacks": {"p1": 3}},
        {"players": ["p1", "p2"], "discard": ["X"]},
        {"players": ["p1", "p2"], "done": ["p9"]},
        {"players": ["p1", "p2"], "round": 0},
        {"players": ["p1", "p2"], "trail": 0},
        {"players": ["p1", "p2"], "slots": {"p1": [1]}},
        {"players": ["p1", "p2"], "house": ["mild"]},
        {"players": ["p1", "p2"], "last": {"type": "recon", "player": "p9"}},
        {"players": ["p1", "p2"], "last": {"type": "dance"}},
        {"players": ["p1", "p2"], "tiebreak": "coin"},
        {"players": ["p1", "p2"], "colour": "red"},
    ],
)
def test_nonsense_is_refused_in_one_line(position):
    with pytest.raises(BadInput) as caught:
        game.state_from(position)
    assert "\n" not in str(caught.value)
