"""Why a move is refused, in a sentence for the players that names the rule."""

from companion.errors import IllegalAction

SENTENCES = {
    # setting up
    "player_count": "Temple of Gold is for two to four players.",
    "bad_suit": "Players choose among Suns, Arms, Spring and Moons; the other suits are resources.",
    "suit_taken": "Every player needs a suit of his own.",
    "duplicate_player": "Every player needs a name of his own.",
    "unknown_player": "Nobody of that name plays in this game.",
    "bad_option": "The options are income (auto or claim), allow_discard (true or false), suits, first and layout.",
    "layout_cells": "Setup: the ten spaces A1 to E1 and F2 to F6 form the coast, no others and none left out.",
    "layout_tiles": "Setup: the coast has the four towns, once each, and six face-down tiles.",
    "towns_per_side": "Setup: the lower and the right side have two towns each.",
    "towns_touch": "Setup: towns are a face-down tile apart, from each other and from the start corner.",
    # any action
    "game_over": "The game is over.",
    "unknown_action": "There is no such action in Temple of Gold.",
    "not_your_turn": "It is another player's turn.",
    "turn_closing": "After digging or taking income, only announcing a treasure and ending the turn are left.",
    "malformed": "That action carries something it does not know what to do with.",
    "action_used": "Move, Pick up and Explore are done once a turn each, and one is finished when the next begins.",
    # Move
    "not_adjacent": "Only the spaces next to your pawn will do, not diagonally and not beyond the grid.",
    "unexplored": "Nothing is explored there yet: a pawn ends every step on a tile, or in the opened temple.",
    "temple_once": "Each player enters the temple only once.",
    "no_steps_left": "Move: no more steps than 8 minus the items in your backpack.",
    "nothing_to_redo": "Only an adventure where you already have a camp can be done again on entering.",
    "wrong_payment": "That is not the price: it is paid exactly, with the units asked for or wild resources.",
    "not_owned": "You do not have those units.",
    # Pick up, discard
    "nothing_here": "Pick up: there is nothing to take on this tile.",
    "trade_not_open": "The natives trade only right after you have completed their adventure.",
    "requirement_missing": "Pick up: towns ask for a jewelry unit, lake and impenetrable jungle for a tools unit.",
    "wrong_take": "Pick up: one unit of what the tile offers; at the start corner up to two food and one jewelry.",
    "no_room": "The backpack has eight spaces and not enough of them are free.",
    "supply_empty": "There are only six coins of each resource and none is left for that.",
    "discard_off": "In this game resources cannot be discarded (option allow_discard).",
    # Explore
    "already_explored": "Explore: that space is explored already.",
    "no_tile_on_temple": "Explore: the temple is opened without laying a tile.",
    "tile_not_in_pile": "Explore: that tile is not in the exploring pile.",
    "bad_orientation": "Explore: say which side of the tile is blocked: N, E, S or W.",
    # treasures
    "no_treasure_markers": "All treasures are placed: there are two per player.",
    "bad_location": "A treasure lies in the jungle: not on the coast, the start corner or the temple.",
    "location_used": "Every space has at most one treasure in the whole game.",
    "bad_clue": "A clue is a laid jungle tile with a number or an ace; nulls and towns point nowhere.",
    "clue_used": "Each tile serves only once as a clue.",
    "clue_mismatch": "One clue lies in the spot's row and one in its column, each exactly its number of steps away.",
    "no_treasure": "There is no treasure to dig up under your pawn.",
    # income
    "income_is_automatic": "The income is booked by itself at the end of the turn (option income).",
    "no_income_due": "Income comes at the end of your turns after the one in which you took the amulet.",
}


def refusal(code: str) -> IllegalAction:
    """
    >>> str(refusal("temple_once"))
    'Each player enters the temple only once.'
    """
    return IllegalAction(code, SENTENCES[code])
