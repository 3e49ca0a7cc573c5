"""Pieces lying on a pretend table: no pixels, no rules; hands put things down a little askew, as people do."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import cos, dist, hypot, isclose, radians, sin
from random import Random

from companion.layout import FLAT_MM, Layout, Piece, Placement, Space

IVORY, EBONY = "#f4efe4", "#1d1a17"
APART = 1.6  # sides of a die from one to the next: those that touch are a question, and that is tested elsewhere
FALLS_MM = 28.0  # from the tray's edge to where a die comes to rest that rolls over it
LARGER = 1.5  # times as large a piece is as what stands on it
FOOT = 0.15  # of its width, each way: the foot of a piece that stands is smaller than its topper
FILLS = 0.75  # of its space's width: a piece that fills so much of it, and has its proportions, has its shape
MOST_PUSHED_MM = 9.0  # what overlaps farther was meant to stand there
MOST_SPREAD = 12  # places along one spread that are tried

Shape = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Lying:
    """A piece where it lies: the centre of its face in mm, and how far it is turned."""

    id: int
    piece: str
    x_mm: float
    y_mm: float
    turned_deg: float
    space: str = ""  # where the hand meant to put it
    on: int | None = None  # of something drawn: the sheet it is drawn on, with which it moves
    is_rubbed_out: bool = False
    is_down: bool = False  # it stood there and fell on its side


@dataclass(frozen=True)
class LyingDie:
    value: int
    x_mm: float
    y_mm: float
    turned_deg: float
    body: str = "#f4efe4"
    pips: str = "#1d1a17"


@dataclass(frozen=True)
class Hand:
    """A forearm reaching in from the table's edge to a fingertip, in mm."""

    tip: tuple[float, float]
    elbow: tuple[float, float]


