"""The whole recipe: python -m training.dice.run DATA PHOTOS UNPACKED [--tiny] [stage ...]; see README.md.

Stages: dice, things, tables, traced, finder, squares, reader, mined, photos, final, onward, again, second, wider,
hunch, heaps, whole, folds, held_out. Each leaves files in DATA that the next ones take up: a stage can be run again by
itself.
--tiny does every step with next to nothing: its networks are useless, but it shows in minutes that all of it runs.
"""

import argparse
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

SHARES = {"nell": 0.13, "matteo": 0.07, "roboflow": 0.09, "damiantab": 0.05, "cards": 0.06}  # of a batch
FILES = {name: f"photos_{name}" for name in SHARES}
SETS = {"nell": 20000, "matteo": 12000, "roboflow": 8000, "damiantab": 5000, "cards": 4000}
TRACED_SQUARES, TRACED_SHARE = 20000, 0.2
_PHOTOS = {"nell": 0.15, "matteo": 0.05, "roboflow": 0.06, "damiantab": 0.03, "cards": 0.05}
_LATER = {"pool": 0.16, "fooled": 0.05, "simulated": 0.08, "pipped": 0.06, "hard": 0.05, **_PHOTOS}
AGAIN = (  # shares of a batch and rate of each round in which the reader learns from its mistakes
    ({"pool": 0.27, "fooled": 0.10, "mistakes": 0.30, **_PHOTOS}, 1e-3),
    ({"pool": 0.18, "fooled": 0.08, "mistakes": 0.27, **_PHOTOS, "nell": 0.20}, 7e-4),
    ({"pool": 0.19, "fooled": 0.07, "mistakes": 0.32, "simulated": 0.09, **_PHOTOS}, 9e-4),
    ({**_LATER, "mistakes": 0.09, "mistakes_then": 0.20}, 8e-4),
    ({**_LATER, "mistakes": 0.20, "mistakes_then": 0.07}, 1e-3),
)
SECOND = (  # the same of the second reader
    ({**_LATER, "mistakes": 0.07, "mistakes_then": 0.20}, 1e-3),
    ({**_LATER, "mistakes": 0.05, "mistakes_then": 0.14, "mistakes_last": 0.15}, 8e-4),
)
_DRAWN = {"pool": 0.14, "fooled": 0.04, "simulated": 0.07, "pipped": 0.04}
_TRACED = {"mistakes_wider": 0.34, "hard_wider": 0.05}
WIDER = {**_DRAWN, **_TRACED, **_PHOTOS, "nell": 0.14, "cards": 0.04}  # of each reader, when there are many more tables
_HEAPED = {"mistakes_heaps": 0.46, "simulated": 0.08}
Shares = dict[str, float]
# of each teaching of the mind: shares told, shares kept, by how much (log) dice among those are likelier, steps
HEAPS: tuple[tuple[Shares, Shares, float, int], ...] = (
    ({"mistakes_heaps": 0.54, "shown": 0.34, "simulated": 0.12}, {}, 0, 2000),
    ({**_HEAPED, "pool": 0.06}, {"shown": 0.20, "pool": 0.10, "aslant": 0.10}, 0, 1800),
    ({**_HEAPED, "pool": 0.10}, {"shown": 0.22, "aslant": 0.14}, 5, 1300),
)
_LEARNT = {"simulated": 0.05, "pool": 0.08, "pipped": 0.04, "fooled": 0.05}
# of each round in which the whole reader goes on: shares told, shares kept, whether to the word of the reader before
# all of them, steps, rate
WHOLE: tuple[tuple[Shares, Shares, bool, int, float], ...] = (
    ({"mistakes_whole": 0.44, **_LEARNT}, {"shown": 0.24, "aslant": 0.10}, False, 2400, 8e-4),
    ({"mistakes_whole": 0.48, **_LEARNT}, {"shown": 0.20, "aslant": 0.10}, False, 2600, 8e-4),
    ({"mistakes_whole": 0.36, **_LEARNT}, {"shown": 0.38, "aslant": 0.08}, True, 1800, 6e-4),
)
HUNCH = {"shown": 0.55, "simulated": 0.10, "mistakes_whole": 0.35}
MINED_AFTER = 3  # rounds: what the networks get wrong by then is another thing than what they got wrong at first
FOLDS = (["nell"], ["matteo"], ["roboflow"], ["damiantab", "cards"])
TRACED_FROM = 7000  # first number of the path-traced tables to learn from; those of the judge are below 2000
VIEWS = 6  # of each of them
DRESSES = 8  # grounds laid under each view
WIDER_FROM, WIDER_VIEWS, WIDER_DRESSES = 8000, 5, 4  # the same of many more tables, each seen from fewer sides
HEAPS_FROM, HEAPS_DRESSES, ASLANT_FROM = 9034, 3, 9_500_000  # tables of dice in heaps; squares of dice seen aslant
WHOLE_FROM, WHOLE_VIEWS, WHOLE_DRESSES = (8200, 9100), 6, 3  # tables in full size, and such with heaps
NEVER_TRAINED = 90000  # first seed of the dice and decoys that thresholds are chosen on


