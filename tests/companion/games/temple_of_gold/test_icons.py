"""Pictures stay within 12 units of their middle and take their colours from whoever stamps them."""

import re
from xml.etree import ElementTree

import pytest

from companion.games.temple_of_gold import icons

PICTURES = {
    **{f"suit {name}": picture for name, picture in icons.SUITS.items()},
    **{f"kind {name}": picture for name, picture in icons.KINDS.items()},
    **{name: getattr(icons, name) for name in ("AMULET", "TENT", "PALM", "TOWN", "FLAME")},
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_well_formed_and_takes_its_colour(name):
    ElementTree.fromstring(f"<g>{PICTURES[name]}</g>")
    assert "{a}" in PICTURES[name]


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_stays_within_its_square(name):
    numbers = [float(number) for path in re.findall(r' d="([^"]*)"', PICTURES[name]) for number in _numbers(path)]
    assert all(abs(number) <= 13 for number in numbers)  # a handle of a curve may lie a little outside


def _numbers(path):
    return re.findall(r"-?\d+\.?\d*", path)
