"""A table in millimetres: who lies where, by seat and reach."""

import pytest

from companion.layout import FRAME_MARKER_INSET_MM, Layout, Piece, Space, Zone

SPACES = (
    Space("a1", 100, 100, {"pawn": (0, -12), "token": (0, 12)}, reach_mm=14),
    Space("a2", 120, 100, {"pawn": (0, -12)}, reach_mm=14),
)
LAYOUT = Layout(
    "dash",
    600,
    400,
    (4, 5, 6, 7),
    SPACES,
    (Zone("tray", 400, 300, 500, 380),),
    (
        Piece("pawn.red", "pawn", 20, 20, marker=9),
        Piece("cube", "token", 8, 8, is_plain=True),
        Piece("die", "", 16, 16),
    ),
)


def test_the_nearest_space_counts_from_the_seat_not_the_middle() -> None:
    found = LAYOUT.nearest_space("pawn", 109, 88)
    assert found is not None
    assert found.name == "a1"
    assert LAYOUT.nearest_space("token", 120, 112) is None  # only a1 takes tokens, and it is too far


def test_out_of_reach_is_on_no_space() -> None:
    assert LAYOUT.nearest_space("pawn", 100, 88 - 14) is not None
    assert LAYOUT.nearest_space("pawn", 100, 88 - 14.1) is None


def test_a_seat_nobody_has_is_nowhere() -> None:
    assert LAYOUT.nearest_space("crown", 100, 100) is None


def test_a_zone_holds_its_edges() -> None:
    tray = LAYOUT.zone["tray"]
    assert tray.holds(400, 380)
    assert not tray.holds(399.9, 340)


def test_the_frame_goes_clockwise_from_the_upper_left() -> None:
    inset = FRAME_MARKER_INSET_MM
    assert LAYOUT.frame_corners() == (
        (inset, inset), (600 - inset, inset), (600 - inset, 400 - inset), (inset, 400 - inset)
    )  # fmt: skip


@pytest.mark.parametrize(("piece", "is_seen"), [("pawn.red", True), ("cube", True), ("die", False)])
def test_a_piece_is_seen_by_its_marker_or_its_colour(piece: str, is_seen: bool) -> None:
    assert LAYOUT.piece[piece].is_seen == is_seen


def test_a_marker_names_its_piece() -> None:
    assert {number: piece.name for number, piece in LAYOUT.by_marker.items()} == {9: "pawn.red"}


def test_rows_are_alike_by_their_step_and_seats() -> None:
    rows = [Space(name, x, 0, {"coin": (0, 0)}, spread_mm=step) for name, x, step in (
        ("left", 0, (0, 9)), ("right", 20, (0, 9)), ("across", 40, (9, 0)))]  # fmt: skip
    layout = Layout("dash", 600, 400, (4, 5, 6, 7), (*SPACES, *rows), (), ())
    assert [space.name for space in layout.rows_like(rows[0])] == ["left", "right"]
    assert layout.rows_like(rows[2]) == (rows[2],)
    assert layout.rows_like(SPACES[0]) == ()
