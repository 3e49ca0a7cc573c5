"""Labelled photographs of dice, and squares cut from any picture."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
TURNS_FREELY = ("nell", "damiantab", "cards")
UNKNOWN = -1
CUT_REACH = 1.6
READER_PX = 56
READER_VIEW = 1.5  # sides of a die the reader sees
MAP_PX = 28  # of the map of pips it is told in training


@dataclass(frozen=True)
class Die:
    x: float
    y: float
    side: float
    value: int  # UNKNOWN where nobody can tell: symbol faces, cut or cocked dice
    turns: bool
    mask: Image | None = None  # where the die is in the square of CUT_REACH sides around it


@dataclass(frozen=True)
class Picture:
    image: Image
    dice: Sequence[Die]
    turns: bool
    name: str = ""


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
    name, turns = record["image"], is_from_above(record)
    places = boxes.get(name, [d["box"] for d in record["dice"]])
    cuts = masks[name] if name in masks else [None] * len(places)
    dice = []
    for d, (x0, y0, x1, y1), m in zip(record["dice"], places, cuts, strict=True):
        value = UNKNOWN if d.get("ignore") else d["value"]
        mask = m if m is not None and m.any() else None
        dice.append(Die((x0 + x1) / 2, (y0 + y1) / 2, max(x1 - x0, y1 - y0), value, turns, mask=mask))
    return Picture(np.asarray(cv2.imread(str(folder / name)), np.uint8), dice, turns, name)


def is_from_above(record: dict[str, Any]) -> bool:
    """Whether the picture may as well be turned any way."""
    traced = record.get("source") == "photoreal" and record["view"] == "top-down"
    return traced or record["set"] in TURNS_FREELY


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
