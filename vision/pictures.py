"""Whatever a camera or a file hands over, as eight bits of blue, green and red, or a word on why not."""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.problems import Problem

Image = npt.NDArray[np.uint8]

LEAST_PX = 160  # of the shorter side: no table can be told in fewer
MOST_PX = 24_000_000  # twice what a Pi's camera gives


class NotAPicture(ValueError):
    """Carries the problem to be told."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.what)
        self.problem = problem


def as_picture(pixels: npt.NDArray[Any]) -> Image:
    """The same picture, untouched if it is as it should be; grey, transparent and 16-bit ones are converted."""
    if not isinstance(pixels, np.ndarray) or pixels.ndim not in (2, 3) or not pixels.size:
        raise NotAPicture(Problem("no picture"))
    if pixels.ndim == 3 and pixels.shape[2] not in (1, 3, 4):
        raise NotAPicture(Problem("no picture"))
    if min(pixels.shape[:2]) < LEAST_PX:
        raise NotAPicture(Problem("too small", amount=float(pixels.shape[1])))
    if pixels.shape[0] * pixels.shape[1] > MOST_PX:
        raise NotAPicture(Problem("too large", amount=float(pixels.shape[1])))
    return _three_channels(_eight_bits(pixels))


def _eight_bits(pixels: npt.NDArray[Any]) -> Image:
    if pixels.dtype == np.uint8:
        return pixels
    if pixels.dtype == np.uint16:
        return np.asarray(pixels >> 8, np.uint8)
    if pixels.dtype == np.bool_ or np.issubdtype(pixels.dtype, np.floating):
        return np.asarray(np.clip(np.nan_to_num(pixels) * 255, 0, 255), np.uint8)
    raise NotAPicture(Problem("no picture"))


def _three_channels(pixels: Image) -> Image:
    if pixels.ndim == 2 or pixels.shape[2] == 1:
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), np.uint8)
    return pixels if pixels.shape[2] == 3 else np.ascontiguousarray(pixels[:, :, :3])
