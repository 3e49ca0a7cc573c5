"""What each rule lists as legal: every action possible next, but for the contents of larger hidden stacks."""

from collections.abc import Iterator
from itertools import product

from companion.games.gold_raiders.actions import ChooseFirst, Deal, Pass, PlayNew, PlayOn, Recon, Reveal, Steal
from companion.games.gold_raiders.board import CARDS, COPIES
from companion.games.gold_raiders.state import State, hidden_numbers, open_cards, too_many

LISTED_CARDS = 2  # hidden stacks of more cards have too many contents to list; the table shows which


def first_choices(state: State) -> Iterator[ChooseFirst]:
    return (ChooseFirst(name) for name in state.players)


def deals(state: State) -> Iterator[Deal]:
    yield Deal()


def new_stacks(state: State) -> Iterator[PlayNew]:
    yield PlayNew(_turn(state))


def lays(state: State) -> Iterator[PlayOn]:
    player = _turn(state)
    return (PlayOn(player, number) for number in hidden_numbers(state, player))


def recons(state: State) -> Iterator[Recon]:
    """GR-R23: any stack, one's own too."""
    if too_many(state, "R") is None:
        player = _turn(state)
        for owner, row in state.stacks.items():
            for number in range(1, len(row) + 1):
                yield Recon(player, owner, number)


def steals(state: State) -> Iterator[Steal]:
    """GR-R22: each hidden stack of the others, as a new stack or onto each own one."""
    if too_many(state, "S") is None:
        player = _turn(state)
        places: tuple[int | str, ...] = ("new", *hidden_numbers(state, player))
        for owner in state.players:
            if owner != player:
                for number in hidden_numbers(state, owner):
                    for onto in places:
                        yield Steal(player, owner, number, onto)


def small_reveals(state: State) -> Iterator[Reveal]:
    player, lying = _turn(state), open_cards(state)
    left = {code: copies - lying.count(code) for code, copies in COPIES.items()}
    for number, stack in enumerate(state.stacks[player], start=1):
        if isinstance(stack, int) and stack <= LISTED_CARDS:
            for cards in product(CARDS, repeat=stack):
                if all(cards.count(code) <= left[code] for code in cards):
                    yield Reveal(player, number, cards)


def passes(state: State) -> Iterator[Pass]:
    yield Pass(_turn(state))


def _turn(state: State) -> str:
    """Whose turn it is; by night and by day there is always one."""
    assert state.turn is not None
    return state.turn
