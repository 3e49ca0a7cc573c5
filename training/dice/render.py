"""Renders single dice as layers: a ray-marched rounded cube with pips, light, gloss, mirrored lamps and a cast shadow.

Layers hold everything but the colours, so that one rendering serves for dice of any colour (coat.py paints them).
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]

SIDE = 112  # px of a rendering; the die fills 45 to 60 of them
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0)),
}
TURNS_UP_TO = np.deg2rad(36)  # tilt below which the upper face is plainly the largest, however the picture is held
LAYERS = ("cover", "face", "lit", "shine", "marble", "alpha", "shadow")


@dataclass(frozen=True)
class Room:
    """How likely a die mirrors lamps at all, right in its upper face, and lamps that are rings."""

    mirrors: float
    on_top: float
    rings: float


ANY_ROOM = Room(0.65, 0.4, 0.35)
LAMP_OVERHEAD = Room(0.95, 0.8, 0.6)


@dataclass(frozen=True)
class Rendering:
    layers: Bytes  # SIDE x SIDE x LAYERS; lit is in 1/127, marble about 128, the others in 1/255, face is a value
    value: int  # 0 when cocked so far that no face is up
    lean: float  # sine of the angle between the face read and the line of sight
    turns: bool  # may be turned any way in the picture; False where only the picture's up tells the top face
    cocked: bool
    pips: Floats  # x, y in px of the upper face's pips


def turn(axis: int, angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    m = np.eye(3)
    m[i, i] = m[j, j] = c
    m[i, j], m[j, i] = -s, s
    return m.astype(np.float32)


def noise3(p: Floats, rng: np.random.Generator, waves: int = 6) -> Floats:
    """Smooth marbling from a few warped sines in space, about -1..1."""
    q = p + 0.5 * np.sin(p[:, [1, 2, 0]] * rng.uniform(1, 4) + rng.uniform(0, 6, 3).astype(np.float32))
    pitch = rng.uniform(1.2, 4)
    out = np.zeros(len(p), np.float32)
    for _ in range(waves):
        out += np.sin(q @ (rng.normal(0, pitch, 3).astype(np.float32)) + np.float32(rng.uniform(0, 6)))
    return out / np.float32(np.sqrt(waves))


def faces(rng: np.random.Generator) -> tuple[dict[tuple[int, int], int], dict[int, bool]]:
    """Which value lies on which side (axis, sign); opposite sides add to seven. And which patterns are turned."""
    pairs = [(1, 6), (2, 5), (3, 4)]
    rng.shuffle(pairs)
    sides = {}
    for axis, pair in enumerate(pairs):
        a, b = pair if rng.random() < 0.5 else pair[::-1]
        sides[(axis, 1)], sides[(axis, -1)] = int(a), int(b)
    return sides, {v: bool(rng.random() < 0.5) for v in range(1, 7)}


class Shape(ABC):
    """Anything that can be marched towards; in its own space it is about 2 wide and z points up."""

    @abstractmethod
    def distance(self, p: Floats) -> Floats:
        """How far each point is from the surface, negative inside."""

    @abstractmethod
    def floor(self, lay: Floats) -> float:
        """Height of the table below its middle."""

    def normal(self, p: Floats) -> Floats:
        e = np.float32(0.01)
        grad = np.stack([self.distance(p + e * a) - self.distance(p - e * a) for a in np.eye(3, dtype=np.float32)], 1)
        return unit(grad)


class Body(Shape):
    """The die's shape: a rounded cube, its corners perhaps cut by a sphere."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.round = np.float32(rng.choice([rng.uniform(0.03, 0.15), rng.uniform(0.12, 0.45)]))
        self.ball = np.float32(rng.uniform(1.35, 1.6) if rng.random() < 0.5 else 9.0)

    def distance(self, p: Floats) -> Floats:
        q = np.abs(p) - (1 - self.round)
        outside = np.sqrt((np.maximum(q, 0) ** 2).sum(1))
        box = outside + np.minimum(q.max(1), 0) - self.round
        ball: Floats = np.sqrt((p**2).sum(1)) - self.ball
        return np.asarray(np.maximum(box, ball), np.float32)

    def floor(self, lay: Floats) -> float:
        return -float(np.abs(lay[2]).sum() * (1 - self.round) + self.round)


