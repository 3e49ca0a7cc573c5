"""What people drew on sheets, for people: lines joined to the ways they make, crosses, rings, and what is doubtful."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.protocol import Json
from vision.plane import Plane
from vision.sighting import Sighting

Image = npt.NDArray[np.uint8]

SURE, LIKELY = 0.8, 0.5  # a mark less sure than this is perhaps one, and one less likely is not told in words
BAR_MM = 5.0  # half of a bar along a line
SEVERAL = {"line": "line", "cross": "crosses at", "ring": "rings at", "tick": "something written at"}


def drawn_json(marks: Iterable[Sighting]) -> list[Json]:
    """Every mark: on which sheet, what, where on it, how sure, and where on the table; not what nobody can see."""
    return [
        {
            "sheet": mark.on,
            "what": mark.what,
            "where": mark.shows,
            "sure": round(mark.sure, 3),
            "x_mm": round(mark.x_mm, 1),
            "y_mm": round(mark.y_mm, 1),
        }
        for mark in marks
        if not mark.is_hidden
    ]


def drawn_words(drawn: Iterable[Json]) -> list[str]:
    """One line a sheet.

    >>> drawn_words([{"sheet": "s1", "what": "line", "where": "a-b", "sure": 1.0}])
    ['drawn on s1: line a-b']
    """
    rows = sorted(drawn, key=lambda row: str(row["sheet"]))
    return [
        f"drawn on {sheet}: " + "; ".join(_on_one(list(found)))
        for sheet, found in groupby((row for row in rows if row["sure"] >= LIKELY), key=lambda row: row["sheet"])
    ]


def _on_one(rows: Sequence[Json]) -> Iterator[str]:
    sure = [row for row in rows if row["sure"] >= SURE]
    yield from (f"line {way}" for way in joined(row["where"] for row in sure if row["what"] == "line"))
    for what in ("cross", "ring", "tick"):
        if names := [row["where"] for row in sure if row["what"] == what]:
            yield f"{SEVERAL[what]} {', '.join(names)}"
    if doubtful := [f"{row['what']} {row['where']}" for row in rows if row["sure"] < SURE]:
        yield f"perhaps {', '.join(doubtful)}"


def joined(lines: Iterable[str]) -> list[str]:
    """Lines from place to place as the ways they make, each begun at an end where it has one.

    >>> joined(["a-b", "c-d", "b-c", "x-y"])
    ['a-b-c-d', 'x-y']
    """
    near: dict[str, list[str]] = {}
    for a, b in (line.split("-") for line in lines):
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    ways = []
    for start in sorted(near, key=lambda name: (len(near[name]) != 1, name)):
        while near[start]:
            ways.append("-".join(_followed(near, start)))
    return ways


def _followed(near: dict[str, list[str]], at: str) -> Iterator[str]:
    """From place to place, each line used once."""
    yield at
    while near[at]:
        to = near[at].pop(0)
        near[to].remove(at)
        at = to
        yield at


def draw_marks(picture: Image, marks: Iterable[Sighting], plane: Plane) -> None:
    """A bar along every line, a circle around the rest; green where it is sure, orange where it is not."""
    for mark in (mark for mark in marks if not mark.is_hidden):
        colour = (60, 160, 30) if mark.sure >= SURE else (0, 140, 255)
        if mark.what == "line":
            a = np.radians(mark.turned_deg)
            ends = np.array([[-1.0], [1.0]]) * BAR_MM * np.array([np.cos(a), np.sin(a)]) + (mark.x_mm, mark.y_mm)
            start, end = np.round(plane.px(ends)).astype(int).tolist()
            cv2.line(picture, tuple(start), tuple(end), colour, 2, cv2.LINE_AA)
        elif mark.box_px is not None:
            x0, y0, x1, y1 = mark.box_px
            shape = cv2.MARKER_TILTED_CROSS if mark.what == "cross" else cv2.MARKER_DIAMOND
            middle = round((x0 + x1) / 2), round((y0 + y1) / 2)
            cv2.drawMarker(picture, middle, colour, shape, max(6, round(x1 - x0)), 1, cv2.LINE_AA)
