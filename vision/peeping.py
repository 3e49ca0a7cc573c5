"""What peeps out from under a taller piece: a sliver of a plain piece's colour at its place."""

from collections.abc import Iterator, Mapping, Sequence
from math import hypot

import cv2
import numpy as np
import numpy.typing as npt

from vision.plain import DOUBT, NEAR, STILL_NEAR, White, is_telling, shaded_mask, tone_away
from vision.plane import Plane
from vision.sighting import Plain, Sighting, Target
from vision.tags import Tag

Image = npt.NDArray[np.uint8]

TALLER_MM = 3.0  # what stands so much higher may hide a piece
APART = 0.6  # how unlike its sides a piece must be to be told from them: more than any light makes of a colour
SHARE = 0.12  # of the piece, at least, has to be seen
STILL_SHARE = 0.05  # the same of one that lay there before: another light takes nothing away
LEAST_PX = 12
STILL_PX = 6


def find_peeping(
    pixels: Image,
    plane: Plane,
    sorts: Sequence[Plain],
    white: White,
    tags: Sequence[Tag],
    targets: Mapping[int, Target],
    found: Sequence[Sighting],
    before: Sequence[Sighting] = (),
) -> list[Sighting]:
    """Pieces of which only a part is seen, each at its place; `found` are those that lie open.

    Of those that lay there `before`, whether open or not, less has to be seen.
    """
    return [
        Sighting(sort.what, x, y, 0.0, DOUBT, None, box)
        for sort in sorts
        if not sort.are_beside and is_telling(sort.colour) and all(_is_unlike(sort, side) for side in sort.sides)
        for x, y in _half_hidden(sort, plane, tags, targets)
        if not _is_there(sort, x, y, found)
        if (box := _sliver(pixels, plane, sort, white, x, y, _is_there(sort, x, y, before))) is not None
    ]


def _is_there(sort: Plain, x: float, y: float, seen: Sequence[Sighting]) -> bool:
    return any(one.what == sort.what and hypot(one.x_mm - x, one.y_mm - y) < sort.width_mm for one in seen)


def _is_unlike(sort: Plain, side: tuple[int, int, int]) -> bool:
    return tone_away([float(channel) for channel in side], [255.0] * 3, sort.colour) > APART


def _half_hidden(
    sort: Plain, plane: Plane, tags: Sequence[Tag], targets: Mapping[int, Target]
) -> Iterator[tuple[float, float]]:
    """The places of that sort which something taller stands so near to that it may hide a part of them."""
    tall = [tag for tag in tags if tag.id in targets and targets[tag.id].top_mm > sort.top_mm + TALLER_MM]
    if not tall or not sort.places:
        return
    places = np.array(sort.places)[:, :2]
    near = np.zeros(len(places), bool)
    for tag in tall:
        target = targets[tag.id]
        at = plane.mm(tag.centre[None], target.top_mm)[0]
        near |= np.hypot(*(places - at).T) < (sort.width_mm + 1.4 * target.marker_mm) / 2 + TALLER_MM
    yield from ((float(x), float(y)) for x, y in places[near])


def _sliver(
    pixels: Image, plane: Plane, sort: Plain, white: White, x: float, y: float, lay_there: bool
) -> tuple[float, float, float, float] | None:
    """The part of the picture around that place, if enough of it has the piece's colour."""
    (u, v), half = plane.px(np.array([[x, y]]), sort.top_mm)[0], sort.width_mm / 2 * plane.px_per_mm(x, y)
    reach = 1.3 * half
    x0, y0, x1, y1 = (round(value) for value in (u - reach, v - reach, u + reach, v + reach))
    if min(x0, y0) < 0 or x1 > pixels.shape[1] or y1 > pixels.shape[0]:
        return None
    part = pixels[y0:y1, x0:x1]
    mask = shaded_mask(np.asarray(cv2.LUT(part, white.gains(u, v)), np.uint8), sort.colour)
    least, share, near = (STILL_PX, STILL_SHARE, STILL_NEAR) if lay_there else (LEAST_PX, SHARE, NEAR)
    if cv2.countNonZero(mask) < max(least, share * np.pi * half**2):
        return None
    core = cv2.erode(mask, np.ones((3, 3), np.uint8))  # its edge has something of what lies beside it
    inner = core if cv2.countNonZero(core) >= least else mask
    away = tone_away(list(cv2.mean(part, inner)[:3]), white.at(u, v).tolist(), sort.colour)
    return (float(x0), float(y0), float(x1), float(y1)) if away < near else None
