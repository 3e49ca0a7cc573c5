"""Small questions to a position: items, steps, coins and payments."""

import pytest

from companion.games.temple_of_gold.positions import state_from
from companion.games.temple_of_gold.state import (
    Turn,
    Units,
    closed,
    coins_free,
    items,
    owns,
    paid,
    player_named,
    steps_left,
)


def player(**parts):
    return state_from({"players": [{"id": "p1", **parts}, {"id": "p2"}]}).players[0]


def test_units_treasures_and_the_amulet_are_items():
    """T21."""
    assert items(player(pack={"food": 3, "wood": 1}, treasures=2, amulet_round=4, wild=5, gold=3)) == 7


def test_steps_left_never_fall_below_none():
    """T20."""
    state = state_from({"players": [{"id": "p1", "pack": {"food": 8}}, {"id": "p2"}], "turn": {"steps": 2}})
    assert steps_left(state) == 0


def test_two_units_of_a_kind_need_one_coin():
    """T54."""
    state = state_from({"players": [{"id": "p1", "pack": {"food": 3}}, {"id": "p2", "pack": {"food": 2}}]})
    assert coins_free(state)["food"] == 3


def test_a_payment_takes_units_and_wild_resources():
    rich = player(pack={"food": 3}, wild=2)
    poorer = paid(rich, Units(food=2, wild=1))
    assert (poorer.pack.food, poorer.wild) == (1, 1)
    assert owns(rich, Units(food=3, wild=2))
    assert not owns(rich, Units(food=3, wild=3))


def test_a_move_not_begun_stays_possible():
    """T10."""
    assert [closed(Turn("p1", move)) for move in ("unused", "open", "closed")] == ["unused", "closed", "closed"]


def test_a_player_nobody_knows_is_named_with_those_who_play():
    state = state_from({"players": [{"id": "p1"}, {"id": "p2"}]})
    with pytest.raises(KeyError, match="nobody called p9 plays; there are p1, p2"):
        player_named(state, "p9")
