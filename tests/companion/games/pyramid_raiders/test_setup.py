"""How a game is set up: players, maps, sight markers, house rules."""

from random import Random

import pytest

from companion.errors import IllegalAction
from companion.games.pyramid_raiders import GAME as game
from companion.games.pyramid_raiders.actions import Enter, RollFacing
from companion.games.pyramid_raiders.board import (
    BOOK_SPACES,
    INDEX,
    MAPS,
    NEIGHBOURS,
    RIM_SET,
    is_connected,
    neighbours,
)
from companion.games.pyramid_raiders.bots import lay_out

FOUR = ["ann", "bob", "cat", "dan"]
OWN = {"pillars": ["b2", "b3", "c2", "d2", "e2", "f2"], "fountains": ["h2", "h3", "g2", "c3", "d3", "e3"]}


def code_of(players, options=None):
    with pytest.raises(IllegalAction) as refused:
        game.setup(players, options)
    return refused.value.code


@pytest.mark.parametrize("players", [[], ["a"], ["a", "b"], list("abcdefg"), ["a", "a", "b"], "abc"])
def test_three_to_six_players_with_names_of_their_own(players):
    assert code_of(players) == "bad_player_count"


@pytest.mark.parametrize(
    "options", [{"wind": 3}, {"los": 4}, {"los": True}, {"last_look": 1}, {"seven_of_a_colour": 17}]
)
def test_unknown_options_are_refused(options):
    assert code_of(FOUR, options) == "bad_value"


def test_nobody_can_be_called_decoy():
    assert code_of(["a", "b", "decoy"]) == "bad_value"


@pytest.mark.parametrize(
    "wrong",
    [
        "cellar",
        7,
        {"pillars": []},
        {**OWN, "pillars": OWN["pillars"][:5]},
        {**OWN, "pillars": [*OWN["pillars"][:5], "h2"]},
        {**OWN, "pillars": [*OWN["pillars"][:5], "e5"]},
        {**OWN, "pillars": [*OWN["pillars"][:5], "a1"]},
        {**OWN, "pillars": [*OWN["pillars"][:5], "z1"]},
        {**OWN, "pillars": [*OWN["pillars"][:5], 5]},
        {**OWN, "pillars": list(neighbours("e5"))},
        {"pillars": ["a2", "b1", "h3", "g3", "g4", "f3"], "fountains": ["b2", "h2", "h4", "c5", "c6", "d6"]},
    ],
)
def test_a_map_that_breaks_its_rules_is_refused(wrong):
    assert code_of(FOUR, {"map": wrong}) == "bad_map"


def test_a_map_of_ones_own_is_taken():
    state = game.setup(FOUR, {"map": OWN})
    assert (set(state.pillars), set(state.fountains)) == (set(OWN["pillars"]), set(OWN["fountains"]))


@pytest.mark.parametrize("name", MAPS)
def test_our_maps_leave_corners_centre_and_rim_free_and_every_space_two_ways(name):
    pillars, fountains = MAPS[name]
    obstacles = {*pillars, *fountains}
    assert (len(pillars), len(fountains), len(obstacles)) == (6, 6, 12)
    assert not obstacles & (BOOK_SPACES | RIM_SET)
    assert is_connected(pillars, fountains)
    free = set(INDEX) - obstacles
    assert all(len(free & set(neighbours(space))) >= 2 for space in free)


def test_a_position_takes_the_place_of_everything():
    state = game.setup((), {"position": {"players": ["a", "b", "c"], "phase": "guardian", "round": 4}})
    assert (state.round, state.active) == (4, "a")


def test_a_position_of_two_players_or_of_nonsense_is_refused():
    assert code_of((), {"position": {"players": ["a", "b"], "phase": "guardian"}}) == "bad_player_count"
    assert code_of((), {"position": {"players": ["a", "b", "c"], "phase": "lunch"}}) == "bad_value"
    assert code_of((), {"position": 7}) == "bad_value"


def test_the_beginning_runs_from_the_layout_to_the_first_cards():
    state = game.setup(["a", "b", "c"])
    state = game.apply(state, lay_out(state, Random(1)))
    state = game.apply(state, RollFacing(3))
    assert (state.phase, state.guardian.facing, len(state.tokens)) == ("items", "SW", 49)
    for player, item in zip("cab", ["magic_hands", "big_magnets", "decoy_doll"], strict=True):
        state = game.apply(state, game.read(state, {"type": "draw_item", "player": player, "item": item}))
    assert (state.phase, list(state.items)) == ("start_player", ["a", "b", "c"])
    state = game.apply(state, game.read(state, {"type": "choose_start", "player": "b", "rotation": "ccw"}))
    assert (state.queue, state.active, state.rotation) == (("a", "c", "b"), "a", "ccw")
    for player, space in zip("acb", ["a1", "a2", "i5"], strict=True):
        state = game.apply(state, Enter(player, space))
    assert (state.phase, state.tokens["a1"], state.round) == ("programming", "book", 1)


def test_a_layout_with_a_colour_too_many_is_refused():
    state = game.setup(FOUR)
    tokens = lay_out(state, Random(2)).tokens
    red, blue = (next(space for space, kind in tokens.items() if kind == colour) for colour in ("red", "blue"))
    for wrong in ({**tokens, red: "blue"}, {**tokens, blue: "book"}, {**tokens, state.pillars[0]: "red"}):
        with pytest.raises(IllegalAction) as refused:
            game.apply(state, game.read(state, {"type": "lay_out", "tokens": wrong}))
        assert refused.value.code == "bad_token_layout"


def test_the_centre_touches_six_spaces_and_a_corner_three():
    assert (len(NEIGHBOURS[INDEX["e5"]]), len(NEIGHBOURS[INDEX["a1"]]), len(INDEX)) == (6, 3, 61)
