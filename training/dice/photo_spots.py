"""What the networks see in the photographs: python -m training.dice.photo_spots boxes|spots PHOTOS MODELS OUT.json.

`boxes` replaces the labels' rough boxes by what networks trained on rendered dice only see there;
`spots` lists where the finder sees dice and there are none, for the reader to learn to refuse.
"""

import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision import dice_net
from vision.dice_spots import Image, merge, scales


def boxes(image: Image, record: dict[str, Any]) -> list[list[float]]:
    seen = merge(dice_net.find_spots(image, scales(image.shape[1], image.shape[0]), 0.1))
    return [better_box(image, seen, d["box"], d["value"]) for d in record["dice"]]


def better_box(image: Image, seen: list[dice_net.Spot], box: list[float], value: int) -> list[float]:
    """What the reader makes of the spot where it best sees that value; the label's own box where there is none."""
    x, y, side = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, max(box[2] - box[0], box[3] - box[1])
    near = [s for s in seen if np.hypot(s.x - x, s.y - y) < 0.35 * side and 0.55 < s.side / side < 1.7]
    looks = [dice_net.read_spot(image, s) for s in near]
    if not looks:
        return list(box)
    best = max(looks, key=lambda k: float(k.chances[value]))
    return list(best.box) if best.chances[value] > 0.3 else list(box)


def spots(image: Image, record: dict[str, Any]) -> list[list[float]]:
    h, w = image.shape[:2]
    seen = merge(dice_net.find_spots(image, scales(w, h), 0.08))
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
