"""Mitsuba's words for a plan: materials, pieces, table, lights, lens."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from training.dice.photoreal.camera import Camera
from training.dice.photoreal.clutter import keypad, printed_dice, relief, token_face
from training.dice.photoreal.meshes import draughtsman, meeple, mesh, pawn, slab, write_ply
from training.dice.photoreal.plans import Plan
from training.dice.photoreal.sizes import HEIGHT, SEED, WIDTH, Array, Colour, Rng
from training.dice.photoreal.solids import Solid, paint
from training.dice.photoreal.throws import lifted


class Studio:
    """Speaks to Mitsuba: plans in, linear light out."""

    def __init__(self, variant: str, folder: Path, film: tuple[int, int] = (WIDTH, HEIGHT)) -> None:
        try:
            self.mi: Any = importlib.import_module("mitsuba")
            self.oidn: Any = importlib.import_module("pyoidn")
        except ImportError as missing:
            raise SystemExit(f"no {missing.name} here; pip install mitsuba pyoidn into this environment") from missing
        self.mi.set_variant(variant)
        if variant.startswith("llvm"):
            importlib.import_module("drjit").set_thread_count(1)
        self.folder, self.film = folder, film
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
        if what in ("printed", "remote"):
            face, x, y = (printed_dice(rng), 18.0, 18.0) if what == "printed" else (keypad(rng), 15.0, 45.0)
            return [
                self.ply(slab(x, y, 2, lifted(at, at[2] + 0.2), piece["yaw"]), self.plastic(self.picture(face), 0.3))
            ]
        if what in ("meeple", "draughtsman"):
            lies, r = bool(rng.random() < 0.4), float(rng.uniform(9, 15))
            parts = meeple(at, piece["yaw"], lies) if what == "meeple" else draughtsman(at, r)
            return [self.ply(parts, {"type": "twosided", "bsdf": self.plastic(colour, rng.choice([0.0, 0.15]))})]
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
        wide, high = self.film
        film = {"type": "hdrfilm", "width": wide, "height": high, "pixel_format": "rgb", "rfilter": {"type": "box"}}
        return {
            "type": "thinlens",
            "to_world": look,
            "fov": float(np.degrees(2 * np.arctan(WIDTH / 2 / camera.focal_px))),
            "fov_axis": "x",
            "aperture_radius": float(camera.aperture),
            "focus_distance": camera.focus,
            "film": film,
            "sampler": {"type": "independent", "sample_count": samples},
        }

    def lens(self, camera: Camera, samples: int) -> Any:
        """The camera's eye. Mitsuba builds these two numbers into its program, and would compile it for each view."""
        eye = self.mi.load_dict(self.eye(camera, samples))
        if self.mi.variant().startswith("llvm"):
            told = self.mi.traverse(eye)
            for name, value in (("aperture_radius", camera.aperture), ("focus_distance", camera.focus)):
                told[name] = importlib.import_module("drjit").opaque(self.mi.Float, float(value), 1)
            told.update()
        return eye

    def shoot(
        self, plan: Plan, cameras: list[Camera], index: int, cards: Array | None, samples: int
    ) -> Iterator[tuple[Array, Array]]:
        """Light and colours of the table as each camera sees it: a scene costs as much to build as a look at it."""
        rng = np.random.default_rng((SEED, index, 1))
        clear = any(die.solid.coat.kind in ("clear", "frosted") for die in plan.dice)
        path = {"type": "path", "max_depth": 10 if clear else 5, "rr_depth": 5}
        scene: dict[str, Any] = {
            "type": "scene",
            "how": {"type": "aov", "aovs": "colour:albedo,way:sh_normal", "light": path},
            "table": self.table(plan),
            **self.lights(rng),
        }
        for k, laid in enumerate(plan.dice + plan.dominoes):
            scene[f"solid{k}"] = self.ply(mesh(laid), self.material(laid.solid, rng))
        for k, piece in enumerate(plan.clutter):
            scene |= {f"thing{k}_{j}": part for j, part in enumerate(self.thing(piece, cards))}
        built = self.mi.load_dict(scene)
        for camera in cameras:
            layers = np.array(self.mi.render(built, sensor=self.lens(camera, samples), seed=index), np.float32)
            light = np.minimum(layers[..., :3], 40 * np.median(layers[..., :3]))
            colour, way = (np.ascontiguousarray(layers[..., s]) for s in (slice(3, 6), slice(6, 9)))
            yield np.asarray(self.oidn.denoise(light, albedo=colour.clip(0, 1), normal=way, hdr=True)), colour
