"""Action cards: laid, taken back, turned up, and their effects."""

import pytest

from companion.errors import IllegalAction
from companion.games.pyramid_raiders import cards
from companion.games.pyramid_raiders.actions import (
    FlipRotation,
    PlaceCard,
    RevealCard,
    SkipEffect,
    TakeBackCard,
    TurnGuardian,
)
from companion.games.pyramid_raiders.positions import state_from
from companion.games.pyramid_raiders.rules import RULES

PAWNS = {"a": "e5", "b": "a1", "c": "i1"}


def at(phase, **given):
    return state_from(
        {"players": list(PAWNS), "phase": phase, "pawns": PAWNS, "guardian": {"at": "i5", "facing": "E"}, **given}
    )


def test_the_last_card_laid_begins_the_reveal_with_the_start_player():
    state = cards.place_card(at("programming", placed=["a", "c"], start="b"), PlaceCard("b"))
    assert (state.phase, state.active, state.placed) == ("reveal", "b", ("a", "b", "c"))


def test_a_card_taken_back_is_no_longer_there():
    assert cards.take_back_card(at("programming", placed=["a", "c"]), TakeBackCard("a")).placed == ("c",)


@pytest.mark.parametrize(("card", "extra"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 2)])
def test_a_card_turned_up_leaves_the_hand_and_may_lengthen_the_guardians_walk(card, extra):
    state = cards.reveal_card(at("reveal", placed=["a", "b"]), RevealCard("a", card))
    assert (card in state.hands["a"], state.extra, state.need, state.placed) == (False, extra, card, ("b",))


def test_card_1_turns_the_guardian_and_passes_the_turn():
    state = cards.turn_guardian(at("effect", card=1), TurnGuardian("a", "NW"))
    assert (state.guardian.facing, state.phase, state.active) == ("NW", "reveal", "b")


def test_card_2_flips_the_rotation_there_and_back():
    once = cards.flip_rotation(at("effect", card=2), FlipRotation("a"))
    assert (once.rotation, cards.flip_rotation(at("effect", card=2, rotation="ccw"), FlipRotation("a")).rotation) == (
        "ccw",
        "cw",
    )


def test_an_effect_left_alone_changes_nothing_but_whose_turn_it_is():
    before = at("effect", card=1)
    after = cards.skip_effect(before, SkipEffect("a"))
    assert (after.guardian, after.rotation, after.active) == (before.guardian, before.rotation, "b")


@pytest.mark.parametrize("card", [2, 3, 4, 5])
def test_only_card_1_turns_the_guardian(card):
    with pytest.raises(IllegalAction) as refused:
        RULES.apply(at("effect", card=card), TurnGuardian("a", "NW"))
    assert refused.value.code == "wrong_effect"
