"""A day and a night of games on one machine: memory, threads and handles stay as they were."""

import gc
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.games import game_named, game_names
from companion.games.protocol import to_json
from companion.play.journal import Journal
from companion.play.table import Table
from companion.play.timekeeper import Timekeeper
from companion.play.timer import TimerConfig
from companion.shine.lamps import Lamps
from companion.simulation.match import turns
from hardware.lights import RecordedLights
from web import create_app

HOUR_S = 3600.0


class Clock:
    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


def held() -> tuple[float, int, int]:
    """MB of memory, threads, handles."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6, threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))


class House:
    """A service without a camera, on a clock of its own; a phone looks after every entry."""

    def __init__(self, path: Path) -> None:
        self.clock = Clock()
        self.journal = Journal(path)
        self.table = Table(self.journal, self.clock)
        self.table.start("gold_mine", game_named("gold_mine").names(2))
        self.lamps = Lamps(RecordedLights(64, keep=1), self.table.sitting.lights, self.clock)
        self.keeper = Timekeeper(self.table, TimerConfig(seconds=60), self.clock, self.clock)
        self.table.listen(self.lamps.hear, "lamps")
        self.table.listen(self.keeper.hear, "timer")
        ticks = iter(range(10**9))
        app = create_app(self.table, address="http://x", clock=self.clock, ticks=lambda: 10.0 * next(ticks))
        self.phone = app.test_client()

    def play(self, game: str, seed: int, hours: float) -> int:
        """One game spread over so much time; how many entries it had."""
        rules = game_named(game)
        players = rules.names(Random(seed).choice(list(rules.players)))
        actions = [to_json(action) for _, action, _ in turns(rules, players, seed)]
        self.table.start(game, players)
        for action in actions:
            self.clock.now += hours * HOUR_S / len(actions)
            self.table.submit(action, by="bot")
            self.lamps.step(self.clock.now)
            self.keeper.step(self.clock.now)
            assert self.phone.get("/api/look").status_code == 200
        for path in ("/api/entries", "/api/legal", "/history"):
            assert self.phone.get(path).status_code == 200
        return len(actions)


def run(path: Path, games: int, hours: float) -> tuple[list[tuple[float, int, int]], int]:
    house, entries = House(path), 0
    found = []
    for number in range(games):
        entries += house.play(game_names()[number % 5], number, hours / games)
        found.append(held())
    house.journal.close()
    return found, entries


def test_game_after_game_nothing_is_left_open(tmp_path: Path) -> None:
    found, _ = run(tmp_path / "j.sqlite3", games=3, hours=1)
    assert {threads for _, threads, _ in found} == {found[0][1]}
    assert {handles for _, _, handles in found} == {found[0][2]}


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_two_hundred_games_in_a_day_and_a_night(tmp_path: Path, figure: Callable[[str], None]) -> None:
    found, entries = run(tmp_path / "j.sqlite3", games=200, hours=24)
    first, last = found[200 // 24], found[-1]
    memory = f"memory {first[0]:.0f} MB after the first hour, {last[0]:.0f} MB at the end"
    flat = f"threads {first[1]} and {last[1]}, handles {first[2]} and {last[2]}"
    figure(f"24 simulated hours, 200 games, {entries} entries: {memory}; {flat}")
    assert last[0] < 1.1 * first[0]
    assert last[1:] == first[1:]