class Tabletop:
    """What lies on the table. `version` grows with every change, so that a camera knows when to draw again."""

    def __init__(self, layout: Layout, rng: Random, askew_mm: float = 1.5, askew_deg: float = 6.0) -> None:
        self.layout = layout
        self.version = 0
        self.dice: tuple[LyingDie, ...] = ()
        self.hand: Hand | None = None
        self._rng = rng
        self._askew_mm = askew_mm
        self._askew_deg = askew_deg
        self._lying: dict[int, Lying] = {}
        self._next = 0

    def lying(self) -> tuple[Lying, ...]:
        """Everything on the table, what was laid last comes last (on top)."""
        return tuple(self._lying.copy().values())

    def heights(self) -> dict[int, float]:
        """How high above the table each piece's face is, by its number: one on a larger piece stands as much higher."""
        placed = [(one, self.layout.piece[one.piece]) for one in self._lying.copy().values() if one.on is None]
        flat = [
            (one, piece, _shape(piece, self.layout.space.get(one.space)))
            for one, piece in placed
            if 0 < piece.thickness_mm <= FLAT_MM
        ]
        return {
            one.id: piece.top_mm
            + max(
                (under.thickness_mm for it, under, shape in flat if _is_on(one, piece, it, under, shape)), default=0.0
            )
            for one, piece in placed
        }

    def put(self, placement: Placement) -> Lying:
        """Lays a piece from the box onto its space."""
        self._next += 1
        piece, space = self.layout.piece[placement.piece], self.layout.space[placement.space]
        sheet = self._sheet_at(*space.seat(piece.seat)) if piece.stroke else None
        if sheet is not None:
            return self._drawn(piece, placement, sheet)
        x, y = self._spot(piece, space)
        lying = Lying(self._next, piece.name, x, y, self._turn(piece, placement), space.name)
        self._lying[lying.id] = lying
        self.version += 1
        return lying

    def take(self, placement: Placement) -> None:
        """Takes a piece off its space, back into the box."""
        lying = self._lying.pop(self._find(placement).id)
        if lying.on is not None:
            self._lying[lying.id] = replace(lying, is_rubbed_out=True)
        self.version += 1

    def move(self, number: int, x_mm: float, y_mm: float, turned_deg: float) -> None:
        """Drags one piece to anywhere, as on the /sim page."""
        lying = self._lying.pop(number)
        for drawn in [one for one in self._lying.values() if one.on == number]:
            self._lying[drawn.id] = _carried(drawn, lying, x_mm, y_mm, turned_deg)
        space = self.layout.nearest_space(self.layout.piece[lying.piece].seat, x_mm, y_mm)
        self._lying[number] = replace(
            lying, x_mm=x_mm, y_mm=y_mm, turned_deg=turned_deg, space=space.name if space else ""
        )
        self.version += 1

    def roll(self, rolled: Mapping[str, int], falls: str = "") -> None:
        """Throws dice into their zones: they come to rest apart from each other, turned anyhow.

        The one called `falls` rolls over the edge towards the middle of the table.
        """
        dice = {die.name: die for die in self.layout.dice}
        spare = [die for die in self.layout.dice if die.name not in rolled]
        side = self.layout.die_mm
        thrown: list[LyingDie] = []
        for name, value in rolled.items():
            die = dice.get(name) or (spare.pop(0) if spare else self.layout.dice[0])
            zone, body = self.layout.zone[die.zone or self.layout.tray], die.colour or IVORY
            x, y = self._free_spot(zone.x0 + side, zone.y0 + side, zone.x1 - side, zone.y1 - side, thrown)
            if name == falls:
                x = zone.x0 - FALLS_MM if zone.x0 > self.layout.width_mm / 2 else zone.x1 + FALLS_MM
            thrown.append(LyingDie(value, x, y, self._rng.uniform(0, 360), body, EBONY if is_light(body) else IVORY))
        self.dice = tuple(thrown)
        self.version += 1

    def clear_dice(self) -> None:
        if self.dice:
            self.dice = ()
            self.version += 1

    def knock_over(self, number: int, is_down: bool) -> None:
        """A piece that stands falls on its side, or is set up again."""
        self._lying[number] = replace(self._lying[number], is_down=is_down)
        self.version += 1

    def reach(self, hand: Hand | None) -> None:
        if self.hand != hand:
            self.hand = hand
            self.version += 1

    def arrange(self, wanted: Counter[Placement]) -> list[Placement]:
        """Makes the table look as wanted, touching only what differs; returns what was newly laid.

        Loose pieces (played cards) stay where they are until something else needs their place, or they are needed.
        """
        have = Counter(self.placements())
        want = wanted
        needed = {(placement.space, self.layout.piece[placement.piece].seat) for placement in want - have}
        wandering = {placement.piece for placement in want - have if self.layout.piece[placement.piece].copies == 1}
        for placement in (have - want).elements():
            piece = self.layout.piece[placement.piece]
            if not piece.is_loose or (placement.space, piece.seat) in needed or piece.name in wandering:
                self.take(placement)
        new = sorted((want - have).elements(), key=_from_below)
        covered = self._would_be_covered(new)
        for placement in covered:
            self.take(placement)
        for placement in sorted([*new, *covered], key=lambda one: (self._is_drawn(one), _from_below(one))):
            self.put(placement)
        return new

    def _would_be_covered(self, new: list[Placement]) -> list[Placement]:
        """Cards of a fan that belong over what is newly laid: a fan is laid again from the first card that differs."""
        found = []
        for placement in self.placements():
            piece = self.layout.piece[placement.piece]
            at = self.layout.space[placement.space].seat(piece.seat) if placement.space else None
            for other in new:
                below = self.layout.piece[other.piece]
                if at is None or below.seat != piece.seat or _from_below(other) >= _from_below(placement):
                    continue
                if 0 < dist(at, self.layout.space[other.space].seat(below.seat)) < 0.9 * piece.width_mm:
                    found.append(placement)
                    break
        return found

    def differs(self, wanted: Counter[Placement]) -> list[Placement]:
        """What has to be laid or taken to make the table look as wanted."""
        have, want = Counter(self.placements()), wanted
        laid = sorted((want - have).elements(), key=_from_below)
        pieces = self.layout.piece
        gone = [placement for placement in (have - want).elements() if not pieces[placement.piece].is_loose]
        return laid + sorted(gone, key=_from_below)

    def goals(self, wanted: Counter[Placement]) -> list[tuple[float, float]]:
        """Where hands go to make it look so: to what differs first, and to every sheet, for nobody draws from afar."""
        goals: dict[int | None, tuple[float, float]] = {}
        for number, placement in enumerate(self.differs(wanted)):
            at = self.layout.space[placement.space].seat(self.layout.piece[placement.piece].seat)
            sheet = self._sheet_at(*at) if self._is_drawn(placement) else None
            if number == 0 or sheet is not None:
                goals.setdefault(sheet.id if sheet is not None else None, at)
        return list(goals.values())

    def placements(self) -> Iterator[Placement]:
        """Where everything lies, in terms of spaces."""
        return (self._placement(lying) for lying in self._lying.values() if not lying.is_rubbed_out)

    def _placement(self, lying: Lying) -> Placement:
        piece, way = self.layout.piece[lying.piece], lying.turned_deg
        if lying.on is not None:
            way -= self._lying[lying.on].turned_deg
        turned = min(piece.facings, key=lambda facing: _apart(facing, way)) if piece.facings else None
        return Placement(piece.name, lying.space, turned)

    def _find(self, placement: Placement) -> Lying:
        lying = (one for one in self._lying.values() if not one.is_rubbed_out)
        alike = [one for one in lying if self._placement(one) == placement]
        if not alike:
            raise KeyError(f"no {placement.piece} lies on {placement.space}")
        return alike[-1]

    # What is drawn on sheets

    def _is_drawn(self, placement: Placement) -> bool:
        """Then the sheet must lie there first."""
        return bool(self.layout.piece[placement.piece].stroke)

    def _sheet_at(self, x_mm: float, y_mm: float) -> Lying | None:
        """The sheet that belongs where somebody draws."""
        for lying in self._lying.values():
            piece, space = self.layout.piece[lying.piece], self.layout.space.get(lying.space)
            if piece.paper is not None and space is not None:
                x, y = space.seat(piece.seat)
                if abs(x_mm - x) <= piece.width_mm / 2 and abs(y_mm - y) <= piece.height_mm / 2:
                    return lying
        return None

    def _drawn(self, piece: Piece, placement: Placement, sheet: Lying) -> Lying:
        """People draw where the sheet lies, not where it should."""
        home = self.layout.space[sheet.space].seat(self.layout.piece[sheet.piece].seat)
        x, y = self.layout.space[placement.space].seat(piece.seat)
        nominal = Lying(self._next, piece.name, x, y, float(placement.turned or 0), placement.space, sheet.id)
        lying = _carried(nominal, Lying(0, "", *home, 0.0), sheet.x_mm, sheet.y_mm, sheet.turned_deg)
        self._lying[lying.id] = lying
        self.version += 1
        return lying

    def _spot(self, piece: Piece, space: Space) -> tuple[float, float]:
        x, y = space.seat(piece.seat)
        dx, dy = space.spread_mm
        room = 0.8 * min(piece.width_mm, hypot(dx, dy))
        before = 0  # what was taken from a row leaves room for the next
        while room and before < MOST_SPREAD and self._is_taken(piece, x + before * dx, y + before * dy, room):
            before += 1
        x, y = x + before * dx, y + before * dy
        return self._beside(piece, x + self._rng.gauss(0, self._askew_mm), y + self._rng.gauss(0, self._askew_mm))

    def _beside(self, piece: Piece, x: float, y: float) -> tuple[float, float]:
        """Pieces that stand touch at the most: one that was set down askew is pushed off the next."""
        if piece.thickness_mm <= FLAT_MM:
            return x, y
        standing = [one for one in self._lying.values() if not one.is_down]
        for other in 3 * standing:  # what is pushed off one may be pushed against the next
            there = self.layout.piece[other.piece]
            if there.thickness_mm > FLAT_MM and there.top_mm == piece.top_mm:
                dx, dy = _pushed(x - other.x_mm, y - other.y_mm, piece, there)
                x, y = x + dx, y + dy
        return x, y

    def _is_taken(self, piece: Piece, x: float, y: float, room: float) -> bool:
        """Whether another piece of that sort lies there already: nobody lays coins on coins."""
        alike = (lying for lying in self._lying.values() if self.layout.piece[lying.piece].seat == piece.seat)
        return any(hypot(lying.x_mm - x, lying.y_mm - y) < room for lying in alike)

    def _turn(self, piece: Piece, placement: Placement) -> float:
        if placement.turned is not None:
            return placement.turned + self._rng.gauss(0, self._askew_deg / 2)
        if piece.is_round:
            return self._rng.uniform(0, 360)  # nobody minds how a token lies
        return self._rng.gauss(0, self._askew_deg)

    def _free_spot(self, x0: float, y0: float, x1: float, y1: float, others: list[LyingDie]) -> tuple[float, float]:
        while True:
            x, y = self._rng.uniform(x0, x1), self._rng.uniform(y0, y1)
            if all(hypot(x - die.x_mm, y - die.y_mm) > APART * self.layout.die_mm for die in others):
                return x, y


