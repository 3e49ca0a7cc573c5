"""Drawings for phones: the kit's, with letters where paper has markers."""

import re

import pytest

from companion.errors import BadInput
from companion.games import game_named
from companion.kit import faces
from web import art


def symbol(game: str, piece: str) -> str:
    sheet = art.sheet(game)
    start = sheet.index(f'<symbol id="{piece}"')
    return sheet[start : sheet.index("</symbol>", start)]


def test_a_pawn_has_its_letter_where_paper_has_its_marker() -> None:
    assert ">Pe</text>" in symbol("pyramid_raiders", "pawn.pengino")
    assert ">Po</text>" in symbol("pyramid_raiders", "pawn.polavsky")


FIGURES = [
    ("pyramid_raiders", "pawn."),
    ("gold_raiders", "raider."),
    ("gold_mine", "miner."),
    ("temple_of_gold", "pawn."),
]


@pytest.mark.parametrize(("game", "begins"), FIGURES)
def test_every_figure_is_told_apart_without_its_colour(game: str, begins: str) -> None:
    figures = [piece.name for piece in faces.layout(game_named(game)).pieces if piece.name.startswith(begins)]
    letters = [re.findall(r">([^<]+)</text>", symbol(game, name)) for name in figures]
    assert len(figures) >= 4
    assert len({tuple(found) for found in letters if found}) == len(figures)


def test_a_piece_that_points_somewhere_keeps_its_arrow_free() -> None:
    game = game_named("pyramid_raiders")
    piece = faces.layout(game).piece["guardian.1"]
    assert symbol("pyramid_raiders", "guardian.1").endswith(faces.artwork(game).face(piece))


def test_a_printed_piece_has_its_marker() -> None:
    game = game_named("gold_raiders")
    assert art.piece_svg("gold_raiders", "card.1") == faces.face_svg(game, "card.1")
    assert art.piece_svg("gold_raiders", "card.1", is_back=True) == faces.back_svg(game, "card.1")


def test_a_piece_without_a_back_shows_its_face() -> None:
    assert art.piece_svg("gold_raiders", "idol", is_back=True) == art.piece_svg("gold_raiders", "idol")


def test_a_piece_that_is_not_in_the_box_is_refused() -> None:
    with pytest.raises(BadInput, match="gold_raiders has no piece 'queen'"):
        art.piece_svg("gold_raiders", "queen")


def test_what_neighbouring_drawings_begin_with_is_written_once() -> None:
    ground = '<g><path d="' + "M0 0" * 500 + '"/></g>'
    shared, own = art.written_once([f"{ground}<text>1</text>", f"{ground}<text>2</text>", "<rect/>"])
    assert shared == f'<g id="shared-0">{ground}</g>'
    assert own == ['<use href="#shared-0"/><text>1</text>', '<use href="#shared-0"/><text>2</text>', "<rect/>"]


def test_four_equal_sheets_of_paper_weigh_little_more_than_one() -> None:
    assert symbol("go_for_gold", "sheet.A.2").count("#shared-") == 1
    assert len(art.sheet("go_for_gold")) < 150_000