@dataclass(frozen=True)
class Budget:
    parts: int = 6
    dice: int = 2500  # of a part
    decoys: int = 3000
    drawn: int = 1600  # cloths and stones
    tables: int = 10000
    traced: int = 22  # tables, each seen VIEWS times, each view dressed DRESSES times
    finder: tuple[int, int, int] = (3500, 6000, 3000)  # steps: at first, then, with photographs
    pools: int = 4
    squares: int = 80000  # of a pool
    reader: tuple[int, int, int, int] = (11000, 5500, 4500, 2600)  # at first, then, with photographs, of a fold
    mined: int = 8000
    onward: tuple[int, int] = (1500, 2000)  # steps of finder and reader with more clutter
    again_finder: tuple[int, int] = (1000, 1500)  # steps with dressed tables, each time half way back
    again_reader: tuple[int, int, int, int, int] = (2500, 1500, 2400, 1800, 3400)  # with its mistakes
    second: tuple[int, int] = (3500, 2000)  # steps of the second reader
    wider: int = 38  # further tables
    wider_steps: tuple[int, int, int] = (1800, 5000, 1600)  # of finder, reader and second reader, with them
    hunch: int = 5000  # steps
    heaps: tuple[int, int, float] = (21, 4000, 1.0)  # tables, squares of dice aslant, share of the steps of HEAPS
    whole: tuple[int, int, float] = (
        30,
        2600,
        1.0,
    )  # tables of each kind, steps of the finder, share of the steps of WHOLE
    simulated: int = 110  # tables
    pipped: int = 4000  # squares
    photos: float = 1.0  # share of SETS
    held_out: int = 160


TINY = Budget(
    2, 8, 8, 4, 6, 1, (2, 2, 2), 1, 64, (2, 2, 2, 2), 4, (2, 2), (2, 2), (2, 2, 2, 2, 2), (2, 2),
    1, (2, 2, 2), 2, (1, 8, 0.001), (1, 2, 0.001), 1, 8, 0.002, 4,
)  # fmt: skip


@dataclass(frozen=True)
class Run:
    data: Path
    photos: Path
    unpacked: Path
    budget: Budget

    @property
    def pools(self) -> list[Path]:
        return [self.data / f"pool{k}.npy" for k in range(self.budget.pools)]


def step(module: str, *args: object) -> None:
    subprocess.run([sys.executable, "-m", f"training.dice.{module}", *map(str, args)], check=True)


def dice(run: Run) -> None:
    count = run.budget.dice
    for k in range(run.budget.parts):
        step("sprites", run.data / f"part{k}.npz", count, k * count)
    step("decoys", run.data / "decoys0.npz", run.budget.decoys, 0)


def things(run: Run) -> None:
    step("backdrops", run.data / "backdrops2.npz", run.budget.drawn, run.unpacked)
    step("cards", run.data / "cards.npz", run.unpacked)


def tables(run: Run) -> None:
    (run.data / "tables").mkdir(exist_ok=True)
    step("tables", run.data, run.data / "tables", 0, run.budget.tables)


