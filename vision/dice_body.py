"""What a die is made of: its body's colour, and whether what looks like a die is but half of a domino."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice_net import square
from vision.dice_odds import Box, side

Image = NDArray[np.uint8]
Mask = NDArray[np.uint8]

BODY_PX = 24  # so many pixels each way tell a body's colour
AROUND = 4.0  # sides of a die in whose midst it is asked how far its body goes on
AROUND_PX = 72
MIDDLE_PX = 4  # each way, in which most is body
WEIGHTS = np.array([0.6, 1.0, 1.0], np.float32)  # of lightness and both colours: light falls off along a tile
ALIKE = 28.0  # levels, weighed so, within which a pixel is of the same body
TILE_LONG = (1.6, 2.4)  # times as long as wide, seen somewhat aslant too
TILE_WIDE = (0.5, 1.3)  # sides of a die: what is wider has run out into the ground
SQUARE_CUT = 0.9  # share of the rectangle around it that a tile's outline holds; that of a die's three faces holds less
FILLED = 0.6  # share of the outline that is body: the rest are pips and the bar
RUNS_OUT = 1.4  # times as much as a die's square holds, from which a body goes on beyond it


def body_colour(view: Image, box: Box) -> tuple[int, int, int]:
    """Mean BGR of the pixels nearest the commonest colour in the middle of the box: the body, not the pips."""
    x, y, half = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, 0.3 * min(box[2] - box[0], box[3] - box[1])
    part = view[
        max(0, round(y - half)) : max(1, round(y + half) + 1), max(0, round(x - half)) : max(1, round(x + half) + 1)
    ]
    if part.size == 0:
        return 0, 0, 0
    step = math.isqrt(part.shape[0] * part.shape[1]) // BODY_PX + 1
    pixels = part[::step, ::step].reshape(-1, 3).astype(np.float32)
    off = np.abs(pixels - np.median(pixels, axis=0)).sum(1)
    body = pixels[off <= np.median(off)].mean(0)
    return int(body[0]), int(body[1]), int(body[2])


def is_tile(view: Image, box: Box) -> bool:
    """Whether the body of what looks like a die goes on until it is a rectangle twice as long as wide."""
    blob = body(view, box)
    outlines, _ = cv2.findContours(blob, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        return False
    hull = cv2.convexHull(max(outlines, key=len))
    area, (wide, long) = cv2.contourArea(hull), sorted(cv2.minAreaRect(hull)[1])
    if not TILE_WIDE[0] < wide * AROUND / AROUND_PX < TILE_WIDE[1] or not TILE_LONG[0] < long / wide < TILE_LONG[1]:
        return False
    return area > SQUARE_CUT * wide * long and int(blob.sum()) > FILLED * area


def runs_out(view: Image, box: Box) -> bool:
    """Whether the body of what looks like a die goes on beyond it: pips printed on a board have the board for one."""
    return int(body(view, box).sum()) > RUNS_OUT * (AROUND_PX / AROUND) ** 2


def body(view: Image, box: Box) -> Mask:
    """What is of one colour with the middle of a box and hangs together with it, in a square of AROUND sides: 1."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    lab = np.asarray(cv2.cvtColor(square(view, x, y, side(box) * AROUND, AROUND_PX), cv2.COLOR_BGR2LAB), np.uint8)
    near, far = AROUND_PX * (0.5 - 0.5 / AROUND), AROUND_PX * (0.5 + 0.5 / AROUND)
    off = np.abs(lab - np.array(body_colour(lab, (near, near, far, far)), np.float32))
    of_one = (off @ WEIGHTS < ALIKE).astype(np.uint8)
    _, parts = cv2.connectedComponents(of_one, connectivity=4)
    middle = slice(AROUND_PX // 2 - MIDDLE_PX, AROUND_PX // 2 + MIDDLE_PX)
    sizes = np.bincount(parts[middle, middle].ravel(), minlength=2)
    return np.asarray(parts == 1 + int(sizes[1:].argmax()), np.uint8)
