"""The game in a few words, its sounds, and what a long press ends."""

from random import Random

import pytest

from companion.games.gold_raiders import GAME as game
from companion.games.gold_raiders.actions import Pass, Reveal
from companion.games.naming import plain
from companion.games.protocol import to_json


def position(**given):
    return game.state_from({"players": ["p1", "p2", "p3"], **given})


def said(state, viewer, **raw):
    return plain(game.words(state, game.read(state, raw), viewer))


def heard(state, **raw):
    action = game.read(state, raw)
    return game.cues(state, action, game.apply(state, action))


def whole_game(players, style):
    state, bots = game.setup(game.names(players)), game.bots(Random(3), style)
    while not game.is_over(state):
        action = bots.choose(state)
        yield state, action
        bots.saw(state, action)
        state = game.apply(state, action)


@pytest.mark.parametrize("style", ["random", "greedy"])
@pytest.mark.parametrize("players", [2, 6])
def test_every_action_of_a_game_is_said_shortly_and_plainly(players, style):
    moments = list(whole_game(players, style))
    for state, action in moments:
        for viewer in (None, *state.players):
            line = game.words(state, action, viewer)
            assert 3 <= len(line) <= 90
            assert not [bad for bad in ("_", "None", "True", "False") if bad in line]
    assert moments


def test_no_two_actions_of_a_moment_are_said_alike():
    moments = list(whole_game(3, "random"))
    for state, _ in moments:
        actions = game.legal(state)
        assert len({game.words(state, action, state.turn) for action in actions}) == len(actions)
    assert moments


def test_what_is_done_at_night_is_said_with_whose_stack_it_is():
    state = position(stacks={"p1": [1], "p2": [2]})
    assert said(state, "p1", type="play_on", player="p1", stack=1) == "lay a card on stack 1"
    assert said(state, "p1", type="recon", player="p1", owner="p1", stack=1) == (
        "discard a recon and look into your stack 1"
    )
    steal = {"type": "steal", "player": "p1", "owner": "p2", "stack": 1}
    assert said(state, "p1", **steal, onto=1) == "steal P2's stack 1 onto stack 1"
    assert said(state, None, **steal, onto="new") == "steal P2's stack 1 as a new stack"
    assert said(state, "p2", **steal, onto="new") == "steal your stack 1 as a new stack"


def test_a_revealed_stack_is_said_card_by_card():
    state = position(phase="day", stacks={"p1": [3]})
    cards = ["1", "R", "2"]
    assert said(state, None, type="reveal", player="p1", stack=1, cards=cards) == "reveal stack 1: 1, recon, 2"


@pytest.mark.parametrize("size", [8, 16, 32, 48])
def test_a_long_fan_still_fits_a_button_and_names_every_card(size):
    state = position(phase="day", stacks={"p1": [size]})
    cards = ("B", "S", "R", "1") * (size // 4)
    other = (*cards[:-1], "2")
    lines = [game.words(state, Reveal("p1", 1, some), None) for some in (cards, other)]
    assert max(map(len, lines)) <= 90
    assert lines[0] != lines[1]


def test_a_pass_says_how_much_stays_hidden():
    state = position(phase="day", stacks={"p1": [3, 1, ["1"]], "p2": [1]})
    assert said(state, None, type="pass", player="p1") == "pass, 2 stacks stay hidden"


def test_the_next_player_hears_that_it_is_his_turn():
    assert heard(position(), type="play_new", player="p1") == ("your_turn",)


def test_a_player_who_goes_on_hears_nothing():
    state = position(phase="day", stacks={"p1": [1, 1]})
    assert heard(state, type="reveal", player="p1", stack=1, cards=["1"]) == ()


def test_bandits_who_chase_a_raider_back_are_heard():
    state = position(phase="day", pos={"p1": 5}, stacks={"p1": [1, 1]})
    assert heard(state, type="reveal", player="p1", stack=1, cards=["B"]) == ("knock_out",)


def test_bandits_at_the_lagoon_chase_nobody():
    state = position(phase="day", stacks={"p1": [1, 1]})
    assert heard(state, type="reveal", player="p1", stack=1, cards=["B"]) == ()


def test_reaching_the_temple_is_heard():
    state = position(phase="day", pos={"p1": 19}, stacks={"p1": [1, 1]})
    assert heard(state, type="reveal", player="p1", stack=1, cards=["1"]) == ("treasure",)


def test_a_new_round_and_the_end_of_the_game_are_heard():
    dusk = position(phase="day", turn="p3", done=["p1", "p2"], stacks={"p3": [1]})
    assert heard(dusk, type="pass", player="p3") == ("round", "your_turn")
    won = position(phase="day", turn="p3", done=["p1", "p2"], pos={"p1": 20}, stacks={"p3": [1]})
    assert heard(won, type="pass", player="p3") == ("game_over",)


def test_a_long_press_passes_by_day():
    assert list(game.endings(position(phase="day", turn="p2", stacks={"p2": [1]}))) == [Pass("p2")]


def test_a_long_press_ends_nothing_else():
    states = (game.setup(["p1", "p2"]), position(phase="deal"), position(stacks={"p1": [1]}))
    assert [to_json(game.endings(state)) for state in states] == [[], [], []]