def traced(run: Run) -> None:
    """Path-traced pictures full of dice and of what is none; they need Mitsuba."""
    data, crowded, whole = run.data, run.data / "crowded", run.budget.traced > 1
    numbers = ("--from", TRACED_FROM, "--to", TRACED_FROM + run.budget.traced, "--views", VIEWS if whole else 1)
    step("photoreal.undressed", data / "bare", "--cards", data / "cards.npz", *numbers)
    step("photoreal.dress", data / "bare", crowded, data / "backdrops2.npz", DRESSES if whole else 1)
    (data / "traced").mkdir(exist_ok=True)
    step("traced", crowded, data / "traced", 0)
    (crowded / "backdrops2.npz").unlink(missing_ok=True)
    (crowded / "backdrops2.npz").symlink_to((data / "backdrops2.npz").resolve())


def finder(run: Run) -> None:
    """Tables alone, no photograph."""
    data, (first, then, _) = run.data, run.budget.finder
    step("finder", data / "finder0.pt", data / "tables", "--steps", first, "--rate", 4e-3)
    step("finder", data / "finder.pt", data / "tables", "--init", data / "finder0.pt", "--steps", then)
    step("export", "finder", data / "finder.pt", data / "models")


def squares(run: Run) -> None:
    for k, pool in enumerate(run.pools):
        step("squares", run.data, pool, k * run.budget.squares, run.budget.squares)


def reader(run: Run) -> None:
    """Rendered dice alone: what this one reaches on the photographs is what it reaches on pictures never seen."""
    data, (first, then, *_) = run.data, run.budget.reader
    pool = ("--pool", 1, *run.pools)
    step("train_reader", data / "reader0.pt", *pool, "--steps", first, "--rate", 3e-3)
    step("train_reader", data / "reader1.pt", "--init", data / "reader0.pt", *pool, "--steps", then, "--rate", 2e-3)
    step("export", "reader", data / "reader1.pt", data / "models")
    step("evaluate", run.photos, "--models", data / "models")


def mined(run: Run) -> None:
    data = run.data
    step("mine", data / "models", data / "tables", data / "backdrops2.npz", data / "fooled.npy", run.budget.mined)


def photo_pools(run: Run) -> None:
    data, photos = run.data, run.photos
    step("photo_spots", "boxes", photos, data / "models", data / "boxes.json")
    step("photo_spots", "spots", photos, data / "models", data / "spots_photos.json")
    step("cutouts", photos, data / "boxes.json", data / "masks.npz")
    for name, count in SETS.items():
        step("photo_squares", photos, data, name, data / f"photos_{name}.npy", max(1, int(count * run.budget.photos)))
    crowded, count = data / "crowded", max(1, int(TRACED_SQUARES * run.budget.photos))
    step("photo_spots", "spots", crowded, data / "models", crowded / "spots_photos.json")
    step("photo_squares", crowded, crowded, "crowded", data / "photos_crowded.npy", count)


def final(run: Run) -> None:
    """Both networks go on with all photographs."""
    data, out = run.data, run.data / "models_photos"
    known = ("--init", data / "finder.pt", "--photos", run.photos, "--models", data / "models")
    step("finder", data / "finder1.pt", data / "tables", *known, "--steps", run.budget.finder[2], "--rate", 1.5e-3)
    step("export", "finder", data / "finder1.pt", out)
    train_with(run, list(SHARES), "reader2.pt", run.budget.reader[2])
    step("export", "reader", data / "reader2.pt", out)
    step("evaluate", run.photos, "--models", out)


def onward(run: Run) -> None:
    """Both go on with more path-traced clutter; of the reader the mean of before and after is shipped."""
    data, out, (first, last) = run.data, run.data / "models_final", run.budget.onward
    known = ("--photos", run.photos, "--models", data / "models_photos", "--traced", data / "traced", "--rate", 1e-3)
    step("finder", data / "finder2.pt", data / "tables", *known, "--init", data / "finder1.pt", "--steps", first)
    step("export", "finder", data / "finder2.pt", out)
    train_with(run, list(SHARES), "reader3.pt", last, "--init", data / "reader2.pt")
    step("halfway", data / "reader2.pt", data / "reader3.pt", data / "reader4.pt")
    step("export", "reader", data / "reader4.pt", out)
    step("evaluate", run.photos, "--models", out)


