"""A power cut proper: the disk forgets what was not synced, in any order, and tears what it was writing."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from companion.games import game_named
from companion.games.protocol import State, to_json
from companion.play.journal import Journal
from companion.play.table import Table
from companion.simulation.match import turns

GAME, PLAYERS, SECTOR = "gold_raiders", ["a", "b", "c", "d"], 512
SEATS = {"seats": {"a": "somebody's mark"}}
PROGRAM = f"""
import sys
from companion.games import game_named
from companion.games.protocol import to_json
from companion.play.journal import Journal
from companion.play.table import Table
from companion.simulation.match import turns

table = Table(Journal(sys.argv[1]), lambda: 0.0)
for seed in range(int(sys.argv[2])):
    saved = table.start("{GAME}", {PLAYERS}, settle=lambda saved, kept: {{"phones": {SEATS}}})
    print(saved.id, 0, flush=True)
    for _, action, _ in turns(game_named("{GAME}"), {PLAYERS}, seed):
        print(saved.id, table.submit(to_json(action), by="bot").number, flush=True)
"""


@dataclass
class Note:
    """One thing the disk was asked to do, or one line that was said."""

    what: str
    path: str
    at: int
    length: int
    data: bytes


@dataclass
class File:
    """What is sure to be on the disk, and what was written since."""

    sure: bytearray = field(default_factory=bytearray)
    is_sure: bool = False  # whether its name is in the folder for good
    waiting: list[Note] = field(default_factory=list)


def played(tmp_path: Path, games: int) -> list[Note]:
    """Everything the disk was asked to do while bots played that many games."""
    shim = tmp_path / "forgetful.so"
    source = Path(__file__).with_name("forgetful.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", shim, source, "-ldl"], check=True)
    folder, log = tmp_path / "disk", tmp_path / "log"
    folder.mkdir()
    around = {"LD_PRELOAD": str(shim), "FORGETFUL_FOLDER": str(folder), "FORGETFUL_LOG": str(log)}
    command = [sys.executable, "-c", PROGRAM, str(folder / "j.sqlite3"), str(games)]
    subprocess.run(command, check=True, env={**os.environ, **around}, stdout=subprocess.DEVNULL)
    return read(log.read_bytes())


def read(log: bytes) -> list[Note]:
    notes, at = [], 0
    while at < len(log):
        end = log.index(b"\n", at)
        what, path, offset, length, has_data = log[at:end].decode().split()
        at = end + 1
        data = log[at : at + int(length)] if has_data == "1" else b""
        at += len(data)
        notes.append(Note(what, path, int(offset), int(length), data))
    return notes


def write(content: bytearray, note: Note) -> None:
    end = note.length if note.what == "T" else note.at
    content.extend(bytes(max(0, end - len(content))))
    if note.what == "T":
        del content[end:]
    else:
        content[end : end + len(note.data)] = note.data


def after_cut(notes: list[Note], folder: str, rng: Random) -> dict[str, bytearray]:
    """The files as the disk has them when the power goes after those notes."""
    files: dict[str, File] = {}
    for note in notes:
        file = files.setdefault(note.path, File())
        if note.what in "WT":
            file.waiting.append(note)
        elif note.what == "S" and note.path == folder:
            for other in files.values():
                other.is_sure = True
        elif note.what == "S":
            for waiting in file.waiting:
                write(file.sure, waiting)
            file.waiting.clear()
        elif note.what == "U":
            del files[note.path]
    return {path: torn(file, rng) for path, file in files.items() if file.is_sure and path.startswith(folder + "/")}


def torn(file: File, rng: Random) -> bytearray:
    """Any of what was waiting may have come through, and any of it in part."""
    content = bytearray(file.sure)
    for note in file.waiting:
        luck = rng.random()
        if luck < 0.4:
            write(content, note)
        elif luck < 0.7 and note.what == "W":
            kept = (
                rng.randrange(0, len(note.data) + 1, SECTOR) if rng.random() < 0.5 else rng.randint(0, len(note.data))
            )
            write(content, Note("W", note.path, note.at, kept, note.data[:kept]))
    return content


def told(notes: list[Note]) -> tuple[int, int]:
    """The newest game and entry that somebody was told of."""
    said = b"".join(note.data for note in notes if note.what == "A").decode().split("\n")[:-1]
    game, number = said[-1].split() if said else ("0", "0")
    return int(game), int(number)


@dataclass
class Game:
    """One game as it was played: its actions, and the state before each and after the last."""

    actions: list[object]
    states: list[State]


def bots_game(seed: int) -> Game:
    rules = game_named(GAME)
    steps = list(turns(rules, PLAYERS, seed))
    return Game([to_json(action) for _, action, _ in steps], [steps[0][0], *(after for _, _, after in steps)])


def check(notes: list[Note], cut: int, tmp_path: Path, rng: Random, whole: list[Game]) -> float:
    """Cuts there, starts again, and holds what came back against what was played; the seconds the start took."""
    folder = str(tmp_path / "disk")
    game, number = told(notes[:cut])
    again = tmp_path / "again"
    shutil.rmtree(again, ignore_errors=True)
    again.mkdir()
    for path, content in after_cut(notes[:cut], folder, rng).items():
        if not path.endswith("-shm"):  # never synced: SQLite makes it anew
            (again / Path(path).name).write_bytes(content)
    began = time.perf_counter()
    journal = Journal(again / "j.sqlite3")
    try:
        table = Table(journal, lambda: 0.0)
        table.resume()
        took = time.perf_counter() - began
        found = {saved.id: [entry.action for entry in journal.entries(saved.id)] for saved in journal.games()}
        assert max(found, default=0) >= game
        assert len(found.get(game, ())) >= number
        assert all(actions == whole[saved - 1].actions[: len(actions)] for saved, actions in found.items())
        assert all(found[saved] == whole[saved - 1].actions for saved in range(1, game))
        assert not table.notices
        if table.is_playing:
            assert table.state == whole[table.saved.id - 1].states[table.number]
            assert table.kept("phones") == SEATS, "a seat is lost"
    finally:
        journal.close()
    return took


def cut_at_random(tmp_path: Path, games: int, cuts: int) -> tuple[float, int]:
    """The longest start, and how many bytes were written in all."""
    if shutil.which("cc") is None:
        pytest.skip("no C compiler here to build the forgetful disk with")
    notes, rng = played(tmp_path, games), Random(5)
    whole = [bots_game(seed) for seed in range(games)]
    assert told(notes) == (games, len(whole[-1].actions))
    longest = max(check(notes, rng.randint(1, len(notes)), tmp_path, rng, whole) for _ in range(cuts))
    return longest, sum(len(note.data) for note in notes if note.what == "W")


def test_what_was_told_is_there_after_the_disk_forgot_the_rest(tmp_path: Path) -> None:
    _, size = cut_at_random(tmp_path, games=1, cuts=25)
    assert size > 0


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_what_was_told_is_there_after_five_hundred_power_cuts(tmp_path: Path, figure: Callable[[str], None]) -> None:
    longest, size = cut_at_random(tmp_path, games=6, cuts=500)
    figure(f"500 power cuts: nothing lost; longest start {longest:.2f} s; {size / 6 / 1e3:.0f} kB written a game")
    assert longest < 5
