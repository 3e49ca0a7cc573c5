"""Whole games, at random: they end, replay alike, and no junk gets through; refusals one by one are in the cases."""

import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import IllegalAction
from companion.games.gold_mine.actions import PlayOwnTile
from companion.games.gold_mine.board import COLOURS
from companion.games.gold_mine.positions import state_from
from companion.games.gold_mine.questions import legal_types
from companion.games.gold_mine.rules import RULES, apply, is_over, read
from companion.games.protocol import to_json

Played = Callable[..., tuple[tuple[Any, ...], tuple[Any, ...]]]
ALL = ("mud", "five_tile", "alliances")
TABLES: list[tuple[int, tuple[str, ...]]] = [
    (2, ()),
    (3, ()),
    (4, ()),
    (5, ()),
    (6, ()),
    (4, ("mud",)),
    (2, ("mud", "five_tile")),
    (4, ("alliances",)),
    (6, ("alliances", "mud")),
    (4, ("mud", "five_tile", "alliances", "must_join")),
    (3, ("next_opens", "one_way_open", "passage_or_stay")),
    (3, ("mud", "five_tile", "own_tiles_early")),
]


@pytest.mark.parametrize("style", ["random", "greedy"])
@pytest.mark.parametrize(("count", "options"), TABLES, ids=str)
def test_games_end_and_nothing_is_lost_on_the_way(
    played: Played, count: int, options: tuple[str, ...], style: str
) -> None:
    states, _ = played(count, *options, seed=1, style=style)
    assert is_over(states[-1])
    for state in states:
        assert state.bank + len(state.gold_on) + sum(state.nuggets.values()) == 28
        hands = [tile for hand in state.hands.values() for tile in hand]
        drawn = [state.drawn] if state.drawn else []
        tiles = [laid.tile for laid in state.mine] + list(state.stack) + hands + drawn
        assert len(tiles) == len(set(tiles)) == 100


@pytest.mark.parametrize(("count", "options"), TABLES, ids=str)
def test_a_game_replays_from_its_json_to_the_same_states(played: Played, count: int, options: tuple[str, ...]) -> None:
    states, actions = played(count, *options, seed=2, style="random")
    state = states[0]
    for action, after in zip(actions, states[1:], strict=True):
        state = apply(state, read(state, json.loads(json.dumps(to_json(action)))))
        assert state == after
    assert actions


@pytest.mark.parametrize(("count", "options"), TABLES, ids=str)
def test_states_read_back_as_they_were_written_and_go_on_alike(
    played: Played, count: int, options: tuple[str, ...]
) -> None:
    states, actions = played(count, *options, seed=3, style="random")
    for state, action in list(zip(states, actions, strict=False))[::25]:
        read_back = state_from(to_json(state))
        assert read_back == state
        assert apply(read_back, action) == apply(state, action)
        assert legal_types(read_back) == legal_types(state)
    assert actions


def test_an_own_tile_is_not_played_while_a_drawn_one_waits() -> None:
    options = {"mud": True, "five_tile": True, "own_tiles_early": True}
    given = {"options": options, "phase": "development", "hands": {"red": ["C02"]}}
    own = PlayOwnTile("red", "C02", (0, 1), 0)
    assert RULES.why_not(state_from(given), own) is None
    assert RULES.why_not(state_from({**given, "step": "place", "drawn": "T22"}), own) == "wrong_step"


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.sampled_from(COLOURS),
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


@given(
    st.integers(0, 10_000),
    st.sampled_from([*RULES.kinds, "fly"]),
    st.dictionaries(st.sampled_from(FIELDS), JUNK),
    st.booleans(),
)
@settings(max_examples=150, deadline=None)
def test_junk_is_refused_and_nothing_else(
    played: Played, number: int, kind: str, junk: dict[str, Any], is_actor: bool
) -> None:
    states = played(4, *ALL, seed=7)[0]
    state = states[number % len(states)]
    before = json.dumps(to_json(state))
    raw = {**junk, "type": kind, **({"player": state.actor} if is_actor else {})}
    with suppress(IllegalAction):
        apply(state, read(state, raw))
    assert json.dumps(to_json(state)) == before


ODD = (None, True, -1, 0, 7, 10**30, 1.5, "", "red", "T22", [], [1], [0, -1], [0, 0, 0], [[]], {}, {"x": 1})


def test_thousands_of_spoilt_actions_are_refused_or_apply_and_no_state_changes(played: Played) -> None:
    rng = Random(11)
    states, actions = played(4, *ALL, seed=7)
    states = states[::20]
    before = json.dumps(to_json(states))
    for _ in range(4000):
        state, raw = rng.choice(states), to_json(rng.choice(actions))
        raw[rng.choice(list(raw))] = rng.choice(ODD)
        with suppress(IllegalAction):
            apply(state, read(state, raw))
    assert json.dumps(to_json(states)) == before


@given(JUNK)
@settings(max_examples=100, deadline=None)
def test_what_is_no_action_at_all_is_unknown(played: Played, junk: Any) -> None:
    with pytest.raises(IllegalAction) as refused:
        read(played(4, *ALL, seed=7)[0][50], junk)
    assert refused.value.code == "unknown_action"
