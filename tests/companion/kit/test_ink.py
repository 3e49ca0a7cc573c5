"""Little ink: the same kit in outlines, and every marker as before."""

import pytest

from companion.games import game_named, game_names
from companion.games.protocol import Game
from companion.kit import faces
from companion.kit.drawing import FULL, LIGHT, LIGHT_PIECES, SAND, TEAL, WHITE, Ink, circle, inked, path, polygon, rect
from companion.kit.ink import with_ink
from companion.kit.make import kit_pages
from companion.kit.sheets import Page
from companion.kit.svg import document

games = pytest.mark.parametrize("game", [game_named(name) for name in game_names()], ids=game_names())


def ink_of(drawing: str) -> float:
    """How much of white paper is covered: 1 is black all over."""
    picture = faces.raster(drawing, 1).astype(float) / 255
    return float(((1 - picture[..., :3].mean(axis=2)) * picture[..., 3]).mean())


@games
def test_a_field_takes_less_than_half_of_the_ink(game: Game) -> None:
    assert ink_of(faces.field_svg(with_ink(game, "light"))) < 0.5 * ink_of(faces.field_svg(game))


@games
def test_every_marker_is_on_the_light_kit_at_its_place(game: Game) -> None:
    full, light = kit_pages(game), kit_pages(game, ink="light")
    assert [page.tags for page in full] == [page.tags for page in light]


@pytest.mark.parametrize("piece", ["tile.T01", "tile.G01"])
def test_tiles_take_less_ink(piece: str) -> None:
    mine = game_named("gold_mine")
    assert ink_of(faces.face_svg(with_ink(mine, "light"), piece)) < 0.75 * ink_of(faces.face_svg(mine, piece))


@pytest.mark.parametrize("title", ["start here", "player aids"])
def test_the_guide_and_the_aids_have_no_floods_either(title: str) -> None:
    """The banner was a night sky, and every aid had a dark frame."""
    mine = game_named("gold_mine")
    full, light = (next(page for page in kit_pages(mine, ink=ink) if page.title == title) for ink in ("full", "light"))
    assert ink_of(drawing_of(light)) < 0.5 * ink_of(drawing_of(full))


def drawing_of(page: Page) -> str:
    return document("".join(layer.art for layer in page.layers), page.width_mm, page.height_mm)


def test_full_ink_changes_nothing() -> None:
    mine = game_named("gold_mine")
    assert with_ink(mine, "full") is mine


@pytest.mark.parametrize("ink", [LIGHT, LIGHT_PIECES], ids=["field", "piece"])
def test_pale_shapes_become_outlines(ink: Ink) -> None:
    with inked(ink):
        shapes = [rect(0, 0, 10, 10, SAND), circle(5, 5, 5, SAND), polygon([(0, 0), (9, 0), (0, 9)], SAND)]
    assert all(f'fill="{WHITE}" stroke="#a89f8d"' in shape for shape in shapes)


def test_a_wide_pale_band_is_left_white_but_a_thin_line_stays() -> None:
    with inked(LIGHT):
        assert f'stroke="{WHITE}"' in path("M0 0L9 9", "", SAND, 13)
        assert f'stroke="{SAND}"' in path("M0 0L9 9", "", SAND, 0.5)
        assert f'fill="{WHITE}"' in path("M0 0H9V9Z", SAND)


def test_a_line_around_a_pale_shape_stays() -> None:
    with inked(LIGHT):
        assert 'stroke="#2f7480" stroke-width="0.9"' in rect(0, 0, 10, 10, SAND, TEAL, 0.9)


def test_small_coloured_shapes_keep_their_colour() -> None:
    with inked(LIGHT_PIECES):
        assert f'fill="{TEAL}"' in circle(5, 5, 12, TEAL)


def test_a_dark_tray_stays_dark_on_a_field_but_a_card_is_outlined() -> None:
    with inked(LIGHT):
        assert f'fill="{TEAL}"' in rect(0, 0, 100, 100, TEAL)
    with inked(LIGHT_PIECES):
        assert f'fill="{WHITE}" stroke="{TEAL}"' in rect(0, 0, 44, 63, TEAL)


def test_the_ink_is_full_again_afterwards() -> None:
    before = rect(0, 0, 10, 10, SAND)
    with inked(LIGHT):
        pass
    assert rect(0, 0, 10, 10, SAND) == before
    with inked(FULL):
        assert rect(0, 0, 10, 10, SAND) == before
