"""What has pips and is no die: dominoes with one of their halves in the middle, discs, hexagons."""

from pathlib import Path

import numpy as np

from training.dice import decoys
from training.dice.pipped import half, tile
from training.dice.squares import Dice


def test_a_half_lies_on_the_domino_and_not_in_its_middle(tmp_path: Path) -> None:
    decoys.main(str(tmp_path / "dominoes0.npz"), 3, 0, "domino")
    dominoes = Dice.load(tmp_path, "dominoes*.npz")
    for k in range(3):
        x, y = half(dominoes, k, np.random.default_rng(k))
        left, top, wide, high = dominoes.boxes[k]
        off = np.hypot(x - left - wide / 2, y - top - high / 2) / max(wide, high)
        assert 0.15 < off < 0.4
        assert dominoes.cut[k][int(y), int(x), 0] > 128


def test_a_tile_has_pips_within_its_outline_and_nothing_in_its_corners() -> None:
    for seed in range(4):
        face, alpha = tile(np.random.default_rng(seed))
        assert face[alpha > 128].std(axis=0).max() > 3
        assert not alpha[[0, 0, -1, -1], [0, -1, 0, -1]].any()
