"""The games the companion can referee: one line each."""

from importlib import import_module
from typing import cast

from companion.errors import BadInput
from companion.rules import Game

GAMES = {
    "pyramid_raiders": "companion.games.pyramid_raiders",
    "gold_raiders": "companion.games.gold_raiders",
    "gold_mine": "companion.games.gold_mine",
    "temple_of_gold": "companion.games.temple_of_gold",
    "go_for_gold": "companion.games.go_for_gold",
}


def game_named(name: str) -> Game:
    """The rulebook of that name; games are loaded when they are asked for, so starting stays quick."""
    if name not in GAMES:
        raise BadInput(f"no game called {name!r}; there are {', '.join(GAMES)}")
    return cast(Game, import_module(GAMES[name]))
