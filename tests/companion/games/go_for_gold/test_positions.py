"""Positions somebody wrote down."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.errors import BadInput
from companion.games.go_for_gold import GAME as game
from companion.games.protocol import to_json

TWO = [{"id": "p1", "visited": ["A5"]}, {"id": "p2", "visited": ["E9"]}]


def test_a_position_takes_its_defaults():
    state = game.state_from({"side": "A", "players": TWO, "phase": "move", "roll": 3, "active": "p2"})
    assert (state.round, state.awaiting, state.queue) == (1, ("p2", "p1"), ())
    first = state.hunter("p1")
    assert (first.pos, first.start_port, first.shovels, first.feet, first.shovels_gathered) == ("A5", "A5", 2, 1, 2)


def test_the_queue_is_built_from_where_everybody_stands():
    rows = [{"id": "p1", "visited": ["A5", "A6", "A7"]}, {"id": "p2", "visited": ["E9", "D7"]}]
    state = game.state_from({"side": "A", "players": rows, "phase": "resolve", "active": "p2"})
    assert (state.queue, state.awaiting) == (("p2", "p1"), ("p2",))


def test_a_position_in_the_middle_of_a_dig_goes_on():
    rows = [{"id": "p1", "visited": ["A5", "A6", "A7"]}, {"id": "p2", "visited": ["E9", "D7"]}]
    raw = {"players": rows, "phase": "shovels", "dig": {"player": "p1", "roll": 3, "missing": 1}}
    state = game.state_from(raw)
    assert (state.awaiting, state.queue) == (("p1",), ("p1", "p2"))


@pytest.mark.parametrize(
    "change",
    [
        {"players": []},
        {"players": "p1"},
        {"players": [1, 2]},
        {"players": TWO[:1]},
        {"players": [TWO[0], TWO[0]]},
        {"players": [TWO[0], {"id": "p2"}]},
        {"players": [TWO[0], {"id": "p2", "visited": ["Z9"]}]},
        {"players": [TWO[0], {"id": "p2", "visited": 3}]},
        {"players": [TWO[0], {"id": "p2", "visited": ["E9"], "hat": 1}]},
        {"players": [TWO[0], {"id": "p2", "visited": ["E9"], "shovels": -1}]},
        {"players": [TWO[0], {"id": "p2", "visited": ["E9"], "shovels": "two"}]},
        {"players": [TWO[0], {"id": "p2", "visited": ["E9"], "scores": [1] * 7}]},
        {"phase": "lunch"},
        {"phase": "move"},
        {"phase": "shovels"},
        {"roll": 7},
        {"round": 0},
        {"active": "p9"},
        {"awaiting": ["p9"]},
        {"side": "C"},
        {"side": []},
        {"temples": {"pink": "p1"}},
        {"temples": {"red": "p9"}},
        {"temples": 3},
        {"sheet": "{"},
        {"sheet": {"spaces": {}, "adjacency": {}, "ports_clockwise": []}},
        {"sheet": {"spaces": {"a": {"kind": "swamp"}}, "adjacency": {}, "ports_clockwise": []}},
        {"sheet": {"spaces": {"a": {"kind": "plain"}}, "adjacency": {"a": ["b"]}, "ports_clockwise": []}},
        {"sheet": {"spaces": {"a": {"kind": "port"}}, "adjacency": {}, "ports_clockwise": []}},
        {"sheet": {"spaces": {"a": {"kind": "treasure"}}, "adjacency": {}, "ports_clockwise": []}},
        {"sheet": {"spaces": {"a": {"kind": "temple"}}, "adjacency": {}, "ports_clockwise": []}},
        {"hat": 1},
    ],
)
def test_nonsense_is_refused_in_one_line(change):
    with pytest.raises(BadInput) as caught:
        game.state_from({"side": "A", "players": TWO, **change})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("raw", [None, [], "A", 3])
def test_a_position_is_an_object(raw):
    with pytest.raises(BadInput):
        game.state_from(raw)


def test_a_sheet_of_ones_own_survives_json():
    sheet = {"spaces": {"a": {"kind": "port"}, "b": {"kind": "plain"}}, "adjacency": {"a": ["b"], "b": ["a"]}}
    raw = {"sheet": {**sheet, "ports_clockwise": ["a"]}, "players": [{"id": name, "visited": ["a"]} for name in "xy"]}
    state = game.state_from(raw)
    assert game.state_from(to_json(state)) == state


JUNK = some.recursive(
    some.none()
    | some.booleans()
    | some.integers()
    | some.floats()
    | some.text(max_size=3)
    | some.sampled_from(["p1", "T1"]),
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(JUNK | some.dictionaries(some.sampled_from(["phase", "roll", "temples", "dig", "sheet", "last"]), JUNK))
def test_junk_is_no_position(raw):
    rows = [{"id": "p1", "visited": ["A5"]}, {"id": "p2", "visited": ["E9"]}]
    junk = {"players": rows, **raw} if isinstance(raw, dict) else raw
    with suppress(BadInput):
        assert game.state_from(junk).ids == ("p1", "p2")
