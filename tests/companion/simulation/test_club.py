"""Simulated tables of a club: bots play, game after game, whether anybody hears them or not."""

import time

import pytest

from companion.club.broker import free_port
from companion.club.line import MqttConfig
from companion.simulation.club import ClubTable


@pytest.fixture
def table(tmp_path):
    config = MqttConfig(host="127.0.0.1", port=free_port(), table="anker")
    made = ClubTable(config, ("go_for_gold", "gold_raiders"), 1, time.time, time.monotonic)
    yield made
    made.close()


def test_one_action_at_a_time(table):
    assert [table.act().number for _ in range(3)] == [1, 2, 3]


def test_after_a_game_the_next_begins_with_the_next_rulebook(table):
    first = table.table.saved
    while not table.table.game.is_over(table.table.state):
        table.act()
    assert table.act() is None
    assert (first.game, table.table.saved.game, table.table.saved.id) == ("gold_raiders", "go_for_gold", 2)


def test_a_paused_table_waits(table):
    table.table.keep("paused", True)
    assert (table.act(), table.table.number) == (None, 0)


def test_without_its_line_it_plays_on(table):
    table.hang_up()
    assert table.act().number == 1
