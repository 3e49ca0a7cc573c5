"""Endless, seeded samples for both networks, from composed scenes and from the photographs."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from training.dice.nets import FINDER_STEP, READER_PX, READER_VIEW

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
TURNS_FREELY = ("nell", "damiantab", "cards")
FINDER_PX = 160
SEEN_PX = (8.0, 30.0)  # sides of dice the finder answers to in its picture
NOTHING, UNKNOWN = 0, -1
CUT_REACH = 1.6


@dataclass(frozen=True)
class Die:
    x: float
    y: float
    side: float
    value: int  # UNKNOWN where nobody can tell: symbol faces, cut or cocked dice
    turns: bool
    w: float = 0.0  # 0 where the box is only roughly known
    h: float = 0.0
    lean: float = -1.0  # below 0 where unknown
    mask: Image | None = None  # where the die is in the square of CUT_REACH sides around it


@dataclass(frozen=True)
class Picture:
    image: Image
    dice: Sequence[Die]
    turns: bool
    name: str = ""


def scene(image: Image, truth: Floats) -> Picture:
    dice = [
        Die(t[0], t[1], max(t[2], t[3]), int(t[4]) or UNKNOWN, bool(t[6]), t[2], t[3], t[5])
        for t in truth.tolist()
        if t[2] > 0
    ]
    return Picture(image, dice, all(d.turns for d in dice))


def photographs(
    folder: Path,
    only: Sequence[str],
    boxes: dict[str, list[list[float]]] | None = None,
    masks: Mapping[str, Image] | None = None,
) -> list[Picture]:
    """The labelled photographs of some sets; `boxes` replaces the labels' rough ones, `masks` cut the dice out."""
    records = [json.loads(line) for line in (folder / "labels.jsonl").read_text().splitlines()]
    return [photograph(folder, r, boxes or {}, masks or {}) for r in records if r["set"] in only]


def photograph(
    folder: Path, record: dict[str, Any], boxes: dict[str, list[list[float]]], masks: Mapping[str, Image]
) -> Picture:
    name, turns = record["image"], record["set"] in TURNS_FREELY
    places = boxes.get(name, [d["box"] for d in record["dice"]])
    cuts = masks[name] if name in masks else [None] * len(places)
    dice = []
    for d, (x0, y0, x1, y1), m in zip(record["dice"], places, cuts, strict=True):
        value = UNKNOWN if d.get("ignore") else d["value"]
        mask = m if m is not None and m.any() else None
        dice.append(Die((x0 + x1) / 2, (y0 + y1) / 2, max(x1 - x0, y1 - y0), value, turns, mask=mask))
    return Picture(np.asarray(cv2.imread(str(folder / name)), np.uint8), dice, turns, name)


def patch(image: Image, x: float, y: float, side: float, px: int, angle: float = 0.0, flip: bool = False) -> Image:
    """A square of the picture, turned about its centre, made px wide; smooth when it shrinks."""
    scale = px / side
    if scale < 0.6:  # shrink first, or the warp would skip pixels
        cut = side * 0.75
        x0, y0, x1, y1 = int(x - cut), int(y - cut), int(x + cut) + 1, int(y + cut) + 1
        part = window(image, x0, y0, x1, y1)
        f = scale * 1.2
        part = np.asarray(
            cv2.resize(
                part, (max(1, round(part.shape[1] * f)), max(1, round(part.shape[0] * f))), interpolation=cv2.INTER_AREA
            ),
            np.uint8,
        )
        fx, fy = part.shape[1] / (x1 - x0), part.shape[0] / (y1 - y0)
        image, x, y, scale = part, (x - x0) * fx, (y - y0) * fy, scale / fx
    m = np.asarray(cv2.getRotationMatrix2D((x, y), angle, scale), np.float64)
    m[:, 2] += px / 2 - np.array([x, y])
    if flip:
        m[0] = -m[0]
        m[0, 2] += px
    m[:, 2] -= 0.5 - 0.5 * scale if angle == 0 and not flip else 0.5
    return np.asarray(
        cv2.warpAffine(image, m, (px, px), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def window(image: Image, x0: int, y0: int, x1: int, y1: int) -> Image:
    h, w = image.shape[:2]
    part = image[max(0, y0) : max(0, min(h, y1)), max(0, x0) : max(0, min(w, x1))]
    pads = max(0, -y0), max(0, y1 - h), max(0, -x0), max(0, x1 - w)
    if part.size == 0:
        return np.zeros((y1 - y0, x1 - x0, 3), np.uint8)
    return np.asarray(cv2.copyMakeBorder(part, *pads, cv2.BORDER_REPLICATE) if any(pads) else part, np.uint8)


def tint(image: Image, rng: np.random.Generator, strong: float = 1.0) -> Image:
    """Another camera, another lamp, sometimes another colour of everything."""
    if rng.random() < 0.25 * strong:
        image = image[..., rng.permutation(3)]
    if rng.random() < 0.3 * strong:
        hsv = cv2.cvtColor(np.ascontiguousarray(image), cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0].astype(np.int32) + rng.integers(180)) % 180
        image = np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.uint8)
    table = np.arange(256, dtype=np.float32) / 255
    gain, gamma, lift = rng.uniform(0.65, 1.2), np.exp(rng.normal(0, 0.3)), rng.normal(0, 0.05)
    tables = []
    invert = rng.random() < 0.06 * strong
    for _ in range(3):
        t = np.clip((table**gamma) * gain * (1 + rng.normal(0, 0.06)) + lift, 0, 1)
        tables.append(1 - t if invert else t)
    lut = (np.stack(tables, 1) * 255).astype(np.uint8)[None]
    out = cv2.LUT(np.ascontiguousarray(image), lut)
    if rng.random() < 0.08:
        out = np.repeat(cv2.cvtColor(out, cv2.COLOR_BGR2GRAY)[..., None], 3, 2)
    if rng.random() < 0.2:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.3, 1.1))
    if rng.random() < 0.25:
        noise = rng.normal(0, rng.uniform(2, 10), out.shape)
        out = np.clip(out + noise, 0, 255).astype(np.uint8)
    return np.asarray(out, np.uint8)


