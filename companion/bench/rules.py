"""How fast the rulebooks are, against python-chess making random moves in the same run."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

from companion.errors import BadInput
from companion.games import game_named, game_names
from companion.games.protocol import Action, Game, State
from companion.simulation.match import turns

SHARE_S = 1.5  # how long each figure is measured for


def measure() -> dict[str, Any]:
    """Per game: actions a second in random play-outs, and legal + apply a second on the states of such games."""
    chess_before = _chess_moves()
    figures: dict[str, Any] = {}
    rates: dict[str, tuple[float, float]] = {}
    for name in game_names():
        rates[name] = _playouts(game_named(name)), _steps(game_named(name))
    others = {name: _rate(make()) for game in map(game_named, rates) for name, make in game.benches.items()}
    reference = (chess_before + _chess_moves()) / 2
    figures["chess_moves_per_s"] = round(reference)
    for name, (playout, step) in rates.items():
        figures[name] = {
            "playout_actions_per_s": round(playout),
            "legal_apply_per_s": round(step),
            "playout_ratio": round(playout / reference, 3),
            "legal_apply_ratio": round(step / reference, 3),
        }
    for name, rate in others.items():
        figures[f"{name}_per_s"] = round(rate)
        figures[f"{name}_ratio"] = round(rate / reference, 2)
    return figures


def _rate(batch: Callable[[int], int]) -> float:
    """How many a second `batch` does; it is called with 0, 1, 2 ... and says how many it did."""
    done, number, began = 0, 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < SHARE_S:
        done += batch(number)
        number += 1
    return done / spent


def _chess_moves() -> float:
    try:
        import chess
    except ImportError:
        raise BadInput("bench rules measures against python-chess; pip install 'companion[dev]'") from None

    def game(number: int) -> int:
        rng, board = Random(number), chess.Board()
        while (moves := list(board.legal_moves)) and board.ply() < 200:
            board.push(rng.choice(moves))
        return int(board.ply())

    return _rate(game)


def _playouts(game: Game) -> float:
    """Whole games of random bots; what they do to choose counts too."""
    counts = list(game.players)
    return _rate(lambda number: sum(1 for _ in turns(game, game.names(counts[number % len(counts)]), number)))


def _steps(game: Game) -> float:
    """legal(state) listed to the last action, then apply of the one that was played, over all states of some games."""
    sample: list[tuple[State, Action]] = []
    for count in game.players:
        sample += [(state, action) for state, action, _ in turns(game, game.names(count), 100 + count)]

    def once(number: int) -> int:
        state, action = sample[number % len(sample)]
        len(game.legal(state))  # a lazy listing is made to list everything, as chess does
        game.apply(state, action)
        return 1

    return _rate(once)
