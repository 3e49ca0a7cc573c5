"""Path-traced photographs (Mitsuba) of Go for Gold's table with sheets drawn on by twelve hands, each with its truth.

python -m training.sheets.photoreal OUT [--from N] [--to N] [--samples N]
"""

import argparse
import json
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from companion.bench.drawing import SEATS, Round, a_round, laid_out, sheet_of
from companion.games.go_for_gold import GAME
from companion.games.go_for_gold.board import SIDES
from companion.games.protocol import to_json
from companion.kit.faces import face_svg, field_svg
from companion.kit.svg import raster
from companion.layout import Piece
from companion.simulation.pens import PENS, drawn, stroke_of
from companion.simulation.tabletop import Lying, Tabletop
from training.dice.photoreal.grounds import wood
from training.dice.photoreal.sizes import SEED, Array, Rng
from training.dice.photoreal.studio import Studio

WIDTH, HEIGHT = 1920, 1080
ART_PX_PER_MM = 8.0
FIELD_PX_PER_MM = 3.0
STEPS = 40  # of a sheet's mesh, along each side
ROUNDS = len(SIDES) * len(PENS) // len(SEATS)


def curled(piece: Piece, lying: Lying, rng: Rng) -> tuple[Array, Array, Array, Array]:
    """Paper that does not lie quite flat: points, normals, places on its picture, triangles."""
    u, v = np.meshgrid(np.linspace(0, 1, STEPS), np.linspace(0, 1, STEPS))
    x, y = (u - 0.5) * piece.width_mm, (v - 0.5) * piece.height_mm
    corner, lift = rng.uniform(0, 2 * np.pi), rng.uniform(0.0, 3.0)
    along = np.clip((x * np.cos(corner) + y * np.sin(corner)) / (0.5 * piece.width_mm), 0, 1.2)
    z = 0.4 + lift * along**2
    a = np.radians(lying.turned_deg)
    east = lying.x_mm + x * np.cos(a) - y * np.sin(a)
    south = lying.y_mm + x * np.sin(a) + y * np.cos(a)
    points = np.stack([east, -south, z], -1)
    ways = np.cross(np.gradient(points, axis=1), -np.gradient(points, axis=0))
    ways /= np.linalg.norm(ways, axis=2, keepdims=True)
    index = np.arange(STEPS * STEPS).reshape(STEPS, STEPS)
    a4, b4, c4, d4 = index[:-1, :-1], index[:-1, 1:], index[1:, :-1], index[1:, 1:]
    triangles = np.concatenate([np.stack(t3, -1).reshape(-1, 3) for t3 in ((a4, c4, d4), (a4, d4, b4))])
    return points.reshape(-1, 3), ways.reshape(-1, 3), np.stack([u, 1 - v], -1).reshape(-1, 2), triangles


def face(tabletop: Tabletop, piece: Piece, lying: Lying, pen: Any, seed: int) -> Array:
    """The sheet with everything drawn on it, red, green and blue, bottom up as Mitsuba likes it."""
    on_it = [one for one in tabletop.lying() if one.on == lying.id]
    strokes = [stroke_of(tabletop.layout.piece[one.piece], one, piece, lying) for one in on_it]
    art = drawn(raster(face_svg(GAME, piece.name), ART_PX_PER_MM), ART_PX_PER_MM, strokes, pen, f"{seed} {piece.name}")
    return np.ascontiguousarray(art[::-1, :, 2::-1])


