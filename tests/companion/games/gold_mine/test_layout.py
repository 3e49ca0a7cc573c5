"""Section 2.5: where everything of Gold Mine lies."""

from collections.abc import Iterator

import pytest

from companion.games.gold_mine import board
from companion.games.gold_mine.layout import NOW, PITCH, fitted, layout

TABLE = layout()


def test_the_kit_has_the_pieces_of_the_rules() -> None:
    assert {piece.name for piece in TABLE.pieces} == set(board.PIECES)


def test_every_cell_of_the_field_is_a_space() -> None:
    assert {board.cell_space(x, y) for x in board.FIELD_X for y in board.FIELD_Y} <= set(TABLE.space)


def test_neighbours_are_a_tile_and_a_small_gap_apart() -> None:
    assert TABLE.space["1,0"].x_mm - TABLE.space["0,0"].x_mm == pytest.approx(PITCH)
    assert TABLE.space["0,1"].y_mm - TABLE.space["0,0"].y_mm == pytest.approx(PITCH)


@pytest.mark.parametrize("mark", [*"neswc", *board.CORNERS])
def test_foot_marks_lie_towards_the_sides_of_the_table(mark: str) -> None:
    cell, foot = TABLE.space["3,-2"], TABLE.space[board.foot_space(3, -2, mark)]
    assert (foot.x_mm - cell.x_mm, foot.y_mm - cell.y_mm) == pytest.approx(dict(NOW.feet())[mark])


def test_miners_on_both_sides_of_an_edge_do_not_touch() -> None:
    for one, other in (("3,-2,e", "4,-2,w"), ("3,-2,ne", "4,-2,nw"), ("3,-2,e", "4,-2,sw")):
        assert TABLE.space[other].x_mm - TABLE.space[one].x_mm >= TABLE.piece["miner.red"].width_mm - 1e-9


def test_an_earlier_board_has_the_same_spaces_and_pieces_and_other_corners() -> None:
    first = TABLE.also[0]
    assert (set(first.space), set(first.piece)) == (set(TABLE.space), set(TABLE.piece))
    assert not set(first.frame_markers) & set(TABLE.frame_markers)
    assert (first.height_mm, first.piece["tile.T01"].marker_mm, first.piece["miner.red"].marker_mm) == (715, 14, 12)


def test_the_board_before_this_one_is_still_known_by_its_corners_and_sizes() -> None:
    second = TABLE.also[1]
    assert (set(second.space), set(second.piece)) == (set(TABLE.space), set(TABLE.piece))
    assert (second.frame_markers, second.piece["tile.T01"].marker_mm) == ((124, 125, 126, 127), 16.2)


def test_every_colour_has_its_own_mark_on_the_entrance() -> None:
    marks = {(TABLE.space[f"0,0,{colour}"].x_mm, TABLE.space[f"0,0,{colour}"].y_mm) for colour in board.COLOURS}
    assert len(marks) == 6
    assert "0,0,n" not in TABLE.space


def test_markers_count_like_the_tiles() -> None:
    assert [TABLE.piece[board.tile_piece(tile.id)].marker for tile in board.TILES] == list(range(100))


def test_the_other_pieces_have_the_markers_of_the_specification() -> None:
    assert [TABLE.piece[board.miner_piece(colour)].marker for colour in board.COLOURS] == list(range(110, 116))
    assert (TABLE.piece["token.gold"].marker, TABLE.piece["token.bat"].marker) == (120, 121)


def test_the_torch_is_marked_and_has_a_place_beside_every_lamp_of_a_player() -> None:
    torch = TABLE.piece[TABLE.torch]
    assert (torch.marker, torch.width_mm, torch.is_round) == (122, 30, True)
    places = [TABLE.space[board.torch_space(colour)] for colour in board.COLOURS]
    assert [place.x_mm for place in places] == [TABLE.space[f"seat.{colour}"].x_mm for colour in board.COLOURS]
    assert [TABLE.nearest_space("torch", place.x_mm + 10, place.y_mm - 8) for place in places] == places


def test_nothing_else_has_the_colour_of_a_nugget() -> None:
    """Nuggets have no marker; hue tells them from the yellow miner and the gold tokens."""
    nugget = TABLE.piece[board.NUGGET]
    assert (nugget.marker, nugget.width_mm, nugget.top_mm, nugget.is_round, nugget.copies) == (None, 12, 6, True, 28)
    others = {piece.colour for piece in TABLE.pieces if piece.name != board.NUGGET}
    assert min(_apart(nugget.colour, other) for other in others) > 60


def _apart(one: str, other: str) -> int:
    return sum(abs(int(one[n : n + 2], 16) - int(other[n : n + 2], 16)) for n in (1, 3, 5))


def test_nuggets_in_a_row_are_all_in_their_owners_purse() -> None:
    for colour in board.COLOURS:
        purse, zone = TABLE.space[board.purse_space(colour)], TABLE.zone[board.purse_space(colour)]
        row = [(purse.x_mm + n * purse.spread_mm[0], purse.y_mm) for n in range(board.PURSE_ROOM)]
        assert purse.spread_mm[0] > TABLE.piece[board.NUGGET].width_mm
        for x, y in row:
            assert zone.holds(x - 6, y)
            assert zone.holds(x + 6, y)
            assert all(TABLE.nearest_space("nugget", x + dx, y + dy) is purse for dx in (-4, 4) for dy in (-8, 8))


