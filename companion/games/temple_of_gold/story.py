"""What this turn has come to, and by which rule, one sentence a step."""

from collections.abc import Iterator

from companion.games.protocol import person
from companion.games.temple_of_gold.board import PACK_SPACES, TOKENS_FOR_WILD
from companion.games.temple_of_gold.state import State, active, items
from companion.games.temple_of_gold.words import count_words


def story(state: State) -> Iterator[str]:
    player, turn = active(state), state.turn
    who = person(player.id)
    if state.phase == "over":
        yield _why_over(state)
        return
    if turn.move != "unused":
        yield (
            f"{who} has walked {count_words(turn.steps, 'step')}; {items(player)} items in the backpack allow "
            f"{max(0, PACK_SPACES - items(player))} in all."
        )
    if turn.picked_up:
        yield f"{who} has picked up; that is possible once a turn."
    if turn.explored:
        yield f"{who} has explored: {_tokens(state)}."
    if turn.trade:
        yield "The natives' adventure is done: they trade a tools or a wood unit now, before anything else happens."
    if turn.dug:
        yield f"{who} has dug up a treasure for two food; only the end of the turn is left."
    if turn.income_taken:
        yield f"{who} has taken a gold marker, as everyone with an amulet may at the end of a turn."


def _tokens(state: State) -> str:
    player, needed = active(state), TOKENS_FOR_WILD[len(state.players)]
    if player.tokens == 0:
        return f"the tokens were {needed}, so they have become a wild resource"
    return f"{count_words(player.tokens, 'token')} of the {needed} for a wild resource"


def _why_over(state: State) -> str:
    if state.end_reason == "all_at_temple":
        return "The game is over: the last player has reached the temple and finished the turn."
    return "The game is over: the last coin of the income pile is taken."
