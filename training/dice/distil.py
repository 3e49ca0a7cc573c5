"""A reader taught by one that sees larger squares: python -m training.dice.distil TEACHER.pt OUT.pt --pool SHARE FILE

It begins with the teacher's own weights. What is true counts as well as what the teacher says, and alone where the
teacher is wrong.
"""

import argparse
import copy
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from training.dice.data import READER_PX
from training.dice.reader_net import KINDS, Reader
from training.dice.squares import UNKNOWN
from training.dice.train_reader import SEED, Pools, even_out, learn, loss_of, other_light, shaken, turned

PX = 48  # side of the smaller square
TRUTH = 0.5  # times what the truth counts, the teacher's word being 1
KEPT = 400  # steps after which the weights so far are kept


def shrunk(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    """A reader's weights for smaller squares: what it makes of each place of its sketch is spread over fewer places."""
    first, cells, fewer = weights["answer.0.weight"], READER_PX // 8, PX // 8
    width = weights["mind.0.0.weight"].shape[0]
    sketch = first[:, width:].reshape(len(first), -1, cells, cells)
    fitted = F.interpolate(sketch, (fewer, fewer), mode="bilinear", align_corners=False) * (cells / fewer) ** 2
    return {**weights, "answer.0.weight": torch.cat([first[:, :width], fitted.flatten(1)], 1)}


def smaller(x: Tensor) -> Tensor:
    return F.interpolate(x, (PX, PX), mode="bilinear", antialias=True, align_corners=False)


def right(said: Tensor, truth: Tensor) -> Tensor:
    """Of each square 1 where the teacher is right, or nobody knows, and 0 where it is wrong."""
    return ((said[:, :KINDS].argmax(1) == truth[:, 0]) | (truth[:, 0] == UNKNOWN)).float()


def apart(numbers: Tensor, said: Tensor, truth: Tensor) -> Tensor:
    """How far the answers are from the teacher's where it is right: the value, and of a die its box and lean."""
    chances = torch.softmax(said[:, :KINDS], 1)
    value = F.kl_div(torch.log_softmax(numbers[:, :KINDS], 1), chances, reduction="none").sum(1)
    box = F.smooth_l1_loss(numbers[:, KINDS:-1], said[:, KINDS:-1], reduction="none", beta=0.1).sum(1)
    lean = F.smooth_l1_loss(torch.sigmoid(numbers[:, -1]), torch.sigmoid(said[:, -1]), reduction="none", beta=0.1)
    return ((value + (box + lean) * (1 - chances[:, 0])) * right(said, truth)).mean()


def distil(net: Reader, teacher: Reader, pools: Pools, steps: int, batch: int, rate: float, out: Path) -> nn.Module:
    rng = np.random.default_rng(SEED)
    torch.manual_seed(SEED)
    best = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-2)
    plan = torch.optim.lr_scheduler.OneCycleLR(best, rate, steps, pct_start=0.08)
    for each in (net, teacher):
        each.to(memory_format=torch.channels_last)
    mean = copy.deepcopy(net)
    net.train()
    teacher.eval()
    begun, drift = time.monotonic(), 0.0
    for step in range(steps):
        x, maps, truth = turned(pools.draw(rng, batch), rng)
        x = other_light(shaken(x, truth, rng), rng)
        with torch.no_grad():
            said = teacher(even_out(x).contiguous(memory_format=torch.channels_last))
        numbers, pips = net.study(even_out(smaller(x)).contiguous(memory_format=torch.channels_last))
        unlike = apart(numbers, said, truth)
        loss = unlike + TRUTH * loss_of(
            numbers, pips, truth, F.interpolate(maps[:, None], pips.shape[1:], mode="area")[:, 0]
        )
        learn(net, mean, loss, plan, step)
        drift += (0.02 if step else 1.0) * (unlike.item() - drift)
        if step % KEPT == KEPT - 1:
            torch.save(mean.state_dict(), out.with_suffix(".part.pt"))
            with out.with_suffix(".log").open("a") as log:
                log.write(f"{step + 1} unlike {drift:.4f} {time.monotonic() - begun:.0f}s\n")
    return mean


def main() -> None:
    args = argparse.ArgumentParser()
    args.add_argument("teacher", type=Path)
    args.add_argument("out", type=Path)
    args.add_argument("--pool", nargs="+", action="append", required=True, metavar="SHARE FILE")
    args.add_argument("--init", type=Path, help="weights of such a reader to go on from")
    args.add_argument("--steps", type=int, default=3000)
    args.add_argument("--batch", type=int, default=64)
    args.add_argument("--rate", type=float, default=1e-3)
    a = args.parse_args()
    torch.set_num_threads(1)
    teacher, net = Reader(), Reader(PX)
    teacher.load_state_dict(torch.load(a.teacher))
    net.load_state_dict(torch.load(a.init) if a.init else shrunk(teacher.state_dict()))
    pools = Pools([(float(p[0]), [Path(f) for f in p[1:]]) for p in a.pool])
    mean = distil(net, teacher, pools, a.steps, a.batch, a.rate, a.out)
    torch.save(mean.state_dict(), a.out)


if __name__ == "__main__":
    main()
