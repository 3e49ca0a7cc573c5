"""Which of a camera's modes can read a table: the pixels a marker's module gets, from the lens and the field's size."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

LEAST_PX = 3.0  # a module, so that markers are read blurred and noisy too
LEAST_FPS = 5.0  # looks a second
SPARE = 1.1  # the picture is this much wider than the field: nobody hangs a camera to the millimetre

Size = tuple[int, int]


@dataclass(frozen=True)
class Field:
    """What the camera has to read: the table, the smallest marker's module, and across the width what the lens sees."""

    width_mm: float
    height_mm: float
    module_mm: float
    fov_deg: float = 66.0


@dataclass(frozen=True)
class Mode:
    """A size the camera gives, how often, and how much of its whole view."""

    size: Size
    fps: float
    view: float = 1.0


@dataclass(frozen=True)
class Fit:
    """A mode, what the smallest module gets in it, and how high the camera hangs so that the field just fits."""

    mode: Mode
    px_a_module: float
    height_mm: float

    @property
    def is_enough(self) -> bool:
        return self.px_a_module >= LEAST_PX

    def __str__(self) -> str:
        width, height = self.mode.size
        seen = f"{width} x {height} gives the smallest marker {self.px_a_module:.1f} px a module"
        if self.is_enough:
            return f"{seen} from {self.height_mm / 10:.0f} cm"
        return f"{seen}, and {LEAST_PX:g} are needed; use a camera with more pixels, or print the kit larger"


def px_a_module(field: Field, size: Size) -> float:
    """What a module gets when the field just fits, the camera turned whichever way fits better.

    >>> round(px_a_module(Field(800, 450, 2.0), (1760, 990)), 2)
    4.0
    """
    return field.module_mm * _px_a_mm(field, size)


def _px_a_mm(field: Field, size: Size) -> float:
    longer, shorter = max(field.width_mm, field.height_mm), min(field.width_mm, field.height_mm)
    return min(max(size) / longer, min(size) / shorter) / SPARE


def fit(field: Field, mode: Mode) -> Fit:
    """That mode over that field."""
    across_mm = max(mode.size) / _px_a_mm(field, mode.size)
    height_mm = across_mm / 2 / math.tan(math.radians(field.fov_deg) / 2)
    return Fit(mode, px_a_module(field, mode.size), height_mm)


def mode_for(
    field_mm: tuple[float, float], marker_module_mm: float, modes: Iterable[Mode], fov_deg: float = 66.0
) -> Fit | None:
    """The smallest mode of the whole view that gives every module enough, or the largest there is; None without modes.

    Small ones are quicker to read, and a mode that shows less of the view would have to hang higher.
    """
    field = Field(*field_mm, marker_module_mm, fov_deg)
    fits = [fit(field, mode) for mode in _usable(list(modes))]
    enough = [one for one in fits if one.is_enough]
    if enough:
        return min(enough, key=lambda one: one.mode.size)
    return max(fits, key=lambda one: (one.px_a_module, one.mode.fps), default=None)


def _usable(modes: Sequence[Mode]) -> list[Mode]:
    """Those quick enough that show as much as any of them does."""
    quick = [mode for mode in modes if mode.fps >= LEAST_FPS]
    widest = max((mode.view for mode in quick), default=1.0)
    return [mode for mode in quick if mode.view >= 0.98 * widest]


def advice(seen_px: float) -> str:
    """What to do about a camera whose smallest marker has so many pixels a module where it hangs now.

    >>> advice(3.4), advice(2.4)
    ('', 'hang the camera at 80 % of its height, choose more pixels, or print the kit larger')
    """
    if seen_px >= LEAST_PX:
        return ""
    share = round(100 * seen_px / LEAST_PX)
    return f"hang the camera at {share} % of its height, choose more pixels, or print the kit larger"
