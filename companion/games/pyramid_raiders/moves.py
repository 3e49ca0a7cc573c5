"""Every whole walk a player can make, each distinct outcome once.

Two walks have the same outcome if all figures end on the same spaces (where the way itself matters, see trails.py).
With five steps and pushes there can be tens of thousands of outcomes, so walks are not followed one by one: a Crowd is
all walks that have led to the same places of the other figures with as much left to walk, kept as six sets of spaces,
by the direction of the step that led there. One step of a whole crowd is a shift of its sets; only pushes are looked
at one by one. How a particular outcome comes about is worked out when somebody asks.
"""

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.pyramid_raiders.board import BIT, BOARD, NAMES, NEAR, OFF, SHIFT
from companion.games.pyramid_raiders.ground import (
    Figures,
    Link,
    can_walk,
    longest,
    numbers_in,
    occupied,
    push_outcomes,
)
from companion.games.pyramid_raiders.walking import Walker

Path = tuple[str, ...]
_BACK = (3, 4, 5, 0, 1, 2)  # the direction straight back
NOWHERE = 6  # beside the six directions: those who have not stepped yet, and divers come from another fountain
SPARE = -1  # as `need`: the printed number is walked, the rocket shoes may go one further


class End(NamedTuple):
    """One outcome: where the walker ends, where the others then stand, and a walk that leads there."""

    at: int
    figures: Figures
    path: Path
    pushes: Path


class Crowd:
    """All walks under way with these places of the others and this much left."""

    __slots__ = ("by", "dives", "figures", "left", "need", "roomy", "taken")

    def __init__(self, figures: Figures, need: int, left: int, taken: int, roomy: int) -> None:
        self.figures = figures
        self.need = need  # what is owed
        self.left = left  # what is left of the printed number
        self.taken = taken
        self.roomy = roomy
        self.by = [0] * 7  # where the walkers are, by the direction of their last step
        self.dives: dict[int, int] = {}  # fountain left -> fountains reached from it

    def movable(self) -> list[int]:
        """By direction, the walkers who may step that way: those not just come from there."""
        anywhere = twice = 0
        for places in self.by:
            twice |= anywhere & places
            anywhere |= places
        return [anywhere & (twice | ~self.by[back]) for back in _BACK]

    def reached_from(self, at: int, going: int) -> int | None:
        """A space from which somebody has come there who may now step to `going`; None if nobody has."""
        bit = BIT[at]
        for way in range(6):
            if self.by[way] & bit and at - SHIFT[way] != going:
                return at - SHIFT[way]
        for last, fountains in self.dives.items():
            if fountains & bit and last != going:
                return last
        return None


Came = tuple[Crowd, int, tuple[int, ...]]  # the crowd before a push, the space stepped from, the choices made


