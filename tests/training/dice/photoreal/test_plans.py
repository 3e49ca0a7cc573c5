"""Plans of path-traced pictures: what is learned from is fuller than what is judged by, and another."""

from dataclasses import replace

import numpy as np

from training.dice.photoreal.coats import COATS, IN_VEINS, LEAST_APART, LEAST_TINTED, a_coat, stands_out
from training.dice.photoreal.plans import LEAST_SEEN, a_cluttered_plan, a_crowded_plan, inside, label, more_views


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
        apart = np.abs(np.array(coat.body) - coat.ink)
        assert abs(grey @ coat.body - grey @ coat.ink) >= LEAST_APART - 1e-6 or apart.max() >= LEAST_TINTED


def test_pips_are_not_lost_in_the_veins_of_what_is_learned_from() -> None:
    white, pale, red = (250, 250, 250), (200, 205, 200), (200, 20, 20)
    assert not stands_out(white, pale, IN_VEINS)
    assert stands_out(white, red, IN_VEINS)
    rng = np.random.default_rng(3)
    assert all(stands_out(coat.ink, coat.vein, IN_VEINS) for coat in (a_coat(rng) for _ in range(40)))


def test_further_views_are_of_the_same_dice_from_elsewhere_and_see_no_edge() -> None:
    plan = a_crowded_plan(5002, None)
    views = more_views(plan, 5002, 2)
    assert len(views) == 2
    for camera in views:
        assert camera.eye.tolist() != plan.camera.eye.tolist()
        assert np.abs(camera.ground(np.zeros(2)) - plan.centre).max() <= plan.width / 2
        seen = label(replace(plan, camera=camera), "a")["dice"]
        assert sum(not die.get("ignore") for die in seen) <= len(seen) <= len(plan.dice)
        assert sum(inside(die["box"]) for die in seen) >= LEAST_SEEN


def test_a_die_cut_by_the_edge_of_a_view_is_not_to_be_read() -> None:
    plan = a_crowded_plan(5002, None)
    views = [replace(plan, camera=camera) for camera in more_views(plan, 5002, 2)]
    dice = [die for view in views for die in label(view, "a")["dice"]]
    assert dice
    assert [die for die in dice if not inside(die["box"]) and not die["ignore"]] == []
