"""How turns, rounds and the game end."""

import pytest

from companion.games.pyramid_raiders import ending, guardian
from companion.games.pyramid_raiders.positions import state_from

PAWNS = {"a": "e6", "b": "a1", "c": "i1"}


def at(phase, **given):
    return state_from({"players": list(PAWNS), "phase": phase, "pawns": PAWNS, **given})


@pytest.mark.parametrize(
    ("start", "active", "phase", "following"),
    [("a", "a", "reveal", "b"), ("a", "c", "guardian", "a"), ("b", "c", "reveal", "a"), ("b", "a", "guardian", "b")],
)
def test_the_turn_goes_round_and_then_the_guardian_walks(start, active, phase, following):
    state = ending.pass_turn(at("effect", card=1, start=start, active=active))
    assert (state.phase, state.active, state.card) == (phase, following, None)


def test_the_order_of_entering_is_against_the_clock_the_start_player_last():
    assert ending.reverse_order(at("programming"), "b") == ("a", "c", "b")


def after_walk(die=1, **given):
    state = at("guardian", guardian={"at": "e5", "facing": "E"}, **given)
    return ending.after_guardian(guardian.walked(state, guardian.walk(state, die)))


def test_whoever_was_knocked_out_comes_back_before_the_round_ends():
    state = after_walk(extra=2)
    assert (state.phase, state.queue, state.active, state.extra) == ("reentry", ("a",), "a", 0)


def test_with_nobody_out_the_next_round_begins_one_seat_on():
    state = after_walk(pawns={"a": "a3", "b": "a1", "c": "i1"})
    assert (state.phase, state.round, state.start, state.active) == ("programming", 2, "b", None)


@pytest.mark.parametrize(("players", "rounds"), [(3, 15), (4, 11), (5, 9), (6, 7)])
def test_the_last_round_depends_on_the_players(players, rounds):
    names = list("abcdef")[:players]
    last = state_from({"players": names, "phase": "programming", "round": rounds})
    before = state_from({"players": names, "phase": "programming", "round": rounds - 1})
    assert (ending.is_last_round(last), ending.is_last_round(before)) == (True, False)
    assert ending.is_over(ending.end_round(last))
    assert not ending.is_over(ending.end_round(before))


def test_only_an_empty_hand_is_filled_again():
    state = ending.begin_round(at("programming", hands={"a": [], "b": [2], "c": [1, 5]}))
    assert state.hands == {"a": (1, 2, 3, 4, 5), "b": (2,), "c": (1, 5)}
