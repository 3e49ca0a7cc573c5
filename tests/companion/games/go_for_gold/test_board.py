"""The islands themselves."""

import pytest

from companion.games.go_for_gold import board


@pytest.mark.parametrize(
    ("side", "land", "treasures", "shovels", "feet"),
    [
        ("A", 60, [(4, 4)] * 4 + [(5, 5)] * 3 + [(6, 6)] * 2, 13, 5),
        ("B", 53, [(4, 3)] * 3 + [(5, 4)] * 3 + [(6, 7)] * 2, 10, 3),
    ],
)
def test_the_islands_hold_what_the_specification_counts(side, land, treasures, shovels, feet):
    island = board.island_of(side)
    assert len(island.neighbours) == land
    assert sorted((one.number, one.value) for one in island.treasures.values()) == treasures
    assert (sum(island.shovels.values()), sum(island.feet.values()), len(island.ports)) == (shovels, feet, 4)
    assert sorted(island.temples.values()) == sorted(board.TEMPLES)


@pytest.mark.parametrize("side", ["A", "B", "mini"])
def test_neighbours_touch_both_ways(side):
    near = board.island_of(side).neighbours
    assert all(space in near[other] for space in near for other in near[space])


def test_names_are_those_of_the_board():
    assert "seat4.I5" in board.spaces("A")
    assert board.pieces()[0] == "sheet.A.1"
