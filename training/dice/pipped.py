"""Squares of what has pips and is no die: python -m training.dice.pipped DATA OUT.npy COUNT.

Halves of dominoes, discs and hexagons with pips: of all that lies on tables they look most like dice.

DATA is that of squares.py, with dominoes0.npz of `decoys.py ... domino`.
"""

import sys
from pathlib import Path

import cv2
import numpy as np

from training.dice.coat import Coat
from training.dice.data import READER_PX, Floats, Image
from training.dice.decoys import pips
from training.dice.scenes import any_colour
from training.dice.squares import NOMINAL, SQUARE, Dice, Studio, camera, nothing, paste

SEED = 23
LONG = (1.7, 2.3)  # times as long as a die would be wide
HALVES = 0.5  # share of dominoes; the rest are discs and hexagons


def half(dominoes: Dice, k: int, rng: np.random.Generator) -> Floats:
    """The middle of one of a domino's halves in its rendering: half way to its end."""
    spread = cv2.moments(np.ascontiguousarray(dominoes.cut[k][..., 0]), binaryImage=True)
    middle = np.array([spread["m10"], spread["m01"]]) / max(1.0, spread["m00"])
    across = np.array([[spread["mu20"], spread["mu11"]], [spread["mu11"], spread["mu02"]]]) / max(1.0, spread["m00"])
    sizes, ways = np.linalg.eigh(across)
    return np.asarray(middle + rng.choice([-1, 1]) * ways[:, 1] * np.sqrt(3 * sizes[1]) / 2, np.float32)


def tile(rng: np.random.Generator) -> tuple[Image, Image]:
    """A disc or a hexagon with pips, most with a rim of another colour: BGR and alpha, 96 x 96."""
    corners = int(rng.choice([6, 40]))
    around = np.arange(corners) / corners * 2 * np.pi + rng.uniform(0, 1)
    outline = np.stack([48 + 46 * np.cos(around), 48 + 46 * np.sin(around)], 1).astype(np.int32)
    alpha = cv2.fillPoly(np.zeros((96, 96), np.uint8), [outline], 255, cv2.LINE_AA)
    face = np.empty((96, 96, 3), np.uint8)
    face[:] = any_colour(rng)
    if rng.random() < 0.7:
        cv2.polylines(face, [outline], True, any_colour(rng), int(rng.integers(3, 16)), cv2.LINE_AA)
    dots = pips(int(rng.integers(1, 7)), int(rng.integers(15, 24)), int(rng.integers(5, 10)))[..., None] / 255
    return np.asarray(face * (1 - dots) + np.array(any_colour(rng)) * dots, np.uint8), np.asarray(alpha, np.uint8)


def square(studio: Studio, dominoes: Dice, rng: np.random.Generator) -> Image:
    """One of them where a die might be."""
    if rng.random() < HALVES:
        return of_domino(studio, dominoes, rng)
    ground = studio.some_ground(rng)
    middle, side = READER_PX / 2 + rng.normal(0, 0.07, 2) * NOMINAL, NOMINAL * float(np.exp(rng.normal(0, 0.16)))
    paste(ground, *tile(rng), middle, side, rng)
    return camera(ground, rng)


def of_domino(studio: Studio, dominoes: Dice, rng: np.random.Generator) -> Image:
    """A domino with one half where a die might be."""
    ground, k = studio.some_ground(rng), int(rng.integers(len(dominoes.truth)))
    coat, at, seed = Coat.draw(rng), half(dominoes, k, rng), int(rng.integers(1 << 30))
    side = NOMINAL * float(rng.uniform(*LONG)) * float(np.exp(rng.normal(0, 0.1)))
    aim = np.asarray(READER_PX / 2 + rng.normal(0, 0.07, 2) * NOMINAL, np.float32)
    m, _ = dominoes.put(ground.copy(), k, coat, aim, side, np.random.default_rng(seed))
    away = m @ np.append(at, 1) - aim
    dominoes.put(ground, k, coat, np.asarray(aim - away, np.float32), side, np.random.default_rng(seed))
    return camera(ground, rng)


def main(data: Path, out: Path, count: int) -> None:
    studio, dominoes = Studio.load(data), Dice.load(data, "dominoes*.npz")
    squares = np.lib.format.open_memmap(out, "w+", SQUARE, (count,))
    for n in range(count):
        squares[n] = nothing(square(studio, dominoes, np.random.default_rng((SEED, n))))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
