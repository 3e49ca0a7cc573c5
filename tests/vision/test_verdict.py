"""How far a reading is to be believed."""

from dataclasses import replace

import numpy as np
import pytest

from vision.tags import Tag
from vision.verdict import Reading, sure_of

READ = Reading(Tag(7, np.zeros((4, 2), np.float32)), fit=0.95, gap=0.4, framed=1.0, texture=0.5)


@pytest.mark.parametrize(
    ("fit", "gap", "framed", "sure"),
    [
        (0.97, 0.4, 1.0, 0.99),
        (0.8, 0.21, 1.0, 0.63),
        (0.7, 0.1, 1.0, 0.0),
        (0.97, 0.4, 0.5, 0.0),
        (0.97, 0.4, 0.7, 0.85),
    ],
)
def test_what_fits_well_far_ahead_of_the_next_and_framed_is_sure(
    fit: float, gap: float, framed: float, sure: float
) -> None:
    assert sure_of(fit, gap, framed) == sure


def test_a_covered_one_is_no_surer_than_it_may_be() -> None:
    assert replace(READ, most=0.85).sure == 0.85


def test_a_square_is_like_one_of_ours_where_its_cells_differ_as_a_markers_do() -> None:
    assert READ.is_alike
    assert not replace(READ, texture=0.9).is_alike
    assert not replace(READ, framed=0.7).is_alike


def test_of_an_open_part_more_is_asked_unless_known_markers_tell_which_part_it_is() -> None:
    part = replace(READ, fit=0.78, gap=0.15, is_part=True)
    assert not part.is_alike
    assert replace(part, is_under=True, is_printed=True).is_alike


def test_what_is_framed_and_fits_under_known_markers_is_one_of_ours_though_nobody_can_tell_which() -> None:
    """A fountain half under a guardian was told of by nobody: another marker's open half looked nearly the same."""
    part = replace(READ, gap=0.01, is_part=True)
    assert not part.is_alike
    assert replace(part, is_under=True).is_alike
    assert not replace(part, is_under=True, is_printed=True).is_alike  # the other marker of a piece that was read


def test_a_part_far_ahead_of_any_other_pattern_is_told_of_though_its_frame_is_broken() -> None:
    """A tile half under the next one, with a nugget on the rest, was missed in silence."""
    part = replace(READ, fit=0.82, gap=0.27, framed=0.84, is_part=True)
    assert part.is_alike
    assert not replace(part, gap=0.15).is_alike
    assert not replace(part, is_printed=True).is_alike


def test_a_doubtful_reading_on_the_face_of_another_piece_is_its_print() -> None:
    doubtful, clear = replace(READ, fit=0.84, gap=0.19), replace(READ, fit=0.97, gap=0.17)
    assert doubtful.sure > 0
    assert doubtful.is_alike
    assert replace(doubtful, is_printed=True).sure == 0
    assert replace(doubtful, is_printed=True).is_alike  # a small soft one may stand there
    assert replace(clear, is_printed=True).sure == clear.sure > 0
    assert replace(READ, fit=0.91, gap=0.28, framed=0.69, is_printed=True).sure == 0.85  # a miner on a tile


def test_a_part_on_the_face_of_another_piece_is_its_print_however_well_it_fits() -> None:
    """Two arrows on an action card were read as half of another one."""
    part = replace(READ, fit=0.95, gap=0.24, most=0.85, is_part=True)
    assert part.sure > 0
    assert replace(part, is_printed=True).sure == 0
    assert not replace(part, is_printed=True).is_alike
    assert replace(part, is_printed=True, is_under=True).sure > 0


def test_what_is_not_far_ahead_may_be_print() -> None:
    assert READ.is_clear
    assert not replace(READ, gap=0.15).is_clear
