"""Every face of every game: in mm, whole, with its marker."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from companion.errors import BadInput
from companion.games import game_named, game_names
from companion.games.protocol import Game
from companion.kit import faces, svg
from companion.kit.drawing import move
from companion.kit.sheets import printed_pieces

games = pytest.mark.parametrize("game", [game_named(name) for name in game_names()], ids=game_names())
BACKED = ("go_for_gold", "gold_raiders", "pyramid_raiders")  # games with something to turn over
SPILL = 6.0  # how far around a piece we look for ink that left it


@games
def test_a_face_says_its_size_in_millimetres(game: Game) -> None:
    pieces = faces.layout(game).pieces
    for piece in pieces:
        root = ElementTree.fromstring(faces.face_svg(game, piece.name))
        assert float(root.get("width", "").removesuffix("mm")) == pytest.approx(piece.width_mm, abs=0.001)
        assert [float(n) for n in root.get("viewBox", "").split()][2:] == pytest.approx(
            [piece.width_mm, piece.height_mm], abs=0.001
        )
    assert pieces


@games
def test_no_drawing_leaves_its_piece(game: Game) -> None:
    pieces = printed_pieces(game)
    for piece in pieces:
        size = piece.width_mm + 2 * SPILL, piece.height_mm + 2 * SPILL
        for art in (faces.face_art(game, piece), faces.back_art(game, piece)):
            alpha = svg.raster(svg.document(move(art or "", SPILL, SPILL), *size), 2)[..., 3].copy()
            edge = int(2 * SPILL) - 1
            alpha[edge:-edge, edge:-edge] = 0
            assert not alpha.any(), piece.name
    assert pieces


@games
def test_a_back_with_a_marker_is_drawn(game: Game) -> None:
    backed = [piece for piece in faces.layout(game).pieces if piece.back_marker is not None]
    assert all(faces.back_svg(game, piece.name) for piece in backed)
    assert backed or game.name not in BACKED


@games
def test_the_back_of_a_piece_is_the_face_that_has_its_marker(game: Game) -> None:
    """A card turned over shows card.back, a sheet's side A its side B."""
    table = faces.layout(game)
    backs = {piece.name: piece.back_marker for piece in table.pieces if piece.back_marker is not None}
    for name, marker in backs.items():
        assert faces.back_svg(game, name) == faces.face_svg(game, table.by_marker[marker].name)
    assert backs or game.name not in BACKED


@games
def test_every_text_is_in_the_font_of_the_kit(game: Game) -> None:
    for drawing in (faces.field_svg(game), *(faces.face_svg(game, piece.name) for piece in faces.layout(game).pieces)):
        assert set(re.findall(r'font-family="([^"]*)"', drawing)) <= {"Source Sans Pro"}


@games
def test_drawings_keep_to_what_paper_and_screen_draw_alike(game: Game) -> None:
    known = {"svg", "g", "rect", "circle", "polygon", "path", "text"}
    for drawing in (faces.field_svg(game), *(faces.face_svg(game, piece.name) for piece in faces.layout(game).pieces)):
        tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(drawing).iter()}
        assert tags <= known


@games
def test_the_die_tray_is_plain(game: Game) -> None:
    table = faces.layout(game)
    if not table.tray:
        pytest.skip(f"{game.title} rolls no dice on the board")
    zone = table.zone[table.tray]
    field = faces.raster(faces.field_svg(game), 1)
    tray = field[int(zone.y0) + 4 : int(zone.y1) - 4, int(zone.x0) + 4 : int(zone.x1) - 4, :3]
    assert np.ptp(tray.reshape(-1, 3), axis=0).max() == 0


@pytest.mark.parametrize("game", [game for game in map(game_named, game_names()) if game.artwork is not None])
def test_six_pictures_tell_a_round(game: Game) -> None:
    assert len(faces.artwork(game).round_pictures()) == 6


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadInput, match="no game called 'chess'; there are go_for_gold"):
        faces.field_svg(game_named("chess"))


def test_an_unknown_piece_is_refused() -> None:
    with pytest.raises(BadInput, match=r"gold_mine has no piece 'tile.X99'"):
        faces.face_svg(game_named("gold_mine"), "tile.X99")
