"""Go for Gold: one roll moves everybody over an island of their own; dig, raid, and mind the ports."""

from companion.games.go_for_gold.board import NAME, PLAYERS, TITLE, VERSION
from companion.games.go_for_gold.bots import STYLES
from companion.games.go_for_gold.cases import CASES
from companion.games.go_for_gold.glow import glow
from companion.games.go_for_gold.guide import GUIDE
from companion.games.go_for_gold.layout import layout
from companion.games.go_for_gold.legal import legal
from companion.games.go_for_gold.positions import state_from
from companion.games.go_for_gold.rules import RULES, is_over
from companion.games.go_for_gold.scoring import score
from companion.games.go_for_gold.seeing import (
    accounted,
    disclosed,
    forgotten,
    marked,
    placements,
    private,
    rolled,
    shown,
    told,
)
from companion.games.go_for_gold.setup import OPTIONS, setup
from companion.games.go_for_gold.view import view
from companion.games.go_for_gold.words import cues, endings, words
from companion.games.protocol import Artwork, Game

__all__ = ["GAME"]


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
    read=RULES.read,
    apply=RULES.apply,
    is_over=is_over,
    view=view,
    score=score,
    placements=placements,
    disclosed=disclosed,
    marked=marked,
    accounted=accounted,
    forgotten=forgotten,
    private=private,
    shown=shown,
    rolled=rolled,
    told=told,
    layout=layout,
    artwork=_artwork,
    words=words,
    cues=cues,
    endings=endings,
    glow=glow,
    guide=GUIDE,
    round=lambda state: state.round,
    styles=STYLES,
    state_from=state_from,
    examine=CASES.examine,
)
