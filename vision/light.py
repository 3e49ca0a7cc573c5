"""What is wrong with a picture as a whole: too dark, too soft, too far, from the side; where lamps light it."""

from collections.abc import Iterable
from functools import lru_cache
from math import atan2, degrees, hypot

import cv2
import numpy as np
import numpy.typing as npt

from vision.board import Board
from vision.plane import Plane
from vision.problems import Problem
from vision.sighting import Targets
from vision.stillness import SHRINK
from vision.tags import MODULES, Grey, Tag

Mask = npt.NDArray[np.uint8]

DARK = 28  # mean grey of a picture in which no board is found
LEAST_LEVELS = 28  # between black and white of the frame's markers
LEAST_MODULE_PX = 1.8
SOFTEST = 0.75  # modules of the smallest marker an edge may be wide (a Gaussian's sigma)
STEEPEST_DEG = 45.0
LAMP_MM = 14.0  # so far around it a lamp brightens the board


def lit_lamps(plane: Plane | None, targets: Targets, lit: Iterable[str], shape: tuple[int, ...]) -> Mask | None:
    """Where lit lamps shine in a small frame of that shape: changes there are our own doing."""
    names = [name for name in lit if name in targets.lamps]
    if plane is None or not names:
        return None
    mask = np.zeros(shape, np.uint8)
    radius = max(2, round(LAMP_MM * plane.px_per_mm(*targets.lamps[names[0]]) / SHRINK))
    for x, y in plane.px(np.array([targets.lamps[name] for name in names])) / SHRINK:
        cv2.circle(mask, (round(x), round(y)), radius, 255, -1)
    return mask


def picture_problems(grey: Grey, board: Board | None, targets: Targets) -> list[Problem]:
    """In the order in which they should be mended."""
    if board is None:
        return [Problem("dark", amount=_spread(grey[::4, ::4]))] if float(grey[::4, ::4].mean()) < DARK else []
    found = []
    levels = float(np.median([_spread(_cut(grey, tag)) for tag in board.frame]))
    if levels < LEAST_LEVELS:
        found.append(Problem("dark", amount=round(levels)))
    if (angle := angle_deg(board, targets)) > STEEPEST_DEG:
        found.append(Problem("steep", amount=round(angle)))
    side = min((target.marker_mm for target in targets.markers.values()), default=float("inf"))
    (x, y), per_mm = farthest(board.plane, targets.width_mm, targets.height_mm)
    module_px = per_mm * side / MODULES
    if module_px < LEAST_MODULE_PX:
        found.append(Problem("far", x, y, round(module_px, 2)))
    elif board.soft_px / module_px > SOFTEST:
        found.append(Problem("blur", amount=round(board.soft_px / module_px, 2)))
    return found


@lru_cache(maxsize=4)
def farthest(plane: Plane, wide_mm: float, high_mm: float) -> tuple[tuple[float, float], float]:
    """Where on the table a millimetre has the fewest pixels, and how many."""
    corners = [(wide_mm * x, high_mm * y) for x in (0.05, 0.95) for y in (0.05, 0.95)]
    where = min(corners, key=lambda at: plane.px_per_mm(*at))
    return where, plane.px_per_mm(*where)


def angle_deg(board: Board, targets: Targets) -> float:
    """From straight down, of the way from the camera to the middle of the table."""
    x, y, height = board.plane.eye_mm
    return degrees(atan2(hypot(x - targets.width_mm / 2, y - targets.height_mm / 2), height))


def _cut(grey: Grey, tag: Tag) -> Grey:
    (x0, y0), (x1, y1) = np.maximum(tag.corners.min(axis=0), 0).astype(int), tag.corners.max(axis=0).astype(int)
    return grey[y0 : y1 + 1, x0 : x1 + 1]


def _spread(part: Grey) -> float:
    """Grey levels between the dark and the bright of it."""
    if not part.size:
        return 0.0
    dark, bright = np.percentile(part, (10, 90))
    return float(bright - dark)
