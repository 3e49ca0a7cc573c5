"""The set of one picture: the printed faces of a take laid out, and what of them can be labelled."""

from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from companion.games.protocol import Game
from companion.kit.faces import face_svg, face_tags, field_svg
from companion.kit.svg import raster
from companion.layout import FRAME_MARKER_MM, Layout, Piece
from companion.simulation.pens import drawn, pen_of, stroke_of
from companion.simulation.tabletop import Lying
from training.dice.photoreal.sizes import Array, Colour
from training.kits.plays import Take
from training.kits.shapes import Heap, Sheet, curled_face, die_parts, face_of, hand_parts, rim, turned, walls
from training.kits.views import HEIGHT, WIDTH, Condition, View

FIELD_PER_MM, FACE_PER_MM = 2.5, 4.0
PAPER: Colour = (228, 224, 214)
THIN_MM = 1.0  # what is thinner curls
TALL_MM = 5.0  # what is higher is no cardboard
PILE_MM = 0.008  # every next thing lies so much higher: nothing shares a plane
NEAR_MM, NEAR_TEXELS = 6.0, 6.0  # a point is seen where the picture shows that place and that bit of print
SHADE = 0.8  # a shadow worth rendering is so many times as long as its thing is high
STEPS = 8  # a marker is looked at in so many rows


@dataclass(frozen=True)
class Mark:
    """A marker: its corners in mm, and on the sheet of faces; clockwise from its upper left."""

    id: int | str
    corners: Array
    texels: Array

    def inside(self) -> tuple[Array, Array]:
        t = (np.arange(STEPS) + 0.5) / STEPS
        u, v = (grid.reshape(-1, 1) for grid in np.meshgrid(t, t))
        return tuple(
            (1 - v) * ((1 - u) * c[0] + u * c[1]) + v * ((1 - u) * c[3] + u * c[2]) for c in (self.corners, self.texels)
        )


@dataclass
class Scenery:
    """What is rendered, heap by heap of one material, and what is labelled."""

    sheet: Sheet = field(default_factory=Sheet)
    ground: Heap = field(default_factory=Heap)  # the field alone has a sheet of its own
    prints: Heap = field(default_factory=Heap)
    solids: Heap = field(default_factory=Heap)
    skin: Heap = field(default_factory=Heap)
    frame: list[Mark] = field(default_factory=list)
    marks: dict[int, list[Mark]] = field(default_factory=dict)


@cache
def face(game: Game, piece: str) -> Array:
    """As the kit prints it, BGRA."""
    return np.asarray(raster(face_svg(game, piece), FACE_PER_MM))


@cache
def ground(game: Game) -> Array:
    return np.ascontiguousarray(np.asarray(raster(field_svg(game), FIELD_PER_MM))[:, :, 2::-1])


def scenery(game: Game, layout: Layout, take: Take, condition: Condition, seed: int) -> Scenery:
    scene, rng = Scenery(), np.random.default_rng(seed)
    _lay_field(scene, game, layout)
    order = sorted((one for one in take.lying if one.on is None), key=lambda one: take.heights[one.id])
    for number, lying in enumerate(order):
        _lay(scene, game, layout, take, lying, PILE_MM * (number + 1), condition.curl_mm, seed)
    for die in take.dice:
        scene.solids.add(*die_parts(die, layout.die_mm, scene.sheet, rng))
    if take.hand is not None:
        for parts in hand_parts(take.hand, scene.sheet, rng):
            scene.skin.add(*parts)
    return scene


def _lay_field(scene: Scenery, game: Game, layout: Layout) -> None:
    size = layout.width_mm, layout.height_mm
    half = np.array(size) / 2
    outline = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    points, *rest = face_of(outline, 0.0, size, (0, 0), FIELD_PER_MM)
    scene.ground.add(points + np.array([*half, 0.0]), *rest)
    for number, (x, y) in enumerate(layout.frame_corners()):
        square = _square(FRAME_MARKER_MM) + np.array([x, y])
        scene.frame.append(Mark(f"frame{number}", np.column_stack([square, np.zeros(4)]), square * FIELD_PER_MM))


