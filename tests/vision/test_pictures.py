"""Whatever is handed over is a picture, or a word on why not."""

from typing import Any

import numpy as np
import pytest

from vision.pictures import NotAPicture, as_picture

BGR = np.full((400, 600, 3), 90, np.uint8)


@pytest.mark.parametrize(
    "handed",
    [
        np.full((400, 600), 90, np.uint8),
        np.full((400, 600, 1), 90, np.uint8),
        np.full((400, 600, 4), 90, np.uint8),
        np.full((400, 600, 3), 90 << 8, np.uint16),
        np.full((400, 600), 90 << 8, np.uint16),
        np.full((400, 600, 3), 90.2 / 255, np.float32),
    ],
    ids=["grey", "one channel", "transparent", "16 bit", "16 bit grey", "floating"],
)
def test_unusual_pictures_become_usual_ones(handed: np.ndarray) -> None:
    assert np.array_equal(as_picture(handed), BGR)


def test_a_usual_picture_is_not_even_copied() -> None:
    assert as_picture(BGR) is BGR


@pytest.mark.parametrize(
    ("handed", "what"),
    [
        (np.zeros((0, 0, 3), np.uint8), "no picture"),
        (np.zeros((400, 600, 2), np.uint8), "no picture"),
        (np.zeros(9, np.uint8), "no picture"),
        (np.full((400, 600, 3), 1j), "no picture"),
        (None, "no picture"),
        (np.zeros((8, 8, 3), np.uint8), "too small"),
        (np.broadcast_to(np.uint8(0), (9000, 9000, 3)), "too large"),
    ],
    ids=["empty", "two channels", "a row", "complex", "nothing", "tiny", "huge"],
)
def test_what_is_no_picture_is_refused_with_its_reason(handed: Any, what: str) -> None:
    with pytest.raises(NotAPicture) as refused:
        as_picture(handed)
    assert refused.value.problem.what == what
