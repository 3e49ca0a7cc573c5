"""Whether a die still lies as it lay: how it looks is compared with how it looked, whatever the light does."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import hypot

import cv2
import numpy as np
import numpy.typing as npt

from vision.parts import is_covered
from vision.sighting import Sighting

Image = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.uint8]
Relief = npt.NDArray[np.float32]

SIDE_PX = 27  # of a die in its picture
MARGIN_PX = 4  # around it, for one that is found a little aside
DARKEST = 16.0  # levels: below is noise
FLAT = 0.12  # of a side: light changes slower than this over a die, unless it is an edge
# Of 468 dice in photographs none that lay still agreed less with itself than 0.77 when noise, a shift and the edge of a
# shadow came over it; of as many that were turned anyhow 82 in 100 agreed less than this.
TURNED = 0.6
OTHER = 0.78  # where another value is read as well: one in a hundred that lay still agreed less than this
NEAR_MM = 6.0  # a knocked camera moves a die by less
WIDE_MM = 12.0  # so near to a die no other lies any more
MOST = 40  # places that are remembered


@dataclass(frozen=True, eq=False)
class Face:
    """How a die looked where it lay, and which throw that was."""

    x_mm: float
    y_mm: float
    shows: str | None
    relief: Relief
    throw: int

    def is_of(self, die: Sighting, relief: Relief) -> bool:
        """Whether that die, which looks like this now, was left alone since."""
        least = TURNED if die.shows == self.shows else OTHER
        return self.away_mm(die) < NEAR_MM and likeness(relief, self.relief) >= least

    def away_mm(self, die: Sighting) -> float:
        return hypot(self.x_mm - die.x_mm, self.y_mm - die.y_mm)


class Faces:
    """Numbers the throws: a die keeps its number as long as it looks the same where it lies."""

    def __init__(self) -> None:
        self._known: list[Face] = []  # the last one at each place, also of dice that were taken up: a look may miss one
        self._throws = 0

    def numbered(
        self, pixels: Image, dice: tuple[Sighting, ...], die_px: Mapping[str, float], hand: Mask | None
    ) -> tuple[Sighting, ...]:
        """The dice, those that have no number with one; none for what is at a hand, which may hide half of it."""
        return tuple(
            die if die.throw or not die.shows or _is_at_hand(hand, die) else self._number(pixels, die, die_px)
            for die in dice
        )

    def _number(self, pixels: Image, die: Sighting, die_px: Mapping[str, float]) -> Sighting:
        relief = relief_of(pixels, die, die_px[die.zone or ""])
        before = min(self._known, key=lambda face: face.away_mm(die), default=None)
        if before is not None and before.is_of(die, relief):
            throw = before.throw
        else:
            self._throws = throw = self._throws + 1
        others = [face for face in self._known if face.away_mm(die) > WIDE_MM]
        self._known = [*others[1 - MOST :], Face(die.x_mm, die.y_mm, die.shows, relief, throw)]
        return replace(die, throw=throw)


def relief_of(pixels: Image, die: Sighting, die_px: float) -> Relief:
    """A die as large as all are here, without the light that lies on it: its pips and its outline."""
    x0, y0, x1, y1 = die.box_px or (0.0, 0.0, 1.0, 1.0)
    whole, scale = SIDE_PX + 2 * MARGIN_PX, SIDE_PX / die_px
    middle = (whole - 1) / 2
    shift = np.array([[scale, 0, middle - scale * (x0 + x1) / 2], [0, scale, middle - scale * (y0 + y1) / 2]])
    picture = cv2.warpAffine(pixels, shift, (whole, whole), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    light = np.log(picture.astype(np.float32) + np.float32(DARKEST))
    return np.asarray(light - cv2.GaussianBlur(light, (0, 0), FLAT * SIDE_PX), np.float32)


def likeness(now: Relief, before: Relief) -> float:
    """How well two pictures of a die agree, up to 1: those of one that was left alone do."""
    inner = before[MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX]
    return float(cv2.matchTemplate(now, inner, cv2.TM_CCOEFF_NORMED).max())


def _is_at_hand(hand: Mask | None, die: Sighting) -> bool:
    if hand is None or die.box_px is None:
        return False
    x0, y0, x1, y1 = die.box_px
    places = [(x, y) for x in (x0, (x0 + x1) / 2, x1) for y in (y0, (y0 + y1) / 2, y1)]
    return any(is_covered(hand, x, y) for x, y in places)
