"""Section 2.3: where everything of Temple of Gold lies."""

from colorsys import rgb_to_hsv
from math import hypot

import pytest

from companion.games.temple_of_gold import board
from companion.games.temple_of_gold.layout import COLOURS, LOWEST_ROW, MAT_SIZE, MATS, ROW_MM, layout
from companion.layout import Space

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


@pytest.mark.parametrize("row", range(4))
@pytest.mark.parametrize("seat", board.SEATS)
@pytest.mark.parametrize(
    ("off", "column"), [(9, "left"), (15, "left"), (21, "left"), (25, "across"), (35, "across"), (39, "right")]
)
def test_a_coin_across_the_line_is_two_units_and_one_in_a_field_is_one(
    seat: int, row: int, off: float, column: str
) -> None:
    x, y = MATS[seat - 1]
    for askew in (-9, 0, 9):
        found = TABLE.nearest_space("coin", x + off, y + LOWEST_ROW - ROW_MM * row + askew)
        assert found is TABLE.space[f"seat{seat}.{column}"]


def test_coins_on_their_stacks_belong_to_nobody() -> None:
    for kind in board.KINDS:
        stack = TABLE.space[f"stack.{kind}"]
        assert TABLE.nearest_space("coin", stack.x_mm, stack.y_mm) is None


def laid_out(name: str, seat: str, number: int) -> list[Space | None]:
    """Where the camera takes so many pieces to lie that a hand lays onto one space, one after the other."""
    space = TABLE.space[name]
    (x, y), (dx, dy) = space.seat(seat), space.spread_mm
    return [TABLE.nearest_space(seat, x + n * dx, y + n * dy) for n in range(number)]


@pytest.mark.parametrize(
    ("name", "seat", "most"),
    [
        *[(f"seat{seat}.gold", "gold", 6) for seat in board.SEATS],
        *[(f"seat{seat}.pack", "gold", 3) for seat in board.SEATS],
        *[(f"seat{seat}.{column}", "coin", 5) for seat in board.SEATS for column in (*board.SINGLES, board.PAIRS)],
        *[(f"seat{seat}.trophy", "tile", 4) for seat in board.SEATS],
        *[("income", "gold", 6), ("spare", "gold", 8)],
    ],
)
def test_what_is_laid_apart_is_all_found_where_it_lies(name: str, seat: str, most: int) -> None:
    """Two gold markers of the bonus and four of the income; a seventh lies too near the board at seat 2."""
    assert laid_out(name, seat, most) == [TABLE.space[name]] * most


@pytest.mark.parametrize("seat", board.SEATS)
@pytest.mark.parametrize("field", [(15, 80), (45, 80), (15, 170), (45, 170)])
def test_a_treasure_on_any_field_of_the_pack_is_in_the_pack(seat: int, field: tuple[float, float]) -> None:
    (x, y), (dx, dy) = MATS[seat - 1], field
    for piece in ("gold", "amulet"):
        assert TABLE.nearest_space(piece, x + dx, y + dy) is TABLE.space[f"seat{seat}.pack"]


def test_equal_pieces_are_laid_far_enough_apart_to_be_counted() -> None:
    spread = 0
    for space in TABLE.spaces:
        for seat, apart in (("gold", 15), ("coin", 24)):
            if seat in space.seats and space.spread_mm != (0.0, 0.0):
                spread += 1
                assert hypot(*space.spread_mm) >= apart + 3
    assert spread


def test_pieces_found_by_colour_have_colours_of_their_own() -> None:
    plain = [piece for piece in TABLE.pieces if piece.is_plain]
    assert sorted(piece.name for piece in plain) == [*(f"camp.{suit}" for suit in sorted(COLOURS)), "clue", "gold"]
    assert len({piece.colour for piece in plain}) == len(plain)


def test_pieces_found_by_colour_have_a_colour_to_be_found_by() -> None:
    """Grey, white and black are everywhere on a printed table."""
    plain = [piece for piece in TABLE.pieces if piece.is_plain]
    for piece in plain:
        red, green, blue = (int(piece.colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
        assert rgb_to_hsv(red, green, blue)[1] > 0.4, piece.name
    assert plain


def test_the_torch_lies_beside_its_mat_and_touches_nothing_else() -> None:
    assert TABLE.torch == "torch"
    assert TABLE.piece["torch"].marker not in {piece.marker for piece in TABLE.pieces if piece.name != "torch"}
    for seat, (x, y) in enumerate(MATS, start=1):
        torch = TABLE.space[f"torch.{seat}"]
        assert min(abs(torch.x_mm - x), abs(torch.x_mm - x - MAT_SIZE[0])) < 45
        assert y < torch.y_mm < y + MAT_SIZE[1]


def test_rows_of_a_backpack_begin_below_beside_the_die_track() -> None:
    assert TABLE.space["seat2.wild0"].y_mm == TABLE.space["seat2.across"].y_mm > TABLE.space["seat2.wild5"].y_mm


@pytest.mark.parametrize("suit", COLOURS)
@pytest.mark.parametrize("turns", range(4))
def test_a_pawn_hides_only_one_of_its_tiles_markers(suit: str, turns: int) -> None:
    tile, pawn = TABLE.piece["tile.suns_a"], TABLE.piece[f"pawn.{suit}"]
    spots = [tile.marker_at_mm, *((x, y) for _, x, y in tile.more_markers)]
    x, y = TABLE.space["C3"].seats[pawn.seat]
    for _ in range(turns):
        x, y = y, -x  # the tile turned under it
    reach = tile.marker_mm / 2 + pawn.width_mm / 2
    hidden = [(a, b) for a, b in spots if max(abs(a - 30 - x), abs(b - 30 - y)) < reach]
    assert len(spots) == 2
    assert len(hidden) <= 1
