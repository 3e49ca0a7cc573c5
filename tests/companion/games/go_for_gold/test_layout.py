"""Section 2.4: where everything of Go for Gold lies."""

from math import cos, radians, sin

import pytest

from companion.games.go_for_gold import board
from companion.games.go_for_gold.drawing import line_of, paper
from companion.games.go_for_gold.layout import layout

TABLE = layout()


@pytest.mark.parametrize("side", board.SIDES)
def test_the_table_has_the_spaces_of_the_rules(side: str) -> None:
    assert set(layout(options={"side": side}).space) == {*board.spaces(side), "reading"}


def test_the_kit_has_the_pieces_of_the_rules() -> None:
    assert {piece.name for piece in TABLE.pieces} == set(board.pieces())


def test_sheets_lie_clockwise_around_the_table() -> None:
    sheets = [TABLE.space[board.sheet_space(seat)] for seat in (1, 2, 3, 4)]
    corners = [(sheet.x_mm - 105, sheet.y_mm - 74) for sheet in sheets]
    assert corners == [(40, 406), (40, 40), (590, 40), (590, 406)]


def test_dice_may_lie_in_every_field_where_nobody_says_who_plays() -> None:
    fields = {f"seat{seat}.dice" for seat in (1, 2, 3, 4)}
    assert {die.zone for die in TABLE.dice} == {"tray", *fields}
    assert {die.zone for die in layout(("Anna", "Bert")).dice} == {"tray", "seat1.dice", "seat2.dice"}


def test_a_space_of_an_island_lies_where_the_sheet_prints_it() -> None:
    about = board.printed()["sides"]["A"]["spaces"]["A5"]
    space = TABLE.space["seat3.A5"]
    assert (space.x_mm, space.y_mm) == (590 + about["x_mm"], 40 + about["y_mm"])


def test_corner_ids_follow_the_rule_of_the_specification() -> None:
    """id = 8 (seat - 1) + 4 side + corner."""
    ids = {}
    for piece in TABLE.pieces:
        ids[piece.name] = [piece.marker, *(marker for marker, _, _ in piece.more_markers)]
    assert ids["sheet.A.1"] == [0, 1, 2, 3]
    assert ids["sheet.B.4"] == [28, 29, 30, 31]
    assert sorted(marker for group in ids.values() for marker in group if marker is not None) == list(range(32))


def test_each_landing_field_is_50_mm_and_the_tray_70() -> None:
    sizes = {name: zone.x1 - zone.x0 for name, zone in TABLE.zone.items() if name.endswith(".dice") or name == "tray"}
    assert sizes == {"tray": 70, **{f"seat{n}.dice": 50 for n in (1, 2, 3, 4)}}


def test_the_sheet_fits_the_reading_zone() -> None:
    zone = TABLE.zone["reading"]
    assert (zone.x1 - zone.x0, zone.y1 - zone.y0) >= (210, 148)


@pytest.mark.parametrize("side", board.SIDES)
def test_a_line_lies_from_space_to_space(side: str) -> None:
    table = layout(options={"side": side})
    line = table.piece[board.LINE]
    for a, b in paper(side).edges:
        start, way = line_of(side, a, b)
        end = b if start == a else a
        x, y = table.space[f"seat2.{start}"].seat("line")
        goal = table.space[f"seat2.{end}"]
        dx, dy = line.width_mm / 2 * cos(radians(way)), line.width_mm / 2 * sin(radians(way))
        assert (x + dx, y + dy) == pytest.approx((goal.x_mm, goal.y_mm), abs=0.01)
    assert paper(side).edges


def test_everybody_has_a_die_of_their_own_beside_the_sheet() -> None:
    dice = {die.name: die.zone for die in layout(["Ann", "Bob"]).dice}
    assert dice == {"die": "tray", "die of Ann": "seat1.dice", "die of Bob": "seat2.dice"}
