"""Drawn grounds: each is itself whatever was drawn before it, and none is bare."""

import numpy as np

from training.dice import cloths


def test_a_ground_is_itself_whatever_was_drawn_before() -> None:
    assert (cloths.grounds(3, seed=8)[2] == cloths.ground(np.random.default_rng((8, 2)))).all()


def test_no_ground_is_bare() -> None:
    assert all(image.std() > 1.5 for image in cloths.grounds(20, seed=3))
