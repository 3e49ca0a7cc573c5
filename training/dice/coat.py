"""Paints rendered dice: body, pips, marbling, lamp and camera tone over the layers that render.py gives."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def plastic(rng: np.random.Generator) -> Floats:
    """A plastic colour, linear-ish BGR 0..1: white, ivory and black are common, then anything."""
    kind = rng.random()
    if kind < 0.2:
        base = np.array([0.88, 0.93, 0.95]) * rng.uniform(0.8, 1.05)
        base *= 1 - np.array([rng.uniform(0, 0.35), rng.uniform(0, 0.1), 0])
    elif kind < 0.34:
        base = np.full(3, rng.uniform(0.01, 0.16)) * rng.uniform(0.8, 1.2, 3)
    elif kind < 0.45:  # deep transparent-looking reds, greens, blues
        base = rng.uniform(0.0, 0.12, 3)
        base[rng.integers(3)] = rng.uniform(0.15, 0.6)
    else:
        hsv = np.array([[[rng.uniform(0, 180), rng.uniform(70, 255), rng.uniform(40, 255)]]], np.uint8)
        base = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0] / 255.0
    return np.asarray(np.clip(base, 0, 1), np.float32)


def ink_for(rng: np.random.Generator, body: Floats) -> Floats:
    """White on dark, black on light, else a colour that a person could still read on this body."""
    light = float(body @ np.array([0.11, 0.59, 0.3], np.float32))
    for _ in range(20):
        kind = rng.random()
        if kind < 0.55:
            ink = np.full(3, rng.uniform(0.75, 1.0) if light < 0.45 else rng.uniform(0.0, 0.12))
        elif kind < 0.67:
            ink = np.array([0.15, 0.55, 0.8]) * rng.uniform(0.5, 1.15)  # gold
        elif kind < 0.8:
            ink = np.array([0.08, 0.05, 0.6]) * rng.uniform(0.6, 1.4)  # red
        else:
            ink = plastic(rng)
        if np.abs(ink - body).max() > 0.22:
            break
    return np.asarray(np.clip(ink, 0, 1), np.float32)


def hard_pair(rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Body and ink: red on black, gold on red, red on blue or green, in many shades."""
    black, red, gold = np.array([0.03, 0.03, 0.03]), np.array([0.06, 0.04, 0.55]), np.array([0.15, 0.5, 0.75])
    blue, green = np.array([0.45, 0.12, 0.05]), np.array([0.12, 0.35, 0.05])
    pairs = ((black, red), (black, red), (red, gold), (blue, red), (green, gold), (black, blue * 1.8))
    body, ink = pairs[int(rng.integers(len(pairs)))]
    return (
        np.asarray(np.clip(body * rng.uniform(0.5, 1.6), 0, 1), np.float32),
        np.asarray(np.clip(ink * rng.uniform(0.75, 1.6), 0, 1), np.float32),
    )


@dataclass(frozen=True)
class Coat:
    """The colours of one die under one lamp and camera."""

    body: Floats
    ink: Floats
    one: Floats  # ink of the single pip, which is often red
    four: Floats
    marble: Floats | None
    veins: float  # how sharply the marbling changes
    lamp: Floats
    exposure: float
    gamma: float
    shine: float
    clear: float = 0.0  # how much of the table shines through the body

    @staticmethod
    def draw(rng: np.random.Generator) -> "Coat":
        body = plastic(rng)
        ink = ink_for(rng, body)
        if rng.random() < 0.06:  # the hardest of all to tell by their lightness
            body, ink = hard_pair(rng)
        one = four = ink
        if rng.random() < 0.08:
            one = np.array([0.1, 0.1, 0.8], np.float32)
            four = one if rng.random() < 0.5 else ink
        marble = plastic(rng) if rng.random() < 0.36 else None
        if marble is not None and rng.random() < 0.25:
            marble = np.asarray(rng.uniform(0, 0.12, 3), np.float32)
        if marble is not None and rng.random() < 0.5:  # pearly: the same hue, lighter or darker
            marble = np.asarray(np.clip(body * rng.uniform(0.3, 1.8) + rng.choice([0, 0.2]), 0, 1), np.float32)
        if marble is not None and np.abs(marble - ink).max() < 0.25:
            marble = None
        lamp = np.asarray(1 + rng.normal(0, 0.08, 3), np.float32)
        return Coat(
            body,
            ink,
            one,
            four,
            marble,
            10 ** rng.uniform(0.3, 1.0),
            lamp,
            rng.uniform(0.65, 1.35),
            rng.uniform(0.5, 0.95),
            rng.choice([1.0, rng.uniform(0, 1.3)]),
            rng.uniform(0.1, 0.6) if marble is None and rng.random() < 0.15 else 0.0,
        )

    def hides(self, layers: Floats) -> Floats:
        """How much of what lies behind each pixel is hidden: all of it by pips and by any body but a clear one."""
        return np.asarray(1 - self.clear * (1 - layers[..., :1] / 255), np.float32)

    def paint(self, layers: Floats, face: NDArray[np.uint8]) -> Floats:
        """BGR 0..255 of the pixels whose layers (cover, lit, shine, marble: 0..255) and sides' values are given."""
        cover, lit, shine, marble = (layers[..., k, None] for k in range(4))
        skin = self.body
        if self.marble is not None:
            mix = 1 / (1 + np.exp(-self.veins * (marble - 128) / 60))
            skin = np.asarray(self.body * (1 - mix) + self.marble * mix, np.float32)
        ink = self.ink
        if self.one is not self.ink:
            special = (face == 1) if self.four is self.ink else ((face == 1) | (face == 4))
            ink = np.where(special[..., None], self.one, self.ink)
        colour = skin + (ink - skin) * (cover / 255)
        rgb = (colour * (lit / 127) + shine * (self.shine / 255)) * self.lamp
        return np.asarray(np.clip(rgb * self.exposure, 0, 1) ** self.gamma * 255, np.float32)
