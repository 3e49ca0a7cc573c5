"""Which moves fit the lines seen on a sheet."""

from itertools import pairwise

import pytest

from companion.games.go_for_gold import GAME as game
from companion.games.go_for_gold.actions import Move
from companion.games.go_for_gold.retracing import MOST, fitting, misfit


def moving(*visited, roll=3, feet=0):
    rows = [{"id": "p1", "visited": list(visited) or ["A5"], "feet": feet}, {"id": "p2", "visited": ["E9"]}]
    return game.state_from({"side": "A", "phase": "move", "roll": roll, "players": rows})


def lines(*route, chance=1.0):
    return {frozenset(pair): chance for pair in pairwise(route)}


def fits(state, seen, foot=0.0):
    return [(move.path, move.use_foot) for move in fitting(state, state.hunter("p1"), seen, foot)]


ROUTE = ("B4", "C4", "D4")
SURE = lines("A5", *ROUTE)


def test_nothing_drawn_is_no_move():
    assert fits(moving(), {}) == []


def test_a_line_of_the_right_length_is_the_move():
    assert fits(moving(), SURE) == [(ROUTE, False)]
    assert fits(moving(feet=1), SURE) == [(ROUTE, False)]


def test_a_stroke_that_is_not_seen_in_the_middle_is_filled_in():
    assert fits(moving(), lines("A5", "B4") | lines("C4", "D4")) == [(ROUTE, False)]


def test_a_line_whose_end_is_not_seen_may_end_anywhere():
    found = fits(moving(), lines("A5", "B4", "C4"))
    assert (ROUTE, False) in found
    assert 1 < len(found) <= MOST
    assert {path[:2] for path, _ in found} == {("B4", "C4")}


def test_of_two_doubtful_ends_both_are_offered():
    found = fits(moving(), lines("A5", "B4", "C4") | lines("C4", "D4", chance=0.7) | lines("C4", "D3", chance=0.7))
    assert sorted(found) == [(("B4", "C4", "D3"), False), (("B4", "C4", "D4"), False)]


def test_a_sure_end_wins_over_what_was_rubbed_out():
    assert fits(moving(), SURE | lines("C4", "D3", "E3", chance=0.35)) == [(ROUTE, False)]


def test_a_short_line_into_a_port_needs_no_foot():
    state = moving("E9", "D8", "C8", "B7", "A7", "A6", roll=3, feet=1)
    assert fits(state, lines("A6", "A5")) == [(("A5",), False)]


def test_too_long_a_line_needs_a_foot():
    assert fits(moving(roll=2, feet=1), SURE) == [(ROUTE, True)]


def test_too_long_a_line_without_a_foot_is_never_cut_short_in_silence():
    assert len(fits(moving(roll=2), SURE)) != 1


def test_too_short_a_line_with_a_crossed_foot_is_a_move_by_foot():
    assert fits(moving(roll=5, feet=1), SURE, foot=0.75) == [(ROUTE, True)]


def test_too_short_a_line_without_a_crossed_foot_may_not_be_finished():
    found = fits(moving(roll=5, feet=1), SURE)
    assert found[0] == (ROUTE, True)
    assert len(found) > 1
    assert all(len(path) == 5 and path[:3] == ROUTE for path, _ in found[1:])


def test_a_crossed_foot_with_the_rolled_length_is_asked_about():
    assert sorted(fits(moving(feet=1), SURE, foot=0.75)) == [(ROUTE, False), (ROUTE, True)]


def test_what_is_all_doubtful_is_never_taken_for_granted():
    found = fits(moving(), lines("A5", *ROUTE, chance=0.5))
    assert found[0] == (ROUTE, False)
    assert len(found) > 1


def test_a_few_doubtful_strokes_are_no_reason_to_ask():
    assert fits(moving(feet=1), lines("A5", "B4", chance=0.5) | lines("G5", "G6", chance=0.5)) == []


def test_scribbles_are_no_move():
    assert fits(moving(), lines("G5", "G6", "G7", "F7") | lines("I3", "I4")) == []


@pytest.mark.parametrize(("chance", "against"), [(1.0, 0.0), (0.5, 1.5), (0.0, 3.0)])
def test_what_speaks_against_a_move_is_counted_in_strokes(chance, against):
    assert misfit(moving(), Move("p1", ROUTE), lines("A5", *ROUTE, chance=chance), 0.0) == pytest.approx(against)


def test_a_pale_line_for_which_a_foot_was_crossed_out_is_asked_about():
    """Each stroke may be what an eraser left; the crossed foot says that somebody drew."""
    pale = lines("A5", *ROUTE, "E4", chance=0.5)
    assert fits(moving(roll=1, feet=1), pale) == []
    assert fits(moving(roll=1, feet=1), pale, foot=1.0)[0] == ((*ROUTE, "E4"), True)


def test_a_single_pale_stroke_is_asked_about():
    found = fits(moving(roll=1), lines("A5", "B4", chance=0.5))
    assert found[0] == (("B4",), False)
    assert len(found) > 1
