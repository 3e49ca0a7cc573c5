"""Append-only entries in SQLite: what happened at the table, kept before anyone hears of it."""

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import msgspec

from companion.errors import BadInput, JournalError
from companion.play.store import open_file

By = Literal["camera", "phone", "button", "bot", "host", "import"]
What = Literal["action", "undo", "redo", "correct", "remove", "overrule"]
FORMAT = "companion-journal-1"
PROBE_BYTES = 16_384
_DAMAGE = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_NOTADB)
MOST_CORRECTIONS = 1000  # and removals, in one imported game: each plays all that follows again


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One numbered happening. Numbers never repeat; an undo is an entry too."""

    number: int
    what: What
    by: By
    at: float  # seconds since 1970
    who: str | None = None  # who said so, where that is known
    # as JSON: what was done, what it is corrected to, what is removed; for "overrule" which pieces lie otherwise
    action: Any = None
    target: int | None = None  # for "correct" and "remove": the entry whose action that was
    count: int = 1  # for "undo" and "redo": how many steps


class Saved(msgspec.Struct, frozen=True):
    """A game in the journal, without its entries."""

    id: int
    game: str
    version: str  # of the rules it was played with
    players: tuple[str, ...]
    options: Mapping[str, Any]
    started: float
    over: bool


class Export(msgspec.Struct, frozen=True):
    """A whole game as one JSON file."""

    format: str
    game: str
    version: str
    players: tuple[str, ...]
    options: dict[str, Any]
    started: float
    entries: tuple[Entry, ...]
    blobs: tuple[bytes, ...] = ()  # the entries as they were written, with what this companion does not know


class _Written(msgspec.Struct, frozen=True):
    """An export whose entries are left as they are."""

    entries: tuple[msgspec.Raw, ...]


class DamagedJournal(JournalError):
    """The file is no database, or some of it is damaged."""


class Journal:
    """Every game ever played in this folder; each entry is on the disk when `append` returns."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        try:
            self._db = open_file(self.path)
        except (sqlite3.Error, UnicodeDecodeError, OSError) as broken:
            kind = DamagedJournal if _is_damage(broken) else JournalError
            raise kind(
                f"the journal {self.path} cannot be opened ({broken}); move it away to start afresh, or use --data"
            ) from None

    def check(self) -> None:
        """DamagedJournal, and the file is closed, if some page of it cannot be read."""
        try:
            found = [row[0] for row in self._db.execute("PRAGMA quick_check(3)")]
        except (sqlite3.DatabaseError, UnicodeDecodeError) as broken:
            found = [str(broken)]
        if found != ["ok"]:
            self.close()
            raise DamagedJournal(f"the journal {self.path} is damaged: {found[0]}")

    def close(self) -> None:
        self._db.close()

    def begin(self, game: str, version: str, players: Sequence[str], options: Mapping[str, Any], at: float) -> Saved:
        """Opens a new game; it has no entries yet."""
        row = game, version, _text(list(players)), _text(dict(options)), at
        with self._writing("a new game"):
            cursor = self._db.execute(
                "INSERT INTO games (game, version, players, options, started) VALUES (?, ?, ?, ?, ?)", row
            )
        return self.saved(int(cursor.lastrowid or 0))

    def append(self, game_id: int, entry: Entry) -> None:
        """Writes the entry through to the disk; a number already taken is refused."""
        with self._writing(f"entry {entry.number}"):
            self._insert(game_id, entry)

    def append_all(self, game_id: int, entries: Sequence[Entry], over: bool) -> None:
        """Writes a chain of entries through to the disk, all or none, and whether the game is over after them."""
        with self._writing(f"entry {entries[0].number}" if entries else "nothing"), self._at_once():
            for entry in entries:
                self._insert(game_id, entry)
            self._db.execute("UPDATE games SET over = ? WHERE id = ? AND over != ?", (over, game_id, over))

    def _insert(self, game_id: int, entry: Entry) -> None:
        row = game_id, entry.number, msgspec.json.encode(entry)
        self._db.execute("INSERT INTO entries (game_id, number, entry) VALUES (?, ?, ?)", row)

    @contextmanager
    def _writing(self, what: str) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as broken:
            raise JournalError(f"{what} could not be written to {self.path}: {broken}") from None

    @contextmanager
    def _reading(self, what: str) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as broken:
            raise JournalError(f"{what} cannot be read from {self.path}: {broken}") from None

    @contextmanager
    def _at_once(self) -> Iterator[None]:
        """All that is written in here, or nothing of it."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def seat(self, game_id: int, extras: Mapping[str, Any] | None = None) -> None:
        """This game lies on the table now: it is what comes back after a power cut, with `extras` if they are given."""
        is_there = self._seated() == game_id
        changed = extras if extras is not None and extras != self.extras(game_id) else None
        if is_there and changed is None:
            return
        with self._writing(f"which game lies on the table ({game_id})"), self._at_once():
            self._db.execute("INSERT OR REPLACE INTO seated (one, game_id) VALUES (1, ?)", (game_id,))
            if changed is not None:
                self._db.execute("UPDATE games SET extras = ? WHERE id = ?", (_text(dict(changed)), game_id))

    def _seated(self) -> int | None:
        with self._reading("what lay on the table"):
            row = self._db.execute("SELECT game_id FROM seated").fetchone()
        return int(row[0]) if row else None

    def last_seated(self) -> Saved | None:
        """What lay on the table last; a game that was only imported never did."""
        seated = self._seated()
        return self.saved(seated) if seated is not None else None

    def keep(self, game_id: int, extras: Mapping[str, Any]) -> None:
        """Remembers what is no part of the rules but should survive a restart (a running timer, the seats' bots)."""
        with self._writing("what is kept with the game"):
            self._db.execute("UPDATE games SET extras = ? WHERE id = ?", (_text(dict(extras)), game_id))

    def extras(self, game_id: int) -> dict[str, Any]:
        with self._reading(f"game {game_id}"):
            row = self._db.execute("SELECT extras FROM games WHERE id = ?", (game_id,)).fetchone()
        return (_object(row[0]) or {}) if row else {}

    def set(self, name: str, value: str) -> None:
        """Remembers what belongs to no game, such as the host's PIN."""
        with self._writing(name):
            self._db.execute("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", (name, value))

    def probe(self) -> None:
        """Writes what means nothing, and more of it than any entry; JournalError while the disk has no room."""
        self.set("probe", "x" * PROBE_BYTES)
        with self._writing("nothing"):
            self._db.execute("DELETE FROM settings WHERE name = 'probe'")

    def setting(self, name: str) -> str | None:
        with self._reading(name):
            row = self._db.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else None

    def take_over(self, game: tuple[Any, ...], entries: Sequence[tuple[int, bytes]]) -> None:
        """A game and its entries as they stood in another file, under its old number."""
        with self._writing(f"game {game[0]}"), self._at_once():
            columns = "id, game, version, players, options, started, over, extras"
            self._db.execute(f"INSERT INTO games ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", game)
            rows = [(game[0], *row) for row in entries]
            self._db.executemany("INSERT INTO entries (game_id, number, entry) VALUES (?, ?, ?)", rows)

    def games(self) -> list[Saved]:
        """All games, the newest first."""
        with self._reading("the list of games"):
            rows = self._db.execute(f"{_SELECT} ORDER BY id DESC").fetchall()
        return [_saved(row) for row in rows]

    def play_by(self, game_id: int, version: str) -> None:
        """The game goes on by other rules than it was begun with: every entry of it fits those too."""
        with self._writing(f"the rules of game {game_id}"):
            self._db.execute("UPDATE games SET version = ? WHERE id = ?", (version, game_id))

    def saved(self, game_id: int) -> Saved:
        """One game; refused if it cannot be set up again as it was."""
        row = self._row(game_id)
        if torn := _torn(row):
            raise JournalError(f"the {' and '.join(torn)} of game {game_id} in {self.path} cannot be read")
        return _saved(row)

    def number(self, game_id: int) -> int:
        """That number, if there is such a game, damaged or not."""
        return int(self._row(game_id)[0])

    def count(self, game_id: int) -> int:
        """How many entries a game has, damaged ones too."""
        with self._reading(f"game {game_id}"):
            row = self._db.execute("SELECT count(*) FROM entries WHERE game_id = ?", (game_id,)).fetchone()
        return int(row[0])

    def newest(self, game_id: int) -> int:
        """The number of a game's newest entry, damaged or not; 0 before the first."""
        with self._reading(f"game {game_id}"):
            row = self._db.execute("SELECT max(number) FROM entries WHERE game_id = ?", (game_id,)).fetchone()
        return int(row[0] or 0)

    def _row(self, game_id: int) -> tuple[Any, ...]:
        row: tuple[Any, ...] | None = None
        if game_id.bit_length() < 64:  # SQLite counts no further
            with self._reading(f"game {game_id}"):
                row = self._db.execute(f"{_SELECT} WHERE id = ?", (game_id,)).fetchone()
        if row is None:
            known = ", ".join(str(game.id) for game in self.games()[:10]) or "none yet"
            raise BadInput(f"no game {game_id} in {self.path}; there are {known}")
        return row

    def entries(self, game_id: int, after: int = 0) -> list[Entry]:
        """The game's entries in order. A torn last one is left out (it was never acknowledged); a torn one before
        others means the file was damaged, and that is refused."""
        rows = self._rows(game_id, after)
        found = []
        for place, (number, blob) in enumerate(rows, start=1):
            try:
                found.append(msgspec.json.decode(blob, type=Entry))
            except msgspec.MsgspecError as torn:
                if place < len(rows):
                    raise JournalError(f"entry {number} of game {game_id} in {self.path} is damaged: {torn}") from None
        return found

    def _rows(self, game_id: int, after: int = 0) -> list[tuple[int, bytes]]:
        with self._reading(f"game {game_id}"):
            return self._db.execute(
                "SELECT number, entry FROM entries WHERE game_id = ? AND number > ? ORDER BY number", (game_id, after)
            ).fetchall()

    def make_room(self, game_id: int) -> str:
        """Before a game goes on: what cannot be read at its end is moved aside, for the next entry has its number.

        Returns what was moved, in words; reading alone never moves anything.
        """
        moved = []
        for number, blob in self._rows(game_id)[-1:]:
            if not _is_entry(blob):
                self._move_aside(game_id, f"entry {number}", blob)
                moved.append(f"entry {number}")
        with self._reading(f"game {game_id}"):
            row = self._db.execute("SELECT extras FROM games WHERE id = ?", (game_id,)).fetchone()
        if row is not None and _object(row[0]) is None:
            self._move_aside(game_id, "extras", row[0])
            moved.append("what was kept beside it (seats, timer)")
        return " and ".join(moved)

    def _move_aside(self, game_id: int, what: str, data: bytes | str) -> None:
        with self._writing(f"{what}, moved aside,"), self._at_once():
            self._db.execute("INSERT INTO aside (game_id, what, data) VALUES (?, ?, ?)", (game_id, what, data))
            if what == "extras":
                self._db.execute("UPDATE games SET extras = '{}' WHERE id = ?", (game_id,))
            else:
                self._db.execute("DELETE FROM entries WHERE game_id = ? AND number = ?", (game_id, what.split()[1]))

    def aside(self, game_id: int) -> list[tuple[str, bytes | str]]:
        """What was moved aside of a game: what it was, and its bytes."""
        with self._reading(f"game {game_id}"):
            return self._db.execute("SELECT what, data FROM aside WHERE game_id = ?", (game_id,)).fetchall()

    def export(self, game_id: int) -> bytes:
        """The game as one JSON file: every entry as it was written, and under `damaged` what cannot be read."""
        row = self._row(game_id)
        saved, rows = _saved(row), self._rows(game_id)
        damaged = [*_torn(row).items(), *((f"entry {number}", blob) for number, blob in rows if not _is_entry(blob))]
        whole = {
            "format": FORMAT,
            "game": saved.game,
            "version": saved.version,
            "players": saved.players,
            "options": saved.options,
            "started": saved.started,
            "entries": [msgspec.Raw(blob) for _, blob in rows if _is_entry(blob)],
        }
        if damaged := [*damaged, *self.aside(game_id)]:
            whole["damaged"] = {what: _as_text(data) for what, data in damaged}
        return msgspec.json.format(msgspec.json.encode(whole), indent=1)

    def backup(self, to: Path) -> None:
        """Everything (games, seats, extras, settings) as it is at this moment, in one new file for its owner alone."""
        try:
            os.close(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            raise BadInput(f"{to} is there already; name a new file for the backup") from None
        except OSError as refused:
            raise BadInput(f"cannot write {to}: {refused.strerror}") from None
        try:
            with self._writing(f"the backup {to}"):
                self._db.execute("VACUUM INTO ?", (str(to),))
        except JournalError:
            to.unlink()
            raise
        _sync(to)

    def take_in(self, whole: Export) -> Saved:
        """Adds an exported game as a new one: all of it or nothing."""
        with self._writing("the imported game"), self._at_once():
            saved = self.begin(whole.game, whole.version, whole.players, whole.options, whole.started)
            blobs = whole.blobs or [msgspec.json.encode(entry) for entry in whole.entries]
            rows = [(saved.id, entry.number, blob) for entry, blob in zip(whole.entries, blobs, strict=True)]
            self._db.executemany("INSERT INTO entries (game_id, number, entry) VALUES (?, ?, ?)", rows)
        return saved


def read_export(data: bytes) -> Export:
    """An exported game from its JSON; refused with one line if it is torn or foreign."""
    try:
        whole = msgspec.json.decode(data, type=Export)
    except msgspec.MsgspecError as wrong:
        raise BadInput(f"this is no exported game ({wrong}); use a file written by companion journal export") from None
    if whole.format != FORMAT:
        raise BadInput(f"this export is {whole.format!r}, this companion reads {FORMAT!r}")
    if sum(entry.what in ("correct", "remove", "overrule") for entry in whole.entries) > MOST_CORRECTIONS:
        raise BadInput(
            f"this export holds more than {MOST_CORRECTIONS} corrections; no table makes as many in one game"
        )
    if [entry.number for entry in whole.entries] != list(range(1, len(whole.entries) + 1)):
        raise BadInput("the entries of this export are not numbered 1, 2, 3 ...; it is torn or was edited")
    raws = msgspec.json.decode(data, type=_Written).entries
    return msgspec.structs.replace(whole, blobs=tuple(msgspec.json.format(bytes(raw), indent=-1) for raw in raws))


_SELECT = "SELECT id, game, version, players, options, started, over FROM games"


def _saved(row: tuple[Any, ...]) -> Saved:
    """A game as it is listed; without players or options where those cannot be read."""
    number, game, version, players, options, started, over = row
    return Saved(
        id=number,
        game=game,
        version=version,
        players=_names(players),
        options=_object(options) or {},
        started=started,
        over=bool(over),
    )


def _torn(row: tuple[Any, ...]) -> dict[str, Any]:
    """What of a game's row cannot be read."""
    players, options = row[3], row[4]
    torn = {"players": players} if not _names(players) else {}
    return torn if _object(options) is not None else {**torn, "options": options}


def _names(text: str | bytes) -> tuple[str, ...]:
    try:
        return msgspec.json.decode(text, type=tuple[str, ...])
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return ()


def _as_text(data: bytes | str) -> str:
    return data if isinstance(data, str) else data.decode(errors="backslashreplace")


def _sync(path: Path) -> None:
    """On the disk, also after a power cut."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _is_damage(broken: Exception) -> bool:
    """Not what passes by itself or is the owner's to mend: a lock, a full disk, missing rights."""
    if isinstance(broken, UnicodeDecodeError):  # torn names of tables, of which SQLite itself wants to complain
        return True
    return getattr(broken, "sqlite_errorcode", 0) & 0xFF in _DAMAGE


def _is_entry(blob: bytes) -> bool:
    try:
        msgspec.json.decode(blob, type=Entry)
    except msgspec.MsgspecError:
        return False
    return True


def _object(text: str | bytes) -> dict[str, Any] | None:
    """A JSON object; None for anything else."""
    try:
        found = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    return found if isinstance(found, dict) else None


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
