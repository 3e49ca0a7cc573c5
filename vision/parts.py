"""Parts of the picture: where something changed, what lies in them, what they cover."""

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.plane import Plane
from vision.sighting import Targets
from vision.stillness import SHRINK, Change
from vision.tags import Tag, centres_of

Mask = npt.NDArray[np.uint8]
Box = tuple[int, int, int, int]  # x0, y0, x1, y1 in pixels

FIELD_PAD_PX = 24
PAD = 8  # small pixels around a change that are read with it


def changed_boxes(change: Change) -> list[Box] | None:
    """The parts of the picture to read again, in pixels; None for all of it."""
    if change.count > change.where.size // 8:
        return None
    boxes = mask_boxes(np.asarray(cv2.dilate(change.where, np.ones((9, 9), np.uint8)), np.uint8), PAD)
    area = sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in boxes)
    return None if area > change.where.size * SHRINK * SHRINK // 3 else boxes


def field_box(plane: Plane, targets: Targets) -> Box:
    """The table in pixels, with a little room around it."""
    wide, high = targets.width_mm, targets.height_mm
    corners = plane.px(np.array([[0.0, 0], [wide, 0], [wide, high], [0, high]]))
    x0, y0 = np.maximum(corners.min(axis=0).astype(int) - FIELD_PAD_PX, 0).tolist()
    x1, y1 = np.minimum(corners.max(axis=0).astype(int) + FIELD_PAD_PX, plane.size_px).tolist()
    return x0, y0, x1, y1


def do_touch(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def mask_boxes(mask: Mask, pad: int) -> list[Box]:
    """Around each part of a mask of small pixels, with some more of them on every side; in pixels."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    return [
        (
            int(x - pad) * SHRINK,
            int(y - pad) * SHRINK,
            int(x + wide + pad) * SHRINK,
            int(y + high + pad) * SHRINK,
        )
        for x, y, wide, high, _ in stats[1:count]
    ]


def gathered(boxes: Iterable[Box]) -> list[Box]:
    """The same parts, each of which lies apart from the others: those that overlap are one."""
    apart: list[Box] = []
    for box in boxes:
        while touching := [one for one in apart if _overlap(one, box)]:
            apart = [one for one in apart if one not in touching]
            x0, y0, x1, y1 = zip(box, *touching, strict=True)
            box = min(x0), min(y0), max(x1), max(y1)
        apart.append(box)
    return apart


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def are_within(tags: Sequence[Tag], boxes: Sequence[Box] | None) -> list[bool]:
    """Of each tag whether its middle lies in one of the boxes; None are all of the picture."""
    if boxes is None or not tags:
        return [True] * len(tags)
    middles, corners = centres_of(tags)[:, None], np.array(boxes, np.float32).reshape(-1, 4)
    outside = np.maximum(corners[:, :2] - middles, middles - corners[:, 2:]).max(axis=2).min(axis=1, initial=np.inf)
    return [one <= 0 for one in outside.tolist()]


def either(one: Mask | None, other: Mask | None) -> Mask | None:
    if one is None or other is None:
        return other if one is None else one
    if one.shape != other.shape:
        other = np.asarray(cv2.resize(other, one.shape[::-1], interpolation=cv2.INTER_NEAREST), np.uint8)
    return np.asarray(one | other, np.uint8)


def is_covered(hidden: Mask, x: float, y: float) -> bool:
    row, column = min(int(y) // SHRINK, hidden.shape[0] - 1), min(int(x) // SHRINK, hidden.shape[1] - 1)
    return bool(hidden[row, column])
