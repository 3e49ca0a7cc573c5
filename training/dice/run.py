"""The whole recipe after the scenes: python -m training.dice.run DATA PHOTOS [pretrain|folds|final ...]."""

import subprocess
import sys
from pathlib import Path

FOLDS = (["nell"], ["matteo"], ["roboflow"], ["damiantab", "cards"])


def step(module: str, *args: object) -> None:
    subprocess.run([sys.executable, "-m", f"training.dice.{module}", *map(str, args)], check=True)


def pretrain(data: Path, photos: Path) -> None:
    """On rendered dice alone, so that nothing of any photograph is known yet."""
    finder, reader, spots = data / "finder0.pt", data / "reader0.pt", data / "spots.json"
    step("train", "finder", finder, "--data", data, "--steps", 3000)
    step("mine", finder, data, spots)
    step("train", "reader", reader, "--data", data, "--spots", spots, "--steps", 2000, "--batch", 64)
    step("export", finder, reader, data / "models0")
    step("photo_spots", "boxes", photos, data / "models0", data / "boxes.json")
    step("cutouts", photos, data / "boxes.json", data / "masks.npz")


def refine(data: Path, photos: Path, name: str, leave: list[str], longer: int = 1) -> Path:
    """Goes on from the pretrained nets with half scenes, half photographs, without the sets left out."""
    finder, reader, models = data / f"finder_{name}.pt", data / f"reader_{name}.pt", data / f"models_{name}"
    known = ("--boxes", data / "boxes.json", "--masks", data / "masks.npz")
    shared = ("--data", data, "--photos", photos, *known, "--leave", *leave)
    step("train", "finder", finder, "--init", data / "finder0.pt", "--steps", 500 * longer, "--rate", 1.5e-3, *shared)
    step("export", finder, data / "reader0.pt", models)
    spots = data / f"spots_{name}.json"
    step("photo_spots", "spots", photos, models, spots)
    again = ("--init", data / "reader0.pt", "--steps", 700 * longer, "--batch", 64, "--rate", 1.5e-3)
    step("train", "reader", reader, *again, "--spots", data / "spots.json", spots, *shared)
    step("export", finder, reader, models)
    return models


def folds(data: Path, photos: Path) -> None:
    rows = data / "rows.jsonl"
    rows.unlink(missing_ok=True)
    for leave in FOLDS:
        models = refine(data, photos, leave[0], leave)
        step("evaluate", photos, "--models", models, "--sets", *leave, "--rows", rows)


def final(data: Path, photos: Path) -> None:
    step("evaluate", photos, "--models", refine(data, photos, "final", [], longer=2))


if __name__ == "__main__":
    for name in sys.argv[3:] or ["pretrain", "folds", "final"]:
        {"pretrain": pretrain, "folds": folds, "final": final}[name](Path(sys.argv[1]), Path(sys.argv[2]))
