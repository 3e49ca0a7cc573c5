"""Player aids: the round in six pictures on a card."""

from collections.abc import Sequence

from companion.kit.drawing import (
    BOLD,
    DUNE,
    GOLD,
    NIGHT,
    PARCHMENT,
    SAND,
    TEAL,
    WHITE,
    circle,
    middle,
    move,
    paragraph,
    rect,
    words,
    wrapped,
)
from companion.kit.sheets import Item

WIDE, HIGH = 132.0, 104.0
PANEL = (40.0, 42.0)


def aid(title: str, pictures: Sequence[tuple[str, str]]) -> Item:
    """Three panels above, three below, numbered in the order of play."""
    art = rect(0, 0, WIDE, HIGH, NIGHT) + rect(2, 2, WIDE - 4, HIGH - 4, PARCHMENT, GOLD, 0.5, r=3)
    art += words(title, 6, 11, 6, TEAL, BOLD, "start") + words("one round", WIDE - 6, 11, 4.4, DUNE, BOLD, "end")
    for number, (picture, text) in enumerate(pictures):
        x, y = 4 + 42.0 * (number % 3), 14.5 + 43.5 * (number // 3)
        art += _panel(number + 1, picture, text, x, y)
    return Item("aid", WIDE, HIGH, art)


def _panel(number: int, picture: str, text: str, x: float, y: float) -> str:
    wide, high = PANEL
    art = rect(x, y, wide, high, SAND, DUNE, 0.3, r=2.5) + move(picture, x + wide / 2, y + 13.6, 0.92)
    art += circle(x + 4, y + 4, 2.8, TEAL) + middle(str(number), x + 4, y + 4, 4, WHITE)
    size = next(size for size in (3.3, 3.1, 2.9, 2.7, 2.5) if len(wrapped(text, wide - 4, size)) <= 4 or size == 2.5)
    lines = len(wrapped(text, wide - 4, size))
    top = y + 33 - (lines - 1) * size * 0.6
    return art + paragraph(text, x + wide / 2, top, wide - 4, size, anchor="middle", leading=1.22)
