"""Collects pictures without dice for the scenes: python -m training.dice.backdrops OUT.npz DRAWN FOLDER...

The folders are unpacked Debian packages of free textures, photographs and cut-out objects (README.md names them); DRAWN
cloths and stones are drawn beside them.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray

from training.dice import cloths

Image = NDArray[np.uint8]
TEXTURE_PX = 320
STAMP_PX = 96
DRAWN_PX = 1400
CUTS = 12  # parts taken of a large photograph
MOST = 4400


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


def cuts(image: Image, rng: np.random.Generator) -> list[Image]:
    """Several parts of a large photograph, from its whole to small corners; one of a small texture."""
    h, w = image.shape[:2]
    if min(h, w) < 700:
        whole = texture(image, rng)
        return [] if whole is None else [whole]
    out = []
    for _ in range(CUTS):
        side = int(np.exp(rng.uniform(np.log(TEXTURE_PX), np.log(min(h, w)))))
        y, x = int(rng.integers(0, h - side + 1)), int(rng.integers(0, w - side + 1))
        part = cv2.resize(image[y : y + side, x : x + side], (TEXTURE_PX, TEXTURE_PX), interpolation=cv2.INTER_AREA)
        if float(part.std()) > 6:
            out.append(np.asarray(part, np.uint8))
    return out


def pictures(path: Path) -> Iterator[Image]:
    """The pictures in a file: itself, a drawing, or every WebP in a bundle of resources."""
    kind = path.suffix.lower()
    if kind in (".jpg", ".png", ".tga", ".webp"):
        found = [cv2.imread(str(path), cv2.IMREAD_UNCHANGED)]
    elif kind in (".svg", ".svgz"):
        try:
            png = bytes(resvg_py.svg_to_bytes(svg_path=str(path), width=DRAWN_PX, skip_system_fonts=True))
        except ValueError:  # an empty or broken drawing
            return
        found = [cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)]
    elif kind == ".rcc":
        found = [cv2.imdecode(np.frombuffer(b, np.uint8), cv2.IMREAD_UNCHANGED) for b in webps(path.read_bytes())]
    else:
        return
    for image in found:
        if image is not None and image.ndim == 3 and image.dtype == np.uint8 and min(image.shape[:2]) >= 48:
            yield np.asarray(image, np.uint8)


def webps(data: bytes) -> Iterator[bytes]:
    at = data.find(b"RIFF")
    while at >= 0:
        size = int.from_bytes(data[at + 4 : at + 8], "little") + 8
        if data[at + 8 : at + 12] == b"WEBP":
            yield data[at : at + size]
        at = data.find(b"RIFF", at + 4)


def main(out: str, drawn: int, folders: list[str]) -> None:
    rng = np.random.default_rng(5)
    textures: list[Image] = []
    stamps: list[Image] = []
    for folder in folders:
        for path in sorted(Path(folder).rglob("*")):
            inner = path.relative_to(folder)
            if not path.is_file() or "dice" in str(inner).lower() or "cards" in inner.parts:
                continue
            for image in pictures(path):
                clear = image.shape[2] == 4 and float((image[..., 3] < 128).mean()) > 0.05
                if clear and max(image.shape[:2]) < 700:
                    stamps.append(stamp(image))
                elif not clear:
                    textures += cuts(np.asarray(image[..., :3], np.uint8), rng)
    keep = rng.permutation(len(textures))[:MOST]
    grounds = np.concatenate([np.stack([textures[k] for k in keep]), cloths.grounds(drawn, seed=5)])
    np.savez(out, textures=grounds, stamps=np.stack(stamps))
    print(len(textures), len(keep), len(stamps))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
