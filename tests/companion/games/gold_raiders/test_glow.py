"""What the trail shows."""

from companion.games.gold_raiders import GAME as game

REVEAL = {"type": "reveal", "player": "p1", "stack": 1, "cards": ["1", "R", "2"]}


def position(**given):
    return game.state_from({"players": ["p1", "p2"], **given})


def moved(state, raw):
    return game.apply(state, game.read(state, raw))


def lights(state):
    return [(light.space, light.colour, light.effect) for light in game.glow(state).lights]


def test_setup_lights_lagoon_and_temple():
    assert lights(game.setup(["p1", "p2"])) == [("trail.0", "white", "pulse"), ("trail.20", "gold", "steady")]


def test_night_dims_the_raiders_and_pulses_for_the_mover():
    state = position(pos={"p1": 3, "p2": 5})
    assert lights(state) == [("trail.5", "orange", "dim"), ("trail.3", "red", "pulse")]
    assert game.glow(state).timer_s == 30


def test_a_theft_flashes_victim_and_thief_in_turn():
    state = moved(
        position(pos={"p1": 3, "p2": 5}, stacks={"p2": [1]}),
        {"type": "steal", "player": "p1", "owner": "p2", "stack": 1, "onto": "new"},
    )
    flashes = [light for light in game.glow(state).lights if light.effect == "flash"]
    assert [(light.space, light.after_s) for light in flashes] == [
        ("trail.5", 0.0),
        ("trail.3", 0.5),
        ("trail.5", 1.0),
        ("trail.3", 1.5),
    ]


def test_a_peek_blinks_once():
    state = moved(
        position(pos={"p1": 3}, stacks={"p2": [1]}), {"type": "recon", "player": "p1", "owner": "p2", "stack": 1}
    )
    assert ("trail.3", "red", "flash") in lights(state)


def test_a_stack_read_runs_a_light_along_the_trail():
    state = moved(position(phase="day", pos={"p1": 7}, stacks={"p1": [3, 1]}), REVEAL)
    assert [(light.space, light.effect, light.after_s) for light in game.glow(state).lights] == [
        ("trail.7", "path", 0.0),
        ("trail.8", "path", 0.25),
        ("trail.9", "path", 0.5),
        ("trail.10", "steady", 0.75),
        ("trail.10", "pulse", 0.0),
    ]


def test_bandits_run_an_amber_light_back_and_nothing_flashes_white():
    start = position(phase="day", pos={"p1": 7}, stacks={"p1": [1, 1]})
    back = moved(start, {"type": "reveal", "player": "p1", "stack": 1, "cards": ["B"]})
    assert lights(back)[:3] == [
        ("trail.7", "amber", "path"),
        ("trail.6", "amber", "path"),
        ("trail.5", "amber", "steady"),
    ]
    stays = moved(start, {"type": "reveal", "player": "p1", "stack": 1, "cards": ["S"]})
    assert lights(stays)[0] == ("trail.7", "white", "flash")


def test_dusk_chases_at_the_new_first_player():
    state = moved(position(phase="day", pos={"p2": 7}, stacks={"p1": [1]}), {"type": "pass", "player": "p1"})
    assert lights(state) == [("trail.7", "orange", "path")] * 3


def test_the_winners_colour_runs_to_the_temple():
    state = moved(position(phase="day", pos={"p2": 20}, stacks={"p1": [1]}), {"type": "pass", "player": "p1"})
    assert lights(state) == [(f"trail.{space}", "orange", "path") for space in range(21)]
    assert game.glow(state).bar == 1.0
