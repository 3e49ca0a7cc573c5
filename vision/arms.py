"""Arms in a picture that nothing can be compared with: where they cross the table's edge, and where their hands are."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.patterns import sampled
from vision.plane import Plane
from vision.problems import Problem
from vision.sighting import Targets
from vision.stillness import SHRINK
from vision.tags import Tag, centres_of

Image = npt.NDArray[np.uint8]
Array = npt.NDArray[np.float64]

STEP_MM, INSETS_MM = 4.0, (4.0, 9.0)  # the margin of the field is looked at along two lines
ARM_MM, WIDEST_MM = 36.0, 220.0  # an arm is at least and at most so wide; what is wider is a shadow
HAND_MM, FINGERS_MM = 90.0, 135.0  # half a hand's length; fingers and palm
PIECE_MM = 55.0  # what crosses the edge so near to a marker is a piece
UNLIKE = 0.3  # logarithm of a channel's brightness
CELL_MM = 5.0  # of the table seen from above, in which the arm is told from what it reaches over
CORE = 0.7  # of its width: a shadow beside it makes it look wider
CROSSING_MM = 20.0  # so far inside there is surely an arm
BEYOND_MM = (15.0, 45.0)  # the end of a sleeve there is a hand
TIP_MM = 15.0
LIGHTNESS, ALIKE = 0.4, 14.0  # how much lightness counts; so unlike the colours of one sleeve, or of skin, may be
LIMB_MM2 = (2500.0, 60000.0)


@dataclass(frozen=True, eq=False)
class Arm:
    """Where something crosses the edge of the table, from where to where, and which way is inside."""

    first: Array
    last: Array
    inward: Array

    @property
    def middle(self) -> Array:
        return np.asarray((self.first + self.last) / 2)


def find_arms(pixels: Image, plane: Plane, targets: Targets, tags: Sequence[Tag]) -> list[Arm]:
    """Arms in a picture that nothing can be compared with: what lies across the plain margin of the printed field."""
    if not targets.has_margin:
        return []
    centres = np.concatenate((plane.mm(centres_of(tags)), list(targets.frame.values())))
    wide, high = targets.width_mm, targets.height_mm
    edges = (
        ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), wide),
        ((0.0, high), (1.0, 0.0), (0.0, -1.0), wide),
        ((0.0, 0.0), (0.0, 1.0), (1.0, 0.0), high),
        ((wide, 0.0), (0.0, 1.0), (-1.0, 0.0), high),
    )
    lines, strips = [], []
    for start, along, inward, length in edges:
        lines.append(np.array(start) + np.arange(STEP_MM, length, STEP_MM)[:, None] * np.array(along))
        strips.append(np.stack([lines[-1] + inset * np.array(inward) for inset in INSETS_MM]))
    strange = _strange(pixels, plane, strips)
    found = []
    for line, flags, (_, _, inward, _) in zip(lines, strange, edges, strict=True):
        for first, last in _runs(flags):
            if not ARM_MM <= (last - first) * STEP_MM <= WIDEST_MM:
                continue
            run = line[first:last]
            near = np.hypot(*(run[:, None] - centres[None]).transpose(2, 0, 1)).min(axis=1) < PIECE_MM
            if (~near).sum() * STEP_MM >= ARM_MM:
                found.append(Arm(run[0], run[-1], np.array(inward)))
    return found


def hands_of(arms: Sequence[Arm], pixels: Image, plane: Plane, targets: Targets, tags: Sequence[Tag]) -> list[Problem]:
    """Where the hands are: at the far end of what hangs together with the arm at the edge, sleeve and skin."""
    if not arms:
        return []
    table = _from_above(pixels, plane, targets)
    read = [plane.mm(tag.corners) / CELL_MM for tag in tags]
    return [Problem("hand", *_hand_of(arm, table, read).tolist()) for arm in arms]


def _from_above(pixels: Image, plane: Plane, targets: Targets) -> Image:
    """The field alone, straightened: what it lies on may have the colour of skin."""
    small = cv2.resize(pixels, None, fx=1 / SHRINK, fy=1 / SHRINK, interpolation=cv2.INTER_AREA)
    y, x = np.mgrid[0 : targets.height_mm : CELL_MM, 0 : targets.width_mm : CELL_MM] + CELL_MM / 2
    at = plane.px(np.column_stack((x.ravel(), y.ravel()))).reshape(*x.shape, 2) / SHRINK
    return np.asarray(sampled(small, at[..., 0], at[..., 1]), np.uint8)


def _hand_of(arm: Arm, table: Image, read: Sequence[Array]) -> Array:
    """The middle of the last bit of the arm: of sleeve and hand, if it has a sleeve; half a hand inside of the edge
    where it cannot be made out."""
    colours, free = _colours(table), np.ones(table.shape[:2], np.uint8)
    for corners in read:  # what is read lies open
        cv2.fillConvexPoly(free, np.round(corners).astype(np.int32), (0,))
    seeds = _strip(arm, arm.middle, 0.0, CROSSING_MM, free)
    at = _cells_of(_alike(colours, seeds, free))
    if not len(at) or not _is_limb(at):
        return np.asarray(arm.middle + HAND_MM * arm.inward)
    beyond = _strip(arm, _tip(arm, at), *BEYOND_MM, free)
    hand = _cells_of(_alike(colours, beyond, free))
    if len(hand) and _is_limb(hand):
        at = np.vstack((at, hand))
    return np.asarray(at[np.hypot(*(at - _tip(arm, at)).T) < FINGERS_MM].mean(axis=0))


def _colours(table: Image) -> npt.NDArray[np.float32]:
    """Colours whose distance is how unlike they are; folds and shadows make them lighter and darker."""
    smooth = cv2.medianBlur(table, 3)
    return np.asarray(cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB), np.float32) * np.array([LIGHTNESS, 1, 1], np.float32)


def _strip(arm: Arm, start: Array, from_mm: float, to_mm: float, free: Image) -> npt.NDArray[np.bool_]:
    """Cells straight inside of there, as wide as the arm's core."""
    half = CORE * (arm.last - arm.first) / 2
    ends = start + from_mm * arm.inward, start + to_mm * arm.inward
    corners = np.array([ends[0] - half, ends[0] + half, ends[1] + half, ends[1] - half])
    cells = np.zeros_like(free)
    cv2.fillConvexPoly(cells, np.floor(corners / CELL_MM).astype(np.int32), (1,))
    return np.asarray((cells & free) > 0)


