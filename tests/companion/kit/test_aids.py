"""Player aids: the round in pictures, every word on its panel."""

from dataclasses import replace

import pytest

from companion.games import game_named, game_names
from companion.games.protocol import Game
from companion.kit import faces
from companion.kit.aids import HIGH, PANEL, SIZE, WIDE, aid
from companion.kit.drawing import wrapped
from companion.kit.make import kit_pages

drawn = pytest.mark.parametrize("game", [game for game in map(game_named, game_names()) if game.artwork is not None])


@drawn
def test_no_text_is_too_long_for_its_panel(game: Game) -> None:
    texts = [text for _, text in faces.artwork(game).round_pictures()]
    assert [text for text in texts if len(wrapped(text, PANEL[0] - 4, SIZE)) > 3] == []


@drawn
def test_everybody_gets_an_aid(game: Game) -> None:
    held = [name for page in kit_pages(game) for name in page.holds]
    assert held.count("aid") == game.players[-1]


def test_the_panels_are_numbered_in_the_order_of_play() -> None:
    item = aid("Demo", [("", f"step {n}") for n in range(1, 7)])
    assert (item.width_mm, item.height_mm) == (WIDE, HIGH)
    spots = [item.art.index(f">{n}</text>") for n in range(1, 7)]
    assert spots == sorted(spots)


def test_a_game_without_pictures_has_no_aids() -> None:
    pages = kit_pages(replace(game_named("gold_raiders"), artwork=None))
    assert "player aids" not in {page.title for page in pages}
