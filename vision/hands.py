"""Hands, sleeves and glare: what hides a part of the table."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.patterns import sampled
from vision.plane import Plane
from vision.problems import Problem
from vision.sighting import Targets
from vision.stillness import SHRINK, Change
from vision.tags import Tag

Image = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.uint8]

MOST_COVERED = 0.4  # a change of more of the picture is the light's doing, or the camera's
HAND_MM2 = 5000.0  # something new that is larger than any piece and carries no marker
PIECE_MM2 = 4000.0  # what a marker in it may account for
STEP_MM, INSETS_MM = 4.0, (4.0, 9.0)  # the margin of the field is looked at along two lines
ARM_MM, HAND_MM = 36.0, 90.0  # an arm is at least so wide; a hand is so far from the edge
PIECE_MM = 55.0  # what crosses the edge so near to a marker is a piece
UNLIKE = 0.3  # logarithm of a channel's brightness
GLARE_MM2 = 150.0
MARGIN = 1.14  # of a marker's square: the white around it
HOT, HOTTER = 232, 12  # a channel this bright, and so much brighter than the paper elsewhere, is washed out
WARMER, HALO = 4, 0.5  # around a mirrored light, that share is so much brighter than paper


def find_hands(change: Change, plane: Plane, tags: list[Tag], targets: Targets) -> Mask | None:
    """Large new things without markers that reach in from outside; what lies under them is hidden."""
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
        if bare > HAND_MM2 and cv2.countNonZero(outside & (labels == i).astype(np.uint8)) >= 3:
            mask[labels == i] = 255
    return np.asarray(cv2.dilate(mask, np.ones((5, 5), np.uint8)), np.uint8) if mask.any() else None


def find_arms(pixels: Image, plane: Plane, targets: Targets, tags: Sequence[Tag]) -> list[Problem]:
    """Arms in a picture that nothing can be compared with: what lies across the plain margin of the printed field.

    Each is told a hand's length inside of where it crosses the edge.
    """
    centres = np.concatenate((plane.mm(np.array([tag.centre for tag in tags])), list(targets.frame.values())))
    wide, high = targets.width_mm, targets.height_mm
    edges = (
        ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), wide),
        ((0.0, high), (1.0, 0.0), (0.0, -1.0), wide),
        ((0.0, 0.0), (0.0, 1.0), (1.0, 0.0), high),
        ((wide, 0.0), (0.0, 1.0), (-1.0, 0.0), high),
    )
    found = []
    for start, along, inward, length in edges:
        edge = np.array(start) + np.arange(STEP_MM, length, STEP_MM)[:, None] * np.array(along)
        strange = _strange(pixels, plane, np.stack([edge + inset * np.array(inward) for inset in INSETS_MM]))
        for first, last in _runs(strange):
            run = edge[first:last]
            near = np.hypot(*(run[:, None] - centres[None]).transpose(2, 0, 1)).min(axis=1) < PIECE_MM
            if (~near).sum() * STEP_MM >= ARM_MM:
                middle = run[~near].mean(axis=0) + HAND_MM * np.array(inward)
                found.append(Problem("hand", float(middle[0]), float(middle[1])))
    return found


def _strange(pixels: Image, plane: Plane, lines_mm: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """Where along lines of plain paper, side by side, something else is seen on all of them."""
    px = plane.px(lines_mm.reshape(-1, 2)).reshape(lines_mm.shape)
    seen = np.maximum(sampled(pixels, px[:, :, 0], px[:, :, 1]), 4.0)
    unlike = (np.abs(np.log(seen / np.median(seen, axis=1, keepdims=True))) > UNLIKE).any(axis=2)
    inside = ((px >= 0) & (px < np.array(plane.size_px))).all(axis=2)
    return np.asarray((unlike & inside).all(axis=0))


def _runs(flags: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """First and last + 1 of each run; a gap of one is bridged."""
    closed = flags.copy()
    closed[1:-1] |= flags[:-2] & flags[2:]
    steps = np.flatnonzero(np.diff(np.concatenate(([0], closed.astype(np.int8), [0]))))
    return list(zip(steps[::2].tolist(), steps[1::2].tolist(), strict=True))


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


def find_glare(pixels: Image, plane: Plane, targets: Targets, tags: Sequence[Tag]) -> Mask | None:
    """Where a mirrored light washes the print out, on the small frame: brighter than white paper is thereabouts.

    A camera's tone curve may end well below 255 and a lamp is seldom white, so each channel is held to the paper
    around the markers.
    """
    coarse = 2 * SHRINK
    small = np.asarray(cv2.blur(np.ascontiguousarray(pixels[::coarse, ::coarse]), (3, 3)), np.uint8)
    inside = np.zeros(small.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.round(_field(plane, targets, 0) / coarse).astype(np.int32), (255,))
    levels = small[::3, ::3][inside[::3, ::3] > 0]
    if not len(levels):
        return None
    paper = np.maximum(_paper(pixels, tags, small.shape[:2]), np.percentile(levels, 90, axis=0).astype(np.float32))
    washed = np.asarray(((small >= paper + HOTTER) & (small >= HOT)).any(axis=2) * inside, np.uint8)
    hot = cv2.morphologyEx(washed, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    warm = np.asarray((small >= paper + WARMER).any(axis=2))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(hot)
    per_mm = plane.px_per_mm(targets.width_mm / 2, targets.height_mm / 2) / coarse
    large = [i for i in range(1, count) if stats[i][cv2.CC_STAT_AREA] > GLARE_MM2 * per_mm**2]
    shining = [i for i in large if _has_halo(labels == i, warm)]
    if not shining:
        return None
    mask = np.asarray(np.isin(labels, shining) * 255, np.uint8)
    size = (pixels.shape[1] // SHRINK, pixels.shape[0] // SHRINK)
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_NEAREST), np.uint8)


def _paper(pixels: Image, tags: Sequence[Tag], shape: tuple[int, ...]) -> npt.NDArray[np.float32]:
    """How bright white paper is at each small pixel: as around the markers, changing slowly across the table."""
    corners = np.array([tag.corners for tag in tags], np.float32)
    middles = corners.mean(axis=1, keepdims=True)
    spots = np.concatenate((corners, (corners + np.roll(corners, 1, axis=1)) / 2), axis=1)
    spots = middles + (spots - middles) * MARGIN
    seen = sampled(pixels, spots[:, :, 0], spots[:, :, 1])
    white = seen.max(axis=1).astype(np.float32)  # some of the spots may be covered
    scale = np.array(pixels.shape[1::-1], np.float32)
    at = middles[:, 0] / scale
    share, keep = np.column_stack((np.ones(len(tags), np.float32), at)), np.ones(len(tags), bool)
    for _ in range(2):  # what lies in a light itself says nothing about paper
        found = np.linalg.lstsq(share[keep], white[keep], rcond=None)[0].astype(np.float32)
        keep = (white < share @ found + WARMER).all(axis=1)
        if keep.sum() < 4:
            break
    x = np.linspace(0, 1, shape[1], dtype=np.float32)[None, :, None]
    y = np.linspace(0, 1, shape[0], dtype=np.float32)[:, None, None]
    return np.asarray(found[0] + x * found[1] + y * found[2])


def _has_halo(spot: npt.NDArray[np.bool_], warm: npt.NDArray[np.bool_]) -> bool:
    """A mirrored light fades into its surroundings; white paper ends at its edge."""
    around = cv2.dilate(spot.astype(np.uint8), np.ones((5, 5), np.uint8)).astype(bool) & ~spot
    return bool(warm[around].mean() > HALO) if around.any() else False


def told(what: str, mask: Mask | None, plane: Plane) -> list[Problem]:
    """A problem at the middle of each part of the mask."""
    if mask is None:
        return []
    count, _, _, middles = cv2.connectedComponentsWithStats(mask)
    return [Problem(what, *plane.mm(middles[i][None] * SHRINK)[0].tolist()) for i in range(1, count)]
