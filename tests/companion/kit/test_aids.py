"""The round in six pictures on a card."""

from xml.etree import ElementTree

import pytest

from companion.games import game_named, game_names
from companion.kit import svg
from companion.kit.aids import HIGH, PANEL, WIDE, aid
from companion.kit.drawing import circle, text_width

PICTURES = [(circle(0, 0, 5, "#102030"), f"Step {number}") for number in range(1, 7)]


def said(art: str) -> list[str]:
    root = ElementTree.fromstring(svg.document(art, WIDE, HIGH))
    return [text.strip() for text in root.itertext() if text.strip()]


def test_the_pictures_are_numbered_in_the_order_of_play() -> None:
    words = said(aid("Dash", PICTURES).art)
    assert [word for word in words if word.isdigit()] == list("123456")
    assert [word for word in words if word.startswith("Step")] == [f"Step {number}" for number in range(1, 7)]


def test_the_card_has_its_title_and_size() -> None:
    item = aid("Dash", PICTURES)
    assert (item.name, item.width_mm, item.height_mm) == ("aid", WIDE, HIGH)
    assert "Dash" in said(item.art)


def test_two_columns_and_three_rows_fit_on_the_card() -> None:
    wide, high = PANEL
    assert 3 + 46 + wide <= WIDE
    assert 14 + 2 * 35.6 + high <= HIGH


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_six_pictures_whose_words_fit(name: str) -> None:
    artwork = game_named(name).artwork
    assert artwork is not None
    pictures = artwork().round_pictures()
    assert len(pictures) == 6
    assert max(text_width(word, 3.4) for _, text in pictures for word in text.split()) < PANEL[0] - 4
