"""The third ink: a frame of the pretend table as a camera would see it, with perspective, lens, shadow and noise."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from math import cos, hypot, radians, sin, tan
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.layout import FLAT_MM, Layout, Piece
from companion.simulation.layers import Layers, Thing
from companion.simulation.paint import bgr, darken, die_face, over, shine
from companion.simulation.pens import Pen, drawn, pen_of, stroke_of
from companion.simulation.tabletop import Hand, Lying, LyingDie, Tabletop
from hardware.camera import Frame

Image = npt.NDArray[np.uint8]
Pixels = npt.NDArray[Any]
Matrix = npt.NDArray[np.float64]
Lit = Mapping[str, tuple[int, int, int]]  # space -> red, green, blue

PAPER_MM = 1.0  # what is thinner curls
FIELD_WAY = 0.7  # radians: towards which of its corners a curled field rises
KNOTS_PX = 16  # between the points whose place on curled paper is worked out


@dataclass(frozen=True)
class Pose:
    """Where the camera hangs: over which point, how high, how crooked, and through what lens."""

    over_mm: tuple[float, float]
    height_mm: float
    tilt_deg: tuple[float, float] = (1.5, -1.0)
    roll_deg: float = 0.8
    fov_deg: float = 66.0  # across the picture's width
    lens_k1: float = -0.03
    lens_k2: float = 0.0


@dataclass(frozen=True)
class Weather:
    """What lies between the table and the picture."""

    light: float = 1.0
    uneven: float = 0.25  # how much darker the far corner is
    warmth: float = 0.05  # above 0 the lamp is warm, below 0 cold
    noise: float = 3.0
    blur_px: float = 0.7
    glare: tuple[float, float, float] | None = None  # x_mm, y_mm, radius in mm
    shadow: float = 0.0  # how dark an edge of shadow lies across the table
    shadow_px: float = 25.0  # how soft that edge is
    top: tuple[int, int, int] = (58, 84, 120)  # what the table is made of: blue, green, red
    window: tuple[float, float, float, float] | None = None  # mirrored in laminated paper: x0, y0, x1, y1 in mm
    sheen: float = 1.0  # of that window: how much of its light the paper throws back
    curl_mm: float = 0.0  # by how much an edge of what is printed on paper rises from the table


@dataclass(frozen=True)
class Picture:
    """The size of a frame in pixels."""

    width: int = 1920
    height: int = 1080


def hung_over(
    layout: Layout,
    picture: Picture = Picture(),
    fov_deg: float = 66.0,
    margin: float = 1.05,
    tilt_deg: tuple[float, float] = (1.5, -1.0),
) -> Pose:
    """A camera that looks at the middle of the table from just high enough to see all of it."""
    focal = picture.width / 2 / tan(radians(fov_deg / 2))
    height = focal * margin / min(picture.width / layout.width_mm, picture.height / layout.height_mm)
    aside = height * tan(radians(tilt_deg[1])), -height * tan(radians(tilt_deg[0]))
    middle = layout.width_mm / 2 + aside[0], layout.height_mm / 2 + aside[1]
    return Pose(middle, height, tilt_deg, fov_deg=fov_deg)


class SimCamera:
    """Looks down on a Tabletop. `faces(piece)` and `field` are the kit's own artwork, BGRA."""

    FIELD_PX_PER_MM = 2.5
    FACE_PX_PER_MM = 4.0

    def __init__(
        self,
        tabletop: Tabletop,
        field: Callable[[float], Image],
        face: Callable[[str, float], Image],
        clock: Callable[[], float],
        seed: int = 0,
        pose: Pose | None = None,
        weather: Weather = Weather(),
        picture: Picture = Picture(),
        lit: Callable[[], Lit] = dict,
        pen: Callable[[str], Pen] | None = None,
    ) -> None:
        """`pen` says what the sheet of that name is drawn on with; without it everybody takes one from the box."""
        self.weather = weather
        self.lit = lit
        self._tabletop = tabletop
        self._face = cached_face = lru_cache(maxsize=None)(face)
        scale = self.FACE_PX_PER_MM
        self._rim = lru_cache(maxsize=None)(lambda name: _rim_of(cached_face(name, scale), scale))
        self._field_art = field(self.FIELD_PX_PER_MM)
        self._clock = clock
        self._seed = seed
        self._pen = pen or (lambda sheet: pen_of(seed, sheet))
        self._written: dict[int, tuple[object, Image]] = {}  # sheets as they are drawn on
        self._rng = np.random.default_rng(seed)
        self._picture = picture
        self._pose = pose or hung_over(tabletop.layout, picture)
        self._drawn: tuple[object, ...] = ()
        self._still: Image | None = None
        self._ground: tuple[object, Image] | None = None
        self._layers = Layers()
        self._planes: dict[tuple[Pose, float], Matrix] = {}
        self._grain = self._grained() if weather.noise > 0 else None
        self._noise: tuple[float, Image, Image] | None = None  # how strong, what it adds, what it takes away

    @property
    def pose(self) -> Pose:
        return self._pose

    def bump(self, pose: Pose) -> None:
        """Somebody knocked against the lamp arm."""
        self._pose = pose
        self._planes.clear()

    def frame(self) -> Frame:
        lit = dict(self.lit())
        drawn = (self._tabletop.version, self._pose, self.weather, tuple(sorted(lit.items())))
        if drawn != self._drawn or self._still is None:
            self._still, self._drawn = self._draw(lit), drawn
        return Frame(self._with_noise(self._still), self._clock())

    def close(self) -> None:
        """Nothing to let go of."""

    def _draw(self, lit: Lit) -> Image:
        picture = self._layers.painted(self._ground_picture(), list(self._things()))
        for die in self._tabletop.dice:
            self._paint_die(picture, die)
        self._paint_lamps(picture, lit)
        if self._tabletop.hand is not None:
            self._paint_hand(picture, self._tabletop.hand)
        return self._through_lens(picture)

    def _things(self) -> Iterator[Thing]:
        """The pieces, those in front last, with what is written on them."""
        heights = self._tabletop.heights()
        drawn_on: dict[int, list[Lying]] = {}
        for lying in self._tabletop.lying():
            if lying.on is not None:
                drawn_on.setdefault(lying.on, []).append(lying)
        for lying in self.in_front_last():
            top_mm = heights[lying.id] + self.lift_mm(lying.x_mm, lying.y_mm)
            looks = lying, top_mm, tuple(drawn_on.get(lying.id, ()))
            yield Thing(looks, partial(self._paint_piece, lying=lying, top_mm=top_mm))

    # Geometry

    def _camera(self) -> tuple[Matrix, Matrix, Matrix]:
        focal = self._picture.width / 2 / tan(radians(self._pose.fov_deg / 2))
        inner = np.array([[focal, 0, self._picture.width / 2], [0, focal, self._picture.height / 2], [0, 0, 1]])
        turn = _turning(*self._pose.tilt_deg, self._pose.roll_deg)
        centre = np.array([*self._pose.over_mm, -self._pose.height_mm])
        return inner, turn, -turn @ centre

    def plane(self, height_mm: float) -> Matrix:
        """Millimetres at that height above the table -> pixels, before the lens."""
        if (self._pose, height_mm) not in self._planes:
            inner, turn, shift = self._camera()
            flat = inner @ np.column_stack((turn[:, 0], turn[:, 1], shift - height_mm * turn[:, 2]))
            self._planes[self._pose, height_mm] = np.asarray(flat)
        return self._planes[self._pose, height_mm]

    def in_front_last(self) -> list[Lying]:
        """What lies on the table, low things first, and of those as high as each other the farthest from the camera."""
        pieces, (x, y) = self._tabletop.layout.piece, self._pose.over_mm
        on_table = [one for one in self._tabletop.lying() if one.on is None]
        return sorted(on_table, key=lambda one: _depth(pieces[one.piece], hypot(one.x_mm - x, one.y_mm - y)))

    def lift_mm(self, x_mm: float, y_mm: float) -> float:
        """How much higher something lies there because the field curls under it."""
        layout = self._tabletop.layout
        aside = np.array([[x_mm, y_mm]]) / np.array([layout.width_mm, layout.height_mm]) * 2 - 1
        return float(_risen(aside, self.weather.curl_mm, FIELD_WAY)[0])

    # Painting

    def _ground_picture(self) -> Image:
        """The table top and the printed field on it; drawn again only when the camera moves."""
        now = self._pose, self.weather.top, self.weather.curl_mm
        if self._ground is None or self._ground[0] != now:
            size = (self._picture.width, self._picture.height)
            wood = np.full((self._picture.height, self._picture.width, 3), self.weather.top, np.uint8)
            grain = cv2.resize(self._rng.normal(0, 7, (self._picture.height // 3, 24, 1)).astype(np.float32), size)
            wood = np.clip(wood + grain[:, :, None], 0, 255).astype(np.uint8)
            scale = np.diag([1 / self.FIELD_PX_PER_MM, 1 / self.FIELD_PX_PER_MM, 1])
            art = np.asarray(cv2.GaussianBlur(self._field_art, (0, 0), 0.5), np.uint8)
            self._ground = now, over(wood, self._laid(art, scale, 0.0, (0, 0, *size), self.weather.curl_mm, FIELD_WAY))
        return self._ground[1]

    def _paint_piece(self, picture: Image, lying: Lying, top_mm: float) -> None:
        piece = self._tabletop.layout.piece[lying.piece]
        if lying.is_down:
            self._paint_fallen(picture, piece, lying)
            return
        art = self._face(piece.name, self.FACE_PX_PER_MM) if piece.paper is None else self._sheet(piece, lying)
        if piece.top_mm > 1:
            self._paint_side(picture, piece, _turned(self._rim(piece.name), lying), top_mm)
        curl = self.weather.curl_mm if piece.thickness_mm < PAPER_MM else 0.0
        self._paste(picture, art, _standing(piece, lying, self.FACE_PX_PER_MM), top_mm, curl, way=float(lying.id))

    def _sheet(self, piece: Piece, lying: Lying) -> Image:
        """A sheet with what is drawn on it, in the hand of whoever has it."""
        on_it = tuple(one for one in self._tabletop.lying() if one.on == lying.id)
        art = self._face(piece.name, self.FACE_PX_PER_MM)
        if self._written.get(lying.id, (None, art))[0] != on_it:
            strokes = [stroke_of(self._tabletop.layout.piece[one.piece], one, piece, lying) for one in on_it]
            hand = self._pen(piece.name), f"{self._seed} {piece.name}"
            self._written[lying.id] = on_it, drawn(art, self.FACE_PX_PER_MM, strokes, *hand)
        return self._written[lying.id][1]

    def _paint_fallen(self, picture: Image, piece: Piece, lying: Lying) -> None:
        """On its side: as long as it was high, and its face looks at nobody above."""
        half = piece.width_mm / 2
        body = np.array([[-half, 0.0], [half, 0.0], [half, piece.top_mm], [-half, piece.top_mm]])
        outline = self._project(_turned(body, lying), half)
        darken(picture, outline + np.array([6, 5], np.float32), 0.55, blur_px=3)
        colour = bgr(piece.colour or "#8a7a66", 0.8)
        cv2.fillPoly(picture, [np.round(outline * 16).astype(np.int32)], colour, cv2.LINE_AA, shift=4)

    def _paint_side(self, picture: Image, piece: Piece, outline: Matrix, top_mm: float) -> None:
        foot_mm = top_mm - piece.top_mm
        shade = self._project(outline + np.array([piece.top_mm * 0.5, piece.top_mm * 0.35]), foot_mm)
        darken(picture, shade, 0.55, blur_px=3)
        hull = cv2.convexHull(np.vstack((self._project(outline, foot_mm), self._project(outline, top_mm))))
        cv2.fillPoly(picture, [np.round(hull * 16).astype(np.int32)], bgr(piece.colour or "#8a7a66", 0.6), shift=4)

    def _paste(
        self, picture: Image, art: Image, place: Matrix, height_mm: float, curl_mm: float = 0.0, way: float = 0.0
    ) -> None:
        """Warps a small BGRA picture onto the frame, working only where it lands."""
        warp = self.plane(height_mm) @ place
        high, wide = art.shape[:2]
        corners = cv2.perspectiveTransform(np.array([[[0.0, 0], [wide, 0], [wide, high], [0, high]]]), warp)[0]
        x0, y0 = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 1, 0)
        x1, y1 = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 2, (self._picture.width, self._picture.height))
        if x0 >= x1 or y0 >= y1:
            return
        box = int(x0), int(y0), int(x1), int(y1)
        patch = self._laid(art, place, height_mm, box, curl_mm, way)
        picture[y0:y1, x0:x1] = over(picture[y0:y1, x0:x1], patch)

    def _laid(
        self, art: Image, place: Matrix, height_mm: float, box: tuple[int, int, int, int], curl_mm: float, way: float
    ) -> Pixels:
        """What that part of the picture shows of something printed; its edge rises towards `way`, in radians."""
        x0, y0, x1, y1 = box
        warp = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]]) @ self.plane(height_mm) @ place
        if not curl_mm:
            return cv2.warpPerspective(art, warp, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
        back = np.asarray(np.linalg.inv(warp), np.float64)
        y, x = np.mgrid[0 : y1 - y0 + KNOTS_PX : KNOTS_PX, 0 : x1 - x0 + KNOTS_PX : KNOTS_PX].astype(np.float64)
        px = np.column_stack((x.ravel(), y.ravel()))
        flat, half = _through(back, px), np.array([art.shape[1], art.shape[0]]) / 2
        shift = self._raised_px(_through(place, flat), height_mm, _risen(flat / half - 1, curl_mm, way))
        knots = _through(back, px - shift).astype(np.float32).reshape(*x.shape, 2)
        between = np.mgrid[0 : y1 - y0, 0 : x1 - x0].astype(np.float32) / KNOTS_PX
        at = cv2.remap(knots, between[1], between[0], cv2.INTER_LINEAR)
        return cv2.remap(art, at[..., 0], at[..., 1], cv2.INTER_LINEAR)

    def _raised_px(self, points: Matrix, height_mm: float, more_mm: Matrix) -> Matrix:
        """By how many pixels points seem to move that rise by so much."""
        steps = [_through(self.plane(height_mm + more), points) for more in (0.0, 1.0)]  # so little is straight
        return np.asarray((steps[1] - steps[0]) * more_mm[:, None])

    def _paint_die(self, picture: Image, die: LyingDie) -> None:
        """A rounded cube: its sides, then the face that lies up."""
        side = self._tabletop.layout.die_mm
        piece = Piece("die", "die", side, side, thickness_mm=side, top_mm=side, colour=die.body)
        lying = Lying(0, "die", die.x_mm, die.y_mm, die.turned_deg)
        half = side / 2
        square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        self._paint_side(picture, piece, _turned(square, lying), side)
        self._paste(picture, die_face(die.value, die.body, die.pips), _standing(piece, lying, 8 * 16 / side), side)

    def _paint_lamps(self, picture: Image, lit: Lit) -> None:
        for name, (red, green, blue) in lit.items():
            space = self._tabletop.layout.space.get(name)
            if space is None or not red + green + blue:
                continue
            at = space.seat("lamp") if "lamp" in space.seats else (space.x_mm, space.y_mm)
            (x, y), px = self._project(np.array([at]), 0)[0], self._scale()
            shine(picture, float(x), float(y), 9 * px, (blue, green, red))

    def _paint_hand(self, picture: Image, hand: Hand) -> None:
        tip, elbow = np.array(hand.tip), np.array(hand.elbow)
        along = (elbow - tip) / max(1.0, float(np.linalg.norm(elbow - tip)))
        across = np.array([-along[1], along[0]])
        shape = [tip - 9 * across, tip - 12 * along, tip + 9 * across, tip + 60 * along + 42 * across]
        shape += [tip + 130 * along + 38 * across, elbow + 36 * across, elbow - 36 * across]
        shape += [tip + 130 * along - 38 * across, tip + 60 * along - 42 * across]
        outline = self._project(np.array(shape), 60)
        darken(picture, outline + np.array([14, 10], np.float32), 0.6, blur_px=9)
        cv2.fillPoly(picture, [np.round(outline * 16).astype(np.int32)], (118, 150, 205), cv2.LINE_AA, shift=4)
        sleeve = self._project(np.array([tip + 150 * along + 44 * across, elbow + 48 * across, elbow - 48 * across,
                                         tip + 150 * along - 44 * across]), 60)  # fmt: skip
        cv2.fillPoly(picture, [np.round(sleeve * 16).astype(np.int32)], (96, 70, 44), cv2.LINE_AA, shift=4)

    def _project(self, points: Matrix, height_mm: float) -> npt.NDArray[np.float32]:
        found = cv2.perspectiveTransform(points.reshape(1, -1, 2).astype(np.float64), self.plane(height_mm))
        return np.asarray(found[0], np.float32)

    def _scale(self) -> float:
        """Pixels per millimetre in the middle of the picture."""
        return float(self._picture.width / 2 / tan(radians(self._pose.fov_deg / 2)) / self._pose.height_mm)

    # Light and lens

    def _through_lens(self, picture: Image) -> Image:
        maps = _lens_maps(self._picture, self._pose.lens_k1, self._pose.lens_k2)
        bent = cv2.remap(picture, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        if self.weather.blur_px > 0.2:
            bent = cv2.GaussianBlur(bent, (0, 0), self.weather.blur_px)
        lit = cv2.multiply(bent, _light_map(self._picture, self.weather), scale=1 / 128, dtype=cv2.CV_8U)
        if self.weather.glare is not None:
            x_mm, y_mm, radius = self.weather.glare
            (x, y) = self._project(np.array([[x_mm, y_mm]]), 0)[0]
            shine(lit, float(x), float(y), radius * self._scale(), (255, 255, 255), power=1.6)
        if self.weather.window is not None:
            lit = self._mirror_window(np.asarray(lit, np.uint8), *self.weather.window)
        return np.asarray(lit, np.uint8)

    def _mirror_window(self, picture: Image, x0: float, y0: float, x1: float, y1: float) -> Image:
        """Daylight on the shiny side of laminated paper: bluish, with two panes, soft at its edges."""
        middle = (x0 + x1) / 2
        panes = [(x0, middle - 3), (middle + 3, x1)]
        light = np.zeros(picture.shape[:2], np.float32)
        for left, right in panes:
            corners = self._project(np.array([[left, y0], [right, y0], [right, y1], [left, y1]]), 0)
            cv2.fillPoly(light, [np.round(corners).astype(np.int32)], 1.0)
        soft = np.asarray(cv2.GaussianBlur(light, (0, 0), 3 * self._scale()), np.float32)
        lit = picture + self.weather.sheen * soft[:, :, None] * np.array([235.0, 215.0, 195.0], np.float32)
        return np.asarray(np.clip(lit, 0, 255), np.uint8)

    def _grained(self) -> npt.NDArray[np.float32]:
        return self._rng.normal(0, 1, (self._picture.height + 64, self._picture.width + 64, 3)).astype(np.float32)

    def _with_noise(self, picture: Image) -> Image:
        if self.weather.noise <= 0:
            return picture.copy()
        if self._grain is None:
            self._grain = self._grained()
        if self._noise is None or self._noise[0] != self.weather.noise:
            grain = np.round(self._grain * self.weather.noise)
            lighter, darker = (np.asarray(part.clip(0, 255), np.uint8) for part in (grain, -grain))
            self._noise = self.weather.noise, lighter, darker
        _, lighter, darker = self._noise
        dy, dx = self._rng.integers(0, 64, 2)
        cut = np.s_[dy : dy + self._picture.height, dx : dx + self._picture.width]
        return np.asarray(cv2.subtract(cv2.add(picture, lighter[cut]), darker[cut]), np.uint8)


def _depth(piece: Piece, away_mm: float) -> tuple[float, float]:
    """By which pieces are painted one after the other; of flat ones that lie on each other the last laid is on top."""
    return piece.top_mm, 0.0 if piece.top_mm <= FLAT_MM else -away_mm


def _risen(aside: Matrix, curl_mm: float, way: float) -> Matrix:
    """How far points of curled paper rise, `aside` of its middle in halves of its size."""
    outwards = (aside @ np.array([cos(way), sin(way)])).clip(0, 1.2)
    return np.asarray(curl_mm * outwards**2)


def _through(matrix: Matrix, points: Matrix) -> Matrix:
    return np.asarray(cv2.perspectiveTransform(points.reshape(1, -1, 2), matrix)[0], np.float64)


def _turning(pitch_deg: float, yaw_deg: float, roll_deg: float) -> Matrix:
    a, b, c = radians(pitch_deg), radians(yaw_deg), radians(roll_deg)
    pitch = np.array([[1, 0, 0], [0, cos(a), -sin(a)], [0, sin(a), cos(a)]])
    yaw = np.array([[cos(b), 0, sin(b)], [0, 1, 0], [-sin(b), 0, cos(b)]])
    roll = np.array([[cos(c), -sin(c), 0], [sin(c), cos(c), 0], [0, 0, 1]])
    return np.asarray(pitch @ yaw @ roll)


def _standing(piece: Piece, lying: Lying, px_per_mm: float) -> Matrix:
    """Pixels of the piece's picture -> millimetres on the table."""
    a = radians(lying.turned_deg)
    turn = np.array([[cos(a), -sin(a), lying.x_mm], [sin(a), cos(a), lying.y_mm], [0, 0, 1]])
    centre = np.array([[1, 0, -piece.width_mm / 2], [0, 1, -piece.height_mm / 2], [0, 0, 1]])
    return np.asarray(turn @ centre @ np.diag([1 / px_per_mm, 1 / px_per_mm, 1]))


def _turned(rim: Matrix, lying: Lying) -> Matrix:
    """A piece's rim where it lies."""
    a = radians(lying.turned_deg)
    return np.asarray(rim @ np.array([[cos(a), sin(a)], [-sin(a), cos(a)]]) + np.array([lying.x_mm, lying.y_mm]))


def _rim_of(art: Image, px_per_mm: float) -> Matrix:
    """The outline of a face, in mm around its centre, as its picture has it."""
    solid = (art[:, :, 3] > 128).astype(np.uint8)
    outlines, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    hull = cv2.convexHull(max(outlines, key=cv2.contourArea)).reshape(-1, 2)
    return np.asarray((hull - np.array([art.shape[1], art.shape[0]]) / 2) / px_per_mm, np.float64)


@lru_cache(maxsize=4)
def _lens_maps(picture: Picture, k1: float, k2: float = 0.0) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.uint16]]:
    """For each pixel of the picture, where a lens without faults would have put it."""
    y, x = np.mgrid[0 : picture.height, 0 : picture.width].astype(np.float32)
    half = picture.width / 2
    u, v = (x - picture.width / 2) / half, (y - picture.height / 2) / half
    squared = u * u + v * v
    stretch = 1 - squared * (k1 + squared * k2)  # the inverse of a weak radial lens, to first order
    straight_x = u * stretch * half + picture.width / 2
    straight_y = v * stretch * half + picture.height / 2
    one, two = cv2.convertMaps(straight_x.astype(np.float32), straight_y.astype(np.float32), cv2.CV_16SC2)
    return np.asarray(one, np.int16), np.asarray(two, np.uint16)


@lru_cache(maxsize=8)
def _light_map(picture: Picture, weather: Weather) -> Image:
    """How bright each pixel's light is, 128 = as printed; three channels, because lamps have colours."""
    y, x = np.mgrid[0 : picture.height, 0 : picture.width].astype(np.float32)
    far = np.hypot(x / picture.width - 0.3, y / picture.height - 0.25)
    light = weather.light * (1.06 - weather.uneven * far)
    if weather.shadow:
        away = (x - 0.55 * picture.width + 0.3 * y) / weather.shadow_px
        edge = 1 / (1 + np.exp(np.minimum(away, 60)))  # far in the light there is none left
        light = light * (1 - weather.shadow * edge)
    warm = np.array([1 - weather.warmth, 1.0 - weather.warmth / 4, 1 + weather.warmth], np.float32)
    return np.asarray(np.clip(128 * light[:, :, None] * warm, 0, 255), np.uint8)
