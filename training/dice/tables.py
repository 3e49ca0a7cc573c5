"""Composes the tables the finder learns from: python -m training.dice.tables DATA OUT_FOLDER FIRST COUNT.

DATA holds part*.npz (sprites.py), backdrops2.npz and cards.npz. Three tables in ten have no die on them.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.dice import clutter
from training.dice.coat import Coat
from training.dice.scenes import MOST, ROW, SIDE, Floats, Image, crowd, places, plain, print_on, recolour, rotation
from training.dice.squares import Dice

SEED = 12
CHUNK = 500
COUNTS = ((0, 1, 2, 3, 5, 8, 12), (0.34, 0.1, 0.14, 0.14, 0.12, 0.09, 0.07))


@dataclass(frozen=True)
class Stock:
    dice: Dice
    decoys: Dice
    hulls: list[Floats]
    above: NDArray[np.intp]  # dice seen from above
    aslant: NDArray[np.intp]
    textures: Image
    stamps: Image
    cards: Image
    grain: Floats

    @staticmethod
    def load(folder: Path) -> "Stock":
        dice, b = Dice.load(folder), np.load(folder / "backdrops2.npz")
        turns = dice.truth[:, 2] > 0
        noise = np.random.default_rng(SEED).normal(0, 1, (2 * SIDE, 2 * SIDE, 3)).astype(np.float32)
        return Stock(
            dice,
            Dice.load(folder, "decoys*.npz"),
            [hull(a[..., 0]) for a in dice.cut],
            np.flatnonzero(turns),
            np.flatnonzero(~turns),
            b["textures"],
            b["stamps"],
            np.load(folder / "cards.npz")["cards"],
            noise,
        )


def hull(alpha: Image) -> Floats:
    ys, xs = np.nonzero(alpha > 100)
    points = cv2.convexHull(np.stack([xs, ys], 1).astype(np.float32))
    return np.asarray(points[:, 0], np.float32)


def ground(stock: Stock, rng: np.random.Generator) -> Image:
    if rng.random() < 0.22:
        return plain(rng)
    t = stock.textures[rng.integers(len(stock.textures))]
    t = np.ascontiguousarray(np.rot90(t, int(rng.integers(4))))
    if rng.random() < 0.4:
        cut = int(rng.uniform(0.4, 1) * SIDE)
        y, x = rng.integers(0, SIDE - cut + 1, 2)
        t = np.asarray(cv2.resize(t[y : y + cut, x : x + cut], (SIDE, SIDE), interpolation=cv2.INTER_CUBIC), np.uint8)
    if rng.random() < 0.35:
        t = recolour(t, rng)
    return np.asarray(t.copy(), np.uint8)


def table(stock: Stock, size: float, rng: np.random.Generator) -> Image:
    """A table and the things on it, before any dice."""
    image = ground(stock, rng)
    if rng.random() < 0.2:  # the edge of a table, a mat, a book
        box = cv2.boxPoints((tuple(rng.uniform(0, SIDE, 2)), tuple(rng.uniform(100, 500, 2)), rng.uniform(0, 90)))
        mask = cv2.fillPoly(np.zeros((SIDE, SIDE), np.uint8), [box.astype(np.int32)], 1)
        image = np.where(mask[..., None] > 0, ground(stock, rng), image)
    kind = rng.random()
    if kind < 0.33:
        for _ in range(int(rng.choice([1, 1, 2]))):
            clutter.cards(image, stock.cards, float(np.exp(rng.uniform(np.log(28), np.log(230)))), rng)
    elif kind < 0.43:
        clutter.strew(image, size, rng)
    elif kind < 0.52:
        clutter.hexagons(image, stock.textures, size, rng)
    elif kind < 0.66:
        crowd(image, size, rng)
    elif kind < 0.82:
        print_on(image, size, rng)
    if rng.random() < 0.3:
        for _ in range(int(rng.integers(1, 5))):
            s = stock.stamps[rng.integers(len(stock.stamps))]
            x, y = rng.uniform(0, SIDE, 2).tolist()
            clutter.lay(image, s, x, y, size * rng.uniform(0.6, 3), float(rng.uniform(0, 360)))
    return clutter.perspective(image, rng) if rng.random() < 0.4 else image


def camouflage(image: Floats, coat: Coat, rng: np.random.Generator) -> Floats:
    """The table takes on about the colour of the dice: white dice on paper, yellow ones on straw."""
    body = coat.paint(np.array([[0, 127, 0, 128]], np.float32), np.ones(1, np.uint8))[0] * rng.uniform(0.7, 1.1)
    mean = image.mean((0, 1))
    calm = rng.uniform(0.25, 1.0)  # a table of little contrast hides dice best
    return np.asarray((image - mean) * calm + mean + (body - mean) * rng.uniform(0.5, 1.0), np.float32)


def put_die(
    image: Floats, stock: Stock, k: int, coat: Coat, x: float, y: float, size: float, rng: np.random.Generator
) -> Floats:
    """Lays die k on the table; what is true of it."""
    value, lean, turns, cocked = stock.dice.truth[k].tolist()
    m, scale = put(image, stock.dice, k, coat, x, y, size, rng)
    points = stock.hulls[k] @ m[:, :2].T + m[:, 2]  # indices of pixels
    lo, hi = points.min(0) + 0.5 - scale / 2, points.max(0) + 0.5 + scale / 2
    (cx, cy), (w, h) = (lo + hi) / 2, hi - lo
    return np.array([cx, cy, w, h, value, lean, turns, cocked], np.float32)


def put(
    image: Floats, dice: Dice, k: int, coat: Coat, x: float, y: float, size: float, rng: np.random.Generator
) -> tuple[NDArray[np.float64], float]:
    """Paints solid k and lays it with its shadow so that its longer side is about `size`; the matrix, its scale."""
    turns, (bx, by, bw, bh) = dice.truth[k][2], dice.boxes[k]
    cut = dice.cut[k].astype(np.float32) / 255
    full = np.zeros((*cut.shape[:2], 5), np.float32)
    full[..., 3:] = cut
    here = cut[..., 0] > 0.004
    over = cut[here][:, :1]
    skin = np.asarray(dice.skin[k][here] / np.maximum(over, 0.02), np.float32)
    full[..., 3][here] = (over * coat.hides(skin))[:, 0]
    full[..., :3][here] = coat.paint(skin, dice.face[k][here]) * full[..., 3:4][here]
    scale = size / max(bw, bh)
    shrunk = 1.0
    if scale < 0.7:  # smooth it first, or the warp would skip pixels
        n = max(8, round(len(full) * scale * 1.25))
        shrunk = n / len(full)
        small = [cv2.resize(full[..., c], (n, n), interpolation=cv2.INTER_AREA) for c in (slice(0, 3), 3, 4)]
        full = np.dstack(small)
    angle = float(rng.uniform(0, 360)) if turns else float(rng.uniform(-12, 12))
    m = rotation((bx + bw / 2 - 0.5, by + bh / 2 - 0.5), angle, scale)
    if rng.random() < 0.5:
        m[0] = -m[0]
    m[:, 2] += np.array([x, y]) - 0.5 - m @ np.array([bx + bw / 2 - 0.5, by + bh / 2 - 0.5, 1])
    reach = int(1.3 * size) + 2
    x0, y0 = max(0, int(x) - reach), max(0, int(y) - reach)
    x1, y1 = min(SIDE, int(x) + reach), min(SIDE, int(y) + reach)
    inner = m.copy()
    inner[:, :2] /= shrunk
    inner[:, 2] += inner[:, :2] @ np.full(2, 0.5 - 0.5 * shrunk) * -1 if shrunk < 1 else 0
    inner[:, 2] -= np.array([x0, y0])
    span = (x1 - x0, y1 - y0)
    bgr = cv2.warpAffine(np.ascontiguousarray(full[..., :3]), inner, span)
    alpha, shadow = (cv2.warpAffine(np.ascontiguousarray(full[..., c]), inner, span)[..., None] for c in (3, 4))
    part = image[y0:y1, x0:x1]
    part[:] = part * (1 - shadow * (1 - alpha)) * (1 - alpha) + bgr
    return m, scale


def light_up(image: Floats, rng: np.random.Generator) -> Floats:
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) / SIDE - 0.5
    if rng.random() < 0.5:
        image = image * (1 + (x * rng.normal() + y * rng.normal()) * rng.uniform(0, 0.8))[..., None]
    if rng.random() < 0.25:  # the hard edge of somebody's shadow
        a = rng.uniform(0, 6.28)
        edge = (x * np.cos(a) + y * np.sin(a) - rng.uniform(-0.4, 0.4)) * rng.uniform(8, 200)
        image = image * (1 - rng.uniform(0.2, 0.75) / (1 + np.exp(-edge)))[..., None]
    if rng.random() < 0.1:  # a lamp mirrored by the table
        cx, cy, r = rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5), rng.uniform(0.03, 0.3)
        image = image + (rng.uniform(40, 200) * np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / r**2))[..., None]
    return np.asarray(image, np.float32)


def develop(image: Floats, grain: Floats, rng: np.random.Generator) -> Image:
    """What lens, sensor and JPEG do to a picture."""
    if rng.random() < 0.5:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.3)), np.float32)
    if rng.random() < 0.12:
        n = int(rng.integers(3, 9))
        kernel = np.zeros((n, n), np.float32)
        cv2.line(kernel, (0, int(rng.integers(n))), (n - 1, int(rng.integers(n))), 1.0)
        kernel = kernel if rng.random() < 0.5 else kernel.T
        image = np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)
    if rng.random() < 0.25:
        image = image + rng.uniform(0.3, 1.5) * (image - cv2.GaussianBlur(image, (0, 0), rng.uniform(0.7, 2)))
    dim = rng.uniform(0.15, 0.5) if rng.random() < 0.1 else rng.uniform(0.75, 1.25)
    image = image * (dim * (1 + rng.normal(0, 0.05, 3))).astype(np.float32)
    if rng.random() < 0.5:
        gy, gx = rng.integers(0, SIDE, 2)
        image = image + grain[gy : gy + SIDE, gx : gx + SIDE] * np.float32(rng.uniform(1, 8))
    out = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 96))]
        out = np.asarray(cv2.imdecode(cv2.imencode(".jpg", out, quality)[1], 1), np.uint8)
    return out


def compose(stock: Stock, rng: np.random.Generator) -> tuple[Image, Floats]:
    size = float(np.exp(rng.uniform(np.log(12), np.log(66)) if rng.random() < 0.92 else rng.uniform(4.2, 4.9)))
    image = table(stock, size, rng).astype(np.float32)
    truth = np.zeros((MOST, ROW), np.float32)
    count = int(rng.choice(COUNTS[0], p=COUNTS[1]))
    if size > 50:
        count = min(count, 4)
    kind = stock.above if rng.random() < 0.5 else stock.aslant
    family, shared = rng.random() < 0.45, Coat.draw(rng)
    if rng.random() < 0.22:
        family, image = True, np.clip(camouflage(image, shared, rng), 0, 255)
    strewn = int(rng.choice([0, 2, 5, 9], p=[0.4, 0.25, 0.2, 0.15]))
    spots = places(size, count + strewn, rng)
    rng.shuffle(spots)
    for x, y in spots[count:]:
        k = int(rng.integers(len(stock.decoys.truth)))
        put(image, stock.decoys, k, Coat.draw(rng), x, y, size * rng.uniform(0.6, 1.5), rng)
    for n, (x, y) in enumerate(sorted(spots[:count], key=lambda p: p[1])):
        coat = shared if family and rng.random() < 0.8 else Coat.draw(rng)
        k = int(kind[rng.integers(len(kind))])
        truth[n] = put_die(image, stock, k, coat, x, y, size * rng.uniform(0.88, 1.12), rng)
    return develop(light_up(image, rng), stock.grain, rng), truth


def main(folder: Path, out: Path, first: int, count: int) -> None:
    cv2.setNumThreads(1)
    stock = Stock.load(folder)
    for begin in range(first, first + count, CHUNK):
        last = min(begin + CHUNK, first + count)
        rows = [compose(stock, np.random.default_rng((SEED, n))) for n in range(begin, last)]
        np.save(out / f"tables_{begin}.npy", np.stack([r[0] for r in rows]))
        np.save(out / f"truths_{begin}.npy", np.stack([r[1] for r in rows]))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
