"""Actions in a few words, what is heard of them, and what a long press ends."""

from itertools import islice

import pytest

from companion.games.go_for_gold import GAME as game
from companion.games.go_for_gold.actions import (
    ChoosePort,
    ChooseStartPort,
    DigUp,
    Move,
    Raid,
    RollMove,
    Skip,
    UseShovels,
    Withdraw,
)
from companion.simulation.match import turns


def on(name, *visited, **fields):
    return {"id": name, "visited": list(visited), **fields}


def position(*players, **fields):
    rows = list(players) or [on("p1", "PN"), on("p2", "PE")]
    return game.state_from({"side": "mini", "players": rows, **fields})


TREASURE = position(on("p1", "PN", "T1", "T2", "T3"), on("p2", "PE", "T4"), phase="resolve")
TEMPLE = position(on("p1", "PN", "T1", "T2", "B2", shovels=3), on("p2", "PE", "T4"), phase="resolve")
LOW = game.apply(TREASURE, DigUp("p1", 2))


@pytest.mark.parametrize(
    ("state", "action", "told"),
    [
        (game.setup(["p1", "p2"]), ChooseStartPort("p1", "A5"), "start in the north port A5"),
        (position(), RollMove("p1", 4), "roll 4 for everybody"),
        (position(phase="move", roll=2), Move("p1", ("T1", "T2")), "draw T1-T2"),
        (position(phase="move", roll=2), Move("p1", ("T1",), True), "draw T1 with a foot"),
        (position(phase="move", roll=2), Withdraw("p1"), "retire from the hunt"),
        (TREASURE, DigUp("p1", 4), "dig with a 4 for 4 points"),
        (TREASURE, Skip("p1"), "leave the treasure alone"),
        (LOW, UseShovels("p1", True), "spend two shovels"),
        (LOW, UseShovels("p1", False), "keep the shovels"),
        (TEMPLE, Raid("p1", 3), "raid the red temple with a 3"),
        (TEMPLE, ChoosePort("p1", "PE"), "sail to the east port PE"),
    ],
)
def test_actions_are_told_in_plain_words(state, action, told):
    assert game.words(state, action, "p1") == told


def test_a_line_is_not_told_to_others_before_all_have_drawn():
    state = position(phase="move", roll=2)
    for viewer in ("p2", None):
        assert game.words(state, Move("p1", ("T1", "T2")), viewer) == "draw a line"
        assert game.words(state, Move("p1", ("T1",), True), viewer) == "draw a line"
    assert game.words(TREASURE, Move("p1", ("T1", "T2", "T3")), "p2") == "draw T1-T2-T3"


@pytest.mark.parametrize("players", game.players)
@pytest.mark.parametrize("side", ["A", "B"])
def test_words_of_a_whole_game_are_short_plain_and_distinct(players, side):
    moments = list(turns(game, game.names(players), 3, options={"side": side}))
    for state, action, _ in moments:
        own = [one for one in islice(game.legal(state), 0, 400) if one.player == action.player]
        told = [game.words(state, one, action.player) for one in {*own, action}]
        assert len(set(told)) == len(told)
        told.append(game.words(state, action, None))
        assert [line for line in told if not 3 <= len(line) <= 90 or "_" in line] == []
        assert [line for line in told if any(odd in line for odd in ("None", "True", "False"))] == []
    assert moments


def test_a_find_is_heard_and_the_next_round_and_whose_turn_it_is():
    assert game.cues(TREASURE, DigUp("p1", 4), game.apply(TREASURE, DigUp("p1", 4))) == [
        "treasure",
        "round",
        "your_turn",
    ]
    assert game.cues(TREASURE, DigUp("p1", 2), LOW) == []


def test_being_put_out_is_heard():
    state = position(on("p1", "PN", "T1", "T2", "D1", feet=0), on("p2", "PE"))
    assert game.cues(state, RollMove("p1", 2), game.apply(state, RollMove("p1", 2))) == ["knock_out", "your_turn"]


def test_the_end_is_heard():
    rows = on("p1", "PN", "T1", "T2", "T3", scores=[4] * 5), on("p2", "PE", "T4")
    state = position(*rows, phase="resolve")
    assert game.cues(state, DigUp("p1", 6), game.apply(state, DigUp("p1", 6))) == ["treasure", "game_over"]


def test_a_long_press_leaves_alone_what_may_be_left_alone():
    assert game.endings(TREASURE) == [Skip("p1")]
    assert game.endings(LOW) == [UseShovels("p1", False)]
    assert game.endings(position()) == []
    assert game.endings(position(phase="move", roll=2)) == []
    assert game.endings(position(on("p1", "PN", "T1", "B1", "PW"), on("p2", "PE"), phase="resolve")) == []
