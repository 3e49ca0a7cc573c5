"""Squares for the reader made straight from sprites: a die on any ground, with neighbours, and where its pips lie."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.dice.data import Image, patch
from training.dice.nets import READER_PX, READER_VIEW
from training.dice.render import Setting
from training.dice.scenes import recolour
from training.dice.sprites import SEED

Floats = NDArray[np.float32]
MAP_PX = 28


@dataclass(frozen=True)
class CloseUps:
    bgr: Image
    alpha: Image
    shadow: Image
    truth: Floats
    pips: list[Floats]
    boxes: NDArray[np.int32]  # x, y, w, h of each silhouette

    @staticmethod
    def load(folder: Path) -> "CloseUps":
        s = np.load(folder / "sprites.npz")
        alpha = s["alpha"]
        pips = [Setting.draw(np.random.default_rng((SEED, k))).top_pips() for k in range(len(alpha))]
        boxes = np.array([cv2.boundingRect(a) for a in alpha], np.int32)
        return CloseUps(s["bgr"], alpha, s["shadow"], s["truth"], pips, boxes)

    def any(self, rng: np.random.Generator, ground: Image) -> tuple[Image, Floats, Floats]:
        """A square, its truth as data.reader_sample has it, and the map of its pips."""
        k = int(rng.integers(len(self.truth)))
        at = rng.uniform(30, len(ground) - 30, 2)
        image = patch(ground, at[0], at[1], float(rng.uniform(25, 160)), READER_PX).astype(np.float32)
        image *= rng.uniform(0.5, 1.4)
        light = rng.uniform(0.65, 1.3)
        middle = np.asarray(READER_PX / 2 + rng.normal(0, 0.07, 2) * READER_PX / READER_VIEW, np.float32)
        side = READER_PX / READER_VIEW * float(np.exp(rng.normal(0, 0.13)))
        if rng.random() < 0.35:
            self.put(image, self.other(k, rng), self.beside(middle, side, rng), side, light, rng)
        m, box = self.put(image, k, middle, side, light, rng)
        if rng.random() < 0.15:
            self.put(image, self.other(k, rng), self.beside(middle, side, rng, 1.12), side, light, rng)
        return camera(image, rng), self.answer(k, box), self.map(k, m)

    def other(self, k: int, rng: np.random.Generator) -> int:
        return k if rng.random() < 0.3 else int(rng.integers(len(self.truth)))

    def beside(self, middle: Floats, side: float, rng: np.random.Generator, least: float = 0.95) -> Floats:
        a, far = rng.uniform(0, 6.28), side * rng.uniform(least, 1.35)
        return np.asarray(middle + far * np.array([np.cos(a), np.sin(a)]), np.float32)

    def put(
        self, image: Floats, k: int, middle: Floats, side: float, light: float, rng: np.random.Generator
    ) -> tuple[Floats, tuple[int, int, int, int]]:
        """Lays sprite k on the square; the matrix from sprite to square, and the box its silhouette fills."""
        x, y, w, h = self.boxes[k]
        angle = float(rng.uniform(0, 360)) if self.truth[k][2] else float(rng.uniform(-12, 12))
        m = np.asarray(cv2.getRotationMatrix2D((x + w / 2, y + h / 2), angle, side / max(w, h)), np.float64)
        m[:, 2] += middle - np.array([x + w / 2, y + h / 2])
        if rng.random() < 0.5:
            m[0] = -m[0]
            m[0, 2] += 2 * middle[0]
        size = (READER_PX, READER_PX)
        bgr = self.bgr[k] if rng.random() < 0.6 else recolour(self.bgr[k], rng)
        a = cv2.warpAffine(self.alpha[k], m, size)[..., None].astype(np.float32) / 255
        s = cv2.warpAffine(self.shadow[k], m, size)[..., None].astype(np.float32) / 255
        b = cv2.warpAffine(bgr, m, size).astype(np.float32) / np.maximum(a, 0.02)
        image *= 1 - s * (1 - a)
        image += (np.clip(b * light, 0, 255) - image) * a
        x0, y0, bw, bh = cv2.boundingRect((a[..., 0] > 0.4).astype(np.uint8))
        return m.astype(np.float32), (x0, y0, bw, bh)

    def answer(self, k: int, box: tuple[int, int, int, int]) -> Floats:
        value, lean = self.truth[k][:2]
        nominal = READER_PX / READER_VIEW
        x, y, w, h = box
        dx, dy = (x + w / 2 - READER_PX / 2) / nominal, (y + h / 2 - READER_PX / 2) / nominal
        kind = value if value else -1
        return np.array([kind, dx, dy, np.log(max(w, 4) / nominal), np.log(max(h, 4) / nominal), lean, 1], np.float32)

    def map(self, k: int, m: Floats) -> Floats:
        points = (np.c_[self.pips[k], np.ones(len(self.pips[k]))] @ m.T) * MAP_PX / READER_PX
        gy, gx = np.mgrid[0:MAP_PX, 0:MAP_PX] + 0.5
        heat = np.zeros((MAP_PX, MAP_PX), np.float32)
        for px, py in points:
            heat = np.maximum(heat, np.exp(-((gx - px) ** 2 + (gy - py) ** 2) / 1.6)).astype(np.float32)
        return heat


def camera(image: Floats, rng: np.random.Generator) -> Image:
    """Lens, few pixels, noise; gentler than scenes.develop, for what cannot be read teaches nothing."""
    if rng.random() < 0.3:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.2)), np.float32)
    if rng.random() < 0.35:
        small = int(rng.integers(28, 50))
        tiny = cv2.resize(image, (small, small), interpolation=cv2.INTER_AREA)
        image = np.asarray(cv2.resize(tiny, (READER_PX, READER_PX), interpolation=cv2.INTER_LINEAR), np.float32)
    if rng.random() < 0.06:
        n = int(rng.integers(3, 7))
        kernel = np.zeros((n, n), np.float32)
        cv2.line(kernel, (0, int(rng.integers(n))), (n - 1, int(rng.integers(n))), 1.0)
        image = np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)
    if rng.random() < 0.2:
        image = image + rng.uniform(0.3, 1.2) * (image - cv2.GaussianBlur(image, (0, 0), 1.2))
    if rng.random() < 0.3:  # a shadow's or a lamp's edge across the square
        y, x = np.mgrid[0:READER_PX, 0:READER_PX].astype(np.float32) / READER_PX - 0.5
        a = rng.uniform(0, 6.28)
        edge = (x * np.cos(a) + y * np.sin(a) - rng.uniform(-0.4, 0.4)) * rng.uniform(3, 60)
        image = image * (1 - rng.uniform(0.2, 0.7) / (1 + np.exp(-edge)))[..., None]
    toned = image * (1 + rng.normal(0, 0.08, 3))
    if rng.random() < 0.5:
        toned = toned + rng.normal(0, rng.uniform(1, 9), image.shape)
    return np.asarray(np.clip(toned, 0, 255), np.uint8)
