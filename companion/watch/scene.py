"""One look in terms of pieces and spaces: what is missing, what is too much, and how much that says."""

from collections import Counter
from collections.abc import Iterator
from math import cos, dist, hypot, radians, sin, tau
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from companion.games.protocol import Game, Seen, State
from companion.layout import Layout, Piece, Placement
from companion.watch.accounts import Drawn
from companion.watch.aim import marks_of, placed
from vision.eyes import Look
from vision.plane import Plane, Points

CROWDED = 0.25  # a missing piece counts so little where something taller stands in the way
UNSEEN = 0.45  # and so much where it is new: it may be there and not be read
STIRRED_MM = 5.0  # a thing that moved less stands where it stood
SAME_SPOT_MM = 25.0  # two problems so near to each other tell of the same thing
TALLER_MM = 3.0  # a thing so much higher than another may stand in front of it
OPEN = 0.4  # of a plain piece; nuggets so far in sight, and down to 0.3, were read in each of 1,700 looks
WIDE_OPEN = 0.6  # so much of one is not hidden by what came to stand beside it, give or take where exactly that is
ROUND = np.array([(r * cos(a), r * sin(a)) for r, n in ((0, 1), (0.45, 8), (0.9, 14)) for a in np.arange(n) * tau / n])


class Tall(NamedTuple):
    """A thing that may stand in front of flat ones."""

    x: float
    y: float
    turned_deg: float
    piece: Piece

    def hides(self, points_mm: Points, height_mm: float, plane: Plane) -> npt.NDArray[np.bool_]:
        """Which of those points at that height it stands in front of."""
        hidden = np.zeros(len(points_mm), bool)
        turned = np.array([[cos(a := radians(self.turned_deg)), sin(a)], [-sin(a), cos(a)]])
        half = np.array([self.piece.width_mm, self.piece.height_mm]) / 2
        for height in np.linspace(height_mm, self.piece.top_mm, 3):
            passing = plane.on_the_way(points_mm, height_mm, height)
            hidden |= (np.abs((passing - (self.x, self.y)) @ turned.T) < half).all(axis=1)
        return hidden


