"""The referee: rulings G01 to G55, and every reason in the order of the checks."""

import pytest

from companion.errors import IllegalAction
from companion.games import go_for_gold as game
from companion.games.go_for_gold.queries import able_to_score, ends, path_count, ports_open_to, specials
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


def test_a_fresh_game_waits_for_the_first_port():
    state = game.setup(["p1", "p2"], {"side": "B", "active": "p2"})
    raw = to_json(state)
    assert list(raw) == [
        "phase", "side", "round", "active", "roll", "awaiting", "queue", "dig", "players", "temples", "end_trigger",
    ]  # fmt: skip
    assert (raw["phase"], raw["active"], raw["awaiting"]) == ("start_port", "p2", ["p2"])
    assert raw["temples"] == {"red": None, "blue": None, "green": None, "purple": None, "orange": None}
    assert raw["players"][0] == {
        "id": "p1", "status": "in", "pos": None, "start_port": None, "visited": [], "shovels": 2, "feet": 1,
        "shovels_gathered": 2, "scores": [], "port_used": False,
    }  # fmt: skip


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


def test_G10_the_lines_of_others_are_shown_only_when_all_are_in():
    state = after(position(), act("roll_move", value=2), act("move", path=["T1", "T2"]))
    shown_to_other = game.view(state, "p2")
    assert "T2" not in str(shown_to_other.table["players"])
    assert shown_to_other.table["players"][0] == to_json(position())["players"][0]
    assert "T2" in str(game.view(state, "p1").table["players"])
    assert "T2" not in str(game.view(state, None).table["players"])
    assert shown_to_other.story == ("p1 has drawn a line.",)
    assert game.score(state) == game.score(position())
    done = after(state, act("move", "p2", path=["T4", "T3"]))
    assert "T2" in str(game.view(done, "p2").table["players"])


def test_G10_a_foot_used_in_secret_stays_secret_too():
    state = after(position(), act("roll_move", value=1), act("move", path=["T1", "T2", "T3", "T4"], use_foot=True))
    assert state.hunter("p1").feet == 1
    assert game.view(state, "p2").table["players"][0] == to_json(position())["players"][0]


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


def test_G20_a_treasure_serves_everybody():
    state = resolving(hunter("p1", "PN", "T1", "T2", "T3"), hunter("p2", "PE", "T4", "T3"))
    state = after(state, act("dig", roll=4), act("dig", "p2", roll=4))
    assert [each.scores for each in state.players] == [(4,), (4,)]


def test_G21_digging_is_optional_before_the_roll():
    state = after(resolving(hunter("p1", "PN", "T1", "T2", "T3"), hunter("p2", "PE", "T4")), act("skip"))
    assert (state.phase, state.hunter("p1").scores) == ("roll", ())


def test_G21_after_a_low_roll_all_missing_pips_or_nothing():
    low = after(resolving(hunter("p1", "PN", "T1", "T2", "T3"), hunter("p2", "PE", "T4")), act("dig", roll=3))
    assert to_json(low.dig) == {"player": "p1", "roll": 3, "missing": 1}
    assert (low.phase, low.awaiting) == ("shovels", ("p1",))
    spared = after(low, act("use_shovels", use=False))
    assert (spared.hunter("p1").shovels, spared.hunter("p1").scores, spared.dig) == (2, (), None)
    spent = after(low, act("use_shovels", use=True))
    assert (spent.hunter("p1").shovels, spent.hunter("p1").scores) == (1, (4,))


def test_G22_with_too_few_shovels_nobody_is_asked():
    row = hunter("p1", "PN", "T1", "T2", "T3", shovels=1)
    state = after(resolving(row, hunter("p2", "PE", "T4")), act("dig", roll=2))
    assert (state.phase, state.hunter("p1").shovels, state.hunter("p1").scores) == ("roll", 1, ())


def test_G23_the_value_is_written_not_the_number():
    state = resolving(hunter("p1", "A3", "A3", "B2"), hunter("p2", "A6", "B5"), side="B")
    assert after(state, act("dig", roll=5)).hunter("p1").scores == (4,)


def test_G30_raiding_is_optional():
    state = resolving(hunter("p1", "PN", "T1", "T2", "B2"), hunter("p2", "PE", "T4"))
    assert after(state, act("skip")).temples["red"] is None


def test_G31_all_shovels_are_lost_and_none_always_fails():
    rich = hunter("p1", "PN", "T1", "T2", "B2", shovels=7)
    state = after(resolving(rich, hunter("p2", "PE", "T4")), act("raid", roll=1))
    assert (state.hunter("p1").shovels, state.hunter("p1").shovels_gathered) == (0, 7)
    poor = hunter("p1", "PN", "T1", "T2", "B2", shovels=0)
    assert after(resolving(poor, hunter("p2", "PE", "T4")), act("raid", roll=1)).hunter("p1").scores == (-1,)


def test_G32_a_penalty_fills_a_scoring_space():
    row = hunter("p1", "PN", "T1", "T2", "B2", shovels=0, scores=[4, 4, 4, 4, 4])
    state = after(resolving(row, hunter("p2", "PE", "T4")), act("raid", roll=1))
    assert (state.end_trigger, state.phase) == ("sixth_score", "over")


