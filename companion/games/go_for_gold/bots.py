"""Players for empty seats, who also roll the die for a simulated table."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random

from companion.games.go_for_gold.actions import Action, DigUp, Move, Raid, Skip, UseShovels, Withdraw
from companion.games.go_for_gold.board import LONGEST, Island
from companion.games.go_for_gold.legal import legal
from companion.games.go_for_gold.state import Hunter, State, special
from companion.games.go_for_gold.walking import blocked, first_by_name, moves

FOOT_ODDS = 0.1  # a random player uses a foot
TRY_ODDS = 0.85  # and digs or raids
FOOT_WORTH = 1.5  # what a greedy player wants for a foot, in points


class Hunters:
    """Nothing is hidden from them but the dice, and those they roll themselves."""

    def __init__(self, rng: Random, is_greedy: bool) -> None:
        self._rng = rng
        self._is_greedy = is_greedy

    def saw(self, state: State, action: Action) -> None:
        """There is nothing to remember."""

    def choose(self, state: State) -> Action:
        """Whoever may act; several may while lines are drawn."""
        if state.phase == "move":
            hunter = state.hunter(self._rng.choice(state.awaiting))
            return self._draw(state, hunter)
        if state.phase == "resolve":
            return self._resolve(state, state.hunter(state.awaiting[0]))
        if state.phase == "shovels" and self._is_greedy:
            return UseShovels(state.awaiting[0], True)
        return self._rng.choice(legal(state))

    def _draw(self, state: State, hunter: Hunter) -> Action:
        if self._is_greedy:
            options = moves(state.island, hunter, state.roll or 0)
            return max(options, key=lambda line: self._worth(state, hunter, line), default=Withdraw(hunter.id))
        plain = self._wander(state.island, hunter, (state.roll or 0,))
        if hunter.feet > 0 and self._rng.random() < (FOOT_ODDS if plain else TRY_ODDS):
            lengths = self._rng.sample(range(1, LONGEST + 1), LONGEST)
            if by_foot := self._wander(state.island, hunter, lengths):
                return Move(hunter.id, by_foot, True)
        return Move(hunter.id, plain) if plain else Withdraw(hunter.id)

    def _wander(self, island: Island, hunter: Hunter, lengths: Sequence[int]) -> tuple[str, ...]:
        """Some line of the first length that has one, as `legal` writes it; nothing if none has."""
        start, shut = str(hunter.pos), blocked(island, hunter)
        line = next(filter(None, (self._stroll(island, start, shut, length) for length in lengths)), ())
        return first_by_name(island, start, line)

    def _stroll(self, island: Island, at: str, shut: int, left: int) -> tuple[str, ...]:
        near = [space for space in island.neighbours[at] if not shut & island.bit[space]]
        self._rng.shuffle(near)
        for space in near:
            if left == 1 or space in island.ports:
                return (space,)
            if rest := self._stroll(island, space, shut | island.bit[space], left - 1):
                return (space, *rest)
        return ()

    def _worth(self, state: State, hunter: Hunter, line: Move) -> float:
        """Points to expect at the end of the line, symbols on the way, and room to move on."""
        island, end = state.island, line.path[-1]
        found = sum(island.shovels.get(space, 0) for space in line.path)
        feet = sum(island.feet.get(space, 0) for space in line.path)
        worth = 0.7 * found + 1.2 * feet - FOOT_WORTH * line.use_foot
        worth += _chance(state, end, hunter.shovels + found) - 0.1 * _wasted(island, line)
        if end in island.ports:
            return worth + 1.0
        entered = {*hunter.visited, *line.path}
        return worth + 0.5 * min(3, sum(space not in entered for space in island.neighbours[end]))

    def _resolve(self, state: State, hunter: Hunter) -> Action:
        asked = special(state, hunter)
        if asked == "port":
            return self._rng.choice(legal(state))
        tries = self._rng.random() < TRY_ODDS
        if self._is_greedy:
            tries = asked == "treasure" or hunter.shovels >= 2
        if asked is None or not tries:
            return Skip(hunter.id)
        pips = self._rng.randint(1, 6)
        return DigUp(hunter.id, pips) if asked == "treasure" else Raid(hunter.id, pips)


def _chance(state: State, end: str, shovels: int) -> float:
    """The points to expect there."""
    island = state.island
    if treasure := island.treasures.get(end):
        return treasure.value * min(1.0, (7 - treasure.number + shovels) / 6)
    if end in island.temples and not state.temples[island.temples[end]]:
        return 10 * min(shovels, 6) / 6 - 1
    return 0.0


def _wasted(island: Island, line: Move) -> int:
    """Treasures and temples passed through are used up."""
    return sum(space in island.treasures or space in island.temples for space in line.path[:-1])


STYLES: Mapping[str, Callable[[Random], Hunters]] = {
    "random": partial(Hunters, is_greedy=False),
    "greedy": partial(Hunters, is_greedy=True),
}