def again(run: Run) -> None:
    """The finder goes on and half way back, twice; the reader learns from its mistakes and from the simulation."""
    data, out = run.data, run.data / "models_again"
    known = ("--photos", run.photos, "--models", data / "models_final", "--traced", data / "traced", "--rate", 1e-3)
    for k, steps in enumerate(run.budget.again_finder):
        before, far, mean = (data / f"finder{n}.pt" for n in (2 + 2 * k, 3 + 2 * k, 4 + 2 * k))
        step("finder", far, data / "tables", *known, "--init", before, "--steps", steps)
        step("halfway", before, far, mean)
    step("export", "finder", mean, out)
    make_further_pools(run)
    for k, ((shares, rate), steps) in enumerate(zip(AGAIN, run.budget.again_reader, strict=True)):
        init, last = data / f"reader{4 + k}.pt", data / f"reader{5 + k}.pt"
        if k == MINED_AFTER:
            step("export", "reader", init, out)
            step("mistakes", out, data / "crowded", data / "mistakes_then.npy")
            step("hard", init, data / "hard.npy", *(data / f"photos_{name}.npy" for name in SHARES))
        step("train_reader", last, "--init", init, *pools_of(run, shares), "--steps", steps, "--rate", rate)
    step("export", "reader", last, out)


def second(run: Run) -> None:
    """Another reader, of smaller squares, that is asked of what the first one doubts; it begins as that one."""
    data, out = run.data, run.data / "models_again"
    step("mistakes", out, data / "crowded", data / "mistakes_last.npy")
    init: tuple[object, ...] = ()
    for k, ((shares, rate), steps) in enumerate(zip(SECOND, run.budget.second, strict=True)):
        teacher, last = data / f"reader{4 + len(AGAIN)}.pt", data / f"second{k}.pt"
        step("distil", teacher, last, *init, *pools_of(run, shares), "--steps", steps, "--rate", rate)
        init = ("--init", last)
    step("export", "second", last, out)
    step("evaluate", run.photos, "--models", out)


def wider(run: Run) -> None:
    """All three go on with many more tables: those of before showed too little of what lies on tables."""
    data, out = run.data, run.data / "models_wider"
    crowded, traced = data / "crowded_wider", data / "traced_wider"
    trace_wider(run, crowded, traced)
    first, then, last = run.budget.wider_steps
    known = ("--photos", run.photos, "--models", data / "models_again", "--traced", traced, "--rate", 1e-3)
    before, far = data / f"finder{2 + 2 * len(run.budget.again_finder)}.pt", data / "finder_wider.pt"
    step("finder", far, data / "tables", *known, "--init", before, "--steps", first)
    step("export", "finder", far, out)
    before, far = data / f"reader{4 + len(AGAIN)}.pt", data / "reader_wider.pt"
    step("mistakes", data / "models_again", crowded, data / "mistakes_wider.npy")
    step("hard", before, data / "hard_wider.npy", *(data / f"photos_{name}.npy" for name in SHARES))
    pools = pools_of(run, WIDER)
    step("train_reader", far, "--init", before, *pools, "--steps", then, "--rate", 1e-3)
    step("export", "reader", far, out)
    before, taught = data / f"second{len(SECOND) - 1}.pt", data / "second_wider.pt"
    step("distil", far, taught, "--init", before, *pools, "--steps", last, "--rate", 1e-3)
    step("export", "second", taught, out)
    step("evaluate", run.photos, "--models", out)


def hunch(run: Run) -> None:
    """The reader's hunch, at the very end: it is taught what the reader says of all that the finder shows it."""
    data, out = run.data, run.data / "models_wider"
    step("shown", out, data / "shown.npy", run.photos, data / "crowded_wider")
    pools = ("--pool", 0.8, data / "shown.npy", "--pool", 0.2, data / "simulated.npy")
    step("hunch", data / "reader_wider.pt", data / "hunch.pt", *pools, "--steps", run.budget.hunch)
    step("export", "reader", data / "reader_wider.pt", out, data / "hunch.pt")
    step("evaluate", run.photos, "--models", out)