class Table(Studio):
    """The whole table of one round as Mitsuba's scene."""

    def scene(self, round_: Round, first: int, seed: int, samples: int) -> dict[str, Any]:
        rng, tabletop = np.random.default_rng((SEED, seed)), laid_out(round_, seed)
        ground = wood(rng, 2000.0)
        scale = self.mi.ScalarTransform4f()
        top = scale.translate([420.0, -297.0, -1.0]).scale([1000.0, 1000.0, 1.0])
        board = scale.translate([420.0, -297.0, 0.0]).scale([420.0, 297.0, 1.0])
        field = raster(field_svg(GAME), FIELD_PX_PER_MM)[::-1, :, 2::-1]
        parts: dict[str, Any] = {
            "type": "scene",
            "how": {"type": "aov", "aovs": "colour:albedo,way:sh_normal", "light": {"type": "path", "max_depth": 4}},
            "eye": self.above(rng, seed, samples),
            "top": {"type": "rectangle", "to_world": top, "bsdf": self.plastic(self.picture(ground.colours), 0.2)},
            "field": {"type": "rectangle", "to_world": board, "bsdf": self.plastic(self.picture(field), 0.0)},
            **self.lights(rng),
        }
        for lying in (one for one in tabletop.lying() if one.on is None):
            piece = tabletop.layout.piece[lying.piece]
            seat = int(lying.piece[-1])
            picture = face(tabletop, piece, lying, PENS[first + seat - 1], seed)
            paper = {"type": "twosided", "bsdf": self.plastic(self.picture(picture), 0.0)}
            parts[f"sheet{seat}"] = self.ply(curled(piece, lying, rng), paper)
        return parts

    def lights(self, rng: Rng) -> dict[str, Any]:
        """The room with its windows, and a warm lamp well aside, where it neither hides the table nor is mirrored."""
        around, lean = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(45, 65))
        way = np.array([np.cos(around) * np.sin(lean), np.sin(around) * np.sin(lean), np.cos(lean)])
        at = np.array([420.0, -297.0, 0.0]) + 2600 * way
        glow = {"type": "rgb", "value": (np.array([1, 0.85, 0.65]) * rng.uniform(2, 8)).tolist()}
        look = self.mi.ScalarTransform4f().look_at(origin=at.tolist(), target=[420, -297, 0], up=[0.1, 0.2, 1])
        lamp = {
            "type": "rectangle",
            "to_world": look.scale([250.0, 250.0, 1.0]),
            "emitter": {"type": "area", "radiance": glow},
        }
        return {"room": self.room(rng), "lamp": lamp}

    def above(self, rng: Rng, seed: int, samples: int) -> dict[str, Any]:
        """A small camera, every second time straight over the table, else tilted."""
        tilt = np.radians(rng.uniform(0, 4) if seed % 2 else rng.uniform(15, 30))
        away, middle = rng.uniform(930, 1000) * (1 + 0.25 * np.sin(tilt)), np.array([420.0, -297.0, 0.0])
        eye = middle + away * np.array([0.0, -np.sin(tilt), np.cos(tilt)])
        look = self.mi.ScalarTransform4f().look_at(origin=eye.tolist(), target=middle.tolist(), up=[0, 1, 0])
        size = {"width": WIDTH, "height": HEIGHT, "pixel_format": "rgb", "rfilter": {"type": "box"}}
        return {
            "type": "thinlens",
            "to_world": look,
            "fov": 66.0,
            "fov_axis": "x",
            "aperture_radius": 0.6,
            "focus_distance": float(away),
            "film": {"type": "hdrfilm", **size},
            "sampler": {"type": "independent", "sample_count": samples},
        }

    def light(self, parts: dict[str, Any], seed: int) -> Array:
        layers = np.array(self.mi.render(self.mi.load_dict(parts), seed=seed), np.float32)
        seen = np.minimum(layers[..., :3], 40 * np.median(layers[..., :3]))
        colour, way = (np.ascontiguousarray(layers[..., s]) for s in (slice(3, 6), slice(6, 9)))
        return np.asarray(self.oidn.denoise(seen, albedo=colour.clip(0, 1), normal=way, hdr=True))


def developed(light: Array, rng: Rng) -> Array:
    """What a small camera makes of it: exposure, white balance, softness, noise, a tone curve."""
    bright = float(np.quantile(light.mean(-1), 0.9))
    light = light / bright * rng.uniform(0.55, 0.85) * rng.uniform(0.92, 1.08, 3)
    light = cv2.GaussianBlur(light.astype(np.float32), (0, 0), rng.uniform(0.5, 0.9))
    light = np.maximum(0, light + rng.normal(0, 1, light.shape) * np.sqrt(rng.uniform(2e-5, 2e-4) * light + 1e-6))
    shown = np.clip(light, 0, 1) ** (1 / 2.2)
    return np.asarray((255 * shown)[..., ::-1].clip(0, 255).astype(np.uint8))


def main() -> None:
    ask = argparse.ArgumentParser("photoreal", description="path-traced pictures of sheets drawn on by twelve hands")
    ask.add_argument("out", type=Path)
    ask.add_argument("--from", dest="first", type=int, default=0)
    ask.add_argument("--to", dest="last", type=int, default=ROUNDS)
    ask.add_argument("--samples", type=int, default=16)
    ask.add_argument("--variant", default="llvm_ad_rgb")
    given = ask.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    for index in range(given.first, given.last):
        since, rng = time.monotonic(), np.random.default_rng((SEED, index, 2))
        side, first = SIDES[index % len(SIDES)], index // len(SIDES) * len(SEATS) % len(PENS)
        round_ = a_round(side, 900 + index)
        with TemporaryDirectory() as folder:
            table = Table(given.variant, Path(folder))
            light = table.light(table.scene(round_, first, 900 + index, given.samples), index)
        name, quality = f"{side}_{index:03d}", int(rng.integers(78, 94))
        cv2.imwrite(str(given.out / f"{name}.jpg"), developed(light, rng), [cv2.IMWRITE_JPEG_QUALITY, quality])
        pens = {sheet_of(round_, seat): PENS[first + seat - 1].name for seat in SEATS}
        truth = {
            "state": to_json(round_.state),
            "moves": [to_json(move) for move in round_.moves.values()],
            "pens": pens,
        }
        (given.out / f"{name}.json").write_text(json.dumps(truth))
        print(f"{name}: {time.monotonic() - since:.0f} s", flush=True)


if __name__ == "__main__":
    main()
