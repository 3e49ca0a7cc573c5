"""The movement choice and walking."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.gold_mine.actions import Move, OptOut, RollPassage, Stay, Traverse
from companion.games.gold_mine.positions import state_from
from companion.games.gold_mine.rules import apply, why_not

Position = Callable[..., Any]


def test_opting_out_is_neither_digging_nor_moving(position: Position) -> None:
    state = position()
    after = apply(state, OptOut("red"))
    assert (after.step, after.miners, after.mine) == ("action", state.miners, state.mine)


@pytest.mark.parametrize(("dice", "steps", "is_open"), [((3, 3), 3, True), ((1, 6), 1, True), ((5, 4), 4, False)])
def test_doubles_or_a_seven_open_a_passage_and_the_lower_die_is_walked(
    position: Position, dice: tuple[int, int], steps: int, is_open: bool
) -> None:
    walk = apply(position(miners={"red": [2, 0, 0]}), RollPassage("red", dice)).walk
    assert (walk.steps, walk.passage_open) == (steps, is_open)


def test_a_flooded_passage_is_not_gone_through(position: Position) -> None:
    walk = {"steps": 4, "why": "passage"}
    state = position(miners={"red": [2, 0, 0]}, step="walk", walk=walk)
    assert why_not(state, Traverse("red", (-1, 1, 0))) == "passage_flooded"


def test_the_house_may_forbid_walking_past_an_open_passage(position: Position) -> None:
    walk = {"steps": 4, "why": "passage", "passage_open": True}
    given = {"miners": {"red": [2, 0, 0]}, "step": "walk", "walk": walk}
    step = Move("red", (1, 0, 0))
    assert why_not(position(**given), step) is None
    assert why_not(position(**given, options={"passage_or_stay": True}), step) == "passage_only"


def test_mud_holds_whoever_walks_into_it() -> None:
    mine = [["T56", 0, -1, 0], ["G09", 0, -2, 0]]
    state = state_from({"options": {"mud": True}, "mine": mine, "step": "walk", "walk": {"steps": 6}})
    assert apply(state, Move("red", (0, -1, 0))).stuck["red"]
    assert why_not(state, Move("red", (0, -2, 0))) == "not_reachable"


@pytest.mark.parametrize("action", [Stay("red"), Move("red", (1, -1, 0))])
def test_a_head_start_earns_its_own_nugget_moved_or_not(position: Position, action: Any) -> None:
    state = position(step="walk", walk={"steps": 3, "why": "head_start"})
    assert apply(state, action).turn_info.bonus_collect
