"""What phones and lights show."""

from random import Random
from typing import Any

import pytest

from companion.games.gold_mine import apply, bots, glow, is_over, layout, read, score, setup, state_from, view
from companion.games.protocol import Light, to_json

LITTLE = [
    ["T07", 0, -1, 1],
    ["G03", 1, -1, 1],
    ["T44", 2, -1, 3],
    ["T37", -1, -1, 0],
    ["T08", -1, 0, 0],
    ["C01", 1, 0, 0],
    ["T45", 2, 0, 1],
    ["G25", -1, 1, 0],
]
GOLD_FIGHT = {"kind": "gold", "challenger": "red", "defender": "blue"}
WON = {**GOLD_FIGHT, "rolls": [[6, 1], [3, 3]], "winner": "red", "loser": "blue"}


def position(**given: Any) -> Any:
    return state_from({"mine": LITTLE, **given})


def lit(state: Any) -> dict[str, Light]:
    return {light.space: light for light in glow(state).lights}


MOMENTS = [
    setup(["red", "green", "blue"]),
    state_from({"phase": "development"}),
    state_from({"phase": "development", "step": "place", "drawn": "T22"}),
    state_from({"phase": "development", "step": "place", "drawn": "G01"}),
    position(),
    position(stack=[]),
    position(miners={"red": [2, 0, 0]}),
    position(options={"mud": True, "five_tile": True}, hands={"red": ["C02"]}),
    position(step="walk", walk={"steps": 3}),
    position(step="walk", walk={"steps": 1, "why": "excavate"}),
    position(step="walk", miners={"red": [2, 0, 0]}, walk={"steps": 3, "why": "passage", "passage_open": True}),
    position(step="walk", miners={"red": [2, 0, 0]}, walk={"steps": 3, "why": "passage"}),
    position(step="walk", walk={"steps": 2, "why": "bats", "miner": "blue"}, challenge={**WON, "kind": "bat"}),
    position(step="action", miners={"red": [1, -1, 0]}, stuck={"blue": True}),
    position(step="action", turn_info={"collected": True, "displaced": True}, stuck={"red": True}),
    position(
        step="action", players=["red", "green", "blue", "yellow"], options={"alliances": True}, nuggets={"red": 2}
    ),
    position(step="challenge_roll", challenge={**GOLD_FIGHT, "rolls": [[1, 2], [2, 2]]}),
    position(step="steal", challenge=WON, nuggets={"blue": 1}, gold_on=[]),
    position(step="head_start", challenge=WON),
    position(step="bat_roll", challenge={**WON, "kind": "bat"}),
    position(phase="over", winner=["red"], nuggets={"red": 10}),
    position(phase="over", winner=[]),
]


@pytest.mark.parametrize("state", MOMENTS, ids=lambda state: f"{state.phase} {state.step}")
def test_every_button_can_be_pressed_right_now(state: Any) -> None:
    for prompt in view(state, None).prompts:
        for choice in prompt.choices:
            apply(state, read(state, choice.action))


@pytest.mark.parametrize("state", MOMENTS, ids=lambda state: f"{state.phase} {state.step}")
def test_whoever_must_act_is_asked(state: Any) -> None:
    shown = view(state, None)
    assert set(shown.acting) <= {prompt.player for prompt in shown.prompts}
    assert shown.headline
    assert shown.over == is_over(state)


@pytest.mark.parametrize("state", MOMENTS, ids=lambda state: f"{state.phase} {state.step}")
def test_buttons_and_lights_are_on_spaces_of_the_layout(state: Any) -> None:
    spaces = set(layout().space)
    choices = [choice for prompt in view(state, None).prompts for choice in prompt.choices]
    assert {choice.space for choice in choices} - {None} <= spaces
    assert {light.space for light in glow(state).lights} <= spaces


def test_nobody_learns_the_order_of_the_stack() -> None:
    one = state_from({"stack": ["T23", "T22", "G05"]})
    other = state_from({"stack": ["G05", "T22", "T23"]})
    assert view(one, "red").table["stack"] == view(other, "red").table["stack"] == ["G05", "T22", "T23"]


def test_a_phone_shows_only_what_its_player_is_asked() -> None:
    state = position()
    assert {prompt.player for prompt in view(state, "red").prompts} == {"red"}
    assert view(state, "blue").prompts == ()


def test_both_fighters_see_the_exchange() -> None:
    state = position(step="challenge_roll", challenge=GOLD_FIGHT)
    assert {prompt.player for prompt in view(state, None).prompts} == {"red", "blue"}
    assert view(state, "blue").prompts[0].text == "White die red, black die blue: roll 1 of 3"


def test_a_stuck_rival_is_said_to_be_stuck() -> None:
    labels = [choice.label for choice in view(position(step="action", stuck={"blue": True}), "red").prompts[0].choices]
    assert "bats: chase blue (stuck: bats cannot move him)" in labels


def test_stopping_is_offered_only_when_nothing_can_be_dug() -> None:
    assert not [prompt for prompt in view(position(), None).prompts if prompt.player is None]
    assert [prompt.player for prompt in view(position(stack=[]), None).prompts][-1] is None


def test_the_story_tells_why_an_exchange_counts_for_the_challenger() -> None:
    story = view(position(step="steal", challenge=WON, nuggets={"blue": 1}, gold_on=[]), None).story
    assert "Exchange 2: red 3, blue 3; it goes to red (a tie counts for the challenger)." in story


