"""Whole games by bots: they end, replay the same, and every state and action goes through JSON and back."""

from random import Random

import pytest

from companion.errors import BadInput, IllegalAction
from companion.games.protocol import replay, to_json
from companion.games.pyramid_raiders import GAME as game

CHARACTERS = ("thomas", "ann", "konga", "bob", "pengino", "eve")


def played(count, seed, style="random", options=None):
    """One game: its states and the actions between them."""
    players = CHARACTERS[:count]
    bots = game.bots(Random(seed), style)
    states, actions = [game.setup(players, options)], []
    while not game.is_over(states[-1]):
        action = bots.choose(states[-1])
        bots.saw(states[-1], action)
        actions.append(action)
        states.append(game.apply(states[-1], action))
    return states, actions


@pytest.mark.parametrize("style", ["random", "greedy"])
@pytest.mark.parametrize(("count", "rounds"), [(3, 15), (4, 11), (5, 9), (6, 7)])
def test_a_game_ends_after_its_rounds_with_a_winner(count, rounds, style):
    states, _ = played(count, seed=count, style=style)
    assert (states[-1].round, len(game.score(states[-1]).winners) > 0) == (rounds, True)


@pytest.mark.parametrize("count", game.players)
def test_replaying_the_actions_gives_the_same_state(count):
    states, actions = played(count, seed=10 + count)
    assert replay(game, states[0], actions) == states[-1]


def test_the_same_seed_plays_the_same_game():
    assert played(4, seed=3)[1] == played(4, seed=3)[1]
    assert played(3, seed=3, style="greedy")[1] == played(3, seed=3, style="greedy")[1]


@pytest.mark.parametrize("seed", range(3))
def test_states_and_actions_go_through_json_and_back(seed):
    states, actions = played(4, seed, options={"los": 1 + seed, "last_look": True, "seven_of_a_colour": 22})
    assert [game.state_from(to_json(state)) for state in states] == states
    assert [game.read(state, to_json(action)) for state, action in zip(states[:-1], actions, strict=True)] == actions


@pytest.mark.parametrize("name", ["sun_ring", "three_courts", "gatehouse"])
def test_every_map_and_sight_marker_can_be_played(name):
    for los in (1, 2, 3):
        assert game.is_over(played(3, seed=los, options={"map": name, "los": los})[0][-1])


@pytest.mark.parametrize("option", [{"last_reentry": False}, {"water_entry": False}, {"last_look": True}])
def test_every_house_rule_can_be_played(option):
    assert game.is_over(played(6, seed=5, options=option)[0][-1])


def test_no_token_is_lost_on_the_way():
    states = played(5, seed=8)[0][2:]
    for state in states:
        won = sum(sum(loot.values()) for loot in state.loot.values())
        assert won + len(state.tokens) + sum(state.removed.values()) == 49
    assert states


def test_greedy_players_do_better_than_random_ones():
    def mean(style):
        totals = [one.total for seed in range(3) for one in game.score(played(4, seed, style)[0][-1]).standings]
        return sum(totals) / len(totals)

    assert mean("greedy") > mean("random") + 5


def test_there_are_no_other_bots():
    with pytest.raises(BadInput, match="random, greedy"):
        game.bots(Random(1), "clever")


def test_greedy_players_keep_the_card_they_laid():
    state = game.state_from(
        {"players": ["a", "b", "c"], "phase": "programming", "pawns": {"a": "a1", "b": "b1", "c": "c1"}}
    )
    bots = game.bots(Random(1), "greedy")
    while state.phase == "programming":
        action = bots.choose(state)
        bots.saw(state, action)
        state = game.apply(state, action)
    assert bots.choose(state) == bots.choose(state)


def test_a_finished_game_offers_and_takes_nothing():
    state = played(3, seed=1)[0][-1]
    assert list(game.legal(state)) == []
    with pytest.raises(IllegalAction):
        game.apply(state, played(3, seed=1)[1][-1])


@pytest.mark.soak
@pytest.mark.parametrize("count", game.players)
def test_two_hundred_games_end(count):
    for seed in range(200):
        assert game.is_over(played(count, seed)[0][-1])
