"""The guardian's walk in detail: its trace, its words, its lights."""

from companion.games.protocol import Light, to_json
from companion.games.pyramid_raiders import GAME as game
from companion.games.pyramid_raiders import guardian
from companion.games.pyramid_raiders.story import sentences

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


def test_the_rulebooks_walk_is_told_sentence_by_sentence():
    walk = guardian.walk(game.state_from(RULEBOOK), 6)
    assert list(sentences(walk, "cw")) == [
        "The guardian walks 9 spaces.",
        "step 1, b2",
        "step 2, b3",
        "step 3, b4",
        "pillar ahead: turns right to SE (rotation clockwise)",
        "step 4, c5",
        "step 5, d6",
        "turns right to SW: sees Harvison 5 spaces away",
        "step 6, e6",
        "turns right to W: sees Osiris 3 spaces away",
        "step 7, e5",
        "sees Konga and Polovsky at the same distance: goes straight on",
        "step 8, e4",
        "step 9, e3: knocks out Osiris, one curse",
        "stops on e3 and takes a blue treasure out of the game",
    ]


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


def test_charm_shoes_decoy_edge_and_stuck_have_their_words():
    given = {"players": ["a", "b", "c"], "phase": "guardian", "guardian": {"at": "e8", "facing": "E"}, "decoy": "e9"}
    items = {"a": "lucky_charm", "b": "rocket_shoes", "c": "decoy_doll"}
    state = game.state_from(given | {"pawns": {"a": "f8", "b": "g7", "c": "a1"}, "items": items})
    assert list(sentences(guardian.walk(state, 6), "cw"))[:8] == [
        "The guardian walks 6 spaces.",
        "sees A and the decoy at the same distance: goes straight on",
        "step 1, e9: knocks out the decoy",
        "edge of the board ahead: turns right to SE (rotation clockwise)",
        "sees B in rocket shoes: 2 more spaces, 8 in all",
        "turns right to SW: sees A 1 space away",
        "step 2, f8: knocks out A, no curse, thanks to the lucky charm",
        "step 3, g7: knocks out B, one curse",
    ]
    walled = game.state_from(given | {"pillars": ["e7", "e9", "d7", "d8", "f7", "f8"], "decoy": None})
    assert list(sentences(guardian.walk(walled, 1), "cw"))[-1] == "pillars on all sides: he stays where he is"


def test_the_walk_lights_up_in_time():
    state = game.state_from(RULEBOOK)
    glow = game.glow(game.apply(state, game.read(state, {"type": "roll_guardian", "player": "osiris", "die": 6})))
    steps = [(light.space, light.after_s) for light in glow.lights if light.effect == "path"]
    assert steps == [
        ("b2", 0.0),
        ("b3", 0.4),
        ("b4", 0.8),
        ("c5", 1.6),
        ("d6", 2.0),
        ("e6", 3.0),
        ("e5", 4.0),
        ("e4", 4.8),
        ("e3", 5.2),
    ]
    assert Light("b5", "amber", "flash", 1.2, 0.4) in glow.lights
    seen = [light.space for light in glow.lights if light.colour == "blue"]
    assert seen == ["e6", "f5", "g4", "h3", "i2", "e5", "e4", "e3", "e2", "e1"]
    assert {light.space for light in glow.lights if light.after_s == 4.4} == {"f4", "d4"}
    assert Light("e3", "white", "flash", 5.6, 0.4) in glow.lights
    assert Light("e3", "red", "steady", 6.0) in glow.lights
    assert glow.bar == 1.0
    assert min(light.after_s for light in glow.lights if light.effect == "pulse") == 6.0


def test_marker_3_looks_left_ahead_and_right_behind():
    given = {"players": ["a", "b", "c"], "phase": "guardian", "los": 3}
    assert [way for way, _ in guardian.sight_lines(game.state_from(given))] == ["E", "NE", "SW"]


def test_nothing_changes_while_a_walk_is_worked_out():
    state = game.state_from(RULEBOOK)
    guardian.walk(state, 3)
    assert state == game.state_from(RULEBOOK)
