"""Fits the weights of vision/dice_odds.py: python -m training.dice.fit_odds PICTURES ...

Each folder holds labelled pictures that no network was trained on and that nothing is reported on (held_out.py,
photoreal). Prints the weights, and of each folder how many dice are right and how many are invented at some thresholds.
"""

import json
import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import dice, dice_odds
from vision.dice_net import Look
from vision.dice_spots import Glances, hunt, warm

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]
STEADY = 1.0  # against weights larger than the pictures bear out
ROUNDS = 3  # of fitting: what a size is compared with depends on the weights


@dataclass(frozen=True)
class Seen:
    """What was looked at in a picture, whether each look is a die and whether it reads it right; None: do not count."""

    looks: list[Look]
    spots: int
    true: list[tuple[bool, bool] | None]


def see(folder: Path, record: dict[str, Any]) -> Seen:
    """All looks at a picture."""
    view = np.asarray(cv2.imread(str(folder / record["image"])), np.uint8)
    glances = Glances(view)
    spots = hunt(glances)
    many = len(warm(spots))
    looks = dice.whole(view, dice.looks(view, dice.promising(glances, spots, dice.PATIENCE)), dice_odds.crowd(many))
    return Seen(looks, many, [truth(look, record["dice"]) for look in looks])


def truth(look: Look, labels: list[dict[str, Any]]) -> tuple[bool, bool] | None:
    x, y = (look.box[0] + look.box[2]) / 2, (look.box[1] + look.box[3]) / 2
    here = [d for d in labels if d["box"][0] <= x <= d["box"][2] and d["box"][1] <= y <= d["box"][3]]
    if any(d.get("ignore") for d in here):
        return None
    return bool(here), any(d["value"] == int(look.chances[1:].argmax()) + 1 for d in here)


def features(seen: Seen) -> list[list[float]]:
    """Of each look: reader, finder, crowd, size, one."""
    many = math.log(max(1.0, seen.spots / dice_odds.FEW_SPOTS))
    cooled = dice_odds.alike(seen.looks, dice_odds.crowd(seen.spots))
    rows = []
    for look, after in zip(seen.looks, cooled, strict=True):
        heat = dice_odds.log_odds(look.heat)
        off = (heat - dice_odds.log_odds(after.heat)) * dice_odds.FINDER_SAYS / dice_odds.SIZE_SAYS
        rows.append([dice_odds.log_odds(1 - float(look.chances[0])), heat, -many, -off, 1.0])
    return rows


def fit(x: Array, y: Array) -> Array:
    """Weights of a logistic regression, by Newton's way."""
    weights = np.zeros(x.shape[1])
    hold = STEADY * np.diag([1.0] * (x.shape[1] - 1) + [1e-6])
    for _ in range(40):
        p = 1 / (1 + np.exp(-x @ weights))
        weights += np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + hold, x.T @ (y - p) - hold @ weights)
    return weights


def table(pictures: list[Seen]) -> tuple[Array, Bools, Bools]:
    """Features, whether a die, whether right, of all looks that count."""
    rows = [(f, t) for seen in pictures for f, t in zip(features(seen), seen.true, strict=True) if t is not None]
    return (
        np.array([f for f, _ in rows]),
        np.array([t[0] for _, t in rows], bool),
        np.array([t[1] for _, t in rows], bool),
    )


def main(folders: list[Path]) -> None:
    cv2.setNumThreads(1)
    seen = {
        folder: [see(folder, json.loads(line)) for line in (folder / "labels.jsonl").read_text().splitlines()]
        for folder in folders
    }
    for _ in range(ROUNDS):
        x, die, _ = table([s for group in seen.values() for s in group])
        weights = fit(x, die.astype(float))
        names = ("READER_SAYS", "FINDER_SAYS", "CROWD_SAYS", "SIZE_SAYS", "BEFORE")
        for name, value in zip(names, weights.tolist(), strict=True):
            setattr(dice_odds, name, value)
        print(" ".join(f"{name} {value:.2f}" for name, value in zip(names, weights.tolist(), strict=True)), flush=True)
    for folder, group in seen.items():
        x, die, right = table(group)
        odds = x @ weights
        for least in (-0.5, 0.0, 0.5):
            taken = odds >= least
            print(folder.name, "odds", least, "right", int(right[taken].sum()), "false", int((~die[taken]).sum()))


if __name__ == "__main__":
    main([Path(p) for p in sys.argv[1:]])