def test_headlines_tell_who_does_what() -> None:
    assert view(state_from({"phase": "development"}), None).headline == "Red draws a tile (tile 1 of 20)"
    assert view(position(phase="over", winner=["red"]), None).headline == "red won"
    assert view(position(phase="over", winner=[]), None).headline == "The game was stopped; nobody won"


def test_the_seat_of_whoever_must_act_is_lit() -> None:
    assert "seat.red" in lit(position())
    assert {"seat.red", "seat.blue"} <= set(lit(setup(["red", "blue"])))


def test_gold_glows_while_somebody_is_rich_and_pulses_for_a_nugget() -> None:
    assert lit(position(nuggets={"blue": 10}))["gold"].effect == "steady"
    assert lit(position(step="action", turn_info={"collected": True}))["gold"].effect == "pulse"
    assert "gold" not in lit(position())


def test_bats_flicker_until_they_are_settled() -> None:
    assert lit(position(step="bat_roll", challenge={**WON, "kind": "bat"}))["bats"].effect == "flash"
    assert "bats" not in lit(position(step="head_start", challenge=WON))


def test_the_passage_light_is_dim_then_steady_or_blinking() -> None:
    on_it = {"miners": {"red": [2, 0, 0]}}
    walk = {"steps": 3, "why": "passage"}
    assert lit(position(**on_it))["passage"].effect == "dim"
    assert lit(position(**on_it, step="walk", walk={**walk, "passage_open": True}))["passage"].effect == "steady"
    assert lit(position(**on_it, step="walk", walk=walk))["passage"].effect == "flash"
    assert "passage" not in lit(position())


def test_the_bar_counts_exchanges_from_both_ends_and_the_winner_flashes() -> None:
    running = lit(position(step="challenge_roll", challenge={**GOLD_FIGHT, "rolls": [[1, 2], [2, 2]]}))
    assert (running["bar.1"].effect, running["bar.10"].effect) == ("steady", "steady")
    decided = lit(position(step="head_start", challenge=WON))
    assert [decided[f"bar.{n}"].effect for n in (1, 2)] == ["flash", "flash"]
    assert "bar.10" not in decided


def test_the_bar_shows_steps_tiles_or_the_turn_timer() -> None:
    assert glow(position(step="walk", walk={"steps": 4})).bar == 0.4
    assert glow(state_from({"phase": "development", "dev_placed": 5})).bar == 0.3
    timed = glow(position())
    assert (timed.bar, timed.timer_s) == (None, 90.0)


def test_a_walk_marks_its_goals_and_an_open_passage_where_it_leads() -> None:
    walk = {"steps": 1, "why": "passage", "passage_open": True}
    state = position(step="walk", miners={"red": [2, 0, 0]}, walk=walk)
    assert {light.space for light in glow(state).lights if light.effect == "path"} == {"1,0,n", "-1,1,n"}


def test_for_a_moment_the_bar_shows_how_far_a_nugget_brought_its_owner() -> None:
    lights = lit(position(step="action", turn_info={"collected": True}, nuggets={"red": 3}))
    assert {name: light.for_s for name, light in lights.items() if name.startswith("bar")} == {
        "bar.1": 3.0,
        "bar.2": 3.0,
        "bar.3": 3.0,
    }


def test_free_chambers_are_pointed_at_one_after_the_other() -> None:
    state = position(step="steal", challenge=WON, nuggets={"blue": 1}, gold_on=[])
    rails = [(light.space, light.after_s) for light in glow(state).lights if light.space.startswith("rail")]
    assert rails == [("rail.x.1", 0.0), ("rail.y.-1", 0.0), ("rail.x.-1", 1.0), ("rail.y.1", 1.0)]


def test_the_winner_gets_a_chase() -> None:
    lights = lit(position(phase="over", winner=["red"], nuggets={"red": 10}))
    assert {f"bar.{n}" for n in range(1, 11)} <= set(lights)
    assert lights["seat.red"].effect == "flash"


def test_scores_have_lines_with_their_why() -> None:
    standing = score(position(nuggets={"red": 5}, miners={"red": [2, 0, 0]})).standings[0]
    assert (standing.total, standing.place) == (45, 1)
    assert [line.why for line in standing.lines] == [
        "red holds 5 of the 10 needed",
        "2 tiles to the ladder",
        "3 gold and 3 bat tokens left",
        "90 per cent are for the nuggets; 5 are missing",
    ]


def test_the_score_of_a_finished_game_names_the_winners() -> None:
    result = score(position(phase="over", winner=["blue"], nuggets={"blue": 10}))
    assert (result.winners, result.ranking, result.decided_by) == (("blue",), (("blue", 1), ("red", 2)), "")


@pytest.mark.parametrize(
    ("given", "decided_by"),
    [
        ({"nuggets": {"red": 1}}, ""),
        ({"nuggets": {"red": 11, "blue": 10}}, "more nuggets"),
        ({"miners": {"red": [1, 0, 0]}}, "the shorter way to the ladder"),
        ({}, ""),
    ],
)
def test_a_stopped_game_says_what_put_the_leader_ahead(given: Any, decided_by: str) -> None:
    assert score(position(phase="over", winner=[], gold_on=[], **given)).decided_by == decided_by


def test_views_and_lights_go_with_every_state_of_a_game() -> None:
    players = ["red", "green", "blue", "yellow"]
    state = setup(players, {"mud": True, "five_tile": True, "alliances": True})
    players_bots = bots(players, Random(5), "greedy")
    while not is_over(state):
        action = players_bots.choose(state)
        players_bots.saw(state, action)
        state = apply(state, action)
        shown = view(state, "red")
        assert to_json(shown)["headline"]
        assert glow(state).lights
