"""What phones show: the specification's section 10, with answers that can be given right now."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.gold_mine.glow import glow
from companion.games.gold_mine.layout import layout
from companion.games.gold_mine.positions import state_from
from companion.games.gold_mine.rules import apply, is_over, read
from companion.games.gold_mine.view import view
from companion.games.naming import plain
from companion.games.protocol import to_json

Position = Callable[..., Any]
GOLD_FIGHT = {"kind": "gold", "challenger": "red", "defender": "blue"}
WON = {**GOLD_FIGHT, "rolls": [[6, 1], [3, 3]], "winner": "red", "loser": "blue"}
MOMENTS: list[dict[str, Any]] = [
    {"mine": [], "phase": "start_roll", "players": ["red", "green", "blue"]},
    {"mine": [], "phase": "development"},
    {"mine": [], "phase": "development", "step": "place", "drawn": "T22"},
    {"mine": [], "phase": "development", "step": "place", "drawn": "G01"},
    {},
    {"stack": []},
    {"miners": {"red": [2, 0, 0]}},
    {"options": {"mud": True, "five_tile": True}, "hands": {"red": ["C02"]}},
    {"step": "walk", "walk": {"steps": 3}},
    {"step": "walk", "walk": {"steps": 1, "why": "excavate"}},
    {"step": "walk", "miners": {"red": [2, 0, 0]}, "walk": {"steps": 3, "why": "passage", "passage_open": True}},
    {"step": "walk", "miners": {"red": [2, 0, 0]}, "walk": {"steps": 3, "why": "passage"}},
    {"step": "walk", "walk": {"steps": 2, "why": "bats", "miner": "blue"}, "challenge": {**WON, "kind": "bat"}},
    {"step": "action", "miners": {"red": [1, -1, 0]}, "stuck": {"blue": True}},
    {"step": "action", "turn_info": {"collected": True, "displaced": True}, "stuck": {"red": True}},
    {
        "step": "action",
        "players": ["red", "green", "blue", "yellow"],
        "options": {"alliances": True},
        "nuggets": {"red": 2},
    },
    {"step": "challenge_roll", "challenge": {**GOLD_FIGHT, "rolls": [[1, 2], [2, 2]]}},
    {"step": "steal", "challenge": WON, "nuggets": {"blue": 1}, "gold_on": []},
    {"step": "head_start", "challenge": WON},
    {"step": "bat_roll", "challenge": {**WON, "kind": "bat"}},
    {"phase": "over", "winner": ["red"], "nuggets": {"red": 10}},
    {"phase": "over", "winner": []},
]
every_moment = pytest.mark.parametrize(
    "given", MOMENTS, ids=lambda given: f"{given.get('phase', 'production')} {given.get('step', '')}"
)


@every_moment
def test_every_button_can_be_pressed_right_now(position: Position, given: Any) -> None:
    state = position(**given)
    choices = [choice for prompt in view(state, None).prompts for choice in prompt.choices]
    for choice in choices:
        apply(state, read(state, choice.action))
    assert choices or is_over(state)


@every_moment
def test_whoever_must_act_is_asked(position: Position, given: Any) -> None:
    state = position(**given)
    shown = view(state, None)
    assert set(shown.acting) <= {prompt.player for prompt in shown.prompts}
    assert shown.headline
    assert shown.over == is_over(state)


@every_moment
def test_buttons_and_lights_are_on_spaces_of_the_layout(position: Position, given: Any) -> None:
    state = position(**given)
    spaces = set(layout().space)
    choices = [choice for prompt in view(state, None).prompts for choice in prompt.choices]
    assert {choice.space for choice in choices} - {None} <= spaces
    assert {light.space for light in glow(state).lights} <= spaces


def test_nobody_learns_the_order_of_the_stack() -> None:
    one = state_from({"stack": ["T23", "T22", "G05"]})
    other = state_from({"stack": ["G05", "T22", "T23"]})
    assert view(one, "red").table["stack"] == view(other, "red").table["stack"] == ["G05", "T22", "T23"]


def test_a_phone_shows_only_what_its_player_is_asked(position: Position) -> None:
    state = position()
    assert {prompt.player for prompt in view(state, "red").prompts} == {"red"}
    assert view(state, "blue").prompts == ()


def test_both_fighters_see_the_exchange(position: Position) -> None:
    state = position(step="challenge_roll", challenge=GOLD_FIGHT)
    assert {prompt.player for prompt in view(state, None).prompts} == {"red", "blue"}
    assert plain(view(state, "blue").prompts[0].text) == "White die Red, black die Blue: roll 1 of 3"


def test_a_stuck_rival_is_said_to_be_stuck(position: Position) -> None:
    prompt = view(position(step="action", stuck={"blue": True}), "red").prompts[0]
    assert "send bats at Blue (stuck: bats cannot move him)" in [plain(choice.label) for choice in prompt.choices]


def test_stopping_is_offered_only_when_nothing_can_be_dug(position: Position) -> None:
    assert not [prompt for prompt in view(position(), None).prompts if prompt.player is None]
    assert [prompt.player for prompt in view(position(stack=[]), None).prompts][-1] is None


def test_headlines_tell_who_does_what(position: Position) -> None:
    assert plain(view(state_from({"phase": "development"}), None).headline) == "Red draws a tile (tile 1 of 20)"
    assert plain(view(position(phase="over", winner=["red"]), None).headline) == "Red won"
    assert view(position(phase="over", winner=[]), None).headline == "The game was stopped; nobody won"


def test_buttons_speak_the_words_of_the_game(position: Position) -> None:
    [prompt] = view(position(step="walk", walk={"steps": 1}), "red").prompts
    assert [choice.label for choice in prompt.choices] == [
        "stay",
        "walk to T07, 1 north of the entrance",
        "walk to T08, 1 west of the entrance",
        "walk to C01, 1 east of the entrance",
    ]


def test_views_and_lights_go_with_every_state_of_a_game(played: Callable[..., Any]) -> None:
    states, _ = played(4, "mud", "five_tile", "alliances", seed=5, style="greedy")
    for state in states[1:]:
        assert to_json(view(state, "red"))["headline"]
        assert glow(state).lights
    assert len(states) > 1