def _carried(drawn: Lying, sheet: Lying, x_mm: float, y_mm: float, turned_deg: float) -> Lying:
    """What is drawn on a sheet goes where that is moved to."""
    a = radians(turned_deg - sheet.turned_deg)
    dx, dy = drawn.x_mm - sheet.x_mm, drawn.y_mm - sheet.y_mm
    x, y = x_mm + dx * cos(a) - dy * sin(a), y_mm + dx * sin(a) + dy * cos(a)
    return replace(drawn, x_mm=x, y_mm=y, turned_deg=drawn.turned_deg + turned_deg - sheet.turned_deg)


def _pushed(dx: float, dy: float, one: Piece, other: Piece) -> tuple[float, float]:
    """By how much one moves so that it no longer overlaps the other, if they overlap only a little."""
    room_x, room_y = (one.width_mm + other.width_mm) / 2, (one.height_mm + other.height_mm) / 2
    if one.is_round and other.is_round:
        away = hypot(dx, dy)
        more = room_x - away
        return (dx / away * more, dy / away * more) if 0 < more <= MOST_PUSHED_MM else (0.0, 0.0)
    more_x, more_y = room_x - abs(dx), room_y - abs(dy)
    more = min(more_x, more_y)
    if not 0 < more <= MOST_PUSHED_MM:
        return 0.0, 0.0
    return (more if dx > 0 else -more, 0.0) if more_x < more_y else (0.0, more if dy > 0 else -more)


