"""Small questions to a position."""

import pytest

from companion.games.pyramid_raiders.positions import state_from
from companion.games.pyramid_raiders.state import HOUSE, acting, active_in, figure_spaces, house_rule, mover_of

BARE = {"players": ["a", "b", "c"]}


@pytest.mark.parametrize(
    ("given", "who"),
    [
        ({"phase": "layout"}, ("a", "b", "c")),
        ({"phase": "items", "items": {"b": "magic_hands"}}, ("a", "c")),
        ({"phase": "programming", "placed": ["a"]}, ("b", "c")),
        ({"phase": "reveal", "active": "b"}, ("b",)),
        ({"phase": "guardian", "start": "c"}, ("c",)),
        ({"phase": "finished"}, ()),
    ],
)
def test_who_must_act(given, who):
    assert acting(state_from(BARE | given)) == who


def test_the_mover_stays_the_mover_while_another_decides_about_a_push():
    pawns = {"a": "e6", "b": "e7", "c": "e7"}
    given = {"phase": "pushing", "card": 1, "path": ["e5", "e6"], "chain": ["e6", "e7"], "active": "b", "pawns": pawns}
    state = state_from(BARE | given)
    assert (mover_of(state), active_in(state)) == ("a", "b")


def test_a_house_rule_is_the_tables_own_or_the_specifications():
    assert house_rule(state_from(BARE | {"phase": "programming"}), "last_look") is HOUSE["last_look"] is False
    assert house_rule(state_from(BARE | {"phase": "programming", "house": {"last_look": True}}), "last_look") is True


def test_the_decoy_stands_about_like_everybody_else():
    state = state_from(BARE | {"phase": "programming", "pawns": {"a": "e5"}, "decoy": "c3"})
    assert figure_spaces(state) == {"e5", "c3", None}