def test_no_two_pieces_share_a_marker() -> None:
    markers = [piece.marker for piece in TABLE.pieces if piece.marker is not None]
    markers += [marker for piece in TABLE.pieces for marker, _, _ in piece.more_markers]
    assert len(set(markers)) == len(markers)


def test_the_entrance_can_be_read_in_two_opposite_corners() -> None:
    entrance = TABLE.piece["tile.E00"]
    ((marker, x, y),) = entrance.more_markers
    assert marker == 101
    assert (x + entrance.marker_at_mm[0], y + entrance.marker_at_mm[1]) == (45, 45)


def test_the_lights_of_the_specification_have_a_place() -> None:
    names = [f"seat.{colour}" for colour in board.COLOURS] + [f"bar.{n}" for n in range(1, 11)]
    names += ["gold", "bats", "passage", "attention", *(f"rail.x.{x}" for x in board.FIELD_X)]
    names += [f"rail.y.{y}" for y in board.FIELD_Y]
    assert [name for name in names if "lamp" not in TABLE.space[name].seats] == []


def test_a_miner_is_on_the_nearest_mark() -> None:
    foot = TABLE.space["2,1,e"]
    assert TABLE.nearest_space("miner", foot.x_mm - 4, foot.y_mm + 3) is foot


def test_between_cards_the_mine_grows_from_where_its_entrance_lies() -> None:
    small = fitted(800, 520, (300.0, 270.0))
    assert (small.width_mm, small.height_mm, small.anchor) == (800, 520, "tile.E00")
    assert (small.space["0,0"].x_mm, small.space["0,0"].y_mm) == (300, 270)
    assert (small.space["2,-1"].x_mm, small.space["2,-1"].y_mm) == pytest.approx((300 + 2 * PITCH, 270 - PITCH))
    assert small.space["plate"].x_mm == 800 - 84


def test_no_cell_lies_under_the_strip_beside_the_mine() -> None:
    small = fitted(800, 520)
    show = small.space[board.SHOW]
    assert small.nearest_space("tile", show.x_mm - 10, show.y_mm + 10) is show
    assert set(small.space) == set(TABLE.space)


CELLS = ((3, 2), (-1, 0), (1, 0), (0, -1), (0, 1), (-2, 0))


def lapping(cell: tuple[int, int], turned: board.Turned) -> Iterator[tuple[str, str, float]]:
    """Marks on which two miners would touch, on that tile or on it and the entrance, and how much of a marker shows."""
    own = {
        board.foot_space(*cell, mark) for n in range(len(turned.tunnels)) for mark in board.marks_of(turned, n, cell)
    }
    homes = {board.entrance_space(colour) for colour in board.COLOURS}
    for one, other in ((one, other) for one in own for other in own | homes if one != other):
        share = covered(*((TABLE.space[name].x_mm, TABLE.space[name].y_mm) for name in (one, other)))
        if share is not None:
            yield one, other, 1 - share


def covered(one: tuple[float, float], other: tuple[float, float]) -> float | None:
    """The share of one miner's marker that another's topper lies over; None if they stand apart."""
    miner = TABLE.piece["miner.red"]
    apart = [abs(a - b) for a, b in zip(one, other, strict=True)]
    if max(apart) >= miner.width_mm - 1e-6:
        return None
    reach = (miner.width_mm + miner.marker_mm) / 2
    return max(0.0, reach - apart[0]) * max(0.0, reach - apart[1]) / miner.marker_mm**2


@pytest.mark.parametrize("cell", CELLS)
def test_miners_on_different_marks_of_a_tile_and_on_the_entrance_stand_apart(cell: tuple[int, int]) -> None:
    """But where two tunnels share a tile and one has no corner of its own, most of each marker still shows.

    That is the one bridge, and beside the entrance a tunnel that leads nowhere else.
    """
    laid = 0
    for tile in board.TILES[1:]:
        for turned in tile.turned:
            laid += 1
            touching = list(lapping(cell, turned))
            is_tight = tile.paths == ("NS", "EW") or (cell in board.BESIDE and len(tile.paths) > 1)
            assert not touching or is_tight, (tile.id, turned.rot, touching)
            assert all(shows >= 0.75 for _, _, shows in touching), (tile.id, turned.rot, touching)
    assert laid == 4 * 99


def test_tiles_with_one_tunnel_have_room_for_four_miners() -> None:
    single = [tile for tile in board.TILES[1:] if len(tile.paths) == 1]
    assert {len(board.marks_of(turned, 0, (3, 2))) for tile in single for turned in tile.turned} == {4}


def test_a_miner_leaves_the_marker_of_his_tile_alone_while_another_corner_is_free() -> None:
    for rot, corner in enumerate(board.CORNERS):
        assert board.marks_of(board.TILE["T22"].turned[rot], 0, (3, 2))[-1] == corner
