"""Player aids: the round in six pictures on a card."""

from collections.abc import Sequence

from companion.kit.drawing import (
    BOLD,
    DUNE,
    EARTH,
    GOLD,
    NIGHT,
    PARCHMENT,
    SAND,
    TEAL,
    WHITE,
    circle,
    is_light,
    middle,
    move,
    paragraph,
    rect,
    words,
    wrapped,
)
from companion.kit.sheets import Item

WIDE, HIGH = 97.0, 124.0  # four on a page
PANEL = (45.0, 34.5)
SIZE = 3.4


def aid(title: str, pictures: Sequence[tuple[str, str]]) -> Item:
    """Two panels side by side, three rows, numbered in the order of play."""
    art = rect(0, 0, WIDE, HIGH, WHITE if is_light() else NIGHT, NIGHT, 0.4)
    art += rect(2, 2, WIDE - 4, HIGH - 4, PARCHMENT, GOLD, 0.5, r=3)
    art += words(title, 5, 10.6, 6, TEAL, BOLD, "start") + words("one round", WIDE - 5, 10.6, 4.4, EARTH, BOLD, "end")
    for number, (picture, text) in enumerate(pictures):
        x, y = 3 + 46.0 * (number % 2), 14 + 35.6 * (number // 2)
        art += _panel(number + 1, picture, text, x, y)
    return Item("aid", WIDE, HIGH, art)


def _panel(number: int, picture: str, text: str, x: float, y: float) -> str:
    wide, high = PANEL
    art = rect(x, y, wide, high, SAND, DUNE, 0.3, r=2.5) + move(picture, x + wide / 2, y + 11, 0.85)
    art += circle(x + 4, y + 4, 2.8, TEAL) + middle(str(number), x + 4, y + 4, 4, WHITE)
    lines = len(wrapped(text, wide - 4, SIZE))
    top = y + 28 - (lines - 1) * SIZE * 0.6
    return art + paragraph(text, x + wide / 2, top, wide - 4, SIZE, anchor="middle", leading=1.2)
