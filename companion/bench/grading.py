"""What the eyes read of one table, held against the truth about it: right, doubtful, hidden, missed or wrong."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import hypot
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.games import game_named
from vision.problems import Problem
from vision.sighting import Sighting

Image = npt.NDArray[np.uint8]

SHOWS = 0.6  # a marker of which this much is seen shows; below it nothing could tell it from another
NEAR_MM = 3.0  # a piece read farther off than this is read wrongly
TOLD_MM = 60.0  # what is not read should be told that near to it
SURE = 0.9


@dataclass(frozen=True)
class Truth:
    """A piece as it really lies; `seen` is the share of its best marker that shows, `module_px` that marker's."""

    piece: str
    x_mm: float
    y_mm: float
    seen: float
    module_px: float


@dataclass(frozen=True, eq=False)
class Case:
    """One picture of a table, with the truth about it."""

    name: str
    game: str
    condition: str
    pixels: Image
    truths: tuple[Truth, ...]
    later: tuple[Image, ...] = ()  # the same table some moments afterwards, if the light has changed

    @property
    def plain(self) -> frozenset[str]:
        """Pieces that carry no marker: they are measured elsewhere."""
        layout = game_named(self.game).layout()
        return frozenset(piece.name for piece in layout.pieces if piece.marker is None)


@dataclass
class Tally:
    """Of the pieces whose marker shows; `wrong` are readings of what is not there, `lies` those of them said surely."""

    shown: int = 0
    right: int = 0
    doubtful: int = 0  # of the right ones: read, but with less than SURE
    hidden: int = 0  # pieces of whose markers too little shows to be read
    missed: int = 0
    silent: int = 0  # of the missed ones: nothing was told that near to them
    wrong: int = 0
    lies: int = 0
    off_mm: list[float] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        self.shown += other.shown
        self.right += other.right
        self.doubtful += other.doubtful
        self.hidden += other.hidden
        self.missed += other.missed
        self.silent += other.silent
        self.wrong += other.wrong
        self.lies += other.lies
        self.off_mm += other.off_mm

    def to_json(self) -> dict[str, Any]:
        off = self.off_mm or [0.0]
        return {
            **self.counts(),
            "lies": self.lies,
            "right_share": round(self.right / max(1, self.shown), 4),
            "off_mm_median": round(float(np.median(off)), 2),
            "off_mm_p95": round(float(np.percentile(off, 95)), 2),
            "off_mm_most": round(max(off), 2),
        }

    def counts(self) -> dict[str, int]:
        names = ("shown", "right", "doubtful", "hidden", "missed", "silent", "wrong")
        return {name: getattr(self, name) for name in names}


def kind_of(piece: str) -> str:
    """What sort of piece that is: `pawn.red` is a pawn."""
    return piece.partition(".")[0]


def grade(case: Case, sightings: Iterable[Sighting], problems: Iterable[Problem] = ()) -> Tally:
    """One look held against the truth; what is read beyond the pieces that show is wrong unless it lies there."""
    whole = Tally()
    for tally in graded(case, sightings, problems).values():
        whole.add(tally)
    return whole


def graded(case: Case, sightings: Iterable[Sighting], problems: Iterable[Problem] = ()) -> dict[str, Tally]:
    """The same for each kind of piece."""
    kinds: dict[str, Tally] = {}
    seen = [one for one in sightings if one.what not in case.plain]
    told = [(one.x_mm, one.y_mm) for one in problems if one.x_mm is not None and one.y_mm is not None]
    for truth in case.truths:
        _weigh(kinds.setdefault(kind_of(truth.piece), Tally()), truth, seen, told)
    for sighting in seen:
        if not any(t.piece == sighting.what and _away(sighting, t) <= NEAR_MM for t in case.truths):
            tally = kinds.setdefault(kind_of(sighting.what), Tally())
            tally.wrong += 1
            tally.lies += sighting.sure >= SURE
    return kinds


def _weigh(tally: Tally, truth: Truth, seen: Iterable[Sighting], told: Iterable[tuple[float, float]]) -> None:
    near = [(away, s) for s in seen if s.what == truth.piece and (away := _away(s, truth)) <= NEAR_MM]
    if truth.seen < SHOWS:
        tally.hidden += 1
        return
    tally.shown += 1
    if near:
        away, best = min(near, key=lambda pair: pair[0])
        tally.right += 1
        tally.doubtful += best.sure < SURE
        tally.off_mm.append(away)
    else:
        tally.missed += 1
        tally.silent += not any(hypot(x - truth.x_mm, y - truth.y_mm) < TOLD_MM for x, y in told)


def _away(seen: Sighting, truth: Truth) -> float:
    return hypot(seen.x_mm - truth.x_mm, seen.y_mm - truth.y_mm)
