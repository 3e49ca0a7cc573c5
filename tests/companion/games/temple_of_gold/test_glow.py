"""What is lit."""

from companion.games.protocol import Light
from companion.games.temple_of_gold import GAME as game
from companion.games.temple_of_gold.actions import AnnounceTreasure, Dig, Explore, Step
from companion.games.temple_of_gold.glow import COSTS, FREE, INCOME, SUIT_COLOURS, TREASURE
from companion.games.temple_of_gold.legal import announcements
from companion.games.temple_of_gold.state import Units

JUNGLE = {
    "D2": {"tile": "spring_2", "blocked": "S"},
    "C2": {"tile": "suns_2", "blocked": "W"},
    "D3": {"tile": "moons_5", "blocked": "E"},
    "A4": {"tile": "moons_3", "blocked": "N"},
}


def position(*players, **parts):
    numbered = [{"id": f"p{n}", **player} for n, player in enumerate(players, start=1)]
    return game.state_from({"players": numbered, **parts})


def test_turn_begins_with_the_pawn_and_the_steps_left():
    glow = game.glow(game.setup(["p1", "p2"]))
    assert glow.lights == (Light("F1", SUIT_COLOURS["suns"]),)
    assert glow.bar == 5 / 8


def test_an_open_move_lights_free_and_costly_neighbours():
    state = position({"pos": "D2", "pack": {"food": 3}}, {}, tiles=JUNGLE, turn={"move": "open", "steps": 1})
    assert {(light.space, light.colour) for light in game.glow(state).lights} == {
        ("D2", SUIT_COLOURS["suns"]),
        ("C2", COSTS),
        ("D3", FREE),
    }


def test_new_tile_blinks():
    state = game.apply(position({"pos": "E1"}, {}), Explore("p1", "E2", "moons_3", "W"))
    assert Light("E2", "#ffffff", "flash", for_s=2.0) in game.glow(state).lights


def test_treasures_shine_and_pulse_under_the_pawn():
    state = position({"pos": "D3"}, {}, tiles=JUNGLE, sites={"D3": {}, "E5": {}, "B2": {"taken": True}})
    assert set(game.glow(state).lights) == {Light("D3", TREASURE, "pulse"), Light("E5", TREASURE)}


def test_spots_nobody_announced_are_not_lit():
    """T77."""
    state = position({"pos": "E1"}, {}, tiles=JUNGLE)
    assert AnnounceTreasure("p1", "D4", "A4", "D2") in announcements(state)
    assert "D4" not in {light.space for light in game.glow(state).lights}


def test_natives_trade_pulses_amber():
    tiles = {**JUNGLE, "C2": {"tile": "arms_3", "blocked": "W"}}
    state = game.apply(position({"pos": "D2"}, {}, tiles=tiles), Step("p1", "C2", Units(jewelry=1)))
    assert Light("C2", COSTS, "pulse") in game.glow(state).lights


def test_closing_dims_the_pawn_and_shows_the_income_pile():
    state = game.apply(position({"pos": "D3"}, {}, tiles=JUNGLE, sites={"D3": {}}), Dig("p1", Units(food=2)))
    assert game.glow(state).lights == (Light("D3", SUIT_COLOURS["suns"], "dim"),)
    assert game.glow(state).bar == 1.0


def test_income_due_flashes_the_temple():
    state = position({"amulet_round": 1}, {}, round=2)
    assert Light("A6", INCOME, "flash") in game.glow(state).lights


def test_the_winner_runs_round_the_coast():
    glow = game.glow(position({}, {"gold": 3}, phase="over"))
    assert {light.colour for light in glow.lights} == {SUIT_COLOURS["arms"]}
    assert (len(glow.lights), glow.bar) == (11, 1.0)
