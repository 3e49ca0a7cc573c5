"""Every whole walk a player can make, each distinct outcome once.

Two walks have the same outcome if all figures end on the same spaces (where the way itself matters, see trails.py).
With five steps and pushes there can be tens of thousands of outcomes, so walks are not followed one by one: a Crowd is
all walks that have led to the same places of the other figures with as much left to walk, kept as six sets of spaces,
by the direction of the step that led there. One step of a whole crowd is a shift of its sets; only pushes are looked
at one by one. How a particular outcome comes about is worked out when somebody asks.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from companion.games.pyramid_raiders.board import BIT, BOARD, NAMES, NEAR, OFF, SHIFT, TRIANGLES
from companion.games.pyramid_raiders.ground import (
    Figures,
    Outcome,
    can_walk,
    code_at,
    code_mask,
    code_of,
    figures_in,
    longest,
    numbers_in,
    push_changes,
    push_outcomes,
)
from companion.games.pyramid_raiders.walking import Walker

Path = tuple[str, ...]
NOWHERE = 6  # beside the six directions: those who have not stepped yet, and divers come from another fountain
WAY = {shift: way for way, shift in enumerate(SHIFT)}
SPARE = -1  # as `need`: the printed number is walked, the rocket shoes may go one further


class End(NamedTuple):
    """One outcome: where the walker ends, where the others then stand, and a walk that leads there."""

    at: int
    figures: Figures
    path: Path
    pushes: Path


class Crowd:
    """All walks under way with these places of the others and this much left."""

    __slots__ = ("beside", "by", "code", "dives", "figures", "left", "need", "taken")

    def __init__(self, code: int, figures: Figures, taken: int, need: int, left: int) -> None:
        self.code = code
        self.figures = figures
        self.taken = taken
        self.need = need  # what is owed
        self.left = left  # what is left of the printed number
        self.by = [0] * 7  # where the walkers are, by the direction of their last step
        self.dives: dict[int, int] = {}  # fountain left -> fountains reached from it
        self.beside = -1  # spaces next to a figure, where a circle may be interrupted; worked out when asked for

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

    def lone(self) -> int:
        """Where all of them are, if they are all in one place; else OFF."""
        e, se, sw, w, nw, ne, nowhere = self.by
        anywhere = e | se | sw | w | nw | ne | nowhere
        return OFF if anywhere & (anywhere - 1) else anywhere.bit_length() - 1

    def back(self, at: int) -> int:
        """The space none of them may step to from there, as all have come from it; nothing if there is no such one."""
        ways = [way for way in range(6) if self.by[way]]
        return BIT[at - SHIFT[ways[0]]] if len(ways) == 1 and not self.by[NOWHERE] else 0

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
    """All whole walks from one position; figures of the seats in `fixed` are walked round, never pushed.

    With `alone` only those walks about which the walker alone decides: no pawn is pushed into somebody else.
    """

    def __init__(self, walker: Walker, fixed: frozenset[int] = frozenset(), alone: bool = False) -> None:
        self.still = code_of(walker.figures)  # where the others stand now
        self._ends: defaultdict[int, set[int]] = defaultdict(set)  # by where the walk ends: codes of the others' places
        self._ground = walker.ground
        self._count = len(walker.figures)
        self._open = BOARD & ~walker.ground.bars
        self._climbs = bool(walker.ground.pillars & ~walker.ground.bars)
        self._rocket = walker.rocket
        self._fixed = sum(1 << seat for seat in fixed)
        self._alone = alone
        self._at, self._came = walker.at, walker.came
        self._crowds: dict[tuple[int, int, int], Crowd] = {}
        self._waiting: list[list[Crowd]] = [[] for _ in range(walker.left + 1)]
        self._closing: dict[int, list[Crowd]] = {}
        self._pushed_to: dict[tuple[Crowd, int, int], Came] = {}
        self._last_pushes: list[tuple[Crowd, int, Steps]] = []
        self._climbed: dict[tuple[Crowd, int, int], int] = {}
        self._pushes: dict[tuple[int, int], list[Outcome]] = {}
        if walker.at == OFF or walker.is_done():
            return
        self._start = self._crowd(self.still, walker.taken, walker.need or SPARE, walker.left)
        beside = walker.came != OFF and NEAR[walker.at] & BIT[walker.came]
        way = SHIFT.index(walker.at - walker.came) if beside else NOWHERE
        self._start.by[way] = BIT[walker.at]
        if way == NOWHERE:
            self._start.dives[walker.came] = BIT[walker.at]
        for crowds in reversed(self._waiting):
            for crowd in crowds:
                self._advance(crowd)

    def __len__(self) -> int:
        return sum(map(len, self._ends.values()))

    def __contains__(self, outcome: tuple[int, int]) -> bool:
        code, at = outcome
        return at in self._ends and code in self._ends[at]

    def outcomes(self) -> Iterator[tuple[int, int]]:
        """Where the others can stand in the end, as a code, and the walker."""
        for at in sorted(self._ends):
            for code in sorted(self._ends[at]):
                yield code, at

    def __iter__(self) -> Iterator[End]:
        return (self.end(code, at) for code, at in self.outcomes())

    def ending(self, on: int | None, others: Mapping[int, int]) -> Iterator[End]:
        """The walks that end on that space (None: anywhere) with those seats' figures on those spaces."""
        mask, wanted = code_mask(others), code_at(others)
        for at in sorted(self._ends) if on is None else [on] if on in self._ends else []:
            fitting = [code for code in self._ends[at] if code & mask == wanted]
            yield from (self.end(code, at) for code in sorted(fitting))

    def end(self, code: int, at: int) -> End:
        """One of the outcomes with a walk that leads to it."""
        spaces, pushes = self._way_out(code, at)
        figures = figures_in(code, self._count)
        return End(at, figures, tuple([NAMES[to] for to in spaces]), tuple([NAMES[to] for to in pushes]))

    # Growing

    def _crowd(self, code: int, taken: int, need: int, left: int) -> Crowd:
        key = (code, need, left)
        crowd = self._crowds.get(key)
        if crowd is None:
            crowd = self._crowds[key] = Crowd(code, figures_in(code, self._count), taken, need, left)
            self._waiting[left].append(crowd)
        return crowd

    def _advance(self, crowd: Crowd) -> None:
        """Everybody in the crowd takes every step there is."""
        need = crowd.need
        if self._climbs:
            self._climb(crowd)
        is_last = need == SPARE or (need == 1 and not self._rocket)
        at = OFF if self._ground.hops else crowd.lone()
        ends, hits = self._spread(crowd, is_last) if at == OFF else self._go_alone(crowd, at, is_last)
        if ends and (is_last or need == 1):
            self._end(crowd, ends)
        for to, steps in hits.items():
            self._push(crowd, to, steps)

    def _spread(self, crowd: Crowd, is_last: bool) -> tuple[int, dict[int, Steps]]:
        """The free spaces stepped on, and the occupied ones with the steps that lead there."""
        open_to, taken = self._open, crowd.taken
        free_to = open_to & ~(taken | self._ground.pillars)
        ends, hits = 0, dict[int, Steps]()
        for way, walkers in enumerate(crowd.movable()):
            if not walkers:
                continue
            shift = SHIFT[way]
            moved = (walkers << shift if shift > 0 else walkers >> -shift) & open_to
            if hit := moved & taken:
                for to in numbers_in(hit):
                    hits.setdefault(to, []).append((to - shift, way))
            if free := moved & free_to:
                ends |= free
                if not is_last:
                    self._step(crowd, free, way, shift)
        if self._ground.hops:
            ends |= self._dive(crowd, hits)
        return ends, hits

    def _go_alone(self, crowd: Crowd, at: int, is_last: bool) -> tuple[int, dict[int, Steps]]:
        """The same for a crowd of one, which is the most common kind."""
        open_to, taken = NEAR[at] & self._open & ~crowd.back(at), crowd.taken
        free = open_to & ~(taken | self._ground.pillars)
        if not is_last:
            for to in numbers_in(free):
                self._step(crowd, BIT[to], WAY[to - at], to - at)
        return free, {to: [(at, WAY[to - at])] for to in numbers_in(open_to & taken)}

    def _end(self, crowd: Crowd, spaces: int) -> None:
        """Walks of that crowd may end there."""
        code, ends = crowd.code, self._ends
        for at in numbers_in(spaces):
            ends[at].add(code)
        self._closing.setdefault(code, []).append(crowd)

    def _step(self, crowd: Crowd, free: int, way: int, shift: int) -> None:
        """Onto free spaces and on into the next crowd, dead ends left out."""
        rest, need = (1, SPARE) if crowd.need == 1 else (crowd.need - 1, crowd.need - 1)
        if crowd.beside < 0:
            crowd.beside = _beside(crowd.figures)
        going = free & self._ground.roomy & ~crowd.beside
        for to in numbers_in(free & ~going):
            if can_walk(self._ground, crowd.figures, crowd.taken, to, to - shift, rest):
                going |= BIT[to]
        if going:
            self._crowd(crowd.code, crowd.taken, need, crowd.left - 1).by[way] |= going

    def _push(self, crowd: Crowd, to: int, steps: Steps) -> None:
        """Steps into somebody: every way the push can go, and what is then still owed."""
        if crowd.need == SPARE or (crowd.left == 1 and not self._rocket):
            self._push_last(crowd, to, steps)
            return
        for came, way in steps:
            if crowd.need > 1 and not can_walk(self._ground, crowd.figures, crowd.taken, to, came, crowd.need - 1):
                continue
            for outcome in self._pushes_from(crowd, to):
                if outcome.through & ~BIT[came]:
                    self._push_on(crowd, to, came, way, outcome)

    def _push_last(self, crowd: Crowd, to: int, steps: Steps) -> None:
        """With the walk over, what two come from different sides can do between them is all there is."""
        barred = BIT[steps[0][0]] if len(steps) == 1 else 0
        code, figures, ground = crowd.code, crowd.figures, self._ground
        if self._fixed:
            changes = [one.change for one in self._pushes_from(crowd, to) if one.through & ~barred]
        else:
            victim, bit = figures.index(to), BIT[to]
            near = NEAR[to] & ~(ground.stand[victim] | bit | barred)
            changes = push_changes(ground, figures, crowd.taken, victim, to, ground.mover, near, bit, self._alone)
        if changes:
            self._ends[to].update([code + change for change in changes])
            self._last_pushes.append((crowd, to, steps))

    def _push_on(self, crowd: Crowd, to: int, came: int, way: int, outcome: Outcome) -> None:
        """The walk goes on after a push, as far as it now can; or it is over."""
        chosen, change, end, _, _ = outcome
        left, bit = crowd.left - 1, BIT[to]
        after, taken = crowd.code + change, crowd.taken ^ bit ^ BIT[end]
        owed = self._owed(after, taken, to, came, left)
        if not owed:
            self._ends[to].add(after)
            self._last_pushes.append((crowd, to, [(came, way)]))
            figures = figures_in(after, self._count)
            if not (self._rocket and can_walk(self._ground, figures, taken, to, came, 1)):
                return
            owed = SPARE
        beyond = self._crowd(after, taken, owed, left)
        known = beyond.by[way] if way != NOWHERE else beyond.dives.get(came, 0)
        if not known & bit:
            beyond.by[way] |= bit
            if way == NOWHERE:
                beyond.dives[came] = known | bit
            self._pushed_to[beyond, to, came] = (crowd, came, chosen)

    def _owed(self, code: int, taken: int, at: int, came: int, left: int) -> int:
        """What must still be walked from there, mostly all that is left: one can go round in circles."""
        ground = self._ground
        closed = ground.bars | ground.pillars | taken
        for pair in TRIANGLES[at]:
            if not pair & closed:
                return left
        return longest(ground, figures_in(code, self._count), taken, at, came, left)

    def _pushes_from(self, crowd: Crowd, to: int) -> list[Outcome]:
        outcomes = self._pushes.get((crowd.code, to))
        if outcomes is None:
            ground, figures = self._ground, crowd.figures
            victim, bit = figures.index(to), BIT[to]
            outcomes = push_outcomes(ground, figures, crowd.taken, victim, to, ground.mover, bit, self._alone)
            outcomes = [one for one in outcomes if not one.moved & self._fixed]
            self._pushes[crowd.code, to] = outcomes
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
                    beyond = self._crowd(crowd.code, crowd.taken, crowd.need - 1, crowd.left - 1)
                    beyond.by[NOWHERE] |= BIT[to]
                    beyond.dives[at] = beyond.dives.get(at, 0) | BIT[to]
        return ends

    # Looking back

    def _way_out(self, code: int, at: int) -> tuple[list[int], list[int]]:
        """The spaces and pushes of a walk with that outcome, without a push in the last step if there is such a one."""
        for crowd in self._closing.get(code, ()):
            for before in self._ground.links(at):
                last = crowd.reached_from(before, at)
                if last is not None:
                    spaces, pushes = self._way_to(crowd, before, last)
                    return [*spaces, at], pushes
        return self._over_push(self._pushed_last[code, at], at)

    @cached_property
    def _pushed_last(self) -> dict[tuple[int, int], Came]:
        """How the outcomes that end with a push come about."""
        found: dict[tuple[int, int], Came] = {}
        for crowd, to, steps in self._last_pushes:
            for outcome in self._pushes_from(crowd, to):
                for came, _ in steps:
                    if outcome.through & ~BIT[came]:
                        found.setdefault((crowd.code + outcome.change, to), (crowd, came, outcome.chosen))
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
            before = self._crowds[crowd.code, need, crowd.left + 1]
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
