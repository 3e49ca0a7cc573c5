"""Whole games, at random: they end, replay alike, and no junk ever gets through."""

import json
from contextlib import suppress
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import BadInput, IllegalAction
from companion.games.gold_mine import (
    SEATS,
    apply,
    bots,
    is_over,
    layout,
    legal,
    legal_types,
    placements,
    read,
    score,
    setup,
    shown,
    state_from,
)
from companion.games.gold_mine.actions import KINDS
from companion.games.gold_mine.tunnels import Tunnels
from companion.games.protocol import kind_of, to_json

TABLES: list[tuple[int, dict[str, bool]]] = [
    (2, {}),
    (3, {}),
    (4, {}),
    (5, {}),
    (6, {}),
    (4, {"mud": True}),
    (2, {"mud": True, "five_tile": True}),
    (4, {"alliances": True}),
    (6, {"alliances": True, "mud": True}),
    (4, {"mud": True, "five_tile": True, "alliances": True, "must_join": True}),
    (3, {"next_opens": True, "one_way_open": True, "passage_or_stay": True}),
    (3, {"mud": True, "five_tile": True, "own_tiles_early": True}),
]


def game(count: int, options: dict[str, bool], seed: int, style: str) -> tuple[list[Any], list[Any]]:
    """The states and the actions of one game."""
    players = SEATS[:count]
    states, actions = [setup(players, options)], []
    hands = bots(players, Random(seed), style)
    while not is_over(states[-1]) and len(actions) < 5000:
        actions.append(hands.choose(states[-1]))
        hands.saw(states[-1], actions[-1])
        states.append(apply(states[-1], actions[-1]))
    return states, actions


@pytest.mark.parametrize("style", ["random", "greedy"])
@pytest.mark.parametrize(("count", "options"), TABLES, ids=str)
def test_games_end_and_nothing_is_lost_on_the_way(count: int, options: dict[str, bool], style: str) -> None:
    states, _ = game(count, options, 1, style)
    assert is_over(states[-1])
    for state in states:
        assert state.bank + len(state.gold_on) + sum(state.nuggets.values()) == 28
        hands = [tile for hand in state.hands.values() for tile in hand]
        drawn = [state.drawn] if state.drawn else []
        tiles = [laid.tile for laid in state.mine] + list(state.stack) + hands + drawn
        assert len(tiles) == len(set(tiles)) == 100


@pytest.mark.parametrize(("count", "options"), TABLES, ids=str)
def test_a_game_replays_from_its_json_to_the_same_states(count: int, options: dict[str, bool]) -> None:
    states, actions = game(count, options, 2, "random")
    state = states[0]
    for action, after in zip(actions, states[1:], strict=True):
        state = apply(state, read(state, json.loads(json.dumps(to_json(action)))))
        assert state == after


@pytest.mark.parametrize(("count", "options"), TABLES, ids=str)
def test_states_read_back_as_they_were_written_and_go_on_alike(count: int, options: dict[str, bool]) -> None:
    states, actions = game(count, options, 3, "random")
    for state, action in list(zip(states, actions, strict=False))[::25]:
        read_back = state_from(to_json(state))
        assert read_back == state
        assert apply(read_back, action) == apply(state, action)
        assert legal_types(read_back) == legal_types(state)


def test_greedy_bots_mostly_win_and_are_quicker_than_random_ones() -> None:
    greedy = [game(3, {}, seed, "greedy") for seed in range(5)]
    wild = [game(3, {}, seed, "random") for seed in range(5)]
    assert all(states[-1].winner for states, _ in greedy)
    assert sum(len(actions) for _, actions in greedy) < sum(len(actions) for _, actions in wild)


def test_the_same_seed_plays_the_same_game() -> None:
    assert game(4, {"mud": True}, 9, "random")[1] == game(4, {"mud": True}, 9, "random")[1]


def test_bots_of_no_known_style_are_refused() -> None:
    with pytest.raises(BadInput, match="there are random, greedy"):
        bots(["red", "blue"], Random(1), "sly")


def test_bots_stop_a_game_nobody_can_win() -> None:
    state = state_from({"stack": [], "mine": [["T22", 0, 1, 0]]})
    assert kind_of(bots(["red", "blue"], Random(1), "greedy").choose(state)) == "stop_game"


def test_legal_lists_each_outcome_once_and_all_of_it_applies() -> None:
    states, _ = game(4, {"mud": True, "five_tile": True, "alliances": True}, 4, "random")
    rolls = ("roll_start", "roll_passage", "challenge_roll")
    for state in states[:-1:25]:
        listed = legal(state)
        assert len({json.dumps(to_json(action)) for action in listed}) == len(listed)
        outcomes = [json.dumps(to_json(apply(state, action))) for action in listed if kind_of(action) not in rolls]
        assert len(set(outcomes)) == len(outcomes)


