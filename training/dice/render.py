"""Renders single dice as sprites: a ray-marched rounded cube with pips, light, gloss and a cast shadow.

A sprite is BGR, the die's alpha, the darkening its shadow throws on the table, and what is true of it.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

SIDE = 112  # px of a sprite; the die fills 45 to 60 of them
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0)),
}


@dataclass(frozen=True)
class Sprite:
    bgr: NDArray[np.uint8]
    alpha: NDArray[np.uint8]
    shadow: NDArray[np.uint8]  # 0 lit, 255 wholly in the die's shadow
    value: int  # 0 when cocked so far that no face is up
    lean: float  # sine of the angle between the face read and the line of sight
    turns: bool  # may be turned any way in the picture; False where only the picture's up tells the top face
    cocked: bool


def turn(axis: int, angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    m = np.eye(3)
    m[i, i] = m[j, j] = c
    m[i, j], m[j, i] = -s, s
    return m.astype(np.float32)


def colour(rng: np.random.Generator) -> Floats:
    """A plastic colour, linear-ish BGR 0..1: white, ivory and black are common, then anything."""
    kind = rng.random()
    if kind < 0.22:
        base = np.array([0.88, 0.93, 0.95]) * rng.uniform(0.85, 1.05)
        base *= 1 - np.array([rng.uniform(0, 0.35), rng.uniform(0, 0.1), 0])
    elif kind < 0.36:
        base = np.full(3, rng.uniform(0.02, 0.14)) * rng.uniform(0.8, 1.2, 3)
    else:
        hsv = np.array([[[rng.uniform(0, 180), rng.uniform(90, 255), rng.uniform(50, 255)]]], np.uint8)
        base = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0] / 255.0
    return np.asarray(np.clip(base, 0, 1), np.float32)


def pip_colour(rng: np.random.Generator, body: Floats) -> Floats:
    """White on dark, black on light, else a colour that a person could still read on this body."""
    for _ in range(30):
        kind = rng.random()
        if kind < 0.6:
            light = body.mean() < rng.uniform(0.3, 0.65)
            ink = np.full(3, rng.uniform(0.8, 1.0) if light else rng.uniform(0.0, 0.12))
        elif kind < 0.7:
            ink = np.array([0.2, 0.6, 0.8]) * rng.uniform(0.6, 1.15)  # gold
        else:
            ink = colour(rng)
        if np.abs(ink - body).max() > 0.3:
            break
    return np.asarray(np.clip(ink, 0, 1), np.float32)


def noise3(p: Floats, rng: np.random.Generator, waves: int = 6) -> Floats:
    """Smooth marbling from a few warped sines in space, about -1..1."""
    q = p + 0.5 * np.sin(p[:, [1, 2, 0]] * rng.uniform(1, 4) + rng.uniform(0, 6, 3).astype(np.float32))
    out = np.zeros(len(p), np.float32)
    for _ in range(waves):
        out += np.sin(q @ (rng.normal(0, 2.5, 3).astype(np.float32)) + np.float32(rng.uniform(0, 6)))
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


class Body:
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

    def normal(self, p: Floats) -> Floats:
        e = np.float32(0.01)
        grad = np.stack([self.distance(p + e * a) - self.distance(p - e * a) for a in np.eye(3, dtype=np.float32)], 1)
        return np.asarray(grad / np.maximum(np.linalg.norm(grad, axis=1, keepdims=True), 1e-6), np.float32)


def march(body: Body, start: Floats, ray: Floats, steps: int = 20) -> tuple[Floats, NDArray[np.bool_]]:
    t = np.zeros(len(start), np.float32)
    d = t
    for _ in range(steps):
        d = body.distance(start + ray * t[:, None])
        t = t + d
    return t, (d < 0.02)


class Paint:
    """What colour a point of the die's skin has, and how its pips dent the surface."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.sides, self.turned = faces(rng)
        self.body = colour(rng)
        self.ink = pip_colour(rng, self.body)
        self.one = self.ink
        self.four = self.ink
        if rng.random() < 0.12:
            self.one = np.array([0.1, 0.1, 0.8], np.float32)
            self.four = self.one if rng.random() < 0.5 else self.ink
        self.spread = rng.uniform(0.44, 0.6)
        self.radius = rng.uniform(0.14, 0.25)
        self.big_one = rng.uniform(1.0, 1.7) if rng.random() < 0.35 else 1.0
        self.ring = rng.random() < 0.04
        self.square = rng.random() < 0.04
        self.dent = rng.uniform(0.0, 1.3)
        self.marble = colour(rng) if rng.random() < 0.3 else None

    def coat(self, p: Floats, n: Floats) -> tuple[Floats, Floats]:
        skin = np.tile(self.body, (len(p), 1))
        if self.marble is not None and np.abs(self.marble - self.ink).max() > 0.3:
            mix = 1 / (1 + np.exp(-3 * noise3(p, self.rng)))
            skin = (skin * (1 - mix[:, None]) + self.marble * mix[:, None]).astype(np.float32)
        bent = n.copy()
        axis = np.abs(p).argmax(1)
        sign = np.where(np.take_along_axis(p, axis[:, None], 1)[:, 0] > 0, 1, -1)
        for (a, s), value in self.sides.items():
            here = np.flatnonzero((axis == a) & (sign == s))
            if len(here):
                self.stamp(p, skin, bent, here, a, value)
        return skin, bent

    def stamp(self, p: Floats, skin: Floats, bent: Floats, here: NDArray[np.intp], a: int, value: int) -> None:
        i, j = [(1, 2), (2, 0), (0, 1)][a]
        ink = {1: self.one, 4: self.four}.get(value, self.ink)
        radius = self.radius * (self.big_one if value == 1 else 1.0)
        for x, y in PIPS[value]:
            if self.turned[value]:
                x, y = y, -x
            du, dv = p[here, i] - x * self.spread, p[here, j] - y * self.spread
            r = np.maximum(np.abs(du), np.abs(dv)) * 1.1 if self.square else np.hypot(du, dv)
            cover = np.clip((radius - r) / 0.04 + 0.5, 0, 1)
            if self.ring:
                cover = cover * np.clip((r - 0.55 * radius) / 0.04 + 0.5, 0, 1)
            skin[here] += cover[:, None] * (ink - skin[here])
            push = np.float32(self.dent) * cover / max(radius, 0.05)
            bent[here, i] -= push * du
            bent[here, j] -= push * dv


