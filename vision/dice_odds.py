"""Whether what was looked at in a photograph is a die: both networks weighed together, and against the other dice.

The weights are log odds, fitted on pictures that no network was trained on (`training/dice/fit_odds.py`).
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from vision.dice_net import Look

Box = tuple[float, float, float, float]

READER_SAYS = 0.91  # times the reader's log odds of there being a die
FINDER_SAYS = 1.15  # times the finder's
CROWD_SAYS = 0.55  # times the log of how many more spots a picture has than a few
SIZE_SAYS = 2.29  # times the log of how much larger or smaller it is than the other dice may be
MIXED = 0.3  # log of how much larger or smaller: people mix dice, and some lie nearer
BEFORE = -1.17  # a look is seldom a die
FEW_SPOTS = 12  # where a picture has more, most are of the cloth, the stone, the board
SURELY = 2.0  # by how much more likely a die must be than one just sure of, for the sake of pictures unlike those
ENOUGH = 0.3  # of a die among the others to compare a size with


def crowd(spots: int) -> float:
    """How much less likely each of a picture's many spots is a die."""
    return CROWD_SAYS * math.log(max(1.0, spots / FEW_SPOTS))


def die_odds(look: Look, doubt: float) -> float:
    """Log odds of there being a die, whatever it shows."""
    said = READER_SAYS * log_odds(1 - float(look.chances[0])) + FINDER_SAYS * log_odds(look.heat)
    return said + BEFORE - doubt


def chance_of(look: Look, doubt: float) -> float:
    """Of the value being right; what may not be a die at all is not surer than that."""
    return min(float(look.chances[1:].max()), chance(die_odds(look, doubt) - SURELY))


def alike(looks: Sequence[Look], doubt: float) -> list[Look]:
    """The looks, those cooler that are larger or smaller than what else is likely a die: a throw's dice are alike."""
    sizes = [(math.log(max(1.0, side(k.box))), chance(die_odds(k, doubt))) for k in looks]
    total, middle = sum(w for _, w in sizes), sum(s * w for s, w in sizes)
    out = []
    for look, (size, weight) in zip(looks, sizes, strict=True):
        others = total - weight
        off = max(0.0, abs(size - (middle - size * weight) / others) - MIXED) if others > ENOUGH else 0.0
        out.append(replace(look, heat=chance(log_odds(look.heat) - SIZE_SAYS / FINDER_SAYS * off)))
    return out


def log_odds(chance: float) -> float:
    return math.log(max(chance, 1e-4) / max(1 - chance, 1e-4))


def chance(odds: float) -> float:
    """
    >>> round(chance(log_odds(0.3)), 3)
    0.3
    """
    return 1 / (1 + math.exp(-min(30.0, max(-30.0, odds))))


def side(box: Box) -> float:
    return max(box[2] - box[0], box[3] - box[1])
