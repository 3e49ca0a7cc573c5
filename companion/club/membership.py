"""What a table keeps of its club, with its games: its own id, and which results the broker has."""

import logging
from collections.abc import Mapping
from secrets import token_hex
from threading import RLock
from typing import Any

import msgspec

from companion.errors import JournalError
from companion.games import game_named
from companion.games.protocol import Game
from companion.play.history import History
from companion.play.journal import Entry, Journal, Saved

log = logging.getLogger(__name__)

SETTING = "club"  # among the journal's settings


class Kept(msgspec.Struct, frozen=True):
    """As it stands in the journal."""

    id: str
    table: str
    before: tuple[int, ...] = ()  # games that were over when the table joined: its own affair
    told: dict[int, int] = msgspec.field(default_factory=dict)  # game -> the entry its result was told at


class Membership:
    """Reads the journal under the table's lock; a table that changes its name tells all its results again."""

    def __init__(self, journal: Journal, lock: RLock, table: str) -> None:
        self._journal, self._lock = journal, lock
        with lock:
            kept = _read(journal.setting(SETTING))
            if kept is None:
                before = tuple(game.id for game in journal.games() if game.over)
                kept = Kept(token_hex(4), table, before)
            elif kept.table != table:
                kept = msgspec.structs.replace(kept, table=table, told={})
            self._keep(kept)

    @property
    def id(self) -> str:
        return self._kept.id

    def finished(self) -> list[int]:
        """Every game since the table joined that is over."""
        with self._lock:
            games = self._journal.games()
        return sorted(game.id for game in games if game.over and game.id not in self._kept.before)

    def unsettled(self) -> list[int]:
        """The games whose result the broker does not have as it is now, withdrawn ones too."""
        finished = self.finished()
        changed = [game_id for game_id in finished if self._kept.told.get(game_id) != self._newest(game_id)]
        return sorted({*changed, *(game_id for game_id in self._kept.told if game_id not in finished)})

    def settle(self, game_id: int, number: int, is_withdrawn: bool) -> None:
        """The broker has the result as it was at that entry."""
        told = {**self._kept.told, game_id: number}
        if is_withdrawn:
            del told[game_id]
        if told != self._kept.told:
            with self._lock:
                self._keep(msgspec.structs.replace(self._kept, told=told))

    def recall(self, game_id: int) -> "Recalled":
        """A game of the journal, played again in memory."""
        with self._lock:
            saved, entries = self._journal.saved(game_id), self._journal.entries(game_id)
            extras = self._journal.extras(game_id)
        game = game_named(saved.game)
        return Recalled(game, saved, History(game, game.setup(saved.players, saved.options), entries), entries, extras)

    def _newest(self, game_id: int) -> int:
        with self._lock:
            return self._journal.newest(game_id)

    def _keep(self, kept: Kept) -> None:
        """What cannot be written holds until the next start; then some results are told twice, and taken once."""
        self._kept = kept
        try:
            self._journal.set(SETTING, msgspec.json.encode(kept).decode())
        except JournalError as full:
            log.warning("what the club was told is not kept: %s", full)


class Recalled(msgspec.Struct, frozen=True):
    """A past game with all that was kept of it."""

    game: Game
    saved: Saved
    history: History
    entries: list[Entry]
    extras: Mapping[str, Any]

    @property
    def number(self) -> int:
        return self.entries[-1].number if self.entries else 0


def _read(text: str | None) -> Kept | None:
    """None, too, for what cannot be read: then the table joins anew."""
    try:
        return msgspec.json.decode(text, type=Kept) if text else None
    except msgspec.MsgspecError:
        return None
