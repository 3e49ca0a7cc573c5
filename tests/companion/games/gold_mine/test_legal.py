"""What is listed as legal: each outcome once, all of it can be done, and nothing else can."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.errors import IllegalAction
from companion.games.gold_mine import legal as lists
from companion.games.gold_mine.positions import state_from
from companion.games.gold_mine.rules import apply, legal, read
from companion.games.protocol import kind_of, to_json

Played = Callable[..., tuple[tuple[Any, ...], tuple[Any, ...]]]
Position = Callable[..., Any]


def test_legal_lists_each_outcome_once_and_all_of_it_applies(played: Played) -> None:
    states, _ = played(4, "mud", "five_tile", "alliances", seed=4, style="random")
    rolls = ("roll_start", "roll_passage", "challenge_roll")
    for state in states[:-1:25]:
        listed = legal(state)
        assert len({json.dumps(to_json(action)) for action in listed}) == len(listed)
        outcomes = [json.dumps(to_json(apply(state, action))) for action in listed if kind_of(action) not in rolls]
        assert len(set(outcomes)) == len(outcomes)
    assert len(states) > 25


def test_what_legal_does_not_list_is_refused(played: Played) -> None:
    states, actions = played(4, "mud", "alliances", seed=6, style="random")
    rng = Random(6)
    refused = 0
    for state in states[:-1:3]:
        listed = [to_json(action) for action in legal(state)]
        raw = _twisted(to_json(rng.choice(actions)), rng, state)
        if raw not in listed and not _says_the_same(raw, listed):
            with pytest.raises(IllegalAction):
                read(state, raw)
            refused += 1
    assert refused


def _twisted(raw: dict[str, Any], rng: Random, state: Any) -> dict[str, Any]:
    """An action of some other moment, as the one who must act now might try it."""
    change: dict[str, Any] = {"player": state.actor or state.start_pending[0]}
    if "cell" in raw:
        change["cell"] = [rng.randint(-4, 4), rng.randint(-4, 4)]
    return {**raw, **change} if "player" in raw else {**raw, "type": "fly"}


def _says_the_same(raw: dict[str, Any], listed: list[Any]) -> bool:
    """A passage near by is listed as a walk, though going through it is no fault."""
    return raw["type"] == "traverse" and {**raw, "type": "move"} in listed


def test_a_near_passage_is_walked_to_and_a_far_one_gone_through(position: Position) -> None:
    walk = {"steps": 1, "why": "passage", "passage_open": True}
    state = position(step="walk", miners={"red": [2, 0, 0]}, walk=walk)
    assert [action.to for action in lists.walks(state)] == [(1, 0, 0)]
    assert [action.to for action in lists.traverses(state)] == [(-1, 1, 0)]


def test_a_tile_goes_back_only_if_it_fits_nowhere() -> None:
    hopeless, good = state_from({"step": "place", "drawn": "G01"}), state_from({"step": "place", "drawn": "T22"})
    assert (len(lists.placings(hopeless)), len(lists.returns(hopeless))) == (0, len(hopeless.stack) + 1)
    assert (len(lists.placings(good)), len(lists.returns(good))) == (16, 0)


def test_partners_hand_over_either_way_any_number_they_have(position: Position) -> None:
    players = ["red", "green", "blue", "yellow"]
    state = position(players=players, options={"alliances": True}, step="action", nuggets={"red": 2, "blue": 1})
    given = [(action.giver, action.to, action.count) for action in lists.hand_offs(state)]
    assert given == [("red", "blue", 1), ("red", "blue", 2), ("blue", "red", 1)]


def test_nothing_is_legal_after_the_end(position: Position) -> None:
    assert legal(position(phase="over", winner=["red"])) == []
