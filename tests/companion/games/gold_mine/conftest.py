"""What Gold Mine's tests share: the little mine of the specification's section 11, and whole games among bots."""

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from companion.games.gold_mine import GAME

LITTLE = [
    ["T07", 0, -1, 1],
    ["G03", 1, -1, 1],
    ["T44", 2, -1, 3],
    ["T37", -1, -1, 0],
    ["T08", -1, 0, 0],
    ["C01", 1, 0, 0],
    ["T45", 2, 0, 1],
    ["G25", -1, 1, 0],
]


@pytest.fixture(scope="session")
def position() -> Callable[..., Any]:
    """A position in the little mine, the usual left out."""
    return lambda **given: GAME.state_from({"mine": LITTLE, **given})


@lru_cache(maxsize=8)  # a state keeps what was worked out about its mine
def _played(count: int, options: tuple[str, ...], seed: int, style: str) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    states, actions = [GAME.setup(GAME.names(count), dict.fromkeys(options, True))], []
    bots = GAME.bots(Random(seed), style)
    while not GAME.is_over(states[-1]) and len(actions) < 5000:
        actions.append(bots.choose(states[-1]))
        bots.saw(states[-1], actions[-1])
        states.append(GAME.apply(states[-1], actions[-1]))
    return tuple(states), tuple(actions)


@pytest.fixture(scope="session")
def played() -> Callable[..., tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """The states and the actions of one game: `played(players, *options, seed=1, style="random")`."""
    return lambda count, *options, seed=1, style="random": _played(count, options, seed, style)
