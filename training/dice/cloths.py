"""Grounds that fool readers of dice, drawn: woven and printed cloth, felt, speckled stone, pebbles."""

import cv2
import numpy as np
from numpy.typing import NDArray

from training.dice.scenes import Floats, Image, any_colour

PX = 320


def clouds(rng: np.random.Generator, grain: float, octaves: int = 3) -> Floats:
    """Smooth noise about 0 of spread 1; `grain` is the size of its coarsest bump in px."""
    out = np.zeros((PX, PX), np.float32)
    for k in range(octaves):
        n = int(np.clip(PX * 2**k / grain, 2, PX))
        out += cv2.resize(rng.normal(0, 0.6**k, (n, n)).astype(np.float32), (PX, PX), interpolation=cv2.INTER_CUBIC)
    return out


def mixed(light: NDArray[np.floating], low: tuple[int, ...], high: tuple[int, ...]) -> Floats:
    t = np.clip(light, 0, 1)[..., None]
    return np.asarray(np.array(low) * (1 - t) + np.array(high) * t, np.float32)


def threads(rng: np.random.Generator) -> Floats:
    """How light each thread of a weave is, 0.6 to 1."""
    y, x = np.mgrid[0:PX, 0:PX].astype(np.float32)
    pitch, turn = rng.uniform(2.2, 7), rng.uniform(0, np.pi)
    wave = clouds(rng, 60, 2) * rng.uniform(0, 1.5)
    u = (x * np.cos(turn) + y * np.sin(turn) + wave) * np.pi / pitch
    v = (y * np.cos(turn) - x * np.sin(turn) + wave) * np.pi / pitch
    over = np.where(np.sin(u) * np.sin(v) > 0, np.abs(np.sin(u)), np.abs(np.sin(v)))
    return np.asarray(1 - rng.uniform(0.1, 0.4) * (1 - over), np.float32)


def checks(rng: np.random.Generator) -> Floats:
    """Gingham, tartan or stripes."""
    y, x = np.mgrid[0:PX, 0:PX].astype(np.float32)
    a, b = np.array(any_colour(rng), np.float32), np.array(any_colour(rng), np.float32)
    wide, turn = rng.uniform(5, 50), rng.uniform(0, np.pi)
    u, v = (x * np.cos(turn) + y * np.sin(turn)) / wide, (y * np.cos(turn) - x * np.sin(turn)) / wide
    lines = (u % 2 < rng.uniform(0.6, 1.4)).astype(np.float32)
    if rng.random() < 0.7:
        lines = (lines + (v % 2 < rng.uniform(0.6, 1.4))) / 2
    return np.asarray(a + (b - a) * lines[..., None], np.float32)


def motifs(rng: np.random.Generator) -> Floats:
    """A plain cloth printed with spots, rings, sprigs, squares or crosses in rows."""
    image = np.full((PX, PX, 3), any_colour(rng), np.uint8)
    inks = [any_colour(rng) for _ in range(3)]
    step, style = rng.uniform(9, 60), int(rng.integers(5))
    for row, y in enumerate(np.arange(-step, PX + step, step * rng.uniform(0.8, 1.2))):
        for x in np.arange(-step + (row % 2) * step / 2, PX + step, step):
            draw_motif(image, style, (int(x), int(y)), step, inks, rng)
    return image.astype(np.float32)


def draw_motif(
    image: Image,
    style: int,
    at: tuple[int, int],
    step: float,
    inks: list[tuple[int, int, int]],
    rng: np.random.Generator,
) -> None:
    ink = inks[int(rng.integers(3))]
    if style == 0:
        cv2.circle(image, at, max(1, int(step * 0.22)), ink, -1, cv2.LINE_AA)
    elif style == 1:
        cv2.circle(image, at, max(2, int(step * 0.34)), inks[0], max(1, int(step * 0.08)), cv2.LINE_AA)
        cv2.circle(image, at, max(1, int(step * 0.1)), inks[1], -1, cv2.LINE_AA)
    elif style == 2:
        for a in np.arange(int(rng.integers(3, 7))) * 1.2:
            leaf = int(at[0] + 0.25 * step * np.cos(a)), int(at[1] + 0.25 * step * np.sin(a))
            cv2.circle(image, leaf, max(1, int(step * 0.14)), ink, -1, cv2.LINE_AA)
        cv2.circle(image, at, max(1, int(step * 0.12)), inks[0], -1, cv2.LINE_AA)
    elif style == 3:
        box = cv2.boxPoints((at, (step * 0.5, step * 0.5), 45.0))
        cv2.fillPoly(image, [box.astype(np.int32)], ink, cv2.LINE_AA)
    else:
        arm = int(step * 0.3)
        for dx, dy in ((arm, 0), (0, arm)):
            ends = (at[0] - dx, at[1] - dy), (at[0] + dx, at[1] + dy)
            cv2.line(image, *ends, ink, max(1, int(step * 0.12)), cv2.LINE_AA)


def stone(rng: np.random.Generator) -> Floats:
    """Granite: every place shows the mineral that is strongest there."""
    tones = np.array([any_colour(rng) for _ in range(int(rng.integers(3, 6)))], np.float32)
    if rng.random() < 0.7:
        tones = tones.mean(1, keepdims=True) * rng.uniform(0.9, 1.1, (1, 3)).astype(np.float32)
    grain = rng.uniform(2.5, 16)
    fields = np.stack([clouds(rng, grain, 2) + rng.normal(0, 0.5) for _ in tones])
    return np.asarray(tones[fields.argmax(0)] * (1 + 0.06 * clouds(rng, 2, 1))[..., None], np.float32)


def pebbles(rng: np.random.Generator) -> Floats:
    image = np.full((PX, PX, 3), any_colour(rng), np.uint8)
    for _ in range(int(rng.integers(100, 1200))):
        at = (int(rng.integers(PX)), int(rng.integers(PX)))
        r = rng.uniform(1.5, 12)
        axes = (max(1, int(r)), max(1, int(r * rng.uniform(0.5, 1))))
        cv2.ellipse(image, at, axes, rng.uniform(0, 180), 0, 360, any_colour(rng), -1, cv2.LINE_AA)
    return image.astype(np.float32)


def felt(rng: np.random.Generator) -> Floats:
    tone = np.array(any_colour(rng), np.float32)
    light = 1 + rng.uniform(0.03, 0.2) * clouds(rng, 2.5, 1) + 0.08 * clouds(rng, 40, 3)
    return np.asarray(tone * light[..., None], np.float32)


def ground(rng: np.random.Generator) -> Image:
    make = (checks, motifs, motifs, stone, stone, pebbles, felt)[int(rng.integers(7))]
    image = make(rng)
    if make in (checks, motifs):
        image = image * threads(rng)[..., None]
        image = image * (1 + rng.uniform(0, 0.12) * clouds(rng, 160, 1))[..., None]  # folds
    return np.asarray(np.clip(image, 0, 255), np.uint8)


def grounds(count: int, seed: int) -> Image:
    return np.stack([ground(np.random.default_rng((seed, k))) for k in range(count)])
