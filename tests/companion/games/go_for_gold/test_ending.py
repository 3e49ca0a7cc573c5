"""The end of a round and of the game; G50 to G53."""

from companion.games.go_for_gold import GAME as game
from companion.games.go_for_gold.queries import able_to_score


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


def resolving(*players, **fields):
    return position(*players, phase="resolve", **fields)


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
