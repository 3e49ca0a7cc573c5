"""Teaches a reader's hunch what the reader will say: python -m training.dice.hunch READER.pt OUT.pt --pool SHARE FILE.

The reader itself stays as it is. Nothing but its own answers is taught, so that squares need no truth: all that the
finder shows it in any picture will do (`shown.py`).
"""

import argparse
import copy
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from training.dice.reader_net import KINDS, Hunch, Reader
from training.dice.train_reader import SEED, Pools, even_out, learn, other_light, turned

OTHER_LIGHT = 0.5  # share of the squares that are shown by another lamp
KEPT = 500


def unlike(numbers: Tensor, said: Tensor) -> Tensor:
    """How far a hunch is from what the reader said: of the value, and where that is a die of box and lean."""
    chances = torch.softmax(said[:, :KINDS], 1)
    value = F.kl_div(torch.log_softmax(numbers[:, :KINDS], 1), chances, reduction="none").sum(1)
    box = F.smooth_l1_loss(numbers[:, KINDS:-1], said[:, KINDS:-1], reduction="none", beta=0.1).sum(1)
    lean = F.smooth_l1_loss(torch.sigmoid(numbers[:, -1]), torch.sigmoid(said[:, -1]), reduction="none", beta=0.1)
    return (value + (box + lean) * (1 - chances[:, 0])).mean()


def teach(hunch: Hunch, reader: Reader, pools: Pools, steps: int, batch: int, rate: float, log: Path) -> nn.Module:
    rng = np.random.default_rng(SEED)
    torch.manual_seed(SEED)
    best = torch.optim.AdamW(hunch.parameters(), lr=rate, weight_decay=1e-2)
    plan = torch.optim.lr_scheduler.OneCycleLR(best, rate, steps, pct_start=0.1)
    reader.to(memory_format=torch.channels_last)
    mean = copy.deepcopy(hunch)
    reader.eval()
    begun, drift = time.monotonic(), 0.0
    for step in range(steps):
        x, _, _ = turned(pools.draw(rng, batch), rng)
        lit = torch.from_numpy(rng.random(batch) < OTHER_LIGHT)
        x = torch.where(lit[:, None, None, None], other_light(x, rng), x)
        with torch.no_grad():
            seen = reader.see(even_out(x).contiguous(memory_format=torch.channels_last))
            said = reader.decide(seen)
        loss = unlike(hunch(seen), said)
        learn(hunch, mean, loss, plan, step)
        drift += (0.02 if step else 1.0) * (loss.item() - drift)
        if step % KEPT == KEPT - 1:
            torch.save(mean.state_dict(), log.with_suffix(".part.pt"))
            with log.open("a") as f:
                f.write(f"{step + 1} unlike {drift:.4f} {time.monotonic() - begun:.0f}s\n")
    return mean


def main() -> None:
    args = argparse.ArgumentParser()
    args.add_argument("reader", type=Path)
    args.add_argument("out", type=Path)
    args.add_argument("--pool", nargs="+", action="append", required=True, metavar="SHARE FILE")
    args.add_argument("--steps", type=int, default=5000)
    args.add_argument("--batch", type=int, default=96)
    args.add_argument("--rate", type=float, default=4e-3)
    a = args.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    reader, hunch = Reader(), Hunch()
    reader.load_state_dict(torch.load(a.reader))
    pools = Pools([(float(p[0]), [Path(f) for f in p[1:]]) for p in a.pool])
    mean = teach(hunch, reader, pools, a.steps, a.batch, a.rate, a.out.with_suffix(".log"))
    torch.save(mean.state_dict(), a.out)


if __name__ == "__main__":
    main()
