"""Coats: a clear die lets the table shine through, its pips do not."""

import numpy as np
import pytest

from training.dice.coat import Coat, hard_pair

INK, ONES = np.full(3, 0.03, np.float32), np.ones(3, np.float32)


def test_the_table_shines_through_a_clear_body_but_not_through_its_pips() -> None:
    coat = Coat(ONES, INK, INK, INK, None, 1.0, ONES, 1.0, 1.0, 0.0, clear=0.5)
    body, pip = np.array([[0, 127, 0, 128]], np.float32), np.array([[255, 127, 0, 128]], np.float32)
    assert coat.hides(body)[0, 0] == pytest.approx(0.5)
    assert coat.hides(pip)[0, 0] == pytest.approx(1.0)


def test_the_hardest_pairs_can_still_be_told_apart() -> None:
    for seed in range(40):
        body, ink = hard_pair(np.random.default_rng(seed))
        assert np.abs(body - ink).max() > 0.15
