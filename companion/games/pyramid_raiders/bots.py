"""Players for empty seats: `random` does anything legal, `greedy` goes for points and out of the guardian's way."""

from collections.abc import Iterable
from random import Random

from msgspec.structs import replace

from companion.games.pyramid_raiders import guardian
from companion.games.pyramid_raiders.actions import Action, LayOut, Move, PlaceCard, RevealCard
from companion.games.pyramid_raiders.board import (
    BOOK,
    BOOK_SPACES,
    COLOURS,
    COPIES,
    DIE_FACING,
    NAMES,
    SPACES,
)
from companion.games.pyramid_raiders.legal import instead_of_walking, laid_cards
from companion.games.pyramid_raiders.moves import Walks
from companion.games.pyramid_raiders.rules import RULES, legal
from companion.games.pyramid_raiders.scoring import QUANTITY, UNCURSED, VARIETY
from companion.games.pyramid_raiders.seeing import placements, shown
from companion.games.pyramid_raiders.state import State, active_in, mover_of
from companion.games.pyramid_raiders.taking import is_doll_walk
from companion.games.pyramid_raiders.walking import Walker, begin_walk

TRIES = 6  # walks with pushes a greedy player thinks of
LOOKED_AT = 8  # of the walks he thinks of, how many he looks at closely


def lay_out(state: State, rng: Random) -> LayOut:
    """The 42 coloured tokens drawn from the bag onto the free spaces, books where they belong."""
    bag = [colour for colour in COLOURS for _ in range(COPIES)]
    rng.shuffle(bag)
    obstacles = {*state.pillars, *state.fountains}
    free = [space for space in SPACES if space not in obstacles]
    return LayOut({space: BOOK if space in BOOK_SPACES else bag.pop() for space in free})


def stroll(state: State, rng: Random) -> Move:
    """A whole walk, every step and push of it drawn by lot."""
    player = mover_of(state)
    walker = Walker(state, player)
    before, pushes = len(walker.path), list[int]()
    while walker.need or (not walker.is_done() and rng.random() < 0.5):
        walker.step(rng.choice(list(walker.steps())))
        while walker.link is not None:
            pushes.append(rng.choice(walker.push_targets()))
            walker.push(pushes[-1])
    return Move(player, tuple(walker.path[before:]), tuple(NAMES[to] for to in pushes))


def as_seen(state: State, move: Move) -> Move:
    """The same outcome by the way a camera would tell it, where the way matters: the decoy may be set down on it."""
    if not is_doll_walk(state, move.player):
        return move
    walks = [action for action in shown(state, placements(RULES.apply(state, move))) if isinstance(action, Move)]
    return walks[0] if walks else move


class RandomBots:
    """Anything legal, with whole walks; nobody takes a laid card back."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, state: State) -> Action:
        if state.phase == "layout":
            return lay_out(state, self._rng)
        if state.phase == "moving":
            return self._walk(state)
        if state.phase == "programming":
            return self._rng.choice(laid_cards(state))
        return self._rng.choice(legal(state))

    def _walk(self, state: State) -> Action:
        others = instead_of_walking(state)
        if others and (state.need == 0 or self._rng.random() < 0.5):
            return self._rng.choice(others)
        return as_seen(state, stroll(state, self._rng))

    def saw(self, state: State, action: Action) -> None:
        """Nothing is hidden that a random player would make use of."""


class GreedyBots:
    """Each looks one action ahead; the card is chosen when it is laid, and kept."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._laid: dict[str, int] = {}

    def choose(self, state: State) -> Action:
        if state.phase == "layout":
            return lay_out(state, self._rng)
        if state.phase in ("facing", "items", "start_player", "guardian"):
            return self._rng.choice(legal(state))
        if state.phase == "programming":
            return laid_cards(state)[0]
        if state.phase == "reveal":
            return self._reveal(state)
        actions = self._walks(state) if state.phase == "moving" else legal(state)
        return self._best(state, actions)

    def saw(self, state: State, action: Action) -> None:
        if isinstance(action, PlaceCard):
            self._laid[action.player] = self._card(state, action.player)

    def _reveal(self, state: State) -> RevealCard:
        player = active_in(state)
        card = self._laid.get(player)
        if card not in state.hands[player]:
            card = self._card(state, player)
        return RevealCard(player, card)

    def _card(self, state: State, player: str) -> int:
        """The card whose best walk, with everybody as he stands now, promises most."""
        return max(state.hands[player], key=lambda card: (_promise(state, player, card), self._rng.random()))

    def _walks(self, state: State) -> list[Action]:
        """The most promising ends of walks that push nobody, some that push, and what his item offers instead."""
        player = mover_of(state)
        everybody = frozenset(range(len(state.players) + 1))
        walker = Walker(state, player)
        moves = [Move(player, end.path, end.pushes) for end in Walks(walker, fixed=everybody)]
        moves.sort(key=lambda move: _gain(state, player, move.path[-1]), reverse=True)
        del moves[LOOKED_AT:]
        if list(walker.steps()):
            moves += [stroll(state, self._rng) for _ in range(TRIES)]
        return [*(as_seen(state, move) for move in moves), *instead_of_walking(state)]

    def _best(self, state: State, actions: Iterable[Action]) -> Action:
        player = active_in(state)
        rated = [(_prospect(RULES.apply(state, action), player), self._rng.random(), action) for action in actions]
        return max(rated, key=lambda one: one[:2])[2]


def _promise(state: State, player: str, card: int) -> float:
    """What the best walk with that card would gain; a longer walk of the guardian's is a drawback."""
    ahead = begin_walk(replace(state, card=card, active=player, items={}), player)
    if ahead.phase != "moving":
        return 0.0
    everybody = frozenset(range(len(state.players) + 1))
    gains = [_gain(state, player, NAMES[end.at]) for end in Walks(Walker(ahead, player), fixed=everybody)]
    return max(gains, default=0.0) - 0.2 * card


def _gain(state: State, player: str, space: str) -> float:
    """What taking the token there would add."""
    kind = state.tokens.get(space)
    if kind is None:
        return 0.0
    own = state.loot[player]
    return _worth({**own, kind: own.get(kind, 0) + 1}) - _worth(own)


def _worth(loot: dict[str, int]) -> float:
    """Points, and a little for what every token may still grow into."""
    colours = [loot[colour] for colour in COLOURS if loot.get(colour)]
    books = loot.get(BOOK, 0)
    points = sum(QUANTITY[min(count, max(QUANTITY))] for count in colours)
    return points + VARIETY[len(colours)] * (1 + books) + 0.5 * sum(colours) + books


def _prospect(state: State, player: str) -> float:
    """How well the player stands: his treasures, and whom the guardian would catch if he walked now."""
    curses = state.curses[player]
    worth = _worth(state.loot[player]) - 2 * curses + (0 if curses else UNCURSED)
    if state.phase in ("programming", "finished", "entering"):
        return worth
    price = 2 if curses else 2 + UNCURSED
    for die in DIE_FACING:
        for who in guardian.walk(state, die).knocked_out:
            worth -= price / 6 if who == player else -0.5 / 6
    return worth
