"""Collecting, handing over, and the two challenges."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.gold_mine.actions import (
    ChallengeRoll,
    Collect,
    DeclineSteal,
    HandOff,
    PlaceStolen,
    SkipHeadStart,
    StartChallenge,
)
from companion.games.gold_mine.challenge import exchanges, free_chambers
from companion.games.gold_mine.rules import apply, why_not
from companion.games.gold_mine.state import Challenge

Position = Callable[..., Any]
FIGHT = {"kind": "gold", "challenger": "red", "defender": "blue"}
WON = {**FIGHT, "rolls": [[6, 1], [3, 3]], "winner": "red", "loser": "blue"}


def test_a_tie_counts_for_the_challenger() -> None:
    assert exchanges(Challenge("gold", "red", "blue", ((3, 3), (1, 2)))) == (1, 1)


def test_one_nugget_a_turn(position: Position) -> None:
    on_gold = {"step": "action", "miners": {"red": [1, -1, 0]}}
    after = apply(position(**on_gold), Collect("red"))
    assert (after.nuggets["red"], after.gold_on, after.turn_info.collected) == (1, ((-1, 1),), True)
    assert why_not(position(**on_gold, turn_info={"collected": True}), Collect("red")) == "already_collected"


def test_a_token_is_spent_when_the_challenge_is_declared(position: Position) -> None:
    after = apply(position(step="action"), StartChallenge("red", "bat", "blue"))
    assert (after.tokens["red"].bat, after.tokens["red"].gold, after.step) == (2, 3, "challenge_roll")


@pytest.mark.parametrize(("dice", "winner"), [((2, 2), "red"), ((1, 2), "blue")])
def test_two_exchanges_decide(position: Position, dice: tuple[int, int], winner: str) -> None:
    rolled = {**FIGHT, "kind": "bat", "rolls": [[1, 6], [6, 1]]}
    after = apply(position(step="challenge_roll", challenge=rolled), ChallengeRoll("red", *dice))
    assert (after.step, after.actor, after.challenge.winner) == ("bat_roll", winner, winner)


def test_a_knocked_loose_nugget_goes_into_an_empty_chamber_without_a_fighter(position: Position) -> None:
    given = {"step": "steal", "challenge": WON, "nuggets": {"blue": 2}, "gold_on": []}
    assert free_chambers(position(**given)) == [(1, -1), (-1, 1)]
    assert free_chambers(position(**given, miners={"red": [1, -1, 0]})) == [(-1, 1)]
    after = apply(position(**given), PlaceStolen("red", (1, -1)))
    assert (after.nuggets["blue"], after.gold_on, after.step) == (1, ((1, -1),), "head_start")


def test_what_is_optional_may_be_done_without(position: Position) -> None:
    steal = position(step="steal", challenge=WON, nuggets={"blue": 2}, gold_on=[])
    declined = apply(steal, DeclineSteal("red"))
    assert (declined.nuggets["blue"], declined.step) == (2, "head_start")
    assert apply(declined, SkipHeadStart("red")).step == "action"


def test_partners_on_one_place_hand_over(position: Position) -> None:
    players = ["red", "green", "blue", "yellow"]
    given = {"players": players, "options": {"alliances": True}, "step": "action", "nuggets": {"red": 3}}
    after = apply(position(**given), HandOff("red", "red", "blue", 2))
    assert (after.nuggets["red"], after.nuggets["blue"]) == (1, 2)
    apart = position(**given, miners={"blue": [0, -1, 0]})
    assert why_not(apart, HandOff("red", "red", "blue", 2)) == "not_same_path"
