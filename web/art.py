"""A game's drawings for the phone: the kit's artwork without its markers, a letter in the marker's place."""

import re
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from itertools import takewhile
from xml.sax.saxutils import quoteattr

from companion.games import game_named
from companion.kit import faces, plain, svg
from companion.kit.drawing import INK, circle, middle, rect
from companion.layout import Piece

_TAG = re.compile(r"<(/?)[a-zA-Z](?:[^<>\"]|\"[^\"]*\")*?(/?)>")
_WORTH_SHARING = 1500  # letters
_MOSTLY_MARKER = 0.6  # of its width: nothing but its marker is printed on such a piece


@lru_cache
def sheet(game: str) -> str:
    """One SVG of symbols: `field`, and one per piece under its name; pages put them together."""
    rulebook = game_named(game)
    layout, art = faces.layout(rulebook), faces.artwork(rulebook)
    pieces = layout.pieces
    drawn = [_without_marker(piece, art.face(piece), plain.label_of(piece, layout)) for piece in pieces]
    shared, own = written_once(drawn)
    symbols = [_symbol("field", layout.width_mm, layout.height_mm, art.field())]
    symbols += [
        _symbol(piece.name, piece.width_mm, piece.height_mm, inside) for piece, inside in zip(pieces, own, strict=True)
    ]
    return f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{shared}</defs>{"".join(symbols)}</svg>'


def written_once(drawings: Sequence[str]) -> tuple[str, list[str]]:
    """What neighbouring drawings begin with alike, as groups, and the drawings that use them.

    >>> written_once(["<a/><b/><c/>", "<a/><b/><d/>", "<e/>"])
    ('', ['<a/><b/><c/>', '<a/><b/><d/>', '<e/>'])
    """
    parts = [_elements(drawing) for drawing in drawings]
    groups: list[str] = []
    own: list[str] = []
    alike: list[str] = []  # what the drawings of this run begin with
    for number, here in enumerate(parts):
        if not (alike and here[: len(alike)] == alike):
            alike = _alike(here, parts[number + 1]) if number + 1 < len(parts) else []
            if alike:
                groups.append(f'<g id="shared-{len(groups)}">{"".join(alike)}</g>')
        use = f'<use href="#shared-{len(groups) - 1}"/>' if alike else ""
        own.append(use + "".join(here[len(alike) :]))
    return "".join(groups), own


def _alike(one: Sequence[str], other: Sequence[str]) -> list[str]:
    same = [a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))]
    return same if sum(map(len, same)) > _WORTH_SHARING else []


def _elements(drawing: str) -> list[str]:
    """The elements side by side that a drawing is made of, each with all inside it."""
    found, begin, deep = [], 0, 0
    for tag in _TAG.finditer(drawing):
        deep += 0 if tag[2] else -1 if tag[1] else 1
        if deep == 0:
            found.append(drawing[begin : tag.end()])
            begin = tag.end()
    return found


@lru_cache
def icon_png(size: int) -> bytes:
    """Our mark on its ground, with the margin that round icons cut off."""
    mark = resources.files("web").joinpath("static", "icon.svg").read_text(encoding="utf-8")
    inside = mark[mark.index(">") + 1 : mark.rindex("</svg>")]
    ground = f'<rect width="48" height="48" fill="#0d2a33"/><g transform="translate(8 8)">{inside}</g>'
    return svg.png(svg.document(ground, 48, 48), size / 48)


def field_svg(game: str) -> str:
    """The field as the kit prints it."""
    return faces.field_svg(game_named(game))


def piece_svg(game: str, name: str, is_back: bool = False) -> str:
    """A piece as the kit prints it, marker and all; its face where it has no back."""
    rulebook = game_named(game)
    behind = faces.back_svg(rulebook, name) if is_back else None
    return behind or faces.face_svg(rulebook, name)


def _symbol(name: str, width: float, height: float, inside: str) -> str:
    box = f'viewBox="0 0 {width:g} {height:g}"'
    return f'<symbol id={quoteattr(name)} {box} overflow="visible">{inside}</symbol>'


def _without_marker(piece: Piece, art: str, label: str) -> str:
    """Where the kit has the marker a phone has room for a letter; pieces that point somewhere need none."""
    is_topper = piece.marker_mm > _MOSTLY_MARKER * piece.width_mm
    if not piece.marker_mm or piece.facings or not (piece.is_round or plain.is_hexagon(piece) or is_topper):
        return art
    x, y = piece.marker_at_mm
    if plain.is_hexagon(piece):
        return art + middle(plain.spoken(plain.last_word(piece)), x, y, 6, INK, fit=piece.width_mm * 0.8)
    wide, high = piece.width_mm, piece.height_mm
    ring = (
        circle(x, y, wide / 2 - 0.5, "", INK, 1) if piece.is_round else rect(0.5, 0.5, wide - 1, high - 1, "", INK, 1)
    )
    return art + ring + middle(label, x, y, wide * 0.62, plain.ink_on(piece.colour or plain.CLAY), fit=wide * 0.8)
