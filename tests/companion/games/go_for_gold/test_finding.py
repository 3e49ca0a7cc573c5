"""Rulebook: "Special locations"; G20 to G42."""

import pytest

from companion.errors import IllegalAction
from companion.games.go_for_gold import GAME as game
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


def resolving(*players, **fields):
    return position(*players, phase="resolve", **fields)


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
