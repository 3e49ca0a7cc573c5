"""What is no die is rendered as dice are, and differs from them in what matters."""

import numpy as np
import pytest

from training.dice import decoys
from training.dice.render import LAYERS, SIDE


@pytest.mark.parametrize("kind", [make for make, _ in decoys.KINDS], ids=lambda make: make.__name__)
def test_every_kind_stands_on_the_table_inside_its_picture(kind, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoys, "KINDS", ((kind, 1.0),))
    layers = decoys.render(np.random.default_rng(4))
    cover = layers[..., LAYERS.index("alpha")] > 0
    assert layers.shape == (SIDE, SIDE, len(LAYERS))
    assert 0.02 < cover.mean() < 0.6
    assert not cover[[0, -1]].any()
    assert not cover[:, [0, -1]].any()


def test_the_shares_of_the_kinds_are_a_whole() -> None:
    assert sum(share for _, share in decoys.KINDS) == pytest.approx(1)


def test_a_cube_mostly_has_no_mark_at_all() -> None:
    marks = [decoys.cube(np.random.default_rng(k))[1].mask.any() for k in range(40)]
    assert sum(marks) < 12
