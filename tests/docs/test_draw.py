"""The docs' drawings are what the drivers would send today."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def draw() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_draw", DOCS / "draw.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def drawn(draw, tmp_path_factory) -> dict[str, str]:
    return draw.pictures()


def test_every_drawing_is_up_to_date(drawn):
    stale = [name for name, text in drawn.items() if (DOCS / name).read_text(encoding="utf-8") != text]
    assert stale == [], "draw them again: make pictures"


def test_every_drawing_is_shown_in_the_guide(drawn):
    guide = (DOCS / "building.md").read_text(encoding="utf-8")
    assert [name for name in drawn if f"]({name})" not in guide] == []


@pytest.mark.parametrize("name", ["lights-apa102", "lights-ws2812", "lights-matrix", "lights-edge"])
def test_the_guardian_and_the_timer_are_in_every_picture(drawn, name):
    assert drawn[f"{name}.svg"].count("mix-blend-mode") >= 4 + 5  # four steps of his walk, five LEDs of the timer


def test_the_bar_has_three_of_five_lit_with_three_fifths_of_the_time_left(drawn):
    assert drawn["lights-bar.svg"].count("mix-blend-mode") == 3
