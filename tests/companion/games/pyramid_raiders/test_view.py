"""What the phones show and ask."""

from random import Random

import pytest

from companion.games.naming import plain
from companion.games.pyramid_raiders import GAME as game

PAWNS = {"konga": "e5", "ann": "a1", "bob": "i1"}


def at(phase, **given):
    base = {"players": list(PAWNS), "phase": phase, "pawns": PAWNS, "guardian": {"at": "i5", "facing": "E"}}
    return game.state_from(base | given)


def asked(state, player="konga"):
    [prompt] = game.view(state, player).prompts
    return prompt.text, [choice.label for choice in prompt.choices]


@pytest.mark.parametrize("style", ["random", "greedy"])
def test_every_button_is_an_action_that_can_be_done_right_now(style):
    players, rng = ["a", "b", "c"], Random(2)
    state, bots = game.setup(players), game.bots(rng, style)
    pressed = 0
    while not game.is_over(state):
        for prompt in game.view(state, None).prompts:
            plain = [choice for choice in prompt.choices if choice.fill is None]
            for choice in rng.sample(plain, min(3, len(plain))):
                pressed += 1
                assert game.apply(state, game.read(state, choice.action)) is not None
        action = bots.choose(state)
        bots.saw(state, action)
        state = game.apply(state, action)
    assert pressed


def test_a_player_sees_only_his_own_questions():
    state = at("programming", placed=["ann"])
    assert asked(state, "bob") == ("Lay an action card face down.", ["My card lies there"])
    assert asked(state, "ann") == ("Your card lies there. Change your mind?", ["Take it back"])
    assert len(game.view(state, None).prompts) == 3


def test_the_card_buttons_are_those_in_hand():
    assert asked(at("reveal", hands={"konga": [2, 5]})) == ("Your turn: turn your card up.", ["2", "5"])


def test_walking_asks_for_the_spaces_owed():
    text, labels = asked(at("moving", card=3))
    assert (text, labels) == ("Walk 3 spaces.", ["e6", "f5", "f4", "e4", "d4", "d5", "Draw the walk"])
    assert plain(game.view(at("moving", card=3), None).headline) == "Round 1 of 15: Konga walks 3 spaces"


def drawn(state):
    [walk] = [choice for choice in game.view(state, "konga").prompts[0].choices if choice.fill]
    return walk.action, walk.fill["path"]


def test_every_walk_to_a_goal_on_the_board_can_be_walked():
    state = at("moving", card=4, pawns={**PAWNS, "ann": "e6"})
    action, way = drawn(state)
    for path in way["goals"].values():
        game.apply(state, game.read(state, {**action, "path": path}))
    assert len(way["goals"]) > 20
    assert "e6" not in way["of"]["e5"]


def test_a_walk_under_way_does_not_turn_back():
    state = at("moving", card=4, need=3, path=["e4", "e5"])
    _, way = drawn(state)
    assert (way["from"], way["came"], way["lengths"]) == ("e5", "e4", [3])
    assert all(path[0] != "e4" for path in way["goals"].values())


def test_the_layout_is_painted_where_no_book_lies_anyway():
    [prompt] = game.view(game.setup(["a", "b", "c"]), None).prompts
    paint = prompt.choices[0].fill["tokens"]["paint"]
    bag = [kind for kind, count in paint["of"].items() for _ in range(count)]
    tokens = {**paint["fixed"], **dict(zip(paint["spaces"], bag, strict=True))}
    state = game.setup(["a", "b", "c"])
    assert game.apply(state, game.read(state, {**prompt.choices[0].action, "tokens": tokens})).phase == "facing"


def test_rocket_shoes_are_asked_for_one_more():
    text, labels = asked(at("moving", card=1, need=0, path=["e4", "e5"], items={"konga": "rocket_shoes"}))
    assert (text, labels[0], len(labels)) == ("One more space?", "Stay", 6)


def test_the_door_and_magic_hands_are_offered():
    assert asked(at("moving", card=5, items={"konga": "teleport_door"}))[0] == "Walk 5 spaces, or use the door?"
    state = at("moving", card=1, items={"konga": "magic_hands"}, tokens={"e6": "red"})
    text, labels = asked(state)
    assert (text, labels[0]) == ("Walk 1 space, or reach for a treasure?", "Reach for red on e6")


def test_whoever_pushes_is_asked_where_to():
    state = at("pushing", card=1, path=["e4", "e5"], pawns={**PAWNS, "ann": "e5"})
    text, labels = asked(state)
    assert (plain(text), len(labels)) == ("Where does Ann go?", 5)


def test_effects_decoy_and_magnets_are_asked_about():
    assert asked(at("effect", card=1)) == ("Turn the guardian?", ["SE", "SW", "W", "NW", "NE", "Leave"])
    assert asked(at("effect", card=2)) == ("Flip the rotation?", ["Flip", "Leave"])
    decoy = at("decoy", card=4, path=["e4", "e5"], items={"konga": "decoy_doll"})
    assert asked(decoy) == ("Set the decoy on your path?", ["e4", "No"])
    taking = at("taking", card=1, items={"konga": "big_magnets"}, tokens={"e6": "red"})
    assert asked(taking) == ("Which treasure?", ["red on e6", "Nothing"])


def test_the_start_player_is_asked_to_roll():
    assert asked(at("guardian", extra=3)) == ("Roll for the guardian. Cards add 3.", list("123456"))


def test_the_winner_is_named_at_the_end():
    state = at("finished", loot={"ann": {"red": 4}})
    view = game.view(state, None)
    assert (plain(view.headline), view.over, view.acting) == ("Ann won", True, ())
