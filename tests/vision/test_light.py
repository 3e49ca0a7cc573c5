"""What is wrong with a picture as a whole."""

import cv2
import numpy as np
import pytest

from companion.bench.sheet import Sheet, strewn
from vision.board import find_board
from vision.lens import unknown_lens
from vision.light import picture_problems
from vision.problems import MEANINGS, Problem


def problems(sheet: Sheet, light: float = 1.0) -> list[Problem]:
    grey = np.asarray(cv2.cvtColor(sheet.picture(), cv2.COLOR_BGR2GRAY) * light, np.uint8)
    board = find_board(grey, sheet.targets(), unknown_lens(66.0)).board
    assert board is not None
    return picture_problems(grey, board, sheet.targets())


def test_a_good_picture_has_no_problems() -> None:
    assert problems(Sheet(strewn(10))) == []


def test_a_soft_picture_is_told_with_how_soft_it_is() -> None:
    (problem,) = problems(Sheet(strewn(10), blur_px=2.6))
    assert problem.what == "blur"
    assert problem.amount == pytest.approx(2.5 / (14 * 1.8 / 8), abs=0.3)


def test_too_few_pixels_a_module_are_told_with_how_many() -> None:
    (problem,) = problems(Sheet(strewn(10), size=(800, 560), scale=0.94))
    assert problem.what == "far"
    assert problem.amount == pytest.approx(14 * 0.94 / 8, abs=0.1)


def test_a_dark_picture_is_told() -> None:
    assert [problem.what for problem in problems(Sheet(strewn(10), noise=0.5), light=0.1)] == ["dark"]


def test_a_black_picture_is_dark_even_without_a_board() -> None:
    black = np.zeros((720, 1280), np.uint8)
    assert [problem.what for problem in picture_problems(black, None, Sheet().targets())] == ["dark"]


def test_every_problem_has_a_meaning() -> None:
    every = problems(Sheet(strewn(10), blur_px=2.6)) + problems(Sheet(strewn(10), size=(800, 560), scale=0.94))
    assert {problem.what for problem in every} <= MEANINGS.keys()
