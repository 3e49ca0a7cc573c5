"""Whole games by bots."""

from random import Random

import pytest

from companion.errors import BadInput
from companion.games.go_for_gold import GAME as game
from companion.games.go_for_gold import board
from companion.games.protocol import replay, to_json


def play(players, seed, style, side="A"):
    state = game.setup([f"p{seat}" for seat in range(1, players + 1)], {"side": side})
    bots = game.bots(Random(seed), style)
    states, actions = [state], []
    while not game.is_over(state):
        action = bots.choose(state)
        bots.saw(state, action)
        state = game.apply(state, action)
        states.append(state)
        actions.append(action)
        assert len(actions) < 1000
    return states, actions


@pytest.mark.parametrize("side", board.SIDES)
@pytest.mark.parametrize("players", game.players)
def test_random_games_end_and_replay_to_the_same_state(players, side):
    for seed in range(10):
        states, actions = play(players, seed, "random", side)
        assert states[-1].end_trigger in ("sixth_score", "none_able")
        assert replay(game, states[0], actions) == states[-1]


@pytest.mark.parametrize("side", board.SIDES)
@pytest.mark.parametrize("players", game.players)
def test_greedy_games_end_with_many_points(players, side):
    states, _ = play(players, 2, "greedy", side)
    assert max(standing.total for standing in game.score(states[-1]).standings) >= 10


@pytest.mark.soak
@pytest.mark.parametrize("style", ["random", "greedy"])
@pytest.mark.parametrize("side", board.SIDES)
@pytest.mark.parametrize("players", game.players)
def test_two_hundred_games_end(players, side, style):
    for seed in range(1, 201):
        assert game.is_over(play(players, seed, style, side)[0][-1])


def test_the_same_seed_plays_the_same():
    assert play(4, 7, "random")[1] == play(4, 7, "random")[1]


def test_unknown_bots_are_refused():
    with pytest.raises(BadInput):
        game.bots(Random(1), "genius")


def test_states_and_actions_survive_json():
    states, actions = play(3, 2, "random")
    for state, action in zip(states, actions, strict=False):
        assert game.state_from(to_json(state)) == state
        assert game.read(state, to_json(action)) == action
    assert actions


def test_what_bots_do_is_legal():
    states, actions = play(3, 4, "random", "B")
    for state, action in zip(states, actions, strict=False):
        assert action in game.legal(state)
    assert actions
