"""A sheet of paper straightened from the camera's picture, and the ink on it: what is darker than its blank print."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, radians, sin, sqrt
from typing import Any, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.plane import Plane
from vision.sighting import Form, Sighting

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

PX_PER_MM = 4.0  # of the straightened sheet
COARSE = 16  # px between the points whose place in the picture is worked out
LIGHT_MM = 7.0  # light changes slower than over such a distance
PALE = 0.55  # print darker than this hides what is drawn on it
BLURS_PX = (0.0, 0.6, 0.9, 1.2, 1.6, 2.0, 2.5, 3.1, 3.9, 4.8)  # that are tried
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

    `covered` is nonzero where dark print would hide any ink, `blind` where the picture is blown out.
    """

    dark: Floats
    covered: Image
    blind: Image
    soft_px: float = 0.0  # how softly the camera drew the print


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
    blind = (_least(moved) >= 253) & (_least(blank) < 245)
    return Ink(dark, covered, blind.astype(np.uint8), soft)


def _least(picture: Image) -> Image:
    """The darkest of the three colours, pixel by pixel."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)


def _aligned(sheet: Image, blank: Image) -> Image | None:
    """The sheet moved, turned and stretched by the little that its known place was wrong; coarsely, then finely."""
    goal, source = _outlines(blank), _outlines(sheet)
    known = np.eye(2, 3, dtype=np.float32)
    _, rough = _ecc(_halved(goal), _halved(source), known, cv2.MOTION_EUCLIDEAN, 60, 9)
    rough[:, 2] *= 2
    fit, warp = _ecc(goal, source, rough, cv2.MOTION_AFFINE, 15, 3)
    if fit < ALIKE:  # led astray by what is drawn or lies there
        fit, warp = _ecc(goal, source, known, cv2.MOTION_AFFINE, 40, 9)
    if fit < ALIKE:
        return None
    warp[:, 2] = 2 * warp[:, 2] + 0.5 * (warp[:, :2].sum(axis=1) - 1)  # found at half the size, between its pixels
    size = (blank.shape[1], blank.shape[0])
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(sheet, warp, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _ecc(goal: Floats, source: Floats, warp: Floats, motion: int, rounds: int, blur: int) -> tuple[float, Floats]:
    """How well they fit, and moved how; as before where no better way is found."""
    ends = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, rounds, 1e-4)
    nothing: Any = None  # no mask
    try:
        fit, found = cv2.findTransformECC(goal, source, warp.copy(), motion, ends, nothing, blur)
    except cv2.error:  # it does not converge from there
        return 0.0, warp.copy()
    return float(fit), np.asarray(found, np.float32)


def _outlines(picture: Image) -> Floats:
    """Half the size, grey, without the slow changes of light; a dark thing on the sheet weighs no more than print."""
    small = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(np.clip(grey / (cv2.blur(grey, (61, 61)) + 1), 0.6, 1.2), np.float32)


def _halved(picture: Floats) -> Floats:
    return np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)


def _softness(blank: Image, seen: Floats) -> float:
    """How the camera blurred the print: of some blurs the one that leaves the least, judged on a part."""
    rows, columns = (slice(size // 4, size // 4 * 3) for size in blank.shape[:2])
    grey, printed = (seen[rows, columns].mean(axis=2), blank[rows, columns].mean(axis=2, dtype=np.float32))
    light = _levelled(grey, printed)

    def misfit(sigma: float) -> float:
        return float(np.abs(_blurred(printed, sigma) * light - grey).mean())

    return min(BLURS_PX, key=misfit)


def _blurred(picture: Floats, sigma: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.float32) if sigma else picture


def _light(seen: Floats, printed: Floats) -> Floats:
    """How bright the light is, place by place and colour by colour: it changes slower than strokes do.

    Measured twice, the second time without the ink, which makes its surroundings look lit too dimly.
    """
    light = _levelled(seen, printed)
    bare = (seen > 0.94 * printed * light).astype(np.float32)
    return _levelled(seen * bare, printed * bare)


def _levelled(seen: Floats, printed: Floats) -> Floats:
    wide = int(LIGHT_MM * PX_PER_MM)
    return np.asarray((cv2.blur(seen, (wide, wide)) + 1) / (cv2.blur(printed, (wide, wide)) + 1), np.float32)


def nearest(picture: Image, x: Floats, y: Floats) -> Image:
    """The picture at those points, without anything between its pixels."""
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_NEAREST), np.uint8)
