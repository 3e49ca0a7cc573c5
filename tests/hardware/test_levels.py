"""From colours to the levels that are sent, and no more than the supply can give."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.errors import BadSetting
from hardware.levels import (
    FULL_MA,
    IDLE_MA,
    check_brightness,
    check_supply,
    draws_ma,
    gamma_table,
    levels_of,
    within_limit,
)


@given(levels=st.binary(min_size=30, max_size=30), limit_ma=st.floats(10 * IDLE_MA + FULL_MA, 2000))
def test_no_levels_draw_more_than_the_limit(levels, limit_ma):
    assert draws_ma(within_limit(levels, 10, limit_ma), 10) <= limit_ma + 1e-6


def test_levels_within_the_limit_are_left_as_they_are():
    levels = bytes([40, 20, 10] * 10)
    assert within_limit(levels, 10, draws_ma(levels, 10)) == levels


def test_too_bright_levels_are_dimmed_alike():
    dimmed = within_limit(bytes([250, 125, 0]), 1, IDLE_MA + FULL_MA / 2)
    assert dimmed[0] == pytest.approx(2 * dimmed[1], abs=1)
    assert dimmed[2] == 0


def test_white_on_all_leds_is_what_the_data_sheet_says():
    assert draws_ma(bytes([255] * 30), 10) == 10 * (3 * FULL_MA + IDLE_MA)


def test_gamma_keeps_dark_dark_and_dims_the_rest():
    table = gamma_table(2.2, 0.5)
    assert (table[0], table[255]) == (0, 128)
    assert list(table) == sorted(table)
    assert levels_of([(255, 0, 255)], table) == bytes([128, 0, 128])


@pytest.mark.parametrize(("count", "limit_ma"), [(0, 1000), (301, 9000), (150, 169)])
def test_a_chain_that_cannot_be_fed_or_driven_is_refused(count, limit_ma):
    with pytest.raises(BadSetting):
        check_supply(count, limit_ma)


@pytest.mark.parametrize("share", [0, -0.1, 1.01])
def test_a_brightness_that_is_no_share_is_refused(share):
    with pytest.raises(BadSetting, match="a share above 0, at most 1"):
        check_brightness(share)
