"""Trains the reader on kept squares: python -m training.dice.train_reader OUT.pt --pool SHARE FILE.npy ..."""

import argparse
import copy
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.optim.lr_scheduler import LRScheduler

from training.dice.reader_net import KINDS, Reader
from training.dice.squares import SQUARE, UNKNOWN

SEED = 5
LASTING = 0.998  # share of the mean weights that stays from step to step
SHAKEN = 0.6  # share of the squares told of that are moved and turned a little, seen from above anyhow
TURN, ZOOM, SHIFT = 0.12, 0.07, 0.05  # radians, as log, in halves of a square
KEPT = 500  # steps after which the weights so far are kept beside the log, should the machine have no time for all


class Pools:
    """Files of squares, each with its share of every batch; empty ones, as where nothing fooled, have none."""

    def __init__(self, shares: list[tuple[float, list[Path]]]) -> None:
        opened = [(share, [np.load(p, mmap_mode="r") for p in paths]) for share, paths in shares]
        filled = [(share, files) for share, files in opened if all(len(f) for f in files)]
        self.files = [files for _, files in filled]
        shares_only = np.array([share for share, _ in filled])
        self.shares = shares_only / shares_only.sum()

    def draw(self, rng: np.random.Generator, count: int) -> NDArray[np.void]:
        rows = np.empty(count, SQUARE)
        for n, kind in enumerate(rng.choice(len(self.shares), count, p=self.shares)):
            files = self.files[kind]
            file = files[rng.integers(len(files))]
            rows[n] = file[rng.integers(len(file))]
        return rows


def turned(rows: NDArray[np.void], rng: np.random.Generator) -> tuple[Tensor, Tensor, Tensor]:
    """Squares, maps and truths as tensors, mirrored and, where the view allows it, turned by quarters."""
    x = torch.from_numpy(rows["bgr"].copy()).permute(0, 3, 1, 2).float()
    maps = torch.from_numpy(rows["map"].copy()).float() / 255
    truth = torch.from_numpy(rows["truth"].copy())
    quarters = torch.from_numpy(rng.integers(4, size=len(rows))) * truth[:, 8].long()
    for k in (1, 2, 3):
        pick = quarters == k
        if pick.any():
            x[pick], maps[pick] = x[pick].rot90(k, (2, 3)), maps[pick].rot90(k, (1, 2))
            dx, dy, w, h = truth[pick, 1:5].unbind(1)
            new = {1: (dy, -dx, h, w), 2: (-dx, -dy, w, h), 3: (-dy, dx, h, w)}[k]
            truth[pick, 1:5] = torch.stack(new, 1)
    mirror = torch.from_numpy(rng.random(len(rows)) < 0.5)
    x[mirror], maps[mirror] = x[mirror].flip(3), maps[mirror].flip(2)
    truth[mirror, 1] *= -1
    return x, maps, truth


def shaken(x: Tensor, truth: Tensor, rng: np.random.Generator) -> Tensor:
    """The squares with many of those whose truth is known moved, turned and zoomed: of so few dice more is seen.

    Where the box and the pips are then is not worked out.
    """
    pick = torch.from_numpy(rng.random(len(x)) < SHAKEN) & (truth[:, 0] != UNKNOWN)
    count = int(pick.sum())
    if count == 0:
        return x
    from_above = truth[pick, 8].numpy() > 0
    turn = np.where(from_above, rng.uniform(-np.pi, np.pi, count), rng.normal(0, TURN, count))
    zoom, shift = np.exp(rng.normal(0, ZOOM, count)), rng.normal(0, SHIFT, (count, 2))
    cos, sin = zoom * np.cos(turn), zoom * np.sin(turn)
    moves = np.stack([np.stack([cos, -sin, shift[:, 0]], 1), np.stack([sin, cos, shift[:, 1]], 1)], 1)
    grid = F.affine_grid(torch.from_numpy(moves.astype(np.float32)), list(x[pick].shape), align_corners=False)
    x[pick] = F.grid_sample(x[pick], grid, padding_mode="border", align_corners=False)
    truth[pick, 6:8] = 0
    return x


def other_light(x: Tensor, rng: np.random.Generator) -> Tensor:
    """The same squares by another lamp, camera and dye: colours mixed, blur, gains, gamma, noise; 0..255."""
    n = len(x)
    x = x / 255
    mixes = np.tile(np.eye(3, dtype=np.float32), (n, 1, 1))
    for m, what in zip(mixes, rng.random(n), strict=True):
        if what < 0.2:
            m[:] = m[rng.permutation(3)]
        elif what < 0.5:  # hues turned about the grey axis
            a = rng.uniform(0, 6.28)
            c, s = np.cos(a), np.sin(a) / np.sqrt(3)
            k = (1 - c) / 3
            m[:] = [[c + k, k - s, k + s], [k + s, c + k, k - s], [k - s, k + s, c + k]]
        if rng.random() < 0.3:
            grey = rng.choice([1.0, rng.uniform(-0.4, 0.8)], p=[0.2, 0.8])
            m[:] = m * (1 - grey) + grey / 3
    x = torch.einsum("nij,njhw->nihw", torch.from_numpy(mixes), x).clamp(0, 1)
    blur = torch.from_numpy((rng.uniform(0, 1.2, (n, 1, 1, 1)) * (rng.random((n, 1, 1, 1)) < 0.25)).astype(np.float32))
    x = x + blur * (F.avg_pool2d(x, 3, 1, 1, count_include_pad=False) - x)
    inverted = torch.from_numpy(rng.random(n) < 0.02)
    x[inverted] = 1 - x[inverted]
    shape = (n, 1, 1, 1)
    gamma = torch.from_numpy(np.exp(rng.normal(0, 0.3, shape)).astype(np.float32))
    gain = rng.uniform(0.5, 1.25, shape) * (1 + rng.normal(0, 0.06, (n, 3, 1, 1)))
    lift = rng.normal(0, 0.05, shape)
    x = (x.clamp(min=1e-3) ** gamma * torch.from_numpy(gain.astype(np.float32))).clamp(max=1)
    noise = torch.from_numpy((rng.uniform(0, 0.03, shape) * (rng.random(shape) < 0.4)).astype(np.float32))
    x = x + torch.from_numpy(lift.astype(np.float32)) + torch.randn_like(x) * noise
    return (x * 255).clamp(0, 255)


