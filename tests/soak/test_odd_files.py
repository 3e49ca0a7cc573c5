"""Files that were torn, edited or made up: refused in one line, or taken and sound; never a stumble."""

import copy
import json
import resource
import shutil
import time
from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

from companion.errors import CompanionError
from companion.games import game_named, game_names
from companion.games.protocol import to_json
from companion.play.folder import open_journal
from companion.play.history import History
from companion.play.journal import Journal, read_export
from companion.play.table import Table
from companion.simulation.match import turns
from hardware.camera import decode_picture
from hardware.errors import BadSetting

ODD: tuple[Any, ...] = (None, True, 0, -1, 1e308, 10**18, "", "x" * 300, "é\0", [], {}, [[]], {"type": "undo"})


CIRCLE = 775  # the seed of a journal whose pages lead round in a circle
ROOM_MB = 600  # for the largest picture that is opened: 50 million pixels of three bytes, and what is made on the way


def played(path: Path | str, game: str, actions: int = 30) -> Journal:
    journal = Journal(path)
    table = Table(journal, lambda: 0.0)
    rules = game_named(game)
    players = rules.names(rules.players[0])
    table.start(game, players)
    for _, action, _ in islice(turns(rules, players, 1), actions):
        table.submit(to_json(action), by="bot")
    return journal


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) of a JSON value."""
    if not isinstance(value, (dict, list)):
        return []
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    return [(value, key) for key in keys] + [place for key in keys for place in places(value[key])]


def edited(whole: Any, rng: Random) -> Any:
    """The same with one to three values changed, taken out or doubled."""
    other = copy.deepcopy(whole)
    for _ in range(rng.randint(1, 3)):
        container, key = rng.choice(places(other) or [({"x": 0}, "x")])
        what = rng.randrange(3)
        if what == 0:
            container[key] = copy.deepcopy(rng.choice(ODD))
        elif what == 1:
            del container[key]
        elif isinstance(container, list):
            container.insert(key, copy.deepcopy(container[key]))
    return other


@cache
def exported(game: str) -> Any:
    journal = played(":memory:", game)
    whole = json.loads(journal.export(1))
    journal.close()
    return whole


def import_edited(game: str, seed: int) -> bool:
    """Whether it was taken; then it is sound."""
    again = Journal(":memory:")
    table = Table(again, lambda: 0.0)
    try:
        table.take_in(read_export(json.dumps(edited(exported(game), Random(f"{game} {seed}"))).encode()))
    except CompanionError:
        return False
    finally:
        if table.is_playing:
            saved = table.saved
            replay = History(table.game, table.game.setup(saved.players, saved.options), table.entries())
            assert to_json(replay.state) == to_json(table.state)
        again.close()
    return True


def start_damaged(folder: Path, whole: Path, seed: int) -> str:
    """What the start says of a journal with holes in it; it always comes up."""
    rng = Random(seed)
    folder.mkdir()
    data = bytearray(whole.read_bytes())
    for _ in range(rng.randint(1, 8)):
        at, size = rng.randrange(len(data)), rng.choice((1, 16, 512, 4096))
        data[at : at + size] = rng.randbytes(size)
    if rng.random() < 0.3:
        del data[rng.randrange(len(data)) :]
    (folder / "companion.sqlite3").write_bytes(data)
    journal, said = open_journal(folder)
    table = Table(journal, lambda: 0.0)
    if table.resume() is None:
        table.start("gold_raiders", ["a", "b"])
    legal = table.game.legal(table.state)
    if legal:
        table.submit(to_json(legal[0]), by="phone")
    journal.close()
    return said


def pictures() -> list[bytes]:
    rng = np.random.default_rng(1)
    grey = rng.integers(0, 255, (60, 80), np.uint8)
    colour = rng.integers(0, 255, (60, 80, 3), np.uint8)
    deep = rng.integers(0, 65535, (60, 80), np.uint16)
    kinds = ((".jpg", colour), (".png", colour), (".png", grey), (".png", deep), (".webp", colour), (".bmp", colour))
    return [cv2.imencode(kind, pixels)[1].tobytes() for kind, pixels in kinds]


def most_mb() -> float:
    """The most memory this process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def open_broken(data: bytes, rng: Random) -> bool:
    """Whether it could be opened; whatever it is, within two seconds of the processor."""
    broken = bytearray(data)
    for _ in range(rng.randint(1, 20)):
        broken[rng.randrange(min(len(broken), rng.choice((64, len(broken)))))] = rng.randrange(256)
    if rng.random() < 0.4:
        del broken[rng.randrange(len(broken)) :]
    began = time.process_time()
    try:
        pixels = decode_picture(bytes(broken))
    except BadSetting:
        return False
    finally:
        assert time.process_time() - began < 2
    assert pixels.ndim == 3
    return True


def test_edited_exports_are_refused_or_sound() -> None:
    taken = [import_edited(game, seed) for game in game_names() for seed in range(6)]
    assert False in taken


def test_a_damaged_journal_always_comes_up(tmp_path: Path) -> None:
    played(tmp_path / "whole.sqlite3", "gold_raiders").close()
    seeds = (*range(12), CIRCLE)
    said = [start_damaged(tmp_path / str(seed), tmp_path / "whole.sqlite3", seed) for seed in seeds]
    assert any(said)


def test_broken_pictures_are_opened_or_refused() -> None:
    rng = Random(1)
    before = most_mb()
    opened = [open_broken(data, rng) for data in pictures() for _ in range(40)]
    assert {True, False} == set(opened)
    assert most_mb() - before < ROOM_MB


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_thousands_of_odd_files_are_refused_or_sound(tmp_path: Path, figure: Callable[[str], None]) -> None:
    taken = [import_edited(game, seed) for game in game_names() for seed in range(200)]
    played(tmp_path / "whole.sqlite3", "gold_raiders").close()
    said = []
    for seed in range(1000):
        said.append(bool(start_damaged(tmp_path / "damaged", tmp_path / "whole.sqlite3", seed)))
        shutil.rmtree(tmp_path / "damaged")
    rng, before = Random(2), most_mb()
    opened = [open_broken(data, rng) for data in pictures() for _ in range(2000)]
    grown = most_mb() - before
    exports = f"{len(taken)} edited exports ({sum(taken)} taken, all sound)"
    journals = f"{len(said)} damaged journals (all came up, {sum(said)} said so)"
    figure(f"odd files: {exports}, {journals}, {len(opened)} broken pictures ({sum(opened)} opened)")
    figure(f"the worst broken picture took {grown:.0f} MB while it was opened")
    assert grown < ROOM_MB
