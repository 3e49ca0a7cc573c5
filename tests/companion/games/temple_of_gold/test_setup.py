"""Fresh games from names and options, and positions written down."""

import pytest

from companion.errors import BadInput, IllegalAction
from companion.games import temple_of_gold as game
from companion.games.protocol import to_json
from companion.games.temple_of_gold import board

PAIR = [{"id": "p1"}, {"id": "p2"}]


def test_census_uses_each_of_the_48_tiles_once():
    """T01."""
    used = [*board.TROPHIES.values(), *board.PILE, *board.START_TILES, *board.TOWNS, *board.FACE_DOWN]
    assert sorted(used) == sorted(board.TILES)
    assert (len(board.TILES), len(board.PILE), len(board.JUNGLE)) == (48, 24, 24)


def test_four_players_leave_no_face_down_tile_over():
    """T01: six for the coast, two for every backpack."""
    assert len(board.FACE_DOWN) == 6 + 2 * 4


def test_names_get_the_suits_in_order():
    suits = [player.suit for player in game.setup(["Ann", "Bob", "Cid", "Dot"]).players]
    assert suits == ["suns", "arms", "spring", "moons"]


def test_names_may_choose_their_suits():
    state = game.setup(["Ann", "Bob"], {"suits": {"Bob": "suns"}, "first": "Bob", "income": "claim"})
    assert [player.suit for player in state.players] == ["arms", "suns"]
    assert (state.turn.player, state.options.income) == ("Bob", "claim")


@pytest.mark.parametrize(
    ("players", "options", "code"),
    [
        ([], {}, "player_count"),
        ("ab", {}, "player_count"),
        (None, {}, "player_count"),
        (["a"], {}, "player_count"),
        (list("abcde"), {}, "player_count"),
        (["a", "a"], {}, "duplicate_player"),
        (["a", ""], {}, "unknown_player"),
        (["a", 3], {}, "unknown_player"),
        (["a", "b"], {"suits": {"c": "suns"}}, "unknown_player"),
        (["a", "b"], {"suits": {"a": "winter"}}, "bad_suit"),
        (["a", "b"], {"suits": {"a": ["suns"]}}, "bad_suit"),
        (["a", "b"], {"suits": {"a": "suns", "b": "suns"}}, "suit_taken"),
        (["a", "b"], {"suits": 3}, "bad_option"),
        (["a", "b"], {"first": []}, "unknown_player"),
        (["a", "b"], {"layout": 3}, "layout_cells"),
        (["a", "b"], {"weather": "rain"}, "bad_option"),
        (["a", "b"], {"allow_discard": 1}, "bad_option"),
        (["a", "b"], [], "bad_option"),
    ],
)
def test_bad_setup_is_refused_with_its_reason(players, options, code):
    with pytest.raises(IllegalAction) as refused:
        game.setup(players, options)
    assert refused.value.code == code


def test_state_has_the_keys_of_the_specification():
    document = to_json(game.setup(["p1", "p2"]))
    assert list(document) == [
        *("phase", "round", "first", "options", "players", "turn", "layout", "tiles", "sites", "trophies"),
        *("temple", "treasure_markers", "end_reason"),
    ]
    assert document["players"][0] == {
        **{"id": "p1", "suit": "suns", "pos": "F1"},
        "pack": {"food": 2, "tools": 0, "wood": 0, "jewelry": 1},
        **{"treasures": 0, "amulet_round": None, "gold": 0, "tokens": 0, "wild": 0},
        **{"camp_coins": 6, "adventures": 0},
    }
    assert document["turn"] == {
        **{"player": "p1", "move": "unused", "steps": 0, "picked_up": False, "explored": False},
        **{"dug": False, "income_taken": False, "trade": False},
    }
    assert document["temple"] == {
        **{"explored": False, "bonus_gold": 4, "amulets": 2, "income": 2, "first_round": None},
    }


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
