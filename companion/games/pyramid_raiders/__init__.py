"""Pyramid Raiders: lay a card, walk exactly that far, grab treasure, and stay out of the guardian's way."""

from companion.games.protocol import Artwork, Game
from companion.games.pyramid_raiders.bench import guardian_walks
from companion.games.pyramid_raiders.board import CHARACTERS, PLAYERS
from companion.games.pyramid_raiders.bots import GreedyBots, RandomBots
from companion.games.pyramid_raiders.cases import CASES
from companion.games.pyramid_raiders.ending import is_over
from companion.games.pyramid_raiders.glow import glow
from companion.games.pyramid_raiders.guide import GUIDE
from companion.games.pyramid_raiders.layout import layout
from companion.games.pyramid_raiders.positions import state_from
from companion.games.pyramid_raiders.rules import RULES, legal
from companion.games.pyramid_raiders.scoring import score
from companion.games.pyramid_raiders.seeing import placements, rolled, shown
from companion.games.pyramid_raiders.setup import OPTIONS, setup
from companion.games.pyramid_raiders.view import view
from companion.games.pyramid_raiders.words import cues, endings, words

__all__ = ["GAME"]


def _artwork() -> Artwork:
    from companion.games.pyramid_raiders import artwork

    return artwork


GAME = Game(
    name="pyramid_raiders",
    title="Pyramid Raiders",
    version="1",
    players=PLAYERS,
    options=OPTIONS,
    seats=CHARACTERS,
    setup=setup,
    legal=legal,
    read=RULES.read,
    apply=RULES.apply,
    is_over=is_over,
    view=view,
    score=score,
    placements=placements,
    shown=shown,
    rolled=rolled,
    layout=layout,
    artwork=_artwork,
    words=words,
    cues=cues,
    endings=endings,
    glow=glow,
    guide=GUIDE,
    round=lambda state: state.round,
    styles={"random": RandomBots, "greedy": GreedyBots},
    state_from=state_from,
    examine=CASES.examine,
    benches={"guardian_walks": guardian_walks},
)
