"""The game's own pictures."""

import xml.etree.ElementTree as ElementTree

import pytest

from companion.games.gold_raiders import icons

NAMES = sorted(name for name in vars(icons) if name.isupper())


def test_there_is_a_picture_for_everything_on_the_cards():
    assert {"BOOT", "BANDIT", "STEAL", "EYE", "IDOL"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_drawn_in_the_three_colours_it_is_given(name):
    drawn = getattr(icons, name).format(a="#111111", b="#222222", c="#333333")
    fills = {part.get("fill") for part in ElementTree.fromstring(f"<g>{drawn}</g>")} - {None, "none"}
    assert fills
    assert fills <= {"#111111", "#222222", "#333333"}
