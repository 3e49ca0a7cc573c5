"""Hands, sleeves and glare: what hides a part of the table."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.plane import Plane
from vision.problems import Problem
from vision.sighting import Targets
from vision.stillness import SHRINK, Change
from vision.tags import Tag

Image = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.uint8]

HAND_MM2 = 5000.0  # something new that is larger than any piece and carries no marker
PIECE_MM2 = 4000.0  # what a marker in it may account for
GLARE_MM2 = 150.0
HOT, HOTTER = 235, 12  # a channel this bright, and so much brighter than the paper elsewhere, is washed out


def find_hands(change: Change, plane: Plane, tags: list[Tag], targets: Targets) -> Mask | None:
    """Large new things without markers that reach in from outside; what lies under them is hidden."""
    if change.count == change.where.size:
        return None  # the first look has nothing to compare with
    per_mm = plane.px_per_mm(targets.width_mm / 2, targets.height_mm / 2) / SHRINK
    joined = cv2.morphologyEx(change.where, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    large = [i for i in range(1, count) if stats[i][cv2.CC_STAT_AREA] > HAND_MM2 * per_mm**2]
    if not large:
        return None
    outside = _outside(plane, change.where.shape, targets)
    inside = _labels_of(tags, labels)
    mask = np.zeros(change.where.shape, np.uint8)
    for i in large:
        bare = stats[i][cv2.CC_STAT_AREA] / per_mm**2 - PIECE_MM2 * int((inside == i).sum())
        if bare > HAND_MM2 and cv2.countNonZero(outside & (labels == i).astype(np.uint8)) >= 3:
            mask[labels == i] = 255
    return np.asarray(cv2.dilate(mask, np.ones((5, 5), np.uint8)), np.uint8) if mask.any() else None


def _labels_of(tags: list[Tag], labels: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    if not tags:
        return np.empty(0, np.int32)
    at = (np.array([tag.centre for tag in tags]) / SHRINK).astype(int)
    return np.asarray(labels[at[:, 1].clip(0, labels.shape[0] - 1), at[:, 0].clip(0, labels.shape[1] - 1)])


def _outside(plane: Plane, shape: tuple[int, ...], targets: Targets) -> Mask:
    """Nonzero at small pixels beyond the table's field, and on the picture's own edge: arms come from there."""
    mask = np.ones(shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(_field(plane, targets, 4) / SHRINK).astype(np.int32), (0,))
    mask[[0, -1], :] = 1
    mask[:, [0, -1]] = 1
    return mask


def _field(plane: Plane, targets: Targets, more_mm: float) -> npt.NDArray[np.float64]:
    wide, high = targets.width_mm + more_mm, targets.height_mm + more_mm
    return plane.px(np.array([[-more_mm, -more_mm], [wide, -more_mm], [wide, high], [-more_mm, high]]))


def find_glare(pixels: Image, plane: Plane, targets: Targets) -> Mask | None:
    """Where a mirrored light washes the print out, on the small frame: brighter than paper is anywhere else.

    A camera's tone curve may end well below 255 and a lamp is seldom white, so each channel is held to its own paper.
    """
    small = cv2.blur(np.ascontiguousarray(pixels[::SHRINK, ::SHRINK]), (3, 3))
    inside = np.zeros(small.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.round(_field(plane, targets, 0) / SHRINK).astype(np.int32), (255,))
    levels = small[::2, ::2][inside[::2, ::2] > 0]
    if not len(levels):
        return None
    paper = np.percentile(levels, 90, axis=0)
    bound = tuple(np.maximum(paper + HOTTER, HOT).tolist())
    hot = np.zeros_like(inside)
    for channel, least in enumerate(bound):
        if least <= 255:
            hot |= (small[:, :, channel] >= least).astype(np.uint8) * 255
    hot = cv2.morphologyEx(hot & inside, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(hot)
    per_mm = plane.px_per_mm(targets.width_mm / 2, targets.height_mm / 2) / SHRINK
    large = [i for i in range(1, count) if stats[i][cv2.CC_STAT_AREA] > GLARE_MM2 * per_mm**2]
    return np.asarray(np.isin(labels, large) * 255, np.uint8) if large else None


def told(what: str, mask: Mask | None, plane: Plane) -> list[Problem]:
    """A problem at the middle of each part of the mask."""
    if mask is None:
        return []
    count, _, _, middles = cv2.connectedComponentsWithStats(mask)
    return [Problem(what, *plane.mm(middles[i][None] * SHRINK)[0].tolist()) for i in range(1, count)]
