"""The day: stacks are turned up, one after the other, and move their raider at once. Rulebook: "The Day Phase"; 6.3."""

from msgspec.structs import replace

from companion.errors import IllegalAction
from companion.games.gold_raiders.actions import Pass, Reveal
from companion.games.gold_raiders.board import CARDS
from companion.games.gold_raiders.ending import end_day_turn
from companion.games.gold_raiders.night import why_impossible, why_no_stack
from companion.games.gold_raiders.reading import evaluate
from companion.games.gold_raiders.reasons import refusal
from companion.games.gold_raiders.state import Last, State, hidden_numbers


def why_no_reveal(state: State, action: Reveal) -> IllegalAction | None:
    if why := why_no_stack(state, action.player, action.stack):
        return why
    hidden, cards = state.stacks[action.player][action.stack - 1], action.cards
    if not isinstance(hidden, int):
        return refusal("already_revealed")
    if not isinstance(cards, tuple) or not all(isinstance(code, str) and code in CARDS for code in cards):
        return refusal("bad_value", what=f"Cards are written {', '.join(CARDS)}, from the bottom to the top.")
    if len(cards) != hidden:
        return refusal("wrong_card_count", size="1 card" if hidden == 1 else f"{hidden} cards", seen=len(cards))
    return why_impossible(state, cards)


def reveal(state: State, action: Reveal) -> State:
    """GR-R11, GR-R30: the raider moves at once; the turn goes on while a stack is hidden."""
    player, at = action.player, action.stack - 1
    row, start = state.stacks[player], state.pos[player]
    reached = min(max(start + evaluate(action.cards, state.house).delta, 0), state.trail)
    after = replace(
        state,
        stacks={**state.stacks, player: (*row[:at], action.cards, *row[at + 1 :])},
        pos={**state.pos, player: reached},
        last=Last("reveal", player, stack=action.stack, cards=action.cards, start=start),
    )
    return after if hidden_numbers(after, player) else end_day_turn(after, player)


def pass_on(state: State, action: Pass) -> State:
    return end_day_turn(replace(state, last=Last("pass", action.player)), action.player)
