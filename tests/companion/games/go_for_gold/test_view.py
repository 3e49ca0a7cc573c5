"""What the phones show and ask."""

from companion.games.go_for_gold import GAME as game
from companion.games.naming import plain
from companion.simulation.match import turns


def position(*players, **fields):
    rows = list(players) or [{"id": "p1", "visited": ["PN"]}, {"id": "p2", "visited": ["PE"]}]
    return game.state_from({"side": "mini", "players": rows, **fields})


def on(name, *visited, **fields):
    return {"id": name, "visited": list(visited), **fields}


def after(state, *actions):
    for raw in actions:
        state = game.apply(state, game.read(state, raw))
    return state


def texts(state, viewer):
    return [plain(prompt.text) for prompt in game.view(state, viewer).prompts]


TREASURE = (on("p1", "PN", "T1", "T2", "T3"), on("p2", "PE", "T4"))


TEMPLE = (on("p1", "PN", "T1", "T2", "B2", shovels=3), on("p2", "PE", "T4"))


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
    assert [choice.label for choice in prompt.choices] == [
        "Use a foot: 1 to 6 spaces",
        "Retire from the hunt",
    ]


def test_points_are_to_be_written_and_temples_crossed_out():
    state = after(position(*TEMPLE, phase="resolve"), {"type": "raid", "player": "p1", "roll": 3})
    assert "Write 9 in box 1" in texts(state, "p1")
    assert "Cross out the red temple" in texts(state, "p2")
    assert "Cross out the red temple" not in texts(state, "p1")


def test_the_last_round_and_the_result_are_announced():
    rows = on("p1", "PN", "T1", "T2", "T3", scores=[4] * 5), on("p2", "PE", "T4", "T3")
    state = after(position(*rows, phase="resolve"), {"type": "dig", "player": "p1", "roll": 4})
    assert "P1 filled the sixth box: last round" in texts(state, "p2")
    over = after(state, {"type": "skip", "player": "p2"})
    assert texts(over, "p2") == [
        "The hunt is over, a sixth box is filled: P1 24 points (2 shovels gathered), "
        "P2 0 points (2 shovels gathered). P1 won."
    ]


def test_who_is_out_keeps_the_points():
    state = position(on("p1", "PN", "T1", "T2", "D1", feet=0, scores=[4]), on("p2", "PE"))
    state = after(state, {"type": "roll_move", "player": "p1", "value": 2})
    assert "No way out: you keep your 4 points" in texts(state, "p1")


def test_every_button_is_accepted_or_asks_for_a_line():
    states = (
        game.setup(["p1", "p2"]),
        position(),
        position(phase="move", roll=3),
        position(*TREASURE, phase="resolve"),
        after(position(*TREASURE, phase="resolve"), {"type": "dig", "player": "p1", "roll": 2}),
        position(on("p1", "PN", "T1", "B1", "PW"), on("p2", "PE", "T4"), phase="resolve"),
    )
    accepted = 0
    for state in states:
        for viewer in ("p1", "p2"):
            for prompt in game.view(state, viewer).prompts:
                for choice in prompt.choices:
                    if choice.fill is None:
                        game.apply(state, game.read(state, choice.action))
                        accepted += 1
    assert accepted


def test_a_line_is_tapped_from_space_to_space():
    prompt = game.view(position(phase="move", roll=3), "p1").prompts[0]
    (free, by_foot) = [choice for choice in prompt.choices if choice.fill]
    asked = free.fill["path"]
    assert (asked["from"], asked["lengths"], asked["of"]["PN"], asked["ends"]) == (
        "PN",
        [3],
        ["T1"],
        ["PN", "PE", "PS", "PW"],
    )
    assert "PN" not in asked["of"]["T1"]
    assert by_foot.fill["path"]["lengths"] == [1, 2, 3, 4, 5, 6]
    game.read(position(phase="move", roll=3), {**free.action, "path": ["T1", "T2", "T3"]})


def test_likely_ends_can_be_tapped_on_the_sheet():
    prompt = game.view(position(phase="move", roll=3), "p1").prompts[0]
    asked = prompt.choices[0].fill["path"]
    assert {f"{asked['prefix']}{end}": path for end, path in asked["goals"].items()} == {
        "seat1.B2": ["T1", "B1", "B2"],
        "seat1.D1": ["T1", "T2", "D1"],
        "seat1.PW": ["T1", "B1", "PW"],
        "seat1.T3": ["T1", "T2", "T3"],
    }


def test_every_button_of_a_whole_game_is_accepted():
    accepted = 0
    for state, _, _ in turns(game, game.names(3), 1, options={"side": "B"}):
        for prompt in game.view(state, None).prompts:
            for choice in prompt.choices:
                if choice.fill is None:
                    game.read(state, choice.action)
                    accepted += 1
    assert accepted


def test_my_sheet_shows_boxes_shovels_and_feet_to_me():
    state = position(on("p1", "PN", "T1", "T2", "D1", shovels=3, feet=2, scores=[4, -1]), on("p2", "PE"))
    assert [(line.what, line.points, line.why) for line in game.view(state, "p1").mine] == [
        ("boxes", 3, "4 -1 □ □ □ □"),
        ("shovels", 3, ""),
        ("feet", 2, ""),
    ]
    assert game.view(state, None).mine == ()


def test_my_new_line_is_drawn_for_me_and_nobody_else_before_all_have_drawn():
    state = position(phase="move", roll=3)
    state = after(state, {"type": "move", "player": "p1", "path": ["T1", "T2", "T3"]})
    assert game.view(state, "p1").drawn == (("seat1.PN", "seat1.T1", "seat1.T2", "seat1.T3"),)
    assert (game.view(state, "p2").drawn, game.view(state, None).drawn) == ((), ())
