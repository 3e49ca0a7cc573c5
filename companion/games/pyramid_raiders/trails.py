"""Whole walks told apart by the spaces walked over: for the owner of the decoy doll with card 4, who may set it there.

Walks are grown step by step in groups of the same figures, the same number of spaces left and the same spaces walked
over; within a group only the space and the one just left matter, and of the latter two are enough: what the first
forbids the second allows. Nobody has two items, so there is neither pillar nor fountain on the way, and no extra space.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.games.pyramid_raiders.board import BIT, INDEX, NAMES, NEIGHBOURS, OFF
from companion.games.pyramid_raiders.ground import (
    Figures,
    can_walk,
    code_of,
    figures_in,
    longest,
    occupied,
    push_outcomes,
)
from companion.games.pyramid_raiders.moves import End, Path
from companion.games.pyramid_raiders.walking import Walker

Arrival = tuple[int, int, Path, Path, int]  # where, the space just left, path, pushes, the only step still to be tried


class Group(NamedTuple):
    """Walks under way that share everything but where the walker is."""

    figures: Figures
    need: int
    left: int
    been: int


class Trails:
    """All whole walks from one position, each set of spaces walked over once for every outcome."""

    def __init__(self, walker: Walker, fixed: frozenset[int] = frozenset(), alone: bool = False) -> None:
        self.still = walker.figures  # where the others stand now
        self._ground = walker.ground
        self._fixed = sum(1 << seat for seat in fixed)
        self._alone = alone
        self._ends: dict[tuple[Figures, int, int], tuple[Path, Path]] = {}
        self._lasts: dict[Group, dict[int, int]] = {}  # the space each place was first reached from; OFF: from two
        self._todo: dict[Group, list[Arrival]] = {}
        self._by_left: list[list[Group]] = [[] for _ in range(walker.left + 1)]
        if walker.at == OFF or walker.is_done():
            return
        been = occupied(tuple(INDEX[space] for space in walker.path))
        self._arrive(Group(walker.figures, walker.need, walker.left, been), walker.at, walker.came, (), ())
        for groups in reversed(self._by_left):
            for group in groups:
                self._grow(group)

    def outcomes(self) -> Iterator[tuple[Figures, int, int]]:
        """Where the others can stand in the end, the spaces walked over, and where the walker stands."""
        return iter(self._ends)

    def end(self, figures: Figures, been: int, at: int) -> End:
        """One of the outcomes with a walk that leads to it."""
        return End(at, figures, *self._ends[figures, been, at])

    def __iter__(self) -> Iterator[End]:
        return (self.end(*outcome) for outcome in self.outcomes())

    def ending(self, on: int | None, others: Mapping[int, int]) -> Iterator[End]:
        """The walks that end on that space (None: anywhere) with those seats' figures on those spaces."""
        for figures, been, at in self._ends:
            if on in (None, at) and all(figures[seat] == space for seat, space in others.items()):
                yield self.end(figures, been, at)

    def _arrive(self, group: Group, at: int, last: int, path: Path, pushes: Path) -> None:
        lasts = self._lasts.get(group)
        if lasts is None:
            lasts = self._lasts[group] = {}
            self._todo[group] = []
            self._by_left[group.left].append(group)
        if at not in lasts:
            lasts[at] = last
            self._todo[group].append((at, last, path, pushes, OFF))
        elif lasts[at] not in (last, OFF):
            self._todo[group].append((at, last, path, pushes, lasts[at]))
            lasts[at] = OFF

    def _grow(self, group: Group) -> None:
        """Tries every next step of a group's walks."""
        taken, bars = occupied(group.figures), self._ground.bars
        for at, last, path, pushes, only in self._todo[group]:
            for to in NEIGHBOURS[at] if only == OFF else (only,):
                if to == last or bars >> to & 1:
                    continue
                if taken >> to & 1:
                    self._push(group, taken, at, to, (*path, NAMES[to]), pushes)
                elif can_walk(self._ground, group.figures, taken, to, at, group.need - 1):
                    self._land(group, group.figures, group.need - 1, at, to, (*path, NAMES[to]), pushes)

    def _push(self, group: Group, taken: int, at: int, to: int, path: Path, pushes: Path) -> None:
        """A step into somebody: every way the push can go, and what is then still owed."""
        ground, figures, left = self._ground, group.figures, group.left - 1
        if not can_walk(ground, figures, taken, to, at, group.need - 1):
            return
        victim, bit = figures.index(to), BIT[to]
        outcomes = push_outcomes(ground, figures, taken, victim, to, ground.mover, bit, self._alone)
        code = code_of(figures)
        for chosen, change, _, through, moved in outcomes:
            if through & ~BIT[at] and not moved & self._fixed:
                after = figures_in(code + change, len(figures))
                owed = longest(ground, after, occupied(after), to, at, left)
                told = pushes + tuple([NAMES[space] for space in chosen])
                self._land(group, after, owed, at, to, path, told)

    def _land(self, group: Group, figures: Figures, need: int, at: int, to: int, path: Path, pushes: Path) -> None:
        been = group.been | BIT[to]
        if need:
            self._arrive(Group(figures, need, group.left - 1, been), to, at, path, pushes)
        else:
            self._ends.setdefault((figures, been, to), (path, pushes))
