"""How a position begins: options, positions somebody wrote down, and the islands themselves."""

import pytest

from companion.errors import BadInput, IllegalAction
from companion.games import go_for_gold as game
from companion.games.go_for_gold import board
from companion.games.protocol import to_json

TWO = [{"id": "p1", "visited": ["A5"]}, {"id": "p2", "visited": ["E9"]}]


@pytest.mark.parametrize(
    ("players", "options", "code"),
    [
        (["p1"], {}, "player_count"),
        (["p1", "p1"], {}, "duplicate_player"),
        (["p1", "p2"], {"active": "p3"}, "unknown_player"),
        (["p1", ""], {}, "bad_value"),
        (["p1", "p2"], {"side": "C"}, "bad_value"),
        (["p1", "p2"], {"side": 1}, "bad_value"),
        (["p1", "p2"], {"weather": 1}, "bad_value"),
    ],
)
def test_what_cannot_be_set_up_is_refused(players, options, code):
    with pytest.raises(IllegalAction) as caught:
        game.setup(players, options)
    assert caught.value.code == code


def test_a_game_starts_from_any_position():
    assert game.setup([], {"position": {"side": "A", "players": TWO}}).phase == "roll"


def test_a_position_takes_its_defaults():
    state = game.state_from({"side": "A", "players": TWO, "phase": "move", "roll": 3, "active": "p2"})
    assert (state.round, state.awaiting, state.queue) == (1, ("p2", "p1"), ())
    first = state.hunter("p1")
    assert (first.pos, first.start_port, first.shovels, first.feet, first.shovels_gathered) == ("A5", "A5", 2, 1, 2)


def test_the_queue_is_built_from_where_everybody_stands():
    rows = [{"id": "p1", "visited": ["A5", "A6", "A7"]}, {"id": "p2", "visited": ["E9", "D7"]}]
    state = game.state_from({"side": "A", "players": rows, "phase": "resolve", "active": "p2"})
    assert (state.queue, state.awaiting) == (("p2", "p1"), ("p2",))


def test_a_position_in_the_middle_of_a_dig_goes_on():
    rows = [{"id": "p1", "visited": ["A5", "A6", "A7"]}, {"id": "p2", "visited": ["E9", "D7"]}]
    raw = {"players": rows, "phase": "shovels", "dig": {"player": "p1", "roll": 3, "missing": 1}}
    state = game.state_from(raw)
    assert (state.awaiting, state.queue) == (("p1",), ("p1", "p2"))


@pytest.mark.parametrize(
    "change",
    [
        {"players": []},
        {"players": "p1"},
        {"players": [1, 2]},
        {"players": TWO[:1]},
        {"players": [TWO[0], TWO[0]]},
        {"players": [TWO[0], {"id": "p2"}]},
        {"players": [TWO[0], {"id": "p2", "visited": ["Z9"]}]},
        {"players": [TWO[0], {"id": "p2", "visited": 3}]},
        {"players": [TWO[0], {"id": "p2", "visited": ["E9"], "hat": 1}]},
        {"players": [TWO[0], {"id": "p2", "visited": ["E9"], "shovels": -1}]},
        {"players": [TWO[0], {"id": "p2", "visited": ["E9"], "shovels": "two"}]},
        {"players": [TWO[0], {"id": "p2", "visited": ["E9"], "scores": [1] * 7}]},
        {"phase": "lunch"},
        {"phase": "move"},
        {"phase": "shovels"},
        {"roll": 7},
        {"round": 0},
        {"active": "p9"},
        {"awaiting": ["p9"]},
        {"side": "C"},
        {"side": []},
        {"temples": {"pink": "p1"}},
        {"temples": {"red": "p9"}},
        {"temples": 3},
        {"sheet": "{"},
        {"sheet": {"spaces": {}, "adjacency": {}, "ports_clockwise": []}},
        {"sheet": {"spaces": {"a": {"kind": "swamp"}}, "adjacency": {}, "ports_clockwise": []}},
        {"sheet": {"spaces": {"a": {"kind": "plain"}}, "adjacency": {"a": ["b"]}, "ports_clockwise": []}},
        {"sheet": {"spaces": {"a": {"kind": "port"}}, "adjacency": {}, "ports_clockwise": []}},
        {"sheet": {"spaces": {"a": {"kind": "treasure"}}, "adjacency": {}, "ports_clockwise": []}},
        {"sheet": {"spaces": {"a": {"kind": "temple"}}, "adjacency": {}, "ports_clockwise": []}},
        {"hat": 1},
    ],
)
def test_nonsense_is_refused_in_one_line(change):
    with pytest.raises(BadInput) as caught:
        game.state_from({"side": "A", "players": TWO, **change})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("raw", [None, [], "A", 3])
def test_a_position_is_an_object(raw):
    with pytest.raises(BadInput):
        game.state_from(raw)


def test_a_sheet_of_ones_own_survives_json():
    sheet = {"spaces": {"a": {"kind": "port"}, "b": {"kind": "plain"}}, "adjacency": {"a": ["b"], "b": ["a"]}}
    raw = {"sheet": {**sheet, "ports_clockwise": ["a"]}, "players": [{"id": name, "visited": ["a"]} for name in "xy"]}
    state = game.state_from(raw)
    assert game.state_from(to_json(state)) == state


@pytest.mark.parametrize(
    ("side", "land", "treasures", "shovels", "feet"),
    [
        ("A", 60, [(4, 4)] * 4 + [(5, 5)] * 3 + [(6, 6)] * 2, 13, 5),
        ("B", 53, [(4, 3)] * 3 + [(5, 4)] * 3 + [(6, 7)] * 2, 10, 3),
    ],
)
def test_the_islands_hold_what_the_specification_counts(side, land, treasures, shovels, feet):
    island = board.island_of(side)
    assert len(island.neighbours) == land
    assert sorted((one.number, one.value) for one in island.treasures.values()) == treasures
    assert (sum(island.shovels.values()), sum(island.feet.values()), len(island.ports)) == (shovels, feet, 4)
    assert sorted(island.temples.values()) == sorted(board.TEMPLES)


@pytest.mark.parametrize("side", ["A", "B", "mini"])
def test_neighbours_touch_both_ways(side):
    near = board.island_of(side).neighbours
    assert all(space in near[other] for space in near for other in near[space])
