"""The demo plays game after game and keeps nothing of those that are over."""

import gc
import weakref

import pytest

from companion.games import game_named
from companion.play.journal import Journal
from companion.play.table import Table
from companion.simulation.show import Show


@pytest.mark.parametrize("game", ["pyramid_raiders", "gold_mine"])
def test_the_room_of_the_last_game_goes_when_another_begins(game: str) -> None:
    table = Table(Journal(":memory:"), lambda: 0.0)
    now = [0.0]
    show, rooms = Show(table, lambda: now[0]), []
    gc.disable()  # pictures weigh nothing to the collector: what waits for it piles up
    try:
        for _ in range(3):
            table.start(game, game_named(game).names(3))
            for _ in range(2):
                now[0] += 5.0
                show.step()
            assert show.room is not None
            rooms.append(weakref.ref(show.room))
        assert [room() is not None for room in rooms] == [False, False, True]
    finally:
        gc.enable()
