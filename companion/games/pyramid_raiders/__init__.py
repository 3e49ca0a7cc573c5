"""Pyramid Raiders: lay a card, walk exactly that far, grab treasure, and stay out of the guardian's way."""

from functools import partial

from companion.games.protocol import Artwork, Game
from companion.games.pyramid_raiders.board import CHARACTERS as SEATS
from companion.games.pyramid_raiders.board import PLAYERS
from companion.games.pyramid_raiders.bots import bots
from companion.games.pyramid_raiders.cases import examine
from companion.games.pyramid_raiders.glow import glow
from companion.games.pyramid_raiders.layout import layout
from companion.games.pyramid_raiders.legal import legal
from companion.games.pyramid_raiders.positions import state_from
from companion.games.pyramid_raiders.prompts import view
from companion.games.pyramid_raiders.rules import apply, is_over, read
from companion.games.pyramid_raiders.scoring import score
from companion.games.pyramid_raiders.seeing import placements, rolled, shown
from companion.games.pyramid_raiders.setup import OPTIONS, setup

NAME = "pyramid_raiders"
TITLE = "Pyramid Raiders"
VERSION = "1"

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
    from companion.games.pyramid_raiders import artwork

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
    rolled=rolled,
    layout=layout,
    artwork=_artwork,
    glow=glow,
    styles={style: partial(bots, (), style=style) for style in ("random", "greedy")},
    state_from=state_from,
    examine=examine,
)
