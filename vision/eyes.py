"""Eyes.look(frame): is the table at rest, where is it, what lies on it, and what cannot be seen."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import compress

import cv2
import numpy as np
import numpy.typing as npt

from vision.arms import Arm, find_arms, hands_of
from vision.beneath import hidden_pieces, is_in, is_near
from vision.board import Board, find_board, followed, taught, unseen
from vision.book import book_of
from vision.discs import discs_of
from vision.hands import find_glare, find_hands, told
from vision.laid import laid
from vision.lens import unknown_lens
from vision.light import lit_lamps, picture_problems
from vision.look import Look
from vision.markers import WAYS, Way, find_markers, joined, still_there, without_rivals
from vision.parts import Box, are_within, changed_boxes, either, field_box, gathered, is_covered, mask_boxes
from vision.patterns import fitted
from vision.peeping import find_peeping
from vision.pictures import NotAPicture, as_picture
from vision.pieces import is_one_more, sightings_of
from vision.plain import Tints, White, doubtful, find_plain, find_white, middle_of, once, padded, tint_of, within
from vision.problems import Problem
from vision.sheets import MOST_LOOKS as MOST_AT_SHEET
from vision.sheets import Sheets
from vision.sighting import Sighting, Targets
from vision.stillness import SHRINK, Change, Stillness
from vision.strays import doubled, is_odd, lasting, placed, too_many, unread
from vision.tags import Grey, Tag, find_tags
from vision.trays import Trays
from vision.verdict import COVERED, Reading

__all__ = ["Eyes", "Look", "Problem"]

Image = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.uint8]

GHOST_LOOKS = 6  # more than a second: a hand that lies so still for so long is looked for at the table's edge, too
ARM_LOOKS = 20  # four seconds
SHARPENED = 3  # every so many looks without a board the picture is sharpened: that costs twice a look
COVERED_LOOKS = 150  # half a minute: after that it is no hand but something that was put there
UNSURE = 0.85  # of a place that may be millimetres off
SQUARES = ("two boards", "foreign", "surplus", "unread", "covered")  # told of what is not read as pieces
GLARE_PAD = 18  # small pixels around a light in which its halo may hide something


class Eyes:
    """Looks at frames of one table; remembers what it saw, so that only what changed is read again."""

    def __init__(
        self, targets: Targets, fov_deg: float = 66.0, lens_k1: float | None = None, lens_k2: float = 0.0
    ) -> None:
        self._targets = targets
        self._ours = targets.frame.keys() | targets.markers.keys()
        self._book = book_of(targets.markers)
        self._told = unknown_lens(fov_deg, lens_k1, lens_k2)
        self._lens = self._told  # what was learnt of it, kept when the camera is bumped
        self._stillness = Stillness()
        self._board: Board | None = None
        self._tags: tuple[Tag, ...] = ()
        self._strangers: tuple[Tag, ...] = ()  # markers of other games
        self._surplus: tuple[Tag, ...] = ()  # our markers, once more than the game has them
        self._doubles: tuple[Tag, ...] = ()  # corners of a second board like ours
        self._unread: list[Reading] = []  # squares that agree with some pattern, but not enough with any
        self._decoded_here: tuple[Tag, ...] | None = None  # bit by bit in this very picture, if that was done
        self._grey: Grey | None = None  # this very picture
        self._parts: list[Box] = []  # of the picture, that are being read
        self._ways = 0  # in which they have been read
        self._waiting: dict[int, list[Box]] = {}  # other parts, by the ways in which they have been read
        self._look = Look(is_moving=True)
        self._glare: Mask | None = None  # where a light is mirrored
        self._covered = 0  # looks in a row with a hand over the table
        self._over: Mask | None = None  # where it was at the last of them
        self._lost = 0  # looks in a row without a board
        self._arms = 0  # looks in a row with an arm over a table that was just found
        self._plain: tuple[Sighting, ...] = ()  # pieces without a marker
        self._tints: Tints = {}  # what colours their pictures had
        self._peeping: tuple[Sighting, ...] = ()  # those of which only a sliver is seen
        self._trays = Trays(targets)
        self._sheets = Sheets(targets.papers)

    def look(self, pixels: Image, small: Image | None = None, lit: Iterable[str] = ()) -> Look:
        """One frame. While something moves, and while nothing changes, the last look stands and this costs little."""
        try:
            pixels = self._taken(pixels)
        except NotAPicture as why:
            return self._blind(why.problem)
        self._decoded_here = self._grey = None
        shape = (small if small is not None else pixels[::SHRINK, ::SHRINK]).shape[:2]
        change = self._stillness.watch(pixels, small, lit_lamps(self._look.plane, self._targets, lit, shape))
        if not change.is_still:
            self._sheets.stir(change.where)
        if change.is_moving:
            return replace(self._look, is_moving=True, is_new=False)
        if change.is_still and self._board is not None:
            self._look = (
                self._uncovered()
                or self._with_dice(self._trays.read_beside(pixels, self._board.plane))
                or self._with_dice(self._trays.read_again(pixels, self._board.plane))
                or self._drawn(pixels, self._board)
                or self._again(pixels, self._board)
                or self._same()
            )
        else:
            self._look = self._read(pixels, change)
            if (
                self._arms and self._board is not None
            ):  # nothing is at rest for the patient ways, so each look takes one
                self._ways = 1 + (self._arms - 1) % len(WAYS)
                self._look = self._again(pixels, self._board) or self._look
            if self._covered and self._board is not None:  # a hand that rests somewhere hides only what is under it
                self._look = self._drawn(pixels, self._board) or self._look
        return self._look

    def read(self, pixels: Image, is_thorough: bool = False) -> Look:
        """A full look at one frame by itself; `is_thorough` takes the time a photograph is worth."""
        try:
            pixels = self._taken(pixels)
        except NotAPicture as why:
            return self._blind(why.problem)
        self._decoded_here = self._grey = None
        self._stillness.forget()
        self._stillness.watch(pixels)
        self._tags = ()
        if is_thorough:
            self._trays.forget()
        blank = np.full((pixels.shape[0] // SHRINK, pixels.shape[1] // SHRINK), 255, np.uint8)
        before = self._board
        self._look = self._read(pixels, Change(False, blank, blank.size), is_thorough)
        ways = len(WAYS) + 1 if is_thorough else 2 if before is None else 1  # a table not seen before is worth two
        while self._board is not None and self._ways < ways:
            self._look = self._again(pixels, self._board) or self._look
        for _ in self._targets.papers if is_thorough else ():
            if self._board is not None:
                self._look = self._drawn(pixels, self._board, most_looks=1) or self._look
        if self._board is not None:
            self._look = replace(self._look, problems=self._problems(pixels, self._board, self._look.sightings, True))
        return self._look

    def _taken(self, pixels: Image) -> Image:
        """The picture; if it is of another size than before, nothing that was learnt holds."""
        pixels = as_picture(pixels)
        if self._board is not None and self._board.plane.size_px != pixels.shape[1::-1]:
            self._lens, self._board = self._told, None
            self._tags, self._strangers, self._unread = (), (), []
            self._surplus = self._doubles = ()
            self._waiting.clear()
            self._look = Look(is_moving=True)
            self._stillness.forget()
            self._sheets.forget()
            self._trays.forget()
        return pixels

    def _blind(self, problem: Problem) -> Look:
        self._trays.forget()
        self._look = Look(problems=(problem,), is_new=self._look.problems != (problem,))
        return self._look

    # Reading

    def _read(self, pixels: Image, change: Change, is_thorough: bool = False) -> Look:
        grey = self._greyed(pixels)
        board = followed(grey, self._board, self._targets) if self._board is not None else None
        if board is None:
            return self._found_again(pixels, grey, change, is_thorough)
        boxes = changed_boxes(change)
        self._turn_to(board, boxes)
        changed = are_within(self._tags, boxes)
        away, there = (
            [tag for tag, is_in in zip(self._tags, changed, strict=True) if is_in == it] for it in (False, True)
        )
        self._strangers = tuple(lasting(grey, self._strangers, board.soft_px))
        self._surplus = tuple(lasting(grey, self._surplus, board.soft_px))
        self._doubles = tuple(lasting(grey, self._doubles, board.soft_px))
        stirred = are_within([one.tag for one in self._unread], boxes)
        self._unread = [one for one, is_in in zip(self._unread, stirred, strict=True) if not is_in]
        kept = joined(away, still_there(grey, there, self._book, board.soft_px))
        return self._finished(pixels, grey, change, boxes, board, kept)

    def _greyed(self, pixels: Image) -> Grey:
        if self._grey is None:
            self._grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
        return self._grey

    def _found_again(self, pixels: Image, grey: Grey, change: Change, is_thorough: bool) -> Look:
        """The table is new, or was bumped: it is sought in the whole picture, and all of it is read."""
        lens, is_sharpened = self._lens.elsewhere(self._told), self._lost % SHARPENED == 0
        search = find_board(grey, self._targets, lens, is_thorough, is_thorough or is_sharpened)
        self._lost = self._lost + 1 if search.board is None else 0
        self._board, self._tags, self._unread, self._decoded_here = search.board, (), [], search.tags
        self._strangers = tuple(tag for tag in search.tags if tag.id not in self._ours)
        if search.board is None:
            self._stillness.forget()
            self._trays.forget()
            return Look(problems=(*search.problems, *picture_problems(grey, None, self._targets)))
        self._doubles, self._surplus = tuple(doubled(search.tags, search.board)), ()
        self._turn_to(search.board, None)
        pieces = joined((), fitted(grey, self._pieces_of(search.tags), search.board.soft_px)[0])
        self._stillness.forget()  # what lay elsewhere in the picture is not to be compared
        everything = np.full(change.where.shape, 255, np.uint8)
        fresh = Change(change.is_moving, everything, everything.size)
        return self._finished(pixels, grey, fresh, None, search.board, pieces)

    def _turn_to(self, board: Board, boxes: list[Box] | None) -> None:
        """Those parts are to be read now; what was being read before waits for the ways it has not been read yet."""
        if boxes is None:
            self._waiting.clear()
        else:
            self._let_wait()
        self._parts = [field_box(board.plane, self._targets)] if boxes is None else boxes

    def _let_wait(self) -> None:
        if 0 < self._ways < len(WAYS):
            self._waiting[self._ways] = gathered([*self._waiting.get(self._ways, ()), *self._parts])

    def _take_up_waiting(self) -> None:
        """What has been read in the fewest ways comes first."""
        least = min(self._waiting, default=len(WAYS))
        if self._waiting and least <= self._ways:
            self._let_wait()
            self._ways, self._parts = least, self._waiting.pop(least)

    def _finished(
        self, pixels: Image, grey: Grey, change: Change, boxes: list[Box] | None, board: Board, kept: list[Tag]
    ) -> Look:
        """Reads the parts the first way, and puts together all that is known of the table now."""
        found = find_markers(grey, self._parts, board.plane, self._book, board.soft_px, kept, others=board.frame)
        tags, self._ways = joined(kept, found.tags), 1
        self._unread += found.unread
        board = self._learn(grey, board, tags)
        hand = self._hand(pixels, change, board, tags)
        glare = find_glare(pixels, board.plane, self._targets, (*board.frame, *tags))
        self._glare = glare
        tags = joined(tags, self._washed_out(pixels, grey, board, tags, WAYS[0]))
        self._covered, self._over = 0 if hand is None else self._covered + 1, hand
        self._stillness.remember(hand)
        hidden = either(hand, glare)
        if hidden is not None:  # what lay under a hand is taken to lie there still, until the hand has gone
            tags = joined(tags, [tag for tag in self._tags if is_covered(hidden, *tag.centre)])
        tags = laid(grey, tags, board.plane, self._targets.markers, board.soft_px, self._tags)
        self._tags = tuple(without_rivals(tags, self._targets.markers))
        standing = (*picture_problems(grey, board, self._targets), *told("glare", glare, board.plane))
        hands = told("hand", hand, board.plane)
        if change.count == change.where.size:  # nothing to compare with
            arms = find_arms(pixels, board.plane, self._targets, (*board.frame, *tags))
            hands = hands_of(arms, pixels, board.plane, self._targets, (*board.frame, *tags))
            waiting = self._wait_for_arms(arms, change)
            hand = hand if waiting is None else waiting
            hidden = hidden if waiting is None else waiting
        marked = self._lying(board)
        self._sheets.follow(marked)
        look = Look(
            sightings=(*marked, *self._plain_ones(pixels, board, boxes, hand), *self._peeping),
            dice=self._trays.read(pixels, board.plane, boxes, self._over),
            marks=self._sheets.marks(board.plane),
            plane=board.plane,
            problems=(*unseen(board, self._targets), *standing, *hands, *self._squares(board)),
            hidden=hidden,
            soft_px=board.soft_px,
        )
        if boxes is None:  # nothing has come there; what lies hidden is told when all has been read every way
            return look
        return replace(look, problems=(*look.problems, *self._beneath(pixels, look, board, look.problems, boxes)))

    def _beneath(
        self, pixels: Image, look: Look, board: Board, told: Sequence[Problem], boxes: list[Box] | None = None
    ) -> Iterator[Problem]:
        """What lies hidden under others, said at once: whoever rests anything on the look must know of it.

        As it was said before, where it is the same: else every look would be news.
        """
        before = [one for one in self._look.problems if one.what == "covered"]
        found = list(hidden_pieces(pixels, look, board.plane, self._targets, look.sightings, told, boxes))
        yield from (next((other for other in before if is_near(one, other)), one) for one in found)
        if boxes is not None:
            apart = (one for one in before if not any(is_near(one, other) for other in found))
            yield from (one for one in apart if not is_in(one, board.plane, boxes))

    def _washed_out(self, pixels: Image, grey: Grey, board: Board, known: Sequence[Tag], way: Way) -> list[Tag]:
        """What a light drowns in grey may still show in the channel that it fills last: lamps are seldom white."""
        if self._glare is None:
            return []
        dimmest, boxes = grey.copy(), mask_boxes(self._glare, GLARE_PAD)
        for x0, y0, x1, y1 in boxes:
            here = slice(max(0, y0), max(0, y1)), slice(max(0, x0), max(0, x1))
            dimmest[here] = pixels[here].min(axis=2)
        return find_markers(dimmest, boxes, board.plane, self._book, board.soft_px, known, way, board.frame).tags

    def _hand(self, pixels: Image, change: Change, board: Board, tags: list[Tag]) -> Mask | None:
        """Where something reaches in. If nothing crosses the edge for a while, the hand has gone that was there when
        the table was first seen: what differs is the table itself."""
        if self._covered > COVERED_LOOKS:
            return None
        before = self._over if self._over is not None and self._over.shape == change.where.shape else None
        whole = [tag for tag in tags if tag.sure > COVERED]  # what is hidden in part is not what came
        hand = find_hands(self._stillness.but_for_light(change), board.plane, whole, self._targets, before)
        if self._covered < GHOST_LOOKS or find_arms(pixels, board.plane, self._targets, (*board.frame, *tags)):
            return hand
        return None

    def _wait_for_arms(self, arms: Sequence[Arm], change: Change) -> Mask | None:
        """While arms lie over a table that was just found nobody knows what they hide: anything may, and the next look
        is no better than the first. What stays for long is no arm."""
        self._arms = self._arms + 1 if arms else 0
        if not 0 < self._arms <= ARM_LOOKS:
            return None
        self._stillness.forget()
        return change.where

    def _lying(self, board: Board) -> list[Sighting]:
        """The pieces of the markers; none is sure of its place while nobody knows the lens."""
        vague = unread([one for one in self._unread if one.is_alike and one.is_part], self._tags)
        marked = sightings_of(self._tags, board.plane, self._targets, vague)
        if not board.is_doubtful(self._targets):
            return marked
        return [replace(one, sure=min(one.sure, UNSURE)) for one in marked]

    def _again(self, pixels: Image, board: Board) -> Look | None:
        """One more way of reading what is unread, one a frame while the table is at rest; None if it is no use."""
        self._take_up_waiting()
        if self._ways > len(WAYS):
            return None
        grey = self._greyed(pixels)
        more = self._decoded(grey, board) if self._ways == len(WAYS) else self._another_way(pixels, grey, board)
        self._ways += 1
        tags = joined(self._tags, more)
        is_more = len(tags) > len(self._tags)
        if is_more:
            tags = laid(grey, tags, board.plane, self._targets.markers, board.soft_px, self._tags)
            self._tags = tuple(without_rivals(tags, self._targets.markers))
            board = self._learn(grey, board, tags)
            white = find_white(pixels, (*self._tags, *board.frame)) if self._targets.plain else None
            if white is not None:
                self._peep(pixels, board, white, (*self._plain, *self._peeping), self._over)
        is_known = not is_more and self._ways not in (2, len(WAYS))  # what is unread is told then, and may be the same
        problems = self._problems(
            pixels, board, self._lying(board) if is_more else self._look.sightings, is_known=is_known
        )
        if not is_more and problems == self._look.problems:
            return None
        marked = self._lying(board)
        self._sheets.follow(marked)
        seen = (*marked, *self._plain, *self._peeping)
        return replace(self._look, sightings=seen, plane=board.plane, problems=problems, is_moving=False, is_new=True)

    def _with_dice(self, dice: tuple[Sighting, ...] | None) -> Look | None:
        return None if dice is None else replace(self._look, dice=dice, is_moving=False, is_new=True)

    def _drawn(self, pixels: Image, board: Board, most_looks: int = MOST_AT_SHEET) -> Look | None:
        """One sheet that somebody may have written on is read; None if there is none, or nothing new on it."""
        hand = self._look.hidden if self._covered else None
        if not self._sheets.read(pixels, board.plane, hand, most_looks):
            return None
        return replace(self._look, marks=self._sheets.marks(board.plane), is_moving=False, is_new=True)

    def _another_way(self, pixels: Image, grey: Grey, board: Board) -> list[Tag]:
        way = WAYS[self._ways]
        others = (*board.frame, *self._strangers)
        discs = discs_of(self._plain, self._targets.plain, board.plane) if way.window is None else ()
        found = find_markers(grey, self._parts, board.plane, self._book, board.soft_px, self._tags, way, others, discs)
        self._unread += found.unread
        return joined(found.tags, self._washed_out(pixels, grey, board, (*self._tags, *found.tags), way))

    def _decoded(self, grey: Grey, board: Board) -> list[Tag]:
        """The last way: bit by bit, which also knows the markers of strangers."""
        tags = find_tags(grey) if self._decoded_here is None else self._decoded_here
        ours = self._pieces_of(tags)
        odd = [is_odd(tag, board.plane, self._targets) for tag in ours]
        self._strangers = (*(tag for tag in tags if tag.id not in self._ours), *compress(ours, odd))
        self._doubles = tuple(doubled(tags, board))
        found = fitted(grey, [tag for tag, strange in zip(ours, odd, strict=True) if not strange], board.soft_px)[0]
        self._surplus = tuple(too_many(joined(self._tags, found), self._targets))
        return found

    def _pieces_of(self, tags: Iterable[Tag]) -> list[Tag]:
        """Those of a piece's, as they were decoded, that lie as they seem to."""
        return [tag for tag in tags if tag.id in self._targets.markers and not tag.is_pulled]

    def _plain_ones(
        self, pixels: Image, board: Board, boxes: list[Box] | None, hand: Mask | None
    ) -> tuple[Sighting, ...]:
        """Pieces without a marker: where it changed as they are now, elsewhere and under hands as they were."""
        sorts, white, before = self._targets.plain, None, (*self._plain, *self._peeping)
        kept = [one for one in self._plain if hand is not None and is_covered(hand, *middle_of(one))]
        if sorts:
            white = find_white(pixels, (*self._tags, *board.frame))
        if white is not None and boxes is None:
            self._plain = tuple(find_plain(pixels, board.plane, sorts, white, field_box(board.plane, self._targets)))
        elif white is not None and boxes is not None:
            boxes = gathered(doubtful(self._plain, boxes, pixels, self._tints))
            found = [find_plain(pixels, board.plane, sorts, white, padded(box), self._plain) for box in boxes]
            fresh = [one for box, ones in zip(boxes, found, strict=True) for one in within(ones, [box])]
            self._plain = (*within(self._plain, boxes, inside=False), *fresh)
        if hand is not None and white is not None:
            open_ones = [one for one in self._plain if not is_covered(hand, *middle_of(one))]
            self._plain = (*open_ones, *kept)
        self._plain = tuple(once(self._plain))
        self._tints = {one.box_px: self._tints.get(one.box_px) or tint_of(pixels, one) for one in self._plain}
        if white is not None:
            self._peep(pixels, board, white, before, hand)
        return self._plain

    def _peep(
        self, pixels: Image, board: Board, white: White, before: Sequence[Sighting], hand: Mask | None = None
    ) -> None:
        """Looks for the plain pieces that something taller hides in part: so little of them that no change tells."""
        kept = [one for one in self._peeping if hand is not None and is_covered(hand, *middle_of(one))]
        sorts, markers, known = self._targets.plain, self._targets.markers, (*self._plain, *kept)
        found = find_peeping(pixels, board.plane, sorts, white, self._tags, markers, known, before)
        self._peeping = (*kept, *found)

    def _learn(self, grey: Grey, board: Board, tags: Sequence[Tag]) -> Board:
        board = taught(grey, board, [tag for tag in tags if tag.sure > 0.9], self._targets)
        self._board, self._lens = board, board.lens
        return board

    # Where something changed

    def _same(self) -> Look:
        if not self._look.is_new and not self._look.is_moving:
            return self._look
        return replace(self._look, is_moving=False, is_new=False)

    def _uncovered(self) -> Look | None:
        """The hand has gone, and what lay under it lies there still."""
        if not self._covered:
            return None
        self._covered = 0
        self._over = None
        problems = tuple(problem for problem in self._look.problems if problem.what != "hand")
        return replace(self._look, hidden=None, problems=problems, is_moving=False, is_new=True)

    def _problems(
        self, pixels: Image, board: Board, seen: Sequence[Sighting], is_last: bool = False, is_known: bool = False
    ) -> tuple[Problem, ...]:
        """Those of the last look, and what is now known of the squares, and of what lies hidden under others.

        `is_known`: what lies hidden has been sought since anything came to light.
        """
        standing = (problem for problem in self._look.problems if problem.what not in SQUARES)
        told = (*standing, *self._squares(board, is_last))
        if is_known:
            return *told, *(problem for problem in self._look.problems if problem.what == "covered")
        return *told, *self._beneath(pixels, replace(self._look, sightings=tuple(seen)), board, told)

    @property
    def _is_tried(self) -> bool:
        """Whether all has been read every way but the last."""
        return self._ways >= len(WAYS) and not self._waiting

    def _squares(self, board: Board, is_last: bool = False) -> list[Problem]:
        """Squares that look like markers of ours and could not be read any way, and markers that do not belong.

        What is unread is told once every way has been tried, or this was the last one.
        """
        if self._doubles:  # what belongs to the other one is not worth a word of its own
            return [placed("two boards", self._doubles[0], board.plane)]
        places = [("foreign", tag) for tag in self._strangers]
        places += [("surplus", tag) for tag in self._surplus]
        if is_last or self._is_tried:
            ours, seen = (*self._tags, *self._strangers, *board.frame), self._look.sightings
            alike = unread([one for one in self._unread if one.is_alike], ours)
            places += [("unread", tag) for tag in alike if not is_one_more(tag, board.plane, self._targets, seen)]
        return [placed(what, tag, board.plane) for what, tag in places]
