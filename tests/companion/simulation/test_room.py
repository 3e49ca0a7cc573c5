"""A pretend room: every tick is one frame, looked at."""

from random import Random

import pytest

from companion.errors import BadInput
from companion.games import game_named
from companion.play.journal import Journal
from companion.play.table import Table
from companion.simulation.faults import FAULTS
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


def test_a_camera_knocked_again_and_again_is_still_known_to_hang_where_it_hangs() -> None:
    """Its height went from 944 to 799 mm and less, and every die was called cocked."""
    table = Table(Journal(":memory:"), lambda: 0.0)
    table.start("gold_mine", ["red", "green"])
    room, rng = Room(table, seed=11), Random(5)
    room.hands.lay_out(table.state)
    for _ in range(6):
        FAULTS["bump"].change(room.camera, room.tabletop, rng)
        room.tick()
        room.tick()
    plane = room.watcher.latest.plane
    assert plane is not None
    assert abs(plane.eye_mm[2] / room.camera.pose.height_mm - 1) < 0.1
