"""One player's walk: steps, pushes, whole walks."""

import pytest

from companion.errors import IllegalAction
from companion.games.pyramid_raiders import walking
from companion.games.pyramid_raiders.actions import EndMove, Move, Push, Step
from companion.games.pyramid_raiders.board import INDEX, NAMES
from companion.games.pyramid_raiders.positions import state_from

PAWNS = {"a": "e5", "b": "e7", "c": "i1"}


def moving(card, **given):
    base = {"players": list(PAWNS), "phase": "moving", "card": card, "pawns": PAWNS}
    return state_from(base | {"guardian": {"at": "i5", "facing": "E"}} | given)


def test_a_step_uses_up_one_space_of_the_card():
    state = walking.step(moving(3), Step("a", "e6"))
    assert (state.pawns["a"], state.need, state.path, state.phase) == ("e6", 2, ("e5", "e6"), "moving")


def test_stepping_into_somebody_asks_where_he_goes():
    state = walking.step(walking.step(moving(3), Step("a", "e6")), Step("a", "e7"))
    assert (state.phase, state.chain, walking.pushed_figure(state)) == ("pushing", ("e7",), "b")
    after = walking.push(state, Push("a", "e8"))
    assert (after.phase, after.pawns["b"], after.need) == ("moving", "e8", 1)


def test_a_whole_walk_comes_to_the_same_as_its_steps():
    steps = walking.push(walking.step(walking.step(moving(2), Step("a", "e6")), Step("a", "e7")), Push("a", "e8"))
    assert walking.move(moving(2), Move("a", ("e6", "e7"), ("e8",))) == steps


def test_a_refused_walk_has_not_begun():
    state = moving(3)
    with pytest.raises(IllegalAction) as refused:
        walking.move(state, Move("a", ("e6", "e7", "e8")))
    assert (refused.value.code, state) == ("push_missing", moving(3))


def test_those_pushed_are_named_in_the_order_of_the_pushes():
    state = moving(2, pawns={"a": "e5", "b": "e6", "c": "e7"})
    assert walking.victims(state, Move("a", ("e6", "e7"), ("e7", "e8", "d7"))) == ["b", "c", "b"]


def test_what_is_owed_is_named_when_somebody_stops_too_early():
    assert str(walking.why_no_end(moving(3), EndMove("a"))).startswith("You owe 3 more spaces")
    assert walking.why_no_end(moving(3, need=0), EndMove("a")) is None


def test_walled_in_the_walk_is_over_at_once():
    walls = {"pillars": ["a2", "b1"], "fountains": ["b2"], "pawns": {"a": "a1", "b": "e7", "c": "i1"}}
    assert walking.begin_walk(moving(3, **walls), "a").active == "b"


def test_open_ends_are_where_the_walk_may_stop():
    ends = walking.open_ends(walking.Walker(moving(1), "a"))
    assert {NAMES[at] for at in ends} == {"e4", "e6", "d4", "d5", "f4", "f5"}


def test_far_spaces_are_out_of_reach_of_a_short_card():
    walker = walking.Walker(moving(2), "a")
    assert (walker.is_out_of_reach(INDEX["e8"]), walker.is_out_of_reach(INDEX["e7"])) == (True, False)


def test_pillars_under_spring_boots_count_nothing():
    assert walking.counted(moving(2, pillars=["e6"]), ("e5", "e6", "e7")) == 1