def turned(picture: Picture, rng: np.random.Generator) -> float:
    if picture.turns:
        return float(rng.uniform(0, 360))
    return float(rng.uniform(-20, 20))


def finder_sample(picture: Picture, rng: np.random.Generator) -> tuple[Image, Floats, Floats]:
    """A square picture, its answer (heat, dx, dy, size) and where the answer counts."""
    h, w = picture.image.shape[:2]
    known = [d for d in picture.dice if d.side > 4]
    if known:
        die = known[int(rng.integers(len(known)))]
        scale = float(np.exp(rng.uniform(np.log(8.5), np.log(29)))) / die.side
        off = rng.uniform(-0.4, 0.4, 2) * FINDER_PX / scale
        x, y = die.x + off[0], die.y + off[1]
    else:
        scale = float(np.exp(rng.uniform(np.log(0.12), np.log(1.0)))) * 640 / max(h, w)
        x, y = rng.uniform(0, w), rng.uniform(0, h)
    side = FINDER_PX / scale
    x = float(np.clip(x, side / 2, w - side / 2)) if w > side else w / 2 + rng.uniform(-0.2, 0.2) * side
    y = float(np.clip(y, side / 2, h - side / 2)) if h > side else h / 2 + rng.uniform(-0.2, 0.2) * side
    angle = turned(picture, rng) if rng.random() < 0.5 else 0.0
    flip = bool(rng.random() < 0.5)
    image = tint(patch(picture.image, x, y, side, FINDER_PX, angle, flip), rng)
    return (image, *finder_truth(picture.dice, x, y, scale, angle, flip))


