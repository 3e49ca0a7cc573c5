"""Renders the dice that tables and squares are composed of: python -m training.dice.sprites OUT.npz COUNT FIRST.

Every sixth part of the dice lies right under a lamp, which their upper faces mirror: the hardest to read.
"""

import sys

import numpy as np

from training.dice.render import ANY_ROOM, LAMP_OVERHEAD, render

SEED = 5
MOST_PIPS = 6


def main(out: str, count: int, first: int) -> None:
    room = LAMP_OVERHEAD if first // count % 6 == 5 else ANY_ROOM
    dice = [render(np.random.default_rng((SEED, k)), room) for k in range(first, first + count)]
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
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
