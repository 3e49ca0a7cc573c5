"""A game's drawings for the phone: the kit's artwork without its markers, a letter in the marker's place."""

from functools import lru_cache
from importlib import import_module
from types import ModuleType
from xml.sax.saxutils import quoteattr

from companion.errors import BadInput
from companion.games import game_named
from companion.games.protocol import Artwork
from companion.layout import Layout, Piece
from web import plain


def layout_of(game: str) -> Layout:
    return game_named(game).layout()


@lru_cache
def sheet(game: str) -> str:
    """One SVG of symbols: `field`, and one per piece under its name; pages put them together."""
    layout, art = layout_of(game), _artwork(game)
    field = art.field() if art else plain.draw_field(layout)
    symbols = [_symbol("field", layout.width_mm, layout.height_mm, field)]
    for piece in layout.pieces:
        label = plain.label_of(piece, layout)
        drawn = _without_marker(piece, art.face(piece), label) if art else plain.draw_piece(piece, label)
        symbols.append(_symbol(piece.name, piece.width_mm, piece.height_mm, drawn))
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>'


def field_svg(game: str) -> str:
    """The field as the kit prints it."""
    drawn: str | None = _faces().field_svg(game_named(game)) if _artwork(game) else None
    return drawn or plain.field_svg(layout_of(game))


def piece_svg(game: str, name: str, is_back: bool = False) -> str:
    """A piece as the kit prints it, marker and all."""
    layout = layout_of(game)
    if name not in layout.piece:
        raise BadInput(f"{game} has no piece {name}; it has {', '.join(list(layout.piece)[:8])} ...")
    drawn: str | None = None
    if _artwork(game):
        drawn = _faces().back_svg(game_named(game), name) if is_back else _faces().face_svg(game_named(game), name)
    return drawn or plain.piece_svg(layout, name)


def _faces() -> ModuleType:
    return import_module("companion.kit.faces")  # only when drawings are asked for: it brings the kit's inks along


def _artwork(game: str) -> Artwork | None:
    """What the game draws; None for a game that has only its layout."""
    found = game_named(game).artwork
    return found() if found is not None else None


def _symbol(name: str, width: float, height: float, inside: str) -> str:
    box = f'viewBox="0 0 {width:g} {height:g}"'
    return f'<symbol id={quoteattr(name)} {box} overflow="visible">{inside}</symbol>'


def _without_marker(piece: Piece, art: str, label: str) -> str:
    """Where the kit has the marker a phone has room for a letter; pieces that point somewhere need none."""
    colour = piece.colour or "#8a7a5c"
    x, y = piece.marker_at_mm
    if piece.marker is None or piece.facings or not (piece.is_round or plain.is_hexagon(piece)):
        return art
    if plain.is_hexagon(piece):
        return art + plain.word(plain.short_name(piece), x, y, piece.width_mm * 0.2, "#2a2118")
    edge = 'fill="none" stroke="#2a2118" stroke-width="1"'
    ring = f'<circle cx="{x:g}" cy="{y:g}" r="{piece.width_mm / 2 - 0.5:g}" {edge}/>'
    return art + ring + plain.word(label, x, y, piece.width_mm * 0.62, plain.ink_on(colour))
