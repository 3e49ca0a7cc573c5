"""What of Pyramid Raiders is worth timing by itself: the guardian's walks."""

from collections.abc import Callable
from random import Random

from companion.games.pyramid_raiders.bots import RandomBots
from companion.games.pyramid_raiders.guardian import walk
from companion.games.pyramid_raiders.rules import RULES
from companion.games.pyramid_raiders.setup import setup

PLAYERS = ("p1", "p2", "p3", "p4")


def guardian_walks() -> Callable[[int], int]:
    """Walks from the positions of one random game, by every roll in turn."""
    states, state, bots = [], setup(PLAYERS, None), RandomBots(Random(5))
    while state.phase != "finished":
        if state.phase == "guardian":
            states.append(state)
        state = RULES.apply(state, bots.choose(state))

    def once(number: int) -> int:
        walk(states[number % len(states)], number % 6 + 1)
        return 1

    return once
