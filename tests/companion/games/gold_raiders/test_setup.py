"""How a game begins: players and options."""

import pytest

from companion.errors import IllegalAction
from companion.games.gold_raiders import GAME as game
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


def test_setup_puts_everybody_at_the_lagoon():
    state = game.setup(["ann", "bob"])
    assert to_json(state) == {
        "players": ["ann", "bob"],
        "phase": "setup",
        "round": 1,
        "trail": 20,
        "first": "ann",
        "turn": None,
        "pos": {"ann": 0, "bob": 0},
        "hands": {"ann": 0, "bob": 0},
        "stacks": {"ann": [], "bob": []},
        "discard": [],
        "done": [],
        "winner": None,
        "tiebreak": None,
    }
