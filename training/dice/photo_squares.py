"""Squares from labelled photographs: python -m training.dice.photo_squares PHOTOS DATA SET OUT.npy COUNT.

DATA holds boxes.json (where the finder sees the labelled dice), masks.npz (dice cut from their tables) and
spots_photos.json (where the finder was fooled), as photo_spots.py and cutouts.py leave them.
"""

import json
import sys
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.dice.data import CUT_REACH, READER_PX, READER_VIEW, Die, Image, Picture, patch, photographs
from training.dice.squares import NOTHING, SQUARE, UNKNOWN, Floats

SEED = 12
DICE = {"crowded": 0.45}  # share of dice among a set's squares: there is more to refuse where much else lies about
Spot = tuple[float, float, float]


def square(
    picture: Picture, spots: list[Spot], textures: Image, share: float, rng: np.random.Generator
) -> tuple[Image, Floats]:
    """A die as the finder might show it (with chance `share`), or something of the same picture to refuse."""
    dice = picture.dice
    kind = rng.random()
    h, w = picture.image.shape[:2]
    if dice and kind < share:
        d = dice[int(rng.integers(len(dice)))]
        x, y = (c + rng.normal(0, 0.08) * d.side for c in (d.x, d.y))
        ground = textures[rng.integers(len(textures))] if rng.random() < 0.35 else None
        return cut(picture, x, y, d.side * float(np.exp(rng.normal(0, 0.14))), d, rng, ground)
    if dice and kind < share + 0.25 * (1 - share):
        d = dice[int(rng.integers(len(dice)))]
        if rng.random() < 0.6:
            a, far = rng.uniform(0, 6.28), rng.uniform(0.45, 0.9) * d.side
            x, y, side = d.x + far * np.cos(a), d.y + far * np.sin(a), d.side * rng.uniform(0.7, 1.4)
        else:
            x, y = (c + rng.uniform(-0.2, 0.2) * d.side for c in (d.x, d.y))
            side = d.side * (rng.uniform(0.25, 0.5) if rng.random() < 0.6 else rng.uniform(2.0, 3.0))
    elif spots and rng.random() < 0.85:
        x, y, side = spots[int(rng.integers(len(spots)))]
        x, y = (c + rng.normal(0, 0.07) * side for c in (x, y))
        side *= float(np.exp(rng.normal(0, 0.13)))
    else:
        side = float(np.exp(rng.uniform(np.log(16), np.log(max(20, min(h, w) * 0.5)))))
        x, y = rng.uniform(0, w), rng.uniform(0, h)
    near = min(dice, key=lambda d: np.hypot(d.x - x, d.y - y), default=None)
    if near and np.hypot(near.x - x, near.y - y) < 0.42 * near.side and 0.55 < side / near.side < 1.9:
        hit = np.hypot(near.x - x, near.y - y) < 0.25 * near.side and 0.7 < side / near.side < 1.4
        return cut(picture, x, y, side, near if hit else Die(x, y, side, UNKNOWN, near.turns), rng, None)
    return cut(picture, x, y, side, None, rng, None)


def cut(
    picture: Picture, x: float, y: float, side: float, die: Die | None, rng: np.random.Generator, ground: Image | None
) -> tuple[Image, Floats]:
    turns = picture.turns if die is None else die.turns
    flip = bool(rng.random() < 0.5)
    angle = float(rng.uniform(0, 360) if turns else rng.uniform(-14, 14)) if rng.random() < 0.75 else 0.0
    image = patch(picture.image, x, y, side * READER_VIEW, READER_PX, angle, flip)
    if die is not None and die.mask is not None and ground is not None:
        image = elsewhere(image, die, x, y, side, angle, flip, ground, rng)
    if rng.random() < 0.2:
        small = int(rng.integers(24, 46))
        tiny = cv2.resize(image, (small, small), interpolation=cv2.INTER_AREA)
        image = np.asarray(cv2.resize(tiny, (READER_PX, READER_PX), interpolation=cv2.INTER_LINEAR), np.uint8)
    kind = NOTHING if die is None else die.value
    return image, np.array([kind, 0, 0, 0, 0, -1, 0, die is None, turns], np.float32)


def elsewhere(
    image: Image,
    die: Die,
    x: float,
    y: float,
    side: float,
    angle: float,
    flip: bool,
    ground: Image,
    rng: np.random.Generator,
) -> Image:
    """The same die lying on another table."""
    assert die.mask is not None
    k = len(die.mask) / (die.side * CUT_REACH)
    mx, my = (x - die.x) * k + len(die.mask) / 2, (y - die.y) * k + len(die.mask) / 2
    mask = patch(np.repeat(die.mask[..., None], 3, 2), mx, my, side * READER_VIEW * k, READER_PX, angle, flip)
    alpha = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.4, 1.0)).astype(np.float32) / 255
    at = rng.uniform(40, len(ground) - 40, 2)
    table = patch(ground, float(at[0]), float(at[1]), float(rng.uniform(30, 160)), READER_PX).astype(np.float32)
    if rng.random() < 0.5:  # the shadow that lay beside it
        shift = rng.uniform(-5, 5, 2).astype(np.float32)
        m = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
        table *= 1 - 0.6 * cv2.GaussianBlur(cv2.warpAffine(alpha, m, (READER_PX, READER_PX)), (0, 0), rng.uniform(1, 4))
    return np.asarray(np.clip(image * alpha + table * (1 - alpha), 0, 255), np.uint8)


def main(photos: Path, data: Path, name: str, out: Path, count: int) -> None:
    boxes = json.loads((data / "boxes.json").read_text())
    masks = dict(np.load(data / "masks.npz"))
    spots = json.loads((data / "spots_photos.json").read_text())
    textures = np.load(data / "backdrops2.npz")["textures"]
    pictures = photographs(photos, [name], boxes, masks)
    weights = np.array([1 + len(p.dice) ** 0.5 for p in pictures])
    rng = np.random.default_rng((SEED, sum(map(ord, name))))
    squares: NDArray[np.void] = np.lib.format.open_memmap(out, "w+", SQUARE, (count,))
    for n, k in enumerate(rng.choice(len(pictures), count, p=weights / weights.sum())):
        picture = pictures[k]
        image, truth = square(picture, spots.get(picture.name, []), textures, DICE.get(name, 0.6), rng)
        squares[n] = image, 0, truth


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4]), int(sys.argv[5]))
