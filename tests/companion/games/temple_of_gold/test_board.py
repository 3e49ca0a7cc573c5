"""What is in the box, and which spaces touch."""

from companion.games.temple_of_gold import board


def test_census_uses_each_of_the_48_tiles_once():
    """T01."""
    used = [*board.TROPHIES.values(), *board.PILE, *board.START_TILES, *board.TOWNS, *board.FACE_DOWN]
    assert sorted(used) == sorted(board.TILES)
    assert (len(board.TILES), len(board.PILE), len(board.JUNGLE)) == (48, 24, 24)


def test_four_players_leave_no_face_down_tile_over():
    """T01: six for the coast, two for every backpack."""
    assert len(board.FACE_DOWN) == 6 + 2 * 4


def test_every_space_has_its_orthogonal_neighbours():
    assert set(board.NEIGHBOURS["C3"]) == {"C4", "D3", "C2", "B3"}
    assert set(board.NEIGHBOURS[board.START]) == {"F2", "E1"}


def test_a_mat_names_each_place_once():
    names = [name for seat in board.SEATS for name in board.seat_spaces(seat)]
    assert len(set(names)) == len(names) == 4 * 12
