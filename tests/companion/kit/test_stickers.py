"""Stickers for owners: every marker, and where it goes."""

import pytest

from companion.games import game_named, game_names
from companion.games.protocol import Game
from companion.kit import faces, make
from companion.kit.sheets import PAPERS, printed_pieces
from companion.kit.stickers import chart_pages, sticker_pages

games = pytest.mark.parametrize("game", [game_named(name) for name in game_names()], ids=game_names())
A4 = PAPERS["a4"]


@games
def test_stickers_hold_every_marker_and_a_chart(game: Game) -> None:
    pages = make.kit_pages(game, "a4", "stickers")
    table = faces.layout(game)
    named = set(table.by_marker) | {marker for piece in table.pieces for marker, _, _ in piece.more_markers}
    assert {tag[0] for page in pages for tag in page.tags} == named | set(table.frame_markers)
    assert any(page.title == "where stickers go" for page in pages)


@games
def test_there_is_a_sticker_for_every_copy_of_a_piece(game: Game) -> None:
    held = [name for page in sticker_pages(game, A4) for name in page.holds]
    pieces = printed_pieces(game)
    for piece in pieces:
        assert held.count(piece.name) == piece.copies * len(faces.face_tags(piece)), piece.name
    assert pieces


@games
def test_the_chart_names_every_piece_that_gets_one(game: Game) -> None:
    art = "".join(layer.art for page in chart_pages(game, A4) for layer in page.layers)
    named = [piece.name for piece in printed_pieces(game) if piece.marker is not None]
    assert [name for name in named if f">{name}</text>" not in art] == []


def test_the_chart_says_how_far_apart_the_corners_lie() -> None:
    first = chart_pages(game_named("gold_mine"), A4)[0]
    assert all(f">{mm} mm</text>" in first.layers[0].art for mm in (1124, 656))
