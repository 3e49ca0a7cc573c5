"""Polygons, circles, words and tags in millimetres: what every ink understands.

A drawing is a string of SVG elements whose unit is the millimetre, y downwards. Only what browsers, resvg and fpdf2
draw alike is used: no clipped groups, patterns, masks or baselines.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from html import escape
from math import cos, hypot, inf, pi, sin, sqrt
from pathlib import Path

import font_source_sans_pro  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from companion.kit.icons import ICONS as ICONS  # so that artwork needs only this module
from companion.kit.tags import marker_runs, modules

Point = tuple[float, float]

FONT = "Source Sans Pro"
BOLD, REGULAR = 700, 400
WHITE, BLACK, INK = "#ffffff", "#000000", "#2f2a24"
PARCHMENT, SAND, DUNE, EARTH = "#f8efdb", "#efdfb8", "#dcc18a", "#8a6a3f"
NIGHT, TEAL, MIST = "#123c46", "#2f7480", "#d5e3df"
GOLD, GLEAM, RUBY = "#c49a3c", "#f0d690", "#b8402f"

SHAPES = {  # six shapes nobody mixes up, for colours that some people do; icons for `stamp`
    "triangle": '<polygon points="0,-11 12,10 -12,10" fill="{a}"/>',
    "square": '<polygon points="-9.5,-9.5 9.5,-9.5 9.5,9.5 -9.5,9.5" fill="{a}"/>',
    "disc": '<circle r="10.5" fill="{a}"/>',
    "cross": '<polygon points="-4,-12 4,-12 4,-4 12,-4 12,4 4,4 4,12 -4,12 -4,4 -12,4 -12,-4 -4,-4" fill="{a}"/>',
    "diamond": '<polygon points="0,-12.5 9,0 0,12.5 -9,0" fill="{a}"/>',
    "bars": '<path d="M-11 -10H11V-3H-11ZM-11 3H11V10H-11Z" fill="{a}"/>',
}


@dataclass(frozen=True)
class Cutout:
    """Something printed that the camera need not know: a rule card, a curse, a writing sheet."""

    name: str
    width_mm: float
    height_mm: float
    art: str
    back: str | None = None
    copies: int = 1
    is_round: bool = False
    tags: tuple[tuple[int, float, float, float], ...] = ()  # markers drawn in the art: id, x, y, side


@dataclass(frozen=True)
class Ink:
    """How much of it: with little, pale shapes and those of so many square mm are outlined, not filled."""

    is_light: bool = False
    flood_mm2: float = inf


FULL = Ink()
LIGHT = Ink(is_light=True)  # for fields: a dark tray stays dark, white dice lie in it
LIGHT_PIECES = Ink(is_light=True, flood_mm2=900)
BAND_MM = 3.0  # lines this wide are areas
_ink = ContextVar("ink", default=FULL)


def num(value: float) -> str:
    """A number as short as its hundredth of a hundredth of a millimetre allows.

    >>> num(12.0), num(3.14159), num(-0.00001)
    ('12', '3.1416', '0')
    """
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


@contextmanager
def inked(ink: Ink) -> Iterator[None]:
    """What is drawn meanwhile is drawn with that much ink."""
    before = _ink.set(ink)
    try:
        yield
    finally:
        _ink.reset(before)


def is_light() -> bool:
    """Whether little ink is to be used: what is drawn on a flood of colour must then show on white."""
    return _ink.get().is_light


def _spared(fill: str, stroke: str, area: float) -> tuple[str, str]:
    """Fill and stroke of a shape of that many square mm, with the ink there is: what would be flooded is outlined."""
    if not fill or not _ink.get().is_light or not (is_pale(fill) or area >= _ink.get().flood_mm2):
        return fill, stroke
    return WHITE, stroke or ("#a89f8d" if is_pale(fill) else fill)


def is_pale(colour: str) -> bool:
    """Beige and its like: little colour, much light; white is no ink at all.

    >>> is_pale(SAND), is_pale("#f0c23a"), is_pale(WHITE)
    (True, False, False)
    """
    if len(colour) != len(WHITE) or colour == WHITE:
        return False
    channels = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return max(channels) - min(channels) < 0.45 * max(channels) and sum(channels) > 480


def _look(fill: str, stroke: str, width: float, more: str) -> str:
    line = f' stroke="{stroke}" stroke-width="{num(width)}"' if stroke else ""
    return f'fill="{fill or "none"}"{line}{" " + more if more else ""}'


def rect(
    x: float,
    y: float,
    w: float,
    h: float,
    fill: str = "",
    stroke: str = "",
    width: float = 0.4,
    r: float = 0,
    more: str = "",
) -> str:
    fill, stroke = _spared(fill, stroke, w * h)
    corner = f' rx="{num(r)}"' if r else ""
    box = f'x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}"'
    return f"<rect {box}{corner} {_look(fill, stroke, width, more)}/>"


def circle(x: float, y: float, r: float, fill: str = "", stroke: str = "", width: float = 0.4, more: str = "") -> str:
    fill, stroke = _spared(fill, stroke, pi * r * r)
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" {_look(fill, stroke, width, more)}/>'


def polygon(points: Iterable[Point], fill: str = "", stroke: str = "", width: float = 0.4, more: str = "") -> str:
    spots = list(points)
    fill, stroke = _spared(fill, stroke, _area(spots))
    corners = " ".join(f"{num(x)},{num(y)}" for x, y in spots)
    return f'<polygon points="{corners}" {_look(fill, stroke, width, more)}/>'


def _area(corners: Sequence[Point]) -> float:
    """Of a polygon, in square mm."""
    beside = [*corners[1:], *corners[:1]]
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(corners, beside, strict=True))) / 2


def line(x0: float, y0: float, x1: float, y1: float, stroke: str, width: float = 0.4, more: str = "") -> str:
    return path(f"M{num(x0)} {num(y0)}L{num(x1)} {num(y1)}", "", stroke, width, more)


def path(d: str, fill: str = "", stroke: str = "", width: float = 0.4, more: str = "") -> str:
    fill, stroke = _spared(fill, stroke, 0)
    is_band = width >= BAND_MM and _ink.get().is_light and is_pale(stroke)  # a tunnel is a flood, too
    return f'<path d="{d}" {_look(fill, WHITE if is_band else stroke, width, more)}/>'


def move(art: str, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    """The same drawing elsewhere: shifted, then turned clockwise in degrees, then scaled around its own origin."""
    steps = [f"translate({num(x)} {num(y)})"]
    if turn:
        steps.append(f"rotate({num(turn)})")
    if scale != 1.0:
        steps.append(f"scale({num(scale)})")
    return f'<g transform="{" ".join(steps)}">{art}</g>'


def stamp(
    icon: str, x: float, y: float, size: float, a: str = INK, b: str = GLEAM, c: str = NIGHT, turn: float = 0.0
) -> str:
    """An icon drawn within 12 units of its middle, `size` mm wide; {a}, {b} and {c} in it are its colours."""
    return move(icon.format(a=a, b=b, c=c), x, y, size / 24, turn)


def faded(art: str, opacity: float) -> str:
    return f'<g opacity="{num(opacity)}">{art}</g>'


def words(
    text: str,
    x: float,
    y: float,
    size: float,
    fill: str = INK,
    weight: int = REGULAR,
    anchor: str = "middle",
    fit: float | None = None,
    turn: float = 0.0,
) -> str:
    """A line of text on the baseline y; `fit` makes it smaller until it is no wider than that."""
    if fit is not None and (wide := text_width(text, size, weight)) > fit:
        size *= fit / wide
    bold = f' font-weight="{weight}"' if weight != REGULAR else ""
    turned = f' transform="rotate({num(turn)} {num(x)} {num(y)})"' if turn else ""
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-family="{FONT}" font-size="{num(size)}"{bold}'
        f' text-anchor="{anchor}" fill="{fill}"{turned}>{escape(text, quote=False)}</text>'
    )


def middle(
    text: str, x: float, y: float, size: float, fill: str = INK, weight: int = BOLD, fit: float | None = None
) -> str:
    """Capitals or digits whose middle, not baseline, is at y."""
    if fit is not None and (wide := text_width(text, size, weight)) > fit:
        size *= fit / wide
    return words(text, x, y + size * 0.33, size, fill, weight)


def paragraph(
    text: str,
    x: float,
    y: float,
    wide: float,
    size: float = 3.4,
    fill: str = INK,
    weight: int = REGULAR,
    anchor: str = "start",
    leading: float = 1.3,
) -> str:
    """Words in lines no wider than `wide`, the first baseline at y."""
    lines = wrapped(text, wide, size, weight)
    return "".join(words(row, x, y + n * size * leading, size, fill, weight, anchor) for n, row in enumerate(lines))


def wrapped(text: str, wide: float, size: float, weight: int = REGULAR) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size, weight) <= wide:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def text_width(text: str, size: float, weight: int = REGULAR) -> float:
    advances, missing = _advances(weight >= BOLD)
    return sum(advances.get(ord(letter), missing) for letter in text) * size


def font_file(is_bold: bool = False) -> Path:
    return Path(font_source_sans_pro.font_files_ttf["SourceSansProBold" if is_bold else "SourceSansPro"])


@cache
def _advances(is_bold: bool) -> tuple[dict[int, float], float]:
    with TTFont(font_file(is_bold), lazy=True) as font:
        em, widths, names = font["head"].unitsPerEm, font["hmtx"].metrics, font.getBestCmap()
        return {code: widths[name][0] / em for code, name in names.items()}, widths[".notdef"][0] / em


def hexagon(x: float, y: float, across_flats: float) -> tuple[Point, ...]:
    """The corners of a hexagon with a point on top, clockwise."""
    half, point = across_flats / 2, across_flats / sqrt(3)
    return tuple(
        (x + dx * half, y + dy * point) for dx, dy in ((0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5))
    )


def polar(x: float, y: float, r: float, degrees: float) -> Point:
    """The point r away, clockwise from straight up.

    >>> polar(0, 0, 10, 90)
    (10.0, -0.0)
    """
    angle = degrees * pi / 180
    return round(x + r * sin(angle), 4), round(y - r * cos(angle), 4)


def ring(x: float, y: float, inner: float, outer: float, start: float, end: float, fill: str) -> str:
    """A piece of a ring between two angles, clockwise from straight up."""
    big = 1 if (end - start) % 360 > 180 else 0
    (ax, ay), (bx, by) = polar(x, y, outer, start), polar(x, y, outer, end)
    (cx, cy), (dx, dy) = polar(x, y, inner, end), polar(x, y, inner, start)
    return path(
        f"M{num(ax)} {num(ay)}A{num(outer)} {num(outer)} 0 {big} 1 {num(bx)} {num(by)}"
        f"L{num(cx)} {num(cy)}A{num(inner)} {num(inner)} 0 {big} 0 {num(dx)} {num(dy)}Z",
        fill,
    )


def star(x: float, y: float, points: int, outer: float, inner: float, fill: str, turn: float = 0.0) -> str:
    corners = [polar(x, y, inner if n % 2 else outer, turn + n * 180 / points) for n in range(2 * points)]
    return polygon(corners, fill)


def arrow(points: Sequence[Point], stroke: str, width: float = 0.8, head: float = 2.4) -> str:
    """A polyline with a solid head at its last point."""
    (x0, y0), (x1, y1) = points[-2], points[-1]
    long = hypot(x1 - x0, y1 - y0) or 1.0
    ux, uy = (x1 - x0) / long, (y1 - y0) / long
    bx, by = x1 - ux * head, y1 - uy * head
    tip = [(x1, y1), (bx - uy * head / 2, by + ux * head / 2), (bx + uy * head / 2, by - ux * head / 2)]
    shaft = "L".join(f"{num(x)} {num(y)}" for x, y in [*points[:-1], (bx, by)])
    return path(f"M{shaft}", "", stroke, width, 'stroke-linejoin="round"') + polygon(tip, stroke)


def tag(marker: int, x: float, y: float, side: float) -> str:
    """The bare marker, black on nothing, its centre at x, y."""
    cell, left, top = side / modules(), x - side / 2, y - side / 2
    runs = "".join(
        f"M{num(left + a * cell)} {num(top + row * cell)}H{num(left + b * cell)}V{num(top + (row + 1) * cell)}"
        f"H{num(left + a * cell)}Z"
        for row, a, b in marker_runs(marker)
    )
    return path(runs, BLACK)


def quiet(side: float) -> float:
    """How much white a marker needs around it: one module."""
    return side / modules()


def plaque(marker: int, x: float, y: float, side: float, frame: str = GOLD) -> str:
    """A marker on its white plate with a thin frame around the quiet zone, so that it looks intended."""
    half = side / 2 + quiet(side)
    rim = rect(x - half - 0.5, y - half - 0.5, 2 * half + 1, 2 * half + 1, frame, r=1) if frame else ""
    return rim + rect(x - half, y - half, 2 * half, 2 * half, WHITE) + tag(marker, x, y, side)


def seal(marker: int, x: float, y: float, side: float, r: float) -> str:
    """A marker on a disc: its white plate is the square of the quiet zone as far as it fits into the radius."""
    half = min(side / 2 + quiet(side), r)
    return path(_square_in_disc(x, y, half, r), WHITE) + tag(marker, x, y, side)


def medal(width: float, marker_mm: float, colour: str, letters: str, picture: str, ink: str = WHITE) -> str:
    """A disc in one solid colour: letters above and below the marker's plate, a small picture to both sides of it."""
    r, plate = width / 2, marker_mm / 2 + quiet(marker_mm)
    away, high = (r + plate) / 2, r - plate
    art = circle(r, r, r, colour)
    for side in (-1, 1):
        art += middle(letters, r, r + side * (away - 0.06 * high), high * 0.95, ink, fit=width * 0.3)
        art += stamp(picture, r + side * (away - 0.04 * high), r, high * 0.82, ink, ink, colour)
    return art


