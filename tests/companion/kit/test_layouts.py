"""Every game's table: on the field, apart from each other, and with markers the camera can read."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import hypot

import pytest

from companion.games import game_named, game_names
from companion.games.protocol import Game
from companion.kit import faces
from companion.kit.drawing import quiet
from companion.layout import FRAME_MARKER_INSET_MM, FRAME_MARKER_MM, Layout, Piece

games = pytest.mark.parametrize("game", [game_named(name) for name in game_names()], ids=game_names())
SMALL = {"miner": 12}  # no larger marker has room on the kit's piece
FAN = ("reveal.", ".played", ".trophy")  # places where cards or tiles are meant to overlap
Footprint = tuple[str, float, float, float, float]  # what, centre, half width, half height


def markers(table: Layout) -> Iterator[int]:
    yield from table.frame_markers
    for piece in table.pieces:
        yield from () if piece.marker is None else (piece.marker,)
        yield from (marker for marker, _, _ in piece.more_markers)


@games
def test_no_marker_stands_for_two_things(game: Game) -> None:
    found = list(markers(faces.layout(game)))
    assert len(found) == len(set(found))
    assert all(0 <= marker < 250 for marker in found)


@games
def test_names_are_unique(game: Game) -> None:
    table = faces.layout(game)
    assert len(table.space) == len(table.spaces)
    assert len(table.piece) == len(table.pieces)
    assert len(table.zone) == len(table.zones)


@games
def test_every_seat_lies_on_the_field(game: Game) -> None:
    table = faces.layout(game)
    seats = 0
    for space in table.spaces:
        for seat in space.seats:
            seats += 1
            x, y = space.seat(seat)
            assert 0 <= x <= table.width_mm, space.name
            assert 0 <= y <= table.height_mm, space.name
    assert seats


@games
def test_every_zone_lies_on_the_field(game: Game) -> None:
    table = faces.layout(game)
    assert all(
        0 <= zone.x0 < zone.x1 <= table.width_mm and 0 <= zone.y0 < zone.y1 <= table.height_mm for zone in table.zones
    )
    assert not table.tray or table.tray in table.zone


@games
def test_every_piece_has_a_seat_somewhere(game: Game) -> None:
    table = faces.layout(game)
    seats = {seat for space in table.spaces for seat in space.seats}
    assert {piece.seat for piece in table.pieces} <= seats


def footprints(table: Layout) -> list[Footprint]:
    """Every seat with the largest piece that takes it, but for places where pieces are fanned."""
    largest: dict[str, Piece] = {}
    for piece in sorted(table.pieces, key=lambda piece: piece.width_mm):
        largest[piece.seat] = piece
    return [
        (f"{seat} on {space.name}", *space.seat(seat), largest[seat].width_mm / 2, largest[seat].height_mm / 2)
        for space in table.spaces
        for seat in space.seats
        if seat in largest and not any(fan in space.name for fan in FAN)
    ]


@games
def test_pieces_lie_whole_on_the_field(game: Game) -> None:
    table = faces.layout(game)
    lying = footprints(table)
    for what, x, y, wide, high in lying:
        assert x - wide >= 0, what
        assert x + wide <= table.width_mm, what
        assert y - high >= 0, what
        assert y + high <= table.height_mm, what
    assert lying


@games
def test_no_piece_covers_a_corner_marker(game: Game) -> None:
    table = faces.layout(game)
    reach = FRAME_MARKER_MM / 2 + quiet(FRAME_MARKER_MM)
    lying = footprints(table)
    for what, x, y, wide, high in lying:
        for corner_x, corner_y in table.frame_corners():
            assert abs(x - corner_x) >= reach + wide or abs(y - corner_y) >= reach + high, what
    assert lying


def test_the_corner_marker_keeps_its_white() -> None:
    assert FRAME_MARKER_INSET_MM <= FRAME_MARKER_MM / 2 + quiet(FRAME_MARKER_MM) <= FRAME_MARKER_INSET_MM + 1


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("pyramid_raiders", ("pawn", "token", "card", "item", "start", "round")),
        ("gold_raiders", ("lane1", "lane2", "lane3", "lane4", "lane5", "lane6", "card", "idol")),
        ("temple_of_gold", ("tile", "die")),
        ("gold_mine", ("tile", "token")),
        ("go_for_gold", ("sheet",)),
    ],
)
def test_pieces_on_different_seats_do_not_overlap(game: str, seats: tuple[str, ...]) -> None:
    """What lies on top of each other by intent (a pawn on a tile, coins on a backpack) is left out."""
    table = faces.layout(game_named(game))
    round_seats = {piece.seat for piece in table.pieces if piece.is_round}
    flat = [one for one in footprints(table) if one[0].split(" ")[0] in seats]
    for (a, ax, ay, aw, ah), (b, bx, by, bw, bh) in combinations(flat, 2):
        if abs(ax - bx) >= aw + bw - 1e-6 or abs(ay - by) >= ah + bh - 1e-6:
            continue
        both_round = {a.split(" ")[0], b.split(" ")[0]} <= round_seats
        assert both_round, f"{a} overlaps {b}"
        assert hypot(ax - bx, ay - by) >= aw + bw - 1e-6, f"{a} overlaps {b}"
    assert len(flat) > 1


@games
def test_lamps_are_not_under_the_pieces_that_stand_beside_them(game: Game) -> None:
    """Where a light shines through the board (Temple of Gold lights whole tiles, so there it lies under them)."""
    table = faces.layout(game)
    if game.name == "temple_of_gold":
        pytest.skip("its lamps are under its tiles")
    near = {space.name: space for space in table.spaces if "lamp" in space.seats}
    beside = 0
    for what, x, y, wide, high in footprints(table):
        seat, name = what.split(" on ")
        if name in near and seat != "obstacle":
            beside += 1
            lamp_x, lamp_y = near[name].seat("lamp")
            assert abs(lamp_x - x) >= wide + 1 or abs(lamp_y - y) >= high + 1, what
    alone = [space for space in near.values() if set(space.seats) == {"lamp"}]
    assert beside + len(alone) >= len(near) > 0


@games
def test_markers_are_large_enough_wherever_the_piece_leaves_room(game: Game) -> None:
    marked = [piece for piece in faces.layout(game).pieces if piece.marker is not None]
    for piece in marked:
        assert piece.marker_mm >= SMALL.get(piece.name.split(".")[0], 14), piece.name
    assert marked


@games
def test_a_marker_has_a_module_of_white_on_its_piece(game: Game) -> None:
    """On a disc at least to the sides; its corners may reach the rim."""
    markers = 0
    for piece in faces.layout(game).pieces:
        for _, x, y, side in faces.face_tags(piece):
            markers += 1
            half = side / 2 + quiet(side)
            assert half <= x + 1e-6
            assert x + half <= piece.width_mm + 1e-6
            assert half <= y + 1e-6
            assert y + half <= piece.height_mm + 1e-6
            assert not piece.is_round or side / 2 * 2**0.5 <= piece.width_mm / 2
    assert markers


@games
def test_the_layout_is_the_same_for_any_players(game: Game) -> None:
    """But for whose dice lie where."""
    assert replace(game.layout(("ann", "bob")), dice=()) == replace(faces.layout(game), dice=())
