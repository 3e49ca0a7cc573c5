"""A frame of four loose cards: how far apart they lie, learnt from what is known of the markers themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, sin
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import straighten
from vision.tags import Tag

Array = npt.NDArray[np.float64]
Spots = Mapping[int, tuple[float, float]]  # marker id -> its middle, in mm from the piece's middle

LIKELY_K1, LIKELY_BLOOM_PX, CORNER_PX = 0.06, 0.3, 0.12  # standard deviations
STEPS = 40
MOST_OFF_PX = 3.0  # corners that fit no better are no rectangle of cards
SHORTEST_MM, LONGEST_MM = 200.0, 3000.0  # between two cards
_HIDDEN = 12  # the values after which the anchor's begin


@dataclass(frozen=True)
class Cards:
    """How far apart the cards' markers lie, and where the anchor piece is from the first one; None if unseen."""

    width_mm: float
    height_mm: float
    anchor_mm: tuple[float, float] | None = None
    error_px: float = 0.0


def measure_cards(
    tags: Sequence[Tag],
    frame: Sequence[int],
    side_mm: float,
    size_px: tuple[int, int],
    anchor: Spots | None = None,
    anchor_side_mm: float = 0.0,
) -> Cards | None:
    """The rectangle that four cards lie in, clockwise from the upper left; None unless all are seen and it is one.

    White paper blooms into black print, so a card's own size tells little more than a hundredth. A piece with several
    markers, which are a known way apart wherever it lies, tells more, and where it is.
    """
    seen = {tag.id: tag for tag in tags}
    if any(marker not in seen for marker in frame) or not _is_clockwise([seen[marker] for marker in frame]):
        return None
    spots = {marker: at for marker, at in (anchor or {}).items() if marker in seen}
    fit = _Fit([seen[marker] for marker in frame], side_mm, size_px, [seen[marker] for marker in spots], spots,
               anchor_side_mm)  # fmt: skip
    values, error = fit.solved()
    width, height = values[8:10]
    if error > MOST_OFF_PX or not all(SHORTEST_MM < mm < LONGEST_MM for mm in (width, height)):
        return None
    at = (float(values[_HIDDEN]), float(values[_HIDDEN + 1])) if spots else None
    return Cards(float(width), float(height), at, error)


class _Fit:
    """Least squares over the plane (8), the rectangle (2), k1 and bloom, and where the anchor lies (3)."""

    def __init__(
        self,
        cards: Sequence[Tag],
        side_mm: float,
        size_px: tuple[int, int],
        anchored: Sequence[Tag],
        spots: Spots,
        anchor_side_mm: float,
    ) -> None:
        self._tags = [*cards, *anchored]
        self._corners = np.array([tag.corners for tag in self._tags], np.float64)
        self._half_card, self._half_spot = _square(side_mm / 2), _square(anchor_side_mm / 2)
        self._spots = np.array([spots[tag.id] for tag in anchored]).reshape(-1, 2)
        self._size = size_px
        self._begin = self._first(cards, side_mm)

    def solved(self) -> tuple[Array, float]:
        """Levenberg and Marquardt, with slopes by small steps."""
        values, damp = self._begin, 1e-2
        rest = self._rest(values)
        for _ in range(STEPS):
            slopes = self._slopes(values, rest)
            normal = slopes.T @ slopes
            step = np.linalg.solve(normal + damp * np.diag(np.diag(normal) + 1e-12), -slopes.T @ rest)
            after = self._rest(values + step)
            if after @ after < rest @ rest:
                values, rest, damp = values + step, after, damp / 5
            else:
                damp *= 4
        off = rest[:-2].reshape(-1, 2) * CORNER_PX
        return values, float(np.sqrt((off**2).sum(axis=1).mean()))

    def _first(self, cards: Sequence[Tag], side_mm: float) -> Array:
        """The rectangle by the cards' sizes alone, seen through a straight lens."""
        middles = np.array([tag.corners.mean(axis=0) for tag in cards], np.float64)
        wide = side_mm * (_apart(middles, 0, 1) + _apart(middles, 3, 2)) / (2 * _mean_side(cards, 0))
        high = side_mm * (_apart(middles, 0, 3) + _apart(middles, 1, 2)) / (2 * _mean_side(cards, 1))
        goal = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
        to_px: Any = cv2.getPerspectiveTransform(goal, middles.astype(np.float32))
        anchor = self._first_anchor(np.asarray(to_px, np.float64)) if len(self._spots) else []
        return np.array([*(to_px / to_px[2, 2]).reshape(-1)[:8], wide, high, 0.0, 0.0, *anchor])

    def _first_anchor(self, to_px: Array) -> list[float]:
        """By one of its markers, which says where it is and which way up."""
        corners = _through(np.asarray(np.linalg.inv(to_px), np.float64), self._corners[4])
        turn = float(np.arctan2(*(corners[1] - corners[0])[::-1]))
        at = corners.mean(axis=0) - _turned(turn) @ self._spots[0]
        return [float(at[0]), float(at[1]), turn]

    def _rest(self, values: Array) -> Array:
        """What is left unexplained, in standard deviations; the last two are how odd the lens is."""
        to_px = np.append(values[:8], 1.0).reshape(3, 3)
        wide, high, k1, bloom = values[8:_HIDDEN]
        middles = np.array([[0, 0], [wide, 0], [wide, high], [0, high]])
        table = [self._half_card + at for at in middles]
        if len(self._spots):
            x, y, turn = values[_HIDDEN:]
            table += [(self._half_spot + at) @ _turned(turn).T + np.array([x, y]) for at in self._spots]
        seen = straighten(self._printed(bloom).reshape(-1, 2), k1, self._size)
        off = (_through(to_px, np.vstack(table)) - seen) / CORNER_PX
        return np.append(off.reshape(-1), [k1 / LIKELY_K1, bloom / LIKELY_BLOOM_PX])

    def _printed(self, bloom: float) -> Array:
        sides = np.array([tag.side_px for tag in self._tags]).reshape(-1, 1, 1)
        middles = self._corners.mean(axis=1, keepdims=True)
        return np.asarray(self._corners + (self._corners - middles) * 2 * bloom / sides)

    def _slopes(self, values: Array, rest: Array) -> Array:
        steps = np.maximum(np.abs(values) * 1e-6, 1e-9)
        moved = [(self._rest(values + np.eye(len(values))[n] * step) - rest) / step for n, step in enumerate(steps)]
        return np.stack(moved, axis=1)


def _is_clockwise(cards: Sequence[Tag]) -> bool:
    """Whether going from card to card one always turns right."""
    ways = np.diff([tag.centre for tag in (*cards, *cards[:2])], axis=0)
    return bool((ways[:-1, 0] * ways[1:, 1] - ways[:-1, 1] * ways[1:, 0] > 0).all())


def _square(half: float) -> Array:
    return np.array([[-half, -half], [half, -half], [half, half], [-half, half]])


def _turned(turn: float) -> Array:
    return np.array([[cos(turn), -sin(turn)], [sin(turn), cos(turn)]])


def _through(matrix: Array, points: Array) -> Array:
    spread = np.column_stack((points, np.ones(len(points)))) @ matrix.T
    return np.asarray(spread[:, :2] / spread[:, 2:])


def _apart(points: Array, one: int, other: int) -> float:
    return float(np.linalg.norm(points[one] - points[other]))


def _mean_side(tags: Sequence[Tag], first: int) -> float:
    """How long the upper (0) or right (1) sides of markers are in the picture."""
    return float(np.mean([np.linalg.norm(tag.corners[first + 1] - tag.corners[first]) for tag in tags]))
