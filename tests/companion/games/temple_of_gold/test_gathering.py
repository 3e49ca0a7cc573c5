"""What places offer, and what goes into a pack and out of it."""

import pytest

from companion.games.temple_of_gold.actions import Discard, PickUp
from companion.games.temple_of_gold.gathering import discard, offer_at, pick_up, why_no_discard, why_no_pick_up
from companion.games.temple_of_gold.positions import state_from
from companion.games.temple_of_gold.state import Units

TILES = {
    "C3": {"tile": "summer_2", "blocked": "N"},
    "D3": {"tile": "arms_3", "blocked": "N"},
    "D2": {"tile": "suns_4", "blocked": "N"},
}


def at(pos, **player):
    return state_from({"players": [{"id": "p1", "pos": pos, **player}, {"id": "p2"}], "tiles": TILES})


@pytest.mark.parametrize(
    ("space", "offer"),
    [
        ("F1", (Units(food=2, jewelry=1), None)),
        ("D1", (Units(tools=1), "jewelry")),
        ("B1", (Units(wood=1), "jewelry")),
        ("C3", (Units(food=1), "tools")),
        ("D3", (Units(tools=1, wood=1), None)),
        ("D2", None),
        ("A1", None),
        ("A6", None),
    ],
)
def test_what_a_place_offers(space, offer):
    assert offer_at(at("F1"), space) == offer


def test_a_wild_resource_stands_for_what_must_be_owned_and_stays():
    """T51."""
    state = at("D1", pack={}, wild=1)
    assert why_no_pick_up(state, PickUp("p1", Units(tools=1))) is None
    assert pick_up(state, PickUp("p1", Units(tools=1))).players[0].wild == 1


def test_the_seventh_coin_is_refused_but_a_pair_is_not():
    """T54."""
    rich = [{"id": f"p{n}", "pack": {"food": 4}} for n in (2, 3)]
    odd, even = ([{"id": "p1", "pack": {"food": food}}, *rich] for food in (3, 4))
    take = PickUp("p1", Units(food=1))
    assert why_no_pick_up(state_from({"players": odd}), take) is None
    assert why_no_pick_up(state_from({"players": even}), take) == "supply_empty"


def test_discarding_is_no_action():
    """T12, T14."""
    state = at("F1")
    after = discard(state, Discard("p1", Units(food=2)))
    assert (after.turn, after.players[0].pack.food) == (state.turn, 0)


def test_wild_resources_are_not_discarded():
    assert why_no_discard(at("F1", wild=2), Discard("p1", Units(wild=1))) == "wrong_payment"
