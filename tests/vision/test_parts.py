"""Parts of the picture in small pixels and in whole ones."""

import numpy as np

from vision.parts import are_within, changed_boxes, either, gathered, is_covered, mask_boxes
from vision.stillness import Change
from vision.tags import Tag


def mask(*squares: tuple[int, int]) -> np.ndarray:
    where = np.zeros((270, 480), np.uint8)
    for x, y in squares:
        where[y : y + 10, x : x + 10] = 255
    return where


def at(x: float, y: float) -> Tag:
    return Tag(7, np.array([[x - 9, y - 9], [x + 9, y - 9], [x + 9, y + 9], [x - 9, y + 9]], np.float32))


def test_each_part_of_a_mask_has_its_box_in_pixels() -> None:
    assert sorted(mask_boxes(mask((20, 30), (200, 100)), 5)) == [(60, 100, 140, 180), (780, 380, 860, 460)]


def test_a_small_change_is_read_by_itself() -> None:
    where = mask((100, 100))
    (box,) = changed_boxes(Change(False, where, 100)) or [(0, 0, 0, 0)]
    assert are_within([at(420, 420), at(700, 420)], [box]) == [True, False]
    assert are_within([at(420, 420), at(700, 420)], None) == [True, True]
    assert are_within([at(420, 420)], []) == [False]


def test_where_much_changed_everything_is_read() -> None:
    everywhere = np.full((270, 480), 255, np.uint8)
    assert changed_boxes(Change(False, everywhere, everywhere.size)) is None


def test_either_of_two_masks_hides() -> None:
    both = either(mask((0, 0)), mask((50, 50)))
    assert both is not None
    assert (both[5, 5], both[55, 55], both[30, 30]) == (255, 255, 0)
    assert either(None, None) is None


def test_masks_of_two_sizes_are_joined_at_the_first_ones() -> None:
    both = either(mask((0, 0)), np.full((135, 240), 255, np.uint8))
    assert both is not None
    assert both.shape == (270, 480)
    assert both.all()


def test_a_marker_is_covered_where_its_middle_is() -> None:
    assert is_covered(mask((100, 100)), *at(420, 420).centre)
    assert not is_covered(mask((100, 100)), *at(380, 420).centre)


def test_parts_that_overlap_are_one_and_may_reach_others_by_that() -> None:
    apart = (500, 500, 600, 600)
    assert gathered([(0, 0, 10, 10), apart, (20, 0, 30, 10), (5, 5, 25, 8)]) == [apart, (0, 0, 30, 10)]
