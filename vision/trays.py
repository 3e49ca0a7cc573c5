"""The dice in the trays: which value, which tray, which colour, and whether one leans on something."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import hypot, sqrt

import cv2
import numpy as np
import numpy.typing as npt

from vision.dice import DieSighting, find_dice
from vision.plane import Plane
from vision.sighting import BESIDE_TRAY, Sighting, Targets

Image = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.uint8]
Box = tuple[int, int, int, int]  # x0, y0, x1, y1 in pixels
Tray = tuple[str, float, float, float, float]

COCKED_SURE = 0.5
SURE = 0.9  # a die read less surely is looked at again while it lies still
MOST_LOOKS = 4
AGREEING = 0.6  # what is left of a doubt when one more look agrees: the noise is new, the die and the light are not
SAME_MM = 6.0
LIKELY = 0.75  # beside the tray: print and tokens there were taken for dice up to 0.65
AROUND_MM = 60.0  # so far beside a tray fallen dice are looked for
INSET_MM = 5.0  # of the felt: its rim is rounded
LIGHTER, DARKER = 1.45, 0.4  # times the felt's own brightness: more or less than any shadow makes of it
OTHER_HUE = 1.9  # between a channel's share of the felt and another's: a shadow takes from all alike
DIE_LEAST, DIE_MOST = 0.45, 4.0  # faces of a die that something unread covers
SMALLEST_PX = 8  # of felt that is worth looking at
FILLED = 0.5  # of the felt: then it is no die that lies there
BESIDE = 0.2  # sides around a die that was read: its rim


def dice_in(
    pixels: Image, plane: Plane, targets: Targets, changed: list[Box] | None, before: tuple[Sighting, ...]
) -> tuple[Sighting, ...]:
    """The dice of every tray; where nothing changed the last reading stands."""
    seen: list[Sighting] = []
    for tray in targets.every_tray():
        region = _region(tray, plane, targets.die_mm)
        if changed is not None and not any(_touch(box, region) for box in changed):
            seen += [die for die in before if die.zone == tray[0]]
        else:
            seen += _dice_of(pixels, plane, targets.die_mm, tray, region)
    return tuple(_each_once(seen, targets))


def is_stirred(changed: list[Box] | None, plane: Plane, targets: Targets) -> bool:
    """Whether something changed in a tray or around it."""
    around = [_region(_grown(tray, AROUND_MM), plane, targets.die_mm) for tray in targets.every_tray()]
    return changed is None or any(_touch(box, region) for box in changed for region in around)


def find_beside(pixels: Image, plane: Plane, targets: Targets) -> list[Sighting]:
    """Dice that fell beside a tray; only what is surely a die, for anything may lie there."""
    trays, found = targets.every_tray(), list[Sighting]()
    for tray in trays:
        dice = _dice_at(pixels, plane, targets.die_mm, tray, _region(_grown(tray, AROUND_MM), plane, targets.die_mm))
        found += [replace(die, zone=BESIDE_TRAY) for die in dice if die.sure >= LIKELY]
    return [
        die
        for number, die in enumerate(found)
        if all(_outside_mm(die, tray) > targets.die_mm / 2 for tray in trays)
        and not any(_are_near(die, other) for other in found[:number])
    ]


def _grown(tray: Tray, by_mm: float) -> Tray:
    name, x0, y0, x1, y1 = tray
    return name, x0 - by_mm, y0 - by_mm, x1 + by_mm, y1 + by_mm


def agreed(looks: Sequence[tuple[Sighting, ...]]) -> tuple[Sighting, ...]:
    """What several looks at dice that lie still make of them: each has a vote, and the more agree the surer it is."""
    groups: list[list[Sighting]] = []
    for die in (die for look in looks for die in look):
        home = next((group for group in groups if _is_near(die, group[0])), None)
        if home is None:
            groups.append([die])
        else:
            home.append(die)
    return tuple(_voted(group) for group in groups if 2 * len(group) > len(looks))


def _is_near(die: Sighting, other: Sighting) -> bool:
    return die.zone == other.zone and _are_near(die, other)


def _are_near(die: Sighting, other: Sighting) -> bool:
    return hypot(die.x_mm - other.x_mm, die.y_mm - other.y_mm) < SAME_MM


def _voted(group: Sequence[Sighting]) -> Sighting:
    """The value most of them saw; a look that could not read it says nothing of the others."""
    read = [die for die in group if die.shows is not None]
    if 2 * len(read) <= len(group):
        return replace(group[0], shows=None, sure=0.0)
    value, votes = Counter(die.shows for die in read).most_common(1)[0]
    alike = [die for die in read if die.shows == value]
    doubt = (1 - sum(die.sure for die in alike) / votes) * AGREEING ** (votes - 1)
    return replace(max(alike, key=lambda die: die.sure), sure=(1 - doubt) * votes / len(read))


def _each_once(dice: Sequence[Sighting], targets: Targets) -> Iterator[Sighting]:
    """A die that leans over the edge between two trays lies in the one it is deeper in."""
    trays = {tray[0]: tray for tray in targets.every_tray()}
    for die in dice:
        rivals = [trays[other.zone or ""] for other in dice if other.zone != die.zone and _are_near(die, other)]
        if all(_outside_mm(die, trays[die.zone or ""]) <= _outside_mm(die, rival) for rival in rivals):
            yield die


def _outside_mm(die: Sighting, tray: Tray) -> float:
    """How far beyond the tray's edge its middle lies; below 0 inside of it."""
    _, x0, y0, x1, y1 = tray
    return max(x0 - die.x_mm, die.x_mm - x1, y0 - die.y_mm, die.y_mm - y1)


