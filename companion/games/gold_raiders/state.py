"""A position of Gold Raiders: who stands where, whose turn it is, what lies open and how much lies hidden."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from companion.games.gold_raiders.board import COPIES

Phase = Literal["setup", "deal", "night", "day", "finished"]
Tiebreak = Literal["none", "travel_total", "unrevealed_stacks", "turn_order"]
Stack = int | tuple[str, ...]  # hidden: so many cards; revealed: their codes, bottom first

UPRIGHT, HALF_TURN = 0, 180  # as the camera sees a card


class Last(msgspec.Struct, frozen=True, omit_defaults=True):
    """What just happened, for the lights and the story: all of it was public."""

    type: Literal["choose_first", "deal", "play_new", "play_on", "recon", "steal", "reveal", "pass"]
    player: str = ""
    owner: str = ""
    stack: int = 0
    onto: int | str = 0
    cards: tuple[str, ...] = ()
    start: int = 0  # the trail space a reveal moved from
    is_dusk: bool = False  # the day ended with it


class State(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position. The keys after `tiebreak` are left out of JSON while they say nothing new."""

    players: tuple[str, ...]
    phase: Phase
    round: int
    trail: int
    first: str
    turn: str | None
    pos: Mapping[str, int]
    hands: Mapping[str, int]
    stacks: Mapping[str, tuple[Stack, ...]]
    discard: tuple[str, ...]
    done: tuple[str, ...]
    winner: str | None
    tiebreak: Tiebreak | None
    slots: Mapping[str, tuple[int, ...]] | None = None  # where stacks lie, if thefts left gaps
    ways: Mapping[str, tuple[int, ...]] | None = None  # how their tops are turned, if thefts mixed that up
    house: tuple[str, ...] = ()  # the house rules switched on
    last: Last | None = None

    def seat(self, player: str) -> int:
        """Counted from 1, clockwise."""
        return self.players.index(player) + 1

    def slots_of(self, player: str) -> tuple[int, ...]:
        """On which places in front of the player the stacks lie, left to right."""
        if self.slots is None:
            return tuple(range(1, len(self.stacks[player]) + 1))
        return self.slots[player]

    def ways_of(self, player: str) -> tuple[int, ...]:
        """How the top cards of the stacks are turned: whatever is laid on a stack turns its top by half a turn."""
        if self.ways is None:
            return tuple(way_of(stack) for stack in self.stacks[player])
        return self.ways[player]

    def clockwise(self, start: str) -> tuple[str, ...]:
        """All players in order, that one first."""
        at = self.players.index(start)
        return self.players[at:] + self.players[:at]

    @property
    def acting(self) -> tuple[str, ...]:
        """Who must act: all of them choose who begins, the holder of the idol deals."""
        if self.phase == "setup":
            return self.players
        if self.phase == "deal":
            return (self.first,)
        return (self.turn,) if self.turn else ()


def way_of(stack: Stack) -> int:
    """How the top lies if cards were laid one by one, the first upright."""
    return UPRIGHT if (stack if isinstance(stack, int) else len(stack)) % 2 else HALF_TURN


def hidden_numbers(state: State, player: str) -> list[int]:
    """Which of the player's stacks, counted from the left, still lie face down."""
    return [number for number, stack in enumerate(state.stacks[player], start=1) if isinstance(stack, int)]


def cards_left(state: State) -> dict[str, int]:
    """How many of each code may still turn up: all but the discard and the revealed stacks of this round."""
    left = dict(COPIES)
    for code in state.discard:
        left[code] -= 1
    for row in state.stacks.values():
        for stack in row:
            if isinstance(stack, tuple):
                for code in stack:
                    left[code] -= 1
    return left


def is_left(state: State, code: str) -> bool:
    """Whether one more of those cards can turn up."""
    lying = state.discard.count(code)
    for row in state.stacks.values():
        for stack in row:
            if isinstance(stack, tuple):
                lying += stack.count(code)
    return lying < COPIES[code]


def too_many(state: State, cards: Sequence[str]) -> str | None:
    """A code of which more would lie open with those cards than the deck has, if there is one."""
    if len(cards) == 1:
        return None if is_left(state, cards[0]) else cards[0]
    left = cards_left(state)
    return next((code for code in sorted(set(cards)) if cards.count(code) > left[code]), None)