class Scene:
    """What lies there, beside how it lay when the last entry was made."""

    def __init__(
        self,
        game: Game,
        layout: Layout,
        state: State,
        look: Look,
        past: "Scene | None",
        drawn: Drawn | None = None,
    ) -> None:
        self._layout = layout
        self._look = look
        self._past = past
        self.lying = game.recognised(state, _told_apart(layout, look))  # all that is seen, the torch too
        if look.marks:
            self.lying += game.marked(state, (drawn or Drawn()).dated(marks_of(look.marks)))
        self.torch = next((placement.space for placement in self.lying if placement.piece == layout.torch), None)
        self.seen = Counter({one: count for one, count in self.lying.items() if one.piece != layout.torch})
        known = (seen for seen in look.sightings if seen.what in layout.piece)
        self._unread, self._covered = (_spots(look, what) for what in ("unread", "covered"))
        self._tall = [Tall(seen.x_mm, seen.y_mm, seen.turned_deg, layout.piece[seen.what]) for seen in known]
        self._doubts: dict[Placement, float] = {}

    @property
    def has_torch_moved(self) -> bool:
        """Whether the torch lies elsewhere than when the last entry was made."""
        return self.torch is not None and (self._past is None or self._past.torch != self.torch)

    def alone(self, is_torch_due: bool = False) -> "Scene":
        """Itself, to be remembered without everything before it.

        A torch that is not seen lies where it lay; so does one whose way there is still to be explained.
        """
        if self._past is not None and (self.torch is None or is_torch_due):
            self.torch = self._past.torch
        self._past = None
        return self

    def missing(self, expected: Seen) -> Iterator[Placement]:
        """Expected but not seen, though nothing hides the place."""
        return (placement for placement in (expected - self.seen).elements() if self.doubt(placement) > 0)

    def extra(self, expected: Seen) -> Iterator[Placement]:
        """Seen where it is not expected, and not just lying about."""
        pieces = self._layout.piece
        return (found for found in (self.seen - expected).elements() if not pieces[found.piece].is_loose)

    def doubt(self, placement: Placement) -> float:
        """How much it says that this piece is not seen there: nothing where the place is hidden, little in a crowd."""
        if placement not in self._doubts:
            self._doubts[placement] = self._doubt(placement)
        return self._doubts[placement]

    def _doubt(self, placement: Placement) -> float:
        piece, space = self._layout.piece.get(placement.piece), self._layout.space.get(placement.space)
        if piece is None or space is None or not piece.is_seen or piece.seat not in space.seats or not space.is_read:
            return 0.0
        x, y = space.seat(piece.seat)
        across, down = (self.seen[placement] * step for step in space.spread_mm)  # the next of a row lies farther on
        if any(self._look.is_hidden(*at) for at in {(x, y), (x + across, y + down)}) or self._is_unread(x, y, piece):
            return 0.0
        was_there = self._past is not None and self._past.seen[placement] > self.seen[placement]
        if piece.is_plain and self.seen[placement] and self._past is not None and not was_there:
            return CROWDED  # one more in a row of plain pieces that touch each other
        if any(self._is_instead(other, placement, piece) for other in self.seen):
            return 1.0
        crowd = self._crowd(x, y, piece)
        in_sight = self._open(x, y, piece, crowd) if piece.is_plain else 0.0
        if piece.is_plain and in_sight < OPEN:
            return CROWDED  # so little of it would be seen that a light may hide it
        if was_there and in_sight > WIDE_OPEN and not self._is_lapped(x, y, piece):
            return 1.0  # whoever came to stand beside it took it
        if crowd and not (was_there and self._past and _is_same_crowd(crowd, self._past._crowd(x, y, piece))):
            return CROWDED
        return 1.0 if was_there or self._past is None else UNSEEN

    def _is_unread(self, x: float, y: float, piece: Piece) -> bool:
        """Whether something lies there that looks like a marker and could not be read: it may well be this piece."""
        reach = max(piece.width_mm, piece.height_mm) / 2
        return any(hypot(px - x, py - y) < reach for px, py in self._unread)

    @property
    def _unknown(self) -> list[tuple[float, float]]:
        return self._unread + self._covered

    def strange(self, expected: Seen) -> bool:
        """Whether something lies there that cannot be read and is none of those, and did not when the last entry was
        made."""
        old = self._past._unknown if self._past is not None else []
        new = [spot for spot in self._unknown if all(dist(spot, other) > SAME_SPOT_MM for other in old)]
        return any(not is_one_of(self._layout, expected, spot) for spot in new)

    def _is_instead(self, other: Placement, placement: Placement, piece: Piece) -> bool:
        """Whether what is seen there speaks against it: the same turned otherwise, or fewer, or another in its seat."""
        if other.space != placement.space:
            return False
        takes_seat = self._layout.piece[other.piece].seat == piece.seat and not any(
            self._layout.space[placement.space].spread_mm
        )
        return other.piece == placement.piece or takes_seat

    def _crowd(self, x: float, y: float, piece: Piece) -> list[Tall]:
        """What stands so near that it may cover a flat piece there."""
        near = (
            tall
            for tall in self._tall
            if tall.piece.top_mm > piece.top_mm + TALLER_MM
            and hypot(x - tall.x, y - tall.y) < (piece.width_mm + tall.piece.width_mm) / 2 + 4
        )
        return sorted(near, key=lambda tall: (tall.piece.name, tall.x))

    def _is_lapped(self, x: float, y: float, piece: Piece) -> bool:
        """Whether other plain pieces lie over the edge of one there, or lay: they may be hidden now, and it is not."""
        known = self._tall + (self._past._tall if self._past else [])
        return any(
            other.piece.is_plain
            and other.piece is not piece
            and hypot(x - other.x, y - other.y) < (piece.width_mm + other.piece.width_mm) / 2
            for other in known
        )

    def _open(self, x: float, y: float, piece: Piece, crowd: list[Tall]) -> float:
        """How much of a flat piece there would be seen between those."""
        if self._look.plane is None or not crowd:
            return 1.0
        points = (x, y) + ROUND * (piece.width_mm / 2, piece.height_mm / 2)
        hidden = [tall.hides(points, piece.top_mm, self._look.plane) for tall in crowd]
        return 1 - float(np.mean(np.any(hidden, axis=0)))

    def hidden(self, placements: Seen) -> Seen:
        """Those of them whose places cannot be seen."""
        return Counter(placement for placement in placements.elements() if self.doubt(placement) == 0.0)


def _spots(look: Look, what: str) -> list[tuple[float, float]]:
    """Where something lies that nobody can read."""
    found = ((one.x_mm, one.y_mm) for one in look.problems if one.what == what)
    return [(x, y) for x, y in found if x is not None and y is not None]


def is_one_of(layout: Layout, expected: Seen, spot_mm: tuple[float, float]) -> bool:
    """Whether what lies there may be one of the pieces that belong there."""
    for placement in expected:
        piece, space = layout.piece.get(placement.piece), layout.space.get(placement.space)
        if piece is None or space is None or piece.seat not in space.seats:
            continue
        if dist(spot_mm, space.seat(piece.seat)) < hypot(piece.width_mm, piece.height_mm) / 2:
            return True
    return False


def _told_apart(layout: Layout, look: Look) -> Seen:
    """What lies where it can be read."""
    seen = placed(layout, look.sightings)
    return Counter({one: count for one, count in seen.items() if layout.space[one.space].is_read})


def _is_same_crowd(one: list[Tall], other: list[Tall]) -> bool:
    """Whether the same things stand where they stood, give or take how exactly they are seen."""
    return len(one) == len(other) and all(
        a.piece is b.piece and hypot(a.x - b.x, a.y - b.y) < STIRRED_MM for a, b in zip(one, other, strict=True)
    )


def trace(layout: Layout, before: Seen, after: Seen) -> Seen:
    """What a camera could notice of the change: loose pieces that are done with may stay where they lie, and so does
    a torch that is nobody's; what lies where nothing is read does not show."""
    gone = (
        placement
        for placement in (before - after).elements()
        if not layout.piece[placement.piece].is_loose and placement.piece != layout.torch
    )
    changed = (after - before) + Counter(gone)
    hidden = [one for one in changed if one.space in layout.space and not layout.space[one.space].is_read]
    for placement in hidden:
        del changed[placement]
    return changed
