"""Follows dice from look to look: rolling, at rest, taken away, and which die is whose."""

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations

from vision.dice import DieSighting
from vision.dice_odds import Box

Colour = tuple[int, int, int]
WHITE: Colour = (235, 235, 235)
BLACK: Colour = (30, 30, 30)


@dataclass(frozen=True)
class RestingDie:
    """A die that lies still; `trouble` is empty, or why its value should not count."""

    name: str
    value: int
    box: Box
    sure: float
    trouble: str = ""


@dataclass(frozen=True)
class Roll:
    """What the dice are doing: `empty`, `rolling`, `at rest` or `taken away`, since when, and those that lie still."""

    state: str
    since_s: float
    dice: tuple[RestingDie, ...] = ()

    @property
    def values(self) -> dict[str, int]:
        """The dice that count, by name."""
        return {d.name: d.value for d in self.dice if not d.trouble}


@dataclass
class _Track:
    looks: deque[DieSighting]
    missed: int = 0
    hidden: bool = False

    @property
    def last(self) -> DieSighting:
        return self.looks[-1]

    @property
    def is_settled(self) -> bool:
        return len(self.looks) == self.looks.maxlen


@dataclass
class DiceWatch:
    """Is fed one look after another and says how the roll stands; three looks vote on every change.

    Dice are told apart by colour where `colours` names them (challenger white, defender black), by place where
    `places` does, and else from left to right.

        >>> watch = DiceWatch(colours={"challenger": WHITE, "defender": BLACK})
        >>> die = DieSighting(5, (10, 10, 40, 40), 0.97, (240, 240, 238))
        >>> [watch.look(t / 10, [die]).state for t in range(3)]
        ['rolling', 'rolling', 'at rest']
        >>> watch.look(0.3, [die]).values
        {'challenger': 5}
    """

    tray: Box | None = None
    colours: Mapping[str, Colour] = field(default_factory=dict)
    places: Mapping[str, Box] = field(default_factory=dict)
    votes: int = 3
    _tracks: list[_Track] = field(default_factory=list)
    _roll: Roll = Roll("empty", 0.0)

    def look(self, at_s: float, sightings: Sequence[DieSighting], hand: Box | None = None) -> Roll:
        """Takes in the dice seen at a time by the caller's clock; `hand` is where a hand covers the table."""
        self._follow(sightings, hand)
        state = self._state()
        since = self._roll.since_s if state == self._roll.state else at_s
        settled = [t for t in self._tracks if t.is_settled]
        names = self._names([t.last for t in settled])
        dice = [self._resting(t, name) for t, name in zip(settled, names, strict=True)]
        self._roll = Roll(state, since, tuple(sorted(dice, key=lambda d: d.name)))
        return self._roll

    def _follow(self, sightings: Sequence[DieSighting], hand: Box | None) -> None:
        free = list(sightings)
        for track in self._tracks:
            near = min(free, key=lambda s: _far(s.box, track.last.box), default=None)
            if near is not None and _far(near.box, track.last.box) < 0.25:
                free.remove(near)
                track.looks.append(near)
                track.missed, track.hidden = 0, False
            else:
                track.hidden = hand is not None and track.is_settled and _touch(hand, track.last.box)
                track.missed = 0 if track.hidden else track.missed + 1
        self._tracks = [t for t in self._tracks if t.missed == 0 or (t.is_settled and t.missed < self.votes)]
        self._tracks += [_Track(deque([s], maxlen=self.votes)) for s in free]

    def _state(self) -> str:
        if not self._tracks:
            return "taken away" if self._roll.state in ("at rest", "taken away") else "empty"
        return "at rest" if all(t.is_settled for t in self._tracks) else "rolling"

    def _resting(self, track: _Track, name: str) -> RestingDie:
        value, sure = vote(track.looks)
        return RestingDie(name, value, track.last.box, sure, self._trouble(track))

    def _trouble(self, track: _Track) -> str:
        if track.hidden:
            return "hidden by a hand"
        if self.tray is not None and not _within(track.last.box, self.tray):
            return "outside the tray"
        cocked = sum(s.state == "cocked" for s in track.looks)
        return "cocked" if 2 * cocked > len(track.looks) else ""

    def _names(self, dice: Sequence[DieSighting]) -> list[str]:
        """The naming that fits best; dice beyond those named are numbered from left to right."""
        wanted = list(self.colours or self.places)
        few = min(len(wanted), len(dice))
        pairings = (
            zip(names, which, strict=True)
            for names in permutations(wanted, few)
            for which in combinations(range(len(dice)), few)
        )
        best = min(({k: n for n, k in p} for p in pairings), key=lambda p: self._misfit(p, dice), default={})
        others = sorted((k for k in range(len(dice)) if k not in best), key=lambda k: dice[k].box[0])
        numbers = {k: f"die.{n + 1}" for n, k in enumerate(others)}
        return [best.get(k) or numbers[k] for k in range(len(dice))]

    def _misfit(self, named: Mapping[int, str], dice: Sequence[DieSighting]) -> float:
        return sum(self._unlike(name, dice[k]) for k, name in named.items())

    def _unlike(self, name: str, die: DieSighting) -> float:
        if name in self.colours:
            return sum(abs(a - b) for a, b in zip(self.colours[name], die.colour, strict=True))
        return 0.0 if _within(die.box, self.places[name]) else 1.0


def vote(looks: Sequence[DieSighting]) -> tuple[int, float]:
    """The value most looks saw, the surest among equals; `sure` shrinks by the share that saw another.

    >>> seen = [DieSighting(v, (0, 0, 9, 9), 0.9, WHITE) for v in (4, 4, 5)]
    >>> vote(seen)
    (4, 0.6)
    """
    counts = Counter(s.value for s in looks)
    value = max(counts, key=lambda v: (counts[v], sum(s.sure for s in looks if s.value == v)))
    return value, round(sum(s.sure for s in looks if s.value == value) / len(looks), 4)


def _centre(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _far(a: Box, b: Box) -> float:
    """Distance of the centres in sides of a die."""
    (ax, ay), (bx, by) = _centre(a), _centre(b)
    side = max(1.0, b[2] - b[0], b[3] - b[1])
    return float(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 / side)


def _within(box: Box, area: Box) -> bool:
    x, y = _centre(box)
    return area[0] <= x <= area[2] and area[1] <= y <= area[3]


def _touch(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
