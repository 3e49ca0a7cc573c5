"""What pens leave on a sheet of the pretend table: beside the middles, trembling, rubbed out, each hand its own way."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, radians, sin
from random import Random

import cv2
import numpy as np
import numpy.typing as npt

from companion.layout import Piece
from companion.simulation.tabletop import Lying

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Way = npt.NDArray[np.float64]  # points in mm, one row each

FINER = 2  # ink is drawn so much finer than the sheet, and shrunk
TOGETHER_MM = 4.0  # lines that meet do so at the same point beside the middle
SECOND_THOUGHT = 0.3  # of their lines, some hands begin the wrong way and rub it out

GREY, BLUE, BLACK, BROWN, ORANGE, VIOLET = (
    *((76, 74, 72), (150, 70, 40), (28, 25, 24)),
    *((40, 70, 110), (30, 120, 230), (130, 50, 110)),
)


@dataclass(frozen=True)
class Pen:
    """What somebody draws with, and how: `off_mm` beside the middles, trembling, in second thoughts rubbed out."""

    name: str
    colour: tuple[int, int, int]  # blue, green, red
    width_mm: float = 0.6
    dark: float = 0.75
    grain: float = 0.0
    shake_mm: float = 0.2
    off_mm: float = 1.2
    erased: int = 0
    ghost: float = 0.15  # how much an eraser leaves


PENS = (  # the reader's thresholds were chosen on twelve others
    Pen("HB pencil", GREY, 0.6, 0.7, 0.45),
    Pen("hard pencil", (95, 92, 90), 0.45, 0.6, 0.4, off_mm=1.0),
    Pen("soft pencil", (50, 50, 52), 1.0, 0.9, 0.6, shake_mm=0.4),
    Pen("biro", BLUE, 0.45, 0.9, 0.1, shake_mm=0.25),
    Pen("gel pen", BLACK, 0.7, 1.0, off_mm=1.8),
    Pen("orange felt", ORANGE, 1.1, 0.85, off_mm=1.5),
    Pen("violet crayon", VIOLET, 1.5, 0.55, 0.55, off_mm=2.0),
    Pen("child", BROWN, 1.2, 0.75, 0.4, shake_mm=1.2, off_mm=2.5),
    Pen("trembling", GREY, 0.6, 0.75, 0.4, shake_mm=0.9, off_mm=2.2),
    Pen("second thoughts", GREY, 0.65, 0.75, 0.45, erased=3),
    Pen("bad eraser", (70, 70, 70), 0.8, 0.7, 0.45, erased=2, ghost=0.28),
    Pen("careless", (160, 40, 60), 0.6, 0.9, shake_mm=0.5, off_mm=4.0),
)


@dataclass(frozen=True)
class Stroke:
    """Something to draw on a sheet, in mm from its upper left corner: a "line" that way, a "cross", a "ring"."""

    sort: str
    x_mm: float
    y_mm: float
    size_mm: float  # how long a line, how wide the others
    turned_deg: float = 0.0
    is_rubbed_out: bool = False


def pen_of(seed: int, sheet: str) -> Pen:
    """Whoever has that sheet holds the same pen all evening."""
    return Random(f"{seed} {sheet}").choice(PENS)


def drawn(art: Image, px_per_mm: float, strokes: Sequence[Stroke], pen: Pen, seed: object) -> Image:
    """The sheet's picture, BGRA, with those strokes on it; the same seed draws the same hand."""
    if not strokes:
        return art
    desk = Desk(art.shape[1::-1], px_per_mm, pen, seed)
    for stroke in sorted(strokes, key=lambda one: not one.is_rubbed_out):
        desk.draw(stroke)
    return desk.over(art)


