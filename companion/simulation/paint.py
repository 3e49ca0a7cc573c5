"""Brushes of the pretend camera: shadows, shine, what lies over what, and the faces of dice."""

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Pixels = npt.NDArray[Any]


def over(below: Image, above: Pixels) -> Image:
    alpha = above[:, :, 3:4].astype(np.uint16)
    return ((above[:, :, :3] * alpha + below * (255 - alpha) + 127) // 255).astype(np.uint8)


def darken(picture: Image, outline: npt.NDArray[np.float32], to: float, blur_px: float) -> None:
    x, y, wide, high = cv2.boundingRect(outline)
    pad = int(3 * blur_px)
    x0, y0 = max(0, x - pad), max(0, y - pad)
    x1, y1 = min(picture.shape[1], x + wide + pad), min(picture.shape[0], y + high + pad)
    if x0 >= x1 or y0 >= y1:
        return
    mask = np.zeros((y1 - y0, x1 - x0), np.float32)
    cv2.fillPoly(mask, [np.round(outline - np.array([x0, y0])).astype(np.int32)], 1.0)
    mask = 1 - (1 - to) * cv2.GaussianBlur(mask, (0, 0), blur_px)
    region = picture[y0:y1, x0:x1]
    region[:] = (region * mask[:, :, None]).astype(np.uint8)


def shine(
    picture: Pixels, x: float, y: float, radius_px: float, colour: tuple[int, int, int], power: float = 1.0
) -> None:
    """Adds light that falls off from a point."""
    reach = int(2.5 * radius_px)
    x0, y0 = max(0, int(x) - reach), max(0, int(y) - reach)
    x1, y1 = min(picture.shape[1], int(x) + reach), min(picture.shape[0], int(y) + reach)
    if x0 >= x1 or y0 >= y1:
        return
    dy, dx = np.mgrid[y0:y1, x0:x1]
    fall = power * np.exp(-((dx - x) ** 2 + (dy - y) ** 2) / radius_px**2)
    region = picture[y0:y1, x0:x1]
    region[:] = np.clip(region + fall[:, :, None] * np.array(colour), 0, 255).astype(np.uint8)


def bgr(colour: str, shade: float = 1.0) -> tuple[int, int, int]:
    red, green, blue = (int(int(colour[i : i + 2], 16) * shade) for i in (1, 3, 5))
    return blue, green, red


PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@lru_cache(maxsize=64)
def die_face(value: int, body: str, pips: str) -> Image:
    """The upper face of a die, 128 px a side, corners rounded."""
    face = np.zeros((128, 128, 4), np.uint8)
    mask = np.zeros((128, 128), np.uint8)
    cv2.rectangle(mask, (14, 0), (113, 127), 255, -1)
    cv2.rectangle(mask, (0, 14), (127, 113), 255, -1)
    for x in (14, 113):
        for y in (14, 113):
            cv2.circle(mask, (x, y), 14, 255, -1, cv2.LINE_AA)
    face[:, :, :3] = bgr(body)
    for dx, dy in PIPS[value]:
        cv2.circle(face, (64 + 33 * dx, 64 + 33 * dy), 12, (*bgr(pips), 255), -1, cv2.LINE_AA)
    face[:, :, 3] = mask
    return cv2.GaussianBlur(face, (0, 0), 1.0).astype(np.uint8)
