"""Gold Raiders: lay cards by night, turn them up by day, and stand on the temple when the day ends."""

from companion.games.gold_raiders.board import NAME, PLAYERS, TITLE
from companion.games.gold_raiders.bots import bots
from companion.games.gold_raiders.cases import examine
from companion.games.gold_raiders.glow import glow
from companion.games.gold_raiders.layout import layout
from companion.games.gold_raiders.prompts import view
from companion.games.gold_raiders.rules import VERSION, apply, is_over, legal, placements, read, rolled, shown
from companion.games.gold_raiders.scoring import score
from companion.games.gold_raiders.state import OPTIONS, setup, state_from

__all__ = [
    "NAME",
    "OPTIONS",
    "PLAYERS",
    "TITLE",
    "VERSION",
    "apply",
    "bots",
    "examine",
    "glow",
    "is_over",
    "layout",
    "legal",
    "placements",
    "read",
    "rolled",
    "score",
    "setup",
    "shown",
    "state_from",
    "view",
]
