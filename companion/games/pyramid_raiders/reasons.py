"""Why an action is refused: one sentence for the players for every code of the specification."""

from collections.abc import Mapping

from companion.errors import IllegalAction

SENTENCES: Mapping[str, str] = {
    "game_over": "The game is over: the last round has been played.",
    "unknown_action": "There is no such action in Pyramid Raiders.",
    "wrong_phase": "That cannot be done now: it belongs to another part of the round.",
    "not_your_turn": "It is not your turn: somebody else must act first.",
    "bad_space": "There is no such space: spaces are a1 to i5, row by row from the top.",
    "bad_value": "That does not fit this action: something is missing or is none of the values it can have.",
    "bad_player_count": "Pyramid Raiders is for 3 to 6 players, each with a name of his own.",
    "bad_map": (
        "A map needs 6 pillars and 6 fountains on different spaces, none on a corner or the centre, a way out of the"
        " centre, and no part walled off."
    ),
    "bad_token_layout": (
        "Every space without an obstacle takes exactly one token: books on the corners and the centre,"
        " 7 of each colour elsewhere."
    ),
    "item_taken": "That item has been drawn already: every item is there once.",
    "already_has_item": "You have an item already: everybody draws one.",
    "not_on_rim": "Enter on the outer rim of the board.",
    "blocked_guardian": "The guardian stands there.",
    "blocked_pillar": "A pillar stands there.",
    "blocked_fountain": "Only the diving helmet goes into the water.",
    "space_occupied": "Somebody stands there: one figure to a space.",
    "already_placed": "Your card lies there already: one card a round.",
    "not_placed": "You have no card on the table to take back.",
    "card_not_in_hand": "That card is not in your hand: played cards come back when all five are used.",
    "not_adjacent": "That space does not touch: figures go from space to neighbouring space.",
    "backtrack": "You cannot step straight back to the space you just left.",
    "no_push_room": "Whoever stands there cannot be pushed anywhere.",
    "dead_end": "From there you could not use up your card.",
    "push_back": "You cannot swap places: nobody is pushed to where the pusher came from.",
    "push_locked": "That space belongs to someone already in this push.",
    "too_many_steps": "That walk is longer than your card: walk exactly its number.",
    "too_few_steps": "That walk is shorter than your card: walk exactly its number.",
    "push_missing": "Somebody is in the way: say where he is pushed.",
    "push_unused": "That walk pushes fewer figures than you say.",
    "must_move_exact": "You owe {need} more {spaces}: walk exactly your card's number.",
    "item_not_owned": "You do not have the item for that.",
    "item_wrong_card": "The teleport door opens with card 5 only.",
    "already_moving": "You have begun to walk: that must be the first thing in a move.",
    "out_of_range": "That space is too far away to take from.",
    "no_token": "No treasure lies there.",
    "not_on_path": "The decoy goes on a space you walked over this turn, not on the one you stand on.",
    "must_take": "A treasure lies under you: take that one or a neighbouring one.",
    "wrong_effect": "Your card does not do that: card 1 turns the guardian, card 2 flips the rotation.",
}


def refusal(code: str, **words: object) -> IllegalAction:
    """The refusal of that code, its sentence filled in.

    >>> str(refusal("must_move_exact", need=1, spaces="space"))
    "You owe 1 more space: walk exactly your card's number."
    """
    return IllegalAction(code, SENTENCES[code].format(**words))
