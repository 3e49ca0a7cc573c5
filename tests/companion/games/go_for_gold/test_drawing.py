"""Where people draw on a sheet."""

import pytest

from companion.games.go_for_gold import board
from companion.games.go_for_gold.drawing import WAYS, line_of, paper

both_sides = pytest.mark.parametrize("side", board.SIDES)


@both_sides
def test_every_two_neighbours_have_one_line(side):
    near = board.island_of(side).neighbours
    lines = [frozenset(edge) for edge in paper(side).edges]
    assert len(set(lines)) == len(lines)
    assert set(lines) == {frozenset((a, b)) for a in near for b in near[a]}


@both_sides
def test_a_line_has_the_same_name_from_both_ends(side):
    for a, b in paper(side).edges:
        assert line_of(side, a, b) == line_of(side, b, a)
        assert line_of(side, a, b)[1] in WAYS
    assert paper(side).edges


@both_sides
def test_no_two_lines_share_a_name(side):
    names = [line_of(side, a, b) for a, b in paper(side).edges]
    assert len(set(names)) == len(names)


@both_sides
def test_symbols_that_are_ringed_or_crossed_have_a_spot_above_their_space(side):
    form, island = paper(side), board.island_of(side)
    assert set(form.spots) == {*island.shovels, *island.feet, *island.ports}
    assert {round(form.places[name][1] - y, 3) for name, (_, y) in form.spots.items()} == {4.6}


def test_boxes_are_those_of_the_panel():
    assert set(paper("A").boxes) == {
        *(f"temple.{colour}" for colour in board.TEMPLES),
        "start.shovel.1",
        "start.shovel.2",
        board.START_FOOT,
    }
