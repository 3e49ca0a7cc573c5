"""A game's drawings for the phone: the kit's artwork without its markers, a letter in the marker's place."""

from functools import lru_cache
from xml.sax.saxutils import quoteattr

from companion.games import game_named
from companion.kit import faces, plain
from companion.kit.drawing import INK, circle, middle
from companion.layout import Piece


@lru_cache
def sheet(game: str) -> str:
    """One SVG of symbols: `field`, and one per piece under its name; pages put them together."""
    rulebook = game_named(game)
    layout, art = faces.layout(rulebook), faces.artwork(rulebook)
    symbols = [_symbol("field", layout.width_mm, layout.height_mm, art.field())]
    for piece in layout.pieces:
        drawn = _without_marker(piece, art.face(piece), plain.label_of(piece, layout))
        symbols.append(_symbol(piece.name, piece.width_mm, piece.height_mm, drawn))
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>'


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
    if not piece.marker_mm or piece.facings or not (piece.is_round or plain.is_hexagon(piece)):
        return art
    x, y = piece.marker_at_mm
    if plain.is_hexagon(piece):
        return art + middle(plain.spoken(plain.last_word(piece)), x, y, 6, INK, fit=piece.width_mm * 0.8)
    ring = circle(x, y, piece.width_mm / 2 - 0.5, "", INK, 1)
    return art + ring + middle(label, x, y, piece.width_mm * 0.62, plain.ink_on(piece.colour or plain.CLAY))
