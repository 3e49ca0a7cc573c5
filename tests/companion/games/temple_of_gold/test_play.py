"""Whole games: they end, replay alike, and what is legal is exactly what is accepted."""

from random import Random

import pytest

from companion.errors import BadInput, IllegalAction
from companion.games import temple_of_gold as game
from companion.games.protocol import replay, to_json
from companion.games.temple_of_gold.state import (
    AnnounceTreasure,
    Dig,
    Discard,
    EndTurn,
    Explore,
    PickUp,
    Step,
    TakeIncome,
    Units,
)

OPTIONS = ({}, {"income": "claim"}, {"allow_discard": False})


def played(players, seed, style, options):
    """The states met and the actions taken in one game of bots."""
    names = [f"p{n}" for n in range(1, players + 1)]
    bots, states, actions = game.bots(names, Random(seed), style), [game.setup(names, options)], []
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
        sensible, chance = game.bots([], rng, "greedy"), game.bots([], rng, "random")
        while not game.is_over(state):
            state = game.apply(state, (sensible if state.turn.player == "sensible" else chance).choose(state))
        wins += game.score(state).winners == ("sensible",)
    assert wins >= 6


def test_unknown_style_is_refused():
    with pytest.raises(BadInput, match="no bots called 'lazy'; there are random, greedy"):
        game.bots([], Random(1), "lazy")


@pytest.mark.parametrize("seed", range(3))
def test_legal_actions_are_accepted_once_each_and_survive_json(seed):
    for state in played(3, seed, "random", OPTIONS[seed])[0][::15]:
        actions = game.legal(state)
        outcomes = [to_json(game.apply(state, action)) for action in actions]
        assert [game.read(state, to_json(action)) for action in actions] == actions
        assert len({str(outcome) for outcome in outcomes}) == len(outcomes)


SPACES = ("A5", "A6", "B6", "C3", "D2", "E1", "E2", "F1", "F2")
GUESSES = (
    *(Step("p1", to, pay, redo) for to in SPACES for pay in (Units(), Units(food=3)) for redo in (False, True)),
    *(PickUp("p1", units) for units in (Units(), Units(food=2), Units(tools=1), Units(wood=1), Units(wild=1))),
    *(Explore("p1", space, tile, "N") for space in SPACES for tile in ("moons_2", "winter_a")),
    *(Explore("p1", space) for space in SPACES),
    *(AnnounceTreasure("p1", spot, across, up) for spot in SPACES for across in SPACES for up in SPACES),
    *(Dig("p1", units) for units in (Units(food=2), Units(wild=2), Units(food=1, wild=1), Units(food=3))),
    *(Discard("p1", units) for units in (Units(), Units(food=1), Units(jewelry=3), Units(wild=1))),
    *(TakeIncome("p1"), EndTurn("p1"), EndTurn("p2")),
)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_not_legal_is_refused_and_changes_nothing(seed):
    for state in played(2, seed, "random", OPTIONS[seed])[0][::25]:
        before, legal = to_json(state), game.legal(state)
        for guess in GUESSES:
            if guess not in legal:
                with pytest.raises(IllegalAction):
                    game.apply(state, guess)
        assert to_json(state) == before


def test_no_action_reads_a_die():
    assert game.rolled(EndTurn("p1")) == ()
