"""The box: 61 spaces, their neighbours, the maps and whose pawn is whose."""

import pytest

from companion.games.pyramid_raiders.board import (
    BOOK_SPACES,
    COLOURS,
    COPIES,
    CORNERS,
    INDEX,
    MAPS,
    NEIGHBOURS,
    RIM,
    RIM_SET,
    SPACES,
    characters,
    distance,
    is_connected,
    neighbours,
)


@pytest.mark.parametrize("name", MAPS)
def test_our_maps_leave_corners_centre_and_rim_free_and_every_space_two_ways(name):
    pillars, fountains = MAPS[name]
    obstacles = {*pillars, *fountains}
    assert (len(pillars), len(fountains), len(obstacles)) == (6, 6, 12)
    assert not obstacles & (BOOK_SPACES | RIM_SET)
    assert is_connected(pillars, fountains)
    free = set(INDEX) - obstacles
    assert all(len(free & set(neighbours(space))) >= 2 for space in free)


def test_the_centre_touches_six_spaces_and_a_corner_three():
    assert (len(NEIGHBOURS[INDEX["e5"]]), len(NEIGHBOURS[INDEX["a1"]]), len(INDEX)) == (6, 3, 61)


def test_books_obstacles_and_treasures_fill_the_board():
    assert len(SPACES) == 61 == len(BOOK_SPACES) + 12 + len(COLOURS) * COPIES


def test_the_rim_has_24_spaces_and_all_corners():
    assert (len(RIM), set(CORNERS) <= RIM_SET) == (24, True)


@pytest.mark.parametrize(("one", "other", "far"), [("e5", "e5", 0), ("e5", "d4", 1), ("a1", "e9", 8), ("a1", "i5", 8)])
def test_distance_is_counted_in_steps(one, other, far):
    assert distance(one, other) == distance(other, one) == far


def test_a_map_in_two_halves_is_not_connected():
    wall = ("e1", "e2", "e3", "e4", "e6", "e7", "e8", "e9")
    assert not is_connected((*wall, "e5"), ())
    assert is_connected(wall, ())


def test_a_player_called_after_a_character_has_its_pawn():
    assert characters(("ann", "thomas", "bob")) == {"ann": "harvison", "thomas": "thomas", "bob": "konga"}
