"""Why a move is refused: one sentence for the players per reason code, naming the rule."""

from companion.errors import IllegalAction
from companion.games.gold_mine.state import State
from companion.games.protocol import person

REASONS = {
    "bad_players": "Gold Mine is for 2 to 6 players, each of another colour: red, green, blue, yellow, black, white",
    "bad_options": (
        "These options do not go together: alliances need 4 or 6 players; the five tile strategy needs 2 to 4 players, "
        "the mud rule and five proper tiles for each"
    ),
    "unknown_action": "Nobody does such a thing in Gold Mine",
    "game_over": "The game is over; set up a new one",
    "unknown_player": "No miner of that colour is in this game",
    "already_rolled": "This player has rolled for the start already; only players tied for the highest sum roll again",
    "bad_dice": "A die shows a whole number from 1 to 6; please say what lies in the tray",
    "not_your_turn": "It is not this player's move (turns go clockwise); {actor} must act",
    "wrong_step": "Not now: {step}",
    "bad_action": "A cell is two whole numbers, a place three: cell and tunnel",
    "no_tiles_left": "The stack is empty, so there is nothing to dig (placing tiles); roll or stay instead",
    "no_playable_tile": "No tile of the stack fits anywhere, so there is nothing to dig (placing tiles)",
    "unknown_tile": "That tile is not in the stack: it lies in the mine, in a hand, or in no box of this game",
    "not_the_drawn_tile": "Only the tile just drawn may be laid (placing tiles): {drawn}",
    "bad_rotation": "A tile is turned by 0, 1, 2 or 3 quarters",
    "cell_taken": "There is a tile already (placing tiles)",
    "outside_field": "That is beyond the edge of the mine field (placing tiles)",
    "not_adjacent": "It touches no tile with a full side (placing tiles); a corner is not enough",
    "tunnel_mismatch": "A tunnel meets a wall (placing tiles); tunnels must meet tunnels, walls must meet walls",
    "entrance_blocked": "No way leads on from the entrance there (placing tiles)",
    "entrance_loop": "That tunnel only leads back to the entrance (placing tiles)",
    "not_joined": "No tunnel joins (house rule: every tile must join one)",
    "tile_is_playable": "That tile fits somewhere, so it must be laid, welcome or not (placing tiles)",
    "bad_position": "The tile goes back somewhere between the top and the bottom of the stack",
    "option_off": "That belongs to an optional rule this game is played without",
    "not_your_tile": "That is none of this player's own tiles (five tile strategy)",
    "no_passage_here": "The miner stands on no secret passage; the tunnel he is in must have it (secret passages)",
    "same_place": "The miner is there already; let him stay instead",
    "no_such_place": "There is no such tunnel in the mine",
    "not_reachable": "That is further than {steps}, or not joined to the miner's tunnel (movement; mud ends a walk)",
    "passage_flooded": "The passage is flooded: it takes doubles or a sum of seven (secret passages)",
    "passage_only": "The passage is open: go through it or stay (house rule)",
    "not_a_passage": "There is no secret passage in that tunnel (secret passages)",
    "not_on_chamber": "The miner is not in a gold chamber (collecting gold)",
    "no_nugget_here": "This chamber is empty (collecting gold)",
    "moved_since": "The miner has been moved since his movement ended, so nothing more is collected (collecting gold)",
    "already_collected": "One nugget a turn; a second only at the end of a head start (collecting gold)",
    "bad_challenge": "A challenge is for gold or with bats",
    "self_challenge": "Nobody challenges himself",
    "own_team": "Partners never challenge each other (alliances)",
    "challenge_used": "Only one challenge a turn (challenges)",
    "no_token": "No token of that kind is left to spend (challenges)",
    "no_nugget_to_stake": "A gold challenge needs a nugget of one's own to risk (gold challenges)",
    "not_same_path": "Both miners must stand in the same tunnel of the same tile",
    "not_a_chamber": "That is no gold chamber of the mine; the nugget goes into an empty one (gold challenges)",
    "chamber_full": "That chamber holds a nugget already (gold challenges)",
    "chamber_occupied": "One of the two fighters stands there (gold challenges); choose another empty chamber",
    "not_partners": "Nuggets are handed over only between the player whose turn it is and his partner (alliances)",
    "not_enough_nuggets": "At least one nugget changes hands, and no more than the giver has (alliances)",
}

STEPS = {
    "roll_start": "everybody rolls both dice for the start",
    "draw": "{actor} draws a tile",
    "place": "{actor} lays the tile {drawn}, or shuffles it back if it fits nowhere",
    "movement": "{actor} chooses how to move: dig, roll, secret passage or nothing",
    "walk": "{actor} moves {miner}'s miner up to {steps}, or leaves it",
    "action": "{actor} may collect, challenge or end the turn",
    "challenge_roll": "the challenge is being rolled",
    "steal": "{actor} puts the nugget into an empty chamber, or waives it",
    "head_start": "{actor} rolls one die for the head start, or does without",
    "bat_roll": "{actor} rolls one die for the bats",
    "over": "the game is over",
}


def refusal(code: str, state: State | None = None) -> IllegalAction:
    """The refusal with its code, and its sentence about this very moment."""
    return IllegalAction(code, f"{REASONS[code].format(**_about(state)) if state else REASONS[code]}.")


def acting(state: State) -> tuple[str, ...]:
    """Who must act now: in the start roll everybody who has not rolled."""
    return state.start_pending or ((state.actor,) if state.actor else ())


def now(state: State) -> str:
    """What the step waits for, in words."""
    return STEPS[state.step].format(**_about(state))


def _about(state: State | None) -> dict[str, str]:
    if state is None:
        return {}
    walk, steps = state.walk, state.walk.steps if state.walk else 0
    about = {
        "actor": person(state.actor) if state.actor else "somebody else",
        "drawn": state.drawn or "none",
        "miner": person(walk.miner) if walk else "",
        "steps": "1 tile" if steps == 1 else f"{steps} tiles",
    }
    return {**about, "step": STEPS[state.step].format(**about)}
