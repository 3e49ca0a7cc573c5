"""How a game begins, and with which options."""

import pytest

from companion.errors import IllegalAction
from companion.games.go_for_gold import GAME as game
from companion.games.protocol import to_json

TWO = [{"id": "p1", "visited": ["A5"]}, {"id": "p2", "visited": ["E9"]}]


def hunter(name, *visited, **fields):
    return {"id": name, "visited": list(visited), **fields}


def position(*players, side="mini", **fields):
    rows = list(players) or [hunter("p1", "PN"), hunter("p2", "PE")]
    return game.state_from({"side": side, "players": rows, **fields})


def test_a_fresh_game_waits_for_the_first_port():
    state = game.setup(["p1", "p2"], {"side": "B", "active": "p2"})
    raw = to_json(state)
    assert list(raw) == [
        "phase", "side", "round", "active", "roll", "awaiting", "queue", "dig", "players", "temples", "end_trigger",
    ]  # fmt: skip
    assert (raw["phase"], raw["active"], raw["awaiting"]) == ("start_port", "p2", ["p2"])
    assert raw["temples"] == {"red": None, "blue": None, "green": None, "purple": None, "orange": None}
    assert raw["players"][0] == {
        "id": "p1", "status": "in", "pos": None, "start_port": None, "visited": [], "shovels": 2, "feet": 1,
        "shovels_gathered": 2, "scores": [], "port_used": False,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("players", "options", "code"),
    [
        (["p1"], {}, "player_count"),
        (["p1", "p1"], {}, "duplicate_player"),
        (["p1", "p2"], {"active": "p3"}, "unknown_player"),
        (["p1", ""], {}, "bad_value"),
        (["p1", "p2"], {"side": "C"}, "bad_value"),
        (["p1", "p2"], {"side": 1}, "bad_value"),
        (["p1", "p2"], {"weather": 1}, "bad_value"),
    ],
)
def test_what_cannot_be_set_up_is_refused(players, options, code):
    with pytest.raises(IllegalAction) as caught:
        game.setup(players, options)
    assert caught.value.code == code


def test_a_game_starts_from_any_position():
    assert game.setup([], {"position": {"side": "A", "players": TWO}}).phase == "roll"
