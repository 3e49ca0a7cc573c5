"""The pictures fit where they are stamped."""

import re

import pytest

from companion.games.go_for_gold import icons

PICTURES = {name: art for name, art in vars(icons).items() if name.isupper()}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_stays_within_twelve_units_of_its_middle(name):
    numbers = [
        float(number)
        for number in re.findall(r"-?\d+(?:\.\d+)?", re.sub(r"#\w+|\w+-\w+=\"[^\"]*\"", "", PICTURES[name]))
    ]
    assert numbers
    assert max(map(abs, numbers)) <= 12.5


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_takes_the_colours_it_is_given(name):
    assert "{a}" in PICTURES[name]
