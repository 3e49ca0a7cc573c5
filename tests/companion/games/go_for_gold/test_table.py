"""How the table looks and shines, and what the phones say."""

from companion.games import go_for_gold as game
from companion.games.go_for_gold import board
from companion.games.protocol import to_json
from companion.layout import Placement


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


def texts(state, viewer):
    return [prompt.text for prompt in game.view(state, viewer).prompts]


TREASURE = (on("p1", "PN", "T1", "T2", "T3"), on("p2", "PE", "T4"))
TEMPLE = (on("p1", "PN", "T1", "T2", "B2", shovels=3), on("p2", "PE", "T4"))


def test_a_sheet_lies_in_front_of_everybody():
    assert game.placements(game.setup(["p1", "p2"], {"side": "B"})) == {
        Placement("sheet.B.1", "seat1.sheet"),
        Placement("sheet.B.2", "seat2.sheet"),
    }


def test_dice_are_read_from_the_table_and_lines_from_the_phones():
    assert [game.rolled(action) for action in game.shown(position(), frozenset())] == [(pips,) for pips in range(1, 7)]
    assert game.shown(position(phase="move", roll=2), frozenset()) == []
    resolve = game.shown(position(*TREASURE, phase="resolve"), frozenset())
    assert [game.rolled(action) for action in resolve] == [*((pips,) for pips in range(1, 7)), ()]


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


def test_prompts_ask_as_the_specification_says():
    assert texts(game.setup(["p1", "p2"]), "p1") == ["Choose your port"]
    assert texts(position(), "p1") == ["Roll the die into the tray"]
    assert texts(position(phase="move", roll=3), "p2") == ["Move exactly 3: draw it, or tap it here"]
    assert texts(position(*TREASURE, phase="resolve"), "p1") == ["Dig? You need 4, worth 4, you have 2 shovels"]
    assert texts(position(*TEMPLE, phase="resolve"), "p1") == ["Raid the red temple? You have 3 shovels: 3 in 6"]
    port = position(on("p1", "PN", "T1", "B1", "PW"), on("p2", "PE", "T4"), phase="resolve")
    assert texts(port, "p1") == ["Where does your ship go?"]
    low = after(position(*TREASURE, phase="resolve"), {"type": "dig", "player": "p1", "roll": 2})
    assert texts(low, "p1") == ["2 missing. Spend 2 of 2 shovels?"]
    assert texts(low, "p2") == []


def test_a_stuck_player_is_asked_for_a_foot_or_to_retire():
    state = position(on("p1", "PN", "T1", "T2", "D1"), on("p2", "PE"), phase="move", roll=2)
    (prompt,) = game.view(state, "p1").prompts
    assert prompt.text == "No way with 2. Use a foot or retire?"
    assert [choice.label for choice in prompt.choices] == ["Use a foot: 1 to 6 spaces", "D2 with a foot", "Retire"]


def test_points_are_to_be_written_and_temples_crossed_out():
    state = after(position(*TEMPLE, phase="resolve"), {"type": "raid", "player": "p1", "roll": 3})
    assert "Write 9 in box 1" in texts(state, "p1")
    assert "Cross out the red temple" in texts(state, "p2")
    assert "Cross out the red temple" not in texts(state, "p1")


def test_the_last_round_and_the_result_are_announced():
    rows = on("p1", "PN", "T1", "T2", "T3", scores=[4] * 5), on("p2", "PE", "T4", "T3")
    state = after(position(*rows, phase="resolve"), {"type": "dig", "player": "p1", "roll": 4})
    assert "p1 filled the sixth box: last round" in texts(state, "p2")
    over = after(state, {"type": "skip", "player": "p2"})
    assert texts(over, "p2") == [
        "The hunt is over, a sixth box is filled: p1 24 points (2 shovels gathered), "
        "p2 0 points (2 shovels gathered). p1 won."
    ]


def test_who_is_out_keeps_the_points():
    state = position(on("p1", "PN", "T1", "T2", "D1", feet=0, scores=[4]), on("p2", "PE"))
    state = after(state, {"type": "roll_move", "player": "p1", "value": 2})
    assert "No way out: you keep your 4 points" in texts(state, "p1")


def test_the_story_says_why():
    start = position(*TREASURE, phase="resolve")
    low = after(start, {"type": "dig", "player": "p1", "roll": 2})
    assert game.view(low, None).story == ("p1 rolled 2: 2 missing, shovels could make it good.",)
    dug = after(low, {"type": "use_shovels", "player": "p1", "use": True})
    assert game.view(dug, None).story == (
        "p1 rolled 2 and digs up 4 points, with shovels for the missing pips.",
        "The round is over; p2 is active now.",
    )
    cursed = after(position(*TEMPLE, phase="resolve"), {"type": "raid", "player": "p1", "roll": 4})
    assert game.view(cursed, None).story[0] == (
        "p1 rolled 4 with 3 shovels: cursed, 1 penalty point; the shovels stay."
    )


def test_every_button_is_accepted_or_asks_for_a_line():
    states = (
        game.setup(["p1", "p2"]),
        position(),
        position(phase="move", roll=3),
        position(*TREASURE, phase="resolve"),
        after(position(*TREASURE, phase="resolve"), {"type": "dig", "player": "p1", "roll": 2}),
        position(on("p1", "PN", "T1", "B1", "PW"), on("p2", "PE", "T4"), phase="resolve"),
    )
    for state in states:
        for viewer in ("p1", "p2"):
            for prompt in game.view(state, viewer).prompts:
                for choice in prompt.choices:
                    if choice.fill is None:
                        game.apply(state, game.read(state, choice.action))


def test_a_line_is_tapped_from_space_to_space():
    prompt = game.view(position(phase="move", roll=3), "p1").prompts[0]
    (free, by_foot) = [choice for choice in prompt.choices if choice.fill]
    asked = free.fill["path"]
    assert (asked["from"], asked["count"], asked["of"]["PN"], asked["ends"]) == (
        "PN",
        3,
        ["T1"],
        ["PN", "PE", "PS", "PW"],
    )
    assert "PN" not in asked["of"]["T1"]
    assert by_foot.fill["path"]["count"] == 6
    game.read(position(phase="move", roll=3), {**free.action, "path": ["T1", "T2", "T3"]})


def test_likely_ends_can_be_tapped_on_the_sheet():
    prompt = game.view(position(phase="move", roll=3), "p1").prompts[0]
    ends = {choice.space: to_json(choice.action)["path"] for choice in prompt.choices if choice.space}
    assert ends == {
        "seat1.B2": ["T1", "B1", "B2"],
        "seat1.D1": ["T1", "T2", "D1"],
        "seat1.PW": ["T1", "B1", "PW"],
        "seat1.T3": ["T1", "T2", "T3"],
    }


def test_names_are_those_of_the_board():
    assert "seat4.I5" in board.spaces("A")
    assert board.pieces()[0] == "sheet.A.1"
