"""Lays cloths, stones and boards on bare tables: python -m training.dice.photoreal.dress BARE OUT BACKDROPS COPIES.

BARE is what undressed.py left. Light that fell on the grey table falls on the ground instead, shadows and all; OUT gets
the pictures and labels.jsonl as photoreal writes them. BACKDROPS is an .npz of textures. A fifth number is that of the
first ground drawn: where it is given only such grounds are laid, no texture.
"""

import json
import sys
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import cv2
import numpy as np

from training.dice.photoreal.camera import develop
from training.dice.photoreal.grounds import BARE_TONE, LEARNT
from training.dice.photoreal.sizes import SEED, Array, Rng

SHEETS = 160  # grounds drawn once and laid again elsewhere, turned and in other sizes
DRAWN = 0.55  # share of tables that get one of those; the others get a texture
SHADE = 0.35  # how much a ground's heights lighten and darken it


@cache
def drawn(seed: int) -> tuple[Array, float, str]:
    """A ground of the photoreal kind with the shading of its relief, red, green, blue; its texels per mm; its name."""
    rng = np.random.default_rng((SEED, seed, 11))
    width = float(rng.uniform(250, 700))
    ground = LEARNT[seed % len(LEARNT)](rng, width)
    slope = np.gradient(cv2.GaussianBlur(ground.heights, (0, 0), 1.0), axis=int(rng.integers(2)))
    shade = 1 + SHADE * np.clip(slope / max(1e-6, 2 * float(slope.std())), -1, 1)
    sheet = (ground.colours * shade[..., None]).clip(0, 255).astype(np.uint8)
    return np.asarray(cv2.resize(sheet, (1024, 1024), interpolation=cv2.INTER_AREA)), 1024 / width, ground.name


def laid(sheet: Array, texels_mm: float, lie: Array, size: tuple[int, int], rng: Rng) -> Array:
    """The sheet as it lies in the picture, turned and shifted anyhow, mirrored beyond its rim."""
    wide, high = size
    middle = cv2.perspectiveTransform(np.array([[[wide / 2, high / 2]]]), np.linalg.inv(lie))[0, 0]
    near = cv2.perspectiveTransform(middle + np.array([[[0, 0], [1, 0], [0, 1]]], np.float64), lie)[0]
    px_mm = float(max(np.linalg.norm(near[1] - near[0]), np.linalg.norm(near[2] - near[0])))
    shrink = min(1.0, px_mm / texels_mm)
    if shrink < 0.9:  # smooth it first, or the warp would skip texels
        sheet = cv2.resize(sheet, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        texels_mm *= shrink
    angle = rng.uniform(0, 2 * np.pi)
    turn = texels_mm * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    shift = rng.uniform(0, len(sheet), 2) - turn @ middle
    to_sheet = np.vstack([np.column_stack([turn, shift]), [0, 0, 1]]) @ np.linalg.inv(lie)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(sheet, to_sheet, size, flags=flags, borderMode=cv2.BORDER_REFLECT))


def dressed(light: Array, table: Array, ground: Array) -> Array:
    """The light with the ground's colours where the table shows."""
    tint = ((np.maximum(ground, 8) / 255) ** 2.2 / (BARE_TONE / 255) ** 2.2).astype(np.float32)
    shown = cv2.GaussianBlur(table.astype(np.float32), (0, 0), 0.6)[..., None]
    return np.asarray(light * (1 + shown * (tint - 1)))


def main(bare: Path, out: Path, backdrops: Path, copies: int, first: int | None = None) -> None:
    cv2.setNumThreads(1)
    out.mkdir(parents=True, exist_ok=True)
    textures = np.load(backdrops)["textures"]
    rows: list[dict[str, Any]] = []
    for row in map(json.loads, (bare / "labels.jsonl").read_text().splitlines()):
        kept = np.load(bare / f"{row['image']}.npz")
        for copy in range(copies):
            rng = np.random.default_rng((SEED, crc32(row["image"].encode()), copy, 12))
            sheet, texels_mm, scene = drawn((first or 0) + int(rng.integers(SHEETS)))
            texels_mm *= float(np.exp(rng.uniform(-0.5, 0.5)))
            if first is None and rng.random() > DRAWN:
                texture = textures[int(rng.integers(len(textures)))][..., ::-1]
                sheet, texels_mm = np.ascontiguousarray(texture), 320 / float(np.exp(rng.uniform(4.2, 6.2)))
                scene = "texture"
            light = kept["light"].astype(np.float32)
            ground = laid(sheet, texels_mm, kept["lie"], (light.shape[1], light.shape[0]), rng)
            name = f"{row['image']}_{copy}.jpg"
            picture = develop(dressed(light, kept["table"], ground), rng)
            cv2.imwrite(str(out / name), picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(78, 96))])
            rows.append({**row, "image": name, "scene": scene})
    (out / "labels.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    print(len(rows))


if __name__ == "__main__":
    given = [Path(p) for p in sys.argv[1:4]]
    main(given[0], given[1], given[2], *(int(n) for n in sys.argv[4:6]))