def test_G33_later_players_at_a_raided_temple_are_not_asked():
    rows = [hunter(name, "PN", "T1", "T2", "B2", shovels=6) for name in ("p1", "p2", "p3")]
    state = after(resolving(*rows), act("raid", roll=6))
    assert (state.phase, state.temples["red"]) == ("roll", "p1")


def test_G34_a_failure_or_a_skip_leaves_the_temple_to_the_next():
    rows = [hunter(name, "PN", "T1", "T2", "B2") for name in ("p1", "p2", "p3")]
    state = resolving(*rows, active="p2")
    assert state.queue == ("p2", "p3", "p1")
    state = after(state, act("raid", "p2", roll=6), act("skip", "p3"))
    assert state.awaiting == ("p1",)


def test_G40_the_ship_goes_to_a_port_not_visited():
    state = resolving(hunter("p1", "PN", "T1", "B1", "PW"), hunter("p2", "PE", "T4"))
    assert [to_json(action)["port"] for action in game.legal(state)] == ["PE", "PS"]
    assert refused(state, act("skip")) == "must_choose_port"


def test_G41_the_next_move_starts_at_the_target_and_no_port_opens_again():
    state = resolving(hunter("p1", "PN", "T1", "B1", "PW"), hunter("p2", "PE", "T4"))
    state = after(state, act("choose_port", port="PS"), act("roll_move", "p2", value=1), act("move", path=["B4"]))
    assert state.hunter("p1").visited == ("PN", "T1", "B1", "PW", "PS", "B4")
    assert state.hunter("p1").port_used


def test_G42_the_port_is_chosen_even_in_the_last_round():
    full = hunter("p2", "PE", "T4", scores=[4] * 6)
    state = resolving(hunter("p1", "PN", "T1", "B1", "PW"), full)
    assert refused(state, act("skip")) == "must_choose_port"
    assert after(state, act("choose_port", port="PS")).end_trigger == "sixth_score"


def test_G50_the_round_is_finished_and_several_may_reach_six():
    rows = [hunter(name, "PN", "T1", "T2", "T3", scores=[4] * 5) for name in ("p1", "p2")]
    state = after(resolving(*rows), act("dig", roll=4))
    assert (state.phase, state.awaiting) == ("resolve", ("p2",))
    state = after(state, act("dig", "p2", roll=4))
    assert (state.phase, [len(each.scores) for each in state.players]) == ("over", [6, 6])


def test_G51_a_treasure_within_reach_is_enough():
    state = position(hunter("p1", "PN", "T1", "T2", "D1", port_used=True), hunter("p2", "PE"))
    assert able_to_score(state) == {"p1": True, "p2": True}


def test_G51_a_temple_needs_a_shovel_owned_or_within_reach():
    way = ["PN", "T1", "B1", "PW", "PS", "B4", "T4", "T3", "T2"]
    assert able_to_score(position(hunter("p1", *way, "B3", "B2", port_used=True), hunter("p2", "PE")))["p1"] is False
    row = hunter("p1", *way, port_used=True)
    row["visited"] = [space for space in row["visited"] if space != "D2"]
    far = {"p1": True, "p2": True}
    assert able_to_score(position({**row, "shovels": 0}, hunter("p2", "PE"))) == far
    shut = hunter("p1", "PN", "T1", "T2", "T3", "T4", "B4", "B3", "D1", "D2", pos="B3", port_used=True)
    assert able_to_score(position({**shut, "shovels": 1}, hunter("p2", "PE")))["p1"] is True
    assert able_to_score(position({**shut, "shovels": 0}, hunter("p2", "PE")))["p1"] is False
    raided = position({**shut, "shovels": 1}, hunter("p2", "PE"), temples={"red": "p2"})
    assert able_to_score(raided)["p1"] is False


def test_G51_a_ship_reaches_the_ports_other_than_the_one_entered():
    way = ["PN", "T1", "T2", "D1", "D2", "B2", "B3", "T3", "B1"]
    by_ship = hunter("p1", *way, pos="B1", shovels=0)
    assert able_to_score(position(by_ship, hunter("p2", "PE")))["p1"] is True
    assert able_to_score(position({**by_ship, "port_used": True}, hunter("p2", "PE")))["p1"] is False
    nowhere = hunter("p1", *way, "B4", "T4", pos="B1", shovels=0)
    assert able_to_score(position(nowhere, hunter("p2", "PE")))["p1"] is False


def test_G51_who_is_out_is_not_able():
    assert able_to_score(position(hunter("p1", "PN", status="out"), hunter("p2", "PE"))) == {"p1": False, "p2": True}


def test_G52_the_sixth_score_wins_over_nobody_being_able():
    row = hunter("p1", "PN", "T1", "T2", "D1", "D2", scores=[4] * 5)
    other = hunter("p2", "PN", "T1", "T2", "D1", "D2", status="out")
    assert after(resolving(row, other), act("dig", roll=6)).end_trigger == "sixth_score"


