"""What looks like a die is known by its body: a domino's goes on, and what is printed has none."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.bench.dice import DrawnDie, picture
from vision.dice import is_half, is_likely
from vision.dice_body import body_colour, is_tile, runs_out
from vision.dice_net import Look

Image = NDArray[np.uint8]
SIDE = 60
GREEN, IVORY, BLACK, WHITE = (70, 130, 40), (205, 232, 240), (30, 28, 32), (245, 245, 245)
PIPS = [(24, 24), (24, 72), (72, 24), (72, 72), (48, 48)]


def domino(
    body: tuple[int, int, int], ink: tuple[int, int, int], turn_deg: float, long: float = 2.0
) -> tuple[Image, tuple[float, float, float, float]]:
    """A five and a two on wood, and the box of the five."""
    face = np.full((96, 192, 3), body, np.uint8)
    cv2.line(face, (96, 18), (96, 78), ink, 4, cv2.LINE_AA)
    for x, y in [*PIPS, (120, 24), (168, 72)]:
        cv2.circle(face, (x, y), 9, ink, -1, cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((96, 48), turn_deg, SIDE / 96) @ np.diag([long / 2, 1, 1])
    turn[:, 2] += (640 - 96, 790 - 48)
    table, size = picture([]), (1280, 960)
    cover = cv2.warpAffine(np.full((96, 192), 255, np.uint8), turn, size)[..., None] / 255
    x, y = turn @ (48, 48, 1)
    half = SIDE / 2
    laid = table * (1 - cover) + cv2.warpAffine(face, turn, size) * cover
    return np.asarray(laid, np.uint8), (x - half, y - half, x + half, y + half)


def look(box: tuple[float, float, float, float], none: float) -> Look:
    return Look(np.array([none, 0, 0, 0, 0, 1 - none, 0], np.float32), box, 0.0, 0.6)


@pytest.mark.parametrize("turn_deg", [0, 25, 70, 130])
@pytest.mark.parametrize(("body", "ink"), [(GREEN, WHITE), (IVORY, BLACK), (BLACK, WHITE)])
def test_half_of_a_domino_is_known_by_its_other_half(
    body: tuple[int, int, int], ink: tuple[int, int, int], turn_deg: float
) -> None:
    assert is_tile(*domino(body, ink, turn_deg))


def test_a_domino_seen_aslant_is_one_too() -> None:
    assert is_tile(*domino(GREEN, WHITE, 0, long=1.75))


@pytest.mark.parametrize("side", [24, 60, 110])
@pytest.mark.parametrize("turn_deg", [0, 25, 45])
def test_a_die_is_no_tile(side: int, turn_deg: float) -> None:
    half = side / 2
    view = picture([DrawnDie(5, 640, 790, turn_deg)], side=side)
    assert not is_tile(view, (640 - half, 790 - half, 640 + half, 790 + half))


def test_dice_that_touch_are_no_tile() -> None:
    view = picture([DrawnDie(6, 620, 790), DrawnDie(3, 662, 790)], side=40)
    assert not is_tile(view, (600, 770, 640, 810))


def test_what_has_no_body_at_all_is_no_tile() -> None:
    noise = np.random.default_rng(5).integers(0, 256, (200, 200, 3)).astype(np.uint8)
    assert not is_tile(noise, (80, 80, 120, 120))
    assert not is_tile(noise, (500, 500, 540, 540))


def test_what_may_be_a_die_is_held_against_its_surroundings_and_what_is_sure_is_not() -> None:
    view, box = domino(IVORY, BLACK, 25)
    assert is_half(view, look(box, none=0.2), 0.0)
    assert not is_half(view, look(box, none=0.0001), -3.0)


def test_what_is_likely_a_die_is_not_taken_for_half_of_a_domino() -> None:
    """Two like dice that touched without a gap were struck, both read right."""
    view, box = domino(IVORY, BLACK, 25)
    assert not is_half(view, look(box, none=0.03), 0.0)


def test_a_bodys_colour_is_not_that_of_its_pips() -> None:
    view, box = domino(GREEN, WHITE, 0)
    assert np.allclose(body_colour(view, box), GREEN, atol=6)


def test_pips_printed_on_a_board_have_no_body_of_their_own() -> None:
    board, box = np.full((300, 400, 3), GREEN, np.uint8), (170.0, 120.0, 230.0, 180.0)
    for x, y in PIPS:
        cv2.circle(board, (170 + x * SIDE // 96, 120 + y * SIDE // 96), 5, BLACK, -1, cv2.LINE_AA)
    assert runs_out(board, box)
    assert not runs_out(picture([DrawnDie(5, 640, 790)], side=SIDE), (610, 760, 670, 820))
    assert not is_likely(board, look(box, 0.5), doubt=0)
    assert is_likely(board, look(box, 0.05), doubt=0)  # white dice lie on white paper


def test_what_is_hardly_likely_is_a_die_if_it_has_a_body_of_its_own() -> None:
    view, box = picture([DrawnDie(5, 640, 790)], side=SIDE), (610.0, 760.0, 670.0, 820.0)
    assert is_likely(view, look(box, 0.5), doubt=0)
    assert not is_likely(view, look(box, 0.8), doubt=0)
