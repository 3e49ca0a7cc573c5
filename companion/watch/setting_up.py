"""Set up by cardboard: the board on the table chooses the game, the figures on it the players; one tap confirms it."""

from collections.abc import Callable, Iterable, Sequence

import cv2
import numpy as np

from companion.errors import CompanionError
from companion.games import game_named, game_names
from companion.games.protocol import Game
from companion.layout import Layout, Piece
from companion.play.proposal import Proposal
from companion.play.table import Table
from companion.watch.aim import placed
from companion.watch.prints import read_print
from hardware.camera import Frame
from vision.eyes import Eyes, Look
from vision.sighting import Sighting
from vision.tags import find_tags

CORNERS = 3  # of a board that must be seen before it is taken for one
REST = 5  # frames at rest before the table is read for it: a second
AGAIN = 15  # and so many between two readings
_MOST_PLAYERS = 8  # a sort of piece with more members than that stands for no players


class SettingUp:
    """Looks on while no game has begun; `eyes_for` opens eyes for another table than the one being played."""

    def __init__(self, table: Table, eyes_for: Callable[[Layout], Eyes]) -> None:
        self._table = table
        self._eyes_for = eyes_for
        self._rested = 0

    def see(self, frame: Frame, look: Look) -> None:
        """One frame, and what the eyes of the game being played made of it."""
        if self._table.is_begun:
            self._rested = 0
            self._table.propose(None)
            return
        self._rested = 0 if look.is_moving else self._rested + 1
        if self._rested % AGAIN == REST:
            self._table.propose(self._proposal(frame, look))

    def _proposal(self, frame: Frame, look: Look) -> Proposal | None:
        game = board_in(frame)
        if game is None:
            return None
        players = players_on(game, self._seen(game, frame, look))
        found = Proposal(game.name, game.title, tuple(players)) if players else None
        return None if found is not None and self._is_seated(found) else found

    def _seen(self, game: Game, frame: Frame, look: Look) -> Sequence[Sighting]:
        if self._table.is_playing and self._table.game is game:
            return look.sightings
        return read_print(game.layout(), frame.pixels, self._eyes_for)[1].sightings

    def _is_seated(self, found: Proposal) -> bool:
        """Whether just that sits on the table already."""
        if not self._table.is_playing:
            return False
        saved = self._table.saved
        return (saved.game, set(saved.players)) == (found.game, set(found.players))


def board_in(frame: Frame) -> Game | None:
    """The game whose board lies there; None where none is seen, or more than one."""
    grey = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    seen = {tag.id for tag in find_tags(grey)}
    found = [game for game in _games() if _is_board_of(game.layout(), seen)]
    return found[0] if len(found) == 1 else None


def _is_board_of(layout: Layout, seen: set[int]) -> bool:
    """Whether its board is there, in whichever print."""
    return any(len(seen.intersection(one.frame_markers)) >= CORNERS for one in (layout, *layout.also))


def _games() -> Iterable[Game]:
    for name in game_names():
        try:
            yield game_named(name)
        except CompanionError:  # a package that brings no game: its owner is told when he wants to play it
            continue


def players_on(game: Game, sightings: Iterable[Sighting]) -> list[str]:
    """Who plays, by the figures that are seen, in seat order; nobody where they are too few, too many or elsewhere."""
    layout, seen = game.layout(), list(sightings)
    names = {one.what for one in seen}
    every = figures(layout, max(game.players))
    here = [piece.name for piece in every if piece.name in names]
    if len(here) not in game.players:
        return []
    own = [seat for seat in game.seats if any(name.rpartition(".")[2] == seat for name in here)]
    if not own and here == [piece.name for piece in every[: len(here)]]:
        own = game.names(len(here))
    return own if len(own) == len(here) and _is_at_the_start(game, own, here, seen) else []


def _is_at_the_start(game: Game, players: Sequence[str], here: Sequence[str], seen: Iterable[Sighting]) -> bool:
    """Whether the figures stand where a new game has them, if it has them anywhere."""
    start = {one for one in game.placements(game.setup(players, None)) if one.piece in here}
    return start <= placed(game.layout(players), seen).keys()


def figures(layout: Layout, players: int) -> list[Piece]:
    """The pieces that stand for the players: the first sort of which there is one for each, in seat order."""
    sorts: dict[str, list[Piece]] = {}
    for piece in layout.pieces:
        if piece.copies == 1 and "." in piece.name:
            sorts.setdefault(piece.name.rpartition(".")[0], []).append(piece)
    return next((pieces for pieces in sorts.values() if max(players, 2) <= len(pieces) <= _MOST_PLAYERS), [])
