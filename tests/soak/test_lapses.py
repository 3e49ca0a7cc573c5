"""The tracker before eyes that see all there is to see, but not always at once: hundreds of moves in seconds."""

from collections.abc import Callable

import pytest

from companion.games import game_named
from tests.soak.seer import play_seen
from tests.soak.test_five_games import WITH_FAULTS, row, unknown

HASTE = "hand,crooked,quick,correct"
TABLES = [
    ("gold_mine", 2),
    ("gold_mine", 3),
    ("gold_mine", 5),
    ("gold_raiders", 2),
    ("gold_raiders", 4),
    ("temple_of_gold", 2),
    ("temple_of_gold", 4),
    ("pyramid_raiders", 4),
]
SEEDS = (101, 102, 103, 104, 105, 106)  # every third with greedy bots

pytestmark = [pytest.mark.soak, pytest.mark.timeout(3600)]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("name", "count"), TABLES)
def test_what_is_read_late_is_never_taken_for_something_else(
    name: str, count: int, seed: int, figure: Callable[[str], None]
) -> None:
    style = "random" if seed % 3 else "greedy"
    result = play_seen(game_named(name), count, seed, style, HASTE)
    figure(row(result, style, f"{HASTE}, lapses"))
    assert result.wrong == 0
    assert unknown(result) <= WITH_FAULTS
