"""A plain sheet with markers: what is drawn can be read where it was drawn."""

import cv2
import numpy as np
import pytest

from companion.bench.sheet import FRAME, Drawn, Sheet, strewn
from vision.tags import DICTIONARY

DETECTOR = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY))


def read(sheet: Sheet) -> dict[int, np.ndarray]:
    corners, ids, _ = DETECTOR.detectMarkers(sheet.picture())
    return {} if ids is None else {int(n): found[0] for n, found in zip(ids.ravel(), corners, strict=True)}


def test_every_marker_is_read_where_it_was_drawn() -> None:
    sheet = Sheet({7: Drawn(300, 200, 20, 30)})
    found = read(sheet)
    assert set(found) == {7, *FRAME}
    assert found[7].mean(axis=0) == pytest.approx(sheet.px(300, 200), abs=1)


def test_a_lens_bends_what_lies_outside_the_middle() -> None:
    straight, bent = (read(Sheet(k1=k1))[230].mean(axis=0) for k1 in (0.0, -0.1))
    assert np.linalg.norm(straight - bent) > 10


def test_the_same_seed_draws_the_same_picture() -> None:
    sheet = Sheet(size=(400, 280), scale=0.45)
    assert (sheet.picture(1) == sheet.picture(1)).all()
    assert (sheet.picture(1) != sheet.picture(2)).any()


def test_strewn_pieces_do_not_touch() -> None:
    spots = np.array([(piece.x_mm, piece.y_mm) for piece in strewn(70).values()])
    away = np.linalg.norm(spots[:, None] - spots[None], axis=2) + np.eye(70) * 1000
    assert away.min() > 14 * 2**0.5 * 1.2


def test_targets_name_the_markers_that_are_drawn() -> None:
    assert {n: target.what for n, target in Sheet(strewn(3)).targets().markers.items()} == {
        0: "piece.0", 1: "piece.1", 2: "piece.2"
    }  # fmt: skip