def is_light(colour: str) -> bool:
    return sum(int(colour[n : n + 2], 16) for n in (1, 3, 5)) > 3 * 128


def _apart(a: float, b: float) -> float:
    return abs((a - b + 180) % 360 - 180)


def _from_below(placement: Placement) -> tuple[bool, list[tuple[str, int]], str]:
    """What lies under other things is laid first; a row of overlapping cards from its beginning."""
    parts = re.findall(r"([^0-9]*)([0-9]*)", placement.space)
    return not placement.piece.startswith("tile"), [(word, int(digits or 0)) for word, digits in parts], placement.piece


def _is_on(lying: Lying, piece: Piece, other: Lying, under: Piece, shape: Shape) -> bool:
    """Whether it stands on that larger piece: one whose foot reaches over the edge does."""
    if under.width_mm * under.height_mm < LARGER * piece.width_mm * piece.height_mm:
        return False
    a, dx, dy = radians(other.turned_deg), lying.x_mm - other.x_mm, lying.y_mm - other.y_mm
    foot = FOOT * min(piece.width_mm, piece.height_mm) if piece.thickness_mm > FLAT_MM else 0.0
    if hypot(dx, dy) > hypot(under.width_mm, under.height_mm) / 2 + foot:
        return False  # far away, as most are
    along, across = dx * cos(a) + dy * sin(a), dy * cos(a) - dx * sin(a)
    return _beyond(shape, along, across) < foot


def _shape(piece: Piece, space: Space | None) -> Shape:
    """The corners of a flat piece, around its middle: as those of the space it all but fills, or a rectangle's."""
    x, y = piece.width_mm / 2, piece.height_mm / 2
    if space is not None and space.outline:
        reach_x, reach_y = (max(values) for values in zip(*space.outline, strict=True))
        if FILLS < x / reach_x <= 1 and isclose(x / reach_x, y / reach_y, rel_tol=0.02):
            return tuple((corner_x * x / reach_x, corner_y * y / reach_y) for corner_x, corner_y in space.outline)
    return (-x, -y), (x, -y), (x, y), (-x, y)


def _beyond(shape: Shape, x: float, y: float) -> float:
    """How far a point lies outside of the edges of a shape without dents, its corners clockwise; inside it is negative.

    >>> [_beyond(((-2, -1), (2, -1), (2, 1), (-2, 1)), *point) for point in ((0, 0), (3, 0), (0, -4))]
    [-1.0, 1.0, 3.0]
    """
    edges = zip(shape, (*shape[1:], shape[0]), strict=True)
    return max(((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) / dist((x0, y0), (x1, y1)) for (x0, y0), (x1, y1) in edges)
