"""Players for empty seats: `random` does anything legal, `greedy` goes for points and out of the guardian's way."""

from collections.abc import Sequence
from random import Random

from companion.errors import BadInput
from companion.games.pyramid_raiders.board import BOOK, BOOK_SPACES, COLOURS, COPIES, SPACES
from companion.games.pyramid_raiders.legal import instead_of_walking, legal
from companion.games.pyramid_raiders.moves import Walks
from companion.games.pyramid_raiders.state import Action, LayOut, Move, PlaceCard, State
from companion.games.pyramid_raiders.walking import Walker, mover_of
from companion.rules import Bots

STYLES = ("random", "greedy")


def bots(players: Sequence[str], rng: Random, style: str = "random") -> Bots:
    """Bots for those seats, who also shuffle, draw and roll; the same Random plays the same game."""
    if style not in STYLES:
        raise BadInput(f"no bots play {style}; there are {', '.join(STYLES)}")
    return RandomBots(rng)


def lay_out(state: State, rng: Random) -> LayOut:
    """The 42 coloured tokens drawn from the bag onto the free spaces, books where they belong."""
    bag = [colour for colour in COLOURS for _ in range(COPIES)]
    rng.shuffle(bag)
    obstacles = {*state.pillars, *state.fountains}
    free = [space for space in SPACES if space not in obstacles]
    return LayOut({space: BOOK if space in BOOK_SPACES else bag.pop() for space in free})


def turn_choices(state: State) -> list[Action]:
    """What a player at the table would do with his pawn: whole walks, or what his item offers instead."""
    player = mover_of(state)
    walks = [Move(player, end.path, end.pushes) for end in Walks(Walker(state, player))]
    return [*walks, *instead_of_walking(state, player)]


class RandomBots:
    """Anything legal, as whole walks; nobody takes a laid card back."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, state: State) -> Action:
        if state.phase == "layout":
            return lay_out(state, self._rng)
        if state.phase == "moving":
            return self._rng.choice(turn_choices(state))
        if state.phase == "programming":
            return self._rng.choice([action for action in legal(state) if isinstance(action, PlaceCard)])
        return self._rng.choice(legal(state))

    def saw(self, state: State, action: Action) -> None:
        """Nothing is hidden from a random player that he would make use of."""
