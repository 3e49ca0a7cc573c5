"""A sheet of paper straightened from the camera's picture, and the ink on it: what is darker than its blank print."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, radians, sin, sqrt
from typing import Any, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.plane import Plane
from vision.sighting import PAPER_PX_PER_MM, Form, Sighting

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Matrix = npt.NDArray[np.float64]

PX_PER_MM = PAPER_PX_PER_MM  # of the straightened sheet
COARSE = 16  # px between the points whose place in the picture is worked out
LIGHT_MM = 7.0  # light changes slower than over such a distance
PALE = 0.55  # print darker than this hides what is drawn on it
BLURS_MM = (0.0, 0.15, 0.22, 0.3, 0.4, 0.5, 0.62, 0.78, 0.98, 1.2)  # that are tried
AROUND = 15  # px of the outlines: within so many there is bare paper
STEEP = 0.02  # outlines less steep than this tell nothing
UNLIKE = 0.1  # so different from its print a place says only half of what it would
ROUNDS = 8  # of laying on; mostly three are enough
DAZZLING = 2.0  # times the light on the rest of the sheet: ink has lost half of its strength there, and more
ALIKE = 0.7  # how well a sheet must fit its blank print to be that sheet at all


@dataclass(frozen=True)
class Lying:
    """Where a sheet lies on the table: its centre, and how far it is turned clockwise."""

    x_mm: float
    y_mm: float
    turned_deg: float

    def at(self, form: Form, points_mm: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        """Points of the sheet, in mm from its upper left corner, as points of the table."""
        dx, dy = points_mm[:, 0] - form.width_mm / 2, points_mm[:, 1] - form.height_mm / 2
        a = radians(self.turned_deg)
        return np.column_stack((self.x_mm + dx * cos(a) - dy * sin(a), self.y_mm + dx * sin(a) + dy * cos(a)))


def lying_of(sightings: Sequence[Sighting]) -> Lying:
    """Where a sheet lies whose corner markers were seen, each of which says where its middle is.

    >>> lying_of([Sighting("sheet", 100, 50, 359, 1.0), Sighting("sheet", 102, 50, 3, 1.0)])
    Lying(x_mm=101.0, y_mm=50.0, turned_deg=1.0)
    """
    turns = np.radians([seen.turned_deg for seen in sightings])
    turned = degrees(atan2(float(np.sin(turns).sum()), float(np.cos(turns).sum())))
    x, y = np.mean([(seen.x_mm, seen.y_mm) for seen in sightings], axis=0)
    return Lying(float(x), float(y), round(turned, 6))


class Ink(NamedTuple):
    """How much darker than its print the sheet is, 0..1 of the paper's brightness, at PX_PER_MM.

    `covered` is nonzero where dark print would hide any ink, `blind` where a light is mirrored that drowns it.
    """

    dark: Floats
    covered: Image
    blind: Image
    soft_mm: float = 0.0  # how softly the camera drew the print


def straightened(pixels: Image, plane: Plane, form: Form, lying: Lying) -> Image:
    """The sheet as if scanned, from the camera's picture."""
    wide, high = _size(form)
    y, x = np.mgrid[0 : high + COARSE : COARSE, 0 : wide + COARSE : COARSE]
    table = lying.at(form, (np.column_stack((x.ravel(), y.ravel())) + 0.5) / PX_PER_MM)
    knots = plane.px(table).astype(np.float32).reshape(*x.shape, 2)
    between = np.mgrid[0:high, 0:wide].astype(np.float32) / COARSE  # straight between the knots: no lens bends so much
    at = cv2.remap(knots, between[1], between[0], cv2.INTER_LINEAR)
    return np.asarray(cv2.remap(pixels, at[..., 0], at[..., 1], cv2.INTER_CUBIC), np.uint8)


def _size(form: Form) -> tuple[int, int]:
    return round(form.width_mm * PX_PER_MM), round(form.height_mm * PX_PER_MM)


def blank_of(art: npt.NDArray[Any], form: Form) -> Image:
    """The print to compare with, from a picture of the sheet of any size, as the kit draws it."""
    return np.asarray(cv2.resize(art[:, :, :3], _size(form), interpolation=cv2.INTER_AREA), np.uint8)


def find_ink(sheet: Image, blank: Image) -> Ink | None:
    """What is darker than printed, channel by channel, once place, light and sharpness of both are the same."""
    moved = _aligned(sheet, blank)
    if moved is None:
        return None
    seen = moved.astype(np.float32)
    soft = _softness(blank, seen)
    printed = _blurred(blank.astype(np.float32), soft)
    light = _light(seen, printed)
    blue, green, red = cv2.split(np.maximum(printed - cv2.divide(seen, light), 0))
    lack = np.asarray(cv2.magnitude(cv2.magnitude(blue, green), red), np.float32) / np.float32(255 * sqrt(2))
    dark = np.asarray(cv2.GaussianBlur(lack, (0, 0), 0.2 * PX_PER_MM), np.float32)
    grey = cv2.erode(cv2.cvtColor(blank, cv2.COLOR_BGR2GRAY), np.ones((3, 3), np.uint8))
    covered = (grey < PALE * 255).astype(np.uint8)
    dark[covered > 0] = 0
    blown = (_least(moved) >= 253) & (_least(blank) < 245)
    return Ink(dark, covered, _blind(blown, light), soft)


def _blind(blown: npt.NDArray[np.bool_], light: Floats) -> Image:
    """Where colours are blown out, and all the haze around: a lamp is mirrored there; sun on half a sheet is none."""
    if not blown.any():
        return blown.astype(np.uint8)
    bright = np.asarray(cv2.cvtColor(light, cv2.COLOR_BGR2GRAY), np.float32)
    hazy = (blown | (bright > DAZZLING * np.median(bright))).astype(np.uint8)
    _, names = cv2.connectedComponents(hazy)
    return np.isin(names, np.unique(names[blown])).astype(np.uint8)


