"""Lantern Run: roll and run along the shore; lanterns on the way may be taken along. A stranger's game."""

from companion.games.protocol import Game
from lantern_run.rules import PLAYERS, RULES, State, is_over, setup
from lantern_run.seeing import layout, placements, rolled, told
from lantern_run.view import cues, endings, glow, score, view, words

GAME = Game(
    name="lantern_run",
    title="Lantern Run",
    version="1",
    players=PLAYERS,
    state=State,
    setup=setup,
    legal=RULES.legal,
    read=RULES.read,
    apply=RULES.apply,
    is_over=is_over,
    view=view,
    score=score,
    placements=placements,
    rolled=rolled,
    told=told,
    layout=layout,
    words=words,
    cues=cues,
    endings=endings,
    glow=glow,
)
