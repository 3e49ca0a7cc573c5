"""Fits the six patterns of pips to a map of where pips may be: a 3 x 3 grid, turned, scaled and foreshortened."""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

MAP_PX = 28  # side of the map: 1.5 sides of a die
FINE = 2  # the fit looks between the map's cells
FAVOUR = 1.1  # added to the map's logits: the network rather overlooks a pip than makes one up
RADII = (2.6, 3.2, 3.9, 4.7, 5.6)  # cells from a face's middle to the pips beside it
FLATTENED = (1.0, 0.8, 0.6)  # by a camera that looks from the side
TURNS = 8  # steps of a quarter turn
REACH = 5  # cells a face's middle may lie off the map's


@cache
def _grids() -> NDArray[np.int32]:
    """Where in the fine map the nine points of every grid lie: pose x point x middle."""
    side = MAP_PX * FINE
    steps = np.arange(-REACH, REACH + 1)
    middle_x, middle_y = (m.ravel() + MAP_PX / 2 for m in np.meshgrid(steps, steps))
    poses = []
    for radius in RADII:
        for flat in FLATTENED:
            for angle in np.arange(TURNS) * np.pi / 2 / TURNS:
                u = radius * np.array([np.cos(angle), np.sin(angle) * flat])
                v = radius * np.array([-np.sin(angle), np.cos(angle) * flat])
                points = [i * u + j * v for j in (-1, 0, 1) for i in (-1, 0, 1)]
                cols = [np.clip(np.round((middle_x + p[0]) * FINE - 0.5), 0, side - 1) for p in points]
                rows = [np.clip(np.round((middle_y + p[1]) * FINE - 0.5), 0, side - 1) for p in points]
                poses.append(np.array(rows) * side + np.array(cols))
    return np.array(poses, np.int32)


def fit_patterns(quarters: Floats) -> Floats:
    """How well each of 1 to 6 explains the map at its best: sums of logits over the pips that value has.

    `quarters` is the map as the network gives it, four quarters of 14 x 14 cells.
    """
    half = MAP_PX // 2
    cells = quarters.reshape(2, 2, half, half).transpose(2, 0, 3, 1).reshape(MAP_PX, MAP_PX)
    smooth = np.clip(cv2.GaussianBlur(cells, (0, 0), 0.5) + FAVOUR, -2, 2.5)
    fine = cv2.resize(smooth, None, fx=FINE, fy=FINE, interpolation=cv2.INTER_LINEAR)
    at = np.asarray(fine, np.float32).ravel()[_grids()]
    middle, falling, rising = at[:, 4], at[:, 0] + at[:, 8], at[:, 2] + at[:, 6]
    corners, pair = falling + rising, np.maximum(falling, rising)
    sides = np.maximum(at[:, 3] + at[:, 5], at[:, 1] + at[:, 7])
    patterns = (middle, pair, pair + middle, corners, corners + middle, corners + sides)
    return np.array([p.max() for p in patterns], np.float32)
