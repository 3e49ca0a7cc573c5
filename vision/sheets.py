"""The sheets in view that people write on: which must be read again, and what is drawn on each; one sheet a look."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot

import cv2
import numpy as np
import numpy.typing as npt

from vision.crosses import Spot
from vision.ink import Image, Lying, blank_of, lying_of, straightened
from vision.plane import Plane
from vision.sighting import Form, Mark, Paper, Sighting
from vision.stillness import SHRINK, SPECK
from vision.strokes import marks_on

Mask = npt.NDArray[np.uint8]

MOVED_MM, TURNED_DEG = 1.5, 0.8  # markers tell where a sheet lies more exactly than this
MOST_LOOKS = 3  # at one sheet at rest, of which the mean is read: noise averages out, and with it most doubts
DOUBTFUL = (0.2, 0.8)  # marks between these are worth another look
AROUND_MM = 3.0  # of a mark's middle, for its box in the picture
GLANCE = 2  # every so many looks at a table at rest one sheet is compared with how it was read
STROKE_LEVELS, STROKE_NOISES = 5.0, 6.0  # by how much a stroke changes it: grey levels, and times the grain
STROKE_PX = 12  # and on how many of the pixels looked at


@dataclass(frozen=True, eq=False)
class _Glimpse:
    """A sheet as the camera saw it: every second pixel of a part of the picture, and which of them are the sheet's."""

    box: tuple[slice, slice]
    picture: Image
    where: Mask

    @classmethod
    def of(cls, pixels: Image, outline_px: npt.NDArray[np.float64]) -> "_Glimpse":
        (x0, y0), (x1, y1) = np.maximum(outline_px.min(axis=0), 0).astype(int), outline_px.max(axis=0).astype(int) + 2
        box = slice(y0, y1, 2), slice(x0, x1, 2)
        picture = _thinned(pixels, box)
        where = np.zeros(picture.shape, np.uint8)
        cv2.fillConvexPoly(where, np.round((outline_px - (x0, y0)) / 2).astype(np.int32), (255,))
        return cls(box, picture, where)

    def has_changed(self, pixels: Image) -> bool:
        """Whether something has come there that is as thin as a stroke, whatever the light does."""
        now = _thinned(pixels, self.box)
        gain = cv2.mean(now, self.where)[0] / max(cv2.mean(self.picture, self.where)[0], 1.0)
        apart = cv2.absdiff(now, cv2.convertScaleAbs(self.picture, alpha=gain))
        least = max(STROKE_LEVELS, STROKE_NOISES * cv2.mean(apart, self.where)[0])
        _, strokes = cv2.threshold(apart, least, 255, cv2.THRESH_BINARY)
        return cv2.countNonZero(cv2.bitwise_and(strokes, self.where)) >= STROKE_PX


def _thinned(pixels: Image, box: tuple[slice, slice]) -> Image:
    """Every second pixel, and of these the mean of nine; green is nearly luma."""
    return np.asarray(cv2.blur(np.ascontiguousarray(pixels[(*box, 1)]), (3, 3)), np.uint8)


@dataclass
class _Known:
    """One sheet: where it lies, the looks at it since it came to rest, what they came to, and whether one is due."""

    lying: Lying
    is_due: bool = True
    glimpse: _Glimpse | None = None  # of it when it was last read
    looks: list[Image] = field(default_factory=list)
    marks: tuple[Mark, ...] = ()
    told: tuple[Plane, Lying, tuple[Mark, ...], tuple[Sighting, ...]] | None = None  # the last time it was asked

    def disturb(self) -> None:
        self.is_due = True
        self.looks.clear()


