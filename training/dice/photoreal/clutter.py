"""Other things on the table: where they lie, and the faces of tokens and coins."""

from typing import Any

import cv2
import numpy as np

from training.dice.photoreal.camera import Camera
from training.dice.photoreal.sizes import SPOTS, Array, Rng
from training.dice.photoreal.solids import Laid, a_domino, yawed
from training.dice.photoreal.throws import a_place, lifted


def scatter(
    camera: Camera, dice: list[Laid], cards: Array | None, count: int, rng: Rng
) -> tuple[list[dict[str, Any]], list[Laid]]:
    things: list[dict[str, Any]] = []
    dominoes: list[Laid] = []
    taken = [(die.middle[:2], 26.0) for die in dice]
    for k in range(count):
        what = str(rng.choice(["card", "card", "token", "bead", "coin", "domino", "pawn"]))
        if what == "card" and cards is None:
            continue
        if what == "domino" and dice:
            what = "token"
        reach = {"card": 54.0, "token": 16.0, "bead": 8.0, "coin": 14.0, "domino": 27.0, "pawn": 30.0}[what]
        for _ in range(40):
            place = a_place(camera, rng, 0.02)
            gap = 20.0 if what == "card" and not dice else reach
            if all(np.linalg.norm(place[:2] - at) > gap + r * (what != "card" or bool(dice)) for at, r in taken):
                break
        else:
            continue
        taken.append((place[:2], 3.0 if what == "card" and not dice else reach))
        yaw = rng.uniform(0, 2 * np.pi)
        if what == "domino":
            dominoes.append(Laid(a_domino(rng), yawed(yaw), lifted(place, 4)))
        else:
            things.append({"what": what, "at": place, "yaw": yaw, "layer": k, "seed": int(rng.integers(1 << 30))})
    return things, dominoes


def token_face(rng: Rng) -> Array:
    face = np.full((256, 256, 3), rng.integers(30, 240, 3), np.uint8)
    cv2.circle(face, (128, 128), 116, tuple(int(c) for c in rng.integers(0, 255, 3)), 8, cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.putText(face, str(rng.integers(1, 10)), (84, 172), 3, 4.2, (250, 250, 245), 10, cv2.LINE_AA)
    else:
        for i, j in SPOTS[int(rng.integers(1, 7))]:
            cv2.circle(face, (128 + 42 * i, 128 + 42 * j), 17, (20, 20, 20), -1, cv2.LINE_AA)
    return face


def relief(rng: Rng) -> Array:
    """A coin's picture, as heights."""
    face = np.zeros((256, 256), np.uint8)
    cv2.circle(face, (128, 128), 120, 200, 8, cv2.LINE_AA)
    cv2.putText(face, str(rng.choice([1, 2, 5, 10, 20, 50])), (60, 160), 3, 3.6, 180, 12, cv2.LINE_AA)
    for angle in np.arange(0, 2 * np.pi, 0.3):
        cv2.circle(face, (int(128 + 100 * np.cos(angle)), int(128 + 100 * np.sin(angle))), 5, 160, -1, cv2.LINE_AA)
    return cv2.GaussianBlur(face.astype(np.float32) / 500, (0, 0), 1.6)
