"""Gold Mine: dig tunnels, carry nuggets to the ladder, and beware of bats."""

from companion.games.gold_mine.actions import rolled
from companion.games.gold_mine.beginning import OPTIONS, setup
from companion.games.gold_mine.board import COLOURS as SEATS
from companion.games.gold_mine.bots import bots
from companion.games.gold_mine.cases import examine
from companion.games.gold_mine.glow import glow
from companion.games.gold_mine.layout import layout
from companion.games.gold_mine.positions import state_from
from companion.games.gold_mine.prompts import view
from companion.games.gold_mine.rules import (
    NAME,
    PLAYERS,
    TITLE,
    VERSION,
    apply,
    check_placement,
    is_over,
    legal,
    legal_placements,
    legal_types,
    passages,
    reachable,
    read,
)
from companion.games.gold_mine.scoring import score, scoreboard
from companion.games.gold_mine.seeing import placements, recognised, shown

__all__ = [
    "NAME",
    "OPTIONS",
    "PLAYERS",
    "SEATS",
    "TITLE",
    "VERSION",
    "apply",
    "bots",
    "check_placement",
    "examine",
    "glow",
    "is_over",
    "layout",
    "legal",
    "legal_placements",
    "legal_types",
    "passages",
    "placements",
    "reachable",
    "read",
    "recognised",
    "rolled",
    "score",
    "scoreboard",
    "setup",
    "shown",
    "state_from",
    "view",
]
