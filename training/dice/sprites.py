"""Renders the dice that scenes and squares are composed from: python -m training.dice.sprites OUT.npz [how many]."""

import sys

import numpy as np

from training.dice.render import render

SEED = 5
MOST_PIPS = 6


def main(out: str, count: int, first: int = 0) -> None:
    dice = [render(np.random.default_rng((SEED, k))) for k in range(first, first + count)]
    pips = np.full((count, MOST_PIPS, 2), np.nan, np.float32)
    for row, die in zip(pips, dice, strict=True):
        row[: len(die.pips)] = die.pips
    np.savez(
        out,
        layers=np.stack([d.layers for d in dice]),
        truth=np.array([(d.value, d.lean, d.turns, d.cocked) for d in dice], np.float32),
        pips=pips,
    )


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:4]))
