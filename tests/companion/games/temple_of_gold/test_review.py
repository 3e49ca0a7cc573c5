"""A second reader's cases: every action, reason and question, worked out by hand from the specification."""

from pathlib import Path
from typing import Any

import pytest

from companion.games import temple_of_gold
from companion.games.referee import failures, read_cases

CASES = read_cases((Path(__file__).parent / "review.json").read_text(), "review.json")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_referee_agrees_with_the_second_reader(case: Any) -> None:
    assert failures(temple_of_gold, case) == []
