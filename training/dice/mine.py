"""Squares without dice that fool both networks: python -m training.dice.mine MODELS TABLES BACKDROPS.npz OUT.npy N.

The product's own finder and reader look at composed tables and bare backdrops; what they take for dice and is none is
kept, a few times over, each time shown a little differently.
"""

import sys
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.dice.data import READER_PX, READER_VIEW, Floats, Image, patch
from training.dice.squares import SQUARE, nothing
from vision import dice_net
from vision.dice_spots import merge

SEED = 13
LEVELS = [1.0, 0.5, 0.25]
LEAST_HEAT = 0.15
FOOLED = 0.8  # a spot less likely than this to be nothing
COPIES = 3


def spots(image: Image, dice: Floats) -> list[dice_net.Spot]:
    """Spots that the reader does not refuse though no die lies about there."""
    found = merge(dice_net.find_spots(image, LEVELS, LEAST_HEAT))[:24]
    free = [s for s in found if all(_apart(s, row) for row in dice)]
    return [s for s in free if dice_net.read_spot(image, s).chances[0] < FOOLED]


def _apart(spot: dice_net.Spot, die: Floats) -> bool:
    side = float(die[2:4].max())
    far = float(np.hypot(spot.x - die[0], spot.y - die[1]))
    return far > 0.55 * side or not 0.4 < spot.side / side < 2.2


def copies(image: Image, spot: dice_net.Spot, rng: np.random.Generator) -> list[NDArray[np.void]]:
    rows = []
    for _ in range(COPIES):
        x, y = (c + rng.normal(0, 0.06) * spot.side for c in (spot.x, spot.y))
        side = spot.side * float(np.exp(rng.normal(0, 0.12))) * READER_VIEW
        rows.append(np.array(nothing(patch(image, x, y, side, READER_PX, float(rng.uniform(-20, 20)))), SQUARE))
    return rows


def main(models: Path, tables: Path, backdrops: Path, out: Path, most: int) -> None:
    cv2.setNumThreads(1)
    dice_net.MODELS = models
    rng = np.random.default_rng(SEED)
    rows: list[NDArray[np.void]] = []
    for path in sorted(tables.glob("tables_*.npy"))[: max(1, most // 500)]:
        truths = np.load(path.with_name(path.name.replace("tables", "truths")))
        for image, truth in zip(np.load(path, mmap_mode="r"), truths, strict=True):
            picture = np.asarray(image, np.uint8)
            for spot in spots(picture, truth[truth[:, 2] > 0]):
                rows += copies(picture, spot, rng)
    print(len(rows), "from tables", flush=True)
    for image in np.load(backdrops)["textures"][:most]:
        for spot in spots(image, np.zeros((0, 8), np.float32)):
            rows += copies(image, spot, rng)
    np.save(out, np.array(rows, SQUARE))
    print(len(rows))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), Path(sys.argv[4]), int(sys.argv[5]))
