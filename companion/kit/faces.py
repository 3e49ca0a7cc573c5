"""Every face of a game as its own picture, made from its layout and its artwork; the marker is put on here."""

from functools import cache

from companion.errors import BadInput
from companion.games.protocol import Artwork, Game
from companion.kit import svg
from companion.kit.drawing import GOLD, WHITE, plaque, quiet, rect, seal, tag
from companion.kit.plain import PlainArtwork
from companion.layout import FRAME_MARKER_MM, Layout, Piece

raster = svg.raster


@cache
def artwork(game: Game) -> Artwork:
    """What the game draws; plain shapes with names for one that draws nothing."""
    return game.artwork() if game.artwork is not None else PlainArtwork(game.title, layout(game))


@cache
def layout(game: Game) -> Layout:
    """Everything the box holds."""
    return game.layout()


def piece_of(game: Game, piece: str) -> Piece:
    pieces = layout(game).piece
    if piece not in pieces:
        raise BadInput(f"{game.name} has no piece {piece!r}; it has {', '.join(list(pieces)[:8])} ...")
    return pieces[piece]


@cache
def face_svg(game: Game, piece: str) -> str:
    """One face, stand-alone, in mm."""
    what = piece_of(game, piece)
    return svg.document(face_art(game, what), what.width_mm, what.height_mm)


@cache
def back_svg(game: Game, piece: str) -> str | None:
    what = piece_of(game, piece)
    art = back_art(game, what)
    return None if art is None else svg.document(art, what.width_mm, what.height_mm)


@cache
def field_svg(game: Game) -> str:
    """The whole table field: board, mats, places and the four frame markers."""
    table = layout(game)
    return svg.document(field_art(game), table.width_mm, table.height_mm)


@cache
def face_art(game: Game, piece: Piece) -> str:
    art = artwork(game).face(piece)
    return art + "".join(_mounted(piece, marker, side, (x, y)) for marker, x, y, side in face_tags(piece))


def face_tags(piece: Piece) -> tuple[tuple[int, float, float, float], ...]:
    """The markers on its face: id, centre and side."""
    if piece.marker is None or not piece.marker_mm:
        return ()
    spots = ((piece.marker, *piece.marker_at_mm), *piece.more_markers)
    return tuple((marker, x, y, piece.marker_mm) for marker, x, y in spots)


def back_tags(game: Game, piece: Piece) -> tuple[tuple[int, float, float, float], ...]:
    """Those on its back, which is the face of another piece if one has that marker."""
    if piece.back_marker is None:
        return ()
    behind = layout(game).by_marker.get(piece.back_marker)
    if behind is not None:
        return face_tags(behind)
    return ((piece.back_marker, *piece.back_marker_at_mm, piece.back_marker_mm),)


@cache
def back_art(game: Game, piece: Piece) -> str | None:
    art = artwork(game).back(piece)
    if art is None:
        return None
    return art + "".join(_mounted(piece, marker, side, (x, y)) for marker, x, y, side in back_tags(game, piece))


@cache
def field_art(game: Game) -> str:
    table = layout(game)
    corners = zip(table.frame_markers, table.frame_corners(), strict=True)
    return artwork(game).field() + "".join(plaque(n, x, y, FRAME_MARKER_MM) for n, (x, y) in corners)


def _mounted(piece: Piece, marker: int, side: float, at: tuple[float, float]) -> str:
    """The marker on its plate, which ends where the piece ends."""
    x, y = at
    if piece.is_round:
        return seal(marker, x, y, side, piece.width_mm / 2)
    half = side / 2 + quiet(side)
    return _box(piece, x, y, half + 0.5, GOLD) + _box(piece, x, y, half, WHITE) + tag(marker, x, y, side)


def _box(piece: Piece, x: float, y: float, half: float, fill: str) -> str:
    left, top = max(0.0, x - half), max(0.0, y - half)
    right, low = min(piece.width_mm, x + half), min(piece.height_mm, y + half)
    return rect(left, top, right - left, low - top, fill)
