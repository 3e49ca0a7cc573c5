"""Both networks weighed together, and a die against the other dice of its picture."""

import numpy as np
import pytest

from vision.dice_net import Look
from vision.dice_odds import alike, chance, chance_of, crowd, die_odds


def look(side: float = 40, none: float = 0.02, heat: float = 0.6, value: float = 0.97) -> Look:
    chances = np.array([none, value, *[(1 - none - value) / 5] * 5], np.float32)
    return Look(chances, (0, 0, side, side), 0.0, heat)


def test_either_network_makes_a_die_likelier() -> None:
    assert die_odds(look(none=0.01), 0.0) > die_odds(look(none=0.1), 0.0)
    assert die_odds(look(heat=0.9), 0.0) > die_odds(look(heat=0.3), 0.0)


def test_among_many_spots_each_is_less_likely_a_die_and_among_a_few_none_is() -> None:
    assert crowd(8) == crowd(12) == 0.0
    assert crowd(120) > crowd(40) > 0.0


def test_dice_of_one_size_bear_each_other_out() -> None:
    mixed = [look(40), look(46), look(36)]
    assert [k.heat for k in alike(mixed, 0.0)] == pytest.approx([0.6] * 3)


def test_what_is_twice_as_large_as_the_dice_is_less_likely_one() -> None:
    *dice, large = alike([look(40), look(40), look(40), look(80)], 0.0)
    assert large.heat < 0.45 < min(k.heat for k in dice)


def test_a_die_alone_is_compared_with_nothing() -> None:
    assert alike([look(40)], 0.0)[0].heat == pytest.approx(0.6)


def test_what_is_hardly_a_die_says_nothing_about_sizes() -> None:
    die, _ = alike([look(40), look(90, none=0.9, heat=0.2, value=0.09)], 0.0)
    assert die.heat == pytest.approx(0.6)


def test_a_clear_value_of_what_is_hardly_a_die_is_not_sure() -> None:
    assert chance_of(look(heat=0.95), 0.0) > 0.9
    assert chance_of(look(heat=0.2), 0.0) < 0.6


def test_chances_do_not_overflow() -> None:
    assert chance(-1e6) == pytest.approx(0.0)
    assert chance(1e6) == pytest.approx(1.0)
