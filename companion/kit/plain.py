"""Drawings of any game from its layout alone: plain shapes with names, for games that bring no artwork."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

from companion.kit.drawing import (
    BOLD,
    DUNE,
    EARTH,
    GOLD,
    INK,
    NIGHT,
    PARCHMENT,
    RUBY,
    SAND,
    SHAPES,
    TEAL,
    WHITE,
    Cutout,
    circle,
    hexagon,
    medal,
    middle,
    polygon,
    quiet,
    rect,
    text_width,
    words,
    wrapped,
)
from companion.layout import Layout, Piece, Space, Zone

CLAY = "#8a7a5c"  # pieces without a colour
_SIGNS = {"cw": "↻", "ccw": "↺"}
_HEXAGON = 2 / sqrt(3)  # height by width of a hexagon standing on its tip
SIZES = (12, 9, 7, 5.5, 4.5, 3.6, 2.6, 1.8)  # of a name on a card
Box = tuple[float, float, float, float]  # left, top, width, height


@dataclass(frozen=True)
class PlainArtwork:
    """What the kit, the simulated table and the phones show of a game that draws nothing itself."""

    TITLE: str
    layout: Layout

    BOUGHT: Sequence[str] = ()

    @cached_property
    def SHAPED(self) -> Sequence[str]:
        return tuple(piece.name for piece in self.layout.pieces if is_hexagon(piece))

    @cached_property
    def NEEDS(self) -> Sequence[str]:
        count = sum(bool(die.zone or self.layout.tray) for die in self.layout.dice)
        return () if not count else ("an ordinary die",) if count == 1 else (f"{count} ordinary dice",)

    def face(self, piece: Piece) -> str:
        if piece.name.endswith(".back"):
            return _backside(piece)
        if piece.is_round:
            return _disc(piece, self.layout)
        if is_hexagon(piece):
            return _tile(piece)
        return _card(piece)

    def back(self, piece: Piece) -> str | None:
        if piece.back_marker is None:
            return None
        behind = self.layout.by_marker.get(piece.back_marker)
        return self.face(behind) if behind is not None else _backside(piece)

    def field(self) -> str:
        table = self.layout
        art = rect(0, 0, table.width_mm, table.height_mm, PARCHMENT, more='class="f-table"')
        art += "".join(_zone(zone, zone.name == table.tray) for zone in table.zones)
        return art + "".join(_space(space) for space in table.spaces)

    def round_pictures(self) -> Sequence[tuple[str, str]]:
        return ()

    def cutouts(self) -> Sequence[Cutout]:
        return ()


def _zone(zone: Zone, is_tray: bool) -> str:
    """Its name stands inside, but beside the tray, where only dice should be seen."""
    x, wide = (zone.x0 + zone.x1) / 2, zone.x1 - zone.x0
    fill, look = (TEAL, "") if is_tray else (SAND, 'class="f-zone"')
    area = rect(zone.x0, zone.y0, wide, zone.y1 - zone.y0, fill, DUNE, 0.6, r=6, more=look)
    y = (zone.y0 - 3 if zone.y0 > 12 else zone.y1 + 7) if is_tray else zone.y1 - 4
    return area + _label(spoken(zone.name), x, y, 7, wide - 4)


def _space(space: Space) -> str:
    look = 'class="f-space"'
    if not space.outline:
        r = min(space.reach_mm, 14)
        disc = circle(space.x_mm, space.y_mm, r, WHITE, DUNE, 0.6, look)
        return disc + _label(space.name, space.x_mm, space.y_mm + r + 4, 4, 2.4 * r)
    xs, ys = [x for x, _ in space.outline], [y for _, y in space.outline]
    area = polygon([(space.x_mm + x, space.y_mm + y) for x, y in space.outline], WHITE, DUNE, 0.6, look)
    size = min(6.0, (max(ys) - min(ys)) / 3)
    return area + _label(space.name, space.x_mm, space.y_mm + max(ys) - size / 2, size, (max(xs) - min(xs)) * 0.8)


def _label(text: str, x: float, y: float, size: float, fit: float) -> str:
    return words(text, x, y, size, EARTH, BOLD, fit=fit).replace("<text ", '<text class="f-word" ')


def _disc(piece: Piece, layout: Layout) -> str:
    r, colour = piece.width_mm / 2, piece.colour or CLAY
    if not piece.marker_mm:
        inner = circle(r, r, r * 0.76, "", ink_on(colour), r * 0.06)
        label = middle(label_of(piece, layout), r, r, r, ink_on(colour), fit=r * 1.2)
        return circle(r, r, r, colour) + _arrow(piece) + inner + label
    alike = [other for other in layout.pieces if _sort(other) == _sort(piece)]
    sign = tuple(SHAPES.values())[alike.index(piece) % len(SHAPES)]  # colours that look alike differ in shape
    art = medal(piece.width_mm, piece.marker_mm, colour, spoken(last_word(piece)).upper(), sign, ink_on(colour))
    return art + _arrow(piece)


def _tile(piece: Piece) -> str:
    wide, high, colour = piece.width_mm, piece.height_mm, piece.colour or CLAY
    art = polygon(hexagon(wide / 2, high / 2, wide), colour)
    if not piece.marker_mm:
        return (
            art + _arrow(piece) + middle(spoken(last_word(piece)), wide / 2, high / 2, 7, ink_on(colour), fit=wide - 8)
        )
    half = piece.marker_mm / 2 + quiet(piece.marker_mm)
    x, y = piece.marker_at_mm
    sides = ((y - half) / 2, (y + half + high) / 2)
    return (
        art
        + _arrow(piece)
        + "".join(
            middle(spoken(last_word(piece)), x, side, 5, ink_on(colour), fit=abs(side - y) * 0.9) for side in sides
        )
    )


def _card(piece: Piece) -> str:
    """A frame in the piece's colour, its name in the largest place beside the marker."""
    wide, high, colour = piece.width_mm, piece.height_mm, piece.colour or CLAY
    edge = min(wide, high) * 0.05
    art = rect(0, 0, wide, high, colour) + rect(edge, edge, wide - 2 * edge, high - 2 * edge, PARCHMENT, r=edge)
    return art + _arrow(piece) + _name(piece, _free(piece, edge))


