"""Temple of Gold: through the jungle to the temple, for two to four players."""

from functools import partial

from companion.games.protocol import Artwork, Game
from companion.games.temple_of_gold.beginning import OPTIONS, setup, state_from
from companion.games.temple_of_gold.bots import bots
from companion.games.temple_of_gold.cases import examine
from companion.games.temple_of_gold.glow import glow
from companion.games.temple_of_gold.layout import layout
from companion.games.temple_of_gold.prompts import view
from companion.games.temple_of_gold.rules import apply, is_over, legal, read
from companion.games.temple_of_gold.scoring import score
from companion.games.temple_of_gold.table import placements, recognised, shown

NAME = "temple_of_gold"
TITLE = "Temple of Gold"
VERSION = "0.5-1"  # the rulebook's, then ours
PLAYERS = range(2, 5)

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
    "recognised",
    "score",
    "setup",
    "shown",
    "state_from",
    "view",
]


def _artwork() -> Artwork:
    from companion.games.temple_of_gold import artwork

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
    recognised=recognised,
    layout=layout,
    artwork=_artwork,
    glow=glow,
    styles={style: partial(bots, (), style=style) for style in ("random", "greedy")},
    state_from=state_from,
    examine=examine,
)
