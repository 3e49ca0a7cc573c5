"""Gold Raiders: lay cards by night, turn them up by day, and stand on the temple when the day ends."""

from functools import partial

from companion.games.gold_raiders.board import NAME, PLAYERS, TITLE
from companion.games.gold_raiders.bots import bots
from companion.games.gold_raiders.cases import examine
from companion.games.gold_raiders.glow import glow
from companion.games.gold_raiders.layout import layout
from companion.games.gold_raiders.prompts import view
from companion.games.gold_raiders.rules import VERSION, apply, is_over, legal, placements, read, shown
from companion.games.gold_raiders.scoring import score
from companion.games.gold_raiders.state import OPTIONS, setup, state_from
from companion.games.protocol import Artwork, Game

__all__ = [
    "GAME",
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
    "score",
    "setup",
    "shown",
    "state_from",
    "view",
]


def _artwork() -> Artwork:
    from companion.games.gold_raiders import artwork

    return artwork


GAME = Game(
    name=NAME,
    title=TITLE,
    version=VERSION,
    players=PLAYERS,
    options=OPTIONS,
    setup=setup,
    legal=legal,
    read=read,
    apply=apply,
    is_over=is_over,
    view=view,
    score=score,
    placements=placements,
    shown=shown,
    layout=layout,
    artwork=_artwork,
    glow=glow,
    styles={style: partial(bots, (), style=style) for style in ("random", "greedy")},
    state_from=state_from,
    examine=examine,
)
