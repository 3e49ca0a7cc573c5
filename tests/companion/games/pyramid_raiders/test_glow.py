"""What the lamps light in every phase."""

from companion.games.protocol import Light
from companion.games.pyramid_raiders import GAME as game

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
PAWNS = {"konga": "e5", "ann": "a1", "bob": "i1"}


def at(phase, **given):
    base = {"players": list(PAWNS), "phase": phase, "pawns": PAWNS, "guardian": {"at": "i5", "facing": "E"}}
    return game.state_from(base | given)


def test_layout_lights_what_is_missing_and_where_obstacles_belong():
    lights = game.glow(game.setup(["a", "b", "c"])).lights
    assert [(light.colour, light.effect) for light in lights].count(("white", "pulse")) == 49
    assert Light("c4", "amber", "dim") in lights
    assert Light("b2", "blue", "dim") in lights


def test_the_facing_is_lit_after_its_roll():
    assert len(game.glow(at("facing")).lights) == 6
    assert game.glow(at("items", guardian={"at": "e5", "facing": "SE"})).lights == (Light("f5", "red"),)
    assert game.glow(at("items", items={"ann": "magic_hands"})).lights == ()


def test_programming_lights_the_lines_of_sight_and_counts_down():
    glow = game.glow(at("programming", guardian={"at": "e7", "facing": "E"}, pillars=["g7"]))
    assert glow.timer_s == 60
    assert [(light.space, light.colour) for light in glow.lights] == [
        ("e7", "red"),
        ("e8", "red"),
        ("e9", "red"),
        ("d7", "blue"),
        ("c7", "blue"),
        ("f7", "blue"),
    ]


def test_moving_lights_next_steps_and_possible_ends():
    glow = game.glow(at("moving", card=2))
    steady = {light.space for light in glow.lights if light.effect == "steady"}
    dim = {light.space for light in glow.lights if light.effect == "dim"}
    assert (len(steady), len(dim), glow.timer_s) == (6, 12, 30)
    assert {light.colour for light in glow.lights} == {"yellow"}


def test_before_the_roll_every_figure_in_sight_flashes_once():
    glow = game.glow(at("guardian", guardian={"at": "e7", "facing": "W"}, items={"ann": "snaking_box"}))
    assert [light.space for light in glow.lights if light.effect == "flash"] == ["e5"]


def test_re_entering_pulses_the_open_rim():
    glow = game.glow(at("reentry", pawns={**PAWNS, "konga": None}))
    assert [light.effect for light in glow.lights].count("pulse") == 21


def test_where_the_guardian_belongs_stays_lit_until_the_cards_lie():
    """People move him by hand and may stop a space short."""
    for phase, pawns in (("reentry", {**PAWNS, "konga": None}), ("programming", PAWNS)):
        assert Light("i5", "red", "steady") in game.glow(at(phase, pawns=pawns)).lights


def test_the_winners_colours_chase_round_the_rim():
    glow = game.glow(at("finished", loot={"ann": {"red": 4}}))
    assert ([light.colour for light in glow.lights], glow.bar) == (["orange"] * 24, 1.0)


def test_a_push_pulses_where_it_may_go():
    state = at("pushing", card=1, path=["e4", "e5"], pawns={**PAWNS, "ann": "e5"})
    assert [(light.space, light.colour, light.effect) for light in game.glow(state).lights] == [
        (space, "yellow", "pulse") for space in ("e6", "f5", "f4", "d4", "d5")
    ]


def test_decoy_and_treasures_to_choose_from_pulse_white():
    decoy = at("decoy", card=4, path=["e4", "e5"], items={"konga": "decoy_doll"})
    assert game.glow(decoy).lights == (Light("e4", "white", "pulse"),)
    taking = at("taking", card=1, items={"konga": "big_magnets"}, tokens={"e5": "blue", "e6": "red", "e8": "red"})
    assert [light.space for light in game.glow(taking).lights] == ["e5", "e6"]


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
