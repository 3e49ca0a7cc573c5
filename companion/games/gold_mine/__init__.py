"""Gold Mine: dig tunnels, carry nuggets to the ladder, and beware of bats."""

from functools import partial

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
from companion.games.protocol import Artwork, Game

__all__ = [
    "GAME",
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


def _artwork() -> Artwork:
    from companion.games.gold_mine import artwork

    return artwork


GAME = Game(
    name=NAME,
    title=TITLE,
    version=VERSION,
    players=PLAYERS,
    options=OPTIONS,
    seats=tuple(SEATS),
    setup=setup,
    legal=legal,
    read=read,
    apply=apply,
    is_over=is_over,
    view=view,
    score=score,
    placements=placements,
    shown=shown,
    recognised=recognised,
    rolled=rolled,
    layout=layout,
    artwork=_artwork,
    glow=glow,
    styles={style: partial(bots, (), style=style) for style in ("random", "greedy")},
    state_from=state_from,
    examine=examine,
)
