"""What can be asked of a position: the pure questions of the specification, as plain JSON values."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.temple_of_gold.board import PILE
from companion.games.temple_of_gold.ending import camps
from companion.games.temple_of_gold.exploring import explore_spaces
from companion.games.temple_of_gold.moving import is_blocked, step_price
from companion.games.temple_of_gold.scoring import gold, ranked
from companion.games.temple_of_gold.state import State, coins_free, items, steps_left
from companion.games.temple_of_gold.treasure import candidates

Json = Any


def _step_price(state: State, to: str, redo: bool = False) -> Json:
    units, kind, number = step_price(state, to, redo)
    return {"units": units, "resource": kind, "of_resource": number}


QUERIES: Mapping[str, Callable[[State], Json]] = {
    "items": lambda state: {player.id: items(player) for player in state.players},
    "steps_left": steps_left,
    "coins_free": coins_free,
    "pile_left": lambda state: len(PILE) - len(state.tiles),
    "explore_cells": explore_spaces,
    "candidates": lambda state: [list(found) for found in candidates(state)],
    "candidate_cells": lambda state: sorted({found[0] for found in candidates(state)}),
    "scores": lambda state: {player.id: gold(state, player) for player in state.players},
    "ranking": lambda state: ranked(state),
    "winners": lambda state: ranked(state)[0],
}
QUERIES_OF: Mapping[str, Callable[..., Json]] = {
    "camps": lambda state, player, suit: camps(state, player, suit),
    "blocked": lambda state, a, b: is_blocked(state, a, b),
    "step_price": _step_price,
}
