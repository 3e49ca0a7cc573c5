"""The ways a pawn can have gone."""

from companion.games.temple_of_gold.positions import state_from
from companion.games.temple_of_gold.walks import steps_towards

TILES = {
    "D2": {"tile": "moons_2", "blocked": "N"},
    "C2": {"tile": "arms_3", "blocked": "N", "camps": {"p1": 1}},
    "B2": {"tile": "moons_5", "blocked": "N"},
}


def at(pos, **player):
    return state_from({"players": [{"id": "p1", "pos": pos, **player}, {"id": "p2"}], "tiles": TILES})


def test_of_ways_that_cost_nothing_one_is_enough():
    assert steps_towards(at("D1"), "C2") == {("D2", False)}


def test_an_adventure_may_be_done_again_on_entering_it():
    assert steps_towards(at("D2"), "C2") == {("C2", False), ("C2", True)}


def test_what_nobody_has_explored_is_out_of_reach():
    assert steps_towards(at("D2"), "D4") == set()


def test_the_temple_is_entered_once():
    state = state_from({"players": [{"id": "p1", "pos": "A5", "amulet_round": 1}, {"id": "p2"}], "tiles": TILES})
    assert steps_towards(state, "A6") == set()
