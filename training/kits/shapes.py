"""Triangles of everything on the table, all painted from one sheet of faces: a path tracer likes few things."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.simulation.tabletop import Hand, LyingDie
from training.dice.photoreal.coats import Coat
from training.dice.photoreal.meshes import mesh
from training.dice.photoreal.sizes import SPOTS, Array, Colour, Rng
from training.dice.photoreal.solids import Laid, Solid, Spot, paint, showing

WIDE = 2048  # texels of the sheet across
PATCH = 8  # texels of a plain colour
SKIN, SLEEVE = (196, 148, 118), (120, 30, 45)
GRID = 24  # steps along a curled face

Parts = tuple[Array, Array, Array, Array]  # points, normals, places on the sheet (texels until it is whole), triangles


class Sheet:
    """Pictures packed in rows; `at` gives the texel of a picture's upper left corner."""

    def __init__(self) -> None:
        self._rows: list[tuple[int, int, Array]] = []
        self._x = self._y = self._high = 0
        self._plain: dict[Colour, tuple[int, int]] = {}
        self._named: dict[str, tuple[int, int]] = {}

    def once(self, name: str, picture: Array) -> tuple[int, int]:
        """Pieces that look alike share their picture."""
        if name not in self._named:
            self._named[name] = self.put(picture)
        return self._named[name]

    def put(self, picture: Array) -> tuple[int, int]:
        high, wide = picture.shape[:2]
        if self._x + wide > WIDE:
            self._x, self._y, self._high = 0, self._y + self._high + 2, 0
        at = self._x, self._y
        self._rows.append((*at, picture[..., :3]))
        self._x, self._high = self._x + wide + 2, max(self._high, high)
        return at

    def plain(self, colour: Colour) -> Array:
        """A texel in the midst of that colour."""
        if colour not in self._plain:
            self._plain[colour] = self.put(np.full((PATCH, PATCH, 3), colour, np.uint8))
        return np.array(self._plain[colour]) + PATCH / 2

    def whole(self) -> Array:
        sheet = np.zeros((self._y + self._high + 2, WIDE, 3), np.uint8)
        for x, y, picture in self._rows:
            sheet[y : y + picture.shape[0], x : x + picture.shape[1]] = picture
        return sheet


@dataclass
class Heap:
    """Meshes of one material, thrown together; y goes to the north here, as Mitsuba's right hand has it."""

    parts: list[Parts] = field(default_factory=list)

    def add(self, points: Array, normals: Array, texels: Array, triangles: Array) -> None:
        """Points in the table's millimetres, where y goes to the south."""
        turned = np.array([1.0, -1.0, 1.0])
        self.parts.append((points * turned, normals * turned, texels, triangles))

    def whole(self, sheet_shape: tuple[int, ...]) -> Parts:
        ends = np.cumsum([0, *(len(part[0]) for part in self.parts)])
        points, normals, texels = (np.vstack([part[k] for part in self.parts]) for k in range(3))
        triangles = np.vstack([part[3] + end for part, end in zip(self.parts, ends, strict=False)])
        return points, normals, texels / [sheet_shape[1], sheet_shape[0]], triangles


def rim(face: Array, wide_mm: float, high_mm: float) -> Array:
    """The outline of a BGRA face as cut out, in mm around its middle."""
    solid = (face[:, :, 3] > 128).astype(np.uint8)
    outlines, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    hull = cv2.convexHull(max(outlines, key=cv2.contourArea)).reshape(-1, 2) + 0.5
    return np.asarray(hull / [face.shape[1], face.shape[0]] * [wide_mm, high_mm] - [wide_mm / 2, high_mm / 2])


def turned(flat: Array, x: float, y: float, deg: float) -> Array:
    """Points of a piece where it lies, clockwise as the camera sees it."""
    a = np.radians(deg)
    return np.asarray(flat @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) + [x, y])


def face_of(outline: Array, z: float, size_mm: tuple[float, float], texel: tuple[int, int], per_mm: float) -> Parts:
    """A flat face: its points still around its own middle."""
    flat = np.vstack([[[0.0, 0.0]], outline])
    k, n = np.arange(len(outline)), len(outline)
    triangles = np.stack([np.zeros(n, int), 1 + k, 1 + (k + 1) % n], -1)
    texels = (flat + np.array(size_mm) / 2) * per_mm + texel
    return np.column_stack([flat, np.full(n + 1, z)]), np.tile([0.0, 0, 1], (n + 1, 1)), texels, triangles


def curled_face(
    z: float, size_mm: tuple[float, float], texel: tuple[int, int], per_mm: float, curl_mm: float, way: float
) -> Parts:
    """A rectangular face of which one corner or edge rises."""
    u, v = (grid.reshape(-1) for grid in np.meshgrid(np.linspace(0, 1, GRID), np.linspace(0, 1, GRID)))
    aside = (2 * u - 1) * np.cos(way) + (2 * v - 1) * np.sin(way)
    lift = curl_mm * np.clip(aside, 0, 1.2) ** 2
    flat = np.column_stack([u - 0.5, v - 0.5]) * size_mm
    slope = 2 * curl_mm * np.clip(aside, 0, 1.2)
    normals = np.column_stack([-slope * np.cos(way) * 2 / size_mm[0], -slope * np.sin(way) * 2 / size_mm[1], 0 * u + 1])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    index = np.arange(GRID * GRID).reshape(GRID, GRID)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, :-1], index[1:, 1:]
    triangles = np.concatenate([np.stack(t, -1).reshape(-1, 3) for t in ((a, b, d), (a, d, c))])
    texels = np.column_stack([u, v]) * size_mm * per_mm + texel
    return np.column_stack([flat, z + lift]), normals, texels, triangles


