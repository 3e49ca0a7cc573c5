"""Coins in columns: which column each is meant for."""

from collections import Counter

import pytest

from companion.games import game_named
from companion.layout import Placement
from companion.watch.aim import placed
from companion.watch.rows import midway
from vision.sighting import Sighting

LAYOUT = game_named("temple_of_gold").layout()


@pytest.mark.parametrize(("left", "right"), [(13.8, 37.2), (22.8, 46.0)])
def test_two_coins_side_by_side_lie_in_a_column_each_however_far_off(left: float, right: float) -> None:
    """One of them counted as two units, because it lay nearer to the line between the columns."""
    x, y = LAYOUT.space["seat2.left"].seat("coin")
    coins = [Sighting("coin.food", x - 15 + off, y - 30, 0, 0.99) for off in (left, right)]
    assert placed(LAYOUT, coins) == Counter(
        [Placement("coin.food", "seat2.left"), Placement("coin.food", "seat2.right")]
    )


@pytest.mark.parametrize(("two_units", "one"), [(26.0, 43.5), (25.5, 46.0)])
def test_a_coin_across_the_line_stays_so_with_another_that_barely_fits_beside_it(two_units: float, one: float) -> None:
    x, y = LAYOUT.space["seat2.left"].seat("coin")
    coins = [Sighting("coin.food", x - 15 + off, y, 0, 0.99) for off in (two_units, one)]
    assert placed(LAYOUT, coins) == Counter(
        [Placement("coin.food", "seat2.across"), Placement("coin.food", "seat2.right")]
    )


def test_a_coin_alone_in_its_row_lies_where_it_is_nearest() -> None:
    x, y = LAYOUT.space["seat2.across"].seat("coin")
    coins = [Sighting("coin.food", x + 3, y, 0, 0.99), Sighting("coin.wood", x - 14, y - 30, 0, 0.99)]
    assert placed(LAYOUT, coins) == Counter(
        [Placement("coin.food", "seat2.across"), Placement("coin.wood", "seat2.left")]
    )


def test_a_coin_about_midway_between_two_rows_may_be_meant_for_either() -> None:
    x, y = LAYOUT.space["seat2.across"].seat("coin")
    sure, doubtful = Sighting("coin.wood", x, y - 30, 0, 0.99), Sighting("coin.food", x + 6.5, y, 0, 0.99)
    ((piece, otherwise),) = midway(LAYOUT, [sure, doubtful])
    assert piece == doubtful
    assert placed(LAYOUT, otherwise) == Counter(
        [Placement("coin.wood", "seat2.across"), Placement("coin.food", "seat2.right")]
    )
