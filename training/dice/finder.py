"""Trains the finder on composed tables: python -m training.dice.finder OUT.pt FOLDER [--photos FOLDER --models FOLDER].

The folder holds what tables.py writes; new files are taken up while it runs; --traced is one of what traced.py writes.
Photographs, if any, teach heat only: their boxes are rough, so a die's middle is where the finder that training goes
on from saw it.
"""

import argparse
import copy
import json
import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor, nn

from training.dice.darkroom import Darkroom
from training.dice.nets import FINDER_STEP, Finder
from vision import dice_net
from vision.dice_net import Spot, find_spots
from vision.dice_spots import merge, scales

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

SEED = 5
TURNS_FREELY = ("nell", "damiantab", "cards")
ONLY_FACES = ("matteo",)  # labels that box the upper face of a die, not the whole
SHARE = 0.35  # of photographs among the samples
TRACED = 0.7  # of path-traced tables among the others, where there are any
PX = 128  # side of a sample
CELLS = PX // FINDER_STEP
FOUND_PX = (9.2, 28.0)  # sides of dice it must answer to
MAYBE_PX = (5.5, 36.0)  # and those for which it may
NEAR_PX = (30.0, 150.0)
LEAST_CONTRAST = 9.0  # standard deviation in grey levels
KEEP = 0.998  # of the mean of weights, per step
LOOK_AGAIN = 100  # steps between looks for new tables


class Tables:
    """Composed pictures and what lies in them, opened as they appear."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.images: dict[Path, NDArray[np.uint8]] = {}
        self.truths: dict[Path, Floats] = {}
        self.refresh()

    def refresh(self) -> None:
        for truth in sorted(self.folder.glob("truths_*.npy")):
            if truth not in self.truths:
                self.truths[truth] = np.load(truth)
                self.images[truth] = np.load(truth.with_name(truth.name.replace("truths", "tables")), mmap_mode="r")
        sizes = np.array([len(t) + np.sum(t[..., 2] > 0) for t in self.truths.values()], np.float64)  # tables and dice
        self.names, self.weights = list(self.images), sizes / max(1.0, sizes.sum())

    def draw(self, rng: np.random.Generator) -> tuple[Image, Floats]:
        name = self.names[int(rng.choice(len(self.names), p=self.weights))]
        k = int(rng.integers(len(self.truths[name])))
        truth = self.truths[name][k]
        return np.asarray(self.images[name][k]), truth[truth[:, 2] > 0]


class Photographs:
    """The labelled photographs of some sets, each set as likely as the root of its size."""

    def __init__(self, folder: Path, models: Path, leave: list[str]) -> None:
        dice_net.MODELS = models
        self.images: dict[Path, Image] = {}
        self.sets: dict[str, list[tuple[Path, Floats]]] = {}
        for line in (folder / "labels.jsonl").read_text().splitlines():
            record = json.loads(line)
            if record["set"] in leave:
                continue
            path, face = folder / record["image"], record["set"] in ONLY_FACES
            self.images[path] = np.asarray(cv2.imread(str(path)), np.uint8)
            h, w = self.images[path].shape[:2]
            spots = merge(find_spots(self.images[path], scales(w, h), 0.1)) if record["dice"] else []
            rows = np.zeros((len(record["dice"]), 8), np.float32)
            rows[:, 6] = record["set"] in TURNS_FREELY
            for row, die in zip(rows, record["dice"], strict=True):
                x, y, side = whole_die(spots, die["box"], face)
                row[:5] = x, y, side, side, -1 if die.get("ignore") else die["value"]
            self.sets.setdefault(record["set"], []).append((path, rows))
        weights = np.sqrt([len(s) for s in self.sets.values()])
        self.weights = weights / weights.sum()

    def draw(self, rng: np.random.Generator) -> tuple[Image, Floats]:
        group = list(self.sets.values())[int(rng.choice(len(self.sets), p=self.weights))]
        path, rows = group[int(rng.integers(len(group)))]
        return self.images[path], rows


def whole_die(spots: list[Spot], box: list[float], face: bool) -> tuple[float, float, float]:
    """Middle and side of the hottest spot that may be the labelled die; the label's own where there is none."""
    x, y, side = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, max(box[2] - box[0], box[3] - box[1])
    near = [
        s
        for s in spots
        if math.hypot(s.x - x, s.y - y) < max(0.35 * side, 0.4 * s.side * face)
        and 0.5 < s.side / side < (2.2 if face else 1.8)
    ]
    best = max(near, key=lambda s: s.heat, default=Spot(x, y, side, 0.0))
    return best.x, best.y, best.side


