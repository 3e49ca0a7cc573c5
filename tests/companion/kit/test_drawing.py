"""Drawing in millimetres: what every ink understands."""

from collections.abc import Callable
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

from companion.kit import svg
from companion.kit.drawing import (
    SHAPES,
    WHITE,
    gilded,
    lump,
    medal,
    middle,
    paragraph,
    plaque,
    rect,
    seal,
    stamp,
    tag,
    text_width,
    words,
    wrapped,
)
from companion.kit.tags import DICTIONARY

DETECTOR = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY))


def seen(art: str, size: float) -> list[int]:
    """The markers OpenCV reads in a drawing of that size."""
    picture = svg.raster(svg.document(rect(0, 0, size, size, WHITE) + art, size, size), 8)
    ids = DETECTOR.detectMarkers(np.ascontiguousarray(picture[..., :3]))[1]
    return [] if ids is None else sorted(ids.ravel().tolist())


@pytest.mark.parametrize("marker", [0, 99, 230, 249])
def test_a_drawn_marker_is_read(marker: int) -> None:
    assert seen(tag(marker, 20, 20, 14), 40) == [marker]


def test_a_marker_on_a_plaque_or_a_seal_is_read() -> None:
    dark = rect(0, 0, 40, 40, "#123c46")
    assert seen(dark + plaque(5, 20, 20, 20), 40) == [5]
    assert seen(dark + medal(26, 16, "#cf3f37", "PO", SHAPES["cross"]) + seal(6, 13, 13, 16, 13), 40) == [6]


def test_a_marker_sits_where_it_was_asked_for() -> None:
    picture = svg.raster(svg.document(rect(0, 0, 40, 40, WHITE) + tag(9, 15, 22, 16), 40, 40), 10)
    corners = DETECTOR.detectMarkers(np.ascontiguousarray(picture[..., :3]))[0][0].reshape(4, 2) / 10
    assert corners.mean(axis=0) == pytest.approx([15, 22], abs=0.1)
    assert np.ptp(corners, axis=0) == pytest.approx([16, 16], abs=0.2)


def test_words_shrink_until_they_fit() -> None:
    small = ElementTree.fromstring(words("Polavsky", 0, 0, 10, fit=12))
    assert text_width("Polavsky", float(small.get("font-size", "0"))) == pytest.approx(12, abs=0.01)


def test_words_that_fit_keep_their_size() -> None:
    assert 'font-size="10"' in words("Osiris", 0, 0, 10, fit=100)


def test_words_escape_what_svg_would_read_as_marks() -> None:
    assert ElementTree.fromstring(words("dig & <raid>", 0, 0, 3)).text == "dig & <raid>"


def test_a_paragraph_breaks_between_words() -> None:
    lines = wrapped("walk exactly that far and take the treasure you end on", 40, 5)
    assert " ".join(lines) == "walk exactly that far and take the treasure you end on"
    assert max(text_width(row, 5) for row in lines) <= 40
    assert paragraph("a b", 0, 0, 1).count("<text") == 2


def test_capitals_are_centred_on_the_line_they_are_given() -> None:
    art = svg.document(rect(0, 0, 20, 20, WHITE) + middle("H", 10, 10, 12), 20, 20)
    rows = np.flatnonzero((svg.raster(art, 20)[..., 0] < 128).any(axis=1)) / 20
    assert (rows[0] + rows[-1]) / 2 == pytest.approx(10, abs=0.2)


def test_an_icon_is_as_wide_as_asked() -> None:
    art = svg.document(stamp(SHAPES["cross"], 10, 10, 12), 20, 20)
    columns = np.flatnonzero(svg.raster(art, 10)[..., 3].any(axis=0)) / 10
    assert columns[-1] - columns[0] == pytest.approx(12, abs=0.2)


@pytest.mark.parametrize("gold", [gilded, lump])
def test_gold_looks_struck_but_stays_the_colour_the_camera_looks_for(gold: Callable[[float, str], str]) -> None:
    picture = svg.raster(svg.document(gold(15, "#f2c230"), 15, 15), 20)
    inside = picture[picture[..., 3] == 255][:, :3].astype(int)
    assert np.ptp(inside, axis=0).max() > 60
    assert np.abs(inside.mean(axis=0) - (0x30, 0xC2, 0xF2)).max() < 25
    assert (np.abs(inside - (0x30, 0xC2, 0xF2)).max(axis=1) < 45).mean() > 0.8
