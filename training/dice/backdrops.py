"""Collects pictures without dice for the scenes: python -m training.dice.backdrops OUT.npz FOLDER...

The folders are unpacked Debian packages of free textures and cut-out objects (README.md names them).
"""

import sys
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
TEXTURE_PX = 320
STAMP_PX = 96


def texture(image: Image, rng: np.random.Generator) -> Image | None:
    h, w = image.shape[:2]
    if min(h, w) < 120 or float(image.std()) < 4:
        return None
    scale = TEXTURE_PX / min(h, w) * rng.uniform(1.0, 1.4)
    big = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    y = rng.integers(0, big.shape[0] - TEXTURE_PX + 1)
    x = rng.integers(0, big.shape[1] - TEXTURE_PX + 1)
    return np.asarray(big[y : y + TEXTURE_PX, x : x + TEXTURE_PX], np.uint8)


def stamp(image: Image) -> Image:
    scale = STAMP_PX / max(image.shape[:2])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    out = np.zeros((STAMP_PX, STAMP_PX, 4), np.uint8)
    out[: small.shape[0], : small.shape[1]] = small
    return out


def main(out: str, folders: list[str]) -> None:
    rng = np.random.default_rng(5)
    textures: list[Image] = []
    stamps: list[Image] = []
    paths = [
        p for folder in folders for p in sorted(Path(folder).rglob("*")) if p.suffix.lower() in (".jpg", ".png", ".tga")
    ]
    for path in paths:
        image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        if image is None or image.ndim != 3 or min(image.shape[:2]) < 48:
            continue
        if image.shape[2] == 4 and "stamps" in str(path):
            stamps.append(stamp(np.asarray(image, np.uint8)))
        elif (cut := texture(np.asarray(image[..., :3], np.uint8), rng)) is not None:
            textures.append(cut)
    keep = rng.permutation(len(textures))[:2200]
    np.savez(out, textures=np.stack([textures[k] for k in keep]), stamps=np.stack(stamps))
    print(len(textures), len(keep), len(stamps))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
