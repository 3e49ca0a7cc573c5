"""How a sensible player weighs a position."""

from companion.games.temple_of_gold.planning import Plan, plan_of, ways, worth
from companion.games.temple_of_gold.positions import state_from


def position(tiles=(), **player):
    return state_from({"players": [{"id": "p1", **player}, {"id": "p2"}], "tiles": dict(tiles)})


def test_everybody_heads_for_the_temple():
    assert plan_of(position(), "p1") == Plan("p1", "A6")


def test_a_missing_unit_is_fetched_first():
    tiles = {space: {"tile": tile, "blocked": "N"} for space, tile in (("B6", "summer_2"), ("A5", "summer_4"))}
    state = position(tiles, pos="D1")
    assert plan_of(state, "p1") == Plan("p1", "B1", "wood")


def test_whoever_has_the_amulet_looks_for_treasure():
    assert plan_of(position(amulet_round=1), "p1") == Plan("p1", None)


def test_a_blocked_passage_lengthens_the_way():
    open_way = position({"E2": {"tile": "moons_2", "blocked": "E"}}, pos="E1")
    closed = position({"E2": {"tile": "moons_2", "blocked": "S"}}, pos="E1")
    lengths = [ways(state, state.players[0], "E2")["E1"] for state in (open_way, closed)]
    assert lengths[0] < lengths[1]


def test_a_step_nearer_is_worth_more():
    plan = Plan("p1", "A6")
    assert worth(position(pos="E1"), plan) > worth(position(pos="F1"), plan)
