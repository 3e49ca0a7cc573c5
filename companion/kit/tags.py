"""The one marker dictionary everything is printed in: 250 ids of 6 x 6 bits, safe against false reads."""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

DICTIONARY = cv2.aruco.DICT_ARUCO_MIP_36h12
BITS = 6


def modules() -> int:
    """Cells along a marker's side, its black border counted."""
    return BITS + 2


@cache
def marker_cells(marker: int) -> NDArray[np.uint8]:
    """The marker as rows of cells, 0 black and 255 white."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, marker, modules()), dtype=np.uint8)


@cache
def marker_runs(marker: int) -> tuple[tuple[int, int, int], ...]:
    """The black cells as (row, first, last + 1), runs joined so that no hairline shows between cells."""
    runs = []
    for number, row in enumerate(marker_cells(marker)):
        dark = np.flatnonzero(np.diff(np.concatenate(([0], row == 0, [0]))))
        runs += [(number, int(a), int(b)) for a, b in zip(dark[::2], dark[1::2], strict=True)]
    return tuple(runs)
