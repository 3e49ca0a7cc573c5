"""Flat pieces that were surely read: what their faces lie over, and what is only printed on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from vision.book import Book, Face
from vision.tags import Tag, centres_of
from vision.verdict import COVERED

Array = npt.NDArray[np.float32]

EDGES = 0.5  # sides: a face whose edge is so near to a marker's middle lies over a part of it


def is_on(point: npt.NDArray[np.float64], tag: Tag, face: Face) -> bool:
    return bool((np.abs((point - tag.centre) @ tag.inward - face.aside) < face.half).all())


def printed(tags: Sequence[Tag], known: Sequence[Tag], book: Book) -> npt.NDArray[np.bool_]:
    """Which of the tags lie on the faces of other pieces: of the known ones that were surely read."""
    flat = _flat(tuple(known), book)
    if flat is None or not tags:
        return np.zeros(len(tags), bool)
    own = [book.faces[tag.id].what if tag.id in book.faces else "" for tag in tags]
    return np.asarray(((flat.beyond(centres_of(tags)) < 0) & (np.array(own)[:, None] != flat.whats)).any(axis=1))


def lying_over(points: Array, known: Sequence[Tag], book: Book) -> list[list[Tag]]:
    """For each of the points those of the known flat pieces that may lie over a part of a marker there: their edge is
    near beside it. What lies on the face of any of them is its print."""
    flat = _flat(tuple(known), book)
    if flat is None:
        return [[] for _ in points]
    beyond = flat.beyond(points)
    near = (beyond < EDGES) & np.asarray((beyond > 0).all(axis=1))[:, None]
    return [[flat.tags[n] for n in np.flatnonzero(row).tolist()] for row in near]


def on_faces(points: Array, known: Sequence[Tag], book: Book) -> npt.NDArray[np.bool_]:
    """Which of the points lie on the faces of the known flat pieces."""
    flat = _flat(tuple(known), book)
    return np.zeros(len(points), bool) if flat is None else np.asarray((flat.beyond(points) < 0).any(axis=1))


@dataclass(frozen=True, eq=False)
class _Flat:
    """The faces of flat pieces that were surely read, each once for every marker of it that was."""

    tags: list[Tag]
    whats: npt.NDArray[np.str_]
    centres: Array
    inward: npt.NDArray[np.float64]
    asides: npt.NDArray[np.float64]
    halves: npt.NDArray[np.float64]

    def beyond(self, points: Array) -> npt.NDArray[np.float64]:
        """points x faces: how far each point is outside of each face, in sides of its marker; below nought inside."""
        away = (points[:, None] - self.centres[None]).astype(np.float64)
        aside = (away[:, :, :, None] * self.inward[None]).sum(axis=2)
        return np.asarray((np.abs(aside - self.asides) - self.halves).max(axis=2))


@lru_cache(maxsize=16)
def _flat(known: tuple[Tag, ...], book: Book) -> _Flat | None:
    tags = [tag for tag in known if tag.sure > COVERED and tag.id in book.faces]
    if not tags:
        return None
    faces = [book.faces[tag.id] for tag in tags]
    asides, halves = np.array([face.aside for face in faces]), np.array([face.half for face in faces])
    whats = np.array([face.what for face in faces])
    return _Flat(tags, whats, centres_of(tags), _inward(tags), asides, halves)


def _inward(tags: Sequence[Tag]) -> npt.NDArray[np.float64]:
    """n x 2 x 2: all of them at once, which is quicker than one by one."""
    corners = np.array([tag.corners for tag in tags], np.float64)
    (ax, ay), (bx, by) = (corners[:, 1] - corners[:, 0]).T, (corners[:, 3] - corners[:, 0]).T
    turned = np.stack((np.stack((by, -ay), axis=1), np.stack((-bx, ax), axis=1)), axis=1)
    return np.asarray(turned / (ax * by - bx * ay)[:, None, None])
