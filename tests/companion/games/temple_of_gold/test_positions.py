"""Positions written down, with the defaults left out."""

import pytest

from companion.errors import BadInput
from companion.games.protocol import to_json
from companion.games.temple_of_gold import GAME as game

PAIR = [{"id": "p1"}, {"id": "p2"}]


def test_position_fills_in_what_follows_from_the_rest():
    state = game.state_from(
        {
            "players": [{"id": "p1", "amulet_round": 3}, {"id": "p2", "amulet_round": 3}, {"id": "p3"}],
            "tiles": {"C3": {"tile": "arms_3", "blocked": "N", "camps": {"p1": 2}}},
            "sites": {"D4": {"taken": True}},
        }
    )
    first = state.players[0]
    assert (first.camp_coins, first.adventures, state.treasure_markers) == (4, 2, 5)
    assert to_json(state.temple) == {
        **{"explored": True, "bonus_gold": 2, "amulets": 1, "income": 4, "first_round": 3},
    }


def test_a_given_pack_is_complete():
    state = game.state_from({"players": [{"id": "p1", "pack": {"wood": 1}}, {"id": "p2"}]})
    assert to_json(state.players[0].pack) == {"food": 0, "tools": 0, "wood": 1, "jewelry": 0}


@pytest.mark.parametrize(
    "raw",
    [
        None,
        [],
        {},
        {"players": []},
        {"players": "ab"},
        {"players": [1, 2]},
        {"players": [{"id": "p1"}]},
        {"players": [{"id": "p1"}, {"id": "p1"}]},
        {"players": [{"id": "p1", "suit": "suns"}, {"id": "p2", "suit": "suns"}]},
        {"players": [{"id": "p1", "pos": "G7"}, {"id": "p2"}]},
        {"players": [{"id": "p1", "pack": {"gold": 1}}, {"id": "p2"}]},
        {"players": [{"id": "p1", "pack": {"food": -1}}, {"id": "p2"}]},
        {"players": [{"id": "p1", "amulet_round": "first"}, {"id": "p2"}]},
        {"players": [{"id": "p1", "amulet_round": 1}, {"id": "p2", "amulet_round": "x"}]},
        {"players": PAIR, "round": 10**30},
        {"players": PAIR, "phase": "lunch"},
        {"players": PAIR, "weather": "rain"},
        {"players": PAIR, "turn": {"player": "p9"}},
        {"players": PAIR, "turn": 3},
        {"players": PAIR, "trophies": {"suns": "p9"}},
        {"players": PAIR, "tiles": {"A1": {"tile": "moons_2", "blocked": "N"}}},
        {"players": PAIR, "tiles": {"C3": {"tile": "winter_2", "blocked": "N"}}},
        {"players": PAIR, "tiles": {"C3": {"tile": "moons_2", "blocked": "up"}}},
        {"players": PAIR, "tiles": {"C3": {"tile": "moons_2", "blocked": "N", "camps": {"p9": 1}}}},
        {"players": PAIR, "tiles": {"C3": None}},
        {"players": PAIR, "sites": {"A6": {}}},
        {"players": PAIR, "layout": {"A1": "moons_2"}},
    ],
)
def test_nonsense_is_no_position(raw):
    with pytest.raises(BadInput, match=r"\Anot a position of Temple of Gold: .+\Z"):
        game.state_from(raw)
