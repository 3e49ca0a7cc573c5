"""The benchmark of the rules: what a batch did, over how long it took."""

import pytest

from companion.bench import rules
from companion.games import game_named


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock on which every look takes a tenth of the share."""
    seconds = iter(number * rules.SHARE_S / 10 for number in range(1000))
    monkeypatch.setattr(rules.time, "perf_counter", lambda: next(seconds))


@pytest.mark.usefixtures("quick")
def test_a_rate_is_what_was_done_over_the_time_it_took() -> None:
    asked: list[int] = []

    def batch(number: int) -> int:
        asked.append(number)
        return 5

    assert rules._rate(batch) == pytest.approx(9 * 5 / rules.SHARE_S)
    assert asked == list(range(9))


@pytest.mark.usefixtures("quick")
def test_whole_games_are_played_for_a_rate() -> None:
    assert rules._playouts(game_named("gold_raiders")) > 9


@pytest.mark.usefixtures("quick")
def test_every_state_of_some_games_is_listed_and_left() -> None:
    assert rules._steps(game_named("gold_raiders")) == pytest.approx(9 / rules.SHARE_S)


@pytest.mark.usefixtures("quick")
def test_chess_is_the_reference() -> None:
    pytest.importorskip("chess", reason="the reference comes with companion[dev]")
    assert rules._chess_moves() > 0
