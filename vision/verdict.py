"""What a square was read as, and how far that is to be believed."""

from dataclasses import dataclass
from functools import cached_property

from vision.tags import Tag

LEAST_FRAMED = 0.6  # of a border and margin: a part may be covered
# Where less is framed the reading is never sure: of 1,700 sure ones 11 had so little, and one between a pawn and its
# shadow, where nothing lay, had 0.6.
WHOLE_FRAMED = 0.75
DOUBTFUL, CERTAIN = 0.8, 1.0  # weights of a reading: below the one it is none, above the other it is sure
OPEN_FRAMED, OPEN_FIT = 0.92, 0.88  # once it is laid on; of 6,200 parts of strange markers none fitted one of ours so
HALF_FIT = 0.93  # where little lies open that must fit so well: of 1,400 halves of strange markers none did
SURE = 0.9  # what is no surer is doubted
# Pictures on cards are framed, too: of those on some seventy tables the likest had 0.88 as a whole, and what was
# doubted with less, or read by a part with nothing known on it, was never a marker on another piece's face.
PRINT_FIT = 0.93
# Frame, fit and gap of what may be a marker half covered, though nobody knows which. In 100 pictures only markers were
# as far ahead as the second of these:
PART_ALIKE = ((OPEN_FRAMED, 0.85, 0.08), (0.8, 0.8, 0.25))
# Where known markers stand on it: of such parts, framed and fitting 0.7, in 54 photoreal and more than 60 simulated
# pictures four had them, and all four were markers.
UNDER_ALIKE = ((OPEN_FRAMED, 0.75, 0.12),)
# And it lies beside every known face, where nothing is printed that is like a marker: of 14 such parts in 89 pictures
# all were markers, nine of them with rivals.
BARE_ALIKE = ((0.85, 0.8, -1.0),)
CLEAR_GAP = 0.2
COVERED = 0.95  # a marker that is no surer is hidden in part: another one may stand on it


@dataclass(frozen=True, eq=False)
class Reading:
    """A square and the pattern that fits it best: how well, and how much better than the next best.

    >>> import numpy as np
    >>> square = np.zeros((4, 2), np.float32)
    >>> [Reading(Tag(7, square), fit, gap, framed=1.0).sure for fit, gap in ((0.97, 0.4), (0.8, 0.21), (0.7, 0.1))]
    [0.99, 0.63, 0.0]
    """

    tag: Tag
    fit: float
    gap: float
    framed: float = 0.0  # share of the border that is dark and of the margin that is bright
    texture: float = 0.0  # how much its cells differ, in steps from black to white: about a half in a marker
    most: float = 1.0  # sure it can be: less where a part is covered
    is_part: bool = False  # all this of its open part only
    is_under: bool = False  # known markers stand on it, and tell which part that is
    is_printed: bool = False  # on the face of another piece, which was surely read

    @cached_property
    def sure(self) -> float:
        sure = min(self.most, sure_of(self.fit, self.gap, self.framed))
        return 0.0 if self.is_print else sure

    @property
    def is_print(self) -> bool:
        """Whether nothing speaks for a marker where much speaks for a picture."""
        is_doubtful = self.fit < PRINT_FIT and weight_of(self.fit, self.gap) < CERTAIN
        return self.is_printed and not self.is_under and (self.is_part or is_doubtful)

    @property
    def is_alike(self) -> bool:
        """Whether it looks like a marker of ours that cannot be read: framed, textured, and one pattern ahead."""
        if self.is_part:
            if self.is_print:
                return False
            ways = PART_ALIKE if not self.is_under else UNDER_ALIKE if self.is_printed else BARE_ALIKE
            return any(self.framed >= framed and self.fit >= fit and self.gap >= gap for framed, fit, gap in ways)
        return self.framed >= 0.83 and 0.3 <= self.texture <= 0.7 and self.fit >= 0.55 and self.gap >= 0.1

    @property
    def is_clear(self) -> bool:
        """Whether of such squares as look alike this is no print: by its open part, or far ahead of any other."""
        return self.is_part or self.gap >= CLEAR_GAP


def sure_of(fit: float, gap: float, framed: float) -> float:
    """On simulated tables 18,800 squares that carried no marker, or one that was not in the book, were read:
    two of them had a weight above DOUBTFUL, none of these with a frame, and none at all one above CERTAIN."""
    weight = weight_of(fit, gap)
    if weight < DOUBTFUL or framed < LEAST_FRAMED:
        return 0.0
    if framed < WHOLE_FRAMED:
        weight = min(weight, CERTAIN - 1e-6)
    if weight < CERTAIN:
        return round(0.5 + 0.35 * (weight - DOUBTFUL) / (CERTAIN - DOUBTFUL), 2)
    return round(min(0.99, SURE + 0.2 * (weight - CERTAIN)), 2)


def weight_of(fit: float, gap: float) -> float:
    return min(1.2, max(0.0, (fit - 0.55) / 0.3)) * min(1.5, max(0.0, gap / 0.2))
