"""Dice and dominoes: rounded boxes with pips let into them, and their painted faces."""

from dataclasses import dataclass

import numpy as np

from training.dice.photoreal.coats import COATS, Coat
from training.dice.photoreal.sizes import SPOTS, Array, Colour, Rng

CELL = 160  # texels along a face
AXES = np.array([[0, 0, 1], [0, 1, 0], [1, 0, 0], [-1, 0, 0], [0, -1, 0], [0, 0, -1]])  # of the values 1 to 6


@dataclass(frozen=True)
class Spot:
    face: int  # 0 to 5, as in AXES
    x: float
    y: float
    r: float
    depth: float
    ink: Colour


@dataclass(frozen=True)
class Solid:
    """A rounded box with pips let into it, lying in its own frame."""

    half: tuple[float, float, float]
    radius: float
    ball: float  # corners further out than this are ground off
    spots: tuple[Spot, ...]
    coat: Coat
    roughness: float


@dataclass(frozen=True)
class Laid:
    """A solid on the table: how it is turned, where its middle is, what it shows (0: no die)."""

    solid: Solid
    turn: Array
    middle: Array
    value: int = 0

    def corners(self) -> Array:
        """Its square footprint, for asking what touches what."""
        flat = self.turn[:2, np.argmin(np.abs(self.turn[2]))]
        across = np.array([-flat[1], flat[0]])
        square = np.array([flat + across, flat - across, -flat - across, -flat + across])
        return np.asarray(square * self.solid.half[0] + self.middle[:2], np.float32)


def surface(solid: Solid, steps: int) -> tuple[Array, Array, Array, Array]:
    """Points, normals, ink weight and ink of the six faces on a grid: each (6, steps, steps, ...)."""
    half = np.array(solid.half)
    v, u = np.meshgrid(*[np.linspace(-1, 1, steps)] * 2, indexing="ij")
    points: list[Array] = []
    normals: list[Array] = []
    weights: list[Array] = []
    inks: list[Array] = []
    for face, axis in enumerate(AXES):
        across, up = basis(axis)
        p = (u[..., None] * across + v[..., None] * up + axis) * half
        core = np.clip(p, solid.radius - half, half - solid.radius)
        n = p - core
        n = n / np.maximum(1e-9, np.linalg.norm(n, axis=-1, keepdims=True))
        p = core + n * solid.radius
        far = np.linalg.norm(p, axis=-1, keepdims=True)
        n = np.where(far > solid.ball, p / far, n)
        p = p * np.minimum(1, solid.ball / far)
        x, y = p @ across, p @ up
        weight, dent, ink = np.zeros_like(x), np.zeros_like(x), np.zeros((*x.shape, 3))
        for spot in (s for s in solid.spots if s.face == face):
            d = np.hypot(x - spot.x, y - spot.y) / spot.r
            w = np.clip((1 - d) * spot.r / (2 * half.max()) * CELL + 0.5, 0, 1)
            ink[w > 0] = spot.ink
            weight = np.maximum(weight, w)
            dent = np.maximum(dent, spot.depth * np.clip(1 - d * d, 0, 1))
        p = p - dent[..., None] * axis
        bent = np.cross(np.gradient(p, axis=1), np.gradient(p, axis=0))
        bent = bent / np.maximum(1e-12, np.linalg.norm(bent, axis=-1, keepdims=True))
        n = np.where(dent[..., None] > 0, bent * np.sign((bent * n).sum(-1, keepdims=True)), n)
        for kept, new in ((points, p), (normals, n), (weights, weight), (inks, ink)):
            kept.append(new)
    return np.array(points), np.array(normals), np.array(weights), np.array(inks)


def basis(axis: Array) -> tuple[Array, Array]:
    across = np.roll(axis, 1)
    return across, np.cross(axis, across)


