"""Rulings GR-R20 to GR-R25, and why a card cannot be played so."""

import pytest

from companion.errors import IllegalAction
from companion.games.gold_raiders import GAME as game
from companion.games.protocol import to_json


def after(position, *actions):
    state = game.state_from(position)
    for raw in actions:
        state = game.apply(state, game.read(state, raw))
    return state


def refused(position, raw):
    state = game.state_from(position)
    before = to_json(state)
    with pytest.raises(IllegalAction) as caught:
        game.read(state, raw)
    assert to_json(state) == before
    return caught.value.code


def night(**given):
    return {"players": ["p1", "p2", "p3"], "phase": "night", **given}


def act(kind, player="p1", **fields):
    return {"type": kind, "player": player, **fields}


def test_GR_R20_a_recon_needs_a_stack_to_look_at():
    assert refused(night(), act("recon", owner="p1", stack=1)) == "no_target"
    assert refused(night(), act("recon", owner="nobody", stack=1)) == "no_target"


def test_GR_R20_a_steal_needs_a_stack_of_somebody_else():
    assert refused(night(stacks={"p1": [2]}), act("steal", owner="p1", stack=1, onto="new")) == "no_target"


def test_GR_R21_a_new_stack_lies_right_of_all_others_after_a_theft_too():
    position = night(stacks={"p2": [1, 1]}, turn="p1")
    state = after(position, act("steal", owner="p2", stack=1, onto="new"), act("play_new", "p2"))
    assert state.stacks == {"p1": (1,), "p2": (1, 1), "p3": ()}
    assert state.slots == {"p1": (1,), "p2": (2, 3), "p3": ()}


def test_GR_R22_a_stolen_stack_may_be_stolen_back():
    position = night(stacks={"p2": [3]})
    state = after(
        position, act("steal", owner="p2", stack=1, onto="new"), act("steal", "p2", owner="p1", stack=1, onto="new")
    )
    assert state.stacks == {"p1": (), "p2": (3,), "p3": ()}
    assert state.discard == ("S", "S")


def test_GR_R22_a_stolen_stack_goes_on_top_of_an_own_one():
    state = after(night(stacks={"p1": [2, 1], "p3": [4]}), act("steal", owner="p3", stack=1, onto=2))
    assert state.stacks == {"p1": (2, 5), "p2": (), "p3": ()}


def test_GR_R23_a_recon_changes_nothing_but_the_discard():
    state = after(night(stacks={"p2": [2]}), act("recon", owner="p2", stack=1))
    assert (state.stacks["p2"], state.discard, state.hands["p1"], state.turn) == ((2,), ("R",), 7, "p2")


def test_GR_R25_travel_cards_and_bandits_are_only_laid():
    kinds = {to_json(action)["type"] for action in game.legal(game.state_from(night(stacks={"p1": [1], "p2": [1]})))}
    assert kinds == {"play_new", "play_on", "recon", "steal"}


def test_GR_R37_two_players_play_by_the_same_rules():
    state = after({"players": ["p1", "p2"], "stacks": {"p2": [1]}}, act("steal", owner="p2", stack=1, onto="new"))
    assert state.stacks == {"p1": (1,), "p2": ()}


TABLE = night(stacks={"p1": [1, 2], "p2": [3]})


@pytest.mark.parametrize("onto", [0, 3, 99])
def test_an_own_stack_to_steal_onto_must_be_there(onto):
    assert refused(TABLE, act("steal", owner="p2", stack=1, onto=onto)) == "no_such_stack"


@pytest.mark.parametrize("onto", [None, "old", 1.5, True, [], {}])
def test_a_stolen_stack_goes_to_new_or_to_a_number(onto):
    assert refused(TABLE, act("steal", owner="p2", stack=1, onto=onto)) == "bad_value"


@pytest.mark.parametrize("owner", ["p9", None, 3, ["p2"], {}])
def test_a_stack_belongs_to_a_player(owner):
    assert refused(TABLE, act("steal", owner=owner, stack=9, onto="new")) == "bad_value"
    assert refused(TABLE, act("recon", owner=owner, stack=9)) == "bad_value"


def test_own_stack_is_asked_before_its_number():
    assert refused(TABLE, act("steal", owner="p1", stack=9, onto="new")) == "own_stack"


def test_a_stack_of_a_player_without_any_is_not_there():
    assert refused(TABLE, act("steal", owner="p3", stack=1, onto="new")) == "no_such_stack"


def test_there_are_only_seven_recons_and_nine_steals():
    position = night(stacks={"p2": [1]}, discard=["R"] * 7 + ["S"] * 9)
    assert refused(position, act("recon", owner="p2", stack=1)) == "impossible_cards"
    assert refused(position, act("steal", owner="p2", stack=1, onto="new")) == "impossible_cards"
    assert refused(position, act("recon", owner="p2", stack=2)) == "no_such_stack"
