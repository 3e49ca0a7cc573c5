"""Trains the reader's judge on maps of pips: python -m training.dice.judge READER.pt OUT.pt DATA PHOTOS.

The eye stays as it is: its answers are worked out once, and the judge sees each of them many times, turned, mirrored.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from training.dice.close_ups import CloseUps
from training.dice.data import reader_sample
from training.dice.nets import Reader
from training.dice.train import SEED, Source
from vision.dice_net import even_out


def maps(net: Reader, source: Source, close_ups: CloseUps, count: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """What the eye sees of many squares: quarters of the map of pips, the first opinion, the body, the truth."""
    rng = np.random.default_rng((SEED, 7))
    pips, first, body, truth = [], [], [], []
    for _ in range(count // 64):
        rows = [square(source, close_ups, rng) for _ in range(64)]
        with torch.no_grad():
            x = torch.from_numpy(even_out([r[0] for r in rows])).contiguous(memory_format=torch.channels_last)
            seen = net.eye(x)
            quarters = net.pips(seen)
            pips.append(quarters.contiguous())
            value, deep = net.opinion(seen, quarters)
            first.append(value)
            body.append(deep.mean((2, 3)))
        truth.append(torch.tensor([int(r[1][0]) for r in rows]))
    return torch.cat(pips), torch.cat(first), torch.cat(body), torch.cat(truth)


def square(source: Source, close_ups: CloseUps, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    if rng.random() < 0.25:
        return close_ups.any(rng, source.any_scene(rng))[:2]
    picture, spots = source.draw(rng)
    ground = source.any_scene(rng) if picture.name and rng.random() < 0.3 else None
    return reader_sample(picture, rng, spots, ground, 0.55 if picture.name else 0.1)


def turned(pips: Tensor, k: int, mirror: bool) -> Tensor:
    """The same pattern another way round; quarters of cells turn with their cells."""
    whole = F.pixel_shuffle(pips, 2).rot90(k, (2, 3))
    return F.pixel_unshuffle(whole.flip(3) if mirror else whole, 2)


def teach(net: Reader, pips: Tensor, first: Tensor, body: Tensor, truth: Tensor, epochs: int) -> None:
    known = truth >= 0
    pips, first, body, truth = pips[known], first[known], body[known], truth[known]
    best = torch.optim.AdamW(net.judge.parameters(), lr=1.5e-3, weight_decay=2e-2)
    steps = epochs * (len(truth) // 128)
    plan = torch.optim.lr_scheduler.OneCycleLR(best, 1.5e-3, steps, pct_start=0.1)
    rng = np.random.default_rng(SEED)
    net.judge.train()
    for step in range(steps):
        pick = torch.from_numpy(rng.integers(0, len(truth), 128))
        view = turned(pips[pick], int(rng.integers(4)), bool(rng.random() < 0.5))
        view = view * float(rng.uniform(0.8, 1.25)) + torch.randn_like(view) * 0.2
        out = net.judge(view, first[pick] * (torch.rand(128, 1) < 0.7), body[pick])
        loss = F.cross_entropy(out, truth[pick], label_smoothing=0.01)
        best.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        best.step()
        plan.step()
        if step % 200 == 0:
            print(
                step, round(loss.item(), 3), round((out.argmax(1) == truth[pick]).float().mean().item(), 3), flush=True
            )


def main() -> None:
    args = argparse.ArgumentParser()
    args.add_argument("reader", type=Path)
    args.add_argument("out", type=Path)
    args.add_argument("data", type=Path)
    args.add_argument("photos", type=Path)
    args.add_argument("--leave", nargs="*", default=[])
    args.add_argument("--count", type=int, default=12800)
    args.add_argument("--epochs", type=int, default=14)
    a = args.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    net = Reader()
    known, have = net.state_dict(), torch.load(a.reader)
    net.load_state_dict({k: v if k.startswith("judge.") else have[k] for k, v in known.items()})
    net.eval().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    spots = [a.data / f"{name}.json" for name in ("spots", "spots_crowd", "spots_photos")]
    source = Source(a.data, a.photos, a.leave, 0.5, spots, a.data / "boxes.json", a.data / "masks.npz")
    teach(net, *maps(net, source, CloseUps.load(a.data), a.count), a.epochs)
    torch.save(net.state_dict(), a.out)


if __name__ == "__main__":
    main()
