"""Cuts photographed dice from their tables: python -m training.dice.cutouts PHOTOS BOXES.json OUT.npz."""

import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice_net import square

Image = NDArray[np.uint8]
PX = 64
REACH = 1.6  # sides of a die that a mask covers


def mask(image: Image, box: list[float]) -> Image | None:
    """Where the die is in the square around its box; None where it cannot be told from what surrounds it."""
    x, y, side = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, max(box[2] - box[0], box[3] - box[1])
    part = square(image, x, y, side * REACH, PX)
    half_w, half_h = ((box[k + 2] - box[k]) / 2 / (side * REACH) * PX * 1.08 for k in (0, 1))
    guess = np.full((PX, PX), cv2.GC_BGD, np.uint8)
    mid = PX / 2
    cv2.rectangle(
        guess, (int(mid - half_w), int(mid - half_h)), (int(mid + half_w), int(mid + half_h)), cv2.GC_PR_FGD, -1
    )
    cv2.circle(guess, (PX // 2, PX // 2), int(min(half_w, half_h) * 0.55), cv2.GC_FGD, -1)
    cv2.setRNGSeed(5)
    cv2.grabCut(part, guess, (0, 0, 1, 1), np.zeros((1, 65)), np.zeros((1, 65)), 3, cv2.GC_INIT_WITH_MASK)
    found = np.where((guess == cv2.GC_FGD) | (guess == cv2.GC_PR_FGD), 255, 0).astype(np.uint8)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))
    found = np.asarray(cv2.morphologyEx(found, cv2.MORPH_CLOSE, kernel), np.uint8)
    filled = (found > 0).sum() / (4 * half_w * half_h / 1.08**2)
    return found if 0.6 < filled < 1.05 else None


def main(photos: Path, boxes: Path, out: Path) -> None:
    better = json.loads(boxes.read_text())
    masks: dict[str, Any] = {}
    for line in (photos / "labels.jsonl").read_text().splitlines():
        record = json.loads(line)
        if not record["dice"]:
            continue
        image = np.asarray(cv2.imread(str(photos / record["image"])), np.uint8)
        found = [mask(image, box) for box in better[record["image"]]]
        masks[record["image"]] = np.stack([np.zeros((PX, PX), np.uint8) if m is None else m for m in found])
    np.savez_compressed(out, **masks)
    print(sum(int(m.any((1, 2)).sum()) for m in masks.values()), "of", sum(map(len, masks.values())))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
