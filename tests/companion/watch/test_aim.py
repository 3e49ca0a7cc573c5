"""What the eyes look for, and which piece lies on which space."""

from collections import Counter

import pytest

from companion.games import game_named, game_names
from companion.games.gold_mine.layout import fitted
from companion.layout import Placement
from companion.watch.aim import apart_deg, midway, placed, targets_of
from vision.sighting import Sighting

GAME = game_named("pyramid_raiders")


@pytest.mark.parametrize("name", game_names())
def test_the_eyes_are_aimed_at_every_marker_of_a_game(name: str) -> None:
    layout = game_named(name).layout()
    targets = targets_of(layout)
    assert set(targets.frame) == set(layout.frame_markers)
    assert {target.what for target in targets.markers.values()} <= set(layout.piece)
    assert not set(targets.frame) & set(targets.markers)


def test_a_sheet_is_known_by_any_of_its_corners() -> None:
    layout = game_named("go_for_gold").layout()
    sheet = next(piece for piece in layout.pieces if piece.more_markers)
    targets = targets_of(layout).markers
    numbers = [sheet.marker, *(number for number, _, _ in sheet.more_markers)]
    assert {targets[number].what for number in numbers if number is not None} == {sheet.name}
    assert len({targets[number].offset_mm for number in numbers if number is not None}) == len(numbers)


def test_no_two_games_share_a_frame_marker() -> None:
    frames = [marker for name in game_names() for marker in game_named(name).layout().frame_markers]
    assert len(frames) == len(set(frames))


def test_a_piece_turned_between_its_facings_is_not_taken_for_any() -> None:
    layout = GAME.layout()
    x, y = layout.space["e5"].seat("pawn")
    straight, askew = Sighting("guardian.1", x, y, 96, 0.99), Sighting("guardian.1", x, y, 120, 0.99)
    assert placed(layout, [straight]) == Counter([Placement("guardian.1", "e5", 90)])
    assert placed(layout, [askew]) == Counter([Placement("guardian.1", "e5", None)])


def test_a_piece_on_no_space_of_its_sort_is_left_out() -> None:
    assert placed(GAME.layout(), [Sighting("token.red", 410, 500, 0, 0.99)]) == Counter()


def test_directions_are_compared_around_the_circle() -> None:
    assert apart_deg(359, 2) == 3


def test_between_loose_cards_nobody_knows_how_the_tables_edge_looks() -> None:
    """So no arm is sought there by what differs from plain paper."""
    assert targets_of(game_named("gold_mine").layout()).has_margin
    assert not targets_of(fitted(800, 520)).has_margin


def test_plain_pieces_touch_only_where_a_row_of_them_is_read() -> None:
    """Nobody lays two camps side by side on a tile; gold lies in rows, nuggets in rows that are not read."""
    beside = {
        plain.what: plain.are_beside
        for name in ("temple_of_gold", "gold_mine")
        for plain in targets_of(game_named(name).layout()).plain
    }
    assert {what for what, is_so in beside.items() if is_so} == {"gold"}
    assert {"camp.suns", "clue", "nugget"} <= beside.keys()


@pytest.mark.parametrize(("left", "right"), [(13.8, 37.2), (22.8, 46.0)])
def test_two_coins_side_by_side_lie_in_a_column_each_however_far_off(left: float, right: float) -> None:
    """One of them counted as two units, because it lay nearer to the line between the columns."""
    layout = game_named("temple_of_gold").layout()
    x, y = layout.space["seat2.left"].seat("coin")
    coins = [Sighting("coin.food", x - 15 + off, y - 30, 0, 0.99) for off in (left, right)]
    assert placed(layout, coins) == Counter(
        [Placement("coin.food", "seat2.left"), Placement("coin.food", "seat2.right")]
    )


@pytest.mark.parametrize(("two_units", "one"), [(26.0, 43.5), (25.5, 46.0)])
def test_a_coin_across_the_line_stays_so_with_another_that_barely_fits_beside_it(two_units: float, one: float) -> None:
    layout = game_named("temple_of_gold").layout()
    x, y = layout.space["seat2.left"].seat("coin")
    coins = [Sighting("coin.food", x - 15 + off, y, 0, 0.99) for off in (two_units, one)]
    assert placed(layout, coins) == Counter(
        [Placement("coin.food", "seat2.across"), Placement("coin.food", "seat2.right")]
    )


def test_a_coin_alone_in_its_row_lies_where_it_is_nearest() -> None:
    layout = game_named("temple_of_gold").layout()
    x, y = layout.space["seat2.across"].seat("coin")
    coins = [Sighting("coin.food", x + 3, y, 0, 0.99), Sighting("coin.wood", x - 14, y - 30, 0, 0.99)]
    assert placed(layout, coins) == Counter(
        [Placement("coin.food", "seat2.across"), Placement("coin.wood", "seat2.left")]
    )


def test_a_coin_about_midway_between_two_rows_may_be_meant_for_either() -> None:
    layout = game_named("temple_of_gold").layout()
    x, y = layout.space["seat2.across"].seat("coin")
    sure, doubtful = Sighting("coin.wood", x, y - 30, 0, 0.99), Sighting("coin.food", x + 6.5, y, 0, 0.99)
    ((piece, otherwise),) = midway(layout, [sure, doubtful])
    assert piece == doubtful
    assert placed(layout, otherwise) == Counter(
        [Placement("coin.wood", "seat2.across"), Placement("coin.food", "seat2.right")]
    )
