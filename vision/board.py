"""Where the table lies: its frame found in a strange picture, and followed from one picture to the next."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

import cv2
import numpy as np

from vision.book import Book
from vision.laid import WELL
from vision.lens import Lens, learn_lens
from vision.markers import find_markers
from vision.patterns import fits, fitted, softness
from vision.plane import Plane, find_plane
from vision.problems import Problem
from vision.sighting import Targets
from vision.tags import Grey, Tag, find_all_in_grey, find_tags

BUMP_PX = 0.8  # frame markers that moved farther than this: the camera or the board was bumped
SEEN = 0.7  # how well a frame marker's pattern must fit to be seen
PIECE = 0.6  # and a piece's, to tell something about the lens
ENLARGED_PX = 1200  # a smaller picture is enlarged to find the frame in it
REDUCED_PX = 1600  # and a larger one is reduced to seek it thoroughly
SMALL_PX, LARGER = 1400, 1.5  # a smaller one is enlarged so much when it is sharpened
SHARPER, SHARPER_PX = 2.0, 2.0  # how much of what a blur of so many pixels takes away is added
MOST_FRAMES = 81  # ways to put a frame together that are tried where its markers are there several times
BENT = 0.05  # k1 of a wide lens
ASTRAY_MM = 3.0  # a piece that far off may lie on another space
NEARBY_PX = 60  # around where a corner should be
ENOUGH = 3  # different pieces without a frame: the table is there, its board does not show
MORE = 1.3  # times as many markers as before teach something new about the lens


@dataclass(frozen=True, eq=False)
class Board:
    """A table where it lies now, and the lens it is seen through."""

    plane: Plane
    lens: Lens
    frame: tuple[Tag, ...]  # its markers that are seen
    soft_px: float
    begun: Lens  # what was known of the lens when the table was found here
    taught: int = 0  # how many markers the lens was learnt from

    def is_doubtful(self, targets: Targets) -> bool:
        """Whether a corner is missing, or the lens bends much, and it is known so little that places may be far off.

        k1 and k2 may both be wrong and make good for each other: what counts is by how much places between the
        picture's middle and its edge, where the frame holds the plane, may be off.
        """
        if len(self.frame) == len(targets.frame) and abs(self.lens.k1) < BENT:
            return False
        unsure = np.linalg.inv(self.lens.known + 1e-9 * np.eye(4))[:2, :2]
        radius = np.linspace(0.1, 1.0, 10)
        moved = np.stack((radius * (radius**2 - 1), radius * (radius**4 - 1)), axis=1)
        variance = float(np.einsum("ri,ij,rj->r", moved, unsure, moved).max())
        per_mm = self.plane.px_per_mm(targets.width_mm / 2, targets.height_mm / 2)
        return bool(variance**0.5 * self.plane.size_px[0] / 2 / per_mm > ASTRAY_MM)


@dataclass(frozen=True, eq=False)
class Search:
    """What a search in a whole picture gave; `tags` are all markers, also those of the frame and of strangers."""

    board: Board | None
    tags: tuple[Tag, ...]
    problems: tuple[Problem, ...] = ()


def find_board(
    grey: Grey, targets: Targets, lens: Lens, is_thorough: bool = False, is_sharpened: bool = True
) -> Search:
    """The table anywhere in the picture, with the lens learnt from every marker that is read at once.

    `is_sharpened`: where next to nothing of the frame is found, the picture is sharpened and sought once more.
    """
    tags = _all_tags(grey, targets, is_thorough, is_sharpened)
    size = (grey.shape[1], grey.shape[0])
    frame = _one_board([tag for tag in tags if tag.id in targets.frame], targets, lens, size)
    if len(frame) < 2:
        return Search(None, tuple(tags), _why_not(grey, tags, targets))
    soft_px = softness(grey, frame)
    frame = tuple(fitted(grey, frame, soft_px)[0])
    pieces, how_well = fitted(grey, [tag for tag in tags if tag.id in targets.markers], soft_px)
    sound = [tag for tag, fit in zip(pieces, how_well, strict=True) if fit > PIECE]
    plane = find_plane(frame, targets.frame, targets.frame_mm, size, lens=lens)
    if plane is None:
        return Search(None, tuple(tags), (Problem("no board"),))
    board = taught(grey, Board(plane, lens, frame, soft_px, lens), sound, targets)
    board = taught(grey, _with_all_corners(grey, board, targets), sound, targets)
    return Search(board, tuple(tags), _doubled(tags, board.plane, targets))


def _with_all_corners(grey: Grey, board: Board, targets: Targets) -> Board:
    """The frame's markers that could not be decoded, sought by their patterns about where they should be."""
    missing = _completed(board.frame, board.plane, targets)[len(board.frame) :]
    if not missing:
        return board
    book = Book(((targets.frame_mm, 0.0, tuple(tag.id for tag in missing)),))
    boxes = [
        (*(tag.corners.min(axis=0).astype(int) - NEARBY_PX), *(tag.corners.max(axis=0).astype(int) + NEARBY_PX))
        for tag in missing
    ]
    found = find_markers(grey, boxes, board.plane, book, board.soft_px, board.frame).tags
    frame = (*board.frame, *_largest(fitted(grey, found, board.soft_px)[0]))
    return replace(board, frame=frame, taught=0)


