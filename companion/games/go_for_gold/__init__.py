"""Go for Gold: one roll moves everybody over an island of their own; dig, raid, and mind the ports."""

from functools import partial

from companion.games.go_for_gold.board import NAME, PLAYERS, TITLE
from companion.games.go_for_gold.bots import bots
from companion.games.go_for_gold.cases import examine
from companion.games.go_for_gold.glow import glow
from companion.games.go_for_gold.layout import layout
from companion.games.go_for_gold.prompts import view
from companion.games.go_for_gold.rules import VERSION, apply, is_over, legal, placements, read, rolled, shown
from companion.games.go_for_gold.scoring import score
from companion.games.go_for_gold.state import OPTIONS, setup, state_from
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
    "rolled",
    "score",
    "setup",
    "shown",
    "state_from",
    "view",
]


def _artwork() -> Artwork:
    from companion.games.go_for_gold import artwork

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
    rolled=rolled,
    layout=layout,
    artwork=_artwork,
    glow=glow,
    styles={style: partial(bots, (), style=style) for style in ("random", "greedy")},
    state_from=state_from,
    examine=examine,
)