def pose(rng: np.random.Generator) -> tuple[Floats, float, bool, bool, float]:
    """World from die, the camera's tilt, whether the picture may be turned, whether cocked, how far off upright."""
    spin = turn(2, rng.uniform(0, 2 * np.pi))
    tilt = float(
        np.deg2rad(rng.choice([rng.uniform(0, 14), rng.uniform(8, 30), rng.uniform(28, 56)], p=[0.4, 0.25, 0.35]))
    )
    if rng.random() < 0.07:
        off = float(np.deg2rad(rng.uniform(14, 45)))
        lay = np.asarray(turn(2, rng.uniform(0, 6.3)) @ turn(0, off) @ spin, np.float32)
        return lay, float(np.deg2rad(rng.uniform(0, 12))), True, True, off
    return spin, tilt, tilt < np.deg2rad(30), False, 0.0


def shade(
    rng: np.random.Generator,
    skin: Floats,
    n: Floats,
    view: Floats,
    lights: list[tuple[Floats, float, Floats]],
    height: Floats,
) -> Floats:
    ambient = rng.uniform(0.2, 0.75)
    sky = 0.5 + 0.5 * n[:, 2]
    lit = ambient * (rng.uniform(0.35, 0.9) + (1 - rng.uniform(0.35, 0.9)) * sky)[:, None] * np.ones((1, 3), np.float32)
    gloss, sharp = rng.choice([0.0, rng.uniform(0.1, 0.9)], p=[0.25, 0.75]), 10 ** rng.uniform(0.7, 2.4)
    shine = np.zeros((len(skin), 3), np.float32)
    for towards, power, tint in lights:
        lit = lit + power * np.maximum(n @ towards, 0)[:, None] * tint
        half = towards - view
        half = half / np.linalg.norm(half, axis=1, keepdims=True)
        shine += gloss * power * (np.maximum((n * half).sum(1), 0) ** sharp)[:, None] * tint
    rim = (1 - np.clip(-(n * view).sum(1), 0, 1)) ** 4
    shine += (rng.uniform(0, 0.35) * rim * sky)[:, None]
    close = 1 - rng.uniform(0, 0.5) * np.clip(-height, 0, 1) ** 2
    out: Floats = skin * lit * close[:, None] + shine
    return out


