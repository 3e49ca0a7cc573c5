"""Lights."""

from companion.games.pyramid_raiders.state import State
from companion.rules import Glow


def glow(state: State) -> Glow:
    return Glow()