def _alike(colours: npt.NDArray[np.float32], seeds: npt.NDArray[np.bool_], free: Image) -> npt.NDArray[np.bool_]:
    """What hangs together with the seeds and has their colour."""
    if not seeds.any():
        return seeds
    near = np.linalg.norm(colours - np.median(colours[seeds], axis=0), axis=2) < ALIKE
    opened = cv2.morphologyEx((near & (free > 0)).astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    labels = np.asarray(cv2.connectedComponents(opened)[1], np.int32)
    return np.asarray(np.isin(labels, np.unique(labels[seeds])) & (labels > 0))


def _cells_of(mask: npt.NDArray[np.bool_]) -> Array:
    """n x 2, in mm."""
    rows, columns = np.nonzero(mask)
    return np.asarray((np.column_stack((columns, rows)) + 0.5) * CELL_MM)


def _is_limb(at: Array) -> bool:
    """Whether it is as large as a part of an arm; all the paper of the table is larger."""
    return LIMB_MM2[0] < len(at) * CELL_MM**2 < LIMB_MM2[1]


def _tip(arm: Arm, at: Array) -> Array:
    """Its end, as far inside as it goes."""
    inside = (at - arm.middle) @ arm.inward
    return np.asarray(at[inside > inside.max() - TIP_MM].mean(axis=0))


def _strange(pixels: Image, plane: Plane, edges_mm: Sequence[npt.NDArray[np.float64]]) -> list[npt.NDArray[np.bool_]]:
    """Where along lines of plain paper, side by side at each edge, something else is seen on all of them."""
    every = plane.px(np.concatenate([lines.reshape(-1, 2) for lines in edges_mm]))
    colours = np.maximum(sampled(pixels, every[:, :1], every[:, 1:])[:, 0], 4.0)
    found, first = [], 0
    for lines in edges_mm:
        here = slice(first, first + lines[..., 0].size)
        first = here.stop
        px, seen = every[here].reshape(lines.shape), np.log(colours[here]).reshape(*lines.shape[:2], 3)
        unlike = (np.abs(seen - np.median(seen, axis=1, keepdims=True)) > UNLIKE).any(axis=2)
        inside = ((px >= 0) & (px < np.array(plane.size_px))).all(axis=2)
        found.append(np.asarray((unlike & inside).all(axis=0)))
    return found


def _runs(flags: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """First and last + 1 of each run; a gap of one is bridged."""
    closed = flags.copy()
    closed[1:-1] |= flags[:-2] & flags[2:]
    steps = np.flatnonzero(np.diff(np.concatenate(([0], closed.astype(np.int8), [0]))))
    return list(zip(steps[::2].tolist(), steps[1::2].tolist(), strict=True))
