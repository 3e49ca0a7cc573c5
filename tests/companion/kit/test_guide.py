"""The first two pages: they explain what the kit has, and nothing that it has not."""

import re

import pytest

from companion.games import game_named, game_names
from companion.kit.guide import camera_height
from companion.kit.make import kit_pages
from companion.layout import Layout


def guide(game: str, mode: str = "kit", paper: str = "a4") -> str:
    return "".join(layer.art for page in kit_pages(game_named(game), paper, mode)[:2] for layer in page.layers)


@pytest.mark.parametrize(
    ("game", "mode", "paper", "explained", "left_out"),
    [
        (
            "pyramid_raiders",
            "kit",
            "a4",
            ("Join the board", "Faces and backs", "What stands", "Lamps"),
            ("Lay the corners", "flaps"),
        ),
        ("go_for_gold", "kit", "a4", ("Join the board", "Lamps"), ("What stands", "toppers", "tokens")),
        ("gold_mine", "light", "a4", ("Spread the corners", "What stands", "flaps"), ("Join the board", "Lamps")),
        ("gold_mine", "kit", "poster", ("What stands", "Lamps"), ("Join the board", "Lay the corners")),
        ("temple_of_gold", "kit", "a4", ("What stands", "Roll the strip"), ("flaps",)),
        ("temple_of_gold", "stickers", "a4", ("Stickers",), ("What stands", "Lamps", "Faces and backs", "glued")),
    ],
)
def test_a_guide_explains_what_its_kit_has(
    game: str, mode: str, paper: str, explained: tuple[str, ...], left_out: tuple[str, ...]
) -> None:
    text = guide(game, mode, paper)
    assert [word for word in explained if word not in text] == []
    assert [word for word in left_out if f">{word}" in text] == []


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("mode", ["kit", "light", "stickers"])
def test_the_list_of_pages_does_not_run_into_what_follows(game: str, mode: str) -> None:
    pages = kit_pages(game_named(game), "a4", mode)
    rows = pages[0].layers[0].art.count('height="7.2"')
    needs = pages[0].layers[0].art.split('height="12"')[0].rpartition('y="')[2].split('"')[0]
    assert 62 + 7.6 * rows + 2 <= float(needs)


def test_a_larger_field_needs_a_higher_camera() -> None:
    small, large = (Layout("demo", wide, 400, (0, 1, 2, 3), (), (), ()) for wide in (840, 1160))
    assert camera_height(small, "ordinary camera") < camera_height(large, "ordinary camera")


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("mode", ["kit", "light", "stickers"])
def test_a_guide_has_room_for_all_it_explains(name: str, mode: str) -> None:
    """The last line of its second page, about light, stands above the page's number."""
    page = next(page for page in kit_pages(game_named(name), mode=mode) if page.title == "build the table")
    art = next(layer.art for layer in page.layers if "All four corner markers" in layer.art)
    low = [float(y) for y in re.findall(r'<text x="[^"]*" y="([^"]*)"', art)]
    assert 100 < max(low) < page.height_mm - 10
