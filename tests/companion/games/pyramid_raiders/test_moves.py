"""Whole walks by their outcomes (that they are complete is tested with legal)."""

from companion.games.pyramid_raiders.board import INDEX, NAMES
from companion.games.pyramid_raiders.moves import Walks
from companion.games.pyramid_raiders.positions import state_from
from companion.games.pyramid_raiders.walking import Walker

PAWNS = {"a": "e5", "b": "e6", "c": "i1"}


def walks(card=2, fixed=frozenset(), alone=False, **given):
    base = {"players": list(PAWNS), "phase": "moving", "card": card, "pawns": PAWNS}
    state = state_from(base | {"guardian": {"at": "i5", "facing": "E"}} | given)
    return Walks(Walker(state, "a"), fixed, alone)


def test_every_outcome_is_there_once_and_has_a_walk():
    found = walks()
    ends = [(end.at, end.figures) for end in found]
    assert len(ends) == len(set(ends)) == len(found)
    assert all(len(end.path) == 2 and NAMES[end.at] == end.path[-1] for end in found)


def test_those_who_are_fixed_are_walked_round():
    everybody = frozenset(range(4))
    assert {end.pushes for end in walks(fixed=everybody)} == {()}
    assert {end.pushes for end in walks()} > {()}


def test_ends_can_be_asked_for_by_space():
    assert {end.path[-1] for end in walks().ending(INDEX["d6"], {})} == {"d6"}
    assert list(walks().ending(INDEX["a1"], {})) == []


def test_alone_leaves_out_what_others_decide():
    pawns = {"a": "e5", "b": "e6", "c": "e7"}
    assert max(len(end.pushes) for end in walks(1, pawns=pawns)) == 2
    assert max(len(end.pushes) for end in walks(1, pawns=pawns, alone=True)) == 1


def test_an_outcome_can_be_looked_up():
    found = walks(1)
    assert (found.still, INDEX["d5"]) in found
    assert (found.still, INDEX["a1"]) not in found


def test_nobody_off_the_board_walks():
    assert len(walks(pawns={"b": "e6", "c": "i1"})) == 0
