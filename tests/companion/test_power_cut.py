"""Pull the plug at any moment: what was acknowledged is there, and the game goes on."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from companion.games.protocol import to_json
from companion.play.journal import Journal
from companion.play.table import Table

PROGRAM = """
import sys
from companion.games import game_named
from companion.play.journal import Journal
from companion.games.protocol import to_json
from companion.simulation.match import turns
from companion.play.table import Table

table = Table(Journal(sys.argv[1]), lambda: 0.0)
game, players = game_named("gold_raiders"), ["a", "b", "c", "d"]
for seed in range(1000):
    table.start("gold_raiders", players)
    print("game", flush=True)
    for _, action, _ in turns(game, players, seed):
        entry = table.submit(to_json(action), by="bot")
        print(entry.number, flush=True)
"""


def cut(path: Path, after_lines: int) -> int:
    """Plays until so many entries were acknowledged, kills the process with no warning; the last one told."""
    with subprocess.Popen([sys.executable, "-c", PROGRAM, str(path)], stdout=subprocess.PIPE, text=True) as playing:
        assert playing.stdout is not None
        told = 0
        for count, line in enumerate(playing.stdout, start=1):
            told = 0 if line == "game\n" else int(line)
            if count >= after_lines:
                break
        os.kill(playing.pid, signal.SIGKILL)
        for line in playing.stdout:  # what it managed to say before it died
            if line.endswith("\n"):
                told = 0 if line == "game\n" else int(line)
    return told


def check(tmp_path: Path, after_lines: int) -> None:
    path = tmp_path / f"{after_lines}.sqlite3"
    told = cut(path, after_lines)
    journal = Journal(path)
    newest = journal.games()[0]
    numbers = [entry.number for entry in journal.entries(newest.id)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= told
    table = Table(journal, lambda: 0.0)
    if table.resume() is not None:
        legal = table.game.legal(table.state)
        assert table.submit(to_json(legal[0]), by="phone").number == len(numbers) + 1


@pytest.mark.parametrize("after_lines", [1, 2, 17, 60, 133])
def test_no_acknowledged_entry_is_lost(tmp_path: Path, after_lines: int) -> None:
    check(tmp_path, after_lines)


@pytest.mark.soak
def test_no_acknowledged_entry_is_lost_at_two_hundred_random_moments(tmp_path: Path) -> None:
    rng = Random(1)
    for _ in range(200):
        check(tmp_path, rng.randint(1, 400))
