"""A table in millimetres: spaces, zones and pieces; kit, camera and the phone's board are made from it."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

FRAME_MARKER_MM = 30.0
FLAT_MM = 5.0  # pieces up to this thick are stood upon
FRAME_MARKER_INSET_MM = 18.0  # from the two edges to the marker's centre


class Placement(NamedTuple):
    """A piece on a space; `turned` and `shows` only where the rules care.

    `turned` is in degrees clockwise from upright as the camera sees it, one of the piece's `facings`.
    `shows` is what a piece with several faces shows.
    """

    piece: str
    space: str
    turned: int | None = None
    shows: str | None = None


@dataclass(frozen=True)
class Space:
    """A named place on the table; `seats` are offsets in mm from its centre, one per sort of piece it takes."""

    name: str
    x_mm: float
    y_mm: float
    seats: Mapping[str, tuple[float, float]] = field(default_factory=lambda: {"piece": (0.0, 0.0)})
    reach_mm: float = 14.0  # a piece this near to its seat lies on this space
    spread_mm: tuple[float, float] = (0.0, 0.0)  # several pieces on one seat lie this far apart, one after the other
    outline: tuple[tuple[float, float], ...] = ()  # polygon around the centre, for drawing and tapping; empty: a disc
    called: str = ""  # what people say: "the discard pile"; empty: made from its name
    is_read: bool = True  # False: pieces touch or lie in heaps there, and what they are nobody can tell from above

    def seat(self, name: str) -> tuple[float, float]:
        """Where a piece of that seat lies, in mm on the table.

        >>> Space("e5", 420, 205, {"pawn": (0, -12)}).seat("pawn")
        (420, 193)
        """
        dx, dy = self.seats[name]
        return self.x_mm + dx, self.y_mm + dy


@dataclass(frozen=True)
class Zone:
    """A rectangle with a purpose: die tray, player area, discard."""

    name: str
    x0: float
    y0: float
    x1: float
    y1: float

    def holds(self, x_mm: float, y_mm: float) -> bool:
        return self.x0 <= x_mm <= self.x1 and self.y0 <= y_mm <= self.y1


@dataclass(frozen=True, eq=False)
class Paper:
    """Where people write on a sheet, in mm from its upper left corner; its fields are those of the eyes' `Form`."""

    width_mm: float
    height_mm: float
    places: Mapping[str, tuple[float, float]]
    edges: tuple[tuple[str, str], ...]  # between which places lines may run
    spots: Mapping[str, tuple[float, float]]  # small symbols that may be ringed or crossed
    boxes: Mapping[str, tuple[float, float, float, float]]  # what may be crossed: x0, y0, x1, y1
    spot_mm: float  # how wide a ring around a symbol is


class Mark(NamedTuple):
    """Something drawn on a sheet: a line "A5-B5" from place to place, a ring, cross or tick at a spot or box."""

    sheet: str  # the piece it is drawn on
    what: str
    where: str
    sure: float  # from 0 to 1
    before: float | None = None  # how sure it was when all on that sheet was last accounted for; None: nobody knows
    is_hidden: bool = False  # a light is mirrored there: nobody can see whether it is


@dataclass(frozen=True)
class Piece:
    """One kind of piece in the box; `copies` alike ones share a name and a marker."""

    name: str  # "pawn.red", as the kit prints it
    seat: str  # which seat of a space it takes
    width_mm: float
    height_mm: float
    copies: int = 1
    is_round: bool = False
    thickness_mm: float = 2.0
    top_mm: float = 2.0  # how high the printed face lies above the table
    below_mm: float = 0.0  # how thick what it always stands on is, though that may not be seen
    marker: int | None = None
    marker_mm: float = 0.0
    marker_at_mm: tuple[float, float] = (0.0, 0.0)  # the marker's centre, from the piece's upper left corner
    earlier_mm: float | None = None  # its marker's side in an earlier print with the same corners
    more_markers: tuple[tuple[int, float, float], ...] = ()  # further ones of that size on its face: id, centre x and y
    facings: tuple[int, ...] = ()  # the ways round the rules tell apart, in degrees clockwise from upright
    back_marker: int | None = None
    back_marker_mm: float = 0.0
    back_marker_at_mm: tuple[float, float] = (0.0, 0.0)
    is_loose: bool = False  # may lie about without meaning; counts only where the rules expect it (played cards)
    colour: str = ""  # "#rrggbb" for pieces found by colour and for the phone's board
    called: str = ""  # what people say: "red pawn"; empty: made from its name
    is_plain: bool = False  # carries no marker and is found by its colour and size
    paper: Paper | None = None  # of a sheet that is written on
    stroke: str = ""  # of what a pen leaves: "line" (from its middle to its right end), "cross" or "ring"

    @property
    def is_seen(self) -> bool:
        """Whether the eyes can find it at all."""
        return self.marker is not None or self.is_plain


