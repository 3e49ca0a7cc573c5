"""A venue's own journal in SQLite: every entry and every result it has heard of, each once."""

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion.club.messages import Result, Told
from companion.errors import JournalError

FILE = "venue.sqlite3"
KEEP_S = 7 * 24 * 3600.0  # so long entries are kept; results for ever
_MARK = 0x436F6D56  # "ComV"
_TABLES = f"""
CREATE TABLE IF NOT EXISTS entries (
    source TEXT NOT NULL, game_id INTEGER NOT NULL, number INTEGER NOT NULL, heard REAL NOT NULL, entry BLOB NOT NULL,
    PRIMARY KEY (source, game_id, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS results (
    source TEXT NOT NULL, game_id INTEGER NOT NULL, at_table TEXT NOT NULL, ended REAL NOT NULL,
    result BLOB NOT NULL, PRIMARY KEY (source, game_id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
PRAGMA application_id = {_MARK};
PRAGMA user_version = 1;
"""


class Played(msgspec.Struct, frozen=True):
    """A result as the venue keeps it: at which table, and when it ended by the venue's clock."""

    table: str
    ended: float
    result: Result


class Ledger:
    """Whatever is taken twice is there once; `flush` writes what has come since the last time."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        try:
            self._db = _open(self.path)
        except (sqlite3.Error, OSError) as broken:
            raise JournalError(
                f"the venue's journal {self.path} cannot be opened ({broken}); move it away, or use --data"
            ) from None
        self._heard: dict[tuple[str, int], tuple[int, set[int]]] = {}

    def close(self) -> None:
        self.flush()
        self._db.close()

    def take(self, entry: Told, heard: float) -> bool:
        """False if it was there already."""
        whole, beyond = self._numbers(entry.id, entry.game_id)
        if entry.number <= whole or entry.number in beyond:
            return False
        row = entry.id, entry.game_id, entry.number, heard, msgspec.json.encode(entry)
        self._db.execute("INSERT OR IGNORE INTO entries VALUES (?, ?, ?, ?, ?)", row)
        beyond.add(entry.number)
        while whole + 1 in beyond:
            whole += 1
            beyond.remove(whole)
        self._heard[entry.id, entry.game_id] = whole, beyond
        return True

    def whole(self, source: str, game_id: int) -> int:
        """Up to which number no entry of that game is missing."""
        return self._numbers(source, game_id)[0]

    def _numbers(self, source: str, game_id: int) -> tuple[int, set[int]]:
        if (source, game_id) not in self._heard:
            rows = self._db.execute("SELECT number FROM entries WHERE source = ? AND game_id = ?", (source, game_id))
            beyond, whole = {int(row[0]) for row in rows}, 0
            while whole + 1 in beyond:
                whole += 1
                beyond.remove(whole)
            self._heard[source, game_id] = whole, beyond
        return self._heard[source, game_id]

    def entries(self, source: str, game_id: int) -> list[Told]:
        sought = "SELECT entry FROM entries WHERE source = ? AND game_id = ? ORDER BY number"
        return [msgspec.json.decode(row[0], type=Told) for row in self._db.execute(sought, (source, game_id))]

    def settle(self, table: str, result: Result, ended: float) -> bool:
        """Keeps a result, newer ones in place of older; False if that one was there already."""
        known = self._db.execute(
            "SELECT result, at_table FROM results WHERE source = ? AND game_id = ?", (result.id, result.game_id)
        ).fetchone()
        if known is not None:
            old = msgspec.json.decode(known[0], type=Result)
            same = msgspec.structs.replace(old, sent=result.sent) == result and known[1] == table
            if same or old.number > result.number:
                return False
        row = result.id, result.game_id, table, ended, msgspec.json.encode(result)
        self._db.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?)", row)
        return True

    def results(self) -> list[Played]:
        """Every finished game, the newest first; withdrawn ones are left out."""
        rows = self._db.execute("SELECT at_table, ended, result FROM results ORDER BY ended DESC")
        played = (Played(table, ended, msgspec.json.decode(blob, type=Result)) for table, ended, blob in rows)
        return [one for one in played if not one.result.withdrawn]

    def known(self) -> Iterator[tuple[str, int]]:
        """Which games have a result here, by their source."""
        for source, game_id, blob in self._db.execute("SELECT source, game_id, result FROM results"):
            if not msgspec.json.decode(blob, type=Result).withdrawn:
                yield source, game_id

    def set(self, name: str, value: str) -> None:
        self._db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))

    def setting(self, name: str) -> str | None:
        row = self._db.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else None

    def flush(self) -> None:
        self._db.commit()

    def forget(self, now: float) -> None:
        """Entries of long ago; their games' results stay."""
        self._db.execute("DELETE FROM entries WHERE heard < ?", (now - KEEP_S,))
        self._heard.clear()


def _open(path: Path) -> sqlite3.Connection:
    if str(path) != ":memory:":
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    db = sqlite3.connect(path, check_same_thread=False)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=NORMAL")  # what a power cut takes is asked for again
    if int(db.execute("PRAGMA application_id").fetchone()[0]) not in (0, _MARK):
        raise sqlite3.DatabaseError("it is another program's file")
    db.executescript(_TABLES)
    return db
