"""Path-traced pictures as the finder's tables: python -m training.dice.traced PICTURES OUT_FOLDER FIRST.

PICTURES is a folder that `photoreal --crowded` left, labels.jsonl with it; the tables are named from FIRST on. For
photo_squares.py it also leaves there that boxes are exact and nothing is cut out.
"""

import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from training.dice.data import UNKNOWN, Floats, is_from_above
from training.dice.photoreal.plans import MOST_DICE
from training.dice.scenes import ROW

CHUNK = 40  # pictures in a file


def truth(record: dict[str, Any]) -> Floats:
    """What tables.py writes of a table: x, y, w, h, value, lean, turns, cocked of each die."""
    rows = np.zeros((MOST_DICE, ROW), np.float32)
    for row, die in zip(rows[: len(record["dice"])], record["dice"], strict=True):
        x0, y0, x1, y1 = die["box"]
        value = UNKNOWN if die.get("ignore") else die["value"]
        lean = die.get("lean", UNKNOWN)
        row[:] = (x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0, value, lean, is_from_above(record), 0
    return rows


def main(pictures: Path, out: Path, first: int) -> None:
    records = [json.loads(line) for line in (pictures / "labels.jsonl").read_text().splitlines()]
    for begin in range(0, len(records), CHUNK):
        some = records[begin : begin + CHUNK]
        images = [np.asarray(cv2.imread(str(pictures / r["image"])), np.uint8) for r in some]
        np.save(out / f"tables_{first + begin}.npy", np.stack(images))
        np.save(out / f"truths_{first + begin}.npy", np.stack([truth(r) for r in some]))
    (pictures / "boxes.json").write_text("{}")
    np.savez(pictures / "masks.npz")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
