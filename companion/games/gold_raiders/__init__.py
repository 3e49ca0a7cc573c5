"""Gold Raiders: lay cards by night, turn them up by day, and stand on the temple when the day ends."""

from functools import partial

from companion.games.gold_raiders.board import NAME, PLAYERS, TITLE
from companion.games.gold_raiders.bots import Raiders
from companion.games.gold_raiders.cases import CASES
from companion.games.gold_raiders.ending import is_over
from companion.games.gold_raiders.glow import glow
from companion.games.gold_raiders.guide import GUIDE
from companion.games.gold_raiders.layout import layout
from companion.games.gold_raiders.positions import state_from
from companion.games.gold_raiders.rules import RULES
from companion.games.gold_raiders.scoring import score
from companion.games.gold_raiders.seeing import placements, recognised, shown, told
from companion.games.gold_raiders.setup import OPTIONS, setup
from companion.games.gold_raiders.view import view
from companion.games.gold_raiders.words import cues, endings, words
from companion.games.protocol import Artwork, Game

__all__ = ["GAME"]


def _artwork() -> Artwork:
    from companion.games.gold_raiders import artwork

    return artwork


GAME = Game(
    name=NAME,
    title=TITLE,
    version="1",
    players=PLAYERS,
    options=OPTIONS,
    setup=setup,
    legal=RULES.legal,
    read=RULES.read,
    apply=RULES.apply,
    is_over=is_over,
    view=view,
    score=score,
    placements=placements,
    shown=shown,
    recognised=recognised,
    told=told,
    layout=layout,
    artwork=_artwork,
    words=words,
    cues=cues,
    endings=endings,
    glow=glow,
    guide=GUIDE,
    round=lambda state: state.round,
    styles={style: partial(Raiders, style=style) for style in ("random", "greedy")},
    state_from=state_from,
    examine=CASES.examine,
)
