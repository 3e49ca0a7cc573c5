"""What would follow if a past entry were another, or none: told before anybody does it."""

from collections.abc import Mapping

from companion.games.protocol import Json
from companion.play.history import History, Step
from companion.play.table import Table
from web.words import is_open_to, step_words

_UNTOLD = "it does not follow from what is changed before it"


def foreseen(table: Table, number: int, raw: Mapping[str, Json] | None, viewer: str | None) -> Json:
    """What still fits after entry `number` is changed to that action (or removed), what falls away, how it would stand.

    In the game's words, as far as that viewer may know them.
    """
    with table.lock:
        game, history, now = table.game, table.history, table.sitting.score
        steps = table.foresee(number, raw)
    later = [step for step in steps if step.entry.number > number]
    before = {step.entry.number for step in history.steps if step.unfit}
    state = steps[-1].state if steps else history.states()[0]
    then = game.score(state)
    return {
        "entry": number,
        "fits": sum(not step.unfit for step in later),
        "falls": [_fallen(history, step, viewer) for step in later if step.unfit and step.entry.number not in before],
        "mended": [_words(history, step, viewer) for step in later if not step.unfit and step.entry.number in before],
        "headline": game.view(state, viewer).headline,
        "scores": [
            {"player": one.player, "before": was.total, "after": one.total}
            for was, one in zip(now.standings, then.standings, strict=True)
        ],
        "over": game.is_over(state),
    }


def _fallen(history: History, step: Step, viewer: str | None) -> Json:
    why = step.unfit if is_open_to(history.game, history, step.entry, viewer) else _UNTOLD
    return {"number": step.entry.number, "words": _words(history, step, viewer), "why": why}


def _words(history: History, step: Step, viewer: str | None) -> str:
    """As it was said, for what no longer fits has no other words."""
    before, did = history.said(step.entry) or (step.before, step.did)
    return step_words(history.game, history, before, did, viewer)