def test_what_legal_does_not_list_is_refused() -> None:
    states, actions = game(4, {"mud": True, "alliances": True}, 6, "random")
    rng = Random(6)
    for state in states[:-1:3]:
        listed = [to_json(action) for action in legal(state)]
        raw = _twisted(to_json(rng.choice(actions)), rng, state)
        if raw not in listed and not _says_the_same(raw, listed):
            with pytest.raises(IllegalAction):
                read(state, raw)


def _twisted(raw: dict[str, Any], rng: Random, state: Any) -> dict[str, Any]:
    """An action of some other moment, as the one who must act now might try it."""
    change: dict[str, Any] = {"player": state.actor or state.start_pending[0]}
    if "cell" in raw:
        change["cell"] = [rng.randint(-4, 4), rng.randint(-4, 4)]
    return {**raw, **change} if "player" in raw else {**raw, "type": "fly"}


def _says_the_same(raw: dict[str, Any], listed: list[Any]) -> bool:
    """A passage near by is listed as a walk, though going through it is no fault."""
    return raw["type"] == "traverse" and {**raw, "type": "move"} in listed


def test_the_web_of_tunnels_handed_on_is_the_one_built_anew() -> None:
    last = game(4, {"mud": True}, 8, "random")[0][-1]
    anew = state_from(to_json(last)).tunnels
    for part in ("laid", "joins", "edges", "passages", "muds"):
        assert getattr(anew, part) == getattr(last.tunnels, part)


def test_edges_of_the_mine_do_not_depend_on_the_order_of_laying() -> None:
    last = game(2, {}, 8, "greedy")[0][-1]
    other = {**to_json(last), "mine": [to_json(last)["mine"][0], *to_json(last)["mine"][:0:-1]]}
    assert state_from(other).tunnels.edges == last.tunnels.edges
    assert isinstance(last.tunnels, Tunnels)


def test_all_that_lies_on_the_table_is_in_the_layout_and_shown_moves_are_legal() -> None:
    table = layout()
    states, _ = game(6, {"alliances": True}, 4, "greedy")
    for before, after in list(pairwise(states))[::5]:
        seen = placements(after)
        assert {lying.space for lying in seen} <= set(table.space)
        assert {lying.piece for lying in seen} <= set(table.piece)
        for action in shown(before, seen):
            apply(before, action)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.sampled_from(SEATS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
FIELDS = (
    "player",
    "tile",
    "cell",
    "rot",
    "die",
    "dice",
    "to",
    "from",
    "count",
    "kind",
    "defender",
    "challenger",
    "position",
)
SOME_STATES = game(4, {"mud": True, "five_tile": True, "alliances": True}, 7, "random")[0]


@given(
    st.integers(0, len(SOME_STATES) - 1),
    st.sampled_from([*KINDS, "fly"]),
    st.dictionaries(st.sampled_from(FIELDS), JUNK),
    st.booleans(),
)
@settings(max_examples=150, deadline=None)
def test_junk_is_refused_and_nothing_else(number: int, kind: str, junk: dict[str, Any], is_actor: bool) -> None:
    state = SOME_STATES[number]
    before = json.dumps(to_json(state))
    raw = {**junk, "type": kind, **({"player": state.actor} if is_actor else {})}
    with suppress(IllegalAction):
        apply(state, read(state, raw))
    assert json.dumps(to_json(state)) == before


ODD = (None, True, -1, 0, 7, 10**30, 1.5, "", "red", "T22", [], [1], [0, -1], [0, 0, 0], [[]], {}, {"x": 1})


def test_thousands_of_spoilt_actions_are_refused_or_apply_and_no_state_changes() -> None:
    rng = Random(11)
    _, actions = game(4, {"mud": True, "five_tile": True, "alliances": True}, 7, "random")
    states = SOME_STATES[::20]
    before = json.dumps(to_json(states))
    for _ in range(4000):
        state, raw = rng.choice(states), to_json(rng.choice(actions))
        raw[rng.choice(list(raw))] = rng.choice(ODD)
        with suppress(IllegalAction):
            apply(state, read(state, raw))
    assert json.dumps(to_json(states)) == before


@given(JUNK)
@settings(max_examples=100, deadline=None)
def test_what_is_no_action_at_all_is_unknown(junk: Any) -> None:
    with pytest.raises(IllegalAction) as refused:
        read(SOME_STATES[50], junk)
    assert refused.value.code == "unknown_action"


@given(st.dictionaries(st.sampled_from(tuple(to_json(SOME_STATES[0]))), JUNK, min_size=1, max_size=4))
@settings(max_examples=150, deadline=None)
def test_a_junk_position_is_refused_or_a_state_with_scores(junk: dict[str, Any]) -> None:
    with suppress(BadInput):
        assert score(state_from(junk)).standings


@pytest.mark.soak
@pytest.mark.parametrize("style", ["random", "greedy"])
@pytest.mark.parametrize(("count", "options"), TABLES, ids=str)
def test_two_hundred_games_of_every_table_end(count: int, options: dict[str, bool], style: str) -> None:
    for seed in range(1, 201):
        assert is_over(game(count, options, seed, style)[0][-1]), seed
