"""Small questions to a position."""

import pytest

from companion.games.go_for_gold import GAME as game
from companion.games.go_for_gold.state import is_just_in_port, port_choices, special


def position(*visited, **fields):
    rows = [{"id": "p1", "visited": list(visited)}, {"id": "p2", "visited": ["PE"]}, {"id": "p3", "visited": ["PS"]}]
    return game.state_from({"side": "mini", "players": rows, **fields})


@pytest.mark.parametrize(
    ("visited", "asked"),
    [
        (["PN"], None),
        (["PN", "T1"], None),
        (["PN", "T3"], "treasure"),
        (["PN", "B2"], "temple"),
        (["PN", "PW"], "port"),
    ],
)
def test_a_space_asks_for_what_is_printed_there(visited, asked):
    state = position(*visited)
    assert special(state, state.hunter("p1")) == asked
    assert is_just_in_port(state.island, state.hunter("p1")) == (asked == "port")


def test_a_raided_temple_asks_nothing():
    state = position("PN", "B2", temples={"red": "p2"})
    assert special(state, state.hunter("p1")) is None


def test_a_round_goes_clockwise_from_the_active_player():
    assert [hunter.id for hunter in position("PN", active="p2").clockwise()] == ["p2", "p3", "p1"]


def test_ports_left_are_named_clockwise():
    state = position("PN", "T1", "B1", "PW")
    assert port_choices(state, state.hunter("p1")) == ["PE", "PS"]


def test_nobody_sits_where_nobody_plays():
    assert position("PN").seat("p3") == 3
    with pytest.raises(KeyError):
        position("PN").hunter("p9")
