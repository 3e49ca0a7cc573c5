"""Composed tables as labelled pictures, to choose thresholds on: python -m training.dice.held_out DATA OUT FIRST COUNT.

DATA holds dice and decoys that no training saw (sprites.py and decoys.py from other seeds), backdrops and cards. OUT
gets JPEGs and labels.jsonl, written as ../shared/photos writes it: evaluate.py scores them with its score.py.
"""

import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from training.dice.scenes import Floats
from training.dice.tables import Stock, compose

SEED = 17
LEAST_PX = 15  # side of a die that must be read


def label(name: str, truth: Floats) -> dict[str, Any]:
    dice = []
    for x, y, w, h, value, _, _, cocked in truth[truth[:, 2] > 0].tolist():
        row: dict[str, Any] = {"box": [x - w / 2, y - h / 2, x + w / 2, y + h / 2], "value": int(value)}
        if not value or cocked or max(w, h) < LEAST_PX:
            row["ignore"] = True
        dice.append(row)
    total = sum(row["value"] for row in dice if not row.get("ignore"))
    return {"image": name, "dice": dice, "total": total, "set": "composed", "scene": "composed", "view": "any"}


def main(data: Path, out: Path, first: int, count: int) -> None:
    cv2.setNumThreads(1)
    out.mkdir(parents=True, exist_ok=True)
    stock = Stock.load(data)
    with (out / "labels.jsonl").open("w") as labels:
        for k in range(first, first + count):
            image, truth = compose(stock, np.random.default_rng((SEED, k)))
            name = f"composed_{k:03d}.jpg"
            cv2.imwrite(str(out / name), image, [cv2.IMWRITE_JPEG_QUALITY, 92])
            labels.write(json.dumps(label(name, truth)) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
