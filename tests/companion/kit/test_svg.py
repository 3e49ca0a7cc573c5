"""SVG as pictures: documents in millimetres, and their pixels."""

import pytest

from companion.kit import svg
from companion.kit.drawing import WHITE, rect, words


def test_a_picture_shared_between_callers_cannot_be_written_to() -> None:
    picture = svg.raster(svg.document(rect(0, 0, 2, 2, WHITE), 2, 2), 4)
    assert picture.shape == (8, 8, 4)
    with pytest.raises(ValueError):
        picture[0, 0] = 0


def test_a_document_says_its_size_in_millimetres() -> None:
    assert 'width="44mm" height="63.5mm" viewBox="0 0 44 63.5"' in svg.document("", 44, 63.5)


def test_a_picture_has_as_many_pixels_as_asked_for() -> None:
    assert svg.raster(svg.document(rect(0, 0, 10, 5, WHITE), 10, 5), 3).shape == (15, 30, 4)


def test_words_are_drawn_without_any_font_of_the_machine() -> None:
    picture = svg.raster(svg.document(words("Gold", 10, 8, 8, "#000000"), 20, 10), 8)
    assert (picture[..., 3] > 128).mean() > 0.05
