"""Positions somebody wrote down."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.errors import BadInput
from companion.games.gold_raiders import GAME as game


def test_a_position_takes_its_defaults():
    state = game.state_from({"players": ["p1", "p2"], "first": "p2"})
    assert (state.phase, state.turn, state.hands, state.trail) == ("night", "p2", {"p1": 8, "p2": 8}, 20)


def test_a_position_may_say_how_the_tops_lie():
    state = game.state_from({"players": ["p1", "p2"], "stacks": {"p1": [1, 2]}, "ways": {"p1": [180, 180], "p2": []}})
    assert state.ways_of("p1") == (180, 180)


@pytest.mark.parametrize(
    "position",
    [
        None,
        [],
        {},
        {"players": ["p1"]},
        {"players": ["p1", "p1"]},
        {"players": ["p1", 2]},
        {"players": ["p1", "p2"], "first": "p3"},
        {"players": ["p1", "p2"], "first": []},
        {"players": ["p1", "p2"], "turn": "p3"},
        {"players": ["p1", "p2"], "turn": None},
        {"players": ["p1", "p2"], "phase": "deal", "turn": "p1"},
        {"players": ["p1", "p2"], "phase": []},
        {"players": ["p1", "p2"], "pos": {"p1": 21}},
        {"players": ["p1", "p2"], "pos": {"p1": -1}},
        {"players": ["p1", "p2"], "pos": 3},
        {"players": ["p1", "p2"], "hands": {"p1": 0, "p2": 0}},
        {"players": ["p1", "p2"], "hands": {"p1": 10**30}},
        {"players": ["p1", "p2"], "stacks": {"p1": [0]}},
        {"players": ["p1", "p2"], "stacks": {"p1": [[]]}},
        {"players": ["p1", "p2"], "stacks": {"p1": [["9"]]}},
        {"players": ["p1", "p2"], "stacks": {"p1": 3}},
        {"players": ["p1", "p2"], "discard": ["X"]},
        {"players": ["p1", "p2"], "done": ["p9"]},
        {"players": ["p1", "p2"], "round": 0},
        {"players": ["p1", "p2"], "trail": 0},
        {"players": ["p1", "p2"], "slots": {"p1": [1]}},
        {"players": ["p1", "p2"], "ways": {"p1": [0], "p2": []}},
        {"players": ["p1", "p2"], "stacks": {"p1": [1]}, "ways": {"p1": [90], "p2": []}},
        {"players": ["p1", "p2"], "house": ["mild"]},
        {"players": ["p1", "p2"], "last": {"type": "recon", "player": "p9"}},
        {"players": ["p1", "p2"], "last": {"type": "dance"}},
        {"players": ["p1", "p2"], "tiebreak": "coin"},
        {"players": ["p1", "p2"], "colour": "red"},
    ],
)
def test_nonsense_is_refused_in_one_line(position):
    with pytest.raises(BadInput) as caught:
        game.state_from(position)
    assert "\n" not in str(caught.value)


JUNK = some.recursive(
    some.none()
    | some.booleans()
    | some.integers()
    | some.floats()
    | some.text(max_size=4)
    | some.sampled_from(["p1", "new", "1"]),
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(JUNK | some.dictionaries(some.sampled_from(["phase", "pos", "stacks", "turn", "last"]), JUNK))
def test_junk_is_no_position(raw):
    junk = {"players": ["p1", "p2"], **raw} if isinstance(raw, dict) else raw
    with suppress(BadInput):
        assert game.state_from(junk).players == ("p1", "p2")
