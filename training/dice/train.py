"""Trains one of the two networks: python -m training.dice.train finder|reader OUT.pt --data FOLDER."""

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor, nn

from training.dice.close_ups import MAP_PX, CloseUps
from training.dice.data import Picture, finder_sample, photographs, reader_sample, scene
from training.dice.nets import Finder, Reader
from training.dice.scenes import PLAIN
from vision.dice_net import even_out

SEED = 5
Row = tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.float32], bool]


def tensor(images: list[NDArray[np.uint8]]) -> Tensor:
    """What cv2.dnn.blobFromImages gives with scale 1/64 and mean 128: BGR planes about -2..2."""
    return torch.from_numpy(np.stack(images).astype(np.float32) / 64 - 2).permute(0, 3, 1, 2)


def finder_loss(out: Tensor, answer: Tensor, counts: Tensor) -> Tensor:
    """Heat as CenterNet has it, so that near misses cost little; box where a die is."""
    p = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    truth, where = answer[:, 0], counts[:, 0]
    hit = (truth >= 0.999).float()
    plus = -torch.log(p) * (1 - p) ** 2 * hit
    minus = -torch.log(1 - p) * p**2 * (1 - truth) ** 4 * (1 - hit) * where
    box = (F.smooth_l1_loss(out[:, 1:], answer[:, 1:], reduction="none", beta=0.2).sum(1) * counts[:, 1]).sum()
    return (plus.sum() + minus.sum()) / hit.sum().clamp(min=1) + 0.5 * box / counts[:, 1].sum().clamp(min=1)


def reader_loss(out: Tensor, truth: Tensor) -> Tensor:
    kind = truth[:, 0].long()
    value = F.cross_entropy(out[:, :7], kind, ignore_index=-1, label_smoothing=0.01)
    box = (F.smooth_l1_loss(out[:, 7:11], truth[:, 1:5], reduction="none", beta=0.1).sum(1) * truth[:, 6]).sum()
    knows = (truth[:, 5] >= 0).float()
    lean = (
        F.smooth_l1_loss(torch.sigmoid(out[:, 11]), truth[:, 5].clamp(min=0), reduction="none", beta=0.1) * knows
    ).sum()
    return value + box / truth[:, 6].sum().clamp(min=1) + lean / knows.sum().clamp(min=1)


def pip_loss(pips: Tensor, where: Tensor) -> Tensor:
    """Each cell's share of the map, the few on a pip counting ten times."""
    if not len(pips):
        return pips.sum()
    cells = F.binary_cross_entropy_with_logits(pips, where, reduction="none") * (1 + 9 * where)
    return cells.mean() * 3


class Source:
    """Draws pictures: composed scenes, and photographs with each set as likely as the root of its size."""

    def __init__(
        self,
        data: Path,
        photos: Path | None,
        leave: list[str],
        share: float,
        spots: list[Path],
        boxes: Path | None,
        masks: Path | None,
    ) -> None:
        self.scenes = np.load(data / "scenes.npy", mmap_mode="r")
        self.truths = np.load(data / "truths.npy")
        self.share = share if photos else 0.0
        named = json.loads(boxes.read_text()) if boxes else None
        cuts = dict(np.load(masks)) if masks else None
        self.sets: list[list[Picture]] = []
        for name in ("nell", "matteo", "roboflow", "damiantab", "cards"):
            if photos and name not in leave:
                self.sets.append(photographs(photos, [name], named, cuts))
        weights = np.sqrt([len(s) for s in self.sets]) if self.sets else np.ones(0)
        self.weights = weights / weights.sum() if len(weights) else weights
        self.spots = {name: s for path in spots for name, s in json.loads(path.read_text()).items()}

    def any_scene(self, rng: np.random.Generator) -> NDArray[np.uint8]:
        return np.asarray(self.scenes[int(rng.integers(len(self.scenes)))])

    def draw(self, rng: np.random.Generator) -> tuple[Picture, list[tuple[float, float, float]]]:
        if rng.random() < self.share:
            group = self.sets[rng.choice(len(self.sets), p=self.weights)]
            picture = group[rng.integers(len(group))]
            return picture, self.spots.get(picture.name, [])
        k = int(rng.integers(len(self.scenes)) if rng.random() < 0.6 else rng.integers(PLAIN, len(self.scenes)))
        return scene(np.asarray(self.scenes[k]), self.truths[k]), self.spots.get(str(k), [])


