"""Triangles: of a laid solid, of turned and flat pieces, and the file that Mitsuba reads them from."""

from pathlib import Path

import numpy as np

from training.dice.photoreal.sizes import Array
from training.dice.photoreal.solids import CELL, Laid, surface, yawed

SIDE = 72  # mesh steps along a face


def mesh(laid: Laid) -> tuple[Array, Array, Array, Array]:
    """Points, normals, places on the sheet, triangles."""
    side = SIDE if laid.solid.spots else SIDE // 3
    points, normals, _, _ = surface(laid.solid, side)
    t = (0.5 + np.linspace(0, 1, side) * (CELL - 1)) / CELL
    v, u = np.meshgrid(t, t, indexing="ij")
    uv = np.array([np.stack([(u + f % 3) / 3, (v + f // 3) / 2], -1) for f in range(6)])
    index = np.arange(6 * side * side).reshape(6, side, side)
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


def draughtsman(at: Array, radius: float) -> tuple[Array, Array, Array, Array]:
    """A turned disc with grooves round its face."""
    r = np.linspace(1, 0, 60)
    groove = 0.5 * (np.cos(r * 6 * np.pi) > 0.3) * (r < 0.92)
    top = np.stack([radius * r, 5.0 - groove], -1)
    return lathe(np.concatenate([[[radius, 0.0], [radius, 4.6]], top]), at)


MEEPLE = np.array(
    [(0, 8), (2.4, 7.2), (3, 5), (2.6, 3.4), (8, 1.6), (8, -0.6), (3.6, -1), (6.5, -8), (1.6, -8), (0, -4.6)]
)


def meeple(at: Array, yaw: float, lies: bool) -> tuple[Array, Array, Array, Array]:
    """A wooden figure 10 mm thick, standing or lying."""
    rim = np.vstack([MEEPLE, (MEEPLE * [-1, 1])[-2:0:-1]])
    n = len(rim)
    faces = [np.column_stack([np.vstack([[[0, 0]], rim]), np.full(n + 1, z)]) for z in (-5.0, 5.0)]
    ends = np.roll(rim, -1, 0)
    walls = np.stack([np.column_stack([p, np.full(n, z)]) for z in (-5.0, 5.0) for p in (rim, ends)], 1).reshape(-1, 3)
    points = np.vstack([*faces, walls])
    k = np.arange(n)
    fan = np.stack([np.zeros(n, int), 1 + k, 1 + (k + 1) % n], -1)
    quad = 2 * (n + 1) + 4 * k[:, None]
    sides = np.vstack([quad + np.array([0, 1, 3]), quad + np.array([0, 3, 2])])
    along = ends - rim
    out = np.column_stack([-along[:, 1], along[:, 0], np.zeros(n)])
    out = out / np.linalg.norm(out, axis=1, keepdims=True)
    normals = np.vstack([np.tile([0, 0, -1.0], (n + 1, 1)), np.tile([0, 0, 1.0], (n + 1, 1)), np.repeat(out, 4, 0)])
    stand = np.eye(3) if lies else np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
    turn = yawed(yaw) @ stand
    lift = np.array([at[0], at[1], 5.0 if lies else 8.0])
    triangles = np.vstack([fan, fan[:, ::-1] + n + 1, sides])
    return points @ turn.T + lift, normals @ turn.T, np.zeros((len(points), 2)), triangles
