"""What the networks see in the photographs: python -m training.dice.photo_spots boxes|spots PHOTOS MODELS OUT.json.

`boxes` replaces the labels' rough boxes by those a reader trained on rendered dice only puts around the same dice;
`spots` lists where the finder sees dice and there are none, for the reader to learn to refuse.
"""

import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision import dice_net
from vision.dice import Image, merge, scales


def boxes(image: Image, record: dict[str, Any]) -> list[list[float]]:
    return [better_box(image, d) for d in record["dice"]]


def better_box(image: Image, die: dict[str, Any]) -> list[float]:
    """The box of the likeliest reading of the labelled value around the label; the label's own where none is likely."""
    x0, y0, x1, y1 = die["box"]
    side = max(x1 - x0, y1 - y0)
    spots = [
        dice_net.Spot((x0 + x1) / 2 + dx * side, (y0 + y1) / 2 + dy * side, side * f, 1)
        for dx in (-0.15, 0, 0.15)
        for dy in (-0.15, 0, 0.15, 0.3)
        for f in (0.65, 0.8, 1.0, 1.25)
    ]
    looks = dice_net.read_spots(image, spots)
    looks = [k for k in looks if k.chances[die["value"]] > 0.5] if die.get("value") else []
    if not looks:
        return list(die["box"])
    weights = np.array([k.chances[die["value"]] for k in looks])
    found = np.median(np.array([k.box for k in looks])[weights >= np.median(weights)], axis=0)
    return [float(v) for v in found]


def spots(image: Image, record: dict[str, Any]) -> list[list[float]]:
    h, w = image.shape[:2]
    seen = merge(dice_net.find_spots(image, scales(w, h, None), 0.08))
    out = []
    for s in seen:
        centres = [((d["box"][0] + d["box"][2]) / 2, (d["box"][1] + d["box"][3]) / 2, d["box"]) for d in record["dice"]]
        near = any(np.hypot(s.x - x, s.y - y) < 0.5 * max(b[2] - b[0], b[3] - b[1], s.side) for x, y, b in centres)
        if not near:
            out.append([s.x, s.y, s.side])
    return out


def main(what: str, photos: Path, models: Path, out: Path) -> None:
    cv2.setNumThreads(1)
    dice_net.MODELS = models
    work = {"boxes": boxes, "spots": spots}[what]
    answer = {}
    for line in (photos / "labels.jsonl").read_text().splitlines():
        record = json.loads(line)
        answer[record["image"]] = work(np.asarray(cv2.imread(str(photos / record["image"])), np.uint8), record)
    out.write_text(json.dumps(answer))
    print(what, sum(map(len, answer.values())))


if __name__ == "__main__":
    main(sys.argv[1], *map(Path, sys.argv[2:5]))
