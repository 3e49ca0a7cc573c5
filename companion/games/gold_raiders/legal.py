"""What each rule lists as legal: every action possible next, but for the contents of larger hidden stacks."""

from itertools import product

from companion.games.gold_raiders.actions import ChooseFirst, Deal, Pass, PlayNew, PlayOn, Recon, Reveal, Steal
from companion.games.gold_raiders.board import CARDS
from companion.games.gold_raiders.state import State, cards_left, hidden_numbers, is_left

LISTED_CARDS = 2  # hidden stacks of more cards have too many contents to list; the table shows which


def first_choices(state: State) -> list[ChooseFirst]:
    return [ChooseFirst(name) for name in state.players]


def deals(state: State) -> list[Deal]:
    return [Deal()]


def new_stacks(state: State) -> list[PlayNew]:
    return [PlayNew(_turn(state))]


def lays(state: State) -> list[PlayOn]:
    player = _turn(state)
    return [PlayOn(player, number) for number in hidden_numbers(state, player)]


def recons(state: State) -> list[Recon]:
    """GR-R23: any stack, one's own too."""
    if not is_left(state, "R"):
        return []
    player = _turn(state)
    return [Recon(player, owner, number) for owner, row in state.stacks.items() for number in range(1, len(row) + 1)]


def steals(state: State) -> list[Steal]:
    """GR-R22: each hidden stack of the others, as a new stack or onto each own one."""
    if not is_left(state, "S"):
        return []
    player = _turn(state)
    places: tuple[int | str, ...] = ("new", *hidden_numbers(state, player))
    return [
        Steal(player, owner, number, onto)
        for owner, row in state.stacks.items()
        if owner != player
        for number, stack in enumerate(row, start=1)
        if isinstance(stack, int)
        for onto in places
    ]


def small_reveals(state: State) -> list[Reveal]:
    player, left = _turn(state), cards_left(state)
    scarce = [code for code in CARDS if left[code] < LISTED_CARDS]
    return [
        Reveal(player, number, cards)
        for number, stack in enumerate(state.stacks[player], start=1)
        if isinstance(stack, int) and stack <= LISTED_CARDS
        for cards in product(CARDS, repeat=stack)
        if not scarce or all(cards.count(code) <= left[code] for code in scarce)
    ]


def passes(state: State) -> list[Pass]:
    return [Pass(_turn(state))]


def _turn(state: State) -> str:
    """Whose turn it is; by night and by day there is always one."""
    assert state.turn is not None
    return state.turn
