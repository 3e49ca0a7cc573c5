"""Renders what is no die and lies among dice: python -m training.dice.decoys OUT.npz COUNT FIRST [KIND].

Plain cubes, beads, draughtsmen, coins, dominoes, keys, flat printed dice, meeples and pawns, as layers like the dice.
"""

import sys
from collections.abc import Callable

import cv2
import numpy as np

from training.dice.render import ANY_ROOM, PIPS, Body, Bytes, Floats, Shape, shoot, turn

SEED = 15
PX = 96  # of the mask printed on a solid's top


class Slab(Shape):
    """A box of half sides a, b, c with round edges."""

    def __init__(self, a: float, b: float, c: float, edge: float) -> None:
        self.half, self.edge = np.array([a, b, c], np.float32), np.float32(min(edge, 0.9 * c))

    def distance(self, p: Floats) -> Floats:
        q = np.abs(p) - (self.half - self.edge)
        return np.asarray(np.sqrt((np.maximum(q, 0) ** 2).sum(1)) + np.minimum(q.max(1), 0) - self.edge, np.float32)

    def floor(self, lay: Floats) -> float:
        return -float(self.half[2])


class Disc(Shape):
    """A counter of radius 1, its rim rounded."""

    def __init__(self, c: float, edge: float) -> None:
        self.c, self.edge = np.float32(c), np.float32(min(edge, 0.9 * c))

    def distance(self, p: Floats) -> Floats:
        q = np.stack([np.hypot(p[:, 0], p[:, 1]) - (1 - self.edge), np.abs(p[:, 2]) - (self.c - self.edge)], 1)
        return np.asarray(np.sqrt((np.maximum(q, 0) ** 2).sum(1)) + np.minimum(q.max(1), 0) - self.edge, np.float32)

    def floor(self, lay: Floats) -> float:
        return -float(self.c)


class Bead(Shape):
    def distance(self, p: Floats) -> Floats:
        return np.asarray(np.sqrt((p**2).sum(1)) - 0.9, np.float32)

    def floor(self, lay: Floats) -> float:
        return -0.9


class Pawn(Shape):
    """A cone with a ball on it."""

    def distance(self, p: Floats) -> Floats:
        around = np.hypot(p[:, 0], p[:, 1])
        cone = np.maximum((around - 0.33 + 0.25 * p[:, 2]) * 0.9, np.abs(p[:, 2] + 0.15) - 0.85)
        head = np.sqrt((p - np.array([0, 0, 0.65], np.float32)) ** 2 @ np.ones(3, np.float32)) - 0.36
        return np.asarray(np.minimum(cone, head), np.float32)

    def floor(self, lay: Floats) -> float:
        return -1.0


class Meeple(Shape):
    """A wooden figure, standing or lying."""

    def __init__(self, thick: float, lies: bool) -> None:
        self.thick, self.lies = np.float32(thick), lies

    def distance(self, p: Floats) -> Floats:
        x, y, z = (p[:, 0], p[:, 1], p[:, 2]) if self.lies else (p[:, 0], p[:, 2], p[:, 1])
        head = np.hypot(x, y - 0.6) - 0.34
        arms = np.hypot(np.maximum(np.abs(x) - 0.65, 0), y - 0.1) - 0.22
        trunk = np.maximum((np.abs(x) - 0.42 + 0.3 * y) * 0.95, np.abs(y + 0.35) - 0.6)
        legs = np.maximum(trunk, 0.3 - np.hypot(x, y + 1.1))
        flat = np.minimum(np.minimum(head, arms), legs)
        q = np.stack([flat + 0.06, np.abs(z) - self.thick + 0.06], 1)
        return np.asarray(np.sqrt((np.maximum(q, 0) ** 2).sum(1)) + np.minimum(q.max(1), 0) - 0.06, np.float32)

    def floor(self, lay: Floats) -> float:
        return -float(self.thick) if self.lies else -0.95


class Print:
    """A mask laid on what faces up, `across` and `along` its half sides."""

    def __init__(self, mask: Bytes, across: float, along: float, dent: float) -> None:
        self.mask, self.across, self.along, self.dent = mask, across, along, dent

    def drill(self, p: Floats, n: Floats) -> tuple[Floats, Floats, Floats]:
        where = [((p[:, k] / s + 1) / 2 * PX).clip(0, PX - 1) for k, s in ((0, self.across), (1, self.along))]
        cols, rows = (w.astype(np.int32) for w in where)
        up = (n[:, 2] > 0.6).astype(np.float32)
        slope = np.stack([cv2.Sobel(self.mask, cv2.CV_32F, *d, scale=1 / 1020) for d in ((1, 0), (0, 1))], -1)
        bent = n.copy()
        bent[:, :2] += slope[rows, cols] * (up * np.float32(self.dent))[:, None]
        cover = np.asarray(self.mask[rows, cols] / 255 * up, np.float32)
        return cover, np.zeros(len(p), np.float32), bent


def blank() -> Bytes:
    return np.zeros((PX, PX), np.uint8)


def soft(mask: Bytes) -> Bytes:
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.7), np.uint8)


def pips(value: int, wide: int, r: int) -> Bytes:
    mask = blank()
    for x, y in PIPS[value]:
        cv2.circle(mask, (48 + x * wide, 48 + y * wide), r, 255, -1, cv2.LINE_AA)
    return mask


