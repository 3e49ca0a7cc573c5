"""A table printed otherwise is told by its corners."""

import numpy as np

from companion.games.gold_mine.layout import layout
from companion.layout import Layout
from companion.watch.prints import other_print, read_print
from vision.eyes import Look, Problem

NOW = layout()
FIRST = NOW.also[0]
BLACK = np.zeros((90, 160, 3), np.uint8)


def strange(*markers: int) -> Look:
    return Look(problems=tuple(Problem("other board", marker=marker) for marker in markers))


def test_two_corners_tell_the_earlier_board() -> None:
    assert other_print(NOW, NOW, strange(*FIRST.frame_markers[:2]), BLACK) is FIRST


def test_one_corner_is_not_enough() -> None:
    assert other_print(NOW, NOW, strange(FIRST.frame_markers[0], 17), BLACK) is None


def test_the_table_of_today_is_told_again() -> None:
    assert other_print(NOW, FIRST, strange(*NOW.frame_markers), BLACK) is NOW


def test_a_picture_is_read_with_eyes_for_the_print_that_lies_there() -> None:
    opened = []

    class Eyes:
        def __init__(self, table: Layout) -> None:
            opened.append(table)

        def read(self, pixels: np.ndarray, is_thorough: bool) -> Look:
            return strange(*FIRST.frame_markers) if opened[-1] is NOW else Look()

    assert read_print(NOW, BLACK, Eyes)[0] is FIRST
    assert opened == [NOW, FIRST]
