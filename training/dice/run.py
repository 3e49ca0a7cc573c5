"""The whole recipe: python -m training.dice.run DATA PHOTOS UNPACKED [stage ...]; see README.md for what it needs.

Stages: dice, things, tables, finder, squares, reader, mined, photos, final, folds. Each leaves files in DATA that the
next ones take up, so that a stage can be run again by itself.
"""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

DICE, CHUNK = 15000, 2500
SQUARES = 80000
SETS = {"nell": 20000, "matteo": 12000, "roboflow": 8000, "damiantab": 5000, "cards": 4000}
SHARES = {"nell": 0.13, "matteo": 0.07, "roboflow": 0.09, "damiantab": 0.05, "cards": 0.06}  # of a batch
FOLDS = (["nell"], ["matteo"], ["roboflow"], ["damiantab", "cards"])


def step(module: str, *args: object) -> None:
    subprocess.run([sys.executable, "-m", f"training.dice.{module}", *map(str, args)], check=True)


def dice(data: Path, photos: Path, unpacked: Path) -> None:
    for k in range(DICE // CHUNK):
        step("sprites", data / f"part{k}.npz", CHUNK, k * CHUNK)


def things(data: Path, photos: Path, unpacked: Path) -> None:
    step("backdrops", data / "backdrops2.npz", unpacked)
    step("cards", data / "cards.npz", unpacked)


def tables(data: Path, photos: Path, unpacked: Path) -> None:
    (data / "tables").mkdir(exist_ok=True)
    step("tables", data, data / "tables", 0, 10000)


def finder(data: Path, photos: Path, unpacked: Path) -> None:
    """Tables alone, no photograph."""
    step("finder", data / "finder0.pt", data / "tables", "--steps", 3500, "--rate", 4e-3)
    step("finder", data / "finder.pt", data / "tables", "--init", data / "finder0.pt", "--steps", 6000)
    step("export", "finder", data / "finder.pt", data / "models")


def squares(data: Path, photos: Path, unpacked: Path) -> None:
    for k in range(4):
        step("squares", data, data / f"pool{k}.npy", k * SQUARES, SQUARES)


def reader(data: Path, photos: Path, unpacked: Path) -> None:
    """Rendered dice alone: what this one reaches on the photographs is what it reaches on pictures never seen."""
    pool = ("--pool", 1, *(data / f"pool{k}.npy" for k in range(4)))
    step("train_reader", data / "reader0.pt", *pool, "--steps", 11000, "--rate", 3e-3)
    step("train_reader", data / "reader1.pt", "--init", data / "reader0.pt", *pool, "--steps", 5500, "--rate", 2e-3)
    step("export", "reader", data / "reader1.pt", data / "models")
    step("evaluate", photos, "--models", data / "models")


def mined(data: Path, photos: Path, unpacked: Path) -> None:
    step("mine", data / "models", data / "tables", data / "backdrops2.npz", data / "fooled.npy", 8000)


def photo_pools(data: Path, photos: Path, unpacked: Path) -> None:
    step("photo_spots", "boxes", photos, data / "models", data / "boxes.json")
    step("photo_spots", "spots", photos, data / "models", data / "spots_photos.json")
    step("cutouts", photos, data / "boxes.json", data / "masks.npz")
    for name, count in SETS.items():
        step("photo_squares", photos, data, name, data / f"photos_{name}.npy", count)


def final(data: Path, photos: Path, unpacked: Path) -> None:
    """Both networks go on with all photographs: these are shipped."""
    out = data / "models_final"
    known = ("--init", data / "finder.pt", "--photos", photos, "--models", data / "models")
    step("finder", data / "finder1.pt", data / "tables", *known, "--steps", 3000, "--rate", 1.5e-3)
    step("export", "finder", data / "finder1.pt", out)
    train_with(data, list(SHARES), "reader2.pt", 4500)
    step("export", "reader", data / "reader2.pt", out)
    step("evaluate", photos, "--models", out)


def folds(data: Path, photos: Path, unpacked: Path) -> None:
    """Each set of photographs left out in turn; the finder is the one that knows no photograph."""
    rows = data / "rows.jsonl"
    rows.unlink(missing_ok=True)
    for leave in FOLDS:
        out = data / f"models_without_{leave[0]}"
        train_with(data, [name for name in SHARES if name not in leave], f"without_{leave[0]}.pt", 2600)
        step("export", "reader", data / f"without_{leave[0]}.pt", out)
        step("export", "finder", data / "finder.pt", out)
        step("evaluate", photos, "--models", out, "--sets", *leave, "--rows", rows)


def train_with(data: Path, sets: list[str], out: str, steps: int) -> None:
    pools: list[object] = [
        "--pool",
        0.45,
        *(data / f"pool{k}.npy" for k in range(4)),
        "--pool",
        0.15,
        data / "fooled.npy",
    ]
    for name in sets:
        pools += ["--pool", SHARES[name], data / f"photos_{name}.npy"]
    step("train_reader", data / out, "--init", data / "reader1.pt", *pools, "--steps", steps, "--rate", 1.5e-3)


STAGES: dict[str, Callable[[Path, Path, Path], None]] = {
    "dice": dice,
    "things": things,
    "tables": tables,
    "finder": finder,
    "squares": squares,
    "reader": reader,
    "mined": mined,
    "photos": photo_pools,
    "final": final,
    "folds": folds,
}

if __name__ == "__main__":
    for name in sys.argv[4:] or STAGES:
        STAGES[name](Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]))