def unit(v: Floats) -> Floats:
    return np.asarray(v / np.maximum(np.linalg.norm(v, axis=1, keepdims=True), 1e-6), np.float32)


def march(body: Shape, start: Floats, ray: Floats, steps: int = 20) -> tuple[Floats, NDArray[np.bool_]]:
    t = np.zeros(len(start), np.float32)
    d = t
    for _ in range(steps):
        d = body.distance(start + ray * t[:, None])
        t = t + d
    return t, (d < 0.02)


class Marks(Protocol):
    def drill(self, p: Floats, n: Floats) -> tuple[Floats, Floats, Floats]: ...


class Drilling:
    """Where the pips are on the die's six sides, and how they dent the surface."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.sides, self.turned = faces(rng)
        self.spread = rng.uniform(0.42, 0.62)
        self.six = rng.uniform(0.7, 1.05) if rng.random() < 0.5 else 1.0  # the two rows of a six may stand closer
        self.radius = rng.uniform(0.12, 0.25)
        self.big_one = rng.uniform(1.0, 1.8) if rng.random() < 0.35 else 1.0
        self.ring = rng.random() < 0.03
        self.square = rng.random() < 0.03
        self.dent = rng.uniform(0.0, 1.3)

    def places(self, value: int) -> list[tuple[float, float]]:
        wide = self.spread * (self.six if value == 6 else 1.0)
        spots = [(x * wide, y * self.spread) for x, y in PIPS[value]]
        return [(y, -x) for x, y in spots] if self.turned[value] else spots

    def points(self, axis: int, sign: int) -> Floats:
        """Where in the die's own space the pips of one side are."""
        places = self.places(self.sides[(axis, sign)])
        points = np.full((len(places), 3), sign, np.float32)
        points[:, [(1, 2), (2, 0), (0, 1)][axis]] = places
        return points

    def drill(self, p: Floats, n: Floats) -> tuple[Floats, Floats, Floats]:
        """How far each point is covered by a pip, the value of its side, and the normals with the dents."""
        cover, face, bent = np.zeros(len(p), np.float32), np.zeros(len(p), np.float32), n.copy()
        axis = np.abs(p).argmax(1)
        sign = np.where(np.take_along_axis(p, axis[:, None], 1)[:, 0] > 0, 1, -1)
        for (a, s), value in self.sides.items():
            here = np.flatnonzero((axis == a) & (sign == s))
            face[here] = value
            i, j = [(1, 2), (2, 0), (0, 1)][a]
            radius = self.radius * (self.big_one if value == 1 else 1.0)
            for x, y in self.places(value):
                du, dv = p[here, i] - x, p[here, j] - y
                r = np.maximum(np.abs(du), np.abs(dv)) * 1.1 if self.square else np.hypot(du, dv)
                part = np.clip((radius - r) / 0.04 + 0.5, 0, 1)
                if self.ring:
                    part = part * np.clip((r - 0.55 * radius) / 0.04 + 0.5, 0, 1)
                cover[here] = np.maximum(cover[here], part)
                push = np.float32(self.dent) * part / max(radius, 0.05)
                bent[here, i] -= push * du
                bent[here, j] -= push * dv
        return cover, face, bent


def pose(rng: np.random.Generator) -> tuple[Floats, float, bool, bool, float]:
    """World from die, the camera's tilt, whether the picture may be turned, whether cocked, how far off upright."""
    spin = turn(2, rng.uniform(0, 2 * np.pi))
    ranges = [rng.uniform(0, 14), rng.uniform(8, 30), rng.uniform(28, 56)]
    tilt = float(np.deg2rad(rng.choice(ranges, p=[0.4, 0.27, 0.33])))
    if rng.random() < 0.05:
        off = float(np.deg2rad(rng.uniform(14, 45)))
        lay = np.asarray(turn(2, rng.uniform(0, 6.3)) @ turn(0, off) @ spin, np.float32)
        return lay, float(np.deg2rad(rng.uniform(0, 12))), True, True, off
    return spin, tilt, tilt < TURNS_UP_TO, False, 0.0


Light = tuple[Floats, float]