class Desk:
    """One sheet being drawn on: `_cover` says how much ink lies where."""

    def __init__(self, size_px: tuple[int, int], px_per_mm: float, pen: Pen, seed: object) -> None:
        self._px = px_per_mm * FINER
        self._pen = pen
        self._seed = seed
        wide, high = size_px
        self._cover = np.zeros((high * FINER, wide * FINER), np.float32)
        noise = np.random.default_rng(Random(f"{seed} paper").randrange(10**6)).normal(0, 1, self._cover.shape)
        rough = np.asarray(cv2.GaussianBlur(noise.astype(np.float32), (0, 0), 0.15 * self._px), np.float32)
        self._paper = np.clip(1 - pen.grain * (0.5 + 0.52 * rough / float(rough.std())), 0, 1)  # its tooth

    def draw(self, stroke: Stroke) -> None:
        rng = Random(f"{self._seed} {stroke}")
        if stroke.sort == "line" and not stroke.is_rubbed_out and self._pen.erased and rng.random() < SECOND_THOUGHT:
            other = stroke.turned_deg + rng.choice((60, -60, 180))
            self._ink(self._line(stroke.x_mm, stroke.y_mm, other, stroke.size_mm, rng), rng, is_rubbed_out=True)
        for way in self._ways(stroke, rng):
            self._ink(way, rng, stroke.is_rubbed_out)

    def _ways(self, stroke: Stroke, rng: Random) -> Iterator[Way]:
        x, y, half = stroke.x_mm, stroke.y_mm, stroke.size_mm / 2
        if stroke.sort == "line":
            yield self._line(x, y, stroke.turned_deg, stroke.size_mm, rng)
        elif stroke.sort == "ring":
            turn = np.linspace(0.3, 6.7, 60) + rng.uniform(0, 6)
            radius = half * (1 + 0.08 * np.sin(turn * rng.uniform(1, 2.5)))
            yield np.column_stack((x + radius * np.cos(turn), y + radius * np.sin(turn)))
        else:
            for way in (1, -1):
                ends = [(x - half, y - way * half), (x + half, y + way * half)]
                yield np.array([(a + rng.gauss(0, 0.3), b + rng.gauss(0, 0.3)) for a, b in ends])

    def _line(self, x: float, y: float, turned_deg: float, long_mm: float, rng: Random) -> Way:
        """As a hand goes: from beside the one middle to beside the other, bowed and trembling."""
        a = radians(turned_deg)
        start, end = self._beside(x, y), self._beside(x + long_mm * cos(a), y + long_mm * sin(a))
        shake = self._pen.shake_mm
        bow, phase, waves = rng.gauss(0, shake), rng.uniform(0, 2 * pi), rng.uniform(1, 3)
        aside = np.array([start[1] - end[1], end[0] - start[0]]) / max(1e-6, float(np.hypot(*(end - start))))
        t = np.linspace(0, 1, 40)
        off = (bow + 0.6 * shake * np.sin(2 * pi * waves * t + phase)) * np.sin(pi * t)
        off += np.array([rng.gauss(0, 0.15 * shake) for _ in t])
        return np.asarray(start + np.outer(t, end - start) + np.outer(off, aside))

    def _beside(self, x: float, y: float) -> Way:
        """Where this hand takes the middle to be; the same for every line that meets there."""
        rng = Random(f"{self._seed} {round(x / TOGETHER_MM + 0.1)} {round(y / TOGETHER_MM + 0.1)}")
        a, r = rng.uniform(0, 2 * pi), self._pen.off_mm * rng.random() ** 0.5
        return np.array([x + r * cos(a), y + r * sin(a)])

    def _ink(self, way: Way, rng: Random, is_rubbed_out: bool) -> None:
        pen, pad = self._pen, 4 * self._px
        x0, y0 = np.maximum((way.min(axis=0) * self._px - pad).astype(int), 0)
        x1, y1 = (way.max(axis=0) * self._px + pad).astype(int)
        cover = self._cover[y0:y1, x0:x1]
        if not cover.size:
            return
        ink = np.zeros(cover.shape, np.uint8)
        points = np.round((way * self._px - (x0, y0)) * 16).astype(np.int32)
        cv2.polylines(ink, [points], False, (255,), max(1, round(pen.width_mm * self._px)), cv2.LINE_AA, 4)
        layer = ink.astype(np.float32) / 255 * pen.dark * rng.uniform(0.75, 1.0) * self._paper[y0:y1, x0:x1]
        if is_rubbed_out:  # wider and fainter
            layer = cv2.GaussianBlur(layer, (0, 0), 0.25 * self._px) * pen.ghost * 1.5
        np.maximum(cover, layer, out=cover)

    def over(self, art: Image) -> Image:
        share = cv2.resize(self._cover, art.shape[1::-1], interpolation=cv2.INTER_AREA)[..., None]
        below = art[:, :, :3].astype(np.float32)
        inked = below * (1 - share) + np.minimum(below, np.array(self._pen.colour, np.float32)) * share
        return np.dstack((np.round(inked), art[:, :, 3:])).astype(np.uint8)


def stroke_of(what: Piece, drawn_at: Lying, sheet: Piece, lying: Lying) -> Stroke:
    """Something drawn, in mm from the upper left corner of its sheet."""
    a = radians(-lying.turned_deg)
    dx, dy = drawn_at.x_mm - lying.x_mm, drawn_at.y_mm - lying.y_mm
    x, y = dx * cos(a) - dy * sin(a) + sheet.width_mm / 2, dx * sin(a) + dy * cos(a) + sheet.height_mm / 2
    size = what.width_mm / 2 if what.stroke == "line" else what.width_mm
    turned = drawn_at.turned_deg - lying.turned_deg
    return Stroke(what.stroke, round(x, 2), round(y, 2), size, round(turned, 1) % 360, drawn_at.is_rubbed_out)
