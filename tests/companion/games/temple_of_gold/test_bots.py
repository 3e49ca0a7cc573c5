"""Whole games among bots: they end, replay alike, and sense beats chance."""

from random import Random

import pytest

from companion.errors import BadInput
from companion.games.protocol import replay, to_json
from companion.games.temple_of_gold import GAME as game
from companion.games.temple_of_gold.actions import AnnounceTreasure, EndTurn
from companion.games.temple_of_gold.bots import every_action

OPTIONS = ({}, {"income": "claim"}, {"allow_discard": False})


def played(players, seed, style, options):
    """The states met and the actions taken in one game of bots."""
    names = [f"p{n}" for n in range(1, players + 1)]
    bots, states, actions = game.bots(Random(seed), style), [game.setup(names, options)], []
    while not game.is_over(states[-1]):
        actions.append(bots.choose(states[-1]))
        bots.saw(states[-1], actions[-1])
        states.append(game.apply(states[-1], actions[-1]))
        assert len(actions) < 5000
    return states, actions


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("style", ["random", "greedy"])
@pytest.mark.parametrize("players", game.players)
def test_games_end_and_replay_alike(players, style, options):
    states, actions = played(players, 7, style, options)
    assert replay(game, states[0], actions) == states[-1]
    assert [game.state_from(to_json(state)) for state in states[::20]] == states[::20]
    assert game.legal(states[-1]) == []
    assert game.score(states[-1]).winners


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 201))
@pytest.mark.parametrize("players", game.players)
def test_games_of_many_seeds_end(players, seed):
    for options in OPTIONS:
        for style in ("random", "greedy"):
            assert game.is_over(played(players, seed, style, options)[0][-1])


def test_the_same_seed_plays_the_same():
    assert played(3, 5, "greedy", {})[1] == played(3, 5, "greedy", {})[1]


def test_sensible_bots_beat_random_ones():
    wins = 0
    for seed in range(8):
        rng, state = Random(seed), game.setup(["sensible", "random"])
        sensible, chance = game.bots(rng, "greedy"), game.bots(rng, "random")
        while not game.is_over(state):
            state = game.apply(state, (sensible if state.turn.player == "sensible" else chance).choose(state))
        wins += game.score(state).winners == ("sensible",)
    assert wins >= 6


def test_unknown_style_is_refused():
    with pytest.raises(BadInput, match="no bots play 'lazy'; there are random, greedy"):
        game.bots(Random(1), "lazy")


def test_bots_find_the_treasures_that_no_rule_lists():
    tiles = {"A4": {"tile": "moons_3", "blocked": "N"}, "D2": {"tile": "spring_2", "blocked": "S"}}
    actions = every_action(game.state_from({"players": [{"id": "p1"}, {"id": "p2"}], "tiles": tiles}))
    assert actions[-2:] == [AnnounceTreasure("p1", "D4", "A4", "D2"), EndTurn("p1")]