def pick(
    tables: Tables, traced: Tables | None, photos: Photographs | None, rng: np.random.Generator
) -> Tables | Photographs:
    """Where the next sample comes from."""
    if photos and rng.random() < SHARE:
        return photos
    return traced if traced and rng.random() < TRACED else tables


def sample(tables: Tables | Photographs, rng: np.random.Generator) -> tuple[Image, Floats, Floats]:
    """A picture of PX by PX, its answer and what counts of it: mostly of dice at a size the finder must see."""
    rough = isinstance(tables, Photographs)
    kind = rng.random()
    if kind < (0.45 if rough else 0.1):  # four tables from afar: heaps of dice must not look like one
        half, sides = PX // 2, FOUND_PX if rough else (1.0, 1.0)  # a photograph's dice are large even so
        parts = [view(*tables.draw(rng), half, sides, rng) for _ in range(4)]
        image = np.vstack([np.hstack([p[0] for p in parts[k : k + 2]]) for k in (0, 2)])
        inside = [d[((d[:, :2] > 0) & (d[:, :2] < half)).all(1)] for _, d in parts]
        dice = np.concatenate([d + np.array([half * (k % 2), half * (k // 2), 0, 0]) for k, d in enumerate(inside)])
    else:  # or so near that a pip must not look like a die
        image, dice = view(*tables.draw(rng), PX, NEAR_PX if kind > 0.87 else FOUND_PX, rng)
    out, counts = answer(dice[:, :3], [known > 0 and shows(image, x, y, side) for x, y, side, known in dice.tolist()])
    counts[1] *= not rough
    return np.ascontiguousarray(image), out, counts


def view(
    image: Image, truth: Floats, px: int, sides: tuple[float, float], rng: np.random.Generator
) -> tuple[Image, Floats]:
    """Part of a table, px wide, mostly with some die's side between the two; x, y, side and known of all dice."""
    high, wide = image.shape[:2]
    whole = min(high, wide)
    dice = np.concatenate([truth[:, :2], truth[:, 2:4].max(1, keepdims=True), truth[:, 4:5] >= 0], 1)
    middle = rng.uniform(0, 1, 2) * np.array([wide, high])
    scale = math.exp(rng.uniform(math.log(px / whole), math.log(2.0)))
    if len(dice) and rng.random() < 0.85:
        x, y, side, _ = dice[int(rng.integers(len(dice)))].tolist()
        scale = math.exp(rng.uniform(math.log(sides[0]), math.log(sides[1]))) / side
        middle = np.array([x, y]) + rng.uniform(-0.45, 0.45, 2) * px / scale
    n = int(np.clip(round(px / scale), 40, whole))
    x0, y0 = (int(np.clip(round(c - n / 2), 0, far - n)) for c, far in zip(middle, (wide, high), strict=True))
    how = cv2.INTER_AREA if n > px else cv2.INTER_LINEAR
    part = cv2.resize(image[y0 : y0 + n, x0 : x0 + n], (px, px), interpolation=how)
    dice = np.asarray((dice - np.array([x0, y0, 0, 0])) * (np.array([px, px, px, n]) / n), np.float32)
    if rng.random() < 0.5:
        part, dice[:, 0] = part[:, ::-1], px - dice[:, 0]
    if len(dice) == 0 or truth[:, 6].all():  # seen from above: any way up will do
        for _ in range(int(rng.integers(4))):
            part, dice = np.rot90(part), np.stack([dice[:, 1], px - dice[:, 0], dice[:, 2], dice[:, 3]], 1)
    return np.asarray(part, np.uint8), dice


def shows(image: Image, x: float, y: float, side: float) -> bool:
    """Whether a die can be told from the table at all: what is too dark to see teaches only to guess."""
    reach = 0.5 * side
    part = image[max(0, int(y - reach)) : int(y + reach) + 1, max(0, int(x - reach)) : int(x + reach) + 1]
    return part.size > 0 and float(part.std((0, 1)).max()) > LEAST_CONTRAST


def answer(dice: Floats, visible: list[bool]) -> tuple[Floats, Floats]:
    """Heat, dx, dy, size of each cell, and the weight of its heat and of its box."""
    out, counts = np.zeros((4, CELLS, CELLS), np.float32), np.zeros((2, CELLS, CELLS), np.float32)
    counts[0] = 1
    line = np.arange(CELLS, dtype=np.float32) * FINDER_STEP + FINDER_STEP / 2
    for (cx, cy, side), shown in zip(dice.tolist(), visible, strict=True):
        reach = 0.6 * side
        if not (-reach < cx < PX + reach and -reach < cy < PX + reach):
            continue
        dx, dy = (cx - line)[None], (cy - line)[:, None]
        i, j = int(cx // FINDER_STEP), int(cy // FINDER_STEP)
        told = shown and 0 <= i < CELLS and 0 <= j < CELLS
        if not FOUND_PX[0] <= side <= FOUND_PX[1] or not told:
            if MAYBE_PX[0] <= side <= MAYBE_PX[1]:
                counts[0][(np.abs(dx) < reach) & (np.abs(dy) < reach)] = 0
            continue
        spread = max(2.0, 0.14 * side)
        heat = np.exp(-(dx * dx + dy * dy) / (2 * spread * spread))
        heat[j, i] = 1
        near = (heat >= 0.4) & (heat > out[0])
        for plane, value in ((1, dx / FINDER_STEP), (2, dy / FINDER_STEP), (3, np.float32(math.log2(side / 16)))):
            np.copyto(out[plane], value, where=near)
        counts[1][near] = 1
        out[0] = np.maximum(out[0], heat)
    return out, counts


def tensor(images: list[Image]) -> Tensor:
    """What cv2.dnn.blobFromImages gives with scale 1/64 and mean 128: BGR planes about -2..2."""
    return torch.from_numpy(np.stack(images)).permute(0, 3, 1, 2).float().div_(64).sub_(2)


def loss(out: Tensor, truth: Tensor, counts: Tensor) -> Tensor:
    """Heat as CenterNet has it, so that near misses cost little; box where a die is."""
    out = F.pixel_shuffle(out, 2)
    p = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    heat, weight = truth[:, 0], counts[:, 0]
    hit = (heat >= 0.999).float()
    plus = -torch.log(p) * (1 - p) ** 2 * hit
    minus = -torch.log(1 - p) * p**2 * (1 - heat) ** 4 * (1 - hit) * weight
    box = (F.smooth_l1_loss(out[:, 1:], truth[:, 1:], reduction="none", beta=0.1).sum(1) * counts[:, 1]).sum()
    return (plus.sum() + minus.sum()) / hit.sum().clamp(min=1) + 0.7 * box / counts[:, 1].sum().clamp(min=1)


def follow(mean: nn.Module, net: nn.Module, keep: float) -> None:
    """The mean of the weights over many steps is better than any of them."""
    with torch.no_grad():
        for a, b in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
            if a.dtype.is_floating_point:
                a.lerp_(b, 1 - keep)
            else:
                a.copy_(b)


def save(net: nn.Module, path: Path) -> None:
    torch.save(net.state_dict(), path.with_suffix(".part"))
    path.with_suffix(".part").rename(path)


def main() -> None:
    args = argparse.ArgumentParser()
    args.add_argument("out", type=Path)
    args.add_argument("tables", type=Path)
    args.add_argument("--traced", type=Path)
    args.add_argument("--photos", type=Path)
    args.add_argument("--models", type=Path, help="folder of the finder trained so far, which sees where dice lie")
    args.add_argument("--leave", nargs="*", default=[])
    args.add_argument("--init", type=Path)
    args.add_argument("--steps", type=int, default=10000)
    args.add_argument("--batch", type=int, default=32)
    args.add_argument("--rate", type=float, default=3e-3)
    args.add_argument("--seed", type=int, default=SEED)
    a = args.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(a.seed)
    rng = np.random.default_rng(a.seed)
    tables, room = Tables(a.tables), Darkroom(PX, rng)
    photos = Photographs(a.photos, a.models, a.leave) if a.photos else None
    traced = Tables(a.traced) if a.traced else None
    net = Finder()
    if a.init:
        net.load_state_dict(torch.load(a.init))
    net.to(memory_format=torch.channels_last)
    mean = copy.deepcopy(net)
    best = torch.optim.AdamW(net.parameters(), lr=a.rate, weight_decay=1e-2)
    plan = torch.optim.lr_scheduler.OneCycleLR(best, a.rate, a.steps, pct_start=min(0.1, 300 / a.steps))
    net.train()
    begun, drift = time.monotonic(), 0.0
    for step in range(a.steps):
        rows = [sample(pick(tables, traced, photos, rng), rng) for _ in range(a.batch)]
        truth, counts = (torch.from_numpy(np.stack([r[k] for r in rows])) for k in (1, 2))
        value = loss(net.body(tensor([room.develop(r[0], rng) for r in rows])), truth, counts)
        best.zero_grad()
        value.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        plan.step()
        follow(mean, net, min(KEEP, (step + 1) / (step + 10)))
        drift = 0.98 * drift + 0.02 * value.item() if step else value.item()
        if step % LOOK_AGAIN == LOOK_AGAIN - 1:
            tables.refresh()
            save(mean, a.out)
            with a.out.with_suffix(".log").open("a") as log:
                log.write(f"{step + 1} {drift:.4f} {time.monotonic() - begun:.0f}s {len(tables.names)} files\n")
    save(mean, a.out)


if __name__ == "__main__":
    main()
