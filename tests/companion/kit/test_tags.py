"""The marker dictionary as rows of cells."""

import cv2
import numpy as np
import pytest

from companion.kit.tags import DICTIONARY, marker_cells, marker_runs, modules
from companion.markers import IDS


def test_a_marker_has_eight_cells_a_side_with_its_border() -> None:
    assert modules() == 8
    assert marker_cells(7).shape == (8, 8)


def test_the_black_runs_cover_exactly_the_black_cells() -> None:
    black = np.full((8, 8), 255, np.uint8)
    for row, first, end in marker_runs(123):
        black[row, first:end] = 0
    assert np.array_equal(black, marker_cells(123))


def test_the_dictionary_has_all_the_ids_that_are_given_out() -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    assert len(dictionary.bytesList) == len(IDS)
    assert marker_cells(IDS[-1]).shape == (8, 8)


@pytest.mark.parametrize("marker", [0, 77, 249])
def test_a_marker_has_a_black_border(marker: int) -> None:
    cells = marker_cells(marker)
    assert not np.concatenate([cells[0], cells[-1], cells[:, 0], cells[:, -1]]).any()
