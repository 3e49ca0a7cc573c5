"""Eyes.look(frame): is the table at rest, where is it, what lies on it, and what cannot be seen."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.dice import DieSighting, find_dice
from vision.plane import Plane, find_plane
from vision.sighting import Sighting, Targets
from vision.stillness import SHRINK, Change, Stillness
from vision.tags import Tag, find_all_tags, find_rejected, find_small_tags

Image = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.uint8]

HAND_MM2 = 5000.0  # something new that is larger than any piece and carries no marker
COVERED_LOOKS = 150  # half a minute: after that it is no hand but something that was put there
BUMP_PX = 1.5  # frame markers that moved farther than this: the camera or the board was bumped
ATTEMPTS = 4  # looks at what could not be read at once
HELD = 1.15  # a marker so much larger than printed is held up in the air


@dataclass(frozen=True)
class Problem:
    """Why a picture, or a part of it, cannot be read: "glare", "hand", "blur", "dark", "marker hidden"."""

    what: str
    x_mm: float | None = None
    y_mm: float | None = None


@dataclass(frozen=True, eq=False)
class Look:
    """What one frame told."""

    sightings: tuple[Sighting, ...] = ()
    dice: tuple[Sighting, ...] = ()
    plane: Plane | None = None
    is_moving: bool = False
    is_new: bool = True  # something differs from the look before
    problems: tuple[Problem, ...] = ()
    hidden: Mask | None = None  # nonzero at small pixels that something covers

    def is_hidden(self, x_mm: float, y_mm: float) -> bool:
        """Whether a hand or glare covers that point of the table."""
        if self.plane is None:
            return True
        x, y = self.plane.px(np.array([[x_mm, y_mm]]))[0]
        width, height = self.plane.size_px
        if not (0 <= x < width and 0 <= y < height):
            return True
        if self.hidden is None:
            return False
        row, column = int(y) // SHRINK, int(x) // SHRINK
        return bool(self.hidden[min(row, self.hidden.shape[0] - 1), min(column, self.hidden.shape[1] - 1)])


class Eyes:
    """Looks at frames of one table; remembers what it saw, so that only what changed is read again."""

    def __init__(self, targets: Targets, fov_deg: float = 66.0, lens_k1: float | None = None) -> None:
        self._targets = targets
        self._fov_deg = fov_deg
        self._lens_k1 = lens_k1
        self._stillness = Stillness()
        self._tags: tuple[Tag, ...] = ()
        self._look = Look(is_moving=True)
        self._doubtful: list[npt.NDArray[np.float32]] = []  # where a marker may be that could not be read
        self._barren: list[npt.NDArray[np.float32]] = []  # printed squares that turned out to be no markers
        self._attempt = 0
        self._covered = 0  # looks in a row with a hand over the table

    def look(self, pixels: Image, small: Image | None = None, lit: Iterable[str] = ()) -> Look:
        """One frame. While something moves, and while nothing changes, the last look stands and this costs little."""
        change = self._stillness.watch(pixels, small, self._lamps(lit, pixels.shape))
        if change.is_moving:
            return replace(self._look, is_moving=True, is_new=False)
        if change.is_still and self._look.plane is not None:
            self._look = self._uncovered() or self._again(pixels, self._look.plane) or self._same()
            return self._look
        self._look = self._read(pixels, change)
        return self._look

    def read(self, pixels: Image, is_thorough: bool = False) -> Look:
        """A full look at one frame by itself; `is_thorough` takes the time a photograph is worth."""
        self._stillness.forget()
        self._stillness.watch(pixels)
        self._tags = ()
        if is_thorough:
            self._tags, self._look = tuple(find_all_tags(pixels)), Look(is_moving=True)
        blank = np.full((pixels.shape[0] // SHRINK, pixels.shape[1] // SHRINK), 255, np.uint8)
        self._look = self._read(pixels, Change(False, blank, blank.size))
        while is_thorough and self._look.plane is not None and self._doubtful:
            self._look = self._again(pixels, self._look.plane) or self._look
        return self._look

    def _read(self, pixels: Image, change: Change) -> Look:
        grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
        boxes = self._changed_boxes(change)
        tags, doubtful = self._all_tags(grey) if boxes is None else _tags_again(grey, self._tags, boxes)
        doubtful = [place for place in doubtful if not _among(place, self._barren)]
        doubtful += [tag.centre for tag in self._tags] + _spots(change)
        tags, self._doubtful = _closer(grey, tags, doubtful)
        plane = self._plane(tags, grey.shape)
        if plane is None:
            self._tags = ()
            self._stillness.forget()
            return Look(problems=(Problem("no board"), *_light_problems(grey, None)))
        hidden = self._hidden(change, plane, tags)
        self._covered = 0 if hidden is None else self._covered + 1
        self._stillness.remember(hidden)
        if hidden is not None:  # what lay under a hand is taken to lie there still, until the hand has gone
            tags = _joined(tags, [tag for tag in self._tags if _covered(hidden, tag)])
        self._tags, self._attempt = tuple(tags), 1
        return Look(
            sightings=tuple(self._sightings(tags, plane)),
            dice=self._dice(pixels, plane, boxes),
            plane=plane,
            problems=(*self._marker_problems(tags), *_light_problems(grey, plane), *_hands(hidden, plane)),
            hidden=hidden,
        )

    def _all_tags(self, grey: Image) -> tuple[list[Tag], list[npt.NDArray[np.float32]]]:
        """Every marker: only where the table lies while it lies where it lay, else in the whole picture."""
        plane = self._look.plane
        if plane is None and self._tags:
            return list(self._tags), find_rejected(grey)[1]  # a photograph, read already with all patience
        if plane is not None and plane.size_px == grey.shape[1::-1]:
            x0, y0, x1, y1 = self._field_box(plane)
            tags, doubtful = find_rejected(np.ascontiguousarray(grey[y0:y1, x0:x1]), (x0, y0))
            if sum(tag.id in self._targets.frame for tag in tags) >= len(self._targets.frame) - 1:
                return tags, doubtful
        return find_rejected(grey)

    def _field_box(self, plane: Plane) -> tuple[int, int, int, int]:
        """The table in pixels, with some room for a bump."""
        wide, high = self._targets.width_mm, self._targets.height_mm
        corners = plane.px(np.array([[0.0, 0], [wide, 0], [wide, high], [0, high]]))
        x0, y0 = np.maximum(corners.min(axis=0).astype(int) - 24, 0).tolist()
        x1, y1 = np.minimum(corners.max(axis=0).astype(int) + 24, plane.size_px).tolist()
        return x0, y0, x1, y1

    def _same(self) -> Look:
        if not self._look.is_new and not self._look.is_moving:
            return self._look
        return replace(self._look, is_moving=False, is_new=False)

    def _uncovered(self) -> Look | None:
        """The hand has gone, and what lay under it lies there still."""
        if self._look.hidden is None:
            return None
        problems = tuple(problem for problem in self._look.problems if problem.what != "hand")
        return replace(self._look, hidden=None, problems=problems, is_moving=False, is_new=True)

    def _again(self, pixels: Image, plane: Plane) -> Look | None:
        """Another look at what could not be read, with fresh noise and another threshold; None if it is no use."""
        if not self._doubtful:
            return None
        if self._attempt >= ATTEMPTS:
            self._barren += [place for place in self._doubtful if not _among(place, self._barren)]
            self._doubtful = []
            return None
        grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
        tags, self._doubtful = _closer(grey, list(self._tags), self._doubtful, self._attempt)
        self._attempt += 1
        if len(tags) == len(self._tags):
            return None
        self._tags = tuple(tags)
        return replace(self._look, sightings=tuple(self._sightings(tags, plane)), is_moving=False, is_new=True)

    # Where something changed

    def _changed_boxes(self, change: Change) -> list[tuple[int, int, int, int]] | None:
        """The parts of the picture to read again, in pixels; None for all of it."""
        if self._look.plane is None or change.count > change.where.size // 8:
            return None
        joined = cv2.dilate(change.where, np.ones((9, 9), np.uint8))
        count, _, stats, _ = cv2.connectedComponentsWithStats(joined)
        boxes = []
        for x, y, wide, high, _ in stats[1:count]:
            pad = 8
            boxes.append(
                (
                    int(x - pad) * SHRINK,
                    int(y - pad) * SHRINK,
                    int(x + wide + pad) * SHRINK,
                    int(y + high + pad) * SHRINK,
                )
            )
        area = sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in boxes)
        return None if area > change.where.size * SHRINK * SHRINK // 3 else boxes

    def _plane(self, tags: Iterable[Tag], shape: tuple[int, ...]) -> Plane | None:
        """The table's place: kept while the frame markers stay where they were, found again when they move."""
        targets, last, size = self._targets, self._look.plane, (shape[1], shape[0])
        frame = [tag for tag in tags if tag.id in targets.frame]
        if last is not None and last.size_px == size and frame:
            at = last.px(np.array([targets.frame[tag.id] for tag in frame]))
            if np.abs(at - np.array([tag.centre for tag in frame])).max() < BUMP_PX:
                return last
        lens = self._lens_k1 if self._lens_k1 is not None else last.lens_k1 if last is not None else None
        found = find_plane(frame, targets.frame, targets.frame_mm, size, self._fov_deg, lens)
        self._barren = []
        return found or (last if not frame else None)

    def _lamps(self, lit: Iterable[str], shape: tuple[int, ...]) -> Mask | None:
        """Where lit lamps shine in the small frame: changes there are our own doing."""
        plane, names = self._look.plane, [name for name in lit if name in self._targets.lamps]
        if plane is None or not names:
            return None
        mask = np.zeros((shape[0] // SHRINK, shape[1] // SHRINK), np.uint8)
        middle = self._targets.lamps[names[0]]
        radius = max(2, round(14 * plane.px_per_mm(*middle) / SHRINK))
        for x, y in plane.px(np.array([self._targets.lamps[name] for name in names])) / SHRINK:
            cv2.circle(mask, (round(x), round(y)), radius, 255, -1)
        return mask

    def _hidden(self, change: Change, plane: Plane, tags: Iterable[Tag]) -> Mask | None:
        """Large new things without markers that reach in from outside are hands; what lies under them is hidden."""
        if change.count == change.where.size or self._covered > COVERED_LOOKS:
            return None  # the first look has nothing to compare with; and nobody rests an arm there for so long
        outside = self._outside(plane, change.where.shape)
        per_mm = plane.px_per_mm(self._targets.width_mm / 2, self._targets.height_mm / 2) / SHRINK
        joined = cv2.morphologyEx(change.where, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
        hands = [i for i in range(1, count) if stats[i][cv2.CC_STAT_AREA] > HAND_MM2 * per_mm**2]
        if not hands:
            return None
        centres = (np.array([tag.centre for tag in tags]) / SHRINK).astype(int) if tags else np.empty((0, 2), int)
        inside = labels[centres[:, 1], centres[:, 0]] if len(centres) else np.empty(0, int)
        mask = np.zeros(change.where.shape, np.uint8)
        for i in hands:
            bare = stats[i][cv2.CC_STAT_AREA] / per_mm**2 - 4000 * int((inside == i).sum())
            if bare > HAND_MM2 and cv2.countNonZero(outside & (labels == i).astype(np.uint8)) >= 3:
                mask[labels == i] = 255
        return np.asarray(cv2.dilate(mask, np.ones((5, 5), np.uint8)), np.uint8) if mask.any() else None

    def _outside(self, plane: Plane, shape: tuple[int, ...]) -> Mask:
        """Nonzero at small pixels beyond the table's field, and on the picture's own edge: arms come from there."""
        wide, high = self._targets.width_mm, self._targets.height_mm
        field = plane.px(np.array([[-4.0, -4], [wide + 4, -4], [wide + 4, high + 4], [-4, high + 4]])) / SHRINK
        mask = np.ones(shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(field).astype(np.int32), (0,))
        mask[[0, -1], :] = 1
        mask[:, [0, -1]] = 1
        return mask

    # What lies there

    def _sightings(self, tags: Iterable[Tag], plane: Plane) -> list[Sighting]:
        known = [(tag, self._targets.markers[tag.id]) for tag in tags if tag.id in self._targets.markers]
        if not known:
            return []
        heights = np.repeat([target.top_mm for _, target in known], 4)
        corners = plane.mm(np.concatenate([tag.corners for tag, _ in known]), heights).reshape(-1, 4, 2)
        sides = np.linalg.norm(corners - corners[:, (3, 0, 1, 2)], axis=2) / [[target.marker_mm] for _, target in known]
        lying = sides.mean(axis=1) < HELD
        up = corners[:, 0] + corners[:, 1] - corners[:, 2] - corners[:, 3]
        turned = np.degrees(np.arctan2(up[:, 0], -up[:, 1])) % 360
        cos, sin = np.cos(np.radians(turned)), np.sin(np.radians(turned))
        dx, dy = np.array([target.offset_mm for _, target in known]).T
        x, y = corners.mean(axis=1).T + np.array([dx * cos - dy * sin, dx * sin + dy * cos])
        sure = np.where(sides.min(axis=1) > 0.8, 0.99, 0.7)
        return [
            Sighting(target.what, float(x[i]), float(y[i]), float(turned[i]), float(sure[i]), None, _box(tag))
            for i, (tag, target) in enumerate(known)
            if lying[i]
        ]

    def _dice(self, pixels: Image, plane: Plane, boxes: list[tuple[int, int, int, int]] | None) -> tuple[Sighting, ...]:
        """The dice in the tray; the last reading stands while nothing changed there."""
        targets = self._targets
        if targets.tray is None:
            return ()
        x0, y0, x1, y1 = targets.tray
        corners = plane.px(np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]))
        left, top = (int(v) for v in np.maximum(corners.min(axis=0), 0))
        right, low = (int(v) for v in np.minimum(corners.max(axis=0), plane.size_px))
        if boxes is not None and not any(_touch(box, (left, top, right, low)) for box in boxes):
            return self._look.dice
        die_px = targets.die_mm * plane.px_per_mm((x0 + x1) / 2, (y0 + y1) / 2)
        found = find_dice(pixels, die_px=die_px, region=(left, top, right, low))
        return tuple(_die(die, plane, targets.die_mm) for die in found)

    def _marker_problems(self, tags: Iterable[Tag]) -> list[Problem]:
        seen = {tag.id for tag in tags}
        return [Problem("marker hidden", *at) for number, at in self._targets.frame.items() if number not in seen]


def _spots(change: Change) -> list[npt.NDArray[np.float32]]:
    """The middles of small changes: a piece came or went there."""
    if change.count == change.where.size:
        return []
    count, _, stats, middles = cv2.connectedComponentsWithStats(change.where)
    small = [i for i in range(1, count) if 12 < stats[i][cv2.CC_STAT_AREA] < 900]
    return [np.asarray(middles[i] * SHRINK, np.float32) for i in small[:80]]


def _tags_again(
    grey: Image, before: Iterable[Tag], boxes: list[tuple[int, int, int, int]]
) -> tuple[list[Tag], list[npt.NDArray[np.float32]]]:
    """The markers outside the changed boxes as they were, those inside read again."""
    tags = [tag for tag in before if not any(_holds(box, tag) for box in boxes)]
    doubtful: list[npt.NDArray[np.float32]] = []
    for x0, y0, x1, y1 in boxes:
        left, top = max(0, x0), max(0, y0)
        part = grey[top : max(top, y1), left : max(left, x1)]
        if part.size:
            found, rejected = find_rejected(part, (left, top))
            tags, doubtful = _joined(tags, found), doubtful + rejected
    return tags, doubtful


def _closer(
    grey: Image, tags: list[Tag], places: list[npt.NDArray[np.float32]], attempt: int = 0
) -> tuple[list[Tag], list[npt.NDArray[np.float32]]]:
    """Looks again, enlarged, at those places where no marker has been read; returns those that stay doubtful too."""
    left: list[npt.NDArray[np.float32]] = []
    for place in places:
        if _near(place, tags) or _among(place, left):
            continue
        x, y = int(place[0]), int(place[1])
        found = find_small_tags(grey, x - 30, y - 30, x + 30, y + 30, attempt)
        tags = _joined(tags, found)
        if not _near(place, tags):
            left.append(place)
    return tags, left


def _among(place: npt.NDArray[np.float32], places: list[npt.NDArray[np.float32]]) -> bool:
    return any(abs(place[0] - other[0]) + abs(place[1] - other[1]) < 12 for other in places)


def _joined(tags: list[Tag], more: list[Tag]) -> list[Tag]:
    return tags + [tag for tag in more if not _near(tag.centre, tags)]


def _near(point: npt.NDArray[np.float32], tags: list[Tag]) -> bool:
    if not tags:
        return False
    away = np.abs(np.array([tag.centre for tag in tags]) - point).sum(axis=1)
    return bool(away.min() < 12)


def _holds(box: tuple[int, int, int, int], tag: Tag) -> bool:
    x, y = tag.centre
    return bool(box[0] <= x <= box[2] and box[1] <= y <= box[3])


def _covered(hidden: Mask, tag: Tag) -> bool:
    x, y = tag.centre
    row, column = min(int(y) // SHRINK, hidden.shape[0] - 1), min(int(x) // SHRINK, hidden.shape[1] - 1)
    return bool(hidden[row, column])


def _touch(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _box(tag: Tag) -> tuple[float, float, float, float]:
    (left, top), (right, low) = tag.corners.min(axis=0).tolist(), tag.corners.max(axis=0).tolist()
    return left, top, right, low


def _die(die: DieSighting, plane: Plane, die_mm: float) -> Sighting:
    x0, y0, x1, y1 = die.box
    x, y = plane.mm(np.array([[(x0 + x1) / 2, (y0 + y1) / 2]]), die_mm)[0]
    sure = die.sure if die.state == "flat" else min(die.sure, 0.5)
    return Sighting("die", float(x), float(y), 0.0, sure, str(die.value), die.box, die.colour)


def _light_problems(grey: Image, plane: Plane | None) -> list[Problem]:
    """Too dark, blown out, or out of focus, judged on every fourth pixel."""
    small = grey[::SHRINK, ::SHRINK]
    found = []
    if float(small.mean()) < 28:
        found.append(Problem("dark"))
    white = (small >= 250).astype(np.uint8)
    if plane is not None and cv2.countNonZero(white) > 400:
        _, _, stats, middles = cv2.connectedComponentsWithStats(cv2.erode(white, np.ones((5, 5), np.uint8)))
        for (_, _, _, _, area), middle in zip(stats[1:], middles[1:], strict=True):
            if area > 300:
                found.append(Problem("glare", *plane.mm(middle[None] * SHRINK)[0].tolist()))
    return found


def _hands(hidden: Mask | None, plane: Plane) -> list[Problem]:
    if hidden is None:
        return []
    count, _, _, middles = cv2.connectedComponentsWithStats(hidden)
    return [Problem("hand", *plane.mm(middles[i][None] * SHRINK)[0].tolist()) for i in range(1, count)]
