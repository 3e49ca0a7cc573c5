"""Section 7: how far everybody is, and why."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.gold_mine.scoring import score
from companion.games.naming import plain

Position = Callable[..., Any]


def test_scores_have_lines_with_their_why(position: Position) -> None:
    standing = score(position(nuggets={"red": 5}, miners={"red": [2, 0, 0]})).standings[0]
    assert (standing.total, standing.place) == (45, 1)
    assert [plain(line.why) for line in standing.lines] == [
        "Red holds 5 of the 10 needed",
        "2 tiles to the ladder",
        "3 gold and 3 bat tokens left",
        "90 per cent are for the nuggets; 5 are missing",
    ]


def test_the_score_of_a_finished_game_names_the_winners(position: Position) -> None:
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
def test_a_stopped_game_says_what_put_the_leader_ahead(position: Position, given: Any, decided_by: str) -> None:
    assert score(position(phase="over", winner=[], gold_on=[], **given)).decided_by == decided_by
