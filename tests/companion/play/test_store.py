"""The journal's file: from every version that was ever written, and nobody else's to read."""

import sqlite3
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.play.journal import Journal, read_export
from companion.play.store import VERSION

GAMES = """CREATE TABLE games (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, version TEXT NOT NULL, players TEXT NOT NULL,
    options TEXT NOT NULL, started REAL NOT NULL, over INTEGER NOT NULL DEFAULT 0, extras TEXT NOT NULL DEFAULT '{}');
CREATE TABLE entries (
    game_id INTEGER NOT NULL REFERENCES games(id), number INTEGER NOT NULL, entry BLOB NOT NULL,
    PRIMARY KEY (game_id, number)) WITHOUT ROWID;
INSERT INTO games (game, version, players, options, started, extras) VALUES
    ('temple_of_gold', '1', '["a", "b"]', '{}', 10.0, '{"people": ["a"]}'),
    ('pyramid_raiders', '1', '["p1", "p2", "p3"]', '{"los": 2}', 20.0, '{}');
INSERT INTO entries VALUES (1, 1, '{"number": 1, "what": "undo", "by": "phone", "at": 11.0}');
"""
SEATED = """CREATE TABLE seated (one INTEGER PRIMARY KEY CHECK (one = 1), game_id INTEGER NOT NULL);
INSERT INTO seated VALUES (1, 1);
"""
SHAPES = {"0, before seats": (GAMES, 2), "0": (GAMES + SEATED, 1)}  # what each left on the disk, and what lay last


def written(path: Path, script: str) -> Path:
    db = sqlite3.connect(path)
    db.executescript(script)
    db.close()
    return path


def user_version(path: Path) -> int:
    db = sqlite3.connect(path)
    found = int(db.execute("PRAGMA user_version").fetchone()[0])
    db.close()
    return found


@pytest.mark.parametrize("shape", SHAPES)
def test_a_file_of_every_version_comes_up_with_all_that_is_in_it(tmp_path: Path, shape: str) -> None:
    script, last = SHAPES[shape]
    journal = Journal(written(tmp_path / "j.sqlite3", script))
    assert [(saved.id, saved.game, saved.version) for saved in journal.games()] == [
        (2, "pyramid_raiders", "1"),
        (1, "temple_of_gold", "1"),
    ]
    assert [entry.what for entry in journal.entries(1)] == ["undo"]
    assert journal.extras(1) == {"people": ["a"]}
    seated = journal.last_seated()
    assert seated is not None
    assert seated.id == last
    journal.close()
    assert user_version(tmp_path / "j.sqlite3") == VERSION


def test_a_new_file_says_its_version(tmp_path: Path) -> None:
    Journal(tmp_path / "j.sqlite3").close()
    assert user_version(tmp_path / "j.sqlite3") == VERSION


def test_a_file_of_a_newer_companion_is_left_alone_and_says_so(tmp_path: Path) -> None:
    path = written(tmp_path / "j.sqlite3", GAMES + "PRAGMA user_version = 99;")
    with pytest.raises(JournalError, match=r"newer companion .*update"):
        Journal(path)
    assert user_version(path) == 99


def test_an_import_does_not_take_the_table(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j.sqlite3")
    played = journal.begin("temple_of_gold", "1", ["a", "b"], {}, 1.0)
    journal.seat(played.id)
    journal.take_in(read_export(journal.export(played.id)))
    seated = journal.last_seated()
    assert seated is not None
    assert seated.id == played.id


def test_an_import_into_an_empty_folder_does_not_take_the_table_either(tmp_path: Path) -> None:
    source = Journal(":memory:")
    whole = read_export(source.export(source.begin("temple_of_gold", "1", ["a", "b"], {}, 1.0).id))
    journal = Journal(tmp_path / "j.sqlite3")
    journal.take_in(whole)
    assert journal.last_seated() is None


def test_the_file_and_its_log_are_their_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    path.touch(0o644)
    path.chmod(0o644)
    journal = Journal(path)
    journal.begin("temple_of_gold", "1", ["a", "b"], {}, 1.0)
    assert {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {
        "j.sqlite3": 0o600,
        "j.sqlite3-wal": 0o600,
        "j.sqlite3-shm": 0o600,
    }
