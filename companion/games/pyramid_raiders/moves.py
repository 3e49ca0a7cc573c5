"""Every whole walk a player can make, each distinct outcome once.

Two walks have the same outcome if all figures end on the same spaces; only for the owner of the decoy doll with card 4
the set of spaces walked over matters too. Walks are grown step by step from groups of the same figures and the same
number of spaces left; within a group only the space and the one just left matter, and of the latter two are enough:
what the first forbids the second allows.
"""

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.pyramid_raiders.board import BIT, INDEX, NAMES, NEAR, OFF
from companion.games.pyramid_raiders.ground import (
    Figures,
    Link,
    can_walk,
    has_room,
    longest,
    occupied,
    push_outcomes,
)
from companion.games.pyramid_raiders.walking import Walker

Path = tuple[str, ...]
Arrival = tuple[int, int, Path, Path, int]  # where, the space just left, path, pushes, the only step still to be tried

SPARE = -1  # as `need`: the printed number is walked, the rocket shoes may go one further


class Group(NamedTuple):
    """Walks under way that share everything but where the walker is."""

    figures: Figures
    need: int
    left: int
    been: int  # spaces walked over, where that matters, else 0


class End(NamedTuple):
    """One outcome: where the walker ends, where the others then stand, and a walk that leads there."""

    at: int
    figures: Figures
    path: Path
    pushes: Path


class Walks:
    """All whole walks from one position; figures of the seats in `fixed` are walked round, never pushed."""

    def __init__(self, walker: Walker, tells_paths: bool = False, fixed: frozenset[int] = frozenset()) -> None:
        self._ground = walker.ground
        self._rocket = walker.rocket
        self._tells_paths = tells_paths
        self._fixed = fixed
        self._ends: dict[tuple[Figures, int], dict[int, tuple[Path, Path]]] = {}
        self._lasts: dict[Group, dict[int, int]] = {}  # first space each place was reached from; OFF: tried all round
        self._todo: dict[Group, list[Arrival]] = {}
        self._by_left: list[list[Group]] = [[] for _ in range(walker.left + 1)]
        if walker.at == OFF or walker.is_done():
            return
        been = occupied(tuple(_numbers(walker.path))) if tells_paths else 0
        start = Group(walker.figures, walker.need or SPARE, walker.left, been)
        self._arrive(start, walker.at, walker.came, (), ())
        for groups in reversed(self._by_left):
            for group in groups:
                self._grow(group)

    def __iter__(self) -> Iterator[End]:
        for (figures, _), ends in self._ends.items():
            for at, (path, pushes) in ends.items():
                yield End(at, figures, path, pushes)

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

    def _end(self, figures: Figures, been: int, at: int, path: Path, pushes: Path) -> None:
        self._ends.setdefault((figures, been), {}).setdefault(at, (path, pushes))

    def _grow(self, group: Group) -> None:
        """Tries every next step of a group's walks."""
        figures, need, left, been = group
        ground, taken = self._ground, occupied(figures)
        bars, pillars = ground.bars, ground.pillars
        roomy = ground.roomy & ~_beside(figures)
        for at, last, path, pushes, only in self._todo[group]:  # grows while spring boots hop from pillar to pillar
            for to in ground.links(at) if only == OFF else (only,):
                if to == last or bars >> to & 1:
                    continue
                if taken >> to & 1:
                    self._push_past(group, taken, at, to, path, pushes)
                elif pillars >> to & 1:
                    if can_walk(ground, figures, taken, to, at, need):
                        self._arrive(self._over(group, to), to, at, (*path, NAMES[to]), pushes)
                elif need == 1 or need == SPARE:
                    self._close(group, taken, at, to, (*path, NAMES[to]), pushes)
                elif roomy >> to & 1 or can_walk(ground, figures, taken, to, at, need - 1):
                    been_there = been | BIT[to] if self._tells_paths else 0
                    self._arrive(Group(figures, need - 1, left - 1, been_there), to, at, (*path, NAMES[to]), pushes)

    def _over(self, group: Group, to: int) -> Group:
        return group._replace(been=group.been | BIT[to]) if self._tells_paths else group

    def _close(self, group: Group, taken: int, at: int, to: int, path: Path, pushes: Path) -> None:
        """The last space of the walk, unless the rocket shoes go on."""
        figures, need, left, been = group
        been = been | BIT[to] if self._tells_paths else 0
        self._end(figures, been, to, path, pushes)
        if self._rocket and need == 1 and can_walk(self._ground, figures, taken, to, at, 1):
            self._arrive(Group(figures, SPARE, left - 1, been), to, at, path, pushes)

    def _push_past(self, group: Group, taken: int, at: int, to: int, path: Path, pushes: Path) -> None:
        """A step into somebody: every way the push can go, and what is then still owed."""
        figures, need, left, been = group
        ground, victim = self._ground, figures.index(to)
        if victim in self._fixed or not has_room(ground, figures, taken, victim, to, at, BIT[to]):
            return
        if need > 1 and not can_walk(ground, figures, taken, to, at, need - 1):
            return
        been = been | BIT[to] if self._tells_paths else 0
        path = (*path, NAMES[to])
        for chosen, after in push_outcomes(ground, figures, Link(victim, to, at, ground.mover, BIT[to])):
            if any(after[seat] != figures[seat] for seat in self._fixed):
                continue
            told = pushes + tuple([NAMES[space] for space in chosen])
            owed = 0 if need == SPARE else longest(ground, after, occupied(after), to, at, left - 1)
            if owed:
                self._arrive(Group(after, owed, left - 1, been), to, at, path, told)
            else:
                closing = Group(after, need if need == SPARE else 1, left, been)
                self._close(closing, occupied(after), at, to, path, told)


def _numbers(path: list[str]) -> list[int]:
    return [INDEX[space] for space in path]


def _beside(figures: Figures) -> int:
    """The spaces next to a figure, where a circle may be interrupted."""
    beside = 0
    for at in figures:
        if at != OFF:
            beside |= NEAR[at]
    return beside
