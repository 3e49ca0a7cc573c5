"""Whole games by bots, who also are the deck."""

from random import Random

import pytest

from companion.errors import BadInput
from companion.games.gold_raiders import GAME as game
from companion.games.gold_raiders import board
from companion.games.gold_raiders.actions import Pass, Reveal
from companion.games.protocol import replay, to_json


def play(players, seed, style, options=None):
    state = game.setup([f"p{seat}" for seat in range(1, players + 1)], options)
    bots = game.bots(Random(seed), style)
    states, actions = [state], []
    while not game.is_over(state):
        action = bots.choose(state)
        bots.saw(state, action)
        state = game.apply(state, action)
        states.append(state)
        actions.append(action)
        assert len(actions) < 10_000
    return states, actions


@pytest.mark.parametrize("style", ["random", "greedy"])
@pytest.mark.parametrize("players", game.players)
def test_games_end_and_replay_to_the_same_state(players, style):
    for seed in range(3):
        states, actions = play(players, seed, style)
        assert states[-1].winner in states[-1].players
        assert replay(game, states[0], actions) == states[-1]


@pytest.mark.soak
@pytest.mark.parametrize("style", ["random", "greedy"])
@pytest.mark.parametrize("players", game.players)
def test_two_hundred_games_end(players, style):
    for seed in range(1, 201):
        assert game.is_over(play(players, seed, style)[0][-1])


@pytest.mark.parametrize("options", [{"trail": 10}, {"trail": 40}, {"one_run": True}, {"no_recon_triplets": True}])
def test_games_end_with_every_option(options):
    assert play(3, 5, "greedy", options)[0][-1].winner


def test_the_same_seed_plays_the_same():
    assert play(4, 7, "random")[1] == play(4, 7, "random")[1]


def test_bots_reveal_only_cards_that_were_dealt():
    states, _ = play(6, 3, "random")
    revealed = 0
    for state in states:
        shown = [code for row in state.stacks.values() for stack in row if isinstance(stack, tuple) for code in stack]
        revealed += len(shown)
        for code, copies in board.COPIES.items():
            assert [*shown, *state.discard].count(code) <= copies
    assert revealed


def test_bots_take_over_in_the_middle_and_beside_people():
    states, actions = play(3, 4, "random")
    half = len(states) // 2
    state, bots = states[half], game.bots(Random(1), "greedy")
    chosen = 0
    for action in actions[half : half + 20]:
        bots.saw(state, action)
        state = game.apply(state, action)
        if not game.is_over(state):
            game.apply(state, bots.choose(state))
            chosen += 1
    assert chosen


def the_next_reveals(seed, person_shows):
    """What the next player turns up by day after the first, a person, has shown that card as a stack of one."""
    state, bots = game.setup(["p1", "p2"], None), game.bots(Random(seed), "greedy")
    while state.phase != "day":
        action = bots.choose(state)
        bots.saw(state, action)
        state = game.apply(state, action)
    number = state.stacks[state.turn].index(1) + 1
    for action in (Reveal(state.turn, number, (person_shows,)), Pass(state.turn)):
        bots.saw(state, action)
        state = game.apply(state, action)
    return bots.choose(state)


@pytest.mark.parametrize("seed", [4, 7, 9])
def test_a_persons_cards_leave_what_bots_know_of_their_own_alone(seed):
    shown = [the_next_reveals(seed, card) for card in ("1", "2", "3", "S")]
    assert isinstance(shown[0], Reveal)
    assert shown == [shown[0]] * 4


def test_unknown_bots_are_refused():
    with pytest.raises(BadInput):
        game.bots(Random(1), "genius")


def test_states_and_actions_survive_json():
    states, actions = play(3, 2, "random")
    for state, action in zip(states, actions, strict=False):
        assert game.state_from(to_json(state)) == state
        assert game.read(state, to_json(action)) == action
    assert actions


def test_legal_and_apply_agree_on_every_tenth_position():
    applied = 0
    for state in play(4, 6, "random")[0][::10]:
        actions = game.legal(state)
        assert len({str(to_json(action)) for action in actions}) == len(actions)
        applied += len(actions)
        for action in actions:
            assert game.apply(state, game.read(state, to_json(action))) != state
    assert applied


@pytest.mark.parametrize("style", ["random", "greedy"])
@pytest.mark.parametrize("players", [2, 3, 6])
def test_what_bots_do_is_shown_or_told(players, style):
    states, actions = play(players, 9, style)
    for state, after, action in zip(states, states[1:], actions, strict=False):
        assert action in game.shown(state, game.placements(after)) or game.told(state, action)
    assert actions


def test_every_placement_and_light_names_a_space_of_the_board():
    spaces, pieces = set(board.spaces()), set(board.pieces())
    states = play(6, 8, "random")[0]
    for state in states:
        table = game.placements(state)
        assert {placement.space for placement in table} <= spaces
        assert {placement.piece for placement in table} <= pieces
        assert {light.space for light in game.glow(state).lights} <= spaces
    assert len(states) > 1


def test_every_button_of_a_whole_game_is_accepted():
    accepted = 0
    for state in play(3, 1, "greedy")[0][:-1]:
        for prompt in game.view(state, None).prompts:
            for choice in prompt.choices:
                if choice.fill is None:
                    game.read(state, choice.action)
                    accepted += 1
    assert accepted
