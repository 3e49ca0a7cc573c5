"""Seat lamps, bar and the sheets on the phones."""

from companion.games.go_for_gold import GAME as game


def position(*players, **fields):
    rows = list(players) or [{"id": "p1", "visited": ["PN"]}, {"id": "p2", "visited": ["PE"]}]
    return game.state_from({"side": "mini", "players": rows, **fields})


def on(name, *visited, **fields):
    return {"id": name, "visited": list(visited), **fields}


def after(state, *actions):
    for raw in actions:
        state = game.apply(state, game.read(state, raw))
    return state


def lights(state):
    return [(light.space, light.colour, light.effect) for light in game.glow(state).lights]


TREASURE = (on("p1", "PN", "T1", "T2", "T3"), on("p2", "PE", "T4"))


TEMPLE = (on("p1", "PN", "T1", "T2", "B2", shovels=3), on("p2", "PE", "T4"))


def test_start_lights_the_first_player_and_the_ports():
    assert lights(game.setup(["p1", "p2"], {"side": "mini"})) == [
        ("seat1.lamp", "red", "pulse"),
        ("seat1.PN", "white", "pulse"),
        ("seat1.PE", "white", "pulse"),
        ("seat1.PS", "white", "pulse"),
        ("seat1.PW", "white", "pulse"),
    ]


def test_moving_pulses_for_those_who_still_draw_and_shows_the_roll():
    state = after(position(phase="move", roll=2), {"type": "move", "player": "p1", "path": ["T1", "T2"]})
    assert lights(state) == [("seat1.lamp", "red", "steady"), ("seat2.lamp", "blue", "pulse")]
    assert game.glow(state).bar == 2 / 8


def test_being_out_is_a_short_red_flash():
    state = position(on("p1", "PN", "T1", "T2", "D1", feet=0), on("p2", "PE"))
    state = after(state, {"type": "roll_move", "player": "p1", "value": 2})
    assert lights(state) == [("seat1.lamp", "red", "flash"), ("seat2.lamp", "blue", "pulse")]


def test_resolving_shows_the_number_needed_or_the_shovels_owned():
    state = position(*TREASURE, phase="resolve")
    assert lights(state) == [("seat1.lamp", "red", "pulse"), ("seat1.T3", "amber", "pulse")]
    assert game.glow(state).bar == 4 / 8
    assert game.glow(position(*TEMPLE, phase="resolve")).bar == 3 / 8


def test_missing_pips_flash():
    state = after(position(*TREASURE, phase="resolve"), {"type": "dig", "player": "p1", "roll": 2})
    assert lights(state) == [("seat1.lamp", "red", "flash")]
    assert game.glow(state).bar == 2 / 8


def test_success_flashes_green_and_failure_red():
    good = after(position(*TREASURE, phase="resolve"), {"type": "dig", "player": "p1", "roll": 4})
    assert lights(good)[:2] == [("seat1.lamp", "green", "flash"), ("seat1.T3", "green", "flash")]
    assert game.glow(good).bar == 1 / 6
    bad = after(position(*TEMPLE, phase="resolve"), {"type": "raid", "player": "p1", "roll": 4})
    assert lights(bad)[0] == ("seat1.lamp", "red", "flash")


def test_winners_shine_in_all_colours():
    state = position(on("p1", "PN", scores=[4]), on("p2", "PE"), phase="over")
    assert {light.space for light in game.glow(state).lights} == {"seat1.lamp"}
    assert {light.colour for light in game.glow(state).lights} > {"red", "blue", "green"}