def gilded(width: float, colour: str) -> str:
    """A gold coin: struck rim and star, light from the upper left; most of it stays the colour the camera looks for."""
    r = width / 2
    art = circle(r, r, r, _toned(colour, 0.82)) + circle(r, r, r * 0.9, colour)
    art += ring(r, r, r * 0.7, r * 0.8, 275, 355, _toned(colour, 1.3)) + ring(
        r, r, r * 0.7, r * 0.8, 95, 175, _toned(colour, 0.86)
    )
    return art + star(r, r, 5, r * 0.46, r * 0.2, _toned(colour, 0.84)) + star(r, r, 5, r * 0.3, r * 0.13, colour)


def lump(width: float, colour: str) -> str:
    """A nugget of gold: facets around a bright one, all of nearly one colour."""
    r = width / 2
    rim = [polar(r, r, r * (0.98 if n % 2 else 0.9), n * 36) for n in range(10)]
    core = [polar(r * 0.94, r * 0.92, r * 0.45, 18 + n * 72) for n in range(5)]
    tones = (1.12, 1.0, 0.88, 0.84, 0.94, 0.86, 0.92, 1.0, 1.1, 1.16)
    art = circle(r, r, r, _toned(colour, 0.8))
    for n, tone in enumerate(tones):
        inner = core[n // 2], core[(n + 1) // 2 % 5]
        art += polygon([rim[n], rim[(n + 1) % 10], inner[1], inner[0]], _toned(colour, tone))
    return art + polygon(core, _toned(colour, 1.08)) + star(r * 0.72, r * 0.66, 4, r * 0.24, r * 0.06, "#fff6d2")


def _toned(colour: str, much: float) -> str:
    """The colour lighter or darker.

    >>> _toned("#f2c230", 1.0), _toned("#f2c230", 0.5), _toned("#f2c230", 1.5)
    ('#f2c230', '#796118', '#f8e098')
    """
    channels = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    if much <= 1:
        mixed = [channel * much for channel in channels]
    else:
        mixed = [channel + (255 - channel) * (much - 1) for channel in channels]
    return "#" + "".join(f"{round(channel):02x}" for channel in mixed)


def _square_in_disc(x: float, y: float, half: float, r: float) -> str:
    if half * sqrt(2) <= r:
        return f"M{num(x - half)} {num(y - half)}h{num(2 * half)}v{num(2 * half)}h{num(-2 * half)}Z"
    reach = sqrt(max(0.0, r * r - half * half))
    arc = f"A{num(r)} {num(r)} 0 0 1 "
    a, b, c, d = (
        [(-reach, -half), (reach, -half)],
        [(half, -reach), (half, reach)],
        [(reach, half), (-reach, half)],
        [(-half, reach), (-half, -reach)],
    )
    spots = [(f"{num(x + px)} {num(y + py)}", f"{num(x + qx)} {num(y + qy)}") for (px, py), (qx, qy) in (a, b, c, d)]
    first, *rest = spots
    return f"M{first[0]}L{first[1]}" + "".join(f"{arc}{p}L{q}" for p, q in rest) + f"{arc}{first[0]}Z"