def test_G53_the_active_role_skips_players_who_are_out():
    rows = hunter("p1", "PN", "T1"), hunter("p2", "PN", status="out"), hunter("p3", "PE", "T4", "T3")
    state = after(resolving(*rows), act("skip", "p3"))
    assert (state.active, state.round) == ("p3", 2)


def test_G53_the_last_player_in_stays_active():
    rows = hunter("p1", "PN", "T1", "T2", "T3"), hunter("p2", "PN", status="out")
    state = after(resolving(*rows), act("skip"))
    assert (state.active, state.awaiting, state.round) == ("p1", ("p1",), 2)


def test_G53_an_active_player_who_goes_out_keeps_the_head_of_the_order():
    rows = hunter("p1", "PN", "T1"), hunter("p2", "PN", "T1", "T2", "D1", feet=0), hunter("p3", "PE", "T4")
    state = after(position(*rows, active="p2"), act("roll_move", "p2", value=2))
    assert (state.active, state.awaiting) == ("p2", ("p3", "p1"))


def test_G54_gathered_shovels_settle_ties_then_victory_is_shared():
    rows = hunter("p1", "PN", scores=[9], shovels_gathered=6), hunter("p2", "PE", scores=[5, 4], shovels_gathered=8)
    score = game.score(position(*rows, phase="over"))
    assert (score.winners, score.decided_by) == (("p2",), "shovels_gathered")
    shared = game.score(position(rows[0], {**rows[1], "shovels_gathered": 6}, phase="over"))
    assert (shared.winners, shared.decided_by, shared.ranking) == (("p1", "p2"), "", (("p1", 1), ("p2", 1)))


def test_G55_totals_may_be_negative():
    score = game.score(position(hunter("p1", "PN", scores=[-1, -1]), hunter("p2", "PE")))
    assert score.standings[0].total == -2


def test_boxes_are_explained():
    score = game.score(position(hunter("p1", "PN", scores=[9, -1, 4]), hunter("p2", "PE")))
    assert [(line.what, line.points, line.why) for line in score.standings[0].lines[:3]] == [
        ("box 1", 9, "a temple raided"),
        ("box 2", -1, "a raid that failed"),
        ("box 3", 4, "a treasure worth 4"),
    ]


def test_lines_are_counted_one_by_one_for_the_query():
    state = game.state_from({"side": "A", "players": [hunter("p1", "A5"), hunter("p2", "E9")]})
    assert path_count(state, "p1", 2) == 15
    assert path_count(state, "p1", 0) == 0


@pytest.mark.parametrize("raw", [act("skip"), {"type": "dance"}, {}, None, [], "skip"])
def test_a_finished_game_takes_nothing_more(raw):
    assert refused(position(phase="over"), raw) == "game_over"


@pytest.mark.parametrize("raw", [act("dance"), {}, {"type": 3}, {"type": ["skip"]}, None, 5, "move"])
def test_what_is_no_action_is_unknown(raw):
    assert refused(position(), raw) == "unknown_action"


@pytest.mark.parametrize("player", ["p9", None, 3, ["p1"], {}])
def test_the_player_is_asked_before_the_phase(player):
    assert refused(position(), act("skip", player)) == "unknown_player"


def test_the_phase_is_asked_before_who_is_out_and_whose_turn():
    state = position(hunter("p1", "PN"), hunter("p2", "PE", status="out"))
    assert refused(state, act("move", "p2", path=[])) == "wrong_phase"
    assert refused(state, act("roll_move", "p2", value=9)) == "out_of_game"
    assert refused(position(), act("roll_move", "p2", value=9)) == "not_your_turn"


def test_who_has_drawn_does_not_draw_again():
    state = after(moving(roll=1), act("move", path=["T1"]))
    assert refused(state, act("move", path=["T2"])) == "not_your_turn"


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


def test_resolving_asks_for_the_right_place():
    treasure = resolving(hunter("p1", "PN", "T1", "T2", "T3"), hunter("p2", "PE", "T4"))
    assert refused(treasure, act("raid", roll=9)) == "no_temple_here"
    assert refused(treasure, act("choose_port", port="X")) == "not_on_port"
    temple = resolving(hunter("p1", "PN", "T1", "T2", "B2"), hunter("p2", "PE", "T4"))
    assert refused(temple, act("dig", roll=9)) == "no_treasure_here"
    assert refused(temple, act("use_shovels", use=True)) == "wrong_phase"


@pytest.mark.parametrize("use", [None, 1, "yes", []])
def test_shovels_are_used_or_not(use):
    low = after(resolving(hunter("p1", "PN", "T1", "T2", "T3"), hunter("p2", "PE", "T4")), act("dig", roll=3))
    assert refused(low, act("use_shovels", use=use)) == "bad_value"


def test_apply_checks_as_well():
    action = game.read(moving(roll=1), act("move", path=["T1"]))
    with pytest.raises(IllegalAction) as caught:
        game.apply(moving(roll=2), action)
    assert caught.value.code == "wrong_length"
    with pytest.raises(IllegalAction) as caught:
        game.apply(moving(roll=2), {"type": "move"})
    assert caught.value.code == "unknown_action"
