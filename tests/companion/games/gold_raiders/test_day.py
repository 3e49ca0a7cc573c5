"""Rulings GR-R11 and GR-R30 to GR-R33, and why a stack cannot be turned up so."""

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


def day(**given):
    return {"players": ["p1", "p2", "p3"], "phase": "day", **given}


def act(kind, player="p1", **fields):
    return {"type": kind, "player": player, **fields}


def test_GR_R11_the_raider_moves_after_every_stack_and_stops_at_both_ends():
    state = after(day(pos={"p1": 19}, stacks={"p1": [3, 1], "p2": [1]}), act("reveal", stack=1, cards=["1", "2", "3"]))
    assert (state.pos["p1"], state.turn) == (20, "p1")
    state = after(day(pos={"p1": 1}, stacks={"p1": [1], "p2": [1]}), act("reveal", stack=1, cards=["B"]))
    assert state.pos["p1"] == 0


def test_GR_R30_stacks_are_revealed_in_any_order():
    state = after(day(stacks={"p1": [1, 2, 1], "p2": [1]}), act("reveal", stack=2, cards=["1", "2"]))
    state = game.apply(state, game.read(state, act("reveal", stack=1, cards=["1"])))
    assert (state.turn, state.pos["p1"], state.stacks["p1"]) == ("p1", 4, (("1",), ("1", "2"), 1))


def test_GR_R30_the_turn_ends_by_itself_with_the_last_stack():
    state = after(day(stacks={"p1": [1], "p2": [1]}), act("reveal", stack=1, cards=["1"]))
    assert (state.turn, state.done) == ("p2", ("p1",))


def test_GR_R31_raiders_share_a_space_without_any_effect():
    state = after(day(pos={"p2": 1}, stacks={"p1": [1], "p2": [1]}), act("reveal", stack=1, cards=["1"]))
    assert state.pos == {"p1": 1, "p2": 1, "p3": 0}


def test_GR_R32_revealed_stacks_stay_until_the_next_deal():
    state = after(day(stacks={"p1": [1]}), act("reveal", stack=1, cards=["1"]))
    assert (state.phase, state.stacks["p1"]) == ("deal", (("1",),))
    assert game.apply(state, game.read(state, {"type": "deal"})).stacks == {"p1": (), "p2": (), "p3": ()}


def test_GR_R33_a_player_at_the_temple_may_go_on_and_be_chased_off():
    state = after(day(pos={"p1": 20}, stacks={"p1": [1], "p2": [1]}), act("reveal", stack=1, cards=["B"]))
    assert (state.pos["p1"], state.phase) == (18, "day")


DAY = day(stacks={"p1": [2, ["1"]], "p2": [1]}, discard=["S"] * 8)


@pytest.mark.parametrize(
    ("stack", "cards", "code"),
    [
        (2, ["9"], "already_revealed"),
        (1, ["9"], "bad_value"),
        (1, None, "bad_value"),
        (1, "12", "bad_value"),
        (1, [1, 2], "bad_value"),
        (1, [["1"], "2"], "bad_value"),
        (1, [], "wrong_card_count"),
        (1, ["1", "2", "3"], "wrong_card_count"),
        (1, ["S", "S", "S"], "wrong_card_count"),
        (1, ["S", "S"], "impossible_cards"),
    ],
)
def test_reveal_asks_in_order(stack, cards, code):
    assert refused(DAY, act("reveal", stack=stack, cards=cards)) == code
