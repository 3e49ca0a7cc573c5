"""Everything that is printed has a drawing, and the mat shows where the camera looks."""

import pytest

from companion.games.temple_of_gold import artwork, icons
from companion.games.temple_of_gold.layout import layout

PRINTED = [piece for piece in layout().pieces if piece.name not in artwork.BOUGHT]


@pytest.mark.parametrize("piece", PRINTED, ids=lambda piece: piece.name)
def test_every_piece_has_a_face(piece):
    assert "<" in artwork.face(piece)


@pytest.mark.parametrize("name", ["gold", "clue", "camp.suns", "camp.moons", "torch", "coin.food"])
def test_a_piece_is_drawn_in_the_colour_it_is_found_by(name):
    piece = layout().piece[name]
    assert piece.colour in artwork.face(piece)


def test_the_field_shows_every_torch_and_every_circle_for_gold():
    field = artwork.field()
    assert field.count(">torch<") == 4
    assert field.count('r="8"') == 6 + 8 + 4 * (7 + 1)


def test_the_round_is_told_in_six_pictures():
    assert len(artwork.round_pictures()) == 6
    assert icons.TENT.split('"')[1] in artwork.round_pictures()[3][0]
