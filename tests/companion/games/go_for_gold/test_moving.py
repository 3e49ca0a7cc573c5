"""Rulebook: "Moving"; G01 to G19."""

import pytest

from companion.errors import IllegalAction
from companion.games.go_for_gold import GAME as game
from companion.games.go_for_gold.queries import ends, ports_open_to, specials
from companion.games.protocol import to_json


def hunter(name, *visited, **fields):
    return {"id": name, "visited": list(visited), **fields}


def position(*players, side="mini", **fields):
    rows = list(players) or [hunter("p1", "PN"), hunter("p2", "PE")]
    return game.state_from({"side": side, "players": rows, **fields})


def act(kind, player="p1", **fields):
    return {"type": kind, "player": player, **fields}


def after(state, *actions):
    for raw in actions:
        state = game.apply(state, game.read(state, raw))
    return state


def refused(state, raw):
    before = to_json(state)
    with pytest.raises(IllegalAction) as caught:
        game.read(state, raw)
    assert to_json(state) == before
    return caught.value.code


def moving(*players, roll=3, **fields):
    return position(*players, phase="move", roll=roll, **fields)


def resolving(*players, **fields):
    return position(*players, phase="resolve", **fields)


def test_G01_two_to_four_play_and_spare_ports_can_be_entered():
    for count in (1, 5):
        with pytest.raises(IllegalAction) as caught:
            game.setup([f"p{seat}" for seat in range(count)])
        assert caught.value.code == "player_count"
    state = moving(hunter("p1", "PN", "T1", "B1"), hunter("p2", "PE"), roll=1)
    assert after(state, act("move", path=["PW"])).hunter("p1").pos == "PW"


def test_G02_the_others_get_the_next_ports_clockwise():
    state = game.setup(["p1", "p2", "p3", "p4"], {"active": "p3"})
    state = after(state, act("choose_start_port", "p3", port="E1"))
    assert [each.pos for each in state.players] == ["E9", "I5", "E1", "A5"]
    assert (state.phase, state.awaiting) == ("roll", ("p3",))


def test_G03_the_start_port_can_be_neither_entered_nor_chosen():
    state = moving(hunter("p1", "PN", "T1"), hunter("p2", "PE"), roll=1)
    assert refused(state, act("move", path=["PN"])) == "already_entered"
    state = resolving(hunter("p1", "PN", "T1", "B1", "PW"), hunter("p2", "PE", "T4"))
    assert ports_open_to(state, "p1") == ["PE", "PS"]
    assert refused(state, act("choose_port", port="PN")) == "port_visited"


def test_G04_the_sheets_of_others_never_block():
    state = moving(hunter("p1", "PN"), hunter("p2", "PE", "T4", "T3", "T2", "T1"), roll=2)
    assert after(state, act("move", path=["T1", "T2"])).hunter("p1").pos == "T2"


def test_G10_everybody_moves_in_any_order():
    state = after(position(), act("roll_move", value=1))
    assert state.awaiting == ("p1", "p2")
    first = after(state, act("move", "p2", path=["T4"]), act("move", "p1", path=["T1"]))
    second = after(state, act("move", "p1", path=["T1"]), act("move", "p2", path=["T4"]))
    assert first.players == second.players


def test_G11_the_length_is_exact_and_shorter_only_into_a_port():
    state = moving(roll=3)
    assert refused(state, act("move", path=["T1", "T2"])) == "wrong_length"
    assert refused(state, act("move", path=["T1", "T2", "T3", "T4"])) == "wrong_length"
    assert refused(moving(roll=2), act("move", path=["T1", "B1", "PW"])) == "wrong_length"
    assert after(moving(roll=6), act("move", path=["T1", "B1", "PW"])).hunter("p1").pos == "PW"


def test_G12_spaces_of_this_very_line_count_as_entered():
    state = moving(roll=4)
    assert refused(state, act("move", path=["T1", "B1", "B2", "B1"])) == "already_entered"
    assert refused(state, act("move", path=["T1", "T2", "T1"])) == "already_entered"


def test_G12_the_port_jumped_to_counts_as_entered():
    row = hunter("p1", "PN", "T1", "B1", "PW", "PS", "B4", port_used=True)
    assert refused(moving(row, hunter("p2", "PE"), roll=1), act("move", path=["PS"])) == "already_entered"


def test_G13_passing_through_a_treasure_does_nothing_and_uses_it_up():
    state = after(moving(hunter("p1", "PN", "T1"), hunter("p2", "PE"), roll=3), act("move", path=["T2", "T3", "B3"]))
    assert (state.hunter("p1").scores, specials(state)["p1"]) == ((), None)
    assert "T3" in state.hunter("p1").visited


def test_G13_a_raided_temple_can_be_entered():
    state = moving(hunter("p1", "PN", "T1", "T2"), hunter("p2", "PE"), roll=1, temples={"red": "p2"})
    state = after(state, act("move", path=["B2"]))
    assert specials(state) == {"p1": None, "p2": None}


def test_G14_ports_are_water_for_whoever_used_one():
    row = hunter("p1", "PN", "T1", "B1", "PW", "PS", "B4", port_used=True)
    state = moving(row, hunter("p2", "PE"), roll=2)
    assert ends(state, "p1", 2) == ["B2", "T3"]
    assert refused(state, act("move", path=["T4", "PE"])) == "port_already_used"


