"""For owners of the published games: every marker once, and a chart of where each goes."""

import pytest

from companion.games import game_named, game_names
from companion.games.protocol import Game
from companion.kit import faces, make
from companion.kit.sheets import PAPERS, printed_pieces
from companion.kit.stickers import chart_pages, sticker_pages
from companion.layout import FRAME_MARKER_MM

games = pytest.mark.parametrize("game", [game_named(name) for name in game_names()], ids=game_names())


@games
def test_stickers_hold_every_marker_and_a_chart(game: Game) -> None:
    pages = make.kit_pages(game, "a4", "stickers")
    table = faces.layout(game)
    named = set(table.by_marker) | {marker for piece in table.pieces for marker, _, _ in piece.more_markers}
    assert {tag[0] for page in pages for tag in page.tags} == named | set(table.frame_markers)
    assert any(page.title == "where stickers go" for page in pages)


def test_the_four_corners_are_stickers_of_their_own() -> None:
    game = game_named("gold_raiders")
    tags = [tag for page in sticker_pages(game, PAPERS["a4"]) for tag in page.tags]
    sides = {number: side for number, _, _, side in tags}
    assert {sides[number] for number in faces.layout(game).frame_markers} == {FRAME_MARKER_MM}


@games
def test_the_chart_names_every_piece_that_gets_a_sticker(game: Game) -> None:
    art = "".join(layer.art for page in chart_pages(game, PAPERS["a4"]) for layer in page.layers)
    assert [piece.name for piece in printed_pieces(game) if piece.marker is not None and piece.name not in art] == []