def heaps(run: Run) -> None:
    """The reader's mind alone, on tables whose dice lie in heaps, while its eye and the hunch stay; half way back."""
    data, before, out = run.data, run.data / "models_wider", run.data / "models_heaps"
    tables, seen, times = run.budget.heaps
    bare, heaped = data / "bare_heaps", data / "heaps"
    numbers = ("--from", HEAPS_FROM, "--to", HEAPS_FROM + tables, "--views", VIEWS if tables > 1 else 1)
    step("photoreal.undressed", bare, "--cards", data / "cards.npz", *numbers)
    step("photoreal.dress", bare, heaped, data / "backdrops2.npz", HEAPS_DRESSES if tables > 1 else 1)
    step("mistakes", before, heaped, data / "mistakes_heaps.npy")
    step("squares", data, data / "aslant.npy", ASLANT_FROM, seen, "aslant")
    reader, mean = data / "reader_wider.pt", data / "mind.pt"
    for k, (told, kept, likelier, steps) in enumerate(HEAPS):
        far = data / f"mind{k}.pt"
        keep = ["--keep" if word == "--pool" else word for word in pools_of(run, kept)]
        how = ("--likelier", likelier, "--steps", max(1, int(steps * times)), "--rate", 8e-4)
        step("mind", reader, far, *pools_of(run, told), *keep, *how)
        step("halfway", mean if k else far, far, mean)
    step("halfway", reader, mean, mean)
    shutil.copytree(before, out, dirs_exist_ok=True)
    step("export", "mind", mean, out)
    step("evaluate", run.photos, "--models", out)


def whole(run: Run) -> None:
    """Finder and reader with tables in full size; the reader's eye learns as well, so that its hunch is taught anew."""
    data, before, out = run.data, run.data / "models_heaps", run.data / "models_whole"
    _, steps, times = run.budget.whole
    trace_whole(run)
    step("mistakes", before, data / "whole", data / "mistakes_whole.npy")
    shutil.copytree(before, out, dirs_exist_ok=True)
    known = ("--photos", run.photos, "--models", before, "--traced", data / "traced_whole", "--rate", 1e-3)
    first, then, mean = (data / f"finder_whole{k}.pt" for k in ("0", "1", ""))
    step("finder", first, data / "tables", *known, "--init", data / "finder_wider.pt", "--steps", steps)
    step("finder", then, data / "tables", *known, "--init", first, "--steps", steps, "--seed", 6)
    step("halfway", first, then, mean)
    step("export", "finder", mean, out)
    reader = init = data / "mind.pt"
    for k, (told, kept, is_first_word, count, rate) in enumerate(WHOLE):
        far = data / f"reader_whole{k}.pt"
        keep = ["--keep" if word == "--pool" else word for word in pools_of(run, kept)]
        how = ["--eye", "--likelier", 5, "--steps", max(1, int(count * times)), "--rate", rate]
        how += ["--word", reader] if is_first_word else []
        step("mind", init, far, *pools_of(run, told), *keep, *how)
        init = far
        if k:  # a quarter of the way back
            init = data / f"reader_back{k}.pt"
            step("halfway", reader, far, init)
            step("halfway", far, init, init)
    step("hunch", init, data / "hunch_whole.pt", *pools_of(run, HUNCH), "--steps", max(1, int(3000 * times)))
    step("export", "reader", init, out, data / "hunch_whole.pt")
    step("evaluate", run.photos, "--models", out)


def trace_whole(run: Run) -> None:
    """The tables for it, and the same for the finder."""
    bare, count = run.data / "bare_whole", run.budget.whole[0]
    few = count == 1
    for first in WHOLE_FROM:
        numbers = ("--from", first, "--to", first + count, "--views", 1 if few else WHOLE_VIEWS)
        step("photoreal.undressed", bare, "--whole", "--cards", run.data / "cards.npz", *numbers)
    dresses = 1 if few else WHOLE_DRESSES
    step("photoreal.dress", bare, run.data / "whole", run.data / "backdrops2.npz", dresses)
    traced = run.data / "traced_whole"
    traced.mkdir(exist_ok=True)
    step("traced", run.data / "whole", traced, 0)


