"""The journal's file: its owner's alone, brought up to the version this companion writes, looked over before use."""

import os
import sqlite3
from pathlib import Path

from companion.errors import BadInput, JournalError

FILE = "companion.sqlite3"
MARK = 0x436F6D70  # "Comp": SQLite's application id, by which a file says whose it is

# What brings a file from version n to n + 1. Version 0 came in two shapes: the older did not say what was seated.
_STEPS = (
    f"""
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, version TEXT NOT NULL, players TEXT NOT NULL,
    options TEXT NOT NULL, started REAL NOT NULL, over INTEGER NOT NULL DEFAULT 0, extras TEXT NOT NULL DEFAULT '{{}}');
CREATE TABLE IF NOT EXISTS entries (
    game_id INTEGER NOT NULL REFERENCES games(id), number INTEGER NOT NULL, entry BLOB NOT NULL,
    PRIMARY KEY (game_id, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seated (one INTEGER PRIMARY KEY CHECK (one = 1), game_id INTEGER NOT NULL);
CREATE TABLE aside (id INTEGER PRIMARY KEY, game_id INTEGER NOT NULL, what TEXT NOT NULL, data BLOB NOT NULL);
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
INSERT OR IGNORE INTO seated (one, game_id) SELECT 1, max(id) FROM games HAVING count(*) > 0;
PRAGMA application_id = {MARK};
""",
)
VERSION = len(_STEPS)


def open_file(path: Path) -> sqlite3.Connection:
    """The file as a database of this version; made if it is not there, for its owner alone."""
    if str(path) != ":memory:":
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        path.chmod(0o600)  # its log and index get the same rights from SQLite
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    _bring_up(db, path)
    return db


def _bring_up(db: sqlite3.Connection, path: Path) -> None:
    version = _refuse_newer(db, path)
    for step in _STEPS[version:]:
        version += 1
        db.executescript(f"BEGIN IMMEDIATE; {step}; PRAGMA user_version = {version}; COMMIT;")


def _refuse_newer(db: sqlite3.Connection, path: Path) -> int:
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version > VERSION:
        raise JournalError(
            f"{path} was written by a newer companion (file version {version}, this one knows {VERSION}); "
            "update the companion, or use --data"
        )
    return version


def refuse_foreign(path: Path) -> None:
    """Whether a file handed in is a sound journal, ours, and of a version we know; it is only read."""
    try:
        if not path.read_bytes().startswith(b"SQLite format 3\x00"):
            raise BadInput(f"{path} is no backup; give a file written by companion backup")
    except OSError as missing:
        raise BadInput(f"cannot read {path}: {missing.strerror}") from None
    db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        _refuse_newer(db, path)
        if not _is_ours(db) or db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise BadInput(f"{path} is a database, but no sound journal; give a file written by companion backup")
    except sqlite3.DatabaseError as broken:
        raise BadInput(f"{path} is a damaged backup ({broken}); give another") from None
    finally:
        db.close()


def _is_ours(db: sqlite3.Connection) -> bool:
    if db.execute("PRAGMA user_version").fetchone()[0] and db.execute("PRAGMA application_id").fetchone()[0] != MARK:
        return False
    found = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return {"games", "entries"} <= found