@dataclass(frozen=True)
class Setting:
    """A die before the camera: all that fixes where its points come to lie in the sprite."""

    body: Body
    paint: Paint
    lay: Floats  # world from die
    camera: Floats  # camera from world
    away: float
    zoom: float
    turns: bool
    cocked: bool
    off: float

    @staticmethod
    def draw(rng: np.random.Generator) -> "Setting":
        body, paint = Body(rng), Paint(rng)
        lay, tilt, turns, cocked, off = pose(rng)
        roll = rng.uniform(0, 2 * np.pi) if turns else rng.uniform(-0.45, 0.45)
        # the camera looks along -z, tipped towards +y: the top face moves up in the picture
        camera = np.asarray(turn(2, roll) @ turn(0, -tilt), np.float32)
        away = rng.uniform(5, 30)
        return Setting(body, paint, lay, camera, away, rng.uniform(1.5, 2.0) * 1.15, turns, cocked, off)

    @property
    def top(self) -> tuple[int, int]:
        """Axis and sign of the face that is up."""
        sides = {(a, s): float(s * self.lay[2, a]) for a in range(3) for s in (1, -1)}
        return max(sides, key=lambda k: sides[k])

    def top_pips(self) -> Floats:
        """Where the pips of the upper face lie in the sprite, x and y in px."""
        axis, sign = self.top
        i, j = [(1, 2), (2, 0), (0, 1)][axis]
        value = self.paint.sides[self.top]
        points = np.zeros((value, 3), np.float32)
        for n, (x, y) in enumerate(PIPS[value]):
            u, v = (y, -x) if self.paint.turned[value] else (x, y)
            points[n, axis], points[n, i], points[n, j] = sign, u * self.paint.spread, v * self.paint.spread
        seen = points @ self.lay.T @ self.camera.T
        flat = seen[:, :2] * (self.away / (self.away - seen[:, 2:])) / self.zoom
        return np.asarray((flat * (1, -1) + 1) / 2 * SIDE, np.float32)


def render(rng: np.random.Generator) -> Sprite:
    at = Setting.draw(rng)
    body, paint, lay, camera, away, zoom, turns, cocked, off = (
        at.body,
        at.paint,
        at.lay,
        at.camera,
        at.away,
        at.zoom,
        at.turns,
        at.cocked,
        at.off,
    )
    grid = (np.arange(SIDE, dtype=np.float32) + 0.5) / SIDE * 2 - 1
    px, py = (plane.ravel() for plane in np.meshgrid(grid * zoom, -grid * zoom))
    eye = np.array([0, 0, away], np.float32)
    ray = np.stack([px, py, np.full_like(px, -away)], 1)
    ray /= np.linalg.norm(ray, axis=1, keepdims=True)
    world_ray, world_eye = ray @ camera, eye @ camera
    view = world_ray.astype(np.float32)
    start = (world_eye + view * (away - 2.2)).astype(np.float32)
    t, hit = march(body, start @ lay, view @ lay)
    p_die = (start @ lay + (view @ lay) * t[:, None])[hit]
    n_die = body.normal(p_die)
    skin, bent = paint.coat(p_die, n_die)
    n = bent @ lay.T
    n /= np.maximum(np.linalg.norm(n, axis=1, keepdims=True), 1e-6)
    lights: list[tuple[Floats, float, Floats]] = []
    for _ in range(rng.integers(1, 4)):
        towards = np.array([rng.normal(), rng.normal(), rng.uniform(0.5, 2.5)], np.float32)
        tint = (1 + rng.normal(0, 0.06, 3)).astype(np.float32)
        lights.append((towards / np.linalg.norm(towards), rng.uniform(0.15, 0.8), tint))
    rgb = shade(rng, skin, n, view[hit], lights, (p_die @ lay.T)[:, 2])
    picture = np.zeros((SIDE * SIDE, 3), np.float32)
    picture[hit] = rgb
    exposure = rng.uniform(0.7, 1.15) / max(0.35, float(np.percentile(rgb, 95)) if rgb.size else 1.0) ** rng.uniform(
        0.2, 0.9
    )
    gamma = rng.uniform(0.55, 0.95)
    out = np.clip(picture * exposure, 0, 1) ** gamma
    floor = -float(np.abs(lay[2]).sum() * (1 - body.round) + body.round)
    dark = np.zeros(SIDE * SIDE, np.float32)
    dark[~hit] = cast(body, lay, start[~hit], view[~hit], floor, lights[0][0], rng)
    top = at.top
    normal = lay[:, top[0]] * top[1]
    lean = float(np.linalg.norm(np.cross(normal, camera[2])))
    value = paint.sides[top] if off < np.deg2rad(30) else 0
    return Sprite(
        (out.reshape(SIDE, SIDE, 3) * 255).astype(np.uint8),
        (hit.reshape(SIDE, SIDE) * 255).astype(np.uint8),
        (dark.reshape(SIDE, SIDE) * 255).astype(np.uint8),
        value,
        lean,
        turns,
        cocked,
    )


def cast(
    body: Body, lay: Floats, start: Floats, view: Floats, floor: float, towards: Floats, rng: np.random.Generator
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
