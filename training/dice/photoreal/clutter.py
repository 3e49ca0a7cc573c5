"""Other things on the table: where they lie, and the faces of tokens and coins."""

from typing import Any

import cv2
import numpy as np

from training.dice.photoreal.camera import Camera
from training.dice.photoreal.sizes import SPOTS, Array, Rng
from training.dice.photoreal.solids import Laid, a_cube, a_domino, a_remote, yawed
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


DECOYS = {
    "card": 30.0, "token": 16.0, "bead": 8.0, "coin": 14.0, "domino": 27.0, "pawn": 14.0, "cube": 14.0, "meeple": 13.0,
    "draughtsman": 17.0, "printed": 26.0, "remote": 66.0,
}  # fmt: skip


def strew(
    camera: Camera, dice: list[Laid], cards: Array | None, count: int, rng: Rng
) -> tuple[list[dict[str, Any]], list[Laid]]:
    """All that lies on tables of games and is no die, clear of the dice: things, and boxes of solid stuff."""
    things: list[dict[str, Any]] = []
    solids: list[Laid] = []
    taken = [(die.middle[:2], 14.0) for die in dice]
    for k in range(count):
        what = str(rng.choice(list(DECOYS)))
        reach = DECOYS[what]
        place, yaw = a_place(camera, rng, 0.02), rng.uniform(0, 2 * np.pi)
        crowded = any(np.linalg.norm(place[:2] - at) < reach + r for at, r in taken)
        if crowded or (what == "card" and cards is None):
            continue
        taken.append((place[:2], reach))
        made = {"domino": a_domino, "cube": a_cube, "remote": a_remote}.get(what)
        if made is not None:
            solid = made(rng)
            solids.append(Laid(solid, yawed(yaw), lifted(place, solid.half[2])))
            place = lifted(place, 2 * solid.half[2] + 0.1)
        if made is None or what == "remote":
            things.append({"what": what, "at": place, "yaw": yaw, "layer": k, "seed": int(rng.integers(1 << 30))})
    return things, solids


def keypad(rng: Rng) -> Array:
    """The face of a remote control: rows of keys, a digit on most."""
    tone = int(rng.integers(15, 60))
    face = np.full((384, 128, 3), tone, np.uint8)
    key, ink = (tuple(int(c) for c in rng.integers(lo, hi, 3)) for lo, hi in ((60, 220), (0, 255)))
    for n in range(24):
        at = (26 + 38 * (n % 3), 30 + 46 * (n // 3))
        if rng.random() < 0.5:
            cv2.circle(face, at, 14, key, -1, cv2.LINE_AA)
        else:
            cv2.rectangle(face, (at[0] - 14, at[1] - 12), (at[0] + 14, at[1] + 12), key, -1)
        if rng.random() < 0.7:
            cv2.putText(face, str(n % 10), (at[0] - 7, at[1] + 7), 2, 0.6, ink, 1, cv2.LINE_AA)
    return face


def printed_dice(rng: Rng) -> Array:
    """A slip of paper with pictures of dice on it: flat faces, or cubes drawn aslant."""
    face = np.full((256, 256, 3), rng.integers(200, 252), np.uint8)
    body, ink = (tuple(int(c) for c in rng.integers(lo, hi, 3)) for lo, hi in ((120, 255), (0, 90)))
    slant = rng.random() < 0.5
    for x, y in ((70, 76), (186, 76), (70, 188), (186, 188)):
        if slant:
            right = np.array([(x + 36, y - 36), (x + 50, y - 50), (x + 50, y + 22), (x + 36, y + 36)])
            upper = np.array([(x - 36, y - 36), (x - 22, y - 50), (x + 50, y - 50), (x + 36, y - 36)])
            for side, dim in ((right, 0.6), (upper, 0.8)):
                cv2.fillPoly(face, [side], tuple(int(c * dim) for c in body), cv2.LINE_AA)
                cv2.polylines(face, [side], True, ink, 2, cv2.LINE_AA)
        cv2.rectangle(face, (x - 36, y - 36), (x + 36, y + 36), body, -1)
        cv2.rectangle(face, (x - 36, y - 36), (x + 36, y + 36), ink, 3, cv2.LINE_AA)
        for i, j in SPOTS[int(rng.integers(1, 7))]:
            cv2.circle(face, (x + 21 * i, y + 21 * j), 7, ink, -1, cv2.LINE_AA)
    return face


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