def _lay(
    scene: Scenery, game: Game, layout: Layout, take: Take, lying: Lying, pile: float, curl: float, seed: int
) -> None:
    piece = layout.piece[lying.piece]
    art, size, z = _written(game, layout, take, lying, seed), (piece.width_mm, piece.height_mm), take.heights[lying.id]
    is_written = any(one.on == lying.id for one in take.lying)
    texel = scene.sheet.once(f"{piece.name} {lying.id if is_written else ''}", art[:, :, 2::-1])
    outline = rim(art, *size)
    is_curled = bool(curl) and piece.thickness_mm < THIN_MM
    if is_curled:
        way = float(np.random.default_rng((seed, lying.id)).uniform(0, 2 * np.pi))
        top = curled_face(z + pile, size, texel, FACE_PER_MM, curl, way)
    else:
        top = face_of(outline, z + pile, size, texel, FACE_PER_MM)
        low, is_tall = max(0.0, z - piece.top_mm), piece.top_mm > TALL_MM
        colour = _body(piece) if is_tall else PAPER
        sides = walls(outline, low, z + pile, scene.sheet.plain(colour), 0.92 if is_tall else 1.0)
        scene.solids.add(*_placed(sides, lying))
    scene.prints.add(*_placed(top, lying))
    scene.marks[lying.id] = []
    for marker, x, y, side in face_tags(piece):
        flat = _square(side) + np.array([x, y])
        corners = turned(flat - np.array(size) / 2, lying.x_mm, lying.y_mm, lying.turned_deg)
        lift = np.zeros(4) if not is_curled else _lift(flat, size, curl, way)
        mark = Mark(marker, np.column_stack([corners, z + pile + lift]), flat * FACE_PER_MM + texel)
        scene.marks[lying.id].append(mark)


def _written(game: Game, layout: Layout, take: Take, lying: Lying, seed: int) -> Array:
    """The face with what is drawn on it."""
    sheet, art = layout.piece[lying.piece], face(game, lying.piece)
    on_it = [one for one in take.lying if one.on == lying.id]
    if not on_it:
        return art
    strokes = [stroke_of(layout.piece[one.piece], one, sheet, lying) for one in on_it]
    return np.asarray(drawn(art, FACE_PER_MM, strokes, pen_of(seed, sheet.name), f"{seed} {sheet.name}"))


def _placed(parts: tuple[Array, Array, Array, Array], lying: Lying) -> tuple[Array, Array, Array, Array]:
    points, normals, texels, triangles = parts
    flat = turned(points[:, :2], lying.x_mm, lying.y_mm, lying.turned_deg)
    ways = turned(normals[:, :2], 0, 0, lying.turned_deg)
    return np.column_stack([flat, points[:, 2]]), np.column_stack([ways, normals[:, 2]]), texels, triangles


def _lift(flat: Array, size: tuple[float, float], curl: float, way: float) -> Array:
    aside = (2 * flat / size - 1) @ [np.cos(way), np.sin(way)]
    return np.asarray(curl * np.clip(aside, 0, 1.2) ** 2)


def _square(side: float) -> Array:
    return np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2


def _body(piece: Piece) -> Colour:
    colour = piece.colour or "#8a7a66"
    red, green, blue = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    return red, green, blue


# Labels


