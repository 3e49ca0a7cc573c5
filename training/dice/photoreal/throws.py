"""Dice thrown on the table: apart, side by side, seen from the camera, hidden by one another."""

import cv2
import numpy as np

from training.dice.photoreal.camera import Camera
from training.dice.photoreal.sizes import HEIGHT, WIDTH, Array, Rng
from training.dice.photoreal.solids import Laid, Solid, showing, surface

BESIDE = 0.35  # share of dice that are pushed against another
HEAPED = 0.8  # the same in heaps, where a finder has to tell dice that touch


def lifted(place: Array, height: float) -> Array:
    return np.append(place[:2], height)


def a_place(camera: Camera, rng: Rng, margin: float, height: float = 0) -> Array:
    pixel = rng.uniform([margin * WIDTH, margin * HEIGHT], [(1 - margin) * WIDTH, (1 - margin) * HEIGHT])
    return lifted(camera.ground(pixel), height)


def apart(one: Array, other: Array) -> bool:
    return cv2.intersectConvexConvex(one, other)[0] <= 0


def laid_beside(solid: Solid, neighbour: Laid, rng: Rng) -> Laid:
    """Pushed against a neighbour until they touch."""
    value = int(rng.integers(1, 7))
    yaw = rng.uniform(0, 2 * np.pi)
    if rng.random() < 0.6:
        yaw = float(np.arctan2(*neighbour.turn[1::-1, np.argmin(np.abs(neighbour.turn[2]))])) + rng.normal(0, 0.04)
    angle = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(angle), np.sin(angle), 0])
    near, far = 0.0, 80.0
    for _ in range(20):
        mid = (near + far) / 2
        here = Laid(solid, showing(value, yaw), neighbour.middle * [1, 1, 0] + way * mid + [0, 0, solid.half[2]], value)
        near, far = (near, mid) if apart(here.corners(), neighbour.corners()) else (mid, far)
    return Laid(solid, here.turn, neighbour.middle * [1, 1, 0] + way * (far + 0.05) + [0, 0, solid.half[2]], value)


def throw(camera: Camera, solids: list[Solid], rng: Rng, beside: float = BESIDE) -> list[Laid]:
    dice: list[Laid] = []
    for solid in solids:
        for _ in range(200):
            if dice and rng.random() < beside:
                die = laid_beside(solid, dice[int(rng.integers(len(dice)))], rng)
            else:
                value = int(rng.integers(1, 7))
                place = a_place(camera, rng, 0.08, solid.half[2])
                die = Laid(solid, showing(value, rng.uniform(0, 2 * np.pi)), place, value)
            box = bounds(camera, die)
            inside = box[0] > 4 and box[1] > 4 and box[2] < WIDTH - 4 and box[3] < HEIGHT - 4
            if inside and all(apart(die.corners(), other.corners()) for other in dice):
                dice.append(die)
                break
    return dice


def bounds(camera: Camera, die: Laid) -> list[float]:
    seen = outline(camera, die)
    return [round(float(v), 1) for v in (*seen.min(0), *seen.max(0))]


def outline(camera: Camera, die: Laid) -> Array:
    return camera.project(surface(die.solid, 24)[0].reshape(-1, 3) @ die.turn.T + die.middle)


def hidden(camera: Camera, die: Laid, others: list[Laid]) -> float:
    """How much of its upper face nearer dice cover, 0 to 1."""
    h = die.solid.half[2]
    corners = np.hstack([(die.corners() - die.middle[:2]) * 0.85 + die.middle[:2], np.full((4, 1), 2 * h)])
    top = cv2.convexHull(camera.project(corners).astype(np.float32))
    covered = 0.0
    for other in others:
        if np.linalg.norm(other.middle - camera.eye) < np.linalg.norm(die.middle - camera.eye):
            shape = cv2.convexHull(outline(camera, other).astype(np.float32))
            covered += cv2.intersectConvexConvex(top, shape)[0]
    return covered / cv2.contourArea(top)
