"""What the eyes report: things at x, y in millimetres, each with how sure they are."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import atan2, degrees
from typing import Literal

import numpy as np
import numpy.typing as npt

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # x0, y0, x1, y1 in mm from the sheet's upper left corner
Edge = tuple[str, str]
Sort = Literal["line", "ring", "cross", "tick"]


BESIDE_TRAY = "beside"  # the zone of a die that lies near a tray and in none


@dataclass(frozen=True)
class Sighting:
    """A thing lying on the table; `what` is its marker's name in Targets, or "die"."""

    what: str
    x_mm: float
    y_mm: float
    turned_deg: float  # clockwise from upright as the camera sees it
    sure: float
    shows: str | None = None  # a die's pips
    box_px: tuple[float, float, float, float] | None = None
    zone: str | None = None  # of a die: the tray it lies in, or BESIDE_TRAY
    colour: tuple[int, int, int] | None = None  # of a die: its body's red, green and blue
    on: str | None = None  # of something drawn: the sheet it is drawn on; `shows` says where on it
    is_hidden: bool = False  # of something drawn: nobody can see whether it is there
    throw: int = 0  # of a die: another number is another throw, for it looks otherwise; 0: nobody compared


@dataclass(frozen=True)
class Mark:
    """Something drawn: a line "A5-B5" along an edge, or what was done to a spot or box; `sure` from 0 to 1."""

    what: Sort
    where: str
    sure: float
    is_hidden: bool = False  # under a mirrored light: it may be there or not


@dataclass(frozen=True)
class Target:
    """One marker to look for: its name, size, height above the table and how far its centre is from the piece's."""

    what: str
    marker_mm: float
    top_mm: float = 0.0
    offset_mm: tuple[float, float] = (0.0, 0.0)  # from the marker's centre to the piece's centre, piece upright
    copies: int | None = None  # how many of them the game has; None: nobody said
    size_mm: tuple[float, float] = (0.0, 0.0)  # of the piece: what stands on a large one stands higher
    below_mm: float = 0.0  # how thick what the piece always stands on is, though that may not be seen
    earlier_mm: float | None = None  # the marker's side in an earlier print that may still be in use


@dataclass(frozen=True)
class Plain:
    """A sort of piece to look for: its colour (blue, green, red), its size, and where it may lie."""

    what: str
    colour: tuple[int, int, int]
    width_mm: float
    height_mm: float
    top_mm: float
    places: tuple[tuple[float, float, float], ...]  # x and y in mm, and how far around
    are_beside: bool = True  # several may lie so near to each other that they touch
    sides: tuple[tuple[int, int, int], ...] = ()  # colours of what stands higher and may hide it


@dataclass(frozen=True)
class Blank:
    """A place where something flat may lie, as large as that, of which nobody can see whether it does."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    top_mm: float


@dataclass(frozen=True)
class Form:
    """Where one may draw on a sheet, in mm from its upper left corner."""

    width_mm: float
    height_mm: float
    places: Mapping[str, Point]
    edges: Sequence[Edge]  # between which places lines may run
    spots: Mapping[str, Point]  # small symbols that may be ringed or crossed
    boxes: Mapping[str, Box]  # what may be crossed or ticked
    spot_mm: float = 6.0  # how wide a ring around a symbol is

    def middle(self, where: str) -> Point:
        """Where on the sheet a mark is.

        >>> Form(100, 50, {"a": (10, 10), "b": (20, 12)}, [("a", "b")], {}, {}).middle("a-b")
        (15.0, 11.0)
        """
        if where in self.spots:
            return self.spots[where]
        if where in self.boxes:
            x0, y0, x1, y1 = self.boxes[where]
            return (x0 + x1) / 2, (y0 + y1) / 2
        (ax, ay), (bx, by) = (self.places[name] for name in where.split("-"))
        return (ax + bx) / 2, (ay + by) / 2

    def way(self, where: str) -> float:
        """Which way a line runs on the sheet, in degrees clockwise from the right; 0 for anything else."""
        if where in self.spots or where in self.boxes:
            return 0.0
        (ax, ay), (bx, by) = (self.places[name] for name in where.split("-"))
        return degrees(atan2(by - ay, bx - ax))


PAPER_PX_PER_MM = 2.0  # of sheets that are compared with their print: what a camera over a whole table gives


@dataclass(frozen=True)
class Paper:
    """A sheet that is written on: its form, and how to come by a picture of its blank print, blue, green and red."""

    form: Form
    blank: Callable[[], npt.NDArray[np.uint8]]


@dataclass(frozen=True)
class Targets:
    """What to look for on one game's table."""

    width_mm: float
    height_mm: float
    frame: Mapping[int, tuple[float, float]]  # frame marker id -> its centre
    frame_mm: float
    markers: Mapping[int, Target]
    tray: tuple[float, float, float, float] | None = None  # x0, y0, x1, y1 in mm
    die_mm: float = 16.0
    lamps: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    trays: tuple[tuple[str, float, float, float, float], ...] = ()  # where dice fall, by name; `tray` is one more
    plain: tuple[Plain, ...] = ()  # pieces without a marker
    papers: Mapping[str, Paper] = field(default_factory=dict)  # which of those with markers are written on
    blanks: tuple[Blank, ...] = ()  # where something may lie that carries no marker and other pieces may stand on
    has_margin: bool = True  # False: loose cards on a bare table, of which nobody knows how its edge looks

    def every_tray(self) -> tuple[tuple[str, float, float, float, float], ...]:
        """Wherever dice are looked for; a tray without a name is called "tray"."""
        if self.tray is None or self.tray in (corners for _, *rest in self.trays if (corners := tuple(rest))):
            return self.trays
        return (("tray", *self.tray), *self.trays)
