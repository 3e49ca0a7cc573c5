"""Section 2.3: where everything of Temple of Gold lies."""

import pytest

from companion.games.temple_of_gold import board
from companion.games.temple_of_gold.layout import layout

TABLE = layout()


def test_the_table_has_the_spaces_of_the_rules() -> None:
    assert set(TABLE.space) == set(board.TABLE_SPACES)


def test_the_kit_has_the_pieces_of_the_rules() -> None:
    assert {piece.name: piece.copies for piece in TABLE.pieces} == dict(board.COPIES)


@pytest.mark.parametrize(
    ("name", "at"), [("A6", (265, 142)), ("A1", (265, 452)), ("F1", (575, 452)), ("D3", (451, 328))]
)
def test_cells_lie_at_62_mm_from_each_other(name: str, at: tuple[float, float]) -> None:
    assert (TABLE.space[name].x_mm, TABLE.space[name].y_mm) == at


def test_markers_count_like_the_tiles() -> None:
    assert [TABLE.piece[f"tile.{tile}"].marker for tile in board.TILES] == list(range(48))


def test_only_tiles_of_the_pile_care_which_way_round_they_lie() -> None:
    turned = {piece.name for piece in TABLE.pieces if piece.facings}
    assert turned == {f"tile.{tile}" for tile in board.PILE}


@pytest.mark.parametrize("suit", board.PLAYER_SUITS)
@pytest.mark.parametrize(("dx", "dy"), [(0, 0), (18.9, 18.9), (-18.9, 18.9), (18.9, -18.9), (-18.9, -18.9)])
def test_a_pawn_anywhere_on_a_tile_is_on_that_tile(suit: str, dx: float, dy: float) -> None:
    cell = TABLE.space["C4"]
    found = TABLE.nearest_space(TABLE.piece[f"pawn.{suit}"].seat, cell.x_mm + dx, cell.y_mm + dy)
    assert found is cell


@pytest.mark.parametrize("suit", board.PLAYER_SUITS)
@pytest.mark.parametrize(("dx", "dy"), [(21.9, 21.9), (-21.9, -21.9)])
def test_a_camp_anywhere_on_a_tile_is_on_that_tile(suit: str, dx: float, dy: float) -> None:
    cell = TABLE.space["C4"]
    assert TABLE.nearest_space(f"camp.{suit}", cell.x_mm + dx, cell.y_mm + dy) is cell


def test_a_coin_across_the_line_is_two_units_and_one_in_a_field_is_one() -> None:
    left, pair = TABLE.space["seat1.pack1"], TABLE.space["seat1.pair1"]
    for x, name in ((left.x_mm, "seat1.pack1"), (left.x_mm + 6, "seat1.pack1"), (pair.x_mm - 5, "seat1.pair1")):
        found = TABLE.nearest_space("coin", x, left.y_mm)
        assert found is not None
        assert found.name == name


def test_rows_of_a_backpack_count_from_below() -> None:
    assert TABLE.space["seat2.pack1"].y_mm > TABLE.space["seat2.pack3"].y_mm
    assert TABLE.space["seat2.wild0"].y_mm == TABLE.space["seat2.pack1"].y_mm


def test_four_trophies_fit_beside_each_other_and_are_all_found() -> None:
    held = TABLE.space["seat4.trophy"]
    for n in range(4):
        assert TABLE.nearest_space("tile", held.x_mm + n * held.spread_mm[0], held.y_mm) is held
