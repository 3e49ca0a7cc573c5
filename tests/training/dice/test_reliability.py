"""How sure and how often right: readings fall into their bins."""

import numpy as np

from training.dice.reliability import bins, draw


def test_readings_are_counted_in_the_bin_of_their_sure() -> None:
    rows = [{"sure": 0.96, "right": True}, {"sure": 0.99, "right": True}, {"sure": 0.2, "right": False}]
    assert bins(rows) == [(0.2, 0.0, 1), (0.975, 1.0, 2)]


def test_a_dot_stands_where_its_share_is() -> None:
    bare, dotted = draw({}), draw({"": [(0.5, 0.5, 40)]})
    rows, cols = np.nonzero((bare != dotted).any(-1) & (np.arange(len(bare))[:, None] > 60))
    assert abs(float(rows.mean()) - len(bare) / 2) < 3
    assert abs(float(cols.mean()) - len(bare) / 2) < 3
