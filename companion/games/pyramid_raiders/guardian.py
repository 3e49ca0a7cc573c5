"""The guardian's walk, with the reason of every turn and step. Rulebook: "Guardian Movement", "Line of Sight"."""

from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from companion.games.pyramid_raiders.actions import RollGuardian
from companion.games.pyramid_raiders.board import (
    BIT,
    DECOY,
    DIRECTIONS,
    DISTANCE,
    INDEX,
    NAMES,
    NEXT,
    NOTCH,
    OFF,
    SIGHT,
    bits,
)
from companion.games.pyramid_raiders.ending import after_guardian
from companion.games.pyramid_raiders.state import (
    Bonus,
    Event,
    Guardian,
    Hold,
    Holding,
    KnockOut,
    Moved,
    RemoveToken,
    State,
    Stuck,
    Total,
    Turn,
    Turning,
    Walk,
    house_rule,
)

SNAKING_SAFE = 4  # from this distance on the snaking box hides its owner
ROCKET_EXTRA = 2
LUCKY = 6

EDGE, PILLAR = -1, -2  # what may lie ahead instead of a space


class Sights(NamedTuple):
    """What the guardian sees and where he can go, for one set of pillars and one sight marker: [facing][space]."""

    in_sight: tuple[tuple[int, ...], ...]  # all three lines together, as bits
    lines: tuple[tuple[int, ...], ...]  # one line, as bits, up to the first pillar
    ahead: tuple[tuple[int, ...], ...]  # the next space, or EDGE or PILLAR
    arrows: tuple[tuple[int, int, int], ...]  # per facing: red first, then the two blue ones


@lru_cache(maxsize=64)
def sights(pillars: tuple[str, ...], los: int) -> Sights:
    stones = bits(pillars)
    ahead = tuple(tuple(PILLAR if to != OFF and stones >> to & 1 else to for to in tos) for tos in NEXT)
    lines = tuple(tuple(_line(ahead[way], at) for at in range(len(NAMES))) for way in range(6))
    arrows = tuple((way, (way + SIGHT[los][0]) % 6, (way + SIGHT[los][1]) % 6) for way in range(6))
    in_sight = tuple(
        tuple(lines[red][at] | lines[left][at] | lines[right][at] for at in range(len(NAMES)))
        for red, left, right in arrows
    )
    return Sights(in_sight, lines, ahead, arrows)


def _line(ahead: tuple[int, ...], at: int) -> int:
    line = 0
    while (at := ahead[at]) >= 0:
        line |= BIT[at]
    return line


def walk(state: State, die: int) -> Walk:
    """The whole walk for that roll; nothing is changed."""
    return _Legs(state, die).walk()


