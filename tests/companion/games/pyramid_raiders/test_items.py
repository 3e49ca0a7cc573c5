"""The teleport door and the magic hands."""

import pytest

from companion.games.pyramid_raiders import items
from companion.games.pyramid_raiders.actions import MagicTake, Teleport
from companion.games.pyramid_raiders.positions import state_from

PAWNS = {"a": "e5", "b": "a1", "c": "i1"}


def moving(card, item, **given):
    base = {"players": list(PAWNS), "phase": "moving", "card": card, "pawns": PAWNS, "items": {"a": item}}
    return state_from(base | {"guardian": {"at": "i5", "facing": "E"}} | given)


@pytest.mark.parametrize(("card", "far"), [(1, ["e6"]), (2, ["e6", "e7"]), (3, ["e6", "e7", "d7"])])
def test_magic_hands_reach_as_far_as_the_card_says(card, far):
    tokens = {"e6": "red", "e7": "blue", "d7": "book"}
    assert items.in_reach(moving(card, "magic_hands", tokens=tokens), "a") == far


def test_magic_hands_leave_the_pawn_where_it_stands():
    state = items.magic_take(moving(3, "magic_hands", tokens={"e7": "blue"}), MagicTake("a", "e7"))
    assert (state.pawns["a"], state.loot["a"], state.tokens, state.active) == ("e5", {"blue": 1}, {}, "b")


@pytest.mark.parametrize(
    ("space", "bar"),
    [
        ("i5", "blocked_guardian"),
        ("c4", "blocked_pillar"),
        ("b2", "blocked_fountain"),
        ("a1", "space_occupied"),
        ("a3", "space_occupied"),
        ("e5", None),
        ("e6", None),
    ],
)
def test_a_pawn_is_set_down_on_a_free_space_its_own_included(space, bar):
    state = moving(5, "teleport_door", pillars=["c4"], fountains=["b2"], decoy="a3")
    assert items.landing_bar(state, "a", space) == bar


def test_a_diver_may_be_set_down_in_the_water():
    assert items.landing_bar(moving(5, "diving_helmet", fountains=["b2"]), "a", "b2", diver=True) is None


def test_the_door_takes_what_lies_behind_it():
    state = items.teleport(moving(5, "teleport_door", tokens={"a5": "book"}), Teleport("a", "a5"))
    assert (state.pawns["a"], state.loot["a"], state.phase) == ("a5", {"book": 1}, "reveal")


@pytest.mark.parametrize(
    ("card", "item", "choice"),
    [(5, "teleport_door", True), (4, "teleport_door", False), (1, "magic_hands", False), (2, "magic_hands", True)],
)
def test_who_is_walled_in_may_still_have_a_choice(card, item, choice):
    assert items.has_other_choice(moving(card, item, tokens={"e7": "red"}), "a") is choice