def paint(solid: Solid, rng: Rng) -> tuple[Array, Array]:
    """The faces' colours as one 3 x 2 sheet, and where the ink is."""
    points, _, weight, ink = surface(solid, CELL)
    body = np.array(solid.coat.body, float) * np.ones_like(points)
    if solid.coat.kind in ("marble", "wood"):
        q = points / max(solid.half)
        if solid.coat.kind == "wood":
            q = q * [1, 1, 0.15]
        swirl = np.zeros(q.shape[:-1])
        for k in range(5):
            wave = rng.normal(0, 1.6 * 1.5**k, 3)
            swirl += np.sin(q @ wave + rng.uniform(0, 7) + 1.5 * swirl) / 1.4**k
        t = (0.5 + 0.5 * np.sin(swirl * 2.4))[..., None] ** 2
        body = body * (1 - t) + np.array(solid.coat.vein) * t
    sheet = body * (1 - weight[..., None]) + ink * weight[..., None]
    return atlas(sheet).clip(0, 255).astype(np.uint8), atlas(weight[..., None]).astype(np.float32)


def atlas(faces: Array) -> Array:
    return np.vstack([np.hstack(list(faces[row : row + 3])) for row in (0, 3)])


def a_die(coat: Coat, rng: Rng) -> Solid:
    half = rng.choice([6.0, 7.0, 8.0, 8.0, 8.0, 9.5])
    radius = half * rng.choice([rng.uniform(0.06, 0.12), rng.uniform(0.14, 0.3)])
    ball = half * (rng.uniform(1.38, 1.5) if rng.random() < 0.35 else 2)
    r = half * rng.uniform(0.13, 0.235)
    pitch = half * rng.uniform(0.47, 0.56)
    depth = r * rng.choice([0, rng.uniform(0.25, 0.7), rng.uniform(0.25, 0.7)])
    mirror = 1 if rng.random() < 0.5 else -1
    spots = []
    for face in range(6):
        flip = rng.random() < 0.5
        for i, j in SPOTS[face + 1]:
            i, j = (j, i) if flip else (i, j)
            big = face == 0 and coat.ace is not None
            ink = coat.ace if big and coat.ace else coat.ink
            grow = 1.6 if big else 1
            spots.append(Spot(face, i * pitch * mirror, j * pitch, r * grow, depth * grow, ink))
    rough = rng.choice([rng.uniform(0.04, 0.1), rng.uniform(0.1, 0.3)])
    return Solid((half, half, half), radius, ball, tuple(spots), coat, rough)


def a_domino(rng: Rng) -> Solid:
    coat = COATS[int(rng.choice([1, 2, 0, 5]))]
    spots = []
    for side in (-1, 1):
        for i, j in SPOTS[int(rng.integers(1, 7))] if rng.random() < 0.9 else []:
            spots.append(Spot(0, side * 11.5 + i * 6, j * 6, 2.1, 0.7, coat.ink))
    spots += [Spot(0, 0, y, 0.5, 0.2, coat.ink) for y in np.arange(-9, 9.1, 0.45)]
    return Solid((23.5, 11.8, 4), 1.2, 99, tuple(spots), coat, 0.1)


def a_cube(rng: Rng) -> Solid:
    """A wooden or plastic cube without a pip."""
    half, coat = rng.uniform(4, 9), COATS[int(rng.integers(len(COATS)))]
    kind = "plastic" if coat.kind in ("clear", "frosted") else coat.kind
    plain = Coat(coat.body, coat.body, kind, coat.vein)
    return Solid((half, half, half), half * rng.uniform(0.05, 0.25), 99, (), plain, rng.choice([0.0, 0.1, 0.25]))


def a_remote(rng: Rng) -> Solid:
    tone = int(rng.integers(15, 70))
    body = Coat((tone, tone, tone + 4), (0, 0, 0))
    return Solid((rng.uniform(18, 24), rng.uniform(50, 70), 8.0), 4.0, 99, (), body, 0.3)


def yawed(yaw: float) -> Array:
    return np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])


def showing(value: int, yaw: float) -> Array:
    across, up = basis(AXES[value - 1])
    return np.asarray(yawed(yaw) @ np.array([across, up, AXES[value - 1]]))
