"""Plans of path-traced pictures: what is learned from is fuller than what is judged by, and another."""

import numpy as np

from training.dice.photoreal.coats import COATS, LEAST_APART, a_coat
from training.dice.photoreal.plans import a_cluttered_plan, a_crowded_plan, label


def test_a_picture_to_learn_from_has_more_dice_and_more_that_is_none() -> None:
    crowded, judged = a_crowded_plan(5000, None), a_cluttered_plan(5000, None)
    assert len(crowded.dice) > len(judged.dice)
    assert len(crowded.clutter) + len(crowded.dominoes) > len(judged.clutter) + len(judged.dominoes)


def test_the_same_number_gives_the_same_plan() -> None:
    assert label(a_crowded_plan(5001, None), "a") == label(a_crowded_plan(5001, None), "a")


def test_coats_to_learn_from_are_not_those_judged_by_and_can_be_read() -> None:
    rng = np.random.default_rng(2)
    for _ in range(40):
        coat = a_coat(rng)
        assert coat not in COATS
        grey = np.array([0.3, 0.59, 0.11])
        assert abs(grey @ coat.body - grey @ coat.ink) >= LEAST_APART - 1e-6