def _free(piece: Piece, edge: float) -> Box:
    """The largest rectangle left, right, above or below the marker's plate."""
    wide, high = piece.width_mm - 2 * edge, piece.height_mm - 2 * edge
    if not piece.marker_mm:
        return edge, edge, wide, high
    half, (x, y) = piece.marker_mm / 2 + quiet(piece.marker_mm), piece.marker_at_mm
    left, right, top, low = x - half, x + half, y - half, y + half
    boxes = (
        (edge, edge, left - edge, high),
        (right, edge, edge + wide - right, high),
        (edge, edge, wide, top - edge),
        (edge, low, wide, edge + high - low),
    )
    return max(boxes, key=lambda box: max(0.0, box[2]) * max(0.0, box[3]))


def _name(piece: Piece, box: Box) -> str:
    """As large as it fits, a word a line if need be."""
    left, top, wide, high = box
    if wide <= 2 or high <= 2:
        return ""
    parts = [spoken(part) for part in piece.name.split(".")]
    text = parts[-1] if len(parts[-1]) > 2 else " ".join(parts)
    size = next(
        size for size in (12, 9, 7, 5.5, 4.5, 3.6, 2.6, 1.8) if size < 2 or _fits(text, size, wide - 2, high - 2)
    )
    lines = wrapped(text, wide - 2, size, BOLD)
    first = top + high / 2 - (len(lines) - 1) * size * 0.55
    return "".join(
        middle(line, left + wide / 2, first + n * size * 1.1, size, INK, fit=wide - 2) for n, line in enumerate(lines)
    )


def _fits(text: str, size: float, wide: float, high: float) -> bool:
    lines = wrapped(text, wide, size, BOLD)
    return len(lines) * size * 1.1 <= high and all(text_width(line, size, BOLD) <= wide for line in lines)


def _arrow(piece: Piece) -> str:
    """Where a piece that may be turned faces: its upper edge."""
    if not piece.facings:
        return ""
    x, half = piece.width_mm / 2, min(piece.width_mm, piece.height_mm) / 2
    return polygon([(x, half * 0.04), (x + half * 0.5, half), (x - half * 0.5, half)], RUBY, WHITE, half * 0.03)


def _backside(piece: Piece) -> str:
    wide, high = piece.width_mm, piece.height_mm
    if piece.is_round:
        return circle(wide / 2, wide / 2, wide / 2, piece.colour or NIGHT) + circle(
            wide / 2, wide / 2, wide * 0.42, "", GOLD, 0.6
        )
    diamond = [(wide / 2, high * 0.06), (wide * 0.94, high / 2), (wide / 2, high * 0.94), (wide * 0.06, high / 2)]
    return rect(0, 0, wide, high, piece.colour or NIGHT) + polygon(diamond, "", GOLD, 0.8)


def label_of(piece: Piece, layout: Layout) -> str:
    """The first letter of a piece, or as many as tell it from others of its sort: blue, book and black."""
    sort, _, last = piece.name.replace("_", ".").rpartition(".")
    if last in _SIGNS or len(last) <= 2:
        return _SIGNS.get(last, last.capitalize())
    others = [other.name.rpartition(".") for other in layout.pieces if other.name != piece.name]
    alike = [name for of, _, name in others if of == sort]
    lengths = range(1, len(last))
    long = next((n for n in lengths if not any(name.startswith(last[:n]) for name in alike)), len(last))
    return last[:long].capitalize()


def last_word(piece: Piece) -> str:
    return piece.name.split(".")[-1]


def _sort(piece: Piece) -> str:
    return piece.name.rpartition(".")[0]


def spoken(name: str) -> str:
    """An id as people would write it.

    >>> spoken("magic_hands"), spoken("seat1.dice")
    ('Magic hands', 'Seat1 dice')
    """
    plain = name.replace("_", " ").replace(".", " ")
    return plain[:1].upper() + plain[1:]


def is_hexagon(piece: Piece) -> bool:
    return not piece.is_round and abs(piece.height_mm / piece.width_mm - _HEXAGON) < 0.02


def ink_on(colour: str) -> str:
    """What can be read on that colour.

    >>> ink_on("#f0c23a") == NIGHT, ink_on("#3478bd") == WHITE
    (True, True)
    """
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return NIGHT if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else WHITE
