"""The game in a few words: for buttons, questions and histories; what is to be heard, and what a long press ends."""

from collections.abc import Iterator, Sequence

from companion.games.gold_raiders.actions import (
    Action,
    ChooseFirst,
    Deal,
    Pass,
    PlayNew,
    PlayOn,
    Recon,
    Reveal,
    Steal,
)
from companion.games.gold_raiders.ending import hidden, is_over
from companion.games.gold_raiders.scoring import named
from companion.games.gold_raiders.state import State
from companion.games.protocol import Cue, person

WIDTH = 90  # characters a button can show


def words(state: State, action: Action, viewer: str | None) -> str:
    """An action without its player's name; nothing of it is secret, for faces are named only once they lie open."""
    match action:
        case ChooseFirst(player=player):
            return f"the idol goes to {person(player)}, who begins"
        case Deal():
            return "shuffle all 54 cards and deal eight each"
        case PlayNew():
            return "lay a card as a new stack"
        case PlayOn(stack=number):
            return f"lay a card on stack {number}"
        case Recon(owner=owner, stack=number):
            return f"discard a recon and look into {_whose(owner, viewer)} stack {number}"
        case Steal(owner=owner, stack=number, onto=onto):
            where = "as a new stack" if onto == "new" else f"onto stack {onto}"
            return f"steal {_whose(owner, viewer)} stack {number} {where}"
        case Reveal(stack=number, cards=cards):
            return _turned_up(number, cards)
        case Pass(player=player):
            left = hidden(state, player)
            return f"pass, {left} {'stack stays' if left == 1 else 'stacks stay'} hidden"


def _whose(owner: str, viewer: str | None) -> str:
    return "your" if owner == viewer else f"{person(owner)}'s"


def _turned_up(number: int, cards: Sequence[str]) -> str:
    """The cards by their names, or a long fan by the signs printed on them.

    >>> _turned_up(2, ("1", "R", "2"))
    'reveal stack 2: 1, recon, 2'
    >>> _turned_up(2, ("1", "R", "2") * 6)
    'reveal stack 2: 1 R 2 1 R 2 1 R 2 1 R 2 1 R 2 1 R 2'
    """
    spelt = (named(tuple(cards)), " ".join(cards), "".join(cards))
    lines = [f"reveal stack {number}: {line}" for line in spelt]
    return next((line for line in lines if len(line) <= WIDTH), lines[-1])


def cues(before: State, action: Action, after: State) -> Sequence[Cue]:
    return tuple(_cues(before, action, after))


def _cues(before: State, action: Action, after: State) -> Iterator[Cue]:
    """A raider chased back by bandits is knocked out, one who reaches the temple has found the treasure."""
    if isinstance(action, Reveal):
        start, reached = before.pos[action.player], after.pos[action.player]
        if reached < start:
            yield "knock_out"
        if start < reached == after.trail:
            yield "treasure"
    if is_over(after):
        yield "game_over"
    elif after.round > before.round:
        yield "round"
    if after.acting and after.acting != before.acting:
        yield "your_turn"


def endings(state: State) -> Sequence[Action]:
    """By day the turn can be ended with stacks still hidden; at night only a card ends it."""
    return (Pass(state.turn),) if state.phase == "day" and state.turn else ()
