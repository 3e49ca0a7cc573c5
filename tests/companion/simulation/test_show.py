"""The demo beside the real service: it goes on where the journal left off, at the pace of people."""

import gc
import weakref

from companion.games import game_named
from companion.games.protocol import to_json
from companion.play.journal import Journal
from companion.play.table import Table
from companion.simulation.match import turns
from companion.simulation.show import Show

GAME = game_named("pyramid_raiders")
PLAYERS = GAME.names(4)


def test_before_the_first_step_there_is_nothing_to_see() -> None:
    show = Show(Table(Journal(":memory:"), lambda: 0.0), lambda: 0.0)
    show.step()
    assert (show.room, show.glance(), show.pieces()) == (None, None, [])


def test_a_piece_is_moved_by_its_number() -> None:
    table = Table(Journal(":memory:"), lambda: 0.0)
    table.start(GAME.name, PLAYERS)
    show = Show(table, lambda: 0.0)
    show.step()
    number = show.pieces()[0]["id"]
    show.move(number, 300, 200, 45)
    moved = next(piece for piece in show.pieces() if piece["id"] == number)
    assert (moved["x_mm"], moved["y_mm"], moved["turned_deg"]) == (300, 200, 45)


def test_another_game_is_laid_out_anew() -> None:
    table = Table(Journal(":memory:"), lambda: 0.0)
    table.start(GAME.name, PLAYERS)
    show = Show(table, lambda: 0.0)
    show.step()
    before = show.room
    table.start("gold_raiders", ["p1", "p2"])
    show.step()
    assert show.room is not before
    assert show.room is not None
    assert show.room.tabletop.layout.game == "gold_raiders"


def test_nothing_of_a_table_that_was_cleared_stays_in_memory() -> None:
    table = Table(Journal(":memory:"), lambda: 0.0)
    table.start("gold_raiders", ["p1", "p2"])
    show = Show(table, lambda: 0.0)
    show.step()
    before = [weakref.ref(part) for part in (show.room, show.room.camera, show.room.tabletop, show.room.watcher)]
    table.start("gold_raiders", ["p1", "p2"])
    show.step()
    gc.collect()
    assert [part() for part in before] == [None] * 4


def test_the_demo_goes_on_where_the_journal_left_off() -> None:
    table = Table(Journal(":memory:"), lambda: 0.0)
    table.start(GAME.name, PLAYERS)
    for _, action, state in turns(GAME, PLAYERS, 3):
        table.submit(to_json(action), by="bot")
        if state.phase == "programming":
            break
    before, clock = len(table.steps()), iter(range(100_000))
    show = Show(table, lambda: float(next(clock)))
    for _ in range(60):
        show.step()
        if len(table.steps()) > before:
            break
    assert [step.action["type"] for step in table.steps()[before:]] == ["place_card"]
    assert len(show.pieces()) > 60


def test_at_the_pace_of_people_nothing_is_taken_back() -> None:
    """Many frames pass while a hand moves; what the camera notices meanwhile counts."""
    table = Table(Journal(":memory:"), lambda: 0.0)
    table.start(GAME.name, PLAYERS)
    clock = iter(number * 0.2 for number in range(100_000))
    show = Show(table, lambda: next(clock))
    for _ in range(260):
        show.step()
        if table.number >= 7:
            break
    assert table.number >= 7
    assert [(entry.what, entry.by) for entry in table.entries()] == [("action", "camera")] * table.number


def test_bots_leave_peoples_seats_alone() -> None:
    table = Table(Journal(":memory:"), lambda: 0.0)
    table.start(GAME.name, PLAYERS)
    table.keep("people", [PLAYERS[0]])
    for _, action, state in turns(GAME, PLAYERS, 3):
        table.submit(to_json(action), by="bot")
        if state.phase == "programming":
            break
    clock = iter(range(100_000))
    show = Show(table, lambda: float(next(clock)))
    for _ in range(70):
        show.step()
    assert PLAYERS[0] not in table.state.placed
    assert len(table.state.placed) >= 1


def test_bots_deal_where_that_falls_to_a_person_who_lets_them() -> None:
    table = Table(Journal(":memory:"), lambda: 0.0)
    table.start("gold_raiders", ["p1", "p2"])
    table.submit({"type": "choose_first", "player": "p1"}, by="bot")
    table.keep("people", ["p1"])
    clock = iter(range(100_000))
    show = Show(table, lambda: float(next(clock)))
    for _ in range(40):
        show.step()
        if table.state.phase == "night":
            break
    assert [step.action["type"] for step in table.steps()] == ["choose_first", "deal"]
