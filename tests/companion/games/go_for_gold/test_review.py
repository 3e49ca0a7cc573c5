"""A second reader's cases: actions, reasons and rulings, worked out from the specification by hand."""

from pathlib import Path

import pytest

from companion.games import go_for_gold as game
from companion.games.referee import failures, read_cases

CASES = read_cases(Path(__file__).with_name("review.json").read_text(), "review.json")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_referee_agrees_with_the_second_reader(case):
    assert failures(game, case) == []
