"""How long dice take to find, beside OpenCV's own blob detector on the same picture, on one thread."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice import find_dice

Image = NDArray[np.uint8]

WIDTH, HEIGHT = 1280, 960
DIE_PX = 36  # a 16 mm die at 2.25 px per millimetre
TRAY = (960, 640, 1240, 920)
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
    6: [(-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0)],
}


@dataclass(frozen=True)
class DrawnDie:
    """A die as seen from straight above, for pictures of which the truth is known."""

    value: int
    x: float
    y: float
    turned_deg: float = 0.0
    body: tuple[int, int, int] = (235, 238, 240)
    pips: tuple[int, int, int] = (25, 25, 25)


def draw_die(image: Image, die: DrawnDie, side: float) -> None:
    """Draws at four times the size and shrinks, so that edges are soft as a lens makes them."""
    px = int(side * 2)
    x0, y0 = round(die.x - px / 2), round(die.y - px / 2)
    part = cv2.resize(image[y0 : y0 + px, x0 : x0 + px], None, fx=4, fy=4, interpolation=cv2.INTER_LINEAR)
    a = np.deg2rad(die.turned_deg)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) * side * 4
    corners = np.array([(-0.42, -0.42), (0.42, -0.42), (0.42, 0.42), (-0.42, 0.42)]) @ turn + px * 2
    shade = part.copy()
    for colour, shift, width in (((0, 0, 0), side * 0.3, 0.2), (tuple(int(c * 0.85) for c in die.body), 0, 0.16)):
        hull = (corners + shift).astype(np.int32)
        cv2.fillPoly(shade, [hull], colour, cv2.LINE_AA)
        cv2.polylines(shade, [hull], True, colour, int(side * 4 * width), cv2.LINE_AA)
        if shift:
            shade = cv2.addWeighted(cv2.GaussianBlur(shade, (0, 0), side * 0.3), 0.35, part, 0.65, 0)
    cv2.fillPoly(shade, [corners.astype(np.int32)], die.body, cv2.LINE_AA)
    for u, v in PIPS[die.value]:
        x, y = np.array([u, v]) * 0.26 @ turn + px * 2
        cv2.circle(shade, (int(x), int(y)), int(side * 4 * 0.1), die.pips, -1, cv2.LINE_AA)
    image[y0 : y0 + px, x0 : x0 + px] = cv2.resize(shade, (px, px), interpolation=cv2.INTER_AREA)


def draw_table(seed: int = 5) -> Image:
    """A wooden table with a printed board of hexes, words and marker-like squares; no dice."""
    rng = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(rng.normal(0, 30, (HEIGHT, WIDTH)).astype(np.float32), (0, 0), 25, sigmaY=1.2) * 4
    table = np.array([70, 110, 150], np.float32) + grain[..., None]
    image: Image = np.clip(table, 0, 255).astype(np.uint8)
    for row in range(6):
        for col in range(8):
            angles = np.arange(6) * np.pi / 3 + np.pi / 6
            centre = np.array([140 + col * 104 + (row % 2) * 52, 120 + row * 90])
            hexagon = (centre + 58 * np.stack([np.cos(angles), np.sin(angles)], 1)).astype(np.int32)
            cv2.fillPoly(image, [hexagon], [int(c) for c in rng.integers(60, 220, 3)], cv2.LINE_AA)
            cv2.circle(image, (int(centre[0]), int(centre[1])), 17, (200, 225, 235), -1, cv2.LINE_AA)
            cv2.putText(image, str(row * 8 + col), (int(centre[0]) - 12, int(centre[1]) + 6), 0, 0.5, (30, 30, 30), 1)
    for x, y in ((20, 20), (WIDTH - 80, 20), (20, HEIGHT - 80), (WIDTH - 80, HEIGHT - 80)):
        bits = np.pad(np.pad(rng.integers(0, 2, (4, 4)) * 255, 1), 1, constant_values=255).astype(np.uint8)
        tag = cv2.resize(bits, (60, 60), interpolation=cv2.INTER_NEAREST)
        image[y : y + 60, x : x + 60] = tag[..., None]
    return image


def picture(dice: list[DrawnDie], seed: int = 5, side: float = DIE_PX) -> Image:
    """The drawn table with dice on it, a little blurred and noisy as a camera's frame is."""
    image = draw_table(seed)
    for die in dice:
        draw_die(image, die, side)
    noise = np.random.default_rng(seed).normal(0, 2.5, image.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(image, (0, 0), 0.7) + noise, 0, 255), np.uint8)


def best_ms(*works: Callable[[], object], rounds: int = 15) -> list[float]:
    """The quickest run of each, taken in turns: what each costs when nothing else disturbs it."""
    best = [float("inf")] * len(works)
    for _ in range(rounds):
        for k, work in enumerate(works):
            begun = time.perf_counter()
            work()
            best[k] = min(best[k], time.perf_counter() - begun)
    return [1000 * spent for spent in best]


def measure() -> dict[str, float | str]:
    """Figures of `companion bench dice`, in milliseconds per 1280 x 960 picture."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return _measure()
    finally:
        cv2.setNumThreads(threads)


def _measure() -> dict[str, float | str]:
    frame = picture([DrawnDie(5, 1040, 740, 20), DrawnDie(2, 1140, 820, 65, (30, 30, 35), (240, 240, 240))])
    blobs = cv2.SimpleBlobDetector.create()
    blob_ms, whole_ms = best_ms(lambda: blobs.detect(frame), lambda: find_dice(frame))
    (tray_ms,) = best_ms(lambda: find_dice(frame, die_px=DIE_PX, region=TRAY), rounds=100)  # frame after frame
    return {
        "picture": f"{WIDTH}x{HEIGHT}",
        "opencv": cv2.__version__,
        "blob_detector_ms": round(blob_ms, 2),
        "find_dice_ms": round(whole_ms, 2),
        "times_blob_detector": round(whole_ms / blob_ms, 2),
        "find_dice_in_tray_ms": round(tray_ms, 2),
        "tray_times_less": round(whole_ms / tray_ms, 1),
        "read": " ".join(str(d.value) for d in find_dice(frame)),
        "read_in_tray": " ".join(str(d.value) for d in find_dice(frame, die_px=DIE_PX, region=TRAY)),
    }