def finder_truth(
    dice: Sequence[Die], x: float, y: float, scale: float, angle: float, flip: bool
) -> tuple[Floats, Floats]:
    cells = FINDER_PX // FINDER_STEP
    answer = np.zeros((4, cells, cells), np.float32)
    counts = np.ones((2, cells, cells), np.float32)  # heat, box
    counts[1] = 0
    gy, gx = np.mgrid[0:cells, 0:cells].astype(np.float32) * FINDER_STEP + FINDER_STEP / 2
    a = np.deg2rad(angle)
    for d in dice:
        dx, dy = (d.x - x) * scale, (d.y - y) * scale
        px = np.cos(a) * dx + np.sin(a) * dy
        py = -np.sin(a) * dx + np.cos(a) * dy
        cx, cy = FINDER_PX / 2 + (-px if flip else px), FINDER_PX / 2 + py
        side = d.side * scale
        far = np.maximum(np.abs(gx - cx), np.abs(gy - cy))
        if d.value == UNKNOWN or not SEEN_PX[0] <= side <= SEEN_PX[1]:
            if side > 5:
                counts[0][far < 0.6 * side] = 0
            continue
        spread = max(2.0, 0.14 * side)
        heat = np.exp(-((gx - cx) ** 2 + (gy - cy) ** 2) / (2 * spread**2))
        j, i = int(cy // FINDER_STEP), int(cx // FINDER_STEP)
        if not (0 <= i < cells and 0 <= j < cells):
            continue
        heat[j, i] = 1
        near = (heat >= 0.4) & (heat > answer[0])
        for plane, value in (
            (1, (cx - gx) / FINDER_STEP),
            (2, (cy - gy) / FINDER_STEP),
            (3, np.full_like(gx, np.log2(side / 16))),
        ):
            answer[plane][near] = value[near]
        counts[1][near] = 1
        answer[0] = np.maximum(answer[0], heat)
    return answer, counts


def reader_sample(
    picture: Picture,
    rng: np.random.Generator,
    spots: Sequence[tuple[float, float, float]] = (),
    ground: Image | None = None,
    good: float = 0.65,
) -> tuple[Image, Floats]:
    """A die's square or one that must be refused; truth is class, dx, dy, log w, log h, lean, box known."""
    dice = picture.dice
    kind = rng.random()
    h, w = picture.image.shape[:2]
    if dice and kind < good:
        d = dice[int(rng.integers(len(dice)))]
        x, y = d.x + rng.normal(0, 0.07) * d.side, d.y + rng.normal(0, 0.07) * d.side
        side = d.side * float(np.exp(rng.normal(0, 0.13)))
        return cut(picture, x, y, side, d, rng, ground)
    if dice and kind < good + 0.25 * (1 - good):
        d = dice[int(rng.integers(len(dice)))]
        if rng.random() < 0.6:
            a, far = rng.uniform(0, 6.28), rng.uniform(0.42, 0.9) * d.side
            x, y, side = d.x + far * np.cos(a), d.y + far * np.sin(a), d.side * rng.uniform(0.7, 1.4)
        else:
            x, y = d.x + rng.uniform(-0.2, 0.2) * d.side, d.y + rng.uniform(-0.2, 0.2) * d.side
            side = d.side * (rng.uniform(0.25, 0.5) if rng.random() < 0.6 else rng.uniform(2.0, 3.0))
    elif spots and rng.random() < 0.85:
        x, y, side = spots[int(rng.integers(len(spots)))]
        x, y, side = (
            x + rng.normal(0, 0.06) * side,
            y + rng.normal(0, 0.06) * side,
            side * float(np.exp(rng.normal(0, 0.12))),
        )
    else:
        side = float(np.exp(rng.uniform(np.log(16), np.log(max(20, min(h, w) * 0.5)))))
        x, y = rng.uniform(0, w), rng.uniform(0, h)
    near = min(dice, key=lambda d: np.hypot(d.x - x, d.y - y), default=None)
    if near and np.hypot(near.x - x, near.y - y) < 0.4 * near.side and 0.55 < side / near.side < 1.9:
        hit = np.hypot(near.x - x, near.y - y) < 0.3 * near.side and 0.65 < side / near.side < 1.5
        return cut(picture, x, y, side, near if hit else Die(x, y, side, UNKNOWN, near.turns), rng)
    return cut(picture, x, y, side, None, rng)


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


def cut(
    picture: Picture,
    x: float,
    y: float,
    side: float,
    die: Die | None,
    rng: np.random.Generator,
    ground: Image | None = None,
) -> tuple[Image, Floats]:
    turns = picture.turns if die is None else die.turns
    flip = bool(rng.random() < 0.5)
    angle = float(rng.choice([0, 90, 180, 270])) if turns else 0.0
    rough = die is None or die.w == 0
    if rough and rng.random() < 0.6:
        angle += float(rng.uniform(-45, 45) if turns else rng.uniform(-18, 18))
    image = patch(picture.image, x, y, side * READER_VIEW, READER_PX, angle, flip)
    if die is not None and die.mask is not None and ground is not None:
        image = elsewhere(image, die, x, y, side, angle, flip, ground, rng)
    image = tint(image, rng)
    if rng.random() < 0.2:
        small = int(rng.integers(20, 46))
        image = np.asarray(
            cv2.resize(
                cv2.resize(image, (small, small), interpolation=cv2.INTER_AREA),
                (READER_PX, READER_PX),
                interpolation=cv2.INTER_LINEAR,
            ),
            np.uint8,
        )
    truth = np.array([NOTHING, 0, 0, 0, 0, -1, 0], np.float32)
    if die is not None:
        truth[0] = die.value
        truth[5] = die.lean
        if not rough:
            a = np.deg2rad(angle)
            dx, dy = (die.x - x) / side, (die.y - y) / side
            dx, dy = np.cos(a) * dx + np.sin(a) * dy, -np.sin(a) * dx + np.cos(a) * dy
            bw, bh = (die.h, die.w) if angle % 180 == 90 else (die.w, die.h)
            truth[1:5] = (-dx if flip else dx), dy, np.log(bw / side), np.log(bh / side)
            truth[6] = 1
    return image, truth