def hang_lights(rng: np.random.Generator) -> list[Light]:
    lights: list[Light] = []
    for _ in range(rng.integers(1, 4)):
        towards = np.array([[rng.normal(), rng.normal(), rng.uniform(0.5, 2.5)]], np.float32)
        lights.append((unit(towards)[0], rng.uniform(0.15, 0.8)))
    return lights


def diffuse(rng: np.random.Generator, n: Floats, lights: list[Light], height: Floats) -> Floats:
    """How much light each point gets: sky, lamps, less of it near the table."""
    sky = 0.5 + 0.5 * n[:, 2]
    base = rng.uniform(0.35, 0.9)
    lit = rng.uniform(0.2, 0.8) * (base + (1 - base) * sky)
    for towards, power in lights:
        lit = lit + power * np.maximum(n @ towards, 0)
    return np.asarray(lit * (1 - rng.uniform(0, 0.5) * np.clip(-height, 0, 1) ** 2), np.float32)


def gloss(rng: np.random.Generator, n: Floats, view: Floats, cover: Floats, lights: list[Light], room: Room) -> Floats:
    """Highlights of the lamps, a sheen at grazing sight, and often windows or ceiling lamps mirrored in the skin."""
    shine = np.zeros(len(n), np.float32)
    glossy, sharp = rng.choice([0.0, rng.uniform(0.1, 0.9)], p=[0.25, 0.75]), 10 ** rng.uniform(0.7, 2.4)
    for towards, power in lights:
        half = unit(towards - view)
        shine += glossy * power * np.maximum((n * half).sum(1), 0) ** sharp
    rim = (1 - np.clip(-(n * view).sum(1), 0, 1)) ** 4
    shine += rng.uniform(0, 0.35) * rim * (0.5 + 0.5 * n[:, 2])
    if rng.random() < room.mirrors:
        mirrored = unit(view - 2 * (n * view).sum(1, keepdims=True) * n)
        up = np.flatnonzero(n[:, 2] > 0.95)
        for _ in range(rng.integers(1, 5)):
            bright = rng.choice([rng.uniform(0.03, 0.25), rng.uniform(0.2, 0.7)], p=[0.6, 0.4])
            towards = np.array([rng.normal(0, 0.8), rng.normal(0, 0.8), 1.0], np.float32)
            if len(up) and rng.random() < room.on_top:  # mirrored right in the upper face
                towards = mirrored[rng.choice(up)]
            shine += (
                lamp(rng, mirrored, towards, room.rings) * bright * (1 - rng.uniform(0.1, 0.9) * cover)
            )  # pips are duller
    return shine


def lamp(rng: np.random.Generator, mirrored: Floats, towards: Floats, rings: float) -> Floats:
    """A soft-edged bright rectangle or ring in the room, as seen in each mirrored direction."""
    across = unit(np.cross(towards, rng.normal(size=3))[None].astype(np.float32))[0]
    u, v = mirrored @ across, mirrored @ unit(np.cross(towards, across)[None].astype(np.float32))[0]
    if rng.random() < rings:
        radius = 10 ** rng.uniform(-1.6, -0.4)
        width = radius * rng.uniform(0.08, 0.35)
        inside = np.clip((width - np.abs(np.hypot(u, v) - radius)) / (width * rng.uniform(0.2, 1)) + 0.5, 0, 1)
    else:
        wide, high = np.sort(10 ** rng.uniform(-1.4, -0.1, 2))
        soft = rng.uniform(0.02, 0.25) * (wide / 0.2) ** 0.5
        inside = np.clip((wide - np.abs(u)) / soft + 0.5, 0, 1) * np.clip((high - np.abs(v)) / soft + 0.5, 0, 1)
    return np.asarray(inside * (mirrored @ towards > 0), np.float32)


def cast(
    body: Shape, lay: Floats, start: Floats, view: Floats, floor: float, towards: Floats, rng: np.random.Generator
) -> Floats:
    """Soft shadow of the first light, and the dark line of contact, on the table under the die."""
    along = (floor - start[:, 2]) / np.minimum(view[:, 2], -0.05)
    ground = start + view * along[:, None]
    soft = rng.uniform(2, 14)
    t = np.full(len(ground), 0.03, np.float32)
    lit = np.ones(len(ground), np.float32)
    g, d = ground @ lay, towards @ lay
    near = np.ones(len(ground), np.float32)
    for step in range(14):
        h = body.distance(g + d * t[:, None])
        if step == 0:
            near = h
        lit = np.minimum(lit, np.clip(soft * h / t, 0, 1))
        t += np.clip(h, 0.04, 0.6)
    contact = 0.6 * np.exp(-np.maximum(near, 0) * rng.uniform(3, 9))
    dark = np.maximum((1 - lit) * rng.uniform(0.2, 0.85), contact * rng.uniform(0.2, 1.0))
    return np.asarray(dark, np.float32)


