"""Gold Mine: dig tunnels, carry nuggets to the ladder, and beware of bats."""

from companion.games.gold_mine.board import COLOURS, NAME, PLAYERS, TITLE, VERSION
from companion.games.gold_mine.bots import STYLES
from companion.games.gold_mine.cases import CASES
from companion.games.gold_mine.glow import glow
from companion.games.gold_mine.guide import GUIDE
from companion.games.gold_mine.layout import layout
from companion.games.gold_mine.positions import state_from
from companion.games.gold_mine.rules import RULES, is_over
from companion.games.gold_mine.scoring import score
from companion.games.gold_mine.seeing import placements, recognised, rolled, shown, told
from companion.games.gold_mine.setup import OPTIONS, setup
from companion.games.gold_mine.view import view
from companion.games.gold_mine.words import cues, endings, words
from companion.games.protocol import Artwork, Game

__all__ = ["GAME"]


def _artwork() -> Artwork:
    from companion.games.gold_mine import artwork

    return artwork


GAME = Game(
    name=NAME,
    title=TITLE,
    version=VERSION,
    players=PLAYERS,
    options=OPTIONS,
    seats=COLOURS,
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
    rolled=rolled,
    told=told,
    layout=layout,
    artwork=_artwork,
    words=words,
    cues=cues,
    endings=endings,
    glow=glow,
    guide=GUIDE,
    styles=STYLES,
    state_from=state_from,
    examine=CASES.examine,
)
