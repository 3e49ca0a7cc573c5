"""Section 2.4: where everything of Gold Raiders lies."""

import pytest

from companion.games.gold_raiders import board
from companion.games.gold_raiders.layout import layout

TABLE = layout()


def test_the_table_has_the_spaces_of_the_rules() -> None:
    assert set(TABLE.space) == set(board.spaces())


def test_the_kit_has_the_pieces_of_the_rules() -> None:
    assert {piece.name: piece.copies for piece in TABLE.pieces} == dict(board.pieces())


@pytest.mark.parametrize(("number", "lane", "at"), [(0, 1, (60, 52)), (20, 6, (780, 182)), (7, 3, (312, 104))])
def test_a_raider_stands_where_its_lane_crosses_the_space(number: int, lane: int, at: tuple[float, float]) -> None:
    assert TABLE.space[f"trail.{number}"].seat(f"lane{lane}") == at


def test_the_lamp_of_a_space_is_below_its_lanes() -> None:
    assert TABLE.space["trail.5"].seat("lamp") == (240, 203)


def test_every_raider_has_a_lane_of_its_own() -> None:
    assert [TABLE.piece[board.raider(seat)].seat for seat in range(1, 7)] == [f"lane{n}" for n in range(1, 7)]


def test_32_cards_fit_into_the_reveal_lane() -> None:
    lane, zone = [TABLE.space[f"reveal.{n}"] for n in range(1, 33)], TABLE.zone["reveal"]
    assert lane[0].x_mm - 22 >= zone.x0
    assert lane[-1].x_mm + 22 <= zone.x1
    assert lane[1].x_mm - lane[0].x_mm == 24


@pytest.mark.parametrize("trail", [10, 33, 40])
def test_another_trail_has_as_many_spaces_between_lagoon_and_temple(trail: int) -> None:
    table = layout(options={"trail": trail})
    assert {space.name for space in table.spaces} == set(board.spaces(trail))
    assert (table.space["trail.0"].x_mm, table.space[f"trail.{trail}"].x_mm) == (60, 780)


def test_a_raider_between_two_spaces_of_a_long_trail_is_on_the_nearer() -> None:
    table = layout(options={"trail": 40})
    found = table.nearest_space("lane2", 60 + 18 * 9 + 7, 78)
    assert found is not None
    assert found.name == "trail.9"


def test_cards_are_told_apart_by_which_way_round_they_lie() -> None:
    assert {piece.facings for piece in TABLE.pieces if piece.seat == "card"} == {(0, 180)}


def test_the_torch_is_a_piece_of_the_table_with_a_place_beside_every_player() -> None:
    assert TABLE.torch == board.TORCH
    assert TABLE.piece[TABLE.torch].seat == "torch"
    for seat in range(1, 7):
        at = TABLE.space[board.torch_space(seat)]
        assert TABLE.zone[f"seat{seat}"].holds(at.x_mm, at.y_mm)


def test_the_marker_of_the_torch_does_not_reach_its_rim() -> None:
    torch = TABLE.piece[board.TORCH]
    assert torch.marker_mm / 2 * 2**0.5 <= torch.width_mm / 2 - 2


@pytest.mark.parametrize("seat", range(1, 7))
def test_torch_and_idol_lie_apart_from_each_other_and_from_the_last_stack(seat: int) -> None:
    torch, idol = TABLE.space[board.torch_space(seat)], TABLE.space[board.idol_space(seat)]
    last = TABLE.space[board.stack_space(seat, board.SLOTS)]
    assert torch.y_mm - idol.y_mm >= (30 + 26) / 2
    assert torch.x_mm - last.x_mm >= (30 + 44) / 2


def test_an_idol_in_the_middle_of_the_end_is_still_on_its_place() -> None:
    """Where the first kits printed its place."""
    x0, y0 = TABLE.zone["seat2"].x0, TABLE.zone["seat2"].y0
    found = TABLE.nearest_space("idol", x0 + 384, y0 + 37.5)
    assert found is not None
    assert found.name == "seat2.idol"