def test_G15_a_short_way_into_a_port_is_a_legal_line_and_must_be_taken():
    row = hunter("p1", "PN", "T1", "T2", "T3", "T4", feet=0)
    state = after(
        position(row | {"visited": [*row["visited"], "B4", "B3", "B2", "B1"]}, hunter("p2", "PE")),
        act("roll_move", value=5),
    )
    assert ends(state, "p1", 5) == ["PW"]
    assert refused(state, act("withdraw")) == "must_move"


def test_G16_a_foot_allows_one_to_six_the_roll_included():
    state = moving(roll=2)
    assert after(state, act("move", path=["T1", "T2"], use_foot=True)).hunter("p1").feet == 0
    assert after(state, act("move", path=["T1"], use_foot=True)).hunter("p1").pos == "T1"
    long = ["T1", "B1", "B2", "T2", "T3", "B3"]
    assert after(state, act("move", path=long, use_foot=True)).hunter("p1").pos == "B3"
    assert refused(state, act("move", path=[*long, "B4"], use_foot=True)) == "wrong_length"


def test_G16_a_foot_gathered_on_the_way_cannot_be_used_for_this_move():
    state = moving(hunter("p1", "PN"), hunter("p2", "PE", feet=0), roll=1)
    assert refused(state, act("move", "p2", path=["T4", "T3"], use_foot=True)) == "no_foot"


def test_G17_who_cannot_enter_any_neighbour_is_out_even_with_a_foot():
    state = position(hunter("p1", "PN", "T1", "T2", "D1", "D2", feet=3), hunter("p2", "PE"))
    state = after(state, act("roll_move", value=1))
    assert (state.hunter("p1").status, state.awaiting) == ("out", ("p2",))


def test_G17_a_stuck_player_with_a_foot_may_use_it():
    state = position(hunter("p1", "PN", "T1", "T2", "D1"), hunter("p2", "PE"))
    state = after(state, act("roll_move", value=2), act("move", path=["D2"], use_foot=True))
    assert (state.hunter("p1").pos, state.hunter("p1").feet) == ("D2", 0)


def test_G18_who_is_out_keeps_points_and_does_nothing_more():
    rows = hunter("p1", "PN", "T1", "T2", "T3", status="out", scores=[4]), hunter("p2", "PE", "T4", "T3")
    state = resolving(*rows)
    assert state.queue == ("p2",)
    assert refused(state, act("dig", roll=4)) == "out_of_game"
    assert game.score(state).standings[0].total == 4


def test_G19_every_symbol_on_the_way_is_gathered():
    state = after(moving(hunter("p1", "PS"), hunter("p2", "PE"), roll=3), act("move", path=["B4", "B3", "T3"]))
    assert (state.hunter("p1").shovels, state.hunter("p1").shovels_gathered) == (4, 4)
    state = after(moving(hunter("p1", "PN"), hunter("p2", "PE"), roll=1), act("move", "p2", path=["T4"]))
    assert state.hunter("p2").feet == 2


@pytest.mark.parametrize(
    ("path", "use_foot", "code"),
    [
        ([], True, "no_foot"),
        ([], False, "wrong_length"),
        (None, False, "wrong_length"),
        ("T1", False, "wrong_length"),
        (["X"], False, "not_land"),
        ([3], False, "not_land"),
        ([["T2"]], False, "not_land"),
        (["B4", "X"], False, "not_adjacent"),
        (["PN"], False, "already_entered"),
        (["T1", "T2"], "yes", "bad_value"),
        (["T2", "T2"], False, "not_adjacent"),
        (["T2", "B2"], False, "wrong_length"),
    ],
)
def test_a_line_is_checked_in_order(path, use_foot, code):
    state = moving(hunter("p1", "PN", "T1", feet=0), hunter("p2", "PE"), roll=3)
    assert refused(state, act("move", path=path, use_foot=use_foot)) == code


@pytest.mark.parametrize("value", [0, 7, -1, "3", 3.0, True, None, 10**30, [3]])
def test_a_die_shows_one_to_six(value):
    assert refused(position(), act("roll_move", value=value)) == "bad_value"
    on_treasure = resolving(hunter("p1", "PN", "T1", "T2", "T3"), hunter("p2", "PE", "T4"))
    assert refused(on_treasure, act("dig", roll=value)) == "bad_value"
    on_temple = resolving(hunter("p1", "PN", "T1", "T2", "B2"), hunter("p2", "PE", "T4"))
    assert refused(on_temple, act("raid", roll=value)) == "bad_value"


@pytest.mark.parametrize("port", ["T1", "X", None, 4, ["PN"]])
def test_a_port_must_be_a_port(port):
    state = game.setup(["p1", "p2"], {"side": "mini"})
    assert refused(state, act("choose_start_port", port=port)) == "not_a_port"
    in_port = resolving(hunter("p1", "PN", "T1", "B1", "PW"), hunter("p2", "PE", "T4"))
    assert refused(in_port, act("choose_port", port=port)) == "not_a_port"