class Sheets:
    """Remembers what is drawn on every sheet in view; only one that something moved over or on is read again.

    A thin stroke may be too little to count as a change, so whatever moved over a sheet is reason enough; and now and
    then those at rest are compared with how they were read, closely enough to notice one.
    """

    def __init__(self, papers: Mapping[str, Paper]) -> None:
        self._papers = papers
        self._known: dict[str, _Known] = {}
        self._blanks: dict[str, Image] = {}
        self._spots: dict[str, dict[str, Spot]] = {}  # also of sheets that somebody has taken up meanwhile
        self._stirred: Mask | None = None
        self._rests = 0  # looks at which nothing was due

    def forget(self) -> None:
        """The picture has another size: nothing holds."""
        self._known, self._stirred = {}, None

    def stir(self, where: Mask) -> None:
        """Something differs at those small pixels from how the table lay."""
        if self._papers and self._known:
            self._stirred = where if self._stirred is None else np.asarray(self._stirred | where, np.uint8)

    def follow(self, sightings: Sequence[Sighting]) -> None:
        """The table was read: sheets that are gone are forgotten, those that were moved are due."""
        if not self._papers:
            return
        there = {name: lying_of([max(seen, key=_sureness)]) for name, seen in _by_sheet(self._papers, sightings)}
        self._known = {name: self._followed(self._known.get(name), lying) for name, lying in there.items()}

    def _followed(self, known: _Known | None, lying: Lying) -> _Known:
        if known is None:
            return _Known(lying)
        apart = abs((known.lying.turned_deg - lying.turned_deg + 180) % 360 - 180)
        away = hypot(known.lying.x_mm - lying.x_mm, known.lying.y_mm - lying.y_mm)
        if away > MOVED_MM or apart > TURNED_DEG:
            known.lying = lying
            known.disturb()
        return known

    @property
    def is_waiting(self) -> bool:
        """Whether a sheet is due."""
        return any(known.is_due for known in self._known.values())

    def read(self, pixels: Image, plane: Plane, hand: Mask | None = None, most_looks: int = MOST_LOOKS) -> bool:
        """Reads one sheet that is due and under no hand; whether that told anything new."""
        if not self._known:
            return False
        self._notice(plane)
        for name, known in sorted(self._known.items(), key=lambda pair: len(pair[1].looks)):  # unread ones first
            if known.is_due and (hand is None or not self._is_touched(name, known, plane, hand)):
                return self._read(name, known, pixels, plane, most_looks)
        if hand is None:
            self._glance(pixels)
        return False

    def _glance(self, pixels: Image) -> None:
        """Somebody may have drawn without being seen to: between two frames, or while nobody looked."""
        self._rests += 1
        turn, rest = divmod(self._rests, GLANCE)
        known = list(self._known.values())[turn % len(self._known)]
        if rest == 0 and known.glimpse is not None and known.glimpse.has_changed(pixels):
            known.disturb()

    def _notice(self, plane: Plane) -> None:
        """What moved since the last time makes the sheets due it moved over."""
        if self._stirred is None:
            return
        for name, known in self._known.items():
            if self._is_touched(name, known, plane, self._stirred):
                known.disturb()
        self._stirred = None

    def _is_touched(self, name: str, known: _Known, plane: Plane, where: Mask) -> bool:
        area = np.zeros(where.shape, np.uint8)
        cv2.fillConvexPoly(area, np.round(self._outline(name, known, plane) / SHRINK).astype(np.int32), (255,))
        return cv2.countNonZero(area & where) >= SPECK

    def _outline(self, name: str, known: _Known, plane: Plane) -> npt.NDArray[np.float64]:
        """The sheet's corners in the picture."""
        form = self._papers[name].form
        corners = np.array([[0.0, 0], [form.width_mm, 0], [form.width_mm, form.height_mm], [0, form.height_mm]])
        return np.asarray(plane.px(known.lying.at(form, corners)), np.float64)

    def _read(self, name: str, known: _Known, pixels: Image, plane: Plane, most_looks: int) -> bool:
        form, before = self._papers[name].form, known.marks
        known.looks.append(straightened(pixels, plane, form, known.lying))
        known.glimpse = _Glimpse.of(pixels, self._outline(name, known, plane))
        picture = np.mean(known.looks, axis=0).astype(np.uint8) if len(known.looks) > 1 else known.looks[0]
        marks = marks_on(picture, form, self._blank(name), self._spots.setdefault(name, {}))
        if marks is not None and len(known.looks) > 1:
            marks = (*marks, *_still_unseen(before, marks))
        is_clear = marks is not None and not any(_is_doubtful(mark) for mark in marks)
        known.is_due = not is_clear and len(known.looks) < most_looks
        known.marks = before if marks is None else marks
        return known.marks != before

    def _blank(self, name: str) -> Image:
        if name not in self._blanks:
            self._blanks[name] = blank_of(self._papers[name].blank(), self._papers[name].form)
        return self._blanks[name]

    def marks(self, plane: Plane) -> tuple[Sighting, ...]:
        """All that is drawn on the sheets in view, each mark where it is on the table."""
        found: list[Sighting] = []
        for name, known in self._known.items():
            found += self._told(name, known, plane)
        return tuple(found)

    def _told(self, name: str, known: _Known, plane: Plane) -> tuple[Sighting, ...]:
        """Worked out once as long as neither the sheet nor the camera nor what is drawn changes."""
        now = plane, known.lying, known.marks
        if known.told is None or known.told[:3] != now:
            known.told = (*now, tuple(_sightings(name, self._papers[name].form, known.lying, known.marks, plane)))
        return known.told[3]


def _by_sheet(papers: Mapping[str, Paper], sightings: Sequence[Sighting]) -> list[tuple[str, list[Sighting]]]:
    groups: dict[str, list[Sighting]] = {}
    for seen in sightings:
        if seen.what in papers:
            groups.setdefault(seen.what, []).append(seen)
    return list(groups.items())


def _sureness(seen: Sighting) -> float:
    return seen.sure


def _still_unseen(before: Sequence[Mark], now: Sequence[Mark]) -> Iterator[Mark]:
    """Crosses that nobody could see in the looks before, and that another look does not show: they may be there yet."""
    crossed = {mark.where for mark in now if mark.what == "cross"}
    return (mark for mark in before if mark.is_hidden and mark.what == "cross" and mark.where not in crossed)


def _is_doubtful(mark: Mark) -> bool:
    low, high = DOUBTFUL
    return mark.what in ("line", "cross") and low <= mark.sure < high


def _sightings(sheet: str, form: Form, lying: Lying, marks: Sequence[Mark], plane: Plane) -> Iterator[Sighting]:
    """All of one sheet at once: a full sheet has fifty."""
    if not marks:
        return
    around = np.array([[0.0, 0.0], [-AROUND_MM, -AROUND_MM], [AROUND_MM, AROUND_MM]])
    table = lying.at(form, np.concatenate([around + form.middle(mark.where) for mark in marks])).reshape(-1, 3, 2)
    px = plane.px(table.reshape(-1, 2)).reshape(-1, 3, 2)
    for mark, (x, y), low, high in zip(marks, table[:, 0].tolist(), px.min(axis=1), px.max(axis=1), strict=True):
        turned = (lying.turned_deg + form.way(mark.where)) % 360
        box = (*low.tolist(), *high.tolist())
        yield Sighting(mark.what, x, y, turned, mark.sure, mark.where, box, on=sheet, is_hidden=mark.is_hidden)
