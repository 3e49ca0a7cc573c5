"""Mitsuba's words for a set: wood around the field, a room with windows, a lamp, and light that comes back."""

from pathlib import Path
from typing import Any

import numpy as np

from training.dice.photoreal.grounds import wood
from training.dice.photoreal.sizes import Array, Rng
from training.dice.photoreal.studio import Studio
from training.kits.sets import Scenery, Shown
from training.kits.views import Condition, View

TABLE_MM = 2400.0
TILE = 384  # pixels; parts are all of one size, or Mitsuba would compile its program again for each
BRIGHTEST = 60.0  # what shines more than this is taken down: fireflies
LIGHT = ((np.arange(256) / 255) ** 2.2).astype(np.float32)
GLOSS, MATT = 0.07, 0.0  # roughness of laminated paper; 0 for none
UP = np.array([1.0, -1.0, 1.0])  # the table's y goes to the south, Mitsuba's to the north


class Atelier(Studio):
    """One room: its light and its table stay the same from picture to picture."""

    def __init__(self, variant: str, folder: Path, seed: int, condition: Condition, view: View, ground: Array) -> None:
        super().__init__(variant, folder)
        self.condition = condition
        self.view = view
        rng = np.random.default_rng((seed, 7))
        top = wood(rng, TABLE_MM)
        self._wood, self._varnish = self.linear(top.colours), max(0.2, float(top.gloss))
        self._field, self._field_shape = self.linear(ground), ground.shape
        self._lights = {"room": self.room(rng), **self._lamps(rng)}

    def render(self, scene: Scenery, samples: int, seed: int) -> tuple[Array, Shown]:
        """Linear light before the lens, and what every pixel shows."""
        sheet = scene.sheet.whole()
        built = self.mi.load_dict(self._scene(scene, sheet))
        size = self.view.render_size()
        light, place, uv = self._seen(built, (0, 0, *size), samples, seed)
        return light, Shown(place, uv * [sheet.shape[1], sheet.shape[0]])

    def again(self, scene: Scenery, light: Array, where: Array, samples: int, seed: int) -> Array:
        """The light of a picture of which only what lies within those circles has changed."""
        built, light = self.mi.load_dict(self._scene(scene, scene.sheet.whole())), light.copy()
        for x, y in _tiles(where, light.shape[1], light.shape[0]):
            part = self._seen(built, (x, y, TILE, TILE), samples, seed)[0]
            light[y : y + TILE, x : x + TILE] = part
        return light

    def _seen(self, built: Any, box: tuple[int, int, int, int], samples: int, seed: int) -> tuple[Array, Array, Array]:
        eye = self.mi.load_dict(self._eye(box, samples))
        layers = np.array(self.mi.render(built, sensor=eye, seed=seed), np.float32)
        light = np.minimum(layers[..., :3], BRIGHTEST)
        colour, way, place, uv = (
            np.ascontiguousarray(layers[..., a:b]) for a, b in ((3, 6), (6, 9), (9, 12), (12, 14))
        )
        return np.asarray(self.oidn.denoise(light, albedo=colour.clip(0, 1), normal=way, hdr=True)), place, uv

    def _scene(self, scene: Scenery, sheet: Array) -> dict[str, Any]:
        aovs = "colour:albedo,way:sh_normal,place:position,print:uv"
        parts: dict[str, Any] = {
            "type": "scene",
            "how": {"type": "aov", "aovs": aovs, "light": {"type": "path", "max_depth": 3}},
            "table": self._table(),
            **self._lights,
        }
        faces, gloss = self.linear(sheet), GLOSS if self.condition.is_laminated else MATT
        heaps = ("ground", scene.ground, self._field, gloss), ("prints", scene.prints, faces, gloss)
        for name, heap, paint, rough in (
            *heaps,
            ("solids", scene.solids, faces, 0.2),
            ("skin", scene.skin, faces, 0.0),
        ):
            if heap.parts:
                shape = self._field_shape if name == "ground" else sheet.shape
                parts[name] = self.ply(heap.whole(shape), {"type": "twosided", "bsdf": self.plastic(paint, rough)})
        return parts

    def linear(self, sheet: Array) -> Any:
        """A picture as light: Mitsuba takes many seconds over what a table of 256 numbers does."""
        return self.mi.load_dict(self.picture(LIGHT[sheet], raw=True))

    def _table(self) -> dict[str, Any]:
        half, (x, y, _) = TABLE_MM / 2, self.view.target * UP
        corners = half * np.array([[-1, 1, 0], [1, 1, 0], [1, -1, 0], [-1, -1, 0]]) + np.array([x, y, -0.6])
        uv, up = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]]), np.tile([0.0, 0, 1], (4, 1))
        paint = {"type": "twosided", "bsdf": self.plastic(self._wood, self._varnish)}
        return self.ply((corners, up, uv, np.array([[0, 1, 2], [0, 2, 3]])), paint)

    def _eye(self, box: tuple[int, int, int, int], samples: int) -> dict[str, Any]:
        """A part of the picture: x, y, width and height in pixels before the lens."""
        x, y, wide, high = box
        middle = np.array(self.view.render_size()) / 2 - [x + wide / 2, y + high / 2]
        look = self.mi.ScalarTransform4f().look_at(
            origin=(self.view.at * UP).tolist(),
            target=(self.view.target * UP).tolist(),
            up=(self.view.north * UP).tolist(),
        )
        return {
            "type": "perspective",
            "to_world": look,
            "fov": float(np.degrees(2 * np.arctan(wide / 2 / self.view.focal_px))),
            "fov_axis": "x",
            "principal_point_offset_x": float(-middle[0] / wide),
            "principal_point_offset_y": float(-middle[1] / high),
            "film": {
                "type": "hdrfilm",
                "width": wide,
                "height": high,
                "pixel_format": "rgb",
                "rfilter": {"type": "box"},
            },
            "sampler": {"type": "independent", "sample_count": samples},
        }

    def _lamps(self, rng: Rng) -> dict[str, Any]:
        """A warm lamp aside; over laminated paper also one, and a window, where the camera sees them mirrored."""
        around, lean = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(35, 60))
        way = np.array([np.cos(around) * np.sin(lean), np.sin(around) * np.sin(lean), np.cos(lean)])
        lamps = {"lamp": self._lit(self.view.target * UP + 2400 * way, 220, 220, np.array([1, 0.85, 0.65]) * 12)}
        if self.condition.is_laminated:
            lamps["mirrored"] = self._lit(self._mirrored(rng, 700), 60, 60, np.array([1, 0.85, 0.6]) * 120)
            lamps["window"] = self._lit(self._mirrored(rng, 1500), 320, 450, np.array([0.85, 0.95, 1.0]) * 14)
        return lamps

    def _mirrored(self, rng: Rng, over_mm: float) -> Array:
        """Where a lamp hangs that is mirrored somewhere on the field, so far above the camera's height."""
        at, spot = (
            self.view.at * UP,
            self.view.target * UP + [*rng.uniform(-280, 280, 1), *rng.uniform(-180, 180, 1), 0],
        )
        high = at[2] + over_mm
        return np.array([*(spot[:2] + (spot[:2] - at[:2]) * high / at[2]), high])

    def _lit(self, at: Array, x: float, y: float, glow: Array) -> dict[str, Any]:
        target = [*at[:2], 0.0] if self.condition.is_laminated else (self.view.target * UP).tolist()
        up = [0.0, 1.0, 0.0] if self.condition.is_laminated else [0.1, 0.2, 1.0]
        look = self.mi.ScalarTransform4f().look_at(origin=at.tolist(), target=target, up=up)
        light = {"type": "area", "radiance": {"type": "rgb", "value": glow.tolist()}}
        return {"type": "rectangle", "to_world": look.scale([float(x), float(y), 1.0]), "emitter": light}


def _tiles(where: Array, wide: int, high: int) -> list[tuple[int, int]]:
    """Upper left corners of parts that cover all those circles, as far as they are in the picture."""
    found: list[tuple[int, int]] = []
    for x, y, radius in where[np.argsort(-where[:, 2])] if len(where) else ():
        for at in _around(x - radius, x + radius, wide):
            for down in _around(y - radius, y + radius, high):
                box = (
                    max(x - radius, at),
                    max(y - radius, down),
                    min(x + radius, at + TILE),
                    min(y + radius, down + TILE),
                )
                if box[0] < min(box[2], wide) and box[1] < min(box[3], high) and not _is_covered(box, found):
                    found.append((at, down))
    return found


def _around(low: float, high: float, most: int) -> list[int]:
    number = int(np.ceil((high - low) / TILE))
    starts = (low + high) / 2 - number * TILE / 2 + TILE * np.arange(number)
    return [int(start) for start in starts.clip(0, most - TILE)]


def _is_covered(box: tuple[float, ...], tiles: list[tuple[int, int]]) -> bool:
    x0, y0, x1, y1 = box
    return any(x <= x0 and y <= y0 and x1 <= x + TILE and y1 <= y + TILE for x, y in tiles)