@dataclass(frozen=True)
class Shown:
    """What the path tracer says of every pixel before the lens: where it looks, and at which texel."""

    places: Array
    texels: Array

    def share(self, view: View, points: Array, texels: Array) -> float:
        """How much of these points is seen."""
        size = self.places.shape[1], self.places.shape[0]
        px = np.round(view.project(points, size, is_straight=True)).astype(int)
        inside = ((px >= 0) & (px < size)).all(axis=1) & _in_picture(view.project(points))
        x, y = px.clip(0, np.array(size) - 1).T
        off_mm = np.linalg.norm(self.places[y, x] - points * [1, -1, 1], axis=1)
        off_texels = np.linalg.norm(self.texels[y, x] - texels, axis=1)
        return float((inside & (off_mm < NEAR_MM) & (off_texels < NEAR_TEXELS)).mean())


def _in_picture(px: Array) -> Array:
    return np.asarray(((px >= 0) & (px < [WIDTH, HEIGHT])).all(axis=1))


def pieces_of(layout: Layout, take: Take) -> list[dict[str, Any]]:
    """Where each piece lies, as a film says it."""
    return [
        {
            "piece": one.piece,
            "space": one.space,
            "x_mm": round(one.x_mm, 1),
            "y_mm": round(one.y_mm, 1),
            "turned_deg": round(one.turned_deg % 360, 1),
        }
        for one in take.lying
        if not one.is_rubbed_out
    ]


def label(layout: Layout, take: Take, scene: Scenery, view: View, shown: Shown) -> dict[str, Any]:
    """All that a photograph shows, as a picture of the shared folder says it."""
    rows = pieces_of(layout, take)
    for row, lying in zip(rows, (one for one in take.lying if not one.is_rubbed_out), strict=True):
        if scene.marks.get(lying.id):
            row["markers"] = [_marked(mark, view, shown) for mark in scene.marks[lying.id]]
    dice = []
    for die in take.dice:
        top = view.project(np.array([[die.x_mm, die.y_mm, layout.die_mm]]))[0]
        dice.append({"value": die.value, "x_mm": die.x_mm, "y_mm": die.y_mm, "centre_px": top.round(2).tolist()})
    return {
        "camera": {
            "K": view.matrix().tolist(),
            "dist": [view.k1, 0.0, 0.0, 0.0, 0.0],
            "position_mm": view.at.round(2).tolist(),
            "tilt_deg": view.tilt_deg,
            "height_mm": float(view.at[2]),
        },
        "frame_markers": [_marked(mark, view, shown) for mark in scene.frame],
        "pieces": rows,
        "dice": dice,
    }


def _marked(mark: Mark, view: View, shown: Shown) -> dict[str, Any]:
    corners = view.project(mark.corners)
    side = float(np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).min())
    seen = shown.share(view, *mark.inside())
    return {
        "id": mark.id,
        "corners_px": corners.round(2).tolist(),
        "side_px": round(side, 2),
        "visible": round(seen, 3),
    }


# What changes from take to take


def touched(view: View, layout: Layout, before: Take, after: Take) -> Array:
    """Middles and radii in pixels before the lens, one row each, of all that differs between two takes."""
    size = view.render_size()
    rows = []
    for one in set(before.lying) ^ set(after.lying):
        piece = layout.piece[one.piece]
        radius = float(np.hypot(piece.width_mm, piece.height_mm)) / 2
        rows.append((one.x_mm, one.y_mm, 0.0, radius + SHADE * piece.top_mm))
    rows += [(d.x_mm, d.y_mm, 0.0, (1 + SHADE) * layout.die_mm) for d in set(before.dice) ^ set(after.dice)]
    for hand in (one for one in (before.hand, after.hand) if one is not None):
        tip, elbow = np.array(hand.tip), np.array(hand.elbow)
        way = (elbow - tip) / np.linalg.norm(elbow - tip)
        rows += [(*(tip + far * way), 60.0, 95.0) for far in range(0, 800, 60)]
    if not rows:
        return np.zeros((0, 3))
    table = np.array(rows)
    px = view.project(table[:, :3], size, is_straight=True)
    per_mm = view.focal_px / (view.at[2] - table[:, 2])
    return np.column_stack([px, table[:, 3] * per_mm + 6])