def taught(grey: Grey, board: Board, pieces: Sequence[Tag], targets: Targets) -> Board:
    """The lens learnt from the frame and those pieces, and the plane laid anew."""
    count = len(board.frame) + len(pieces)
    if count < MORE * board.taught:
        return board
    tags, size = (*board.frame, *_open_ones(grey, pieces, board.soft_px)), board.plane.size_px
    lens, to_mm = learn_lens(tags, targets.frame, targets.frame_mm, targets.markers, size, board.begun, board.soft_px)
    plane = find_plane(board.frame, targets.frame, targets.frame_mm, size, lens=lens, to_mm=to_mm)
    return board if plane is None else replace(board, lens=lens, plane=plane, taught=count)


def _open_ones(grey: Grey, pieces: Sequence[Tag], soft_px: float) -> list[Tag]:
    """Those that nothing lies over: a coin on a marker's edge draws its corners aside, and four of them on nine pieces
    hung the camera by a fifth too low. In a poor picture those that fit no worse than most."""
    how_well = fits(grey, pieces, soft_px)
    least = min(WELL, float(np.median(how_well))) if pieces else WELL
    return [tag for tag, fit in zip(pieces, how_well, strict=True) if fit >= least]


def followed(grey: Grey, board: Board, targets: Targets) -> Board | None:
    """The same table in the next picture; None once it lies elsewhere and has to be found again."""
    if board.plane.size_px != grey.shape[1::-1]:
        return None
    every = _completed(board.frame, board.plane, targets)
    found, how_well = fitted(grey, every, board.soft_px)
    seen = [(tag, before) for tag, before, fit in zip(found, every, how_well, strict=True) if fit > SEEN]
    if len(seen) < 2:
        return None
    far = max(float(np.abs(tag.corners.mean(axis=0) - before.corners.mean(axis=0)).max()) for tag, before in seen)
    return None if far > BUMP_PX else replace(board, frame=tuple(tag for tag, _ in seen))


def unseen(board: Board, targets: Targets) -> list[Problem]:
    """The frame's markers that cannot be seen, each where it should be."""
    seen = {tag.id for tag in board.frame}
    return [Problem("marker hidden", *at) for number, at in targets.frame.items() if number not in seen]