@dataclass(frozen=True)
class Die:
    """A die of the box, told from the others by its colour or by the zone it is rolled in."""

    name: str = "die"
    colour: str = ""  # "#rrggbb"; empty: any
    zone: str = ""  # empty: the tray


@dataclass(frozen=True)
class Layout:
    """All that lies on the table of one game.

    Corner cards lie as far apart as people like: `fitted` gives the layout for a width, a height, and where the anchor
    lies, if it was seen.
    """

    game: str
    width_mm: float
    height_mm: float
    frame_markers: tuple[int, int, int, int]  # ids, clockwise from the upper left corner
    spaces: tuple[Space, ...]
    zones: tuple[Zone, ...]
    pieces: tuple[Piece, ...]
    die_mm: float = 16.0
    tray: str = "tray"  # the zone the dice are rolled in; "" for none
    dice: tuple[Die, ...] = (Die(),)
    torch: str = ""  # the piece that lies beside whoever's turn it is and is passed on; "" for none
    also: tuple["Layout", ...] = ()  # the same table printed otherwise: other corners, other millimetres, same names
    anchor: str = ""  # on a table of loose corner cards: the piece whose place the others' places go by
    fitted: Callable[[float, float, tuple[float, float] | None], "Layout"] | None = None  # of loose cards: see below

    @cached_property
    def space(self) -> Mapping[str, Space]:
        return {space.name: space for space in self.spaces}

    @cached_property
    def zone(self) -> Mapping[str, Zone]:
        return {zone.name: zone for zone in self.zones}

    @cached_property
    def piece(self) -> Mapping[str, Piece]:
        return {piece.name: piece for piece in self.pieces}

    @cached_property
    def by_marker(self) -> Mapping[int, Piece]:
        """Which piece shows its face by that marker."""
        return {piece.marker: piece for piece in self.pieces if piece.marker is not None}

    def frame_corners(self) -> tuple[tuple[float, float], ...]:
        """The centres of the four frame markers, clockwise from the upper left."""
        near, right, low = FRAME_MARKER_INSET_MM, self.width_mm - FRAME_MARKER_INSET_MM, self.height_mm
        return (near, near), (right, near), (right, low - near), (near, low - near)

    def nearest_space(self, seat: str, x_mm: float, y_mm: float) -> Space | None:
        """The space whose seat of that sort lies nearest, if it is within the space's reach."""
        if seat not in self._by_seat:
            return None
        spaces, places = self._by_seat[seat]
        away_mm = np.hypot(places[:, 0] - x_mm, places[:, 1] - y_mm)
        nearest = int(away_mm.argmin())
        return spaces[nearest] if away_mm[nearest] <= spaces[nearest].reach_mm else None

    def rows_like(self, space: Space) -> tuple[Space, ...]:
        """Where pieces lie in a row of the same sort, that space among them; none where they do not lie in rows."""
        return self._rows.get(space.name, ())

    @cached_property
    def _rows(self) -> Mapping[str, tuple[Space, ...]]:
        sorts = defaultdict(list)
        for space in self.spaces:
            if any(space.spread_mm):
                sorts[space.spread_mm, frozenset(space.seats.items())].append(space)
        return {space.name: tuple(rows) for rows in sorts.values() for space in rows}

    @cached_property
    def _by_seat(self) -> Mapping[str, tuple[tuple[Space, ...], npt.NDArray[np.float64]]]:
        """The spaces with a seat of that sort, and where it is: asked for every piece of every look, so kept."""
        seats = {seat for space in self.spaces for seat in space.seats}
        seated = {seat: tuple(space for space in self.spaces if seat in space.seats) for seat in seats}
        return {seat: (spaces, np.array([space.seat(seat) for space in spaces])) for seat, spaces in seated.items()}
