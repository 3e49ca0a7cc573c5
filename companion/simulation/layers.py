"""Things painted one over the other: what lies under the first that has changed is not painted again."""

from collections.abc import Callable, Hashable, Sequence
from itertools import takewhile
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]


class Thing(NamedTuple):
    """What is painted, and all that its looks depend on."""

    key: Hashable
    paint: Callable[[Image], None]


class Layers:
    """A picture that changes a little from one time to the next, such as a table on which one pawn moves.

    Kept are the whole of the last picture, and how it was below the first thing that had changed then.
    """

    def __init__(self) -> None:
        self._ground: Image | None = None
        self._keys: list[Hashable] = []
        self._below: tuple[int, Image] | None = None  # how many things are in it
        self._whole: Image | None = None

    def painted(self, ground: Image, things: Sequence[Thing]) -> Image:
        """The things on that ground, the first one lowest; the picture is the caller's own."""
        keys = [thing.key for thing in things]
        if ground is not self._ground:
            self._ground, self._keys, self._below, self._whole = ground, [], (0, ground), None
        if self._whole is None or keys != self._keys:
            self._whole = self._repainted(ground, things, self._common(keys))
            self._keys = keys
        return self._whole.copy()

    def _common(self, keys: Sequence[Hashable]) -> int:
        """How many of the lowest are as they were."""
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(keys, self._keys, strict=False)))

    def _repainted(self, ground: Image, things: Sequence[Thing], common: int) -> Image:
        start, below = self._below if self._below is not None and self._below[0] <= common else (0, ground)
        picture = below.copy()
        for thing in things[start:common]:
            thing.paint(picture)
        self._below = common, picture.copy()
        for thing in things[common:]:
            thing.paint(picture)
        return picture
