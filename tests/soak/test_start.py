"""A service with years of games in its journal is up as soon as a new one."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.games import game_named
from companion.games.protocol import to_json
from companion.play.journal import Journal, read_export
from companion.play.table import Table
from companion.simulation.match import turns
from tests.soak.phone import Phone

ROOT = Path(__file__).parents[2]
GAME = "gold_raiders"


def fill(folder: Path, games: int) -> int:
    """So many games of bots, the last one still going on; how many entries it has."""
    journal = Journal(folder / "companion.sqlite3")
    table, rules = Table(journal, lambda: 0.0), game_named(GAME)
    players = rules.names(4)
    actions = [to_json(action) for _, action, _ in turns(rules, players, 1)]
    saved = table.start(GAME, players)
    table.submit_all(actions, by="bot")
    whole = read_export(journal.export(saved.id))
    for _ in range(games - 2):
        journal.take_in(whole)
    table.start(GAME, players)
    table.submit_all(actions[:-1], by="bot")
    journal.close()
    return len(actions) - 1


def start(folder: Path, port: int) -> tuple[float, float, int]:
    """Seconds from the call to the first answer, of the clock and of the processor, and the entries of that answer."""
    command = [sys.executable, "-m", "companion.cli", "run", "--camera", "none", "--lights", "none"]
    command += ["--data", str(folder), "--port", str(port)]
    began = time.monotonic()
    with subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL
    ) as service:
        try:
            number = _answer(port, service)
            took = time.monotonic() - began
            ticks = Path(f"/proc/{service.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
            return took, sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK"), number
        finally:
            service.kill()


def _answer(port: int, service: "subprocess.Popen[bytes]") -> int:
    while service.poll() is None:
        try:
            return int(Phone(port).get("/api/look")[1]["number"])
        except OSError:
            time.sleep(0.01)  # nothing tells that a port is open but trying it
    raise AssertionError(f"the service ended with status {service.returncode}")


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def test_a_service_with_a_few_games_goes_on_with_the_last(tmp_path: Path) -> None:
    entries = fill(tmp_path, 5)
    assert start(tmp_path, free_port())[2] == entries


@pytest.mark.soak
@pytest.mark.stopwatch
@pytest.mark.timeout(3600)
def test_a_service_with_a_thousand_games_starts_within_two_seconds(
    tmp_path: Path, figure: Callable[[str], None]
) -> None:
    entries = fill(tmp_path, 1000)
    starts = [start(tmp_path, free_port()) for _ in range(3)]
    assert {number for _, _, number in starts} == {entries}
    took, worked = min(took for took, _, _ in starts), min(worked for _, worked, _ in starts)
    size = (tmp_path / "companion.sqlite3").stat().st_size / 1e6
    figure(f"1,000 games ({size:.0f} MB): first answer after {took:.2f} s, {worked:.2f} s of the processor, best of 3")
    assert took < 2
