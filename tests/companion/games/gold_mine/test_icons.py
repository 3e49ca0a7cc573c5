"""Pictures that can be stamped anywhere."""

from xml.etree import ElementTree

import pytest

from companion.games.gold_mine import icons

ICONS = {name: icon for name, icon in vars(icons).items() if name.isupper()}


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_is_well_formed_once_its_colours_are_filled_in(name: str) -> None:
    drawn = ICONS[name].format(a="#111111", b="#222222", c="#333333")
    assert "{" not in drawn
    assert len(ElementTree.fromstring(f"<svg>{drawn}</svg>")) > 0
