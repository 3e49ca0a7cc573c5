"""What the eyes report: things at x, y in millimetres, each with how sure they are."""

from collections.abc import Mapping
from dataclasses import dataclass, field


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
    zone: str | None = None  # of a die: the tray it lies in
    colour: tuple[int, int, int] | None = None  # of a die: its body's red, green and blue


@dataclass(frozen=True)
class Target:
    """One marker to look for: its name, size, height above the table and how far its centre is from the piece's."""

    what: str
    marker_mm: float
    top_mm: float = 0.0
    offset_mm: tuple[float, float] = (0.0, 0.0)  # from the marker's centre to the piece's centre, piece upright
    copies: int | None = None  # how many of them the game has; None: nobody said


@dataclass(frozen=True)
class Plain:
    """A sort of piece to look for: its colour (blue, green, red), its size, and where it may lie."""

    what: str
    colour: tuple[int, int, int]
    width_mm: float
    height_mm: float
    top_mm: float
    places: tuple[tuple[float, float, float], ...]  # x and y in mm, and how far around


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

    def every_tray(self) -> tuple[tuple[str, float, float, float, float], ...]:
        """Wherever dice are looked for; a tray without a name is called "tray"."""
        if self.tray is None or self.tray in (corners for _, *rest in self.trays if (corners := tuple(rest))):
            return self.trays
        return (("tray", *self.tray), *self.trays)
