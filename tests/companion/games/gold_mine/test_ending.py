"""How turns, development and the game end."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.gold_mine.actions import EndTurn, Move, PlaceTile, StopGame
from companion.games.gold_mine.positions import state_from
from companion.games.gold_mine.rules import apply

Position = Callable[..., Any]


def test_a_new_turn_begins_with_nothing_done_and_out_of_the_mud(position: Position) -> None:
    done = {"collected": True, "challenge_used": True}
    state = apply(position(step="action", turn_info=done, stuck={"blue": True}), EndTurn("red"))
    assert (state.turn, state.actor, state.step) == ("blue", "blue", "movement")
    assert not any((state.turn_info.collected, state.turn_info.challenge_used, state.stuck["blue"]))


@pytest.mark.parametrize(("next_opens", "opens"), [(False, "red"), (True, "blue")])
def test_production_is_opened_by_the_start_player_unless_the_house_says_otherwise(next_opens: bool, opens: str) -> None:
    given = {"players": ["red", "green", "blue"], "options": {"next_opens": next_opens}, "phase": "development"}
    last = state_from(
        {**given, "turn": "green", "step": "place", "drawn": "T22", "dev_placed": 19, "start_player": "red"}
    )
    state = apply(last, PlaceTile("green", "T22", (0, 1), 0))
    assert (state.phase, state.turn, set(state.miners.values())) == ("production", opens, {(0, 0, 0)})


@pytest.mark.parametrize(("nuggets", "is_won"), [(9, False), (10, True)])
def test_a_walk_that_ends_at_the_ladder_wins_with_enough_nuggets(
    position: Position, nuggets: int, is_won: bool
) -> None:
    miners = {"red": [0, -1, 0]}
    state = position(step="walk", walk={"steps": 1}, miners=miners, nuggets={"red": nuggets}, gold_on=[])
    after = apply(state, Move("red", (0, 0, 0)))
    assert (after.phase == "over", after.winner) == (is_won, ("red",) if is_won else None)


def test_a_stopped_game_has_no_winner_and_nobody_acts(position: Position) -> None:
    state = apply(position(), StopGame())
    assert (state.phase, state.winner, state.actor) == ("over", (), None)