def _region(tray: Tray, plane: Plane, die_mm: float) -> Box:
    """All that a die in the tray can cover: what stands up is seen farther out, and the reader looks around it too."""
    _, x0, y0, x1, y1 = tray
    x0, y0, x1, y1 = x0 - die_mm, y0 - die_mm, x1 + die_mm, y1 + die_mm
    floor = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
    corners = np.vstack((plane.px(floor), plane.px(floor, die_mm)))
    left, top = (int(value) for value in np.maximum(corners.min(axis=0), 0))
    right, low = (int(value) for value in np.minimum(corners.max(axis=0), plane.size_px))
    return left, top, right, low


def _dice_of(pixels: Image, plane: Plane, die_mm: float, tray: Tray, region: Box) -> list[Sighting]:
    dice = _dice_at(pixels, plane, die_mm, tray, region)
    dice = [die for die in dice if _outside_mm(die, tray) <= die_mm / 2]
    return [*dice, *find_unread(pixels, plane, die_mm, tray, dice)]


def _dice_at(pixels: Image, plane: Plane, die_mm: float, tray: Tray, region: Box) -> list[Sighting]:
    name, x0, y0, x1, y1 = tray
    middle = (x0 + x1) / 2, (y0 + y1) / 2
    found = find_dice(pixels, die_px=die_mm * plane.px_per_mm(*middle), region=region, slant=slant(plane, *middle))
    return [_sighting(die, plane, die_mm, name) for die in found]


def find_unread(pixels: Image, plane: Plane, die_mm: float, tray: Tray, dice: Sequence[Sighting]) -> Iterator[Sighting]:
    """What lies on the plain felt, is as large as a die and was not read: a die that shows nothing, and not surely."""
    name, x0, y0, x1, y1 = tray
    x0, y0, x1, y1 = x0 + INSET_MM, y0 + INSET_MM, x1 - INSET_MM, y1 - INSET_MM
    rim = np.round(plane.px(np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]))).astype(np.int32)
    corner = np.maximum(rim.min(axis=0), 0)
    part = pixels[corner[1] : rim[:, 1].max(), corner[0] : rim[:, 0].max()]
    if min(part.shape[:2]) < SMALLEST_PX:
        return
    felt = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(felt, rim - corner, (255,))
    strange = _unlike_felt(part, felt)
    if cv2.countNonZero(strange) > FILLED * cv2.countNonZero(felt):
        return
    side = die_mm * plane.px_per_mm((x0 + x1) / 2, (y0 + y1) / 2)
    for die in dice:
        _wipe_out(strange, die, corner, BESIDE * side)
    count, labels, stats, middles = cv2.connectedComponentsWithStats(strange)
    for i in range(1, count):
        if DIE_LEAST * side**2 < stats[i][cv2.CC_STAT_AREA] < DIE_MOST * side**2:
            x, y = plane.mm((middles[i] + corner)[None], die_mm / 2)[0].tolist()
            blue, green, red = (int(level) for level in np.median(part[labels == i], axis=0))
            left, top, wide, high = (float(value) for value in stats[i][:4])
            box = left + corner[0], top + corner[1], left + corner[0] + wide, top + corner[1] + high
            yield Sighting("die", x, y, 0.0, 0.0, None, box, name, (red, green, blue))


def _wipe_out(strange: Mask, die: Sighting, corner: npt.NDArray[np.int32], beside: float) -> None:
    if die.box_px is not None:
        x0, y0, x1, y1 = die.box_px
        first = round(x0 - corner[0] - beside), round(y0 - corner[1] - beside)
        cv2.rectangle(strange, first, (round(x1 - corner[0] + beside), round(y1 - corner[1] + beside)), (0,), -1)


def _unlike_felt(part: Image, felt: Mask) -> Mask:
    """Where something lies on it: lighter or darker than light and shadow make the felt, or of another colour."""
    smooth = cv2.blur(part, (3, 3)).astype(np.float32)
    share = np.maximum(smooth, 4.0) / np.maximum(np.median(smooth[felt > 0], axis=0), 8.0)
    most, least = share.max(axis=2), share.min(axis=2)
    strange = (most > LIGHTER) | (most < DARKER) | (most > OTHER_HUE * least)
    return np.asarray(strange * felt, np.uint8)


def slant(plane: Plane, x_mm: float, y_mm: float) -> float:
    """The sine of the angle between the way the camera looks at that place and straight down."""
    x, y, height = plane.eye_mm
    far = sqrt((x - x_mm) ** 2 + (y - y_mm) ** 2)
    return far / sqrt(far**2 + height**2)


def _sighting(die: DieSighting, plane: Plane, die_mm: float, zone: str) -> Sighting:
    x0, y0, x1, y1 = die.box
    x, y = plane.mm(np.array([[(x0 + x1) / 2, (y0 + y1) / 2]]), die_mm / 2)[0]  # the middle of the whole cube
    blue, green, red = die.colour
    seen = Sighting("die", float(x), float(y), 0.0, die.sure, str(die.value), die.box, zone, (red, green, blue))
    return seen if die.state == "flat" else replace(seen, sure=min(die.sure, COCKED_SURE))


def _touch(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
