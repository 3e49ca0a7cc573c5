"""The demo: game after game on the simulated table, at the pace of people, beginning where the journal left off."""

import logging
from collections.abc import Callable, Iterator, Sequence
from random import Random

from companion.games.protocol import Json
from companion.play.news import News, SatDown
from companion.play.table import Table
from companion.simulation.camera import Lit
from companion.simulation.match import Match, Result
from companion.simulation.room import Room
from companion.watch.lookout import Glance
from companion.watch.watcher import Keep

log = logging.getLogger(__name__)

REST_S = 25.0  # to read the final scores before the next game


class Show:
    """Steps a simulated table beside the real service: one frame a step, and a move when it is time for one."""

    def __init__(
        self,
        table: Table,
        clock: Callable[[], float],
        lit: Callable[[], Lit] = dict,
        faults: str = "",
        keep: Keep = lambda frame, look, lit: None,
    ) -> None:
        self._table = table
        self._clock = clock
        self._lit = lit
        self._faults = faults
        self._keep = keep
        self._is_fresh = False
        self._room: Room | None = None
        self._script: Iterator[float] = iter(())
        self._next_s = 0.0
        table.listen(self.hear, "simulated table")

    def hear(self, news: News) -> None:
        """Another game: the simulated table is laid out anew with the next frame."""
        if isinstance(news, SatDown):
            self._is_fresh = True

    @property
    def room(self) -> Room | None:
        return self._room

    def step(self) -> None:
        """One frame; call it about five times a second."""
        if not self._table.is_playing:
            return
        if self._is_fresh or self._room is None:
            self._is_fresh, self._room, self._script = False, None, iter(())  # the old one goes first
            self._room = self._sit_down()
        now = self._clock()
        if now >= self._next_s and not self._table.kept("paused"):
            pause = next(self._script, None)
            self._next_s = now + (REST_S if pause is None else pause)
            if pause is None:
                self._play_again()
        self._room.tick()

    def _sit_down(self) -> Room:
        """The table as the journal has it; the bots remember what they did in it."""
        table, saved = self._table, self._table.saved
        room = Room(table, saved.id, self._faults, self._lit, self._keep)
        bots = table.game.bots(Random(saved.id), "greedy")
        for step in table.steps():
            if step.did is not None:
                bots.saw(step.before, step.did)
        result = Result(saved.game, list(saved.players), saved.id)
        self._script = Match(table, room, bots, result, log.debug, self._people).script()
        self._next_s = 0.0
        return room

    def _people(self) -> Sequence[str]:
        kept = self._table.kept("people")
        return tuple(kept) if isinstance(kept, list) else ()

    def _play_again(self) -> None:
        """After a rest, the same people sit down to the same game again."""
        saved = self._table.saved
        if self._table.game.is_over(self._table.state) and not self._people():
            self._script = self._after_rest(saved.game, saved.players, dict(saved.options))

    def _after_rest(self, game: str, players: Sequence[str], options: Json) -> Iterator[float]:
        self._table.start(game, players, options)
        yield 0.0

    def glance(self) -> Glance | None:
        """What the simulated camera saw last."""
        room = self._room
        return Glance(room.frame, room.watcher.latest) if room is not None and room.frame is not None else None

    # For the /sim page

    def pieces(self) -> list[Json]:
        if self._room is None:
            return []
        return [
            {"id": str(p.id), "piece": p.piece, "x_mm": p.x_mm, "y_mm": p.y_mm, "turned_deg": p.turned_deg}
            for p in self._room.tabletop.lying()
        ]

    def move(self, piece_id: str, x_mm: float, y_mm: float, turned_deg: float) -> None:
        if self._room is not None:
            self._room.tabletop.move(int(piece_id), x_mm, y_mm, turned_deg)
