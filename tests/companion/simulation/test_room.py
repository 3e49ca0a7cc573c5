"""A pretend room: every tick is one frame, looked at."""

import pytest

from companion.errors import BadInput
from companion.games import game_named
from companion.play.journal import Journal
from companion.play.table import Table
from companion.simulation.room import FRAME_S, Room

GAME = game_named("gold_raiders")


@pytest.fixture
def table() -> Table:
    table = Table(Journal(":memory:"), lambda: 0.0)
    table.start(GAME.name, GAME.names(2))
    return table


def test_a_tick_takes_one_frame_and_looks_at_it(table: Table) -> None:
    room = Room(table, seed=1)
    room.hands.lay_out(table.state)
    room.tick()
    assert room.frame is not None
    assert room.frame.taken_s == room.now_s == FRAME_S
    assert room.watcher.latest.is_moving  # the first frame has nothing to be compared with


def test_trouble_is_what_was_asked_for(table: Table) -> None:
    room = Room(table, seed=1, faults="dim")
    room.trouble()
    assert room.camera.weather.light == 0.5


def test_no_trouble_is_none(table: Table) -> None:
    room = Room(table, seed=1)
    before = room.camera.weather, room.camera.pose
    room.trouble()
    assert (room.camera.weather, room.camera.pose) == before


def test_a_room_with_unknown_trouble_is_refused(table: Table) -> None:
    with pytest.raises(BadInput, match="no fault called"):
        Room(table, seed=1, faults="flood")
