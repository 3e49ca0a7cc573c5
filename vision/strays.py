"""Markers that do not belong: a second board's, another game's, more of ours than there are."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress

import numpy as np

from vision.board import Board
from vision.markers import joined, without_rivals
from vision.patterns import fitted
from vision.plane import Plane
from vision.problems import Problem
from vision.sighting import Targets
from vision.squares import SAME, is_near
from vision.tags import Grey, Tag, centres_of
from vision.verdict import Reading

BESIDE = 2.0  # sides: so near to a marker lies what is printed beside it
FOREIGN = 0.8  # how well a stranger's pattern must fit
ODD_SIZE = 1.25  # a marker so much larger or smaller than printed is another game's


def placed(what: str, tag: Tag, plane: Plane) -> Problem:
    x, y = plane.mm(tag.centre[None])[0].tolist()
    return Problem(what, x, y, marker=None if what == "unread" else tag.id)


def unread(readings: Sequence[Reading], known: Sequence[Tag]) -> list[Tag]:
    """Squares that look like ours and are none of the known ones, each once.

    Close beside a marker there is print, but also what it stands on: that must be clearly like one of ours.
    """
    vague, clear = ([one.tag for one in readings if one.is_clear == is_clear] for is_clear in (False, True))
    middles = (centres_of(vague), BESIDE), (centres_of(clear), SAME)
    far, open_ones = (~is_near(points, known, sides) for points, sides in middles)
    return joined((), (*compress(vague, far), *compress(clear, open_ones)))


def doubled(tags: Iterable[Tag], board: Board) -> Iterator[Tag]:
    """Corners of the frame seen elsewhere than where the board lies."""
    own = {tag.id: tag for tag in board.frame}
    for tag in tags:
        if tag.id in own and np.linalg.norm(tag.centre - own[tag.id].centre) > BESIDE * own[tag.id].side_px:
            yield tag


def too_many(tags: Sequence[Tag], targets: Targets) -> list[Tag]:
    kept = {id(tag) for tag in without_rivals(tags, targets.markers)}
    return [tag for tag in tags if id(tag) not in kept]


def is_odd(tag: Tag, plane: Plane, targets: Targets) -> bool:
    """Whether a marker lies flat and is not as large as this game prints it."""
    target = targets.markers[tag.id]
    corners = plane.mm(tag.corners, np.repeat(target.top_mm, 4))
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1) / target.marker_mm
    is_square = bool(sides.min() > 0.85 * sides.max())
    return is_square and not 1 / ODD_SIZE < float(sides.mean()) < ODD_SIZE


def lasting(grey: Grey, tags: Sequence[Tag], soft_px: float) -> list[Tag]:
    found, fits = fitted(grey, tags, soft_px)
    return [tag for tag, fit in zip(found, fits, strict=True) if fit > FOREIGN]
