"""Why an action is refused: one sentence a code, for the players."""

from companion.errors import IllegalAction

SENTENCES = {
    "game_over": "The expedition is over: the temple has been reached. Set up a new game.",
    "unknown_action": "Gold Raiders has no such action; it knows {known}.",
    "wrong_phase": "That belongs to another part of the round: this is {phase}.",
    "not_your_turn": "It is not your turn: {turn} plays now, the order is clockwise from the idol.",
    "bad_player_count": "Gold Raiders is for two to six players, not {count}.",
    "bad_value": "{what}",
    "no_such_stack": "There is no such stack: stacks are counted from the left, and {owner} has {stacks}.",
    "no_target": "There is no stack to {verb} yet: lay the card on a stack instead.",
    "own_stack": "You can only steal from somebody else.",
    "impossible_cards": "There cannot be that many of these in the deck: it has only {copies} {card} cards, "
    "and {open} would lie open.",
    "already_revealed": "That stack lies open already: choose one that is still hidden.",
    "wrong_card_count": "That stack should have {size}, I see {seen}: please spread them out, or correct the count.",
}


def refusal(code: str, **facts: object) -> IllegalAction:
    """The refusal to raise.

    >>> str(refusal("bad_player_count", count=7))
    'Gold Raiders is for two to six players, not 7.'
    """
    return IllegalAction(code, SENTENCES[code].format(**facts))
