"""Why an action is refused: one sentence a code, for the players."""

from typing import get_args

from companion.errors import IllegalAction
from companion.games.go_for_gold.actions import Action
from companion.games.go_for_gold.state import State
from companion.games.protocol import person

SENTENCES = {
    "game_over": "The treasure hunt is over. Set up a new game.",
    "unknown_action": "Go for Gold has no such action; it knows {known}.",
    "unknown_player": "Nobody of that name plays; players are {players}.",
    "wrong_phase": "That comes at another time: now {phase}.",
    "out_of_game": "{player} is out of the game: points stay, but there are no more moves or rolls.",
    "not_your_turn": "It is not your turn: waiting for {awaiting}.",
    "player_count": "Go for Gold is for two to four players, not {count}.",
    "duplicate_player": "Every player needs a name of their own.",
    "bad_value": "{what}",
    "not_a_port": "That is no port; the ports are {ports}.",
    "no_foot": "You have no foot left: only a circled foot that is not crossed out replaces the roll.",
    "wrong_length": "{what}",
    "not_land": "{space} is water or not on the island: lines go over land only.",
    "not_adjacent": "{space} does not touch {last}: a line goes from space to neighbouring space.",
    "already_entered": "You have entered {space} before: no space is entered twice.",
    "port_already_used": "You have used a port already: for you the ports are closed now.",
    "port_ends_move": "{space} is a port: the movement ends there at once, nobody moves on from it.",
    "must_move": "You can move {roll}: only who has no way may retire.",
    "no_treasure_here": "You do not stand on a treasure.",
    "no_temple_here": "You do not stand on a temple that is still to be raided.",
    "must_choose_port": "You have entered a port: it must be used, choose where your ship goes.",
    "not_on_port": "Your ship sails only when your move has just ended in a port.",
    "port_visited": "You have been to {port} before: choose a port you have not visited.",
}

PHASES = {
    "start_port": "the start port is chosen",
    "roll": "the active player rolls",
    "move": "everybody draws the move",
    "resolve": "treasures, temples and ports are resolved",
    "shovels": "shovels may be spent",
}


def refusal(code: str, **facts: object) -> IllegalAction:
    """The refusal to raise.

    >>> str(refusal("player_count", count=5))
    'Go for Gold is for two to four players, not 5.'
    """
    return IllegalAction(code, SENTENCES[code].format(**facts))


def refuse(state: State, code: str) -> IllegalAction:
    """The refusal whose facts the position knows."""
    return refusal(
        code,
        known=", ".join(kind.__struct_config__.tag for kind in get_args(Action)),
        players=", ".join(state.ids),
        phase=PHASES.get(state.phase, ""),
        awaiting=", ".join(map(person, state.awaiting)) or "nobody",
        ports=", ".join(state.island.ports),
        roll=state.roll,
    )
