"""Triangles: of a laid solid, of turned and flat pieces, and the file that Mitsuba reads them from."""

from pathlib import Path

import numpy as np

from training.dice.photoreal.sizes import Array
from training.dice.photoreal.solids import CELL, Laid, surface, yawed

SIDE = 72  # mesh steps along a face


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
