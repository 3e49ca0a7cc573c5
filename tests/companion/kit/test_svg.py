"""SVG as ink: millimetres become pixels."""

from xml.etree import ElementTree

import numpy as np
import pytest

from companion.kit import svg
from companion.kit.drawing import WHITE, rect, words

INK = "#102030"


def test_a_picture_shared_between_callers_cannot_be_written_to() -> None:
    picture = svg.raster(svg.document(rect(0, 0, 2, 2, WHITE), 2, 2), 4)
    assert picture.shape == (8, 8, 4)
    with pytest.raises(ValueError):
        picture[0, 0] = 0


def test_a_document_is_measured_in_millimetres() -> None:
    root = ElementTree.fromstring(svg.document(rect(0, 0, 2, 2, WHITE), 44, 63.5))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("44mm", "63.5mm", "0 0 44 63.5")


@pytest.mark.parametrize("px_per_mm", [2, 5])
def test_a_millimetre_is_as_many_pixels_as_asked(px_per_mm: int) -> None:
    picture = svg.raster(svg.document(rect(0, 0, 10, 4, WHITE), 10, 4), px_per_mm)
    assert picture.shape[:2] == (4 * px_per_mm, 10 * px_per_mm)


def test_pixels_are_blue_first_and_clear_where_nothing_is_drawn() -> None:
    picture = svg.raster(svg.document(rect(0, 0, 5, 5, INK), 10, 5), 2)
    assert picture[5, 2].tolist() == [0x30, 0x20, 0x10, 255]
    assert picture[5, 15, 3] == 0


def test_words_are_drawn_in_our_own_font() -> None:
    picture = svg.raster(svg.document(words("gold", 10, 6, 5, INK), 20, 8), 6)
    assert np.count_nonzero(picture[:, :, 3]) > 100
