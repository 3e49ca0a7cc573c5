"""The one marker dictionary everything is printed in."""

import cv2
import numpy as np

from companion.kit.tags import DICTIONARY, marker_cells, marker_runs, modules
from vision import tags as seen


def test_a_marker_has_eight_cells_a_side_with_its_border() -> None:
    assert modules() == 8
    assert marker_cells(7).shape == (8, 8)


def test_the_black_runs_cover_exactly_the_black_cells() -> None:
    black = np.full((8, 8), 255, np.uint8)
    for row, first, end in marker_runs(123):
        black[row, first:end] = 0
    assert np.array_equal(black, marker_cells(123))


def test_every_marker_is_black_around_its_rim() -> None:
    for marker in (0, 7, 249):
        cells = marker_cells(marker)
        assert not np.concatenate((cells[0], cells[-1], cells[:, 0], cells[:, -1])).any()


def test_what_is_printed_is_what_the_eyes_look_for() -> None:
    assert DICTIONARY == seen.DICTIONARY
    assert len(cv2.aruco.getPredefinedDictionary(DICTIONARY).bytesList) == 250
