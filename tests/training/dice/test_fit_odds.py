"""The weights of the dice's odds come back from pictures of which they are true."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.bench.dice import DrawnDie, picture
from training.dice.fit_odds import features, fit, see, table


def test_weights_that_made_the_truth_are_found_again() -> None:
    rng = np.random.default_rng(3)
    x = np.c_[rng.normal(0, 2, (4000, 2)), np.ones(4000)]
    y = (rng.random(4000) < 1 / (1 + np.exp(-x @ np.array([0.8, 1.5, -1.0])))).astype(float)
    assert fit(x, y) == pytest.approx(np.array([0.8, 1.5, -1.0]), abs=0.15)


def test_looks_at_a_picture_are_told_apart_by_its_label(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "one.png"), picture([DrawnDie(5, 400, 800, 15), DrawnDie(2, 700, 820, 40)]))
    labels = [{"box": [377, 777, 423, 823], "value": 5}, {"box": [677, 797, 723, 843], "value": 2, "ignore": True}]
    seen = see(tmp_path, {"image": "one.png", "dice": labels})
    assert (True, True) in seen.true
    assert None in seen.true
    assert len(features(seen)) == len(seen.looks)
    assert len(table([seen])[0]) == len(seen.looks) - seen.true.count(None)
