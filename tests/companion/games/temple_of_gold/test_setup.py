"""Fresh games from names and options."""

import pytest

from companion.errors import IllegalAction
from companion.games.protocol import to_json
from companion.games.temple_of_gold import GAME as game


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
