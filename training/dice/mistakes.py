"""What the finder shows the reader in path-traced pictures: python -m training.dice.mistakes MODELS PICTURES OUT.npy.

PICTURES is a folder of labelled ones (`dress.py`). Each die becomes a square, one that is read wrongly or doubtfully
three; of what is no die all that fools the reader, three times, and some of the rest. Boxes are exact here, so they
are taught too.
"""

import json
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from training.dice.data import READER_PX, READER_VIEW, Image, is_from_above, patch
from training.dice.squares import NOTHING, SQUARE, UNKNOWN, Floats
from vision import dice_net
from vision.dice_net import Spot
from vision.dice_spots import merge, scales

SEED = 17
LEAST_HEAT = 0.12
MOST_SPOTS = 150  # of a picture, hottest first
FOOLED = 0.85  # what is no die and less likely than this to be nothing
READ = 0.85  # what is a die and less likely than this to be its value
COPIES = 3
EASY = 0.12  # share of the rest of what is no die
LEAST_CONTRAST = 11.0  # standard deviation in grey levels
GLARE = 246  # of all three colours
LEAST_READ = 0.3  # of a die's value on the ground where it is seen best
SHIFT, ZOOM = 0.05, 0.09  # of copies, in sides and as log

Die = dict[str, Any]


def die_at(spot: Spot, dice: list[Die]) -> tuple[Die | None, bool]:
    """The die a spot shows, and whether any is so near that the spot is not nothing either."""
    near = False
    for die in dice:
        x, y, side = middle(die)
        far, times = float(np.hypot(spot.x - x, spot.y - y)) / side, spot.side / side
        if far < 0.3 and 0.65 < times < 1.5:
            return die, True
        near = near or (far < 0.55 and 0.45 < times < 2.1)
    return None, near


def middle(die: Die) -> tuple[float, float, float]:
    x0, y0, x1, y1 = die["box"]
    return (x0 + x1) / 2, (y0 + y1) / 2, max(x1 - x0, y1 - y0)


def square(
    image: Image, spot: Spot, die: Die | None, turns: bool, rng: np.random.Generator
) -> tuple[Image, int, Floats]:
    """A spot as the reader is shown it, a little beside and nearer or farther, and what is true of it."""
    x, y = (float(c + rng.normal(0, SHIFT) * spot.side) for c in (spot.x, spot.y))
    side = spot.side * float(np.exp(rng.normal(0, ZOOM)))
    bgr = patch(image, x, y, side * READER_VIEW, READER_PX)
    if die is None:
        return bgr, 0, np.array([NOTHING, 0, 0, 0, 0, -1, 0, 1, turns], np.float32)
    x0, y0, x1, y1 = die["box"]
    box = ((x0 + x1) / 2 - x) / side, ((y0 + y1) / 2 - y) / side, np.log((x1 - x0) / side), np.log((y1 - y0) / side)
    return bgr, 0, np.array([die["value"], *box, die.get("lean", UNKNOWN), 1, 0, turns], np.float32)


def shows(image: Image, die: Die) -> bool:
    """Whether the middle of a die is more than one tone: glare and dusk hide all."""
    x, y, side = middle(die)
    half = 0.32 * side
    x0, y0, x1, y1 = (max(0, int(v)) for v in (x - half, y - half, x + half, y + half))
    part = image[y0:y1, x0:x1]
    if part.size == 0 or np.median(part.min(-1)) > GLARE:
        return False
    return float(part.std((0, 1)).max()) > LEAST_CONTRAST


def legible(images: list[Image], dice: list[Die]) -> list[bool]:
    """Of each die of a view whether it could be read on any of its grounds: pips that nobody sees teach to guess."""
    return [
        any(
            shows(image, die) and _chance(image, Spot(*middle(die), 0.0), die["value"]) > LEAST_READ for image in images
        )
        for die in dice
    ]


def _spot(die: Die) -> Spot:
    return Spot(*middle(die), 0.0)


def _chance(image: Image, spot: Spot, kind: int) -> float:
    return float(dice_net.read_spot(image, spot).chances[kind])


def squares(
    image: Image, dice: list[Die], clear: list[bool], turns: bool, rng: np.random.Generator
) -> Iterator[tuple[Image, int, Floats]]:
    """Those of a picture; `clear` says which of its dice can be read at all."""
    h, w = image.shape[:2]
    told: list[Die] = []
    good = [die for die, can in zip(dice, clear, strict=True) if can and not die.get("ignore") and shows(image, die)]
    for spot in merge(dice_net.find_spots(image, scales(w, h), LEAST_HEAT))[:MOST_SPOTS]:
        die, near = die_at(spot, dice)
        if near and die not in good:
            continue
        wrong = _chance(image, spot, NOTHING) < FOOLED if die is None else _chance(image, spot, die["value"]) < READ
        if die is not None:
            told.append(die)
        elif not wrong and rng.random() > EASY:
            continue
        for _ in range(COPIES if wrong else 1):
            yield square(image, spot, die, turns, rng)
    for die in good:  # those that the finder does not see
        if die not in told:
            yield square(image, _spot(die), die, turns, rng)


def views(pictures: Path) -> Iterator[list[dict[str, Any]]]:
    """The labels of a view's pictures together: they differ in the ground alone."""
    records = [json.loads(line) for line in (pictures / "labels.jsonl").read_text().splitlines()]
    for _, group in groupby(records, key=lambda record: str(record["image"]).rsplit("_", 1)[0]):
        yield list(group)


def main(models: Path, pictures: Path, out: Path) -> None:
    cv2.setNumThreads(1)
    dice_net.MODELS = models
    rng = np.random.default_rng(SEED)
    rows: list[NDArray[np.void]] = []
    for records in views(pictures):
        images = [np.asarray(cv2.imread(str(pictures / r["image"])), np.uint8) for r in records]
        clear = legible(images, records[0]["dice"])
        for image, record in zip(images, records, strict=True):
            found = squares(image, record["dice"], clear, is_from_above(record), rng)
            rows += [np.array(row, SQUARE) for row in found]
    np.save(out, np.array(rows, SQUARE))
    kinds = np.array([row["truth"][0] for row in rows])
    print(len(rows), "squares,", int((kinds > 0).sum()), "of dice")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
