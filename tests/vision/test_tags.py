"""Markers decoded bit by bit, in a picture made of nothing else."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.tags import DICTIONARY, Tag, centres_of, find_tags, sides_of

SIDE = 80


def sheet(*ids: int) -> npt.NDArray[np.uint8]:
    """Markers in a row on white."""
    book = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    page = np.full((200, 160 * len(ids) + 40, 3), 255, np.uint8)
    for place, number in enumerate(ids):
        drawn = cv2.aruco.generateImageMarker(book, number, SIDE)
        page[60 : 60 + SIDE, 60 + 160 * place : 60 + 160 * place + SIDE] = drawn[..., None]
    return page


def grey(page: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(page, cv2.COLOR_BGR2GRAY), np.uint8)


def test_every_marker_is_found_where_it_is() -> None:
    found = sorted(find_tags(grey(sheet(3, 17, 200))), key=lambda tag: tag.centre[0])
    assert [tag.id for tag in found] == [3, 17, 200]
    assert np.abs(found[0].centre - (99.5, 99.5)).max() < 1.5
    assert abs(found[0].side_px - SIDE) < 3


def test_an_empty_page_has_none() -> None:
    assert find_tags(grey(np.full((200, 300, 3), 255, np.uint8))) == []


def test_the_first_corner_is_the_markers_own_upper_left() -> None:
    (tag,) = find_tags(grey(np.ascontiguousarray(np.rot90(sheet(7)))))
    left_low = tag.corners[0]
    assert left_low[0] < tag.centre[0]
    assert left_low[1] > tag.centre[1]


def test_the_centre_is_the_mean_of_the_corners() -> None:
    tag = Tag(1, np.array([[0, 0], [10, 0], [10, 10], [0, 10]], np.float32))
    assert tag.centre.tolist() == [5, 5]
    assert tag.side_px == 10


def test_all_at_once_is_as_one_by_one() -> None:
    tags = [Tag(n, np.array([[n, 0], [20 + n, 2], [22, 24], [1, 19 + n]], np.float32)) for n in range(3)]
    assert np.allclose(centres_of(tags), [tag.centre for tag in tags])
    assert np.allclose(sides_of(tags), [tag.side_px for tag in tags])
    assert centres_of([]).shape == (0, 2)


def test_a_corner_drawn_to_something_that_lies_over_it_makes_no_square() -> None:
    """As one was found under a nugget: a third larger than printed, so it was taken to be held up in the air."""
    square = np.array([[957, 586], [958, 611], [933, 611], [934, 586]], np.float32)
    pulled = np.array([[957, 586], [958, 611], [922, 621], [934, 586]], np.float32)
    aslant = np.array([[957, 590], [952, 608], [927, 604], [933, 586]], np.float32)
    assert [Tag(24, corners).is_pulled for corners in (square, pulled, aslant)] == [False, True, False]
