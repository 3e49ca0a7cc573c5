"""Teaches a reader's mind more while its eye stays: python -m training.dice.mind READER.pt OUT.pt --pool SHARE FILE.

What is seen stays as it is, and with it the hunch that was taught on it (`hunch.py`). Squares whose truth is known
teach that; of all others (`shown.py`) the reader keeps to its word from before, so that it forgets little. Those are
shown any way up, as pictures held upside down are read too. Of squares given with --keep the truth is not asked, but
that a die is one, whatever it shows: seen aslant and upside down many are doubted. With --eye the eye learns as well,
and the hunch has to be taught again.
"""

import argparse
import copy
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from training.dice.hunch import unlike
from training.dice.reader_net import Reader
from training.dice.squares import UNKNOWN
from training.dice.train_reader import SEED, Pools, even_out, learn, loss_of, other_light, shaken, turned

OTHER_LIGHT = 0.6  # share of the squares that are shown by another lamp
A_DIE = 7  # of the truth of what is kept: by how much (log) it is likelier to be a die than the reader said
KEPT = 200  # steps after which the weights so far are kept


@dataclass(frozen=True)
class Lessons:
    """Squares to learn from, and others whose truth is hidden: of those the reader keeps to its word."""

    told: Pools
    kept: Pools
    share: float  # of every batch, that is only kept
    likelier: float  # by how much (log) a die among these is taught to be likelier one than the reader said

    def draw(self, rng: np.random.Generator, count: int) -> NDArray[np.void]:
        hidden = self.kept.draw(rng, int(rng.binomial(count, self.share)))
        is_die = hidden["truth"][:, 0] > 0
        hidden["truth"][:, [0, 5]], hidden["truth"][:, 6:] = UNKNOWN, 0
        hidden["truth"][:, A_DIE] = self.likelier * is_die
        return np.concatenate([hidden, self.told.draw(rng, count - len(hidden))])


def loss(numbers: Tensor, said: Tensor, truth: Tensor, maps: Tensor, pips: Tensor | None = None) -> Tensor:
    """How far the numbers are from the truth where it is known, and from what was said before where it is not.

    An eye that learns is told as well where the pips are that it saw.
    """
    unknown = truth[:, 0] == UNKNOWN
    said = torch.cat([said[:, :1] - truth[:, A_DIE, None], said[:, 1:]], 1)
    pips = torch.zeros_like(maps) if pips is None else pips
    told = loss_of(numbers, pips, truth, maps) if not unknown.all() else numbers.sum() * 0
    kept = unlike(numbers[unknown], said[unknown]) if unknown.any() else numbers.sum() * 0
    return told + kept


def any_way_up(x: Tensor, truth: Tensor, rng: np.random.Generator) -> Tensor:
    """The squares whose truth is unknown turned by quarters; the others as they are."""
    quarters = torch.from_numpy(rng.integers(4, size=len(x))) * (truth[:, 0] == UNKNOWN)
    for k in (1, 2, 3):
        x[quarters == k] = torch.rot90(x[quarters == k], k, (2, 3))
    return x


def parts_of(net: Reader, eye: bool) -> list[nn.Module]:
    """What of it learns."""
    return [net] if eye else [net.mind[1:], net.answer, net.sketch]


def teach(
    net: Reader,
    pools: Pools | Lessons,
    steps: int,
    batch: int,
    rate: float,
    out: Path,
    eye: bool = False,
    word: Reader | None = None,
) -> nn.Module:
    """The mean of the weights; kept is the word of the reader itself, or of another one where the eye learns."""
    rng = np.random.default_rng(SEED)
    torch.manual_seed(SEED)
    before, mean = copy.deepcopy(word or net).eval(), copy.deepcopy(net)
    taught = [p for part in parts_of(net, eye) for p in part.parameters()]
    best = torch.optim.AdamW(taught, lr=rate, weight_decay=1e-2)
    plan = torch.optim.lr_scheduler.OneCycleLR(best, rate, steps, pct_start=0.1)
    for part in parts_of(net, eye):
        part.train()
    begun, drift = time.monotonic(), 0.0
    for step in range(steps):
        x, maps, truth = turned(pools.draw(rng, batch), rng)
        x = shaken(any_way_up(x, truth, rng), truth, rng)
        lit = torch.from_numpy(rng.random(batch) < OTHER_LIGHT)
        x = torch.where(lit[:, None, None, None], other_light(x, rng), x)
        x = even_out(x).contiguous(memory_format=torch.channels_last)
        with torch.no_grad():
            seen = before.see(x)
            said = before.decide(seen)
        numbers, pips = net.study(x) if eye else (net.decide(seen), None)
        value = loss(numbers, said, truth, maps, pips)
        learn(net, mean, value, plan, step)
        drift += (0.02 if step else 1.0) * (value.item() - drift)
        if step % KEPT == KEPT - 1:
            torch.save(mean.state_dict(), out.with_suffix(".part.pt"))
            with out.with_suffix(".log").open("a") as log:
                log.write(f"{step + 1} loss {drift:.4f} {time.monotonic() - begun:.0f}s\n")
    return mean


def known(weights: Path) -> Reader:
    net = Reader()
    net.load_state_dict(torch.load(weights))
    net.eval().to(memory_format=torch.channels_last)
    return net


def main() -> None:
    args = argparse.ArgumentParser()
    args.add_argument("reader", type=Path)
    args.add_argument("out", type=Path)
    args.add_argument("--pool", nargs="+", action="append", required=True, metavar="SHARE FILE")
    args.add_argument("--keep", nargs="+", action="append", default=[], metavar="SHARE FILE")
    args.add_argument("--eye", action="store_true", help="it learns as well")
    args.add_argument("--word", type=Path, help="with --eye: the reader whose word is kept")
    args.add_argument("--likelier", type=float, default=0.0)
    args.add_argument("--steps", type=int, default=2000)
    args.add_argument("--batch", type=int, default=64)
    args.add_argument("--rate", type=float, default=1e-3)
    a = args.parse_args()
    if a.word and not a.eye:
        args.error("--word goes with --eye: a mind makes up its mind of what its own eye sees")
    torch.set_num_threads(1)
    net, word = (known(path) for path in (a.reader, a.word or a.reader))
    told, kept = ([(float(p[0]), [Path(f) for f in p[1:]]) for p in given] for given in (a.pool, a.keep))
    share = sum(p[0] for p in kept) / sum(p[0] for p in told + kept)
    pools = Lessons(Pools(told), Pools(kept), share, a.likelier) if kept else Pools(told)
    torch.save(teach(net, pools, a.steps, a.batch, a.rate, a.out, a.eye, word).state_dict(), a.out)


if __name__ == "__main__":
    main()
