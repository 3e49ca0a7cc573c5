"""Games without artwork: every layout can be printed, seen and shown by plain shapes with names."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.games import game_named, game_names
from companion.games.protocol import Game
from companion.kit import faces, svg
from companion.kit.drawing import move
from companion.kit.make import kit_pages
from companion.kit.plain import PlainArtwork, is_hexagon, label_of
from companion.kit.tags import DICTIONARY
from companion.layout import Die, Layout, Piece

DETECTOR = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY))
undrawn = pytest.mark.parametrize(
    "game", [replace(game_named(name), artwork=None) for name in game_names()], ids=game_names()
)


def layout(*pieces: Piece, dice: tuple[Die, ...] = (), tray: str = "") -> Layout:
    return Layout("demo", 300, 200, (0, 1, 2, 3), (), (), pieces, dice=dice, tray=tray)


def texts(art: str) -> list[str]:
    return [part.partition("<")[0] for part in art.split(">") if part.partition("<")[1] == "<" and part[0] != "<"]


@undrawn
def test_a_game_without_artwork_has_a_kit_with_all_its_markers(game: Game) -> None:
    table = faces.layout(game)
    more = {marker for piece in table.pieces for marker, _, _ in piece.more_markers}
    printed = {tag[0] for page in kit_pages(game) for tag in page.tags}
    assert printed == set(table.by_marker) | set(table.frame_markers) | more


@undrawn
def test_the_markers_on_its_faces_are_read(game: Game) -> None:
    marked = {piece: tags for piece in faces.layout(game).pieces if (tags := faces.face_tags(piece))}
    for piece, tags in marked.items():
        picture = svg.raster(
            svg.document(move(faces.face_art(game, piece), 5, 5), piece.width_mm + 10, piece.height_mm + 10), 6
        )
        paper = np.where(picture[..., 3:] < 128, 255, picture[..., :3]).astype(np.uint8)
        ids = DETECTOR.detectMarkers(paper)[1]
        assert ids is not None, piece.name
        assert sorted(ids.ravel().tolist()) == sorted(tag[0] for tag in tags), piece.name
    assert marked


@undrawn
def test_no_plain_drawing_leaves_its_piece(game: Game) -> None:
    pieces = faces.layout(game).pieces
    for piece in pieces:
        art = move(faces.face_art(game, piece), 6, 6)
        alpha = svg.raster(svg.document(art, piece.width_mm + 12, piece.height_mm + 12), 2)[..., 3].copy()
        alpha[11:-11, 11:-11] = 0
        assert not alpha.any(), piece.name
    assert pieces


@undrawn
def test_its_field_names_every_space(game: Game) -> None:
    field = faces.artwork(game).field()
    assert all(f">{space.name}</text>" in field for space in faces.layout(game).spaces)


def test_a_card_has_its_name_beside_the_marker() -> None:
    card = Piece("item.magic_hands", "card", 44, 63, marker=5, marker_mm=20, marker_at_mm=(12.5, 12.5))
    assert " ".join(texts(PlainArtwork("Demo", layout(card)).face(card))) == "Magic hands"


def test_a_piece_that_points_somewhere_shows_it_at_its_upper_edge() -> None:
    pawn = Piece("arrow", "pawn", 30, 30, is_round=True, facings=(0, 90), marker=1, marker_mm=16, marker_at_mm=(15, 15))
    art = PlainArtwork("Demo", layout(pawn)).face(pawn)
    picture = svg.raster(svg.document(art, 30, 30), 4)[..., :3]
    assert picture[12, 60].tolist() == [0x2F, 0x40, 0xB8]  # ruby, in BGR
    assert picture[108, 60].tolist() != [0x2F, 0x40, 0xB8]


def test_tiles_with_six_sides_show_where_to_cut() -> None:
    stone = Piece("stone", "tile", 40, 46.19)
    assert is_hexagon(stone)
    assert PlainArtwork("Demo", layout(stone)).SHAPED == ("stone",)


@pytest.mark.parametrize(
    ("dice", "tray", "needs"),
    [
        ((Die(),), "tray", ("an ordinary die",)),
        ((Die("white"), Die("black")), "tray", ("2 ordinary dice",)),
        ((Die("own", zone="seat1"),), "", ("an ordinary die",)),
        ((Die(),), "", ()),
    ],
)
def test_it_needs_the_dice_that_have_a_place_to_be_rolled_in(
    dice: tuple[Die, ...], tray: str, needs: tuple[str, ...]
) -> None:
    assert needs == PlainArtwork("Demo", layout(dice=dice, tray=tray)).NEEDS


def test_pieces_of_one_sort_have_different_letters() -> None:
    pyramid = game_named("pyramid_raiders").layout()
    tokens = [piece for piece in pyramid.pieces if piece.name.startswith("token.")]
    assert [label_of(piece, pyramid) for piece in tokens] == ["Y", "R", "O", "P", "Bl", "G", "Bo"]


def test_letters_grow_until_pieces_differ() -> None:
    mine = game_named("gold_mine").layout()
    miners = [label_of(piece, mine) for piece in mine.pieces if piece.name.startswith("miner.")]
    assert miners == ["R", "G", "Blu", "Y", "Bla", "W"]
