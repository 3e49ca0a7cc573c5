"""What Gold Raiders looks like."""

import xml.etree.ElementTree as ElementTree

import pytest

from companion.games.gold_raiders import artwork, board
from companion.games.gold_raiders.layout import layout

TABLE = layout()


@pytest.mark.parametrize("piece", TABLE.pieces, ids=lambda piece: piece.name)
def test_every_piece_has_a_face(piece):
    assert len(ElementTree.fromstring(f"<g>{artwork.face(piece)}</g>")) > 2


def test_only_cards_have_a_back_and_all_backs_are_alike():
    backs = {piece.name: artwork.back(piece) for piece in TABLE.pieces}
    assert {name for name, back in backs.items() if back} == {board.face(code) for code in board.COPIES}
    assert len(set(filter(None, backs.values()))) == 1


def test_a_card_shows_its_sign_and_its_name():
    faces = {code: artwork.face(TABLE.piece[board.face(code)]) for code in board.COPIES}
    for code, drawn in faces.items():
        assert f">{code}</text>" in drawn
        assert artwork.CARDS[code][1] in drawn
    assert faces


def test_the_field_numbers_every_space_and_every_place():
    drawn = artwork.field()
    for number in range(board.TRAIL + 1):
        assert f">{number}</text>" in drawn
    assert "not dealt" in drawn
    assert "discard" in drawn


def test_the_round_is_told_in_six_pictures():
    assert len(artwork.round_pictures()) == 6
