"""Path-traced pictures of dice with exact labels: a judge that shares nothing with the renderer we train on.

    python -m venv /tmp/mi && /tmp/mi/bin/pip install mitsuba pyoidn opencv-python-headless
    /tmp/mi/bin/python -m training.dice.photoreal OUT --cards DATA/cards.npz [--from 0] [--to 40] [--samples 12]

Mitsuba 3 traces the light, Open Image Denoise (pyoidn) cleans it; neither is a dependency of the project. Mitsuba's
fast variant wants a late LLVM (DRJIT_LIBLLVM_PATH=.../libLLVM.so.19.1 of Debian's libllvm19; 15 is too old),
`--variant scalar_rgb` does without. OUT gets the pictures and labels.jsonl, written as ../shared/photos writes it: its
score.py, copied beside them, scores them.
Lengths are millimetres, the table is z = 0. Seeds are fixed: picture 17 is picture 17 whatever was drawn before it.
"""

import argparse
import importlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Rng = np.random.Generator
Colour = tuple[int, int, int]  # red, green, blue as a screen shows them

SEED = 20261116
WIDTH, HEIGHT = 960, 720
SHEET = 2048  # texels across a table
SIDE = 72  # mesh steps along a face
CELL = 160  # texels along a face

SPOTS: dict[int, list[tuple[int, int]]] = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
AXES = np.array([[0, 0, 1], [0, 1, 0], [1, 0, 0], [-1, 0, 0], [0, -1, 0], [0, 0, -1]])  # of the values 1 to 6


@dataclass(frozen=True)
class Coat:
    body: Colour
    ink: Colour
    kind: str = "plastic"  # or clear, frosted, marble, wood
    vein: Colour = (255, 255, 255)
    ace: Colour | None = None  # the single pip of eastern dice is large and red


COATS = [
    Coat((238, 238, 233), (18, 18, 20)),
    Coat((232, 217, 178), (28, 22, 20)),
    Coat((24, 24, 26), (236, 236, 232)),
    Coat((186, 22, 28), (240, 238, 232)),
    Coat((24, 62, 160), (240, 240, 238)),
    Coat((18, 112, 58), (240, 240, 235)),
    Coat((240, 200, 30), (22, 20, 20)),
    Coat((92, 36, 132), (238, 236, 236)),
    Coat((150, 14, 24), (214, 168, 60)),
    Coat((22, 20, 22), (196, 24, 28)),
    Coat((20, 104, 50), (236, 208, 40)),
    Coat((232, 112, 24), (24, 20, 20)),
    Coat((96, 58, 34), (232, 216, 180)),
    Coat((236, 140, 176), (245, 245, 242)),
    Coat((70, 170, 200), (18, 20, 30)),
    Coat((240, 240, 238), (30, 60, 160)),
    Coat((240, 238, 232), (20, 20, 22), ace=(200, 24, 30)),
    Coat((224, 40, 48), (245, 245, 240), "clear"),
    Coat((50, 90, 225), (245, 245, 240), "clear"),
    Coat((30, 170, 80), (245, 245, 240), "clear"),
    Coat((240, 160, 40), (20, 20, 20), "frosted"),
    Coat((120, 120, 128), (245, 245, 240), "clear"),
    Coat((150, 60, 200), (240, 240, 240), "frosted"),
    Coat((28, 52, 130), (226, 184, 80), "marble", (150, 180, 225)),
    Coat((20, 80, 54), (232, 200, 90), "marble", (90, 160, 110)),
    Coat((110, 16, 24), (240, 236, 230), "marble", (20, 14, 16)),
    Coat((214, 208, 198), (24, 24, 26), "marble", (150, 146, 144)),
    Coat((196, 150, 96), (40, 24, 16), "wood", (150, 104, 60)),
]


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


@dataclass(frozen=True)
class Camera:
    eye: Array
    target: Array
    up: Array
    focal_px: float
    aperture: float

    def project(self, points: Array) -> Array:
        ahead = (self.target - self.eye) / np.linalg.norm(self.target - self.eye)
        right = np.cross(ahead, self.up)
        right = right / np.linalg.norm(right)
        down = np.cross(ahead, right)
        seen = (points - self.eye) @ np.array([right, down, ahead]).T
        return np.asarray(seen[:, :2] / seen[:, 2:] * self.focal_px + [WIDTH / 2, HEIGHT / 2])

    def ground(self, pixel: Array) -> Array:
        """Where on the table this pixel looks."""
        ahead = (self.target - self.eye) / np.linalg.norm(self.target - self.eye)
        right = np.cross(ahead, self.up)
        right = right / np.linalg.norm(right)
        x, y = (np.asarray(pixel) - [WIDTH / 2, HEIGHT / 2]) / self.focal_px
        ray = ahead + x * right + y * np.cross(ahead, right)
        return np.asarray((self.eye + ray * (self.eye[2] / max(1e-3, -ray[2])))[:2])


