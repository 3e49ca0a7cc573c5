"""The board as the walking player meets it: what bars a step, who has room to be pushed, how far a walk can go.

Spaces are numbers and sets of spaces are bits here (see board.py); figures are numbered by seat, the decoy last.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from companion.games.pyramid_raiders.board import (
    BIT,
    DECOY,
    DISTANCE,
    INDEX,
    NEAR,
    NEIGHBOURS,
    OFF,
    TRIANGLES,
    TWO_AWAY,
    bits,
)
from companion.games.pyramid_raiders.state import State

Figures = tuple[int, ...]  # where each figure stands; OFF for those off the board, and always for the mover


class Link(NamedTuple):
    """One push that is due: who is pushed, from where, where the pusher came from, who says where to."""

    victim: int
    at: int
    came: int
    decider: int  # a seat
    locked: int  # spaces of the mover and of everyone already in this chain


class Ground:
    """Everything about a position that stays as it is while one player walks and pushes."""

    __slots__ = ("bars", "decoy", "fountains", "gloves", "guardian", "hops", "mover", "pillars", "roomy", "stand")

    def __init__(self, state: State, mover: int) -> None:
        items = state.items
        self.mover = mover
        self.pillars, self.fountains = _obstacles(state.pillars, state.fountains)
        self.guardian = BIT[INDEX[state.guardian.at]]
        item = items.get(state.players[mover])
        dry = self.pillars | self.fountains | self.guardian
        wet = self.pillars | self.guardian
        self.bars = dry  # where the mover may not step
        if item == "spring_boots":
            self.bars = self.fountains | self.guardian
        elif item == "diving_helmet":
            self.bars = wet
        self.hops = self.fountains if item == "diving_helmet" else 0
        owners = {item: player for player, item in items.items()}
        diver = owners.get("diving_helmet")
        # where each figure cannot be pushed to; PR-R26: his own helmet counts
        self.stand = (*(wet if player == diver else dry for player in state.players), dry)
        gloves = owners.get("power_gloves")
        self.gloves = state.players.index(gloves) if gloves is not None else OFF
        self.decoy = len(state.players)
        self.roomy = _roomy(self.pillars | (self.bars & self.fountains)) & ~NEAR[INDEX[state.guardian.at]]

    def links(self, at: int) -> tuple[int, ...]:
        """Where one step may lead from there; a diver goes from one fountain to any other (PR-R43)."""
        if self.hops >> at & 1:
            far = self.hops & ~NEAR[at] & ~BIT[at]
            return NEIGHBOURS[at] + numbers_in(far)
        return NEIGHBOURS[at]

    def bar(self, to: int) -> str:
        """What keeps the mover from stepping there."""
        return self._named(self.bars, to)

    def stand_bar(self, figure: int, to: int) -> str:
        """What keeps that figure from being pushed there."""
        return self._named(self.stand[figure], to)

    def _named(self, bars: int, to: int) -> str:
        if not bars >> to & 1:
            return ""
        if self.guardian >> to & 1:
            return "blocked_guardian"
        return "blocked_pillar" if self.pillars >> to & 1 else "blocked_fountain"


@lru_cache(maxsize=64)
def _obstacles(pillars: tuple[str, ...], fountains: tuple[str, ...]) -> tuple[int, int]:
    return bits(pillars), bits(fountains)


@lru_cache(maxsize=64)
def _roomy(bars: int) -> int:
    """The spaces from which one could walk in circles for ever if nobody stood about."""
    return sum(BIT[at] for at, pairs in enumerate(TRIANGLES) if any(not pair & bars for pair in pairs))


@lru_cache(maxsize=50_000)
def numbers_in(spaces: int) -> tuple[int, ...]:
    """The spaces of a set.

    >>> numbers_in(0b10010)
    (1, 4)
    """
    numbers = []
    while spaces:
        low = spaces & -spaces
        spaces ^= low
        numbers.append(low.bit_length() - 1)
    return tuple(numbers)


def figures_of(state: State, mover: int) -> Figures:
    """Where everybody but the mover stands."""
    index = INDEX
    spaces = [OFF if space is None else index[space] for space in state.pawns.values()]
    spaces[mover] = OFF
    spaces.append(OFF if state.decoy is None else index[state.decoy])
    return tuple(spaces)


def occupied(figures: Figures) -> int:
    taken = 0
    for at in figures:
        if at >= 0:
            taken |= BIT[at]
    return taken


def has_room(ground: Ground, figures: Figures, taken: int, victim: int, at: int, came: int, locked: int) -> bool:
    """Whether that figure can be pushed on from there, and whoever it then pushes, and so on."""
    near = NEAR[at] & ~(ground.stand[victim] | locked | BIT[came])
    if near & ~taken:
        return True
    while near:
        low = near & -near
        near ^= low
        to = low.bit_length() - 1
        if has_room(ground, figures, taken, figures.index(to), to, at, locked | low):
            return True
    return False


def step_bar(ground: Ground, figures: Figures, taken: int, at: int, last: int, to: int) -> str:
    """Why the mover cannot step there, dead ends aside; empty if he can."""
    if to not in ground.links(at):
        return "not_adjacent"
    if to == last:
        return "backtrack"
    if ground.bars >> to & 1:
        return ground.bar(to)
    if taken >> to & 1 and not has_room(ground, figures, taken, figures.index(to), to, at, BIT[to]):
        return "no_push_room"
    return ""


def push_bar(ground: Ground, figures: Figures, taken: int, link: Link, to: int) -> str:
    """Why the victim cannot be pushed there; empty if he can."""
    far = DISTANCE[link.at][to]
    if far == 2 and link.decider == ground.gloves:
        return _far_push_bar(ground, taken, link, to)
    if far != 1:
        return "not_adjacent"
    if to == link.came:
        return "push_back"
    if bar := ground.stand_bar(link.victim, to):
        return bar
    if link.locked >> to & 1:
        return "push_locked"
    if taken >> to & 1:
        pushed_on = figures.index(to)
        if not has_room(ground, figures, taken, pushed_on, to, link.at, link.locked | BIT[to]):
            return "no_push_room"
    return ""


def _far_push_bar(ground: Ground, taken: int, link: Link, to: int) -> str:
    """PR-R47: two spaces away, through a neighbour that is free and fit and not where the pusher came from."""
    if bar := ground.stand_bar(link.victim, to):
        return bar
    if (taken | link.locked) >> to & 1:
        return "space_occupied"
    through = NEAR[link.at] & NEAR[to] & ~(ground.stand[link.victim] | taken | link.locked | BIT[link.came])
    return "" if through else "no_push_room"


def push_targets(ground: Ground, figures: Figures, taken: int, link: Link) -> list[int]:
    """Every space the victim can be pushed to."""
    targets = [to for to in NEIGHBOURS[link.at] if not push_bar(ground, figures, taken, link, to)]
    if link.decider == ground.gloves:
        targets += [to for to in TWO_AWAY[link.at] if not _far_push_bar(ground, taken, link, to)]
    return targets


def pushed(ground: Ground, figures: Figures, link: Link, to: int) -> tuple[Figures, Link | None]:
    """The figures after a push, and the push that follows if somebody stood there."""
    after = (*figures[: link.victim], to, *figures[link.victim + 1 :])
    if to not in figures:
        return after, None
    decider = link.decider if link.victim == ground.decoy else link.victim  # PR-R25
    return after, Link(figures.index(to), to, link.at, decider, link.locked | BIT[to])


_PLACE = 7  # bits for each figure's space in a code
_SPACE = (1 << _PLACE) - 1


def code_of(figures: Figures) -> int:
    """Where everybody stands as one number, quick to change and to compare.

    >>> figures_in(code_of((12, OFF, 30)), 3)
    (12, -1, 30)
    """
    code = 0
    for at in reversed(figures):
        code = code << _PLACE | at + 1
    return code


def figures_in(code: int, count: int) -> Figures:
    return tuple([(code >> place & _SPACE) - 1 for place in range(0, _PLACE * count, _PLACE)])


def code_at(places: Mapping[int, int]) -> int:
    """What a code says of those figures if each stands on that space; everybody else is left out.

    >>> code_of((12, 8, 30)) & code_mask({1: 8}) == code_at({1: 8})
    True
    """
    return sum(at + 1 << _PLACE * figure for figure, at in places.items())


def code_mask(figures: Iterable[int]) -> int:
    """The part of a code that tells of those figures."""
    return sum(_SPACE << _PLACE * figure for figure in figures)


class Outcome(NamedTuple):
    """One way a push and the chain it sets off can end."""

    chosen: tuple[int, ...]  # where each pushed figure was sent
    change: int  # to be added to the code of where everybody stands
    end: int  # the space where the last pushed figure comes to stand
    through: int  # neighbours by which the first one may have gone; not open to a pusher who came from the only one
    moved: int  # the pushed figures, a bit each


def push_outcomes(
    ground: Ground, figures: Figures, taken: int, victim: int, at: int, decider: int, locked: int, alone: bool = False
) -> list[Outcome]:
    """Every way a push from there can end, wherever the pusher came from.

    With `alone` only those about which nobody else decides: a pawn pushes nobody on, the decoy may (PR-R24, PR-R25).
    """
    fit = NEAR[at] & ~(ground.stand[victim] | locked)
    free, place, bit = fit & ~taken, _PLACE * victim, 1 << victim
    outcomes = [Outcome((to,), to - at << place, to, BIT[to], bit) for to in numbers_in(free)]
    for to in numbers_in(fit & taken) if victim == ground.decoy or not alone else ():
        then = decider if victim == ground.decoy else victim  # PR-R25
        further = push_outcomes(ground, figures, taken, figures.index(to), to, then, locked | BIT[to], alone)
        change = to - at << place
        outcomes += [
            Outcome((to, *chosen), change + beyond, end, BIT[to], bit | moved)
            for chosen, beyond, end, _, moved in further
        ]
    if decider == ground.gloves:
        unfit = ground.stand[victim] | taken | locked
        for to in TWO_AWAY[at]:
            if not unfit >> to & 1 and (through := free & NEAR[to]):
                outcomes.append(Outcome((to,), to - at << place, to, through, bit))
    return outcomes


@lru_cache(maxsize=50_000)
def _hops(victim: int, at: int, free: int) -> tuple[int, ...]:
    place = _PLACE * victim
    return tuple([to - at << place for to in numbers_in(free)])


def push_changes(
    ground: Ground,
    figures: Figures,
    taken: int,
    victim: int,
    at: int,
    decider: int,
    near: int,
    locked: int,
    alone: bool = False,
) -> list[int]:
    """What every way a push can end adds to the code of where everybody stands; `near` is where the victim may go."""
    free, gloves, stand = near & ~taken, ground.gloves, ground.stand
    changes = [*_hops(victim, at, free)]
    if near != free and (victim == ground.decoy or not alone):
        then = decider if victim == ground.decoy else victim
        for to in numbers_in(near & taken):
            pushed_on, inside = figures.index(to), locked | BIT[to]
            beyond = NEAR[to] & ~(stand[pushed_on] | inside)
            change = to - at << _PLACE * victim
            further = push_changes(ground, figures, taken, pushed_on, to, then, beyond, inside, alone)
            changes += [change + more for more in further]
    if decider == gloves:
        unfit = stand[victim] | taken | locked
        changes += [to - at << _PLACE * victim for to in TWO_AWAY[at] if not unfit >> to & 1 and free & NEAR[to]]
    return changes


def can_walk(ground: Ground, figures: Figures, taken: int, at: int, last: int, count: int) -> bool:
    """Whether that many spaces can be walked from there, everybody taken as standing where he stands (PR-R13)."""
    if count == 0:
        return not ground.pillars >> at & 1
    closed = ground.bars | ground.pillars | taken
    for pair in TRIANGLES[at]:
        if not pair & closed:
            return True  # round in circles
    if count == 1 and NEAR[at] & ~(closed | BIT[last] if last != OFF else closed):
        return True
    return _finds_way(ground, figures, taken, at, last, count, set())


def _finds_way(
    ground: Ground, figures: Figures, taken: int, at: int, last: int, count: int, tried: set[tuple[int, int, int]]
) -> bool:
    if count == 0:
        return not ground.pillars >> at & 1
    tried.add((at, last, count))
    for to in ground.links(at):
        left = count - 1 + (ground.pillars >> to & 1)
        if (to, at, left) in tried or step_bar(ground, figures, taken, at, last, to):
            continue
        if left and to != at and _circles(ground, taken, to):
            return True
        if _finds_way(ground, figures, taken, to, at, left, tried):
            return True
    return False


def _circles(ground: Ground, taken: int, at: int) -> bool:
    closed = ground.bars | ground.pillars | taken
    return any(not pair & closed for pair in TRIANGLES[at])


def longest(ground: Ground, figures: Figures, taken: int, at: int, last: int, most: int) -> int:
    """PR-R13: the greatest number of spaces, up to `most`, that a legal walk from there can count."""
    for count in range(most, 0, -1):
        if can_walk(ground, figures, taken, at, last, count):
            return count
    return 0


def seat_named(state: State, figure: int) -> str:
    """The figure's name in the record: its player, or the decoy."""
    return DECOY if figure == len(state.players) else state.players[figure]
