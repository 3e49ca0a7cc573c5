"""Temple of Gold: through the jungle to the temple, for two to four players."""

from companion.games.temple_of_gold.beginning import OPTIONS, setup, state_from
from companion.games.temple_of_gold.bots import bots
from companion.games.temple_of_gold.cases import examine
from companion.games.temple_of_gold.glow import glow
from companion.games.temple_of_gold.layout import layout
from companion.games.temple_of_gold.prompts import view
from companion.games.temple_of_gold.rules import apply, is_over, legal, read, rolled
from companion.games.temple_of_gold.scoring import score
from companion.games.temple_of_gold.table import placements, recognised, shown

NAME = "temple_of_gold"
TITLE = "Temple of Gold"
VERSION = "0.5-1"  # the rulebook's, then ours
PLAYERS = range(2, 5)

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
    "recognised",
    "rolled",
    "score",
    "setup",
    "shown",
    "state_from",
    "view",
]