def even_out(x: Tensor) -> Tensor:
    """What vision.dice_net.even_out does."""
    x = x - x.mean((2, 3), keepdim=True)
    return x / ((x * x).mean((1, 2, 3), keepdim=True).sqrt() + 6)


def loss_of(out: Tensor, pips: Tensor, truth: Tensor, maps: Tensor) -> Tensor:
    kind = truth[:, 0].long()
    value = F.cross_entropy(out[:, :KINDS], kind, ignore_index=-1, label_smoothing=0.01)
    boxed = truth[:, 6]
    box = F.smooth_l1_loss(out[:, 7:11], truth[:, 1:5], reduction="none", beta=0.1).sum(1)
    leans = (truth[:, 5] >= 0).float()
    lean = F.smooth_l1_loss(torch.sigmoid(out[:, 11]), truth[:, 5].clamp(min=0), reduction="none", beta=0.1)
    mapped = truth[:, 7]
    cells = (F.binary_cross_entropy_with_logits(pips, maps, reduction="none") * (1 + 9 * maps)).mean((1, 2))
    return (
        value
        + (box * boxed).sum() / boxed.sum().clamp(min=1)
        + (lean * leans).sum() / leans.sum().clamp(min=1)
        + 3 * (cells * mapped).sum() / mapped.sum().clamp(min=1)
    )


def learn(net: nn.Module, mean: nn.Module, loss: Tensor, plan: LRScheduler, step: int) -> None:
    """One step of training; the mean of the weights so far follows it."""
    plan.optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 5.0)
    plan.optimizer.step()
    plan.step()
    with torch.no_grad():
        for kept, new in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
            if kept.dtype.is_floating_point:
                kept.lerp_(new, 1 - min(LASTING, (1 + step) / (10 + step)))


def train(net: Reader, pools: Pools, steps: int, batch: int, rate: float, log: Path) -> nn.Module:
    rng = np.random.default_rng(SEED)
    torch.manual_seed(SEED)
    best = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-2)
    plan = torch.optim.lr_scheduler.OneCycleLR(best, rate, steps, pct_start=0.08)
    net.to(memory_format=torch.channels_last)  # a fifth quicker on a CPU
    mean = copy.deepcopy(net)
    net.train()
    begun, loss_mean, right_mean = time.monotonic(), 0.0, 0.0
    for step in range(steps):
        x, maps, truth = turned(pools.draw(rng, batch), rng)
        x = even_out(other_light(x, rng)).contiguous(memory_format=torch.channels_last)
        out, pips = net.study(x)
        loss = loss_of(out, pips, truth, maps)
        learn(net, mean, loss, plan, step)
        right = (out[:, :KINDS].argmax(1) == truth[:, 0]).float().mean().item()
        fresh = 0.02 if step else 1.0
        loss_mean += fresh * (loss.item() - loss_mean)
        right_mean += fresh * (right - right_mean)
        if step % 200 == 199:
            with log.open("a") as f:
                f.write(f"{step + 1} loss {loss_mean:.4f} right {right_mean:.4f} {time.monotonic() - begun:.0f}s\n")
        if step % KEPT == KEPT - 1:
            torch.save(mean.state_dict(), log.with_suffix(".part.pt"))
    return mean


def main() -> None:
    args = argparse.ArgumentParser()
    args.add_argument("out", type=Path)
    args.add_argument("--pool", nargs="+", action="append", required=True, metavar="SHARE FILE")
    args.add_argument("--init", type=Path)
    args.add_argument("--steps", type=int, default=2000)
    args.add_argument("--batch", type=int, default=64)
    args.add_argument("--rate", type=float, default=2e-3)
    args.add_argument("--threads", type=int, default=1)
    a = args.parse_args()
    torch.set_num_threads(a.threads)
    torch.manual_seed(SEED)
    net = Reader()
    if a.init:
        net.load_state_dict(torch.load(a.init))
    pools = Pools([(float(p[0]), [Path(f) for f in p[1:]]) for p in a.pool])
    mean = train(net, pools, a.steps, a.batch, a.rate, a.out.with_suffix(".log"))
    torch.save(mean.state_dict(), a.out)


if __name__ == "__main__":
    main()
