"""Squares that a reader gets wrong or doubts: python -m training.dice.hard WEIGHTS.pt OUT.npy SQUARES.npy ...

A round of training forgets some of what the last one knew; these, among the others, bring it back.
"""

import sys
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from training.dice.reader_net import KINDS, Reader
from training.dice.squares import SQUARE, UNKNOWN
from training.dice.train_reader import even_out

DOUBTED = 0.8  # chance of what is true, below which a square is kept
BATCH = 256


def doubted(net: Reader, rows: NDArray[np.void]) -> NDArray[np.bool_]:
    """Of each square whether the net gives what is true too little; nobody knows what is true of some."""
    x = even_out(torch.from_numpy(rows["bgr"].copy()).permute(0, 3, 1, 2).float())
    kinds = rows["truth"][:, 0].astype(np.int64)
    with torch.no_grad():
        chances = torch.softmax(net(x)[:, :KINDS], 1).numpy()
    told = chances[np.arange(len(rows)), np.maximum(0, kinds)]
    return np.asarray((kinds != UNKNOWN) & (told < DOUBTED))


def main(weights: Path, out: Path, files: list[Path]) -> None:
    torch.set_num_threads(1)
    net = Reader()
    net.load_state_dict(torch.load(weights))
    net.eval()
    kept = []
    for file in files:
        squares = np.load(file, mmap_mode="r")
        for begin in range(0, len(squares), BATCH):
            rows = np.asarray(squares[begin : begin + BATCH])
            kept.append(rows[doubted(net, rows)])
    found = np.concatenate([np.empty(0, SQUARE), *kept])
    np.save(out, found)
    print(len(found), "doubted")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), [Path(p) for p in sys.argv[3:]])
