"""What is drawn on every piece says what the rules say."""

from xml.etree import ElementTree

import pytest

from companion.games.pyramid_raiders import artwork, board
from companion.games.pyramid_raiders.layout import layout

PIECES = {piece.name: piece for piece in layout().pieces}


@pytest.mark.parametrize("name", sorted(PIECES))
def test_every_piece_has_a_face_that_is_proper_svg(name):
    assert len(ElementTree.fromstring(f"<svg>{artwork.face(PIECES[name])}</svg>")) > 0


@pytest.mark.parametrize("who", board.CHARACTERS)
@pytest.mark.parametrize("card", board.CARDS)
def test_a_card_says_how_far_the_guardian_goes(who, card):
    text = "".join(ElementTree.fromstring(f"<svg>{artwork.face(PIECES[f'action.{who}.{card}'])}</svg>").itertext())
    farther = board.EXTRA.get(card)
    assert (f"goes {farther} farther" in text) is (farther is not None)


@pytest.mark.parametrize(
    ("item", "cards"),
    [("big_magnets", "cards 1 to 3"), ("teleport_door", "ard 5"), ("decoy_doll", "card 4")],
)
def test_an_item_names_the_cards_it_works_with(item, cards):
    assert (board.MAGNET_CARDS, board.DOLL_CARD, board.DOOR_CARD) == ((1, 2, 3), 4, 5)
    assert cards in " ".join(artwork.ITEMS[item][2:])


def test_items_characters_and_treasures_are_those_of_the_box():
    assert (set(artwork.ITEMS), set(artwork.LETTERS)) == (set(board.ITEMS), set(board.CHARACTERS))
    assert tuple(artwork.TREASURES) == board.COLOURS
    assert {los: tuple(60 * notch for notch in notches) for los, notches in board.SIGHT.items()} == artwork.SIGHTS


def test_the_field_and_the_round_are_drawn():
    assert len(ElementTree.fromstring(f"<svg>{artwork.field()}</svg>")) > 61
    assert len(artwork.round_pictures()) == 6
