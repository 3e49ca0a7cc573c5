"""Hands, sleeves and glare: what hides a part of the table."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.plain import White, find_white
from vision.plane import Plane
from vision.problems import Problem
from vision.sighting import Targets
from vision.stillness import SHRINK, Change
from vision.tags import Tag, centres_of

Image = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.uint8]

MOST_COVERED = 0.4  # a change of more of the picture is the light's doing, or the camera's
HAND_MM2 = 5000.0  # something new that is larger than any piece and carries no marker
PIECE_MM2 = 4000.0  # what a marker in it may account for
GLARE_MM2 = 150.0
HOT, FULL = 225, 12  # a channel is full that is at least so bright, and so near to the brightest of the picture
HOTTER = 6  # so much brighter than paper is washed out
SIDES, MOST_SIDES = 8, 6  # of a mirrored light are looked at, and have to fade
NEAR_MM, FAR_MM, FADES = (10.0, 18.0), (30.0, 45.0), 12  # grey levels, from the one ring around it to the other


def find_hands(
    change: Change, plane: Plane, tags: list[Tag], targets: Targets, before: Mask | None = None
) -> Mask | None:
    """Large new things without markers that reach in from outside; what lies under them is hidden.

    Where a hand was at the look before (`before`) it is one still: a sleeve may look like the table beside the field.
    """
    if change.count > MOST_COVERED * change.where.size:
        return None  # the first look has nothing to compare with
    per_mm = plane.px_per_mm(targets.width_mm / 2, targets.height_mm / 2) / SHRINK
    joined = cv2.morphologyEx(change.where, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    large = [i for i in range(1, count) if stats[i][cv2.CC_STAT_AREA] > HAND_MM2 * per_mm**2]
    if not large:
        return None
    outside = _outside(plane, change.where.shape, targets)
    inside = _labels_of(tags, np.asarray(labels, np.int32))
    mask = np.zeros(change.where.shape, np.uint8)
    for i in large:
        bare = stats[i][cv2.CC_STAT_AREA] / per_mm**2 - PIECE_MM2 * int((inside == i).sum())
        here = (labels == i).astype(np.uint8)
        stays = before is not None and 2 * cv2.countNonZero(before & here) > stats[i][cv2.CC_STAT_AREA]
        if bare > HAND_MM2 and (stays or cv2.countNonZero(outside & here) >= 3):
            mask[labels == i] = 255
    return np.asarray(cv2.dilate(mask, np.ones((5, 5), np.uint8)), np.uint8) if mask.any() else None


def _labels_of(tags: list[Tag], labels: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    if not tags:
        return np.empty(0, np.int32)
    at = (centres_of(tags) / SHRINK).astype(int)
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


def find_glare(pixels: Image, plane: Plane, targets: Targets, tags: Sequence[Tag]) -> Mask | None:
    """Where a mirrored light washes the print out, on the small frame.

    A light drives every channel to the sensor's ceiling, wherever its tone curve ends; it is brighter than white paper
    is thereabouts; and it fades away on all sides, where a sheet of paper has an edge.
    """
    coarse = 2 * SHRINK
    small = np.asarray(cv2.blur(np.ascontiguousarray(pixels[::coarse, ::coarse]), (3, 3)), np.uint8)
    inside = np.zeros(small.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.round(_field(plane, targets, 0) / coarse).astype(np.int32), (255,))
    ceiling = small.reshape(-1, 3).max(axis=0).astype(int)
    full = np.asarray(cv2.inRange(small, np.maximum(ceiling - FULL, HOT), np.full(3, 255)), np.uint8) & inside
    hot = cv2.morphologyEx(full, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(hot)
    per_mm = plane.px_per_mm(targets.width_mm / 2, targets.height_mm / 2) / coarse
    large = [i for i in range(1, count) if stats[i][cv2.CC_STAT_AREA] > GLARE_MM2 * per_mm**2]
    if not large:
        return None
    light = find_white(pixels, tags)
    spots = {i: labels == i for i in large}
    shining = [i for i, spot in spots.items() if _is_above_paper(small, spot, light) and _fades(small, spot, per_mm)]
    if not shining:
        return None
    mask = np.asarray(np.isin(labels, shining) * 255, np.uint8)
    size = (pixels.shape[1] // SHRINK, pixels.shape[0] // SHRINK)
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_NEAREST), np.uint8)


def _is_above_paper(small: Image, spot: npt.NDArray[np.bool_], light: White | None) -> bool:
    """Whether it is brighter than white paper there, as the markers show it all over the table."""
    if light is None:
        return True
    y, x = np.argwhere(spot).mean(axis=0) * 2 * SHRINK
    usual = light.at(small.shape[1] * SHRINK, small.shape[0] * SHRINK)  # markers in the light itself raise the slope
    paper = np.minimum(light.at(float(x), float(y)), usual)
    return bool((np.median(small[spot], axis=0) > paper + HOTTER).any())


def _fades(small: Image, spot: npt.NDArray[np.bool_], per_mm: float) -> bool:
    """Whether it grows darker step by step on most sides, and not at an edge as a sheet of paper does."""
    level, (high, wide) = small.min(axis=2), spot.shape
    away = np.asarray(cv2.distanceTransform((~spot).astype(np.uint8), cv2.DIST_L2, 3), np.float32) / per_mm
    y, x = np.mgrid[0:high, 0:wide]
    middle = np.argwhere(spot).mean(axis=0)
    side = ((np.arctan2(y - middle[0], x - middle[1]) / np.pi + 1) * SIDES / 2).astype(int) % SIDES
    near, far = (_by_side(level, side, _ring(away, between)) for between in (NEAR_MM, FAR_MM))
    return bool(np.count_nonzero(near - far > FADES) >= MOST_SIDES)


def _ring(away_mm: npt.NDArray[np.floating], between: tuple[float, float]) -> npt.NDArray[np.bool_]:
    return np.asarray((away_mm >= between[0]) & (away_mm < between[1]))


def _by_side(level: Image, side: npt.NDArray[np.int64], where: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    """The mean level there, for each side."""
    times = np.bincount(side[where], minlength=SIDES)
    return np.asarray(np.bincount(side[where], level[where], minlength=SIDES) / np.maximum(times, 1))


def told(what: str, mask: Mask | None, plane: Plane) -> list[Problem]:
    """A problem at the middle of each part of the mask."""
    if mask is None:
        return []
    count, _, _, middles = cv2.connectedComponentsWithStats(mask)
    return [Problem(what, *plane.mm(middles[i][None] * SHRINK)[0].tolist()) for i in range(1, count)]
