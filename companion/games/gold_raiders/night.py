"""The night: one card a turn, face down onto the stacks or openly for its effect. Rulebook: "The Night Phase"; 6.2."""

from collections.abc import Mapping
from typing import Any

from companion.errors import IllegalAction
from companion.games.gold_raiders.actions import PlayNew, PlayOn, Recon, Steal
from companion.games.gold_raiders.board import CARDS, COPIES
from companion.games.gold_raiders.ending import end_night_turn
from companion.games.gold_raiders.reasons import refusal
from companion.games.gold_raiders.state import HALF_TURN, UPRIGHT, Last, Stack, State, cards_left, too_many
from companion.games.protocol import person


def play_new(state: State, action: PlayNew) -> State:
    """GR-R21: to the right of all others."""
    player = action.player
    return end_night_turn(
        state,
        Last("play_new", player),
        stacks={**state.stacks, player: (*state.stacks[player], 1)},
        slots=state.slots and {**state.slots, player: (*state.slots[player], next_slot(state, player))},
        ways=state.ways and {**state.ways, player: (*state.ways[player], UPRIGHT)},
    )


def next_slot(state: State, player: str) -> int:
    """The place of a new stack, right of all the others."""
    return max(state.slots_of(player), default=0) + 1


def why_no_play_on(state: State, action: PlayOn) -> IllegalAction | None:
    return why_no_hidden(state, action.player, action.stack)


def play_on(state: State, action: PlayOn) -> State:
    player, number = action.player, action.stack
    return end_night_turn(
        state,
        Last("play_on", player, stack=number),
        stacks={**state.stacks, player: _grown(state.stacks[player], number, 1)},
        ways=state.ways and {**state.ways, player: _turned(state.ways[player], number)},
    )


def _grown(row: tuple[Stack, ...], number: int, cards: int) -> tuple[Stack, ...]:
    size = row[number - 1]
    assert isinstance(size, int)
    return (*row[: number - 1], size + cards, *row[number:])


def _turned(row: tuple[int, ...], number: int) -> tuple[int, ...]:
    return (*row[: number - 1], (row[number - 1] + HALF_TURN) % 360, *row[number:])


def why_no_recon(state: State, action: Recon) -> IllegalAction | None:
    """GR-R20: only if there is something to peek at."""
    if not any(state.stacks.values()):
        return refusal("no_target", verb="look at")
    return (
        why_unknown(state, action.owner)
        or why_no_stack(state, action.owner, action.stack)
        or why_impossible(state, ("R",))
    )


def recon(state: State, action: Recon) -> State:
    """GR-R23: what the player saw is nobody else's business."""
    last = Last("recon", action.player, action.owner, action.stack)
    return end_night_turn(state, last, discard=(*state.discard, "R"))


def why_no_steal(state: State, action: Steal) -> IllegalAction | None:
    """GR-R20, GR-R22: a whole stack of one other player."""
    if not any(row for name, row in state.stacks.items() if name != action.player):
        return refusal("no_target", verb="take")
    if action.owner == action.player:
        return refusal("own_stack")
    return (
        why_unknown(state, action.owner)
        or _why_not_onto(action.onto)
        or why_no_hidden(state, action.owner, action.stack)
        or (why_no_hidden(state, action.player, action.onto) if action.onto != "new" else None)
        or why_impossible(state, ("S",))
    )


def _why_not_onto(onto: Any) -> IllegalAction | None:
    if type(onto) is int or onto == "new":
        return None
    return refusal("bad_value", what='A stolen stack goes onto "new" or onto the number of an own stack.')


def steal(state: State, action: Steal) -> State:
    """GR-R22: the stack moves as it is; those to its right move up by one number, but stay where they lie."""
    thief, owner, at = action.player, action.owner, action.stack - 1
    robbed = state.stacks[owner]
    stolen, kept = robbed[at], robbed[:at] + robbed[at + 1 :]
    assert isinstance(stolen, int)
    mine = state.stacks[thief]
    mine = (*mine, stolen) if action.onto == "new" else _grown(mine, int(action.onto), stolen)
    stacks = {**state.stacks, owner: kept, thief: mine}
    # with an odd number of cards laid on it, or none, the number of a stack's cards still says how its top lies
    is_plain = state.ways is None and (action.onto == "new" or stolen % 2)
    return end_night_turn(
        state,
        Last("steal", thief, owner, action.stack, action.onto),
        stacks=stacks,
        discard=(*state.discard, "S"),
        slots=_slots_after(state, action),
        ways=None if is_plain else _ways_after(state, action),
    )


def _slots_after(state: State, action: Steal) -> Mapping[str, tuple[int, ...]] | None:
    thief, owner, at = action.player, action.owner, action.stack - 1
    slots = {name: state.slots_of(name) for name in state.players}
    if action.onto == "new":
        slots[thief] = (*slots[thief], next_slot(state, thief))
    slots[owner] = slots[owner][:at] + slots[owner][at + 1 :]
    return None if all(row == tuple(range(1, len(row) + 1)) for row in slots.values()) else slots


def _ways_after(state: State, action: Steal) -> Mapping[str, tuple[int, ...]]:
    """A stack taken as a new one stays as it lay; laid on another, its top is turned against that one's."""
    thief, owner, at = action.player, action.owner, action.stack - 1
    ways = {name: state.ways_of(name) for name in state.players}
    new = action.onto == "new"
    ways[thief] = (*ways[thief], ways[owner][at]) if new else _turned(ways[thief], int(action.onto))
    ways[owner] = ways[owner][:at] + ways[owner][at + 1 :]
    return ways


def why_unknown(state: State, name: Any) -> IllegalAction | None:
    if name in state.players:
        return None
    return refusal("bad_value", what=f"Nobody of that name plays; players are {', '.join(state.players)}.")


def why_no_stack(state: State, owner: str, number: Any) -> IllegalAction | None:
    row = state.stacks[owner]
    if type(number) is int and 1 <= number <= len(row):
        return None
    return refusal("no_such_stack", owner=person(owner), stacks=len(row) or "none")


def why_no_hidden(state: State, owner: str, number: Any) -> IllegalAction | None:
    """At night all stacks are hidden; nothing is laid on, or stolen from, an open one that a position shows."""
    if (why := why_no_stack(state, owner, number)) or isinstance(state.stacks[owner][number - 1], int):
        return why
    return refusal("no_such_stack", owner=person(owner), stacks="no hidden one there")


def why_impossible(state: State, cards: tuple[str, ...]) -> IllegalAction | None:
    """No more of a card may lie open than the deck has."""
    if (code := too_many(state, cards)) is None:
        return None
    lying = COPIES[code] - cards_left(state)[code] + cards.count(code)
    return refusal("impossible_cards", copies=COPIES[code], card=CARDS[code], open=lying)
