"""Positions with their defaults left out, and what is no position."""

import pytest

from companion.errors import BadInput
from companion.games.protocol import to_json
from companion.games.pyramid_raiders import GAME as game

BARE = {"players": ["p1", "p2", "p3"], "phase": "programming"}


def test_defaults_are_those_of_the_specification():
    assert to_json(game.state_from(BARE)) == {
        "players": ["p1", "p2", "p3"],
        "phase": "programming",
        "round": 1,
        "start": "p1",
        "rotation": "cw",
        "los": 1,
        "pillars": [],
        "fountains": [],
        "guardian": {"at": "e5", "facing": "E"},
        "pawns": {"p1": None, "p2": None, "p3": None},
        "decoy": None,
        "items": {},
        "tokens": {},
        "hands": {"p1": [1, 2, 3, 4, 5], "p2": [1, 2, 3, 4, 5], "p3": [1, 2, 3, 4, 5]},
        "loot": {"p1": {}, "p2": {}, "p3": {}},
        "curses": {"p1": 0, "p2": 0, "p3": 0},
        "removed": {},
        "extra": 0,
        "active": None,
        "card": None,
        "need": 0,
        "path": [],
        "placed": [],
        "queue": [],
        "walk": None,
    }


def test_a_map_stands_for_its_obstacles():
    state = game.state_from({**BARE, "map": "sun_ring"})
    assert (state.pillars[0], state.fountains[-1], len(state.pillars + state.fountains)) == ("c4", "h5", 12)


def test_what_is_owed_follows_from_card_and_path():
    given = {**BARE, "phase": "moving", "card": 4, "pawns": {"p1": "e7"}, "path": ["e5", "e6", "e7"]}
    assert game.state_from(given).need == 2


def test_a_push_under_way_is_found_without_its_chain():
    given = {**BARE, "phase": "pushing", "card": 2, "path": ["e4", "e3"], "pawns": {"p1": "e3", "p2": "e3"}}
    state = game.state_from(given)
    assert (state.chain, state.need) == (("e3",), 1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"phase": "lunch"},
        {"players": ["p1", "p2"]},
        {"players": ["p1", "p1", "p2"]},
        {"players": ["p1", "p2", "decoy"]},
        {"players": "abc"},
        {"weather": "dry"},
        {"start": "p9"},
        {"rotation": "up"},
        {"los": 4},
        {"map": "cellar"},
        {"map": "sun_ring", "pillars": ["a2"]},
        {"pillars": ["z9"]},
        {"pillars": ["a2"], "fountains": ["a2"]},
        {"guardian": {"at": "e5", "facing": "N"}},
        {"guardian": {"at": "e10", "facing": "E"}},
        {"pawns": {"p9": "e5"}},
        {"pawns": {"p1": "e55"}},
        {"pawns": {"p1": "a1", "p2": "a1"}},
        {"items": {"p1": "sword"}},
        {"items": {"p1": "magic_hands", "p2": "magic_hands"}},
        {"tokens": {"a1": "pink"}},
        {"hands": {"p1": [6]}},
        {"hands": {"p1": [1, 1]}},
        {"loot": {"p1": {"red": -1}}},
        {"curses": {"p1": 10**30}},
        {"round": 0},
        {"card": 6},
        {"phase": "moving"},
        {"phase": "pushing", "card": 1},
        {"phase": "reentry", "pawns": {"p1": "a1", "p2": "a2", "p3": "a3"}},
        {"house": {"free_beer": True}},
        {"walk": {"trace": 3}},
    ],
)
def test_nonsense_is_refused_in_one_line(wrong):
    with pytest.raises(BadInput) as refused:
        game.state_from({**BARE, **wrong})
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("raw", [None, 3, "e5", [], {}])
def test_what_is_no_object_is_no_position(raw):
    with pytest.raises(BadInput):
        game.state_from(raw)
