"""The whole recipe after the scenes: python -m training.dice.run DATA PHOTOS [pretrain|folds|final ...]."""

import subprocess
import sys
from pathlib import Path

FOLDS = (["nell"], ["matteo"], ["roboflow"], ["damiantab", "cards"])
TEAM = 4  # processes that train the reader together before any photograph is shown


def step(module: str, *args: object) -> None:
    subprocess.run([sys.executable, "-m", f"training.dice.{module}", *map(str, args)], check=True)


def team(*args: object) -> None:
    command = [sys.executable, "-m", "training.dice.train", *map(str, args)]
    running = [subprocess.Popen([*command, "--team", str(k), str(TEAM)]) for k in range(TEAM)]
    if any(p.wait() for p in running):
        raise SystemExit("one of the team failed; see its message above")


def pretrain(data: Path, photos: Path) -> None:
    """On rendered dice alone, so that nothing of any photograph is known yet."""
    first, finder, reader = data / "finder0.pt", data / "finder1.pt", data / "reader1.pt"
    step("train", "finder", first, "--data", data, "--steps", 3000)
    step("train", "finder", finder, "--init", first, "--data", data, "--steps", 500, "--rate", 1e-3)
    step("mine", first, data, data / "spots.json", 0, 3000)
    step("mine", first, data, data / "spots_crowd.json", 7000, 8200)
    spots = ("--spots", data / "spots.json", data / "spots_crowd.json")
    team("reader", reader, "--data", data, *spots, "--steps", 800, "--batch", 64, "--rate", 2e-3)
    step("export", finder, reader, data / "models1")
    step("photo_spots", "boxes", photos, data / "models1", data / "boxes.json")
    step("photo_spots", "spots", photos, data / "models1", data / "spots_photos.json")
    step("cutouts", photos, data / "boxes.json", data / "masks.npz")


def refine(data: Path, photos: Path, name: str, leave: list[str], steps: int) -> Path:
    """The reader goes on with scenes and photographs without the sets left out; the finder knows no photograph."""
    reader, judged, models = (data / f"{kind}_{name}" for kind in ("reader", "judged", "models"))
    known = ("--boxes", data / "boxes.json", "--masks", data / "masks.npz")
    spots = (data / "spots.json", data / "spots_crowd.json", data / "spots_photos.json")
    again = ("--init", data / "reader1.pt", "--steps", steps, "--batch", 64, "--rate", 2e-3, "--spots", *spots)
    step("train", "reader", f"{reader}.pt", *again, "--data", data, "--photos", photos, *known, "--leave", *leave)
    step("judge", f"{reader}.pt", f"{judged}.pt", data, photos, "--count", 9600, "--leave", *leave)
    step("export", data / "finder1.pt", f"{judged}.pt", models)
    return models


def folds(data: Path, photos: Path) -> None:
    rows = data / "rows.jsonl"
    rows.unlink(missing_ok=True)
    for leave in FOLDS:
        models = refine(data, photos, leave[0], leave, 600)
        step("evaluate", photos, "--models", models, "--sets", *leave, "--rows", rows)


def final(data: Path, photos: Path) -> None:
    step("evaluate", photos, "--models", refine(data, photos, "final", [], 1200))


if __name__ == "__main__":
    for name in sys.argv[3:] or ["pretrain", "folds", "final"]:
        {"pretrain": pretrain, "folds": folds, "final": final}[name](Path(sys.argv[1]), Path(sys.argv[2]))
