"""The first page weighs little and comes soon, on a slow phone; and so does every update."""

import os

import pytest

from companion.bench.page import opened
from companion.bench.phones import largest_update
from web import create_app

GAMES = ("pyramid_raiders", "gold_raiders", "gold_mine", "temple_of_gold", "go_for_gold")


@pytest.fixture
def begun(request, new_table, new_server, clock) -> str:
    """Where a game is served, half played."""
    table = new_table(request.param, 0.5)
    server = new_server(create_app(table, address="http://127.0.0.1", clock=clock))
    return f"http://127.0.0.1:{server.port}/"


heaviest = pytest.mark.parametrize("begun", ["gold_mine", "pyramid_raiders"], indirect=True)


@pytest.mark.browser
@heaviest
def test_the_first_page_is_light(browser, begun):
    found = opened(browser, begun, is_slow=False)
    assert found["bytes"] <= 120_000
    assert found["requests"] <= 12


@pytest.mark.soak
@pytest.mark.stopwatch  # beside other tests a stopwatch measures those; `companion bench phones` prints the figures
@pytest.mark.browser
@pytest.mark.skipif(os.getloadavg()[0] > 2 * (os.cpu_count() or 1), reason="this machine is too busy to time a page")
@heaviest
def test_the_headline_and_the_board_are_soon_there_on_a_slow_phone(browser, begun):
    """The best of three, for this machine has other work too."""
    found = [opened(browser, begun) for _ in range(3)]
    assert min(one["headline_ms"] for one in found) <= 1000
    assert min(one["board_ms"] for one in found) <= 2500


@pytest.mark.parametrize("game", GAMES)
def test_no_update_is_larger_than_four_kilobytes(game):
    assert 0 < largest_update(game, seed=1, entries=200) <= 4096


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", GAMES)
def test_no_update_of_a_whole_game_is_larger_than_four_kilobytes(game):
    assert 0 < largest_update(game, seed=1) <= 4096
