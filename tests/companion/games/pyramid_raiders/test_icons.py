"""The pictures of the pieces."""

import re
from xml.etree import ElementTree

import pytest

from companion.games.pyramid_raiders import icons

PICTURES = {name: value for name, value in vars(icons).items() if name.isupper()}


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_a_picture_is_drawn_in_the_three_colours_it_is_given(name):
    drawn = PICTURES[name].format(a="#111111", b="#222222", c="#333333")
    assert set(re.findall("#[0-9a-f]{6}", drawn)) <= {"#111111", "#222222", "#333333"}
    assert len(ElementTree.fromstring(f"<svg>{drawn}</svg>")) > 0


def test_every_treasure_obstacle_and_item_has_one_of_its_own():
    assert len(PICTURES) == len(set(PICTURES.values())) == 21
