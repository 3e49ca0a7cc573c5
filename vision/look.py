"""What one frame told of the table."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.plane import Plane
from vision.problems import Problem
from vision.sighting import Sighting
from vision.stillness import SHRINK

Mask = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Look:
    """What one frame told."""

    sightings: tuple[Sighting, ...] = ()
    dice: tuple[Sighting, ...] = ()
    plane: Plane | None = None
    is_moving: bool = False
    is_new: bool = True  # something differs from the look before
    problems: tuple[Problem, ...] = ()
    hidden: Mask | None = None  # nonzero at small pixels that something covers
    marks: tuple[Sighting, ...] = ()  # what people drew on sheets in view
    soft_px: float | None = None  # how wide the edges of the frame's markers are; None without a board

    def is_hidden(self, x_mm: float, y_mm: float) -> bool:
        """Whether a hand or glare covers that point of the table."""
        if self.plane is None:
            return True
        x, y = self.plane.px(np.array([[x_mm, y_mm]]))[0]
        width, height = self.plane.size_px
        if not (0 <= x < width and 0 <= y < height):
            return True
        if self.hidden is None:
            return False
        row, column = int(y) // SHRINK, int(x) // SHRINK
        return bool(self.hidden[min(row, self.hidden.shape[0] - 1), min(column, self.hidden.shape[1] - 1)])
