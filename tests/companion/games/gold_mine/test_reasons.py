"""Refusals in sentences."""

from collections.abc import Callable
from typing import Any

from companion.games.gold_mine.positions import state_from
from companion.games.gold_mine.reasons import REASONS, STEPS, acting, now, refusal
from companion.games.gold_mine.setup import setup
from companion.games.naming import plain

Position = Callable[..., Any]


def test_every_reason_is_a_sentence_about_this_moment(position: Position) -> None:
    said = [str(refusal(code, position())) for code in REASONS]
    assert [line for line in said if "{" in line or not line.endswith(".") or not line[0].isupper()] == []


def test_a_refusal_names_its_code_and_who_must_act(position: Position) -> None:
    refused = refusal("not_your_turn", position())
    assert refused.code == "not_your_turn"
    assert "Red must act" in plain(str(refused))


def test_a_move_at_the_wrong_time_hears_what_is_waited_for(position: Position) -> None:
    said = plain(str(refusal("wrong_step", position(step="walk", walk={"steps": 1}))))
    assert said == "Not now: Red moves Red's miner up to 1 tile, or leaves it."


def test_every_step_says_what_it_waits_for(position: Position) -> None:
    assert plain(now(position())) == "Red chooses how to move: dig, roll, secret passage or nothing"
    assert all(STEPS.values())


def test_before_the_start_everybody_who_has_not_rolled_must_act() -> None:
    assert acting(setup(["red", "green", "blue"])) == ("red", "green", "blue")
    assert acting(state_from({})) == ("red",)
    assert acting(state_from({"phase": "over", "winner": []})) == ()
