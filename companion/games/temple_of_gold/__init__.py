"""Temple of Gold: through the jungle to the temple, for two to four players."""

from companion.games.protocol import Artwork, Game
from companion.games.temple_of_gold.bots import RandomBots, SensibleBots
from companion.games.temple_of_gold.cases import CASES
from companion.games.temple_of_gold.glow import glow
from companion.games.temple_of_gold.guide import GUIDE
from companion.games.temple_of_gold.layout import layout
from companion.games.temple_of_gold.positions import state_from
from companion.games.temple_of_gold.rules import RULES, is_over, read
from companion.games.temple_of_gold.scoring import score
from companion.games.temple_of_gold.seeing import placements, recognised, shown, told
from companion.games.temple_of_gold.setup import OPTIONS, setup
from companion.games.temple_of_gold.view import view
from companion.games.temple_of_gold.words import cues, endings, words

__all__ = ["GAME"]


def _artwork() -> Artwork:
    from companion.games.temple_of_gold import artwork

    return artwork


GAME = Game(
    name="temple_of_gold",
    title="Temple of Gold",
    version="0.5-1",  # the rulebook's, then ours
    players=range(2, 5),
    options=OPTIONS,
    setup=setup,
    legal=RULES.legal,
    read=read,
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
    styles={"random": RandomBots, "greedy": SensibleBots},
    state_from=state_from,
    examine=CASES.examine,
)