# ---- solids


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


def mesh(laid: Laid) -> tuple[Array, Array, Array, Array]:
    """Points, normals, places on the sheet, triangles."""
    points, normals, _, _ = surface(laid.solid, SIDE)
    t = (0.5 + np.linspace(0, 1, SIDE) * (CELL - 1)) / CELL
    v, u = np.meshgrid(t, t, indexing="ij")
    uv = np.array([np.stack([(u + f % 3) / 3, (v + f // 3) / 2], -1) for f in range(6)])
    index = np.arange(6 * SIDE * SIDE).reshape(6, SIDE, SIDE)
    a, b, c, d = index[:, :-1, :-1], index[:, :-1, 1:], index[:, 1:, :-1], index[:, 1:, 1:]
    triangles = np.concatenate([np.stack(t3, -1).reshape(-1, 3) for t3 in ((a, b, d), (a, d, c))])
    return (
        points.reshape(-1, 3) @ laid.turn.T + laid.middle,
        normals.reshape(-1, 3) @ laid.turn.T,
        uv.reshape(-1, 2),
        triangles,
    )


def write_ply(path: Path, points: Array, normals: Array, uv: Array, triangles: Array) -> None:
    rows = np.hstack([points, normals, uv]).astype("<f4")
    faces = np.empty(len(triangles), [("n", "u1"), ("v", "<i4", 3)])
    faces["n"], faces["v"] = 3, triangles
    names = "".join(f"property float {n}\n" for n in ("x", "y", "z", "nx", "ny", "nz", "u", "v"))
    head = f"ply\nformat binary_little_endian 1.0\nelement vertex {len(rows)}\n{names}"
    head += f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n"
    path.write_bytes(head.encode() + rows.tobytes() + faces.tobytes())


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
    return Solid((23.5, 11.8, 4), 1.2, 99, tuple(Spot(s.face, s.y, s.x, s.r, s.depth, s.ink) for s in spots), coat, 0.1)


def yawed(yaw: float) -> Array:
    return np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])


def showing(value: int, yaw: float) -> Array:
    across, up = basis(AXES[value - 1])
    return np.asarray(yawed(yaw) @ np.array([across, up, AXES[value - 1]]))


# ---- tables: colour sheets of SHEET texels, how high they stand (mm), how rough and glossy they are


@dataclass(frozen=True)
class Ground:
    name: str
    colours: Array  # red, green, blue
    heights: Array
    gloss: float  # roughness of the varnish; 0 for none


def cloud(rng: Rng, cells_x: float, cells_y: float, octaves: int = 4) -> Array:
    """Smooth noise about 0 with a spread of about 1."""
    total = np.zeros((SHEET, SHEET), np.float32)
    for k in range(octaves):
        shape = [int(min(SHEET, max(2, c * 2**k))) for c in (cells_y, cells_x)]
        total += cv2.resize(
            rng.normal(0, 0.6**k, shape).astype(np.float32), (SHEET, SHEET), interpolation=cv2.INTER_CUBIC
        )
    return total


def shades(light: Array, low: Colour, high: Colour) -> Array:
    t = np.clip(light, 0, 1)[..., None]
    return np.asarray((np.array(low) * (1 - t) + np.array(high) * t).astype(np.uint8))


def wood(rng: Rng, width: float) -> Ground:
    pairs: list[tuple[Colour, Colour]] = [
        ((120, 74, 40), (190, 134, 84)),
        ((200, 164, 116), (232, 204, 160)),
        ((52, 30, 20), (104, 64, 40)),
        ((150, 120, 92), (196, 172, 144)),
    ]
    low, high = pairs[int(rng.integers(len(pairs)))]
    rings = cloud(rng, width / 60, width / 500, 3) + 0.25 * cloud(rng, width / 12, width / 300, 2)
    board = (np.arange(SHEET) / SHEET * width / rng.uniform(70, 160)).astype(int)
    offset = rng.uniform(-3, 3, board.max() + 1)[board] if rng.random() < 0.6 else np.zeros(SHEET)
    grain = 0.5 + 0.5 * np.sin((rings + offset) * rng.uniform(5, 11))
    pores = cloud(rng, width * 2, width / 14, 1)
    fibre = cloud(rng, width, width / 40, 2)
    light = 0.3 + 0.3 * grain + 0.1 * pores + 0.14 * fibre + 0.15 * np.sin(offset * 9)
    seam = np.r_[0, np.diff(board)] * (1 if offset.any() else 0)
    light = light - cv2.blur(seam.astype(np.float32)[None], (5, 1))[0] * 3
    return Ground("wood", shades(light, low, high), 0.02 * pores, rng.choice([0, 0.08, 0.2, 0.3]))


def felt(rng: Rng, width: float) -> Ground:
    tones: list[Colour] = [(20, 92, 52), (24, 60, 120), (120, 20, 30), (70, 70, 74), (150, 128, 96), (60, 30, 80)]
    tone = np.array(tones[int(rng.integers(len(tones)))])
    fibre = 0.6 * cloud(rng, width * 1.6, width * 1.6, 1) + 0.5 * cloud(rng, width / 6, width / 6, 3)
    light = 0.5 + 0.16 * fibre
    return Ground(
        "felt", shades(light, tuple(tone * 6 // 10), tuple(np.minimum(255, tone * 14 // 10))), 0.12 * fibre, 0
    )


def cloth(rng: Rng, width: float) -> Ground:
    y, x = np.mgrid[0:SHEET, 0:SHEET] * (width / SHEET)
    wobble = 0.3 * cloud(rng, width / 20, width / 20, 2)
    thread = rng.uniform(0.9, 2.2)
    warp, weft = np.sin((x + wobble) * 2 * np.pi / thread), np.sin((y + wobble) * 2 * np.pi / thread)
    weave = np.where(warp * weft > 0, np.abs(warp), np.abs(weft))
    a, b = (np.array(rng.integers(40, 235, 3)) for _ in range(2))
    band = rng.uniform(8, 40)
    check = ((x // band) % 2 + (y // band) % 2) / 2 if rng.random() < 0.6 else np.zeros_like(x)
    base = (a * (1 - check[..., None]) + b * check[..., None]) * (0.72 + 0.28 * weave[..., None])
    folds = 2.5 * cloud(rng, width / 160, width / 220, 1)
    return Ground("cloth", base.clip(0, 255).astype(np.uint8), 0.15 * weave + folds, 0)


def paper(rng: Rng, width: float) -> Ground:
    scale = SHEET / width
    sheet = np.full((SHEET, SHEET, 3), rng.integers(215, 248), np.uint8)
    sheet[..., 2] -= int(rng.integers(0, 18))
    style = rng.integers(3)
    if style == 0:
        for k in np.arange(0, width, 5):
            line = int(k * scale)
            sheet[line : line + 1] = sheet[:, line : line + 1] = (170, 195, 225)
    elif style == 1:
        for y in np.arange(10, width, 7):
            words = "".join(rng.choice(list("abcdefghijklm nopqrstuvw xyz. 0123"), 90))
            cv2.putText(sheet, words, (int(12 * scale), int(y * scale)), 4, 0.13 * scale, (40, 40, 44), 1, cv2.LINE_AA)
    crease = 0.25 * cloud(rng, width / 90, width / 90, 3)
    return Ground("paper", sheet, crease, 0)


def board(rng: Rng, width: float) -> Ground:
    """A printed game board: spaces, a trail, dots, words."""
    scale = SHEET / width
    wash = 0.5 + 0.25 * cloud(rng, width / 70, width / 70, 4)
    low, high = (tuple(int(c) for c in rng.integers(lo, hi, 3)) for lo, hi in ((30, 140), (120, 240)))
    sheet = np.ascontiguousarray(shades(wash, (low[0], low[1], low[2]), (high[0], high[1], high[2])))
    step = rng.uniform(24, 45)
    style = rng.integers(3)
    for row, y in enumerate(np.arange(step / 2, width, step).tolist()):
        for col, x in enumerate(np.arange(step / 2, width, step).tolist()):
            colour = tuple(int(c) for c in rng.integers(20, 250, 3))
            at = (int(x * scale), int((y + (col % 2) * step / 2) * scale))
            size = int(step * 0.45 * scale)
            if style == 0 and (row + col) % 2:
                cv2.rectangle(sheet, (at[0] - size, at[1] - size), (at[0] + size, at[1] + size), colour, -1)
            elif style == 1:
                angles = np.arange(6) * np.pi / 3
                hexagon = np.stack([np.cos(angles), np.sin(angles)], 1) * size * 1.1 + at
                cv2.fillPoly(sheet, [hexagon.astype(np.int32)], colour, cv2.LINE_AA)
                cv2.polylines(sheet, [hexagon.astype(np.int32)], True, (20, 20, 20), 3, cv2.LINE_AA)
            elif style == 2 and rng.random() < 0.5:
                cv2.circle(sheet, at, size * 2 // 3, colour, -1, cv2.LINE_AA)
                cv2.circle(sheet, at, size * 2 // 3, (240, 240, 230), 4, cv2.LINE_AA)
            if rng.random() < 0.3:
                cv2.putText(
                    sheet,
                    str(rng.integers(1, 40)),
                    (at[0] - 14, at[1] + 10),
                    3,
                    0.09 * scale * 4,
                    (250, 250, 245),
                    2,
                    cv2.LINE_AA,
                )
            elif rng.random() < 0.2:
                for i, j in SPOTS[int(rng.integers(1, 7))]:
                    spot = (at[0] + int(i * size * 0.4), at[1] + int(j * size * 0.4))
                    cv2.circle(sheet, spot, size // 8, (15, 15, 15), -1, cv2.LINE_AA)
    return Ground("board", sheet, np.zeros((SHEET, SHEET), np.float32), rng.choice([0.15, 0.3]))


def plain(rng: Rng, width: float) -> Ground:
    """A laminate or desk: one colour, a few scratches of grain."""
    tone = np.array([rng.integers(30, 240)] * 3) + rng.integers(-12, 12, 3)
    light = 0.5 + 0.08 * cloud(rng, width / 100, width / 100, 3) + 0.05 * cloud(rng, width, width, 1)
    low, high = np.clip(tone * 0.85, 0, 255), np.clip(tone * 1.1, 0, 255)
    return Ground(
        "plain", shades(light, tuple(low), tuple(high)), 0.01 * cloud(rng, width, width, 1), rng.choice([0.12, 0.3])
    )


GROUNDS: list[Callable[[Rng, float], Ground]] = [wood, felt, paper, board, cloth, plain]


# ---- a picture's plan


@dataclass(frozen=True)
class Plan:
    kind: str  # straight, oblique, none
    camera: Camera
    ground: Ground
    width: float  # of the ground's sheet
    centre: Array
    dice: list[Laid]
    clutter: list[dict[str, Any]]
    dominoes: list[Laid]


def a_camera(rng: Rng, oblique: bool) -> Camera:
    tilt = np.radians(rng.uniform(20, 45) if oblique else rng.uniform(0, 5))
    away = rng.uniform(350, 700) if oblique else rng.uniform(600, 800)
    around = rng.uniform(0, 2 * np.pi)
    die_px = rng.uniform(30, 90) if oblique else rng.uniform(24, 60)
    flat = np.array([np.cos(around), np.sin(around), 0])
    eye = away * (np.sin(tilt) * flat + np.cos(tilt) * np.array([0, 0, 1]))
    return Camera(eye, np.zeros(3), -flat, die_px * away / 16, rng.uniform(0.4, 2.5))


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


def throw(camera: Camera, solids: list[Solid], rng: Rng) -> list[Laid]:
    dice: list[Laid] = []
    for solid in solids:
        for _ in range(200):
            if dice and rng.random() < 0.35:
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


def a_plan(index: int, cards: Array | None) -> Plan:
    rng = np.random.default_rng((SEED, index))
    kind = ("straight", "oblique", "straight", "oblique", "none")[index % 5]
    camera = a_camera(rng, kind == "oblique" or (kind == "none" and index % 2 == 1))
    edge = np.array([camera.ground(np.array(p)) for p in ((0, 0), (WIDTH, 0), (0, HEIGHT), (WIDTH, HEIGHT))])
    centre, width = edge.mean(0), float(np.ptp(edge, axis=0).max()) * 1.05
    ground = GROUNDS[(index + index // 6) % len(GROUNDS)](rng, width)
    if kind == "none":
        clutter, dominoes = scatter(camera, [], cards, int(rng.integers(6, 16)), rng)
        return Plan(kind, camera, ground, width, centre, [], clutter, dominoes)
    deck = np.random.default_rng(SEED).permutation(len(COATS))
    styles = [COATS[deck[(index * 3 + k) % len(deck)]] for k in range(int(rng.choice([1, 2, 3, 3])))]
    makes = [a_die(coat, rng) for coat in styles]
    count = int(rng.integers(1, 9))
    dice = throw(camera, [makes[k % len(makes)] for k in range(count)], rng)
    clutter, dominoes = scatter(camera, dice, cards, int(rng.choice([0, 0, 2, 5])), rng)
    return Plan(kind, camera, ground, width, centre, dice, clutter, dominoes)


# ---- other things on the table


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


def lathe(profile: Array, at: Array) -> tuple[Array, Array, Array, Array]:
    """A turned piece: profile is (radius, height) from the rim of its foot to its top."""
    angles = np.linspace(0, 2 * np.pi, 49)
    ring = np.stack([np.cos(angles), np.sin(angles)], -1)
    points = np.concatenate(
        [ring[None] * profile[:, None, :1], np.broadcast_to(profile[:, None, 1:], (len(profile), 49, 1))], -1
    )
    slope = np.gradient(profile, axis=0)
    out = np.concatenate(
        [ring[None] * slope[:, None, 1:], np.broadcast_to(-slope[:, None, :1], (len(profile), 49, 1))], -1
    )
    out = out / np.maximum(1e-9, np.linalg.norm(out, axis=-1, keepdims=True))
    index = np.arange(len(profile) * 49).reshape(len(profile), 49)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, :-1], index[1:, 1:]
    triangles = np.concatenate([np.stack(t, -1).reshape(-1, 3) for t in ((a, b, d), (a, d, c))])
    return points.reshape(-1, 3) + at, out.reshape(-1, 3), np.zeros((len(profile) * 49, 2)), triangles


def slab(half_x: float, half_y: float, corner: float, at: Array, yaw: float) -> tuple[Array, Array, Array, Array]:
    """A flat face with round corners, seen from above; its sheet's first row is its upper edge."""
    angles = np.linspace(0, 2 * np.pi, 64, endpoint=False) + np.pi / 64
    ring = np.stack([np.cos(angles), np.sin(angles)], -1)
    rim = np.sign(ring) * [half_x - corner, half_y - corner] + ring * corner
    flat = np.vstack([[[0, 0]], rim])
    uv = flat / [2 * half_x, -2 * half_y] + 0.5
    k = np.arange(64)
    triangles = np.stack([np.zeros(64, int), 1 + k, 1 + (k + 1) % 64], -1)
    points = np.hstack([flat, np.zeros((65, 1))]) @ yawed(yaw).T + at
    return points, np.tile([0.0, 0, 1], (65, 1)), uv, triangles


def pawn(at: Array) -> tuple[Array, Array, Array, Array]:
    t = np.linspace(0, 1, 24)
    body = np.stack([7 - 4.4 * t**0.6, 15 * t], -1)
    angle = np.linspace(-np.pi / 2 + 0.6, np.pi / 2, 24)
    head = np.stack([4.4 * np.cos(angle), 18.4 + 4.4 * np.sin(angle)], -1)
    return lathe(np.concatenate([[[7.2, 0]], body, head]), at)


# ---- Mitsuba's words


class Studio:
    """Speaks to Mitsuba: plans in, linear light out."""

    def __init__(self, variant: str, folder: Path) -> None:
        try:
            self.mi: Any = importlib.import_module("mitsuba")
            self.oidn: Any = importlib.import_module("pyoidn")
        except ImportError as missing:
            raise SystemExit(f"no {missing.name} here; pip install mitsuba pyoidn into this environment") from missing
        self.mi.set_variant(variant)
        if variant.startswith("llvm"):
            importlib.import_module("drjit").set_thread_count(1)
        self.folder = folder
        self.files = 0

    def picture(self, sheet: Array, raw: bool = False, wrap: str = "clamp") -> dict[str, Any]:
        bitmap = self.mi.Bitmap(np.ascontiguousarray(sheet))
        return {"type": "bitmap", "bitmap": bitmap, "raw": raw, "wrap_mode": wrap}

    def rgb(self, colour: Array | Colour) -> dict[str, Any]:
        return {"type": "rgb", "value": ((np.array(colour) / 255.0) ** 2.2).tolist()}

    def ply(self, parts: tuple[Array, Array, Array, Array], bsdf: dict[str, Any]) -> dict[str, Any]:
        self.files += 1
        path = self.folder / f"{self.files}.ply"
        write_ply(path, *parts)
        return {"type": "ply", "filename": str(path), "bsdf": bsdf}

    def plastic(self, reflectance: dict[str, Any], rough: float) -> dict[str, Any]:
        if rough <= 0:
            return {"type": "diffuse", "reflectance": reflectance}
        return {"type": "roughplastic", "diffuse_reflectance": reflectance, "alpha": float(rough), "int_ior": 1.5}

    def material(self, solid: Solid, rng: Rng) -> dict[str, Any]:
        sheet, ink = paint(solid, rng)
        if solid.coat.kind not in ("clear", "frosted"):
            return {"type": "twosided", "bsdf": self.plastic(self.picture(sheet), solid.roughness)}
        glass: dict[str, Any] = {
            "type": "dielectric",
            "int_ior": 1.49,
            "specular_transmittance": self.rgb(solid.coat.body),
        }
        if solid.coat.kind == "frosted":
            glass |= {"type": "roughdielectric", "alpha": 0.25}
        dot = {"type": "twosided", "bsdf": {"type": "diffuse", "reflectance": self.rgb(solid.coat.ink)}}
        return {"type": "blendbsdf", "weight": self.picture(ink, raw=True), "one": glass, "two": dot}

    def thing(self, piece: dict[str, Any], cards: Array | None) -> list[dict[str, Any]]:
        rng = np.random.default_rng(piece["seed"])
        at, what = piece["at"], piece["what"]
        colour = self.rgb(rng.integers(15, 245, 3))
        if what == "card" and cards is not None:
            card = cards[rng.integers(len(cards))]
            lift = lifted(at, 0.2 + 0.15 * piece["layer"])
            return [self.ply(slab(31.5, 44, 3, lift, piece["yaw"]), self.plastic(self.picture(card[..., 2::-1]), 0.2))]
        if what == "pawn":
            return [self.ply(pawn(at), {"type": "twosided", "bsdf": self.plastic(colour, 0.15)})]
        if what == "bead":
            r = float(rng.uniform(3, 6))
            bead = self.plastic(colour, rng.uniform(0.03, 0.2))
            if rng.random() < 0.3:
                bead = {"type": "dielectric", "specular_transmittance": colour}
            return [{"type": "sphere", "center": [*at[:2].tolist(), r], "radius": r, "bsdf": bead}]
        r, thick = (float(rng.uniform(9, 13)), 1.8) if what == "coin" else (float(rng.uniform(7, 15)), 2.2)
        top, side = self.faces(what, colour, rng)
        foot, head = [*at[:2].tolist(), 0.0], [*at[:2].tolist(), thick]
        return [
            self.ply(slab(r, r, r, lifted(at, thick), piece["yaw"]), top),
            {"type": "cylinder", "p0": foot, "p1": head, "radius": r, "bsdf": {"type": "twosided", "bsdf": side}},
        ]

    def faces(self, what: str, colour: dict[str, Any], rng: Rng) -> tuple[dict[str, Any], dict[str, Any]]:
        if what == "token":
            return self.plastic(self.picture(token_face(rng)), rng.choice([0, 0.2])), self.plastic(colour, 0.2)
        metal = {"type": "roughconductor", "material": str(rng.choice(["Cu", "Au", "Ag"])), "alpha": 0.22}
        struck = self.picture(relief(rng)[..., None], raw=True)
        return {"type": "bumpmap", "heights": struck, "scale": 1.0, "bsdf": metal}, metal

    def table(self, plan: Plan) -> dict[str, Any]:
        face = self.plastic(self.picture(plan.ground.colours[::-1], wrap="mirror"), plan.ground.gloss)
        if plan.ground.heights.any():
            heights = self.picture(plan.ground.heights[::-1, :, None].astype(np.float32), raw=True, wrap="mirror")
            face = {"type": "bumpmap", "heights": heights, "scale": 1.0, "bsdf": face}
        at = [float(plan.centre[0]), float(plan.centre[1]), 0]
        place = self.mi.ScalarTransform4f().translate(at).scale([plan.width / 2, plan.width / 2, 1])
        return {"type": "rectangle", "to_world": place, "bsdf": face}

    def lights(self, rng: Rng) -> dict[str, Any]:
        """A room with windows all round, and up to three lamps: softboxes, bulbs that throw hard shadows."""
        lamps: dict[str, Any] = {"room": self.room(rng)}
        for k in range(int(rng.choice([0, 1, 1, 2, 3]))):
            around, lean = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(15, 65))
            way = np.array([np.cos(around) * np.sin(lean), np.sin(around) * np.sin(lean), np.cos(lean)])
            at = way * rng.uniform(900, 1800)
            warm = np.array([1, rng.uniform(0.78, 1), rng.uniform(0.55, 1)])
            if rng.random() < 0.4:
                r = float(rng.uniform(10, 30))
                glow = {"type": "rgb", "value": (warm * rng.uniform(1.0, 3.0) * 4.5e5 / r**2).tolist()}
                lamps[f"lamp{k}"] = {
                    "type": "sphere", "center": at.tolist(), "radius": r, "emitter": {"type": "area", "radiance": glow},
                }  # fmt: skip
                continue
            x, y = rng.uniform(80, 400, 2)
            glow = {"type": "rgb", "value": (warm * rng.uniform(1.0, 3.0) * 4e5 / (x * y)).tolist()}
            look = self.mi.ScalarTransform4f().look_at(origin=at.tolist(), target=[0, 0, 0], up=[0.1, 0.2, 1])
            place = look.scale([float(x), float(y), 1])
            lamps[f"lamp{k}"] = {"type": "rectangle", "to_world": place, "emitter": {"type": "area", "radiance": glow}}
        return lamps

    def room(self, rng: Rng) -> dict[str, Any]:
        sky: Array = np.zeros((128, 256, 3), np.float32)
        sky[:64] = rng.uniform(0.1, 0.6) * np.array([1, rng.uniform(0.85, 1), rng.uniform(0.7, 1)])
        sky[:22] *= rng.uniform(0.8, 2.0)
        sky[64:] = 0.1
        for _ in range(int(rng.integers(1, 5))):
            x, y = int(rng.integers(0, 230)), int(rng.integers(2, 52))
            w, h = int(rng.integers(6, 36)), int(rng.integers(6, 26))
            sky[y : y + h, x : x + w] = rng.uniform(2, 9) * np.array(
                [rng.uniform(0.8, 1), 0.95, rng.uniform(0.85, 1.1)]
            )
            sky[y : y + h, x + w // 2] *= 0.15
        sky = cv2.GaussianBlur(sky, (0, 0), 0.8)
        upright = self.mi.ScalarTransform4f().rotate([1, 0, 0], 90)
        return {"type": "envmap", "bitmap": self.mi.Bitmap(sky), "to_world": upright}

    def eye(self, camera: Camera, samples: int) -> dict[str, Any]:
        look = self.mi.ScalarTransform4f().look_at(
            origin=camera.eye.tolist(), target=camera.target.tolist(), up=camera.up.tolist()
        )
        film = {"type": "hdrfilm", "width": WIDTH, "height": HEIGHT, "pixel_format": "rgb", "rfilter": {"type": "box"}}
        return {
            "type": "thinlens",
            "to_world": look,
            "fov": float(np.degrees(2 * np.arctan(WIDTH / 2 / camera.focal_px))),
            "fov_axis": "x",
            "aperture_radius": float(camera.aperture),
            "focus_distance": float(np.linalg.norm(camera.eye) - 10),
            "film": film,
            "sampler": {"type": "independent", "sample_count": samples},
        }

    def shoot(self, plan: Plan, index: int, cards: Array | None, samples: int) -> Array:
        rng = np.random.default_rng((SEED, index, 1))
        clear = any(die.solid.coat.kind in ("clear", "frosted") for die in plan.dice)
        path = {"type": "path", "max_depth": 10 if clear else 5, "rr_depth": 5}
        scene: dict[str, Any] = {
            "type": "scene",
            "how": {"type": "aov", "aovs": "colour:albedo,way:sh_normal", "light": path},
            "eye": self.eye(plan.camera, samples),
            "table": self.table(plan),
            **self.lights(rng),
        }
        for k, laid in enumerate(plan.dice + plan.dominoes):
            scene[f"solid{k}"] = self.ply(mesh(laid), self.material(laid.solid, rng))
        for k, piece in enumerate(plan.clutter):
            scene |= {f"thing{k}_{j}": part for j, part in enumerate(self.thing(piece, cards))}
        layers = np.array(self.mi.render(self.mi.load_dict(scene), seed=index), np.float32)
        light = np.minimum(layers[..., :3], 40 * np.median(layers[..., :3]))
        colour, way = (np.ascontiguousarray(layers[..., s]) for s in (slice(3, 6), slice(6, 9)))
        return np.asarray(self.oidn.denoise(light, albedo=colour.clip(0, 1), normal=way, hdr=True))


# ---- the camera's own doing, and the labels


def develop(light: Array, rng: Rng) -> Array:
    """Exposure, white balance, falling off to the corners, sensor noise, tone curve: BGR as a phone would save it."""
    light = light * (rng.uniform(0.13, 0.34) / np.exp(np.log(light.mean(-1) + 1e-3).mean()))
    y, x = np.mgrid[-1 : 1 : HEIGHT * 1j, -1 : 1 : WIDTH * 1j]
    light = light * rng.uniform(0.94, 1.06, 3) * (1 - rng.uniform(0, 0.25) * (x * x + y * y) / 2)[..., None]
    grain = cv2.GaussianBlur(rng.normal(0, 1, light.shape).astype(np.float32), (0, 0), 0.6) * 1.7
    light = np.maximum(0, light + grain * np.sqrt(rng.uniform(1e-5, 2.5e-4) * light + 1e-6))
    shown = (1 - np.exp(-1.5 * light)) ** (1 / 2.2)
    shown = shown + rng.uniform(0, 0.12) * np.sin(2 * np.pi * (shown - 0.5)) / 2
    picture: Array = (shown * 255).clip(0, 255)[..., ::-1].astype(np.float32)
    blur = rng.choice([0, 0, 0.5, 0.8])
    if blur:
        picture = cv2.GaussianBlur(picture, (0, 0), blur)
    if rng.random() < 0.4:
        picture = picture + rng.uniform(0.3, 0.8) * (picture - cv2.GaussianBlur(picture, (0, 0), 1.2))
    return np.asarray(picture.clip(0, 255).astype(np.uint8))


def label(plan: Plan, name: str) -> dict[str, Any]:
    dice = []
    for die in plan.dice:
        row: dict[str, Any] = {"box": bounds(plan.camera, die), "value": die.value}
        if hidden(plan.camera, die, [d for d in plan.dice if d is not die]) > 0.15:
            row["ignore"] = True
        dice.append(row)
    lean = np.degrees(np.arccos(plan.camera.eye[2] / np.linalg.norm(plan.camera.eye)))
    return {
        "image": name,
        "dice": dice,
        "total": sum(row["value"] for row in dice if not row.get("ignore")),
        "set": plan.kind,
        "scene": plan.ground.name,
        "view": "oblique" if lean > 10 else "top-down",
        "licence": "ours",
        "size": [WIDTH, HEIGHT],
        "tags": [],
        "source": "photoreal",
    }


def main() -> None:
    ask = argparse.ArgumentParser(description="path-traced pictures of dice with exact labels")
    ask.add_argument("out", type=Path)
    ask.add_argument("--cards", type=Path, help="an npz of playing cards (BGRA) to lie about")
    ask.add_argument("--from", dest="first", type=int, default=0)
    ask.add_argument("--to", dest="last", type=int, default=40)
    ask.add_argument("--samples", type=int, default=12)
    ask.add_argument("--variant", default="llvm_ad_rgb")
    given = ask.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    cards = np.load(given.cards)["cards"] if given.cards else None
    labels = given.out / "labels.jsonl"
    rows = {r["image"]: r for r in map(json.loads, labels.read_text().splitlines())} if labels.exists() else {}
    for index in range(given.first, given.last):
        since = time.monotonic()
        plan = a_plan(index, cards)
        name = f"{plan.kind}_{index:03d}.jpg"
        with TemporaryDirectory() as folder:
            light = Studio(given.variant, Path(folder)).shoot(plan, index, cards, given.samples)
        rng = np.random.default_rng((SEED, index, 2))
        quality = int(rng.integers(78, 96))
        cv2.imwrite(str(given.out / name), develop(light, rng), [cv2.IMWRITE_JPEG_QUALITY, quality])
        rows[name] = label(plan, name)
        labels.write_text("".join(json.dumps(rows[key]) + "\n" for key in sorted(rows)))
        print(f"{name}: {len(plan.dice)} dice on {plan.ground.name}, {time.monotonic() - since:.0f} s", flush=True)


if __name__ == "__main__":
    main()
