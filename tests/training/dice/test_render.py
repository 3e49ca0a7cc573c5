"""Rendered dice: what their labels say is what was rendered."""

import numpy as np

from training.dice.render import TURNS_UP_TO, render


def test_a_die_that_may_be_turned_any_way_is_seen_from_above() -> None:
    dice = [render(np.random.default_rng((3, k))) for k in range(12)]
    flat = [d for d in dice if d.turns and not d.cocked]
    assert flat
    assert all(d.lean <= np.sin(TURNS_UP_TO) + 1e-6 for d in flat)


def test_the_pips_of_the_upper_face_lie_on_the_die() -> None:
    die = render(np.random.default_rng((3, 1)))
    cols, rows = die.pips.astype(int).T
    assert (die.layers[rows, cols, 5] > 0).all()
    assert len(die.pips) == die.value
