"""Scores the product's own reader on photographs: python -m training.dice.evaluate PHOTOS [--models FOLDER]."""

import argparse
import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2
import numpy as np

from vision import dice, dice_net
from vision.dice import find_dice

LARGE_PX = 28


def use(models: Path) -> None:
    """Other networks than the shipped ones; where there is no second reader, nothing is so doubtful as to ask it."""
    dice_net.MODELS = models
    if not (models / "dice_second.onnx").exists():
        dice.CLEAR = dice.PROMISING


def scorer(photos: Path) -> ModuleType:
    """score.py beside the photographs."""
    spec = importlib.util.spec_from_file_location("score", photos / "score.py")
    if spec is None or spec.loader is None:
        raise FileNotFoundError(f"no score.py in {photos}; give the folder of photographs")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def judge(score: ModuleType, record: dict[str, Any], found: list[Any]) -> list[dict[str, Any]]:
    """One row per reading: its sure and whether a die of that value lies there; ignored dice leave no row."""
    rows = []
    for die in found:
        centre = (die.box[0] + die.box[2]) / 2, (die.box[1] + die.box[3]) / 2
        here = [d for d in record["dice"] if score.inside(centre, d["box"])]
        if any(d.get("ignore") for d in here):
            continue
        right = any(d["value"] == die.value for d in here)
        rows.append(
            {
                "sure": die.sure,
                "right": right,
                "false": not here,
                "value": die.value,
                "image": record["image"],
                "set": record["set"],
                "box": die.box,
            }
        )
    return rows


def large(score: ModuleType, record: dict[str, Any], readings: list[tuple[float, float, int]]) -> dict[str, int]:
    """The dice of 28 px and more, and how many of them are read right."""
    dice = [d for d in record["dice"] if not d.get("ignore") and _side(d["box"]) >= LARGE_PX]
    right = [any(r[2] == d["value"] and score.inside(r, d["box"]) for r in readings) for d in dice]
    return {"large": len(dice), "large_right": sum(right)}


def _side(box: list[float]) -> float:
    return max(box[2] - box[0], box[3] - box[1])


def main() -> None:
    args = argparse.ArgumentParser()
    args.add_argument("photos", type=Path)
    args.add_argument("--models", type=Path)
    args.add_argument("--sets", nargs="*")
    args.add_argument("--rows", type=Path, help="where to append one JSON line per reading")
    a = args.parse_args()
    cv2.setNumThreads(1)
    if a.models:
        use(a.models)
    score = scorer(a.photos)
    records = [r for r in score.load() if not a.sets or r["set"] in a.sets]
    found = {}

    def detect(record: dict[str, Any]) -> list[tuple[float, float, int]]:
        dice = find_dice(np.asarray(cv2.imread(str(a.photos / record["image"])), np.uint8))
        found[record["image"]] = dice
        return [((d.box[0] + d.box[2]) / 2, (d.box[1] + d.box[3]) / 2, d.value) for d in dice]

    rows: list[dict[str, Any]] = []
    groups: dict[str, list[dict[str, Any]]] = {}
    for record in records:
        readings = detect(record)
        row = {**score.score_one(record, readings), **large(score, record, readings)}
        groups.setdefault(record["set"], []).append(row)
        rows += judge(score, record, found[record["image"]])
    tell(groups)
    certain = [r for r in rows if r["sure"] >= 0.9]
    wrong = sum(not r["right"] for r in certain)
    print(f"sure >= 0.9: {len(certain)} of {len(rows)} readings, {wrong} wrong")
    if a.rows:
        with a.rows.open("a") as f:
            f.writelines(json.dumps(r) + "\n" for r in rows)


def tell(groups: dict[str, list[dict[str, Any]]]) -> None:
    with_dice = [row for rows in groups.values() for row in rows if row["dice"]]
    for name, rows in [*groups.items(), ("ALL WITH DICE", with_dice)]:
        keys = ("dice", "right", "wrong", "missed", "false", "all_ok", "large", "large_right")
        total = {key: sum(row[key] for row in rows) for key in keys}
        rate, ok = total["right"] / max(1, total["dice"]), total["all_ok"] / max(1, len(rows))
        big = total["large_right"] / max(1, total["large"])
        rest = " ".join(f"{key} {total[key]}" for key in ("wrong", "missed", "false"))
        read = f"dice {total['dice']:5d} value {rate:.4f} large {big:.4f}"
        print(f"{name:14s} images {len(rows):4d} {read} {rest} all-ok {ok:.3f}")


if __name__ == "__main__":
    main()