def top_side(lay: Floats) -> tuple[int, int]:
    """Axis and sign of the side that is up."""
    sides = {(a, s): float(s * lay[2, a]) for a in range(3) for s in (1, -1)}
    return max(sides, key=lambda k: sides[k])


@dataclass(frozen=True)
class Shot:
    layers: Bytes
    camera: Floats
    away: float
    zoom: float


def shoot(
    rng: np.random.Generator, room: Room, body: Shape, marks: Marks, lay: Floats, tilt: float, roll: float
) -> Shot:
    """One solid on a table, as layers."""
    # the camera looks along -z, tipped towards +y: the top face moves up in the picture
    camera = np.asarray(turn(2, roll) @ turn(0, -tilt), np.float32)
    away, zoom = rng.uniform(5, 30), rng.uniform(1.5, 2.0) * 1.15
    grid = (np.arange(SIDE, dtype=np.float32) + 0.5) / SIDE * 2 - 1
    px, py = (plane.ravel() for plane in np.meshgrid(grid * zoom, -grid * zoom))
    ray = unit(np.stack([px, py, np.full_like(px, -away)], 1))
    view = np.asarray(ray @ camera, np.float32)
    start = np.asarray(np.array([0, 0, away], np.float32) @ camera + view * (away - 2.2), np.float32)
    t, hit = march(body, start @ lay, view @ lay)
    on_die = (start @ lay + (view @ lay) * t[:, None])[hit]
    cover, face, bent = marks.drill(on_die, body.normal(on_die))
    n = unit((bent + rng.choice([0, rng.uniform(0, 0.15)]) * on_die) @ lay.T)  # some sides bulge a little
    lights = hang_lights(rng)
    planes = np.zeros((SIDE * SIDE, len(LAYERS)), np.float32)
    planes[hit, 0] = cover * 255
    planes[hit, 1] = face
    planes[hit, 2] = diffuse(rng, n, lights, (on_die @ lay.T)[:, 2]) * 127
    planes[hit, 3] = gloss(rng, n, view[hit], cover, lights, room) * 255
    planes[hit, 4] = noise3(on_die, rng) * 60 + 128
    planes[hit, 5] = 255
    planes[~hit, 6] = cast(body, lay, start[~hit], view[~hit], body.floor(lay), lights[0][0], rng) * 255
    fade = np.clip(5 - 5 * np.abs(grid), 0, 1)  # no shadow stops at the rendering's rim
    planes[:, 6] *= np.outer(fade, fade).ravel()
    layers = np.clip(planes, 0, 255).astype(np.uint8).reshape(SIDE, SIDE, len(LAYERS))
    return Shot(layers, camera, away, zoom)


def render(rng: np.random.Generator, room: Room = ANY_ROOM) -> Rendering:
    body, pips = Body(rng), Drilling(rng)
    lay, tilt, turns, cocked, off = pose(rng)
    roll = rng.uniform(0, 2 * np.pi) if turns else rng.uniform(-0.45, 0.45)
    shot = shoot(rng, room, body, pips, lay, tilt, roll)
    axis, sign = top_side(lay)
    normal = lay[:, axis] * sign
    lean = float(np.linalg.norm(np.cross(normal, shot.camera[2])))
    value = pips.sides[(axis, sign)]
    seen = pips.points(axis, sign) @ lay.T @ shot.camera.T
    flat = seen[:, :2] * (shot.away / (shot.away - seen[:, 2:])) / shot.zoom
    return Rendering(
        shot.layers,
        value if off < np.deg2rad(30) else 0,
        lean,
        turns,
        cocked,
        np.asarray((flat * (1, -1) + 1) / 2 * SIDE, np.float32),
    )