class Walks:
    """All whole walks from one position; figures of the seats in `fixed` are walked round, never pushed."""

    def __init__(self, walker: Walker, fixed: frozenset[int] = frozenset()) -> None:
        self.ends: dict[Figures, int] = {}  # by the places of the others: the spaces where the walk can end
        self.figures = walker.figures  # where the others stand now
        self._ground = walker.ground
        self._rocket = walker.rocket
        self._fixed = fixed
        self._at, self._came = walker.at, walker.came
        self._crowds: dict[tuple[Figures, int, int], Crowd] = {}
        self._waiting: list[list[Crowd]] = [[] for _ in range(walker.left + 1)]
        self._closing: dict[Figures, list[Crowd]] = {}
        self._pushed_to: dict[tuple[Crowd, int, int], Came] = {}
        self._pushed_last: dict[tuple[Figures, int], Came] = {}
        self._climbed: dict[tuple[Crowd, int, int], int] = {}
        self._pushes: dict[tuple[Figures, int, int], list[tuple[tuple[int, ...], Figures]]] = {}
        if walker.at == OFF or walker.is_done():
            return
        self._start = self._crowd(walker.figures, walker.need or SPARE, walker.left)
        way = (
            SHIFT.index(walker.at - walker.came)
            if walker.came != OFF and NEAR[walker.at] & BIT[walker.came]
            else NOWHERE
        )
        self._start.by[way] = BIT[walker.at]
        if way == NOWHERE:
            self._start.dives[walker.came] = BIT[walker.at]
        for crowds in reversed(self._waiting):
            for crowd in crowds:
                self._advance(crowd)

    def __len__(self) -> int:
        return sum(spaces.bit_count() for spaces in self.ends.values())

    def __iter__(self) -> Iterator[End]:
        for figures, spaces in self.ends.items():
            for at in numbers_in(spaces):
                yield self.end(figures, at)

    def ending_on(self, at: int) -> Iterator[End]:
        for figures, spaces in self.ends.items():
            if spaces >> at & 1:
                yield self.end(figures, at)

    def end(self, figures: Figures, at: int) -> End:
        """One of the outcomes with a walk that leads to it."""
        spaces, pushes = self._way_out(figures, at)
        return End(at, figures, tuple([NAMES[to] for to in spaces]), tuple([NAMES[to] for to in pushes]))

    # Growing

    def _crowd(self, figures: Figures, need: int, left: int) -> Crowd:
        key = (figures, need, left)
        crowd = self._crowds.get(key)
        if crowd is None:
            taken = beside = 0
            for at in figures:
                if at >= 0:
                    taken |= BIT[at]
                    beside |= NEAR[at]
            crowd = self._crowds[key] = Crowd(figures, need, left, taken, self._ground.roomy & ~beside)
            self._waiting[left].append(crowd)
        return crowd

    def _advance(self, crowd: Crowd) -> None:
        """Everybody in the crowd takes every step there is."""
        ground = self._ground
        if ground.pillars & ~ground.bars:
            self._climb(crowd)
        open_to = BOARD & ~ground.bars
        for way, walkers in enumerate(crowd.movable()):
            shift = SHIFT[way]
            moved = (walkers << shift if shift > 0 else walkers >> -shift) & open_to
            if not moved:
                continue
            if hit := moved & crowd.taken:
                for to in numbers_in(hit):
                    self._push(crowd, to - shift, to, way)
            if free := moved & ~crowd.taken & ~ground.pillars:
                self._step(crowd, free, way, shift)
        if ground.hops:
            self._dive(crowd)

    def _step(self, crowd: Crowd, free: int, way: int, shift: int) -> None:
        """Onto free spaces: the end of the walk, or on into the next crowd, dead ends left out."""
        if crowd.need == SPARE:
            self._close(crowd, free)
            return
        rest, need = crowd.need - 1, crowd.need - 1
        if crowd.need == 1:
            self._close(crowd, free)
            if not self._rocket:
                return
            rest, need = 1, SPARE
        going = free & crowd.roomy
        for to in numbers_in(free & ~crowd.roomy):
            if can_walk(self._ground, crowd.figures, crowd.taken, to, to - shift, rest):
                going |= BIT[to]
        if going:
            self._crowd(crowd.figures, need, crowd.left - 1).by[way] |= going

    def _close(self, crowd: Crowd, spaces: int) -> None:
        self.ends[crowd.figures] = self.ends.get(crowd.figures, 0) | spaces
        closing = self._closing.setdefault(crowd.figures, [])
        if not closing or closing[-1] is not crowd:
            closing.append(crowd)

    def _push(self, crowd: Crowd, came: int, to: int, way: int) -> None:
        """A step into somebody: every way the push can go, and what is then still owed."""
        ground, figures, need = self._ground, crowd.figures, crowd.need
        outcomes = self._outcomes(figures, came, to)
        if not outcomes or (need > 1 and not can_walk(ground, figures, crowd.taken, to, came, need - 1)):
            return
        left = crowd.left - 1
        bit = BIT[to]
        for chosen, after in outcomes:
            owed = 0 if need == SPARE or not left else longest(ground, after, occupied(after), to, came, left)
            if not owed:
                self.ends[after] = self.ends.get(after, 0) | bit
                self._pushed_last.setdefault((after, to), (crowd, came, chosen))
                if not (self._rocket and need != SPARE and can_walk(ground, after, occupied(after), to, came, 1)):
                    continue
                owed = SPARE
            beyond = self._crowd(after, owed, left)
            known = beyond.by[way] if way != NOWHERE else beyond.dives.get(came, 0)
            if not known & bit:
                beyond.by[way] |= bit
                if way == NOWHERE:
                    beyond.dives[came] = known | bit
                self._pushed_to[beyond, to, came] = (crowd, came, chosen)

    def _outcomes(self, figures: Figures, came: int, to: int) -> list[tuple[tuple[int, ...], Figures]]:
        key = (figures, came, to)
        outcomes = self._pushes.get(key)
        if outcomes is None:
            link = Link(figures.index(to), to, came, self._ground.mover, BIT[to])
            outcomes = self._pushes[key] = [
                (chosen, after)
                for chosen, after in push_outcomes(self._ground, figures, link)
                if all(after[seat] == figures[seat] for seat in self._fixed)
            ]
        return outcomes

    def _climb(self, crowd: Crowd) -> None:
        """Spring boots: onto pillars, which count nothing, and from pillar to pillar."""
        ground, rest = self._ground, max(crowd.need, 1)
        while True:
            grown = False
            for way, walkers in enumerate(crowd.movable()):
                shift = SHIFT[way]
                moved = (walkers << shift if shift > 0 else walkers >> -shift) & ground.pillars & ~ground.guardian
                for to in numbers_in(moved & ~crowd.by[way]):
                    if can_walk(ground, crowd.figures, crowd.taken, to, to - shift, rest):
                        last = crowd.reached_from(to - shift, to)
                        assert last is not None
                        self._climbed[crowd, to, to - shift] = last
                        crowd.by[way] |= BIT[to]
                        grown = True
            if not grown:
                return

    def _dive(self, crowd: Crowd) -> None:
        """The diving helmet: from one fountain to any other that does not touch it."""
        ground = self._ground
        anywhere = 0
        for places in crowd.by:
            anywhere |= places
        for at in numbers_in(anywhere & ground.hops):
            for to in numbers_in(ground.hops & ~ground.bars & ~NEAR[at] & ~BIT[at]):
                if crowd.reached_from(at, to) is None:
                    continue
                if crowd.taken >> to & 1:
                    self._push(crowd, at, to, NOWHERE)
                else:
                    self._dive_to(crowd, at, to)

    def _dive_to(self, crowd: Crowd, at: int, to: int) -> None:
        if crowd.need in (1, SPARE):
            self._close(crowd, BIT[to])
        elif can_walk(self._ground, crowd.figures, crowd.taken, to, at, crowd.need - 1):
            beyond = self._crowd(crowd.figures, crowd.need - 1, crowd.left - 1)
            beyond.by[NOWHERE] |= BIT[to]
            beyond.dives[at] = beyond.dives.get(at, 0) | BIT[to]

    # Looking back

    def _way_out(self, figures: Figures, at: int) -> tuple[list[int], list[int]]:
        """The spaces and pushes of a walk with that outcome, without a push in the last step if there is such a one."""
        for crowd in self._closing.get(figures, ()):
            for before in self._ground.links(at):
                last = crowd.reached_from(before, at)
                if last is not None:
                    spaces, pushes = self._way_to(crowd, before, last)
                    return [*spaces, at], pushes
        return self._over_push(self._pushed_last[figures, at], at)

    def _way_to(self, crowd: Crowd, at: int, last: int) -> tuple[list[int], list[int]]:
        """The walk so far of somebody in that crowd who has come there from `last`."""
        if crowd is self._start and at == self._at and last == self._came:
            return [], []
        if (came := self._pushed_to.get((crowd, at, last))) is not None:
            return self._over_push(came, at)
        before_last: int | None = self._climbed.get((crowd, at, last))
        before = crowd
        if before_last is None:
            need = 1 if crowd.need == SPARE else crowd.need + 1
            before = self._crowds[crowd.figures, need, crowd.left + 1]
            before_last = before.reached_from(last, at)
            assert before_last is not None
        spaces, pushes = self._way_to(before, last, before_last)
        return [*spaces, at], pushes

    def _over_push(self, came: Came, to: int) -> tuple[list[int], list[int]]:
        crowd, before, chosen = came
        last = crowd.reached_from(before, to)
        assert last is not None
        spaces, pushes = self._way_to(crowd, before, last)
        return [*spaces, to], [*pushes, *chosen]
