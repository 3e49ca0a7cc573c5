"""Blocked sides, camps and what a step costs."""

import pytest

from companion.games.temple_of_gold.actions import Step
from companion.games.temple_of_gold.moving import has_camp, is_blocked, settles, step_price, take_step
from companion.games.temple_of_gold.positions import state_from
from companion.games.temple_of_gold.state import Units

TILES = {
    "D2": {"tile": "moons_a", "blocked": "W"},
    "C2": {"tile": "suns_2", "blocked": "E"},
    "D3": {"tile": "fall_3", "blocked": "N", "camps": {"p1": 1}},
}
STATE = state_from({"players": [{"id": "p1", "pos": "D2", "wild": 1}, {"id": "p2"}], "tiles": TILES})


@pytest.mark.parametrize(
    ("here", "there", "blocked"), [("D2", "C2", True), ("C2", "D2", True), ("D2", "D3", False), ("D2", "D1", False)]
)
def test_either_blocked_side_closes_a_passage_both_ways(here, there, blocked):
    """T30, T31."""
    assert is_blocked(STATE, here, there) is blocked


@pytest.mark.parametrize(
    ("to", "redo", "price"),
    [
        ("C2", False, (4, "food", 3)),
        ("D3", False, (0, None, 0)),
        ("D3", True, (2, "tools", 2)),
        ("D1", False, (0, None, 0)),
    ],
)
def test_the_price_of_a_step(to, redo, price):
    assert step_price(STATE, to, redo) == price


@pytest.mark.parametrize(
    ("pay", "enough"),
    [
        (Units(food=3, wood=1), True),
        (Units(food=2, wild=1, wood=1), True),
        (Units(wild=4), True),
        (Units(food=2, wood=2), False),
        (Units(food=3), False),
        (Units(food=5), False),
        ("food", False),
    ],
)
def test_a_price_is_paid_exactly(pay, enough):
    """T33 to T35."""
    assert settles(pay, (4, "food", 3)) is enough


def test_a_camp_is_only_the_owners():
    assert (has_camp(STATE, "D3", "p1"), has_camp(STATE, "D3", "p2"), has_camp(STATE, "D1", "p1")) == (
        True,
        False,
        False,
    )


def test_without_a_camp_coin_the_adventure_counts_and_leaves_no_camp():
    """T44."""
    players = [{"id": "p1", "pos": "D2", "pack": {"food": 4}, "camp_coins": 0}, {"id": "p2"}]
    after = take_step(state_from({"players": players, "tiles": TILES}), Step("p1", "C2", Units(food=4)))
    assert (after.players[0].adventures, after.tiles["C2"].camps, after.trophies.suns) == (2, {}, "p1")
