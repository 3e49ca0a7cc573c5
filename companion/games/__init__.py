"""The games the companion can referee: whatever is installed under the entry point group `companion.games`."""

import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, distributions

from companion.errors import BadInput
from companion.games.protocol import Game

GROUP = "companion.games"


def _found() -> Mapping[str, EntryPoint]:
    return _found_on(tuple(sys.path))


@cache
def _found_on(path: tuple[str, ...]) -> Mapping[str, EntryPoint]:
    """Asked of every package, for an old build folder beside the sources would hide what is really installed."""
    points = [point for package in distributions() for point in package.entry_points if point.group == GROUP]
    return {point.name: point for point in reversed(points)}


def game_names() -> list[str]:
    """Every game that is installed."""
    return sorted(_found())


def game_named(name: str) -> Game:
    """The rulebook of that name; games are loaded when they are asked for, so starting stays quick."""
    if name not in _found():
        raise BadInput(f"no game called {name!r}; there are {', '.join(game_names())}")
    return _loaded(_found()[name])


@cache
def _loaded(point: EntryPoint) -> Game:
    game, name = point.load(), point.name
    if not isinstance(game, Game) or game.name != name:
        raise BadInput(f"the package that brings {name} does not name a game of that name; ask whoever wrote it")
    return game
