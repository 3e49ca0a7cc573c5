"""The board as the walking player meets it."""

import pytest

from companion.games.pyramid_raiders.board import BIT, INDEX, OFF
from companion.games.pyramid_raiders.ground import (
    Ground,
    Link,
    can_walk,
    figures_of,
    has_room,
    longest,
    occupied,
    push_bar,
    push_outcomes,
    push_targets,
    seat_named,
    step_bar,
)
from companion.games.pyramid_raiders.positions import state_from

PAWNS = {"a": "e5", "b": "e6", "c": "i1"}


def moving(**given):
    base = {"players": list(PAWNS), "phase": "moving", "card": 3, "pawns": PAWNS}
    return state_from(base | {"guardian": {"at": "i5", "facing": "E"}} | given)


def met_by_a(state):
    figures = figures_of(state, 0)
    return Ground(state, 0), figures, occupied(figures)


@pytest.mark.parametrize(
    ("to", "why"),
    [("e7", "not_adjacent"), ("e4", "backtrack"), ("d5", "blocked_pillar"), ("f5", "blocked_fountain"), ("e6", "")],
)
def test_a_step_is_barred_with_its_reason(to, why):
    ground, figures, taken = met_by_a(moving(pillars=["d5"], fountains=["f5"]))
    assert step_bar(ground, figures, taken, INDEX["e5"], INDEX["e4"], INDEX[to]) == why


def test_items_open_pillars_and_water_to_their_owner():
    boots = Ground(moving(pillars=["d5"], fountains=["f5"], items={"a": "spring_boots"}), 0)
    helmet = Ground(moving(pillars=["d5"], fountains=["f5"], items={"a": "diving_helmet"}), 0)
    assert (boots.bar(INDEX["d5"]), boots.bar(INDEX["f5"])) == ("", "blocked_fountain")
    assert (helmet.bar(INDEX["d5"]), helmet.bar(INDEX["f5"])) == ("blocked_pillar", "")


def test_a_diver_goes_from_fountain_to_fountain():
    ground = Ground(moving(fountains=["b2", "h5"], items={"a": "diving_helmet"}), 0)
    assert INDEX["h5"] in ground.links(INDEX["b2"])
    assert INDEX["h5"] not in ground.links(INDEX["b3"])


def test_nobody_has_room_between_walls():
    ground, figures, taken = met_by_a(moving(pawns={"a": "a2", "b": "a1", "c": "i1"}, pillars=["b1"], fountains=["b2"]))
    assert not has_room(ground, figures, taken, 1, INDEX["a1"], INDEX["a2"], BIT[INDEX["a1"]])


def test_a_push_goes_to_neighbours_but_not_back():
    ground, figures, taken = met_by_a(moving())
    link = Link(1, INDEX["e6"], INDEX["e5"], 0, BIT[INDEX["e6"]])
    assert set(push_targets(ground, figures, taken, link)) == {INDEX[to] for to in ("e7", "d5", "d6", "f5", "f6")}
    assert push_bar(ground, figures, taken, link, INDEX["e5"]) == "push_back"


def test_gloves_push_two_spaces():
    ground, figures, taken = met_by_a(moving(items={"a": "power_gloves"}))
    link = Link(1, INDEX["e6"], INDEX["e5"], 0, BIT[INDEX["e6"]])
    assert INDEX["e8"] in push_targets(ground, figures, taken, link)


def test_every_outcome_of_a_push_is_found_chains_included():
    state = moving(pawns={"a": "e5", "b": "e6", "c": "e7"})
    ground, figures, taken = met_by_a(state)
    found = push_outcomes(ground, figures, taken, 1, INDEX["e6"], 0, BIT[INDEX["e6"]])
    alone = push_outcomes(ground, figures, taken, 1, INDEX["e6"], 0, BIT[INDEX["e6"]], alone=True)
    assert (len(alone), len(found)) == (5, 10)  # e5 counts here: where the pusher came from is asked later


def test_the_longest_walk_out_of_a_blind_alley_is_short():
    state = moving(pawns={"a": "a1", "b": "i1", "c": "i3"}, pillars=["b2", "a3", "b3"], fountains=["c1", "c2"])
    ground, figures, taken = met_by_a(state)
    assert longest(ground, figures, taken, INDEX["a1"], OFF, 4) == 1
    assert not can_walk(ground, figures, taken, INDEX["a1"], OFF, 2)


def test_the_figure_after_the_players_is_the_decoy():
    state = moving()
    assert [seat_named(state, figure) for figure in range(4)] == ["a", "b", "c", "decoy"]
