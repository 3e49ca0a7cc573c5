"""Weights half way between two rounds of training: python -m training.dice.halfway ONE.pt OTHER.pt OUT.pt.

OTHER went on from ONE. The mean keeps what the first round knew of photographs and takes what the second learnt.
"""

import sys

import torch


def main(one: str, other: str, out: str) -> None:
    first, last = torch.load(one), torch.load(other)
    mean = {k: (first[k] + last[k]) / 2 if first[k].dtype.is_floating_point else last[k] for k in first}
    torch.save(mean, out)


if __name__ == "__main__":
    main(*sys.argv[1:4])
