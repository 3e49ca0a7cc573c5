"""Section 2.3: where everything of Pyramid Raiders lies."""

import pytest

from companion.games.pyramid_raiders import board
from companion.games.pyramid_raiders.layout import layout

TABLE = layout()


@pytest.mark.parametrize(
    ("space", "x", "y"),
    [
        ("e5", 420, 205),
        ("a1", 324, 38.72),
        ("e9", 612, 205),
        ("i5", 516, 371.28),
        ("d5", 444, 163.43),
        ("f4", 396, 246.57),
    ],
)
def test_spaces_lie_on_the_hexagons_of_the_specification(space: str, x: float, y: float) -> None:
    assert (TABLE.space[space].x_mm, TABLE.space[space].y_mm) == pytest.approx((x, y))


def test_the_board_has_the_spaces_of_the_rules() -> None:
    assert {space.name for space in TABLE.spaces if "pawn" in space.seats} == set(board.SPACES)


def test_pawn_token_and_light_have_their_own_places() -> None:
    e5 = TABLE.space["e5"]
    assert (e5.seat("pawn"), e5.seat("token"), e5.seat("lamp")) == ((420, 193), (420, 218), (437, 205))


def test_seats_run_clockwise_around_the_table() -> None:
    corners = [(zone.x0, zone.y0) for n in range(1, 7) for zone in [TABLE.zone[f"seat{n}"]]]
    assert corners == [(4, 388), (4, 214), (4, 40), (640, 40), (640, 214), (640, 388)]


def test_a_seat_holds_its_cards_where_the_specification_says() -> None:
    places = {
        name: (TABLE.space[f"seat1.{name}"].x_mm, TABLE.space[f"seat1.{name}"].y_mm)
        for name in ("card", "item", "start")
    }
    assert places == {"card": (32, 425.5), "item": (82, 425.5), "start": (133, 415)}


def test_played_cards_are_fanned_24_mm_apart_and_all_found() -> None:
    played = TABLE.space["seat1.played"]
    assert played.spread_mm == (24, 0)
    for n in range(5):
        found = TABLE.nearest_space("card", played.x_mm + 24 * n, played.y_mm)
        assert found is played


def test_the_round_track_has_15_fields_of_26_mm() -> None:
    track = [TABLE.space[f"round.{n}"] for n in range(1, 16)]
    assert [space.x_mm for space in track] == [238 + 26 * n for n in range(15)]
    assert {space.y_mm for space in track} == {423}


def test_67_markers_are_needed() -> None:
    assert len(TABLE.by_marker) + len(TABLE.frame_markers) == 67


def test_the_guardian_has_six_facings() -> None:
    assert all(TABLE.piece[f"guardian.{n}"].facings == tuple(sorted(board.TURNED.values())) for n in (1, 2, 3))


@pytest.mark.parametrize(("dx", "dy"), [(0, 0), (15, 0), (-12, 10), (0, 17)])
def test_a_pawn_set_down_carelessly_is_still_on_its_space(dx: float, dy: float) -> None:
    x, y = TABLE.space["c4"].seat("pawn")
    found = TABLE.nearest_space("pawn", x + dx, y + dy)
    assert found is not None
    assert found.name == "c4"


def test_counts_are_those_of_the_box() -> None:
    copies = {piece.name: piece.copies for piece in TABLE.pieces}
    assert sum(copies[f"token.{kind}"] for kind in board.KINDS) == 49
    assert (copies["pillar"], copies["fountain"], copies["card.back"]) == (6, 6, 30)