def walls(outline: Array, low: float, high: float, texel: Array, foot: float = 1.0) -> Parts:
    """The sides of a piece under its face; its foot may be narrower."""
    n, ends = len(outline), np.roll(outline, -1, 0)
    quads = [(outline * foot, low), (ends * foot, low), (outline, high), (ends, high)]
    points = np.stack([np.column_stack([p, np.full(n, z)]) for p, z in quads], 1).reshape(-1, 3)
    along = ends - outline
    out = np.column_stack([along[:, 1], -along[:, 0], np.zeros(n)])
    out *= np.sign((out[:, :2] * outline).sum(1, keepdims=True)) / np.linalg.norm(out, axis=1, keepdims=True)
    quad = 4 * np.arange(n)[:, None]
    triangles = np.vstack([quad + np.array([0, 1, 3]), quad + np.array([0, 3, 2])])
    return points, np.repeat(out, 4, 0), np.tile(texel, (4 * n, 1)), triangles


def die_parts(die: LyingDie, side_mm: float, sheet: Sheet, rng: Rng) -> Parts:
    """A rounded cube with pips let in, as in the pictures of dice."""
    half, r = side_mm / 2, 0.19 * side_mm / 2
    body, ink = (_rgb(colour) for colour in (die.body, die.pips))
    spots = tuple(
        Spot(face, 0.5 * half * i, 0.5 * half * j, r, 0.4 * r, ink) for face in range(6) for i, j in SPOTS[face + 1]
    )
    solid = Solid((half, half, half), 0.15 * half, 1.5 * half, spots, Coat(body, ink), 0.12)
    middle = np.array([die.x_mm, -die.y_mm, half + 0.05])
    points, normals, uv, triangles = mesh(Laid(solid, showing(die.value, np.radians(-die.turned_deg)), middle))
    faces = paint(solid, rng)[0]
    texels = uv * [faces.shape[1], faces.shape[0]] + np.array(sheet.put(faces))
    flipped = np.array([1.0, -1.0, 1.0])
    return points * flipped, normals * flipped, texels, triangles


def hand_parts(hand: Hand, sheet: Sheet, rng: Rng) -> list[Parts]:
    """A hand of capsules, a fingertip at its goal, the arm in a sleeve."""
    tip, elbow = np.array(hand.tip), np.array(hand.elbow)
    along = (elbow - tip) / max(1.0, float(np.linalg.norm(elbow - tip)))
    across = np.array([-along[1], along[0]])

    def at(far: float, aside: float, z: float) -> Array:
        return np.array([*(tip + far * along + aside * across), z])

    bones = [(at(95, 0, 55), at(175, 0, 62), 32.0, SKIN), (at(170, 0, 62), at(900, 0, 120), 46.0, SLEEVE)]
    for k, (aside, short) in enumerate(((-30, 12), (-10, 0), (10, 4), (30, 18))):
        spread, back = aside * rng.uniform(1.0, 1.4), short + rng.uniform(0, 15)
        knuckle, joint = at(85, aside * 0.8, 58), at(38 + back, spread, 48 + 2 * k)
        bones += [(knuckle, joint, 10.0, SKIN), (joint, at(back, spread, 24), 8.5, SKIN)]
    bones += [(at(120, 25, 50), at(75, 62, 45), 12.0, SKIN), (at(75, 62, 45), at(45, 66, 32), 10.0, SKIN)]
    bones += [(at(90, aside, 57), at(150, aside * 0.6, 58), 17.0, SKIN) for aside in (-24, 0, 24)]
    return [_capsule(a, b, r, sheet.plain(colour)) for a, b, r, colour in bones]


def _capsule(a: Array, b: Array, radius: float, texel: Array) -> Parts:
    """Two balls and what lies between, as one bent grid."""
    along = (b - a) / np.linalg.norm(b - a)
    side = np.cross(along, [0.0, 0.0, 1.0]) + 1e-9
    side /= np.linalg.norm(side)
    up = np.cross(side, along)
    lat, lon = np.linspace(-np.pi / 2, np.pi / 2, 20), np.linspace(0, 2 * np.pi, 33)
    out = np.cos(lat)[:, None, None] * (np.cos(lon)[:, None] * side + np.sin(lon)[:, None] * up)
    normals = out + np.sin(lat)[:, None, None] * along
    points = np.where((lat < 0)[:, None, None], a, b) + radius * normals
    index = np.arange(20 * 33).reshape(20, 33)
    p, q, s, t = index[:-1, :-1], index[:-1, 1:], index[1:, :-1], index[1:, 1:]
    triangles = np.concatenate([np.stack(three, -1).reshape(-1, 3) for three in ((p, q, t), (p, t, s))])
    return points.reshape(-1, 3), normals.reshape(-1, 3), np.tile(texel, (20 * 33, 1)), triangles


def _rgb(colour: str) -> Colour:
    red, green, blue = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    return red, green, blue