def _all_tags(grey: Grey, targets: Targets, is_thorough: bool, is_sharpened: bool) -> list[Tag]:
    tags = find_tags(grey)
    seen = {tag.id for tag in tags} & targets.frame.keys()
    if len(seen) < 3 and max(grey.shape) > 1000:
        half = np.asarray(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        tags += [Tag(tag.id, tag.corners * 2 + 0.5) for tag in find_tags(half) if tag.id not in seen]
    if is_sharpened and len({tag.id for tag in tags} & targets.frame.keys()) < 2:
        tags = [*tags, *_found_sharpened(grey, {tag.id for tag in tags})]
    if is_thorough and len({tag.id for tag in tags} & targets.frame.keys()) < 2:
        small, scale = _reduced(grey)
        found = find_all_in_grey(small, is_enlarged=max(grey.shape) < ENLARGED_PX)
        tags = [Tag(tag.id, ((tag.corners + 0.5) / scale - 0.5).astype(np.float32)) for tag in found]
    return tags


def _found_sharpened(grey: Grey, seen: Collection[int]) -> list[Tag]:
    """Other markers that show in a soft small picture once it is sharpened and enlarged."""
    small, scale = _reduced(grey)
    sharp = cv2.addWeighted(small, 1 + SHARPER, cv2.GaussianBlur(small, (0, 0), SHARPER_PX), -SHARPER, 0)
    if max(grey.shape) < SMALL_PX:
        sharp, scale = cv2.resize(sharp, None, fx=LARGER, fy=LARGER, interpolation=cv2.INTER_CUBIC), LARGER
    found = find_tags(np.asarray(sharp, np.uint8))
    return [Tag(tag.id, ((tag.corners + 0.5) / scale - 0.5).astype(np.float32)) for tag in found if tag.id not in seen]


def _reduced(grey: Grey) -> tuple[Grey, float]:
    """The picture, smaller if it is large, and by how much: a frame's markers are large themselves, and to seek them
    in noise of twelve million pixels takes seconds."""
    scale = min(1.0, REDUCED_PX / max(grey.shape))
    if scale == 1:
        return grey, 1.0
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8), scale


def _one_board(tags: Sequence[Tag], targets: Targets, lens: Lens, size_px: tuple[int, int]) -> tuple[Tag, ...]:
    """One marker of each sort; of two boards those that lie together as the frame's do."""
    alike: dict[int, list[Tag]] = {}
    for tag in tags:
        alike.setdefault(tag.id, []).append(tag)
    frames = list(islice(product(*alike.values()), MOST_FRAMES))
    if len(frames) < 2 or len(alike) < 2:
        return _largest(tags)
    planes = [find_plane(frame, targets.frame, targets.frame_mm, size_px, lens=lens) for frame in frames]
    errors = [float("inf") if plane is None else plane.error_px for plane in planes]
    return tuple(frames[errors.index(min(errors))])


def _largest(tags: Iterable[Tag]) -> tuple[Tag, ...]:
    """One marker of each sort: of two boards the nearer one."""
    best: dict[int, Tag] = {}
    for tag in tags:
        if tag.id not in best or tag.side_px > best[tag.id].side_px:
            best[tag.id] = tag
    return tuple(best.values())


def _completed(frame: Sequence[Tag], plane: Plane, targets: Targets) -> list[Tag]:
    """The frame's markers that were seen, and the others where they should be."""
    seen, half = {tag.id for tag in frame}, targets.frame_mm / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    missing = [number for number in targets.frame if number not in seen]
    expected = (Tag(number, plane.px(square + targets.frame[number]).astype(np.float32)) for number in missing)
    return [*frame, *(tag for tag in expected if _is_inside(tag, plane.size_px))]


def _is_inside(tag: Tag, size: tuple[int, int]) -> bool:
    return bool((tag.corners > 0).all() and (tag.corners < np.array(size) - 1).all())


def _doubled(tags: Sequence[Tag], plane: Plane, targets: Targets) -> tuple[Problem, ...]:
    twice = [
        number for number, times in Counter(tag.id for tag in tags).items() if times > 1 and number in targets.frame
    ]
    if not twice:
        return ()
    smaller = min((tag for tag in tags if tag.id == twice[0]), key=lambda tag: tag.side_px)
    return (Problem("two boards", *plane.mm(smaller.centre[None])[0].tolist()),)


def _why_not(grey: Grey, tags: Sequence[Tag], targets: Targets) -> tuple[Problem, ...]:
    """What is there in place of the board."""
    seen = {tag.id for tag in tags}
    strange = sorted(seen - targets.frame.keys() - targets.markers.keys())
    if len(strange) >= 2:
        return Problem("no board"), *(Problem("other board", marker=number) for number in strange)
    mirrored = find_tags(np.ascontiguousarray(_reduced(grey)[0][:, ::-1]))
    if len({tag.id for tag in mirrored} & targets.frame.keys()) >= 2:
        return Problem("no board"), Problem("mirrored")
    if len(seen & targets.markers.keys()) >= ENOUGH:
        return Problem("no board"), Problem("face down")
    return (Problem("no board"),)
