"""What a look says of a point of the table."""

from dataclasses import replace

import numpy as np

from vision.look import Look
from vision.plane import Plane

PLANE = Plane(np.diag([0.5, 0.5, 1]), np.diag([2.0, 2.0, 1]), 0.0, (1280, 960), (320.0, 240.0, 900.0), 0.0)


def test_without_a_board_everything_is_hidden() -> None:
    assert Look().is_hidden(10, 10)


def test_what_lies_beyond_the_picture_is_hidden() -> None:
    look = Look(plane=PLANE)
    assert not look.is_hidden(100, 100)
    assert look.is_hidden(-1, 100)
    assert look.is_hidden(100, 481)


def test_a_hand_hides_what_is_under_it_and_no_more() -> None:
    mask = np.zeros((240, 320), np.uint8)
    mask[50:60, 50:60] = 255  # pixels 200 to 240, mm 100 to 120
    look = replace(Look(plane=PLANE), hidden=mask)
    assert look.is_hidden(110, 110)
    assert not look.is_hidden(130, 110)