def letter(rng: np.random.Generator) -> Bytes:
    mask, font = blank(), int(rng.integers(5))
    word = str(rng.choice(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-*")))
    scale = rng.uniform(35, 60) / cv2.getTextSize("A", font, 1, 2)[0][1]
    (w, h), _ = cv2.getTextSize(word, font, scale, 5)
    cv2.putText(mask, word, (48 - w // 2, 48 + h // 2), font, scale, 255, int(rng.integers(3, 10)), cv2.LINE_AA)
    return soft(mask)


def rings(rng: np.random.Generator) -> Bytes:
    mask = blank()
    for r in rng.uniform(8, 44, int(rng.integers(1, 5))):
        cv2.circle(mask, (48, 48), int(r), int(rng.integers(120, 256)), int(rng.integers(1, 5)), cv2.LINE_AA)
    if rng.random() < 0.4:
        mask = np.asarray(np.maximum(mask, letter(rng)), np.uint8)
    if rng.random() < 0.4:
        for a in np.arange(0, 6.28, rng.uniform(0.2, 0.7)):
            cv2.circle(mask, (int(48 + 40 * np.cos(a)), int(48 + 40 * np.sin(a))), 2, 255, -1, cv2.LINE_AA)
    return soft(mask)


def halves(rng: np.random.Generator) -> Bytes:
    """A domino's face, squeezed into a square."""
    whole = np.zeros((PX, 2 * PX), np.uint8)
    r = int(rng.integers(7, 13))
    for half in (0, PX):
        if rng.random() < 0.9:
            whole[:, half : half + PX] = pips(int(rng.integers(1, 7)), 26, r)
    cv2.line(whole, (PX, 10), (PX, PX - 10), 255, int(rng.integers(2, 6)), cv2.LINE_AA)
    return np.asarray(cv2.resize(whole, (PX, PX), interpolation=cv2.INTER_AREA), np.uint8)


def cube(rng: np.random.Generator) -> tuple[Shape, Print]:
    return Body(rng), Print(letter(rng) if rng.random() < 0.12 else blank(), 1, 1, 0.0)


def bead(rng: np.random.Generator) -> tuple[Shape, Print]:
    mask = blank()
    if rng.random() < 0.5:
        cv2.circle(mask, tuple(int(c) for c in rng.integers(30, 66, 2)), int(rng.integers(8, 20)), 255, -1, cv2.LINE_AA)
    return Bead(), Print(soft(mask), 1, 1, 0.0)


def disc(rng: np.random.Generator) -> tuple[Shape, Print]:
    thin = rng.random() < 0.5
    body = Disc(rng.uniform(0.06, 0.14) if thin else rng.uniform(0.15, 0.45), rng.uniform(0.02, 0.15))
    return body, Print(rings(rng) if rng.random() < 0.85 else blank(), 1, 1, rng.uniform(0, 6))


def domino(rng: np.random.Generator) -> tuple[Shape, Print]:
    return Slab(1.0, 0.5, rng.uniform(0.1, 0.25), 0.06), Print(halves(rng), 1.0, 0.5, rng.uniform(0, 3))


def key(rng: np.random.Generator) -> tuple[Shape, Print]:
    a = rng.uniform(0.7, 1.0)
    return Slab(1.0, a, rng.uniform(0.15, 0.5), rng.uniform(0.03, 0.3)), Print(letter(rng), 1.0, a, 0.0)


def printed(rng: np.random.Generator) -> tuple[Shape, Print]:
    """A die's face on thin card, with or without a line around it."""
    mask = pips(int(rng.integers(1, 7)), int(rng.integers(18, 26)), int(rng.integers(6, 11)))
    if rng.random() < 0.6:
        cv2.rectangle(mask, (8, 8), (87, 87), 255, int(rng.integers(2, 6)), cv2.LINE_AA)
    return Slab(1.0, 1.0, 0.03, 0.02), Print(soft(mask), 1, 1, 0.0)


def meeple(rng: np.random.Generator) -> tuple[Shape, Print]:
    return Meeple(rng.uniform(0.35, 0.6), bool(rng.random() < 0.5)), Print(blank(), 1, 1, 0.0)


def pawn(rng: np.random.Generator) -> tuple[Shape, Print]:
    return Pawn(), Print(blank(), 1, 1, 0.0)


KINDS: tuple[tuple[Callable[[np.random.Generator], tuple[Shape, Print]], float], ...] = (
    (cube, 0.26), (bead, 0.12), (disc, 0.18), (domino, 0.14),
    (key, 0.08), (printed, 0.08), (meeple, 0.09), (pawn, 0.05),
)  # fmt: skip


def render(rng: np.random.Generator, kind: str = "") -> Bytes:
    """Any of them, or one of the kind asked for."""
    named = {make.__name__: make for make, _ in KINDS}
    make = named[kind] if kind else KINDS[int(rng.choice(len(KINDS), p=[share for _, share in KINDS]))][0]
    body, marks = make(rng)
    lay = turn(2, rng.uniform(0, 2 * np.pi))
    tilt = float(np.deg2rad(rng.uniform(0, 56)))
    return shoot(rng, ANY_ROOM, body, marks, lay, tilt, rng.uniform(0, 2 * np.pi)).layers


def main(out: str, count: int, first: int, kind: str = "") -> None:
    layers = np.stack([render(np.random.default_rng((SEED, k)), kind) for k in range(first, first + count)])
    truth = np.tile(np.array([0, -1, 1, 0], np.float32), (count, 1))
    np.savez(out, layers=layers, truth=truth, pips=np.full((count, 6, 2), np.nan, np.float32))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:5])
