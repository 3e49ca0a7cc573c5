"""The questions of section 3."""

from collections.abc import Callable
from typing import Any

from companion.games.gold_mine.positions import state_from
from companion.games.gold_mine.questions import check_placement, legal_placements, legal_types, passages, reachable

Position = Callable[..., Any]


def test_a_tile_is_checked_whoever_has_it_now() -> None:
    state = state_from({"phase": "development"})
    assert check_placement(state, "T01", (0, -1), 0) == "ok"
    assert check_placement(state, "T01", (0, -1), 1) == "entrance_blocked"


def test_all_rotations_are_listed_even_where_they_look_alike() -> None:
    assert len(legal_placements(state_from({"phase": "development"}), "T22")) == 16


def test_passages_and_places_in_reach(position: Position) -> None:
    assert passages(position()) == [(-1, 1, 0), (2, 0, 0)]
    assert set(reachable(position(), (0, 0, 0), 1)) == {(0, -1, 0), (-1, 0, 0), (1, 0, 0)}


def test_a_near_passage_may_be_gone_through_though_it_is_listed_as_a_walk(position: Position) -> None:
    walk = {"steps": 6, "why": "passage", "passage_open": True}
    state = position(step="walk", miners={"red": [2, 0, 0]}, walk=walk)
    assert legal_types(state) == ["move", "stay", "traverse"]
