"""What is wrong with a picture as a whole: too dark, too soft, too far away, too much from the side."""

from math import atan2, degrees, hypot

import numpy as np

from vision.board import Board
from vision.patterns import MODULES
from vision.problems import Problem
from vision.sighting import Targets
from vision.tags import Grey, Tag

DARK = 28  # mean grey of a picture in which no board is found
LEAST_LEVELS = 28  # between black and white of the frame's markers
LEAST_MODULE_PX = 1.8
SOFTEST = 0.75  # modules of the smallest marker an edge may be wide (a Gaussian's sigma)
STEEPEST_DEG = 45.0


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
    (x, y), module_px = smallest_module(board, targets)
    if module_px < LEAST_MODULE_PX:
        found.append(Problem("far", x, y, round(module_px, 2)))
    elif board.soft_px / module_px > SOFTEST:
        found.append(Problem("blur", amount=round(board.soft_px / module_px, 2)))
    return found


def smallest_module(board: Board, targets: Targets) -> tuple[tuple[float, float], float]:
    """Where on the table a marker's module has the fewest pixels, and how many."""
    if not targets.markers:
        return (0.0, 0.0), float("inf")
    wide, high = targets.width_mm, targets.height_mm
    corners = [(wide * x, high * y) for x in (0.05, 0.95) for y in (0.05, 0.95)]
    where = min(corners, key=lambda at: board.plane.px_per_mm(*at))
    side = min(target.marker_mm for target in targets.markers.values())
    return where, board.plane.px_per_mm(*where) * side / MODULES


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
