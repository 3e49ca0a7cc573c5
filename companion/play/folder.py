"""The folder games are kept in: one companion at a time, and a damaged journal stops nobody."""

import fcntl
import logging
import os
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from companion.errors import BadInput, CannotKeep, JournalError
from companion.play.journal import DamagedJournal, Journal
from companion.play.store import FILE, refuse_foreign

log = logging.getLogger(__name__)


def hold(folder: Path) -> IO[bytes]:
    """Keeps a second companion out of the folder until it is closed; the system lets go of it if we are killed."""
    try:
        lock = (folder / "companion.lock").open("ab")
    except OSError as refused:
        raise CannotKeep(
            f"cannot write in {folder}: {refused.strerror}; give us the rights, or choose another folder with --data"
        ) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise BadInput(
            f"another companion keeps its games in {folder}; stop it, or choose another folder with --data"
        ) from None
    return lock


def open_journal(folder: Path) -> tuple[Journal, str]:
    """The folder's journal, and what people should know about it; empty while all is well."""
    path = folder / FILE
    is_empty = path.exists() and path.stat().st_size == 0
    try:
        journal = Journal(path)
        journal.check()
    except DamagedJournal as damaged:
        return _afresh(path, damaged)
    return journal, f"{path} was empty, 0 bytes: no game in it came back; was the disk full?" if is_empty else ""


def _afresh(path: Path, damaged: DamagedJournal) -> tuple[Journal, str]:
    """A damaged file is kept under another name; what can be read of it goes on in a new one."""
    kept = set_aside(path, "damaged")
    log.error("%s; it is kept as %s", damaged, kept)
    journal = Journal(path)
    count = _take_over(journal, kept)
    return journal, f"the journal was damaged: {count} games could be taken over from it, the file is kept as {kept}"


def set_aside(path: Path, why: str) -> Path:
    """Gives the file another name, its log and index too: SQLite knows them by it."""
    number = next(n for n in range(1, 10_000) if not path.with_name(f"{path.stem}.{why}-{n}{path.suffix}").exists())
    kept = path.with_name(f"{path.stem}.{why}-{number}{path.suffix}")
    try:
        for end in ("-wal", "-shm", ""):
            file = path.with_name(path.name + end)
            if file.exists():
                file.rename(kept.with_name(kept.name + end))
    except OSError as refused:
        raise JournalError(f"{path} is to be kept as {kept}, but cannot be renamed: {refused.strerror}") from None
    return kept


def restore(folder: Path, backup: Path) -> tuple[int, Path | None]:
    """Puts a backup in the place of the folder's journal, which is kept under another name.

    Returns how many games came back and what the journal before is called now.
    """
    refuse_foreign(backup)
    with hold(folder):
        path = folder / FILE
        fresh = path.with_name(f"{FILE}.restoring")
        _copy(backup, fresh)
        before = set_aside(path, "before-restore") if path.exists() else None
        fresh.replace(path)
        journal = Journal(path)
        try:
            return len(journal.games()), before
        finally:
            journal.close()


def _copy(source: Path, to: Path) -> None:
    to.unlink(missing_ok=True)
    with os.fdopen(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(source.read_bytes())
        file.flush()
        os.fsync(file.fileno())


def _take_over(journal: Journal, kept: Path) -> int:
    """Every game that can be read whole; the others stay in the file that was kept."""
    count = 0
    old = sqlite3.connect(kept)
    try:
        for row in _readable(old, "SELECT id, game, version, players, options, started, over, extras FROM games"):
            entries = "SELECT number, entry FROM entries WHERE game_id = ? ORDER BY number"
            try:
                journal.take_over(row, list(_forwards(old.execute(entries, (row[0],)))))
                count += 1
            except (sqlite3.DatabaseError, UnicodeDecodeError, JournalError) as torn:
                log.warning("game %s stays in %s: %s", row[0], kept, torn)
        for _, name, value in _readable(old, "SELECT rowid, name, value FROM settings"):
            if isinstance(name, str) and isinstance(value, str):
                journal.set(name, value)
        whole = {saved.id for saved in journal.games()}
        for _, game_id in _readable(old, "SELECT one, game_id FROM seated"):
            if game_id in whole:
                journal.seat(game_id)
    finally:
        old.close()
    return count


def _readable(db: sqlite3.Connection, question: str) -> Iterator[tuple[Any, ...]]:
    """The rows up to the first that cannot be read."""
    try:
        yield from _forwards(db.execute(question))
    except (sqlite3.DatabaseError, UnicodeDecodeError, JournalError) as torn:
        log.warning("%s: %s", question, torn)


def _forwards(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """Rows whose first column counts up; torn pages may lead round in a circle, for ever."""
    before = None
    for row in rows:
        if not isinstance(row[0], int) or (before is not None and row[0] <= before):
            raise JournalError(f"{row[0]!r} comes after {before}: its pages lead in a circle")
        before = row[0]
        yield row
