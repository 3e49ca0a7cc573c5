"""Section 9: which lights tell what."""

from collections.abc import Callable
from typing import Any

from companion.games.gold_mine.glow import glow
from companion.games.gold_mine.positions import state_from
from companion.games.gold_mine.setup import setup
from companion.games.protocol import Light

Position = Callable[..., Any]
GOLD_FIGHT = {"kind": "gold", "challenger": "red", "defender": "blue"}
WON = {**GOLD_FIGHT, "rolls": [[6, 1], [3, 3]], "winner": "red", "loser": "blue"}


def lit(state: Any) -> dict[str, Light]:
    return {light.space: light for light in glow(state).lights}


def test_the_seat_of_whoever_must_act_is_lit(position: Position) -> None:
    assert "seat.red" in lit(position())
    assert {"seat.red", "seat.blue"} <= set(lit(setup(["red", "blue"])))


def test_gold_glows_while_somebody_is_rich_and_pulses_for_a_nugget(position: Position) -> None:
    assert lit(position(nuggets={"blue": 10}))["gold"].effect == "steady"
    assert lit(position(step="action", turn_info={"collected": True}))["gold"].effect == "pulse"
    assert "gold" not in lit(position())


def test_bats_flicker_until_they_are_settled(position: Position) -> None:
    assert lit(position(step="bat_roll", challenge={**WON, "kind": "bat"}))["bats"].effect == "flash"
    assert "bats" not in lit(position(step="head_start", challenge=WON))


def test_the_passage_light_is_dim_then_steady_or_blinking(position: Position) -> None:
    on_it = {"miners": {"red": [2, 0, 0]}}
    walk = {"steps": 3, "why": "passage"}
    assert lit(position(**on_it))["passage"].effect == "dim"
    assert lit(position(**on_it, step="walk", walk={**walk, "passage_open": True}))["passage"].effect == "steady"
    assert lit(position(**on_it, step="walk", walk=walk))["passage"].effect == "flash"
    assert "passage" not in lit(position())


def test_the_bar_counts_exchanges_from_both_ends_and_the_winner_flashes(position: Position) -> None:
    running = lit(position(step="challenge_roll", challenge={**GOLD_FIGHT, "rolls": [[1, 2], [2, 2]]}))
    assert (running["bar.1"].effect, running["bar.10"].effect) == ("steady", "steady")
    decided = lit(position(step="head_start", challenge=WON))
    assert [decided[f"bar.{n}"].effect for n in (1, 2)] == ["flash", "flash"]
    assert "bar.10" not in decided


def test_the_bar_shows_steps_tiles_or_the_turn_timer(position: Position) -> None:
    assert glow(position(step="walk", walk={"steps": 4})).bar == 0.4
    assert glow(state_from({"phase": "development", "dev_placed": 5})).bar == 0.3
    timed = glow(position())
    assert (timed.bar, timed.timer_s) == (None, 90.0)


def test_a_walk_marks_its_goals_and_an_open_passage_where_it_leads(position: Position) -> None:
    walk = {"steps": 1, "why": "passage", "passage_open": True}
    state = position(step="walk", miners={"red": [2, 0, 0]}, walk=walk)
    assert {light.space for light in glow(state).lights if light.effect == "path"} == {"1,0,ne", "-1,1,ne"}


def test_for_a_moment_the_bar_shows_how_far_a_nugget_brought_its_owner(position: Position) -> None:
    lights = lit(position(step="action", turn_info={"collected": True}, nuggets={"red": 3}))
    assert {name: light.for_s for name, light in lights.items() if name.startswith("bar")} == {
        "bar.1": 3.0,
        "bar.2": 3.0,
        "bar.3": 3.0,
    }


def test_free_chambers_are_pointed_at_one_after_the_other(position: Position) -> None:
    state = position(step="steal", challenge=WON, nuggets={"blue": 1}, gold_on=[])
    rails = [(light.space, light.after_s) for light in glow(state).lights if light.space.startswith("rail")]
    assert rails == [("rail.x.1", 0.0), ("rail.y.-1", 0.0), ("rail.x.-1", 1.0), ("rail.y.1", 1.0)]


def test_the_winner_gets_a_chase(position: Position) -> None:
    lights = lit(position(phase="over", winner=["red"], nuggets={"red": 10}))
    assert {f"bar.{n}" for n in range(1, 11)} <= set(lights)
    assert lights["seat.red"].effect == "flash"