class Team:
    """Some processes that train the same network on samples of their own and meet now and then at their mean."""

    def __init__(self, me: int, of: int, folder: Path, every: int = 20) -> None:
        self.me, self.of, self.folder, self.every = me, of, folder, every
        folder.mkdir(parents=True, exist_ok=True)

    def meet(self, net: nn.Module, step: int) -> None:
        if self.of < 2 or step % self.every:
            return
        mine = self.folder / f"{step}.{self.me}.pt"
        torch.save(net.state_dict(), mine.with_suffix(".part"))
        mine.with_suffix(".part").rename(mine)
        paths = [self.folder / f"{step}.{k}.pt" for k in range(self.of)]
        while not all(p.exists() for p in paths):
            time.sleep(0.05)
        states = [torch.load(p) for p in paths]
        net.load_state_dict({k: sum(s[k] for s in states) / self.of for k in states[0]})
        (self.folder / f"{step - 2 * self.every}.{self.me}.pt").unlink(missing_ok=True)


def train(
    net: nn.Module, batch: Callable[[np.random.Generator], Tensor], steps: int, rate: float, log: Path, team: Team
) -> None:
    rng = np.random.default_rng((SEED, team.me))
    best = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-2)
    plan = torch.optim.lr_scheduler.OneCycleLR(best, rate, steps, pct_start=0.08)
    net.train()
    begun, mean = time.monotonic(), 0.0
    for step in range(steps):
        loss = batch(rng)
        best.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        plan.step()
        team.meet(net, step + 1)
        mean = 0.98 * mean + 0.02 * loss.item() if step else loss.item()
        if step % 100 == 99:
            with log.with_suffix(f".{team.me}.log").open("a") as f:
                f.write(f"{step + 1} {mean:.4f} {time.monotonic() - begun:.0f}s\n")


def main() -> None:
    args = argparse.ArgumentParser()
    args.add_argument("net", choices=["finder", "reader"])
    args.add_argument("out", type=Path)
    args.add_argument("--data", type=Path, required=True)
    args.add_argument("--photos", type=Path)
    args.add_argument("--leave", nargs="*", default=[])
    args.add_argument("--share", type=float, default=0.5)
    args.add_argument("--spots", type=Path, nargs="*", default=[])
    args.add_argument("--boxes", type=Path)
    args.add_argument("--masks", type=Path)
    args.add_argument("--team", type=int, nargs=2, default=(0, 1), metavar=("ME", "OF"))
    args.add_argument("--init", type=Path)
    args.add_argument("--steps", type=int, default=2000)
    args.add_argument("--batch", type=int, default=16)
    args.add_argument("--rate", type=float, default=3e-3)
    a = args.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    source = Source(a.data, a.photos, a.leave, a.share, a.spots, a.boxes, a.masks)
    net: nn.Module = Finder() if a.net == "finder" else Reader()
    if a.init:
        known, have = net.state_dict(), torch.load(a.init)
        net.load_state_dict({k: have[k] if k in have and have[k].shape == v.shape else v for k, v in known.items()})
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # a fifth quicker on a CPU

    team = Team(a.team[0], a.team[1], a.out.with_suffix(".team"))
    close_ups = CloseUps.load(a.data)
    nowhere = np.zeros((MAP_PX, MAP_PX), np.float32)

    def finder_batch(rng: np.random.Generator) -> Tensor:
        rows = [finder_sample(source.draw(rng)[0], rng) for _ in range(a.batch)]
        answer, counts = (torch.from_numpy(np.stack([r[k] for r in rows])) for k in (1, 2))
        return finder_loss(net(tensor([r[0] for r in rows])), answer, counts)

    def reader_row(rng: np.random.Generator) -> Row:
        if rng.random() < 0.6 * (1 - source.share):
            image, truth, pips = close_ups.any(rng, source.any_scene(rng))
            return image, truth, pips, True
        picture, spots = source.draw(rng)
        ground = source.any_scene(rng) if picture.name and rng.random() < 0.35 else None
        return *reader_sample(picture, rng, spots, ground, 0.65 if picture.name else 0.2), nowhere, False

    def reader_batch(rng: np.random.Generator) -> Tensor:
        rows = [reader_row(rng) for _ in range(a.batch)]
        x = torch.from_numpy(even_out([r[0] for r in rows])).contiguous(memory_format=torch.channels_last)
        out, pips = net.study(x)  # type: ignore[operator]
        truth, where = (torch.from_numpy(np.stack([r[k] for r in rows])) for k in (1, 2))
        knows = torch.tensor([r[3] for r in rows])
        return reader_loss(out, truth) + pip_loss(pips[knows], where[knows])

    train(net, finder_batch if a.net == "finder" else reader_batch, a.steps, a.rate, a.out.with_suffix(".log"), team)
    if team.me == 0:
        torch.save(net.state_dict(), a.out)


if __name__ == "__main__":
    main()