class _Legs:
    """The guardian under way: where he is, whom he can meet, what has been noted."""

    __slots__ = (
        "at",
        "done",
        "facing",
        "figures",
        "holds",
        "knocked",
        "lucky",
        "notch",
        "path",
        "rocket",
        "sights",
        "snake",
        "start",
        "state",
        "stuck",
        "taken",
        "total",
        "trace",
        "turns",
    )

    def __init__(self, state: State, die: int) -> None:
        self.state = state
        self.start = state.guardian
        self.sights = sights(state.pillars, state.los)
        self.notch = NOTCH[state.rotation]
        self.at = INDEX[state.guardian.at]
        self.facing = DIRECTIONS.index(state.guardian.facing)
        self.figures = {INDEX[space]: player for player, space in state.pawns.items() if space is not None}
        if state.decoy is not None:
            self.figures[INDEX[state.decoy]] = DECOY
        self.taken = 0
        for at in self.figures:
            self.taken |= BIT[at]
        self.rocket = self.snake = self.lucky = None
        for player, item in state.items.items():
            if item == "rocket_shoes":
                self.rocket = player
            elif item == "snaking_box":
                self.snake = player
            elif item == "lucky_charm" and die == LUCKY:
                self.lucky = player
        self.total = die + state.extra
        self.done = 0
        self.stuck = False
        self.trace: list[Event] = [Total(self.total)]
        self.path: list[str] = []
        self.turns: list[Turning] = []
        self.holds: list[Holding] = []
        self.knocked: list[str] = []

    def walk(self) -> Walk:
        trace, path = self.trace, self.path
        in_sight, ahead = self.sights.in_sight, self.sights.ahead
        while self.done < self.total:
            why: str = "straight"
            who: str | tuple[str, ...] | None = None
            if in_sight[self.facing][self.at] & self.taken:
                why, who = self._look()
            to = ahead[self.facing][self.at]
            if to < 0:
                if self._turn_aside(to):
                    continue
                break
            self.at = to
            self.done += 1
            space = NAMES[to]
            path.append(space)
            trace.append(Moved(self.done, space, why, who))
            if self.taken >> to & 1:
                self._knock_out(to)
        if house_rule(self.state, "last_look") and not self.stuck and in_sight[self.facing][self.at] & self.taken:
            self._look()
        return self._record()

    def _look(self) -> tuple[str, str | tuple[str, ...] | None]:
        """Looks and turns until nothing turns him; why he would now go on, and after whom. Rulebook: 2, 3 and 5."""
        while True:
            near, dist = self._nearest()
            if len(near) > 1:
                who = tuple(sorted(self.figures[at] for _, at in near))
                self.trace.append(Hold("tie", who, dist))
                self.holds.append(Holding(self.done, who))
                return "tie", who
            if not near:
                return "straight", None
            [(way, at)] = near
            if way == self.facing:
                return "chase", self.figures[at]
            self.facing = way
            self.trace.append(Turn(DIRECTIONS[way], "sees", self.figures[at], dist))
            self.turns.append(Turning(self.done, DIRECTIONS[way], "sees", self.figures[at]))

    def _nearest(self) -> tuple[list[tuple[int, int]], int]:
        """The nearest figures in sight as (direction, space), and how far they are; notes the rocket shoes."""
        near: list[tuple[int, int]] = []
        best = len(NAMES)
        for way in self.sights.arrows[self.facing]:
            line = self.sights.lines[way][self.at] & self.taken
            while line:
                low = line & -line
                line ^= low
                at = low.bit_length() - 1
                dist = DISTANCE[self.at][at]
                who = self.figures[at]
                if who == self.snake and dist >= SNAKING_SAFE:
                    continue
                if who == self.rocket:
                    self._hear_rocket(who)
                if dist < best:
                    near, best = [(way, at)], dist
                elif dist == best:
                    near.append((way, at))
        return near, best

    def _hear_rocket(self, who: str) -> None:
        self.rocket = None  # once a round
        self.total += ROCKET_EXTRA
        self.trace.append(Bonus("rocket_shoes", who, self.total))

    def _turn_aside(self, bar: int) -> bool:
        """One notch by the rotation, unless pillars stand all round. Rulebook: 4."""
        ahead = self.sights.ahead
        if all(ahead[way][self.at] < 0 for way in range(6)):
            self.stuck = True
            self.trace.append(Stuck())
            return False
        self.facing = (self.facing + self.notch) % 6
        to = DIRECTIONS[self.facing]
        self.trace.append(Turn(to, "blocked", by="pillar" if bar == PILLAR else "edge"))
        self.turns.append(Turning(self.done, to, "blocked"))
        return True

    def _knock_out(self, at: int) -> None:
        who = self.figures.pop(at)
        self.taken ^= BIT[at]
        self.knocked.append(who)
        self.trace.append(KnockOut(who, who not in (DECOY, self.lucky)))

    def _record(self) -> Walk:
        end = NAMES[self.at]
        token = self.state.tokens.get(end)
        if token is not None:
            self.trace.append(RemoveToken(end, token))
        return Walk(
            tuple(self.trace),
            self.total,
            tuple(self.path),
            tuple(self.turns),
            tuple(self.holds),
            tuple(self.knocked),
            self.stuck,
            self.start,
        )


def stands(walk: Walk) -> Guardian:
    """Where and how the guardian stands after that walk."""
    at = walk.path[-1] if walk.path else walk.start.at
    facing = walk.start.facing
    for turn in walk.turns:
        facing = turn.to
    return Guardian(at, facing)


def walked(state: State, walk: Walk) -> State:
    """The state with that walk made: guardian, knock-outs, curses, the token he stops on."""
    guardian = stands(walk)
    tokens, removed = state.tokens, state.removed
    pawns, curses, decoy = state.pawns, state.curses, state.decoy
    for event in walk.trace:
        if isinstance(event, RemoveToken):
            tokens = {space: kind for space, kind in tokens.items() if space != event.at}
            removed = {**removed, event.token: removed.get(event.token, 0) + 1}
        elif isinstance(event, KnockOut):
            if event.who == DECOY:
                decoy = None
                continue
            pawns = {**pawns, event.who: None}
            if event.curse:
                curses = {**curses, event.who: curses[event.who] + 1}
    return replace(
        state, guardian=guardian, tokens=tokens, removed=removed, pawns=pawns, curses=curses, decoy=decoy, walk=walk
    )


def roll_guardian(state: State, action: RollGuardian) -> State:
    return after_guardian(walked(state, walk(state, action.die)))


def sight_lines(state: State) -> list[tuple[str, list[str]]]:
    """His three lines of sight as (direction, spaces from him outwards), the red one first."""
    seen = sights(state.pillars, state.los)
    facing = DIRECTIONS.index(state.guardian.facing)
    return [(DIRECTIONS[way], line_from(state, state.guardian.at, DIRECTIONS[way])) for way in seen.arrows[facing]]


def line_from(state: State, at: str, direction: str) -> list[str]:
    """The spaces that way up to the first pillar or the edge."""
    ahead = sights(state.pillars, state.los).ahead[DIRECTIONS.index(direction)]
    line, number = [], INDEX[at]
    while (number := ahead[number]) >= 0:
        line.append(NAMES[number])
    return line


def in_sight(state: State) -> list[str]:
    """The spaces of the figures he sees as he stands now; the snaking box hides its owner."""
    lit = [space for _, line in sight_lines(state) for space in line]
    snake = next((player for player, item in state.items.items() if item == "snaking_box"), None)
    figures = {space: player for player, space in state.pawns.items() if space is not None}
    if state.decoy is not None:
        figures[state.decoy] = DECOY
    far = DISTANCE[INDEX[state.guardian.at]]
    return [
        space
        for space in lit
        if space in figures and not (figures[space] == snake and far[INDEX[space]] >= SNAKING_SAFE)
    ]
