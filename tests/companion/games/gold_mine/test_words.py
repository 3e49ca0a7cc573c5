"""Actions in words, what is heard of them, and what the confirm button ends."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from companion.games.gold_mine.actions import EndTurn, OptOut
from companion.games.gold_mine.rules import apply, legal, read
from companion.games.gold_mine.words import cues, endings, words
from companion.games.naming import plain
from companion.games.protocol import player_of

Played = Callable[..., tuple[tuple[Any, ...], tuple[Any, ...]]]
Position = Callable[..., Any]
FIGHT = {"kind": "gold", "challenger": "red", "defender": "blue"}
WON = {**FIGHT, "rolls": [[6, 1], [3, 3]], "winner": "red", "loser": "blue"}
BATS = {**WON, "kind": "bat"}
FOUR = ["red", "green", "blue", "yellow"]
RED = {"player": "red"}


@pytest.mark.parametrize("style", ["random", "greedy"])
def test_every_action_of_a_game_has_words_fit_for_a_button(played: Played, style: str) -> None:
    states, actions = played(4, "mud", "five_tile", "alliances", seed=5, style=style)
    said = [words(state, action, None) for state, action in zip(states, actions, strict=False)]
    assert said
    assert [line for line in said if not 3 <= len(line) <= 90 or "_" in line] == []
    assert [line for line in said if any(raw in line for raw in ("None", "True", "False", "[", "(-"))] == []


def test_what_a_player_may_do_at_one_moment_reads_differently(played: Played) -> None:
    states, _ = played(4, "mud", "five_tile", "alliances", seed=5)
    for state in states[:-1:7]:
        said = Counter((player_of(action), words(state, action, None)) for action in legal(state))
        assert [line for line, count in said.items() if count > 1] == []
    assert len(states) > 7


@pytest.mark.parametrize(
    ("given", "action", "line"),
    [
        ({}, {"type": "roll_move", "die": 4}, "roll 4 and walk"),
        ({}, {"type": "opt_out"}, "neither dig nor move"),
        ({}, {"type": "draw_tile", "tile": "G26"}, "draw tile G26 (gold, passage)"),
        ({}, {"type": "draw_tile"}, "draw the next tile"),
        (
            {"step": "place", "drawn": "T22"},
            {"type": "place_tile", "tile": "T22", "cell": [1, 1], "rot": 1},
            "lay tile T22, 1 east and 1 south of the entrance, turned right",
        ),
        (
            {"step": "walk", "walk": {"steps": 2}},
            {"type": "move", "to": [-1, -1, 1]},
            "walk to T37 south-west, 1 west and 1 north of the entrance",
        ),
        (
            {"step": "walk", "miners": {"red": [0, -1, 0]}, "walk": {"steps": 2, "why": "head_start"}},
            {"type": "move", "to": [0, 0, 0]},
            "run to the ladder",
        ),
        (
            {"step": "walk", "walk": {"steps": 1, "why": "bats", "miner": "blue"}, "challenge": BATS},
            {"type": "move", "to": [0, -1, 0]},
            "chase Blue to T07, 1 north of the entrance",
        ),
        (
            {"step": "walk", "walk": {"steps": 1, "why": "bats", "miner": "blue"}, "challenge": BATS},
            {"type": "stay"},
            "leave Blue's miner alone",
        ),
        ({"step": "action"}, {"type": "challenge", "kind": "bat", "defender": "blue"}, "send bats at Blue"),
        (
            {"step": "action", "nuggets": {"red": 1}},
            {"type": "challenge", "kind": "gold", "defender": "blue"},
            "challenge Blue for gold",
        ),
        (
            {"step": "challenge_roll", "challenge": FIGHT},
            {"type": "challenge_roll", "challenger": 5, "defender": 1},
            "Red rolls 5, Blue rolls 1",
        ),
        (
            {"step": "steal", "challenge": WON, "nuggets": {"blue": 1}, "gold_on": []},
            {"type": "place_stolen", "cell": [1, -1]},
            "put Blue's nugget into the chamber 1 east and 1 north of the entrance",
        ),
        (
            {"step": "action", "players": FOUR, "options": {"alliances": True}, "nuggets": {"red": 2}},
            {"type": "hand_off", "from": "red", "to": "blue", "count": 1},
            "hand 1 nugget from Red to Blue",
        ),
    ],
)
def test_words_say_what_matters(position: Position, given: Any, action: Any, line: str) -> None:
    state = position(**given)
    assert plain(words(state, read(state, {**RED, **action}), None)) == line


def test_a_nugget_taken_is_a_treasure(position: Position) -> None:
    assert heard(position(step="action", miners={"red": [1, -1, 0]}), {"type": "collect"}) == ("treasure",)


def test_a_nugget_knocked_loose_and_a_miner_chased_away_are_knock_outs(position: Position) -> None:
    steal = position(step="steal", challenge=WON, nuggets={"blue": 1}, gold_on=[])
    chase = position(step="walk", walk={"steps": 1, "why": "bats", "miner": "blue"}, challenge=BATS)
    assert heard(steal, {"type": "place_stolen", "cell": [1, -1]}) == ("knock_out",)
    assert heard(chase, {"type": "move", "to": [0, -1, 0]}) == ("knock_out",)
    assert heard(chase, {"type": "stay"}) == ()


def test_the_next_player_is_called_and_a_round_begins_with_the_start_player(position: Position) -> None:
    end = {"type": "end_turn"}
    assert heard(position(step="action"), end) == ("your_turn",)
    assert heard(position(step="action", turn="blue"), {**end, "player": "blue"}) == ("round", "your_turn")


def test_the_winner_of_a_challenge_is_called_and_the_challenger_called_back(position: Position) -> None:
    fight = {**FIGHT, "kind": "bat", "rolls": [[1, 2]]}
    state = position(step="challenge_roll", challenge=fight)
    assert heard(state, {"type": "challenge_roll", "challenger": 1, "defender": 2}) == ("your_turn",)


def test_nobody_is_called_after_the_end(position: Position) -> None:
    state = position(step="walk", miners={"red": [0, -1, 0]}, walk={"steps": 1}, nuggets={"red": 10}, gold_on=[])
    assert heard(state, {"type": "move", "to": [0, 0, 0]}) == ("game_over",)


def heard(state: Any, raw: Any) -> tuple[str, ...]:
    action = read(state, {**RED, **raw})
    return tuple(cues(state, action, apply(state, action)))


def test_the_confirm_button_ends_a_movement_not_made_and_a_turn(position: Position) -> None:
    assert endings(position()) == (OptOut("red"),)
    assert endings(position(step="action")) == (EndTurn("red"),)
    assert endings(position(step="challenge_roll", challenge=FIGHT)) == ()
    assert endings(position(phase="over", winner=[])) == ()


def test_what_the_confirm_button_ends_can_be_done_and_is_one_thing_at_most(played: Played) -> None:
    states, _ = played(4, "mud", "five_tile", "alliances", seed=5)
    offered = [(state, endings(state)) for state in states]
    assert {len(actions) for _, actions in offered} == {0, 1}
    for state, actions in offered:
        for action in actions:
            apply(state, action)
