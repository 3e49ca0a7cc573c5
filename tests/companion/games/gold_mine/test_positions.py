"""Positions written with the usual left out."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import BadInput
from companion.games.gold_mine.board import COLOURS
from companion.games.gold_mine.positions import state_from
from companion.games.gold_mine.scoring import score
from companion.games.gold_mine.state import State
from companion.games.protocol import to_json


def test_the_usual_is_left_out() -> None:
    state = to_json(state_from({"mine": [["G03", 0, -1, 0]]}))
    assert state["players"] == ["red", "blue"]
    assert (state["phase"], state["step"], state["turn"], state["actor"]) == ("production", "movement", "red", "red")
    assert state["options"] == {"mud": False, "five_tile": False, "alliances": False, "must_join": False}
    assert state["mine"][0] == {"tile": "E00", "cell": [0, 0], "rot": 0}
    assert state["gold_on"] == [[0, -1]]
    assert (state["bank"], state["dev_placed"], len(state["stack"])) == (27, 20, 98)
    assert state["miners"] == {"red": [0, 0, 0], "blue": [0, 0, 0]}


def test_a_state_reads_back_as_it_was_written() -> None:
    state = state_from({"options": {"passage_or_stay": True}, "mine": [["G03", 0, -1, 0]], "nuggets": {"red": 2}})
    assert state_from(to_json(state)) == state


NONSENSE: list[tuple[Any, str]] = [
    (7, "Expected `object`"),
    ({"weather": "fine"}, "unknown field `weather`"),
    ({"players": ["red"]}, "players are 2 to 6"),
    ({"players": ["red", "red"]}, "players are 2 to 6"),
    ({"options": {"lava": True}}, "options are mud"),
    ({"options": {"mud": 1}}, "Expected `bool`"),
    ({"options": {"alliances": True}}, "alliances need 4 or 6"),
    ({"phase": "lunch"}, "phase"),
    ({"phase": "development", "step": "walk"}, "no step walk in phase development"),
    ({"turn": "pink"}, "not pink"),
    ({"turn": None}, "somebody's turn"),
    ({"mine": [["T99", 0, 1, 0]]}, "no tile called T99"),
    ({"mine": [["T22", 0, 1, 0], ["T22", 0, 2, 0]]}, "two places at once"),
    ({"mine": [["T22", 0, 1, 0]], "stack": ["T22"]}, "two places at once"),
    ({"mine": [["T22", 0, 1, 0], ["T23", 0, 1, 0]]}, "two tiles lie on one cell"),
    ({"mine": [["T22", 0, 1, 4]]}, "0, 1, 2 or 3 quarters"),
    ({"mine": [["E00", 0, 1, 0]]}, "two places at once"),
    ({"mine": [["T22", 0, 9, 0]]}, "outside the field"),
    ({"field": {"x": [-(10**9), 10**9], "y": [-7, 7]}}, "no table is that large"),
    ({"gold_on": [[0, 0]]}, "nuggets lie in chambers only"),
    ({"mine": [["G03", 0, -1, 0]], "gold_on": [[0, -1], [0, -1]]}, "one nugget"),
    ({"nuggets": {"red": 29}}, "28 nuggets"),
    ({"nuggets": {"red": -1}}, "28 nuggets"),
    ({"nuggets": {"pink": 1}}, "not pink"),
    ({"bank": 5}, "28 nuggets"),
    ({"tokens": {"red": {"gold": -1}}}, "0 tokens"),
    ({"miners": {"red": [5, 5, 0]}}, "where no tunnel is"),
    ({"miners": {"red": None}}, "every miner is in the mine"),
    ({"phase": "start_roll", "start_pending": []}, "still has to roll"),
    ({"step": "place"}, "needs a drawn tile"),
    ({"step": "walk"}, "needs a walk"),
    ({"step": "walk", "walk": {"steps": -1}}, "fewer than 0 steps"),
    ({"step": "challenge_roll"}, "challenge must be running"),
    ({"step": "steal", "challenge": {"kind": "gold", "challenger": "red", "defender": "blue"}}, "must be decided"),
    ({"challenge": {"kind": "gold", "challenger": "red", "defender": "red"}}, "nobody challenges himself"),
    ({"challenge": {"kind": "gold", "challenger": "red", "defender": "blue", "winner": "red"}}, "the other loses"),
    ({"challenge": {"kind": "gold", "challenger": "red", "defender": "blue", "rolls": [[7, 1]]}}, "1 to 6"),
    (
        {
            "step": "steal",
            "challenge": {"kind": "gold", "challenger": "red", "defender": "blue", "winner": "red", "loser": "blue"},
        },
        "no nugget to lose",
    ),
    ({"dev_placed": -1}, "0 tiles"),
]


@pytest.mark.parametrize(("raw", "says"), NONSENSE)
def test_nonsense_is_refused_in_one_line(raw: Any, says: str) -> None:
    with pytest.raises(BadInput) as refused:
        state_from(raw)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_deeply_nested_position_is_refused_too() -> None:
    nested: Any = []
    for _ in range(100_000):
        nested = [nested]
    with pytest.raises(BadInput):
        state_from({"mine": nested})


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.sampled_from(COLOURS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(State.__struct_fields__), JUNK, min_size=1, max_size=4))
@settings(max_examples=150, deadline=None)
def test_a_junk_position_is_refused_or_a_state_with_scores(junk: dict[str, Any]) -> None:
    with suppress(BadInput):
        assert score(state_from(junk)).standings