def _least(picture: Image) -> Image:
    """The darkest of the three colours, pixel by pixel."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)


def _aligned(sheet: Image, blank: Image) -> Image | None:
    """The sheet moved, turned and stretched by the little that its known place was wrong; coarsely, then finely."""
    goal, source = _outlines(blank), _outlines(sheet)
    middle = np.array([goal.shape[1] / 2, goal.shape[0] / 2]) - 0.5
    move = np.zeros((2, 3))
    _, move = _laid_on(_halved(goal), _halved(source), move, middle / 2 - 0.25)
    move[:, 2] *= 2
    fit, move = _laid_on(goal, source, move, middle)
    if fit < ALIKE:
        return None
    warp = np.column_stack((np.eye(2) + move[:, :2], 2 * move[:, 2]))  # found at half the size
    warp[:, 2] -= move[:, :2] @ (2 * middle + 0.5)
    size = (blank.shape[1], blank.shape[0])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(sheet, warp, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _laid_on(goal: Floats, source: Floats, move: Matrix, middle: Matrix) -> tuple[float, Matrix]:
    """How alike they are where the goal's outlines are, and moved how, around their middle.

    Gauss and Newton's way, by the goal's slopes; what differs much, a die or a stroke, hardly weighs.
    """
    x_slope, y_slope = (cv2.Sobel(goal, cv2.CV_32F, *way, ksize=3, scale=1 / 8) for way in ((1, 0), (0, 1)))
    y, x = np.nonzero(cv2.magnitude(x_slope, y_slope) > STEEP)
    if len(x) < 12:
        return 0.0, move
    slopes, printed = np.column_stack((x_slope[y, x], y_slope[y, x])), goal[y, x]
    at = np.column_stack((x - middle[0], y - middle[1], np.ones(len(x)))).astype(np.float32)
    ways = (slopes[:, :, None] * at[:, None, :]).reshape(len(x), 6)  # what each number of the move changes
    for _ in range(ROUNDS):
        seen = _at(source, at, move, middle)
        weighed = ways * _weights(seen - printed)[:, None]
        step = np.linalg.lstsq(weighed.T @ ways, weighed.T @ (printed - seen), rcond=1e-6)[0].reshape(2, 3)
        move = move + step
        if np.abs(step @ (*middle, 1.0)).max() < 0.01:
            break
    seen = _at(source, at, move, middle)
    return _likeness(printed, seen, _weights(seen - printed)), move


def _at(source: Floats, at: Floats, move: Matrix, middle: Matrix) -> Floats:
    """The source at those points, moved."""
    x, y = ((move + np.eye(2, 3)) @ at.T + middle[:, None]).astype(np.float32)
    return np.asarray(
        cv2.remap(source, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).reshape(-1), np.float32
    )


def _weights(off: Floats) -> Floats:
    return np.asarray(1 / (1 + (off / UNLIKE) ** 2), np.float32)


def _likeness(one: Floats, other: Floats, weights: Floats) -> float:
    """Their correlation, weighed."""
    weights = weights / weights.sum()
    one, other = one - (weights * one).sum(), other - (weights * other).sum()
    spread = sqrt(float((weights * one * one).sum() * (weights * other * other).sum()))
    return float((weights * one * other).sum()) / max(spread, 1e-6)


def _outlines(picture: Image) -> Floats:
    """Half the size, grey, against the brightest paper around: light does not matter, nor how dark a thing is."""
    small = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), 0.6)
    paper = cv2.blur(cv2.dilate(grey, np.ones((AROUND, AROUND), np.uint8)), (AROUND, AROUND))
    return np.asarray(np.clip(grey.astype(np.float32) / (paper.astype(np.float32) + 1), 0.6, 1.0), np.float32)


def _halved(picture: Floats) -> Floats:
    return np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)


def _softness(blank: Image, seen: Floats) -> float:
    """How the camera blurred the print: of some blurs the one that leaves the least, judged on a part."""
    rows, columns = (slice(size // 4, size // 4 * 3) for size in blank.shape[:2])
    parts = seen[rows, columns], blank[rows, columns].astype(np.float32)
    grey, printed = (np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.float32) for part in parts)
    light = _light(grey, printed)
    misfits = [cv2.norm(_blurred(printed, soft_mm) * light, grey, cv2.NORM_L1) for soft_mm in BLURS_MM]
    return BLURS_MM[int(np.argmin(misfits))]


def _blurred(picture: Floats, soft_mm: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), soft_mm * PX_PER_MM), np.float32) if soft_mm else picture


def _light(seen: Floats, printed: Floats) -> Floats:
    """How bright the light is, place by place and colour by colour: it changes slower than strokes do.

    Measured twice, the second time without the ink, which makes its surroundings look lit too dimly; and at half the
    size, which is fine enough for both.
    """
    size = seen.shape[1::-1]
    seen, printed = _halved(seen), _halved(printed)
    bare = (seen > cv2.multiply(printed, _levelled(seen, printed), scale=0.94)).astype(np.float32)
    return np.asarray(cv2.resize(_levelled(seen * bare, printed * bare), size), np.float32)


def _levelled(seen: Floats, printed: Floats) -> Floats:
    wide = round(LIGHT_MM * PX_PER_MM / 2)
    return np.asarray(cv2.divide(cv2.blur(seen, (wide, wide)) + 1, cv2.blur(printed, (wide, wide)) + 1), np.float32)


def nearest(picture: Image, x: Floats, y: Floats) -> Image:
    """The picture at those points, without anything between its pixels."""
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_NEAREST), np.uint8)
