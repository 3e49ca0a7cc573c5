"""All that the finder shows the reader, whatever it is: python -m training.dice.shown MODELS OUT.npy PICTURES ...

PICTURES are folders of labelled pictures; the labels are not asked. What is there is unknown, so that these squares
are good for a hunch only, which learns what the reader says of them.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from training.dice.data import READER_PX, READER_VIEW, Image, is_from_above, patch
from training.dice.squares import SQUARE, UNKNOWN, Floats
from vision import dice_net
from vision.dice_spots import merge, scales

SEED = 23
LEAST_HEAT = 0.12
MOST_SPOTS = 60  # of a picture, hottest first
SHIFT, ZOOM = 0.04, 0.07  # in sides and as log
LARGER = 0.5  # log of how much larger or smaller a picture is shown, at most


def shown(image: Image, turns: bool, rng: np.random.Generator) -> Iterator[tuple[Image, int, Floats]]:
    h, w = image.shape[:2]
    truth = np.array([UNKNOWN, 0, 0, 0, 0, UNKNOWN, 0, 0, turns], np.float32)
    for spot in merge(dice_net.find_spots(image, scales(w, h), LEAST_HEAT))[:MOST_SPOTS]:
        x, y = (float(c + rng.normal(0, SHIFT) * spot.side) for c in (spot.x, spot.y))
        yield patch(image, x, y, spot.side * float(np.exp(rng.normal(0, ZOOM))) * READER_VIEW, READER_PX), 0, truth


def resized(image: Image, rng: np.random.Generator) -> Image:
    times = float(np.exp(rng.uniform(-LARGER, LARGER)))
    how = cv2.INTER_AREA if times < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, None, fx=times, fy=times, interpolation=how), np.uint8)


def main(models: Path, out: Path, folders: list[Path]) -> None:
    cv2.setNumThreads(1)
    dice_net.MODELS = models
    rng = np.random.default_rng(SEED)
    rows = []
    for folder in folders:
        for line in (folder / "labels.jsonl").read_text().splitlines():
            record = json.loads(line)
            image = np.asarray(cv2.imread(str(folder / record["image"])), np.uint8)
            for view in (image, resized(image, rng)):
                rows += [np.array(row, SQUARE) for row in shown(view, is_from_above(record), rng)]
    np.save(out, np.array(rows, SQUARE))
    print(len(rows), "squares")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), [Path(p) for p in sys.argv[3:]])