def trace_wider(run: Run, crowded: Path, traced: Path) -> None:
    """The tables for it: pictures, and the same for the finder."""
    bare, whole = run.data / "bare_wider", run.budget.wider > 1
    numbers = ("--from", WIDER_FROM, "--to", WIDER_FROM + run.budget.wider, "--views", WIDER_VIEWS if whole else 1)
    step("photoreal.undressed", bare, "--cards", run.data / "cards.npz", *numbers)
    step("photoreal.dress", bare, crowded, run.data / "backdrops2.npz", WIDER_DRESSES if whole else 1)
    traced.mkdir(exist_ok=True)
    step("traced", crowded, traced, 0)


def pools_of(run: Run, shares: Shares) -> list[object]:
    """The squares of each name, with their share of a batch, as the training wants to be told."""
    files = {name: run.pools if name == "pool" else [run.data / f"{FILES.get(name, name)}.npy"] for name in shares}
    return [word for name, share in shares.items() for word in ("--pool", share, *files[name])]


def make_further_pools(run: Run) -> None:
    """Those squares for AGAIN that can be made before it begins."""
    data, before = run.data, run.data / "models_final"
    step("mistakes", before, data / "crowded", data / "mistakes.npy")
    step("simulated", before, data / "simulated.npy", run.budget.simulated)
    step("decoys", data / "dominoes0.npz", max(4, run.budget.pipped // 13), 0, "domino")
    step("pipped", data, data / "pipped.npy", run.budget.pipped)


def folds(run: Run) -> None:
    """Each set of photographs left out in turn; the finder is the one that knows no photograph."""
    data, rows = run.data, run.data / "rows.jsonl"
    rows.unlink(missing_ok=True)
    for leave in FOLDS:
        out, weights = data / f"models_without_{leave[0]}", f"without_{leave[0]}.pt"
        train_with(run, [name for name in SHARES if name not in leave], weights, run.budget.reader[3])
        step("export", "reader", data / weights, out)
        step("export", "finder", data / "finder.pt", out)
        step("evaluate", run.photos, "--models", out, "--sets", *leave, "--rows", rows)


def held_out(run: Run) -> None:
    """Pictures to choose thresholds on: tables with dice and decoys that no network was trained on."""
    other = run.data / "held_out"
    other.mkdir(exist_ok=True)
    step("sprites", other / "part0.npz", run.budget.held_out, NEVER_TRAINED)
    step("decoys", other / "decoys0.npz", max(4, run.budget.held_out // 2), NEVER_TRAINED)
    for name in ("backdrops2.npz", "cards.npz"):
        (other / name).unlink(missing_ok=True)
        (other / name).symlink_to((run.data / name).resolve())
    step("held_out", other, run.data / "composed", 0, run.budget.held_out)


def train_with(run: Run, sets: list[str], out: str, steps: int, *how: object) -> None:
    pools: list[object] = ["--pool", 0.45, *run.pools, "--pool", 0.15, run.data / "fooled.npy"]
    pools += ["--pool", TRACED_SHARE, run.data / "photos_crowded.npy"]
    for name in sets:
        pools += ["--pool", SHARES[name], run.data / f"photos_{name}.npy"]
    start = how or ("--init", run.data / "reader1.pt")
    step("train_reader", run.data / out, *start, *pools, "--steps", steps, "--rate", 1e-3 if how else 1.5e-3)


STAGES: dict[str, Callable[[Run], None]] = {
    "dice": dice,
    "things": things,
    "tables": tables,
    "traced": traced,
    "finder": finder,
    "squares": squares,
    "reader": reader,
    "mined": mined,
    "photos": photo_pools,
    "final": final,
    "onward": onward,
    "again": again,
    "second": second,
    "wider": wider,
    "hunch": hunch,
    "heaps": heaps,
    "whole": whole,
    "folds": folds,
    "held_out": held_out,
}


def main() -> None:
    ask = argparse.ArgumentParser("training.dice.run")
    for name in ("data", "photos", "unpacked"):
        ask.add_argument(name, type=Path)
    ask.add_argument("stages", nargs="*", metavar="stage", help=", ".join(STAGES))
    ask.add_argument("--tiny", action="store_true")
    given = ask.parse_intermixed_args()
    given.data.mkdir(parents=True, exist_ok=True)
    run = Run(given.data, given.photos, given.unpacked, TINY if given.tiny else Budget())
    for name in given.stages or STAGES:
        STAGES[name](run)


if __name__ == "__main__":
    main()
