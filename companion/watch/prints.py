"""Which print of a game's table lies there: other boards and corner cards have corners and millimetres of their own."""

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from companion.layout import FRAME_MARKER_INSET_MM, FRAME_MARKER_MM, Layout
from vision.cards import measure_cards
from vision.eyes import Eyes, Look
from vision.tags import find_tags

CORNERS = 2  # of another print that must be seen


def read_print(
    layout: Layout, pixels: npt.NDArray[np.uint8], eyes_for: Callable[[Layout], Eyes], is_thorough: bool = False
) -> tuple[Layout, Look]:
    """One picture read with the eyes for the table that lies there, whichever print that is."""
    look = eyes_for(layout).read(pixels, is_thorough)
    other = other_print(layout, layout, look, pixels) if look.plane is None else None
    return (layout, look) if other is None else (other, eyes_for(other).read(pixels, is_thorough))


def other_print(layout: Layout, now: Layout, look: Look, pixels: npt.NDArray[np.uint8]) -> Layout | None:
    """The print of that table whose corners were seen in place of those of `now`; None where none was."""
    strange = {problem.marker for problem in look.problems if problem.what == "other board"}
    prints = (one for one in (layout, *layout.also) if one.frame_markers != now.frame_markers)
    found = next((one for one in prints if len(strange.intersection(one.frame_markers)) >= CORNERS), None)
    return found if found is None or found.fitted is None else between_cards(found, pixels)


def between_cards(layout: Layout, pixels: npt.NDArray[np.uint8]) -> Layout | None:
    """The table that people laid out with corner cards, as large as it is; None until all four are seen."""
    assert layout.fitted is not None
    tags = find_tags(np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8))
    size_px = (pixels.shape[1], pixels.shape[0])
    spots, side_mm = _anchor(layout)
    cards = measure_cards(tags, layout.frame_markers, FRAME_MARKER_MM, size_px, spots, side_mm)
    if cards is None:
        return None
    edge = FRAME_MARKER_INSET_MM
    at = (cards.anchor_mm[0] + edge, cards.anchor_mm[1] + edge) if cards.anchor_mm else None
    return layout.fitted(cards.width_mm + 2 * edge, cards.height_mm + 2 * edge, at)


def _anchor(layout: Layout) -> tuple[dict[int, tuple[float, float]], float]:
    """The markers of the piece that lies on the table from the beginning, from its middle."""
    piece = layout.piece[layout.anchor]
    marked = ((piece.marker, *piece.marker_at_mm), *piece.more_markers)
    spots = {n: (x - piece.width_mm / 2, y - piece.height_mm / 2) for n, x, y in marked if n is not None}
    return spots, piece.marker_mm
