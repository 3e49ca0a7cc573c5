"""Every whole walk a player can make, each distinct outcome once.

Two walks have the same outcome if all figures end on the same spaces (where the way itself matters, see trails.py).
With five steps and pushes there can be tens of thousands of outcomes, so walks are not followed one by one: a Crowd is
all walks that have led to the same places of the other figures with as much left to walk, kept as six sets of spaces,
by the direction of the step that led there. One step of a whole crowd is a shift of its sets; only pushes are looked
at one by one. How a particular outcome comes about is worked out when somebody asks.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from companion.games.pyramid_raiders.board import BIT, BOARD, NAMES, NEAR, OFF, SHIFT
from companion.games.pyramid_raiders.ground import (
    Figures,
    Outcome,
    can_walk,
    longest,
    numbers_in,
    occupied,
    push_outcomes,
)
from companion.games.pyramid_raiders.walking import Walker

Path = tuple[str, ...]
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

    __slots__ = ("by", "dives", "figures", "left", "need", "taken")

    def __init__(self, figures: Figures, need: int, left: int) -> None:
        self.figures = figures
        self.need = need  # what is owed
        self.left = left  # what is left of the printed number
        self.taken = occupied(figures)
        self.by = [0] * 7  # where the walkers are, by the direction of their last step
        self.dives: dict[int, int] = {}  # fountain left -> fountains reached from it

    def movable(self) -> list[int]:
        """By direction, the walkers who may step that way: those not just come from there."""
        e, se, sw, w, nw, ne, nowhere = self.by
        twice, anywhere = e & se, e | se
        twice |= anywhere & sw
        anywhere |= sw
        twice |= anywhere & w
        anywhere |= w
        twice |= anywhere & nw
        anywhere |= nw
        twice |= anywhere & ne
        anywhere |= ne
        twice |= anywhere & nowhere
        anywhere |= nowhere
        return [anywhere & (twice | ~back) for back in (w, nw, ne, e, se, sw)]

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
Steps = list[tuple[int, int]]  # into the same space: where from, and in which direction


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
        self._last_pushes: list[tuple[Crowd, int, Steps]] = []
        self._climbed: dict[tuple[Crowd, int, int], int] = {}
        self._pushes: dict[tuple[Figures, int], list[Outcome]] = {}
        if walker.at == OFF or walker.is_done():
            return
        self._start = self._crowd(walker.figures, walker.need or SPARE, walker.left)
        beside = walker.came != OFF and NEAR[walker.at] & BIT[walker.came]
        way = SHIFT.index(walker.at - walker.came) if beside else NOWHERE
        self._start.by[way] = BIT[walker.at]
        if way == NOWHERE:
            self._start.dives[walker.came] = BIT[walker.at]
        for crowds in reversed(self._waiting):
            for crowd in crowds:
                self._advance(crowd)

    def outcomes(self) -> Iterator[tuple[Figures, int]]:
        """Where the others can stand in the end, and the walker."""
        for figures, spaces in self.ends.items():
            for at in numbers_in(spaces):
                yield figures, at

    def __iter__(self) -> Iterator[End]:
        return (self.end(figures, at) for figures, at in self.outcomes())

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
            crowd = self._crowds[key] = Crowd(figures, need, left)
            self._waiting[left].append(crowd)
        return crowd

    def _advance(self, crowd: Crowd) -> None:
        """Everybody in the crowd takes every step there is."""
        ground, taken = self._ground, crowd.taken
        if ground.pillars & ~ground.bars:
            self._climb(crowd)
        open_to, closed = BOARD & ~ground.bars, taken | ground.pillars
        is_last = crowd.need == SPARE or (crowd.need == 1 and not self._rocket)
        ends, hits = 0, dict[int, Steps]()
        for way, walkers in enumerate(crowd.movable()):
            shift = SHIFT[way]
            moved = (walkers << shift if shift > 0 else walkers >> -shift) & open_to
            if hit := moved & taken:
                for to in numbers_in(hit):
                    hits.setdefault(to, []).append((to - shift, way))
            if free := moved & ~closed:
                ends |= free
                if not is_last:
                    self._step(crowd, free, way, shift)
        if ground.hops:
            ends |= self._dive(crowd, hits)
        if ends and (is_last or crowd.need == 1):
            self.ends[crowd.figures] = self.ends.get(crowd.figures, 0) | ends
            self._closing.setdefault(crowd.figures, []).append(crowd)
        for to, steps in hits.items():
            self._push(crowd, to, steps)

    def _step(self, crowd: Crowd, free: int, way: int, shift: int) -> None:
        """Onto free spaces and on into the next crowd, dead ends left out."""
        rest, need = (1, SPARE) if crowd.need == 1 else (crowd.need - 1, crowd.need - 1)
        going = free & self._ground.roomy & ~_beside(crowd.figures)
        for to in numbers_in(free & ~going):
            if can_walk(self._ground, crowd.figures, crowd.taken, to, to - shift, rest):
                going |= BIT[to]
        if going:
            self._crowd(crowd.figures, need, crowd.left - 1).by[way] |= going

    def _push(self, crowd: Crowd, to: int, steps: Steps) -> None:
        """Steps into somebody: every way the push can go, and what is then still owed."""
        outcomes = self._outcomes(crowd, to)
        if not outcomes:
            return
        if crowd.need == SPARE or (crowd.left == 1 and not self._rocket):
            self._push_last(crowd, to, steps, outcomes)
            return
        for came, way in steps:
            if crowd.need > 1 and not can_walk(self._ground, crowd.figures, crowd.taken, to, came, crowd.need - 1):
                continue
            for outcome in outcomes:
                if outcome[2] & ~BIT[came]:
                    self._push_on(crowd, to, came, way, outcome)

    def _push_last(self, crowd: Crowd, to: int, steps: Steps, outcomes: list[Outcome]) -> None:
        """With the walk over, what two come from different sides can do between them is all there is."""
        barred = BIT[steps[0][0]] if len(steps) == 1 else 0
        ends, bit = self.ends, BIT[to]
        for _, after, through in outcomes:
            if through & ~barred:
                ends[after] = ends.get(after, 0) | bit
        self._last_pushes.append((crowd, to, steps))

    def _push_on(self, crowd: Crowd, to: int, came: int, way: int, outcome: Outcome) -> None:
        """The walk goes on after a push, as far as it now can; or it is over."""
        chosen, after, _ = outcome
        ground, left, bit = self._ground, crowd.left - 1, BIT[to]
        taken = occupied(after)
        owed = longest(ground, after, taken, to, came, left)
        if not owed:
            self.ends[after] = self.ends.get(after, 0) | bit
            self._last_pushes.append((crowd, to, [(came, way)]))
            if not (self._rocket and can_walk(ground, after, taken, to, came, 1)):
                return
            owed = SPARE
        beyond = self._crowd(after, owed, left)
        known = beyond.by[way] if way != NOWHERE else beyond.dives.get(came, 0)
        if not known & bit:
            beyond.by[way] |= bit
            if way == NOWHERE:
                beyond.dives[came] = known | bit
            self._pushed_to[beyond, to, came] = (crowd, came, chosen)

    def _outcomes(self, crowd: Crowd, to: int) -> list[Outcome]:
        figures = crowd.figures
        outcomes = self._pushes.get((figures, to))
        if outcomes is None:
            ground = self._ground
            outcomes = push_outcomes(ground, figures, crowd.taken, figures.index(to), to, ground.mover, BIT[to])
            if self._fixed:
                outcomes = [one for one in outcomes if all(one[1][seat] == figures[seat] for seat in self._fixed)]
            self._pushes[figures, to] = outcomes
        return outcomes

    def _climb(self, crowd: Crowd) -> None:
        """Spring boots: onto pillars, which count nothing, and from pillar to pillar."""
        ground, grown = self._ground, True
        while grown:
            grown = False
            for way, walkers in enumerate(crowd.movable()):
                shift = SHIFT[way]
                moved = (walkers << shift if shift > 0 else walkers >> -shift) & ground.pillars & ~ground.guardian
                for to in numbers_in(moved & ~crowd.by[way]):
                    if can_walk(ground, crowd.figures, crowd.taken, to, to - shift, crowd.need):
                        last = crowd.reached_from(to - shift, to)
                        assert last is not None
                        self._climbed[crowd, to, to - shift] = last
                        crowd.by[way] |= BIT[to]
                        grown = True

    def _dive(self, crowd: Crowd, hits: dict[int, Steps]) -> int:
        """The diving helmet: from one fountain to any other that does not touch it; where a walk may end there."""
        ground, anywhere, ends = self._ground, 0, 0
        for places in crowd.by:
            anywhere |= places
        for at in numbers_in(anywhere & ground.hops):
            for to in numbers_in(ground.hops & ~ground.bars & ~NEAR[at] & ~BIT[at]):
                if crowd.reached_from(at, to) is None:
                    continue
                if crowd.taken >> to & 1:
                    hits.setdefault(to, []).append((at, NOWHERE))
                elif crowd.need == 1:
                    ends |= BIT[to]
                elif can_walk(ground, crowd.figures, crowd.taken, to, at, crowd.need - 1):
                    beyond = self._crowd(crowd.figures, crowd.need - 1, crowd.left - 1)
                    beyond.by[NOWHERE] |= BIT[to]
                    beyond.dives[at] = beyond.dives.get(at, 0) | BIT[to]
        return ends

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

    @cached_property
    def _pushed_last(self) -> dict[tuple[Figures, int], Came]:
        """How the outcomes that end with a push come about."""
        found: dict[tuple[Figures, int], Came] = {}
        for crowd, to, steps in self._last_pushes:
            for chosen, after, through in self._outcomes(crowd, to):
                for came, _ in steps:
                    if through & ~BIT[came]:
                        found.setdefault((after, to), (crowd, came, chosen))
        return found

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


def _beside(figures: Figures) -> int:
    """The spaces next to a figure, where a circle may be interrupted."""
    beside = 0
    for at in figures:
        if at >= 0:
            beside |= NEAR[at]
    return beside
