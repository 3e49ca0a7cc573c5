"""Renders the library of sprites the scenes are composed from: python -m training.dice.sprites OUT.npz [how many]."""

import sys

import numpy as np

from training.dice.render import render

SEED = 5


def main(out: str, count: int) -> None:
    sprites = [render(np.random.default_rng((SEED, k))) for k in range(count)]
    np.savez_compressed(
        out,
        bgr=np.stack([s.bgr for s in sprites]),
        alpha=np.stack([s.alpha for s in sprites]),
        shadow=np.stack([s.shadow for s in sprites]),
        truth=np.array([(s.value, s.lean, s.turns, s.cocked) for s in sprites], np.float32),
    )


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 8000)
