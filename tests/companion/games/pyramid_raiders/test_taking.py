"""After the last step: decoy, treasure, effect."""

import pytest

from companion.games.pyramid_raiders import taking
from companion.games.pyramid_raiders.actions import PlaceDecoy, SkipDecoy, SkipTake, TakeToken
from companion.games.pyramid_raiders.positions import state_from

PAWNS = {"a": "e5", "b": "a1", "c": "i1"}


def at(phase, **given):
    base = {"players": list(PAWNS), "phase": phase, "pawns": PAWNS, "guardian": {"at": "i5", "facing": "E"}}
    return state_from(base | given)


def test_the_treasure_underfoot_is_taken_when_the_walk_ends():
    state = taking.end_walk(at("moving", card=3, path=["e2", "e3", "e4", "e5"], tokens={"e5": "red", "e6": "blue"}))
    assert (state.loot["a"], state.tokens, state.active) == ({"red": 1}, {"e6": "blue"}, "b")


@pytest.mark.parametrize(("card", "phase"), [(1, "taking"), (2, "taking"), (3, "taking"), (4, "reveal"), (5, "reveal")])
def test_magnets_choose_with_cards_1_to_3_only(card, phase):
    state = at("moving", card=card, items={"a": "big_magnets"}, tokens={"e6": "blue"})
    assert taking.end_walk(state).phase == phase


def test_magnets_with_nothing_beside_them_take_what_lies_underfoot():
    state = taking.end_walk(at("moving", card=3, items={"a": "big_magnets"}, tokens={"e5": "red"}))
    assert (state.phase, state.loot["a"]) == ("reveal", {"red": 1})


def test_the_doll_asks_where_it_may_be_set_down():
    walked = at("moving", card=4, path=["e2", "e3", "e4", "d4", "e5"], items={"a": "decoy_doll"}, decoy="e3")
    state = taking.end_walk(walked)
    assert (state.phase, taking.decoy_spaces(state)) == ("decoy", ["d4", "e2", "e4"])


@pytest.mark.parametrize(
    ("space", "why"), [("e5", "not_on_path"), ("c3", "not_on_path"), ("e3", "space_occupied"), ("e4", None)]
)
def test_the_decoy_goes_on_a_free_space_walked_over(space, why):
    state = at("decoy", card=4, path=["e3", "e4", "e5"], items={"a": "decoy_doll"}, pawns={**PAWNS, "b": "e3"})
    assert taking.why_no_decoy(state, PlaceDecoy("a", space)) == why


def test_with_the_decoy_set_or_kept_the_treasure_follows():
    state = at("decoy", card=4, path=["e3", "e4", "e5"], items={"a": "decoy_doll"}, tokens={"e5": "red"})
    placed, kept = taking.place_decoy(state, PlaceDecoy("a", "e4")), taking.skip_decoy(state, SkipDecoy("a"))
    assert (placed.decoy, kept.decoy, placed.loot["a"], kept.loot["a"]) == ("e4", None, {"red": 1}, {"red": 1})


def test_a_treasure_of_the_same_colour_is_counted():
    state = at("taking", card=3, items={"a": "big_magnets"}, tokens={"e6": "red"}, loot={"a": {"red": 2}})
    assert taking.take_token(state, TakeToken("a", "e6")).loot["a"] == {"red": 3}


def test_nothing_need_be_taken_where_nothing_lies_underfoot():
    state = at("taking", card=1, items={"a": "big_magnets"}, tokens={"e6": "red"})
    assert taking.why_no_skipping(state, SkipTake("a")) is None
    assert taking.skip_take(state, SkipTake("a")).phase == "effect"
