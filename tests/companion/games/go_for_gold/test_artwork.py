"""What Go for Gold looks like."""

from xml.etree import ElementTree

import pytest

from companion.games.go_for_gold import artwork, board
from companion.games.go_for_gold.layout import layout

SHEETS = [piece for piece in layout().pieces if piece.name.startswith("sheet.")]


def drawn(art):
    return ElementTree.fromstring(f"<svg>{art}</svg>")


@pytest.mark.parametrize("piece", SHEETS, ids=lambda piece: piece.name)
def test_a_sheet_shows_every_space_by_name_but_treasures(piece):
    side = piece.name.split(".")[1]
    told = {text.text for text in drawn(artwork.face(piece)).iter("text")}
    island = board.island_of(side)
    assert set(island.neighbours) - set(island.treasures) <= told


def test_side_b_is_the_back_of_side_a():
    by_name = {piece.name: piece for piece in SHEETS}
    assert artwork.back(by_name["sheet.A.2"]) == artwork.face(by_name["sheet.B.2"])
    assert artwork.back(by_name["sheet.B.2"]) is None


def test_the_round_is_told_in_six_pictures():
    assert len(artwork.round_pictures()) == 6


def test_what_people_draw_is_not_printed_but_can_be_shown():
    pieces = layout().piece
    assert set(artwork.BOUGHT) == {board.LINE, board.FAINT, board.CROSS, board.RING, board.MOORING}
    for name in artwork.BOUGHT:
        assert len(list(drawn(artwork.face(pieces[name])))) == (2 if pieces[name].stroke == "cross" else 1)
        assert artwork.back(pieces[name]) is None
