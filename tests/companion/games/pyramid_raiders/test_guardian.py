"""The guardian's walk in detail: its trace and his sight."""

from companion.games.protocol import to_json
from companion.games.pyramid_raiders import GAME as game
from companion.games.pyramid_raiders import guardian

RULEBOOK = {
    "players": ["osiris", "polovsky", "konga", "harvison"],
    "pillars": ["b5", "c2", "c3", "c4", "d5", "g6"],
    "fountains": ["d2", "e2", "f2", "f7", "h4", "h5"],
    "guardian": {"at": "b1", "facing": "E"},
    "pawns": {"osiris": "e3", "polovsky": "d4", "konga": "f4", "harvison": "i2"},
    "phase": "guardian",
    "extra": 3,
    "tokens": {"e3": "blue"},
}


def test_the_trace_has_the_reason_of_every_step():
    walk = to_json(guardian.walk(game.state_from(RULEBOOK), 6))
    assert walk["trace"][4] == {"ev": "turn", "to": "SE", "why": "blocked", "by": "pillar"}
    assert walk["trace"][7] == {"ev": "turn", "to": "SW", "why": "sees", "who": "harvison", "dist": 5}
    assert walk["trace"][8] == {"ev": "move", "step": 6, "to": "e6", "why": "chase", "who": "harvison"}
    assert walk["trace"][11] == {"ev": "hold", "why": "tie", "who": ["konga", "polovsky"], "dist": 1}
    assert walk["trace"][14:] == [
        {"ev": "knock_out", "who": "osiris", "curse": True},
        {"ev": "remove_token", "at": "e3", "token": "blue"},
    ]


def test_marker_3_looks_left_ahead_and_right_behind():
    given = {"players": ["a", "b", "c"], "phase": "guardian", "los": 3}
    assert [way for way, _ in guardian.sight_lines(game.state_from(given))] == ["E", "NE", "SW"]


def test_nothing_changes_while_a_walk_is_worked_out():
    state = game.state_from(RULEBOOK)
    guardian.walk(state, 3)
    assert state == game.state_from(RULEBOOK)
