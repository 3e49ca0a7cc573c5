"""The table of rules: any JSON may come from a phone; it is read, or refused with its reason, and nothing changes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import IllegalAction
from companion.games.protocol import to_json
from companion.games.temple_of_gold import GAME as game

STATE = game.state_from(
    {
        "players": [{"id": "p1", "pos": "D2", "pack": {"food": 3, "wood": 1}, "wild": 1}, {"id": "p2"}],
        "tiles": {
            "D2": {"tile": "spring_2", "blocked": "W"},
            "C2": {"tile": "suns_4", "blocked": "E"},
            "A4": {"tile": "moons_3", "blocked": "S"},
        },
        "sites": {"D2": {}},
    }
)
BEFORE = to_json(STATE)


def reason(raw, state=STATE):
    with pytest.raises(IllegalAction) as refused:
        game.read(state, raw)
    return refused.value.code


@pytest.mark.parametrize("raw", [None, 7, "step", [], [["type", "step"]], {}, {"type": None}, {"type": ["step"]}])
def test_what_is_no_action_is_unknown(raw):
    assert reason(raw) == "unknown_action"


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ({"type": "step"}, "unknown_player"),
        ({"type": "step", "player": {"id": "p1"}}, "unknown_player"),
        ({"type": "step", "player": "p1"}, "not_adjacent"),
        ({"type": "step", "player": "p1", "to": ["C2"]}, "not_adjacent"),
        ({"type": "step", "player": "p1", "to": "C2", "pay": None}, "wrong_payment"),
        ({"type": "step", "player": "p1", "to": "C2", "pay": {"food": "3"}}, "wrong_payment"),
        ({"type": "step", "player": "p1", "to": "C2", "pay": {"food": 3, "wood": True}}, "wrong_payment"),
        ({"type": "step", "player": "p1", "to": "C2", "pay": {"food": 5, "wood": -1}}, "wrong_payment"),
        ({"type": "step", "player": "p1", "to": "C2", "pay": {"food": 3.0, "wood": 1}}, "wrong_payment"),
        ({"type": "step", "player": "p1", "to": "C2", "pay": {"food": 10**40}}, "wrong_payment"),
        ({"type": "step", "player": "p1", "to": "C2", "redo": "no"}, "nothing_to_redo"),
        ({"type": "pick_up", "player": "p1"}, "nothing_here"),
        ({"type": "explore", "player": "p1", "cell": None}, "not_adjacent"),
        ({"type": "explore", "player": "p1", "cell": "E2", "tile": {"suit": "moons"}}, "tile_not_in_pile"),
        ({"type": "explore", "player": "p1", "cell": "E2", "tile": "moons_2", "blocked": 2}, "bad_orientation"),
        ({"type": "announce_treasure", "player": "p2"}, "bad_location"),
        ({"type": "announce_treasure", "player": "p2", "cell": []}, "bad_location"),
        ({"type": "announce_treasure", "player": "p2", "cell": "D4", "horizontal": {}}, "bad_clue"),
        ({"type": "announce_treasure", "player": "p2", "cell": "D4", "horizontal": "A4", "vertical": []}, "bad_clue"),
        ({"type": "dig", "player": "p1"}, "wrong_payment"),
        ({"type": "dig", "player": "p1", "pay": {"food": 1, "wood": 1}}, "wrong_payment"),
        ({"type": "discard", "player": "p1", "give": {"food": None}}, "wrong_payment"),
        ({"type": "discard", "player": "p1", "give": {"food": 10**40}}, "not_owned"),
        ({"type": "end_turn", "player": "p1", "please": True}, "malformed"),
    ],
)
def test_a_wrong_sort_of_value_is_refused_where_the_rules_look_at_it(raw, code):
    assert reason(raw) == code
    assert to_json(STATE) == BEFORE


def test_start_corner_refuses_what_is_no_take():
    fresh = game.setup(["p1", "p2"])
    assert reason({"type": "pick_up", "player": "p1"}, fresh) == "wrong_take"
    assert reason({"type": "pick_up", "player": "p1", "take": {"gold": 1}}, fresh) == "wrong_take"


def test_payments_are_read_whatever_stands_at_zero():
    raw = {"type": "step", "player": "p1", "to": "C2", "pay": {"food": 3, "wood": 1, "tools": 0}}
    assert to_json(game.read(STATE, raw))["pay"] == {"food": 3, "wood": 1}


def test_apply_refuses_what_is_no_action_of_this_game():
    with pytest.raises(IllegalAction) as refused:
        game.apply(STATE, {"type": "end_turn", "player": "p1"})
    assert refused.value.code == "unknown_action"


WORDS = st.sampled_from(
    [
        *("step", "pick_up", "explore", "announce_treasure", "dig", "discard", "take_income", "end_turn", "p1", "p2"),
        *("C2", "D1", "D3", "E2", "A4", "A6", "Z9", "moons_2", "suns_4", "N", "E", "", "food", "wild", "auto"),
    ]
)
COUNTS = st.dictionaries(st.sampled_from(["food", "tools", "wood", "jewelry", "wild", "gold"]), st.integers(-1, 4))
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | WORDS | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
FIELDS = ("player", "to", "pay", "redo", "take", "cell", "tile", "blocked", "horizontal", "vertical", "give")
ACTIONS = st.builds(
    lambda kind, fields: {"type": kind, "player": "p1", **fields},
    WORDS,
    st.dictionaries(st.sampled_from(FIELDS), COUNTS | WORDS | JUNK, max_size=5),
)


@settings(max_examples=400, deadline=None)
@given(raw=JUNK | ACTIONS)
def test_nothing_but_a_refusal_ever_comes_out(raw):
    try:
        after = game.apply(STATE, game.read(STATE, raw))
    except IllegalAction:
        after = STATE
    assert game.state_from(to_json(after)) == after
    assert to_json(STATE) == BEFORE
