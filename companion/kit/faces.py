"""Every face of a game as its own picture, made from its layout and its artwork; the marker is put on here."""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from companion.errors import BadInput
from companion.games import GAMES
from companion.kit import svg
from companion.kit.drawing import GOLD, WHITE, Cutout, plaque, quiet, rect, seal, tag
from companion.layout import FRAME_MARKER_MM, Layout, Piece

raster = svg.raster


class Artwork(Protocol):
    """What a game draws, in `companion/games/<game>/artwork.py`; everything in mm from the upper left corner."""

    TITLE: str
    BOUGHT: Sequence[str]  # pieces nobody prints: dice
    SHAPED: Sequence[str]  # pieces neither round nor square: their drawing shows where to cut
    NEEDS: Sequence[str]  # what else must be on the table, in words

    def face(self, piece: Piece) -> str:
        """All but the marker; the kit puts that on top, on its white plate."""

    def back(self, piece: Piece) -> str | None: ...

    def field(self) -> str:
        """All that is printed on the table field but the frame markers."""

    def round_pictures(self) -> Sequence[tuple[str, str]]:
        """The round in six pictures, each within 12 units of its middle, with a few words below."""

    def cutouts(self) -> Sequence[Cutout]: ...


@cache
def artwork(game: str) -> Artwork:
    return cast(Artwork, import_module(f"{_package(game)}.artwork"))


@cache
def layout(game: str) -> Layout:
    make: Callable[[], Layout] = import_module(f"{_package(game)}.layout").layout
    return make()


def _package(game: str) -> str:
    if game not in GAMES:
        raise BadInput(f"no game called {game!r}; there are {', '.join(GAMES)}")
    return GAMES[game]


def piece_of(game: str, piece: str) -> Piece:
    pieces = layout(game).piece
    if piece not in pieces:
        raise BadInput(f"{game} has no piece {piece!r}; it has {', '.join(list(pieces)[:8])} ...")
    return pieces[piece]


@cache
def face_svg(game: str, piece: str) -> str:
    """One face, stand-alone, in mm."""
    what = piece_of(game, piece)
    return svg.document(face_art(game, what), what.width_mm, what.height_mm)


@cache
def back_svg(game: str, piece: str) -> str | None:
    what = piece_of(game, piece)
    art = back_art(game, what)
    return None if art is None else svg.document(art, what.width_mm, what.height_mm)


@cache
def field_svg(game: str) -> str:
    """The whole table field: board, mats, places and the four frame markers."""
    table = layout(game)
    return svg.document(field_art(game), table.width_mm, table.height_mm)


@cache
def face_art(game: str, piece: Piece) -> str:
    art = artwork(game).face(piece)
    return art + "".join(_mounted(piece, marker, side, (x, y)) for marker, x, y, side in face_tags(piece))


def face_tags(piece: Piece) -> tuple[tuple[int, float, float, float], ...]:
    """The markers on its face: id, centre and side."""
    if piece.marker is None:
        return ()
    spots = ((piece.marker, *piece.marker_at_mm), *piece.more_markers)
    return tuple((marker, x, y, piece.marker_mm) for marker, x, y in spots)


def back_tags(game: str, piece: Piece) -> tuple[tuple[int, float, float, float], ...]:
    """Those on its back, which is the face of another piece if one has that marker."""
    if piece.back_marker is None:
        return ()
    behind = layout(game).by_marker.get(piece.back_marker)
    if behind is not None:
        return face_tags(behind)
    return ((piece.back_marker, *piece.back_marker_at_mm, piece.back_marker_mm),)


@cache
def back_art(game: str, piece: Piece) -> str | None:
    art = artwork(game).back(piece)
    if art is None:
        return None
    return art + "".join(_mounted(piece, marker, side, (x, y)) for marker, x, y, side in back_tags(game, piece))


@cache
def field_art(game: str) -> str:
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
