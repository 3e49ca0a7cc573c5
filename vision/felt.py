"""The trays as this camera sees them: where each lies in the picture, and what lies there that is no felt."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

import cv2
import numpy as np
import numpy.typing as npt

from vision.plane import Plane
from vision.sighting import Targets

Image = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.uint8]
Box = tuple[int, int, int, int]  # x0, y0, x1, y1 in pixels
Tray = tuple[str, float, float, float, float]

AROUND_MM = 60.0  # so far beside a tray fallen dice are looked for
INEXACT_MM = 2.0  # as far as the finder may be off the middle of a die
INSET_MM = 5.0  # of the felt: its rim is rounded
LIGHTER, DARKER = 1.45, 0.4  # times the felt's own brightness: more or less than any shadow makes of it
OTHER_HUE = 1.9  # between a channel's share of the felt and another's: a shadow takes from all alike
SMALLEST_PX = 8  # of felt that is worth looking at
FILLED = 0.5  # of the felt: then it is no die that lies there
DIE_LEAST, DIE_MOST = 0.45, 4.0  # faces of a die that a thing as large as one covers


@dataclass(frozen=True, eq=False)
class Felt:
    """A tray in the picture."""

    tray: Tray
    region: Box  # all that a die in it can cover: what stands up is seen farther out, and the reader looks around it
    middles: Box  # where the middle of a die in it is seen, also of one that lies half beyond the edge
    core: Box  # some of this any die in it covers, also one that lies half beyond the edge
    around: Box  # what a die can cover that fell beside it
    rim: npt.NDArray[np.int32]  # 4 x 2, a little inside of its edge
    die_px: float
    slant: float  # the sine of the angle between the way the camera looks at it and straight down


@dataclass(frozen=True, eq=False)
class Thing:
    """Something on the felt about as large as a die."""

    middle_px: npt.NDArray[np.float64]
    box_px: tuple[float, float, float, float]
    colour: tuple[int, int, int]  # blue, green, red


def felts_of(plane: Plane, targets: Targets) -> tuple[Felt, ...]:
    """Every tray; worked out once for a camera that stays where it is."""
    return _felts(plane, targets.every_tray(), targets.die_mm)


@lru_cache(maxsize=4)
def _felts(plane: Plane, trays: tuple[Tray, ...], die_mm: float) -> tuple[Felt, ...]:
    regions, around = (_regions(plane, trays, die_mm, more) for more in (die_mm, die_mm + AROUND_MM))
    middles = _regions(plane, trays, die_mm / 2, die_mm / 2 + INEXACT_MM)
    cores = _regions(plane, trays, 0.0, die_mm / 4)
    rims = np.round(plane.px(_outlines(trays, -INSET_MM).reshape(-1, 2))).astype(np.int32).reshape(-1, 4, 2)
    centres = [((x0 + x1) / 2, (y0 + y1) / 2) for _, x0, y0, x1, y1 in trays]
    return tuple(
        Felt(tray, region, middle_box, core, wider, rim, die_mm * plane.px_per_mm(*middle), slant(plane, *middle))
        for tray, region, middle_box, core, wider, rim, middle in zip(
            trays, regions, middles, cores, around, rims, centres, strict=True
        )
    )


def _outlines(trays: tuple[Tray, ...], more_mm: float) -> npt.NDArray[np.float64]:
    """n x 4 x 2: the corners of the trays, grown by so much."""
    grown = [(x0 - more_mm, y0 - more_mm, x1 + more_mm, y1 + more_mm) for _, x0, y0, x1, y1 in trays]
    return np.array([[(x0, y0), (x1, y0), (x1, y1), (x0, y1)] for x0, y0, x1, y1 in grown]).reshape(-1, 4, 2)


def _regions(plane: Plane, trays: tuple[Tray, ...], die_mm: float, more_mm: float) -> list[Box]:
    """Rectangles of the picture that hold the grown trays, and what stands there as high as a die."""
    floor = _outlines(trays, more_mm).reshape(-1, 2)
    corners = np.hstack((plane.px(floor).reshape(-1, 4, 2), plane.px(floor, die_mm).reshape(-1, 4, 2)))
    first = np.maximum(corners.min(axis=1), 0).astype(int).tolist()
    last = np.minimum(corners.max(axis=1), plane.size_px).astype(int).tolist()
    return [(x0, y0, x1, y1) for (x0, y0), (x1, y1) in zip(first, last, strict=True)]


def slant(plane: Plane, x_mm: float, y_mm: float) -> float:
    """The sine of the angle between the way the camera looks at that place and straight down."""
    x, y, height = plane.eye_mm
    far = sqrt((x - x_mm) ** 2 + (y - y_mm) ** 2)
    return far / sqrt(far**2 + height**2)


def find_things(
    pixels: Image, felt: Felt, known: Iterable[tuple[float, float, float, float]], beside_px: float
) -> list[Thing]:
    """What lies on the plain felt and is as large as a die, but for what the known boxes and a rim around them hold."""
    corner = np.maximum(felt.rim.min(axis=0), 0)
    part = pixels[corner[1] : felt.rim[:, 1].max(), corner[0] : felt.rim[:, 0].max()]
    if min(part.shape[:2]) < SMALLEST_PX:
        return []
    plain = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(plain, felt.rim - corner, (255,))
    strange = unlike_felt(part, plain)
    if cv2.countNonZero(strange) > FILLED * cv2.countNonZero(plain):
        return []
    for x0, y0, x1, y1 in known:
        first = round(x0 - corner[0] - beside_px), round(y0 - corner[1] - beside_px)
        cv2.rectangle(strange, first, (round(x1 - corner[0] + beside_px), round(y1 - corner[1] + beside_px)), (0,), -1)
    return _things(strange, part, corner, felt.die_px)


def _things(strange: Mask, part: Image, corner: npt.NDArray[np.int32], die_px: float) -> list[Thing]:
    count, labels, stats, middles = cv2.connectedComponentsWithStats(strange)
    found = []
    for i in range(1, count):
        if DIE_LEAST * die_px**2 < stats[i][cv2.CC_STAT_AREA] < DIE_MOST * die_px**2:
            blue, green, red = (int(level) for level in np.median(part[labels == i], axis=0))
            left, top, wide, high = (float(value) for value in stats[i][:4])
            x, y = left + float(corner[0]), top + float(corner[1])
            found.append(Thing(middles[i] + corner, (x, y, x + wide, y + high), (blue, green, red)))
    return found


def unlike_felt(part: Image, plain: Mask) -> Mask:
    """Where something lies on it: lighter or darker than light and shadow make the felt, or of another colour."""
    smooth = cv2.blur(part, (3, 3))
    usual = np.maximum([_median(smooth, channel, plain) for channel in range(3)], 8.0)
    levels = np.maximum(np.arange(256, dtype=np.float32), 4.0)
    shares = cv2.split(cv2.LUT(smooth, (levels[:, None] / usual).astype(np.float32)[:, None]))
    most, least = (np.asarray(how(how(shares[0], shares[1]), shares[2])) for how in (cv2.max, cv2.min))
    strange = (most > LIGHTER) | (most < DARKER) | (most > OTHER_HUE * least)
    return np.asarray(strange * plain, np.uint8)


def _median(picture: npt.NDArray[np.generic], channel: int, where: Mask) -> float:
    counts = cv2.calcHist([np.asarray(picture, np.uint8)], [channel], where, [256], [0, 256]).ravel()
    return float(np.searchsorted(counts.cumsum(), counts.sum() / 2))
