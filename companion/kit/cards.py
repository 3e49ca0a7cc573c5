"""A table of loose corner cards: the cards, the strip that lies under one of them, and how they are laid out."""

from collections.abc import Iterator
from math import floor

from companion.games.protocol import Game
from companion.kit import faces, svg
from companion.kit.drawing import (
    BOLD,
    EARTH,
    GLEAM,
    GOLD,
    INK,
    RUBY,
    SAND,
    TEAL,
    WHITE,
    arrow,
    middle,
    move,
    paragraph,
    plaque,
    rect,
    words,
    wrapped,
)
from companion.kit.light import EDGE_MM, worth_printing
from companion.kit.sheets import Item, Layer, Page, Paper, packed
from companion.layout import FRAME_MARKER_INSET_MM, FRAME_MARKER_MM, Layout, Space

CARDS = "corner cards and strip"
CARD = 92.0, 46.0
WHERE = ("upper left", "upper right", "lower right", "lower left")
LEAST_MM = 600, 500  # a smaller table has no room for a mine


def loose_table(game: Game) -> Layout | None:
    """The game's table of corner cards, if it has one."""
    return next((one for one in faces.layout(game).also if one.fitted is not None), None)


def card_pages(game: Game, table: Layout, paper: Paper) -> list[Page]:
    """How to lay it out, the four cards, and the strip in pieces that fit on paper."""
    cards, stock = [_card(game, table, n) for n in range(4)], "thick paper, glued on card"
    strips = [page for item in _strip_items(game) for page in packed(CARDS, [item], paper, stock)]
    return [_plan(game, table, paper), *packed(CARDS, cards, paper, stock), *strips]


def _strip_items(game: Game) -> Iterator[Item]:
    """Two pieces, cut where no place for a piece is."""
    art, (wide, high) = faces.artwork(game).field(), _strip(game)
    table, low = faces.layout(game), CARD[1] + high
    tops = [space.y_mm + min(y for _, y in space.outline) for space in _aside(table)]
    cut = min(tops, key=lambda top: abs(top - CARD[1] - high / 2)) - 6
    for n, (y0, y1) in enumerate(((CARD[1], cut), (cut, low)), start=1):
        label = words(f"strip, part {n}", wide - 3, y1 - y0 - 2, 3.2, EARTH, BOLD, "end")
        yield Item(f"strip.{n}", wide, y1 - y0, label, part=(art, table.width_mm - wide, y0))


def laid_out(game: Game, table: Layout) -> str:
    """The cards and the strip as they lie on a bare table of that size, as a picture."""
    (wide, high), whole = _strip(game), faces.layout(game).width_mm
    art = ""
    for n, (x, y) in enumerate(_corners(table)):
        art += move(_card(game, table, n).art, x, y)
    strip = move(faces.artwork(game).field(), table.width_mm - whole, 0)
    art += svg.window(strip, table.width_mm - wide, CARD[1], wide, high)
    return svg.document(art, table.width_mm, table.height_mm)


def _corners(table: Layout) -> tuple[tuple[float, float], ...]:
    """Where the cards' own upper left corners lie."""
    right, low = table.width_mm - CARD[0], table.height_mm - CARD[1]
    return (0, 0), (right, 0), (right, low), (0, low)


def _strip(game: Game) -> tuple[float, float]:
    """What of the printed field lies right of the grid, from under the card down to the last place for a piece."""
    table = faces.layout(game)
    aside = _aside(table)
    lamps = [space for space in table.spaces if set(space.seats) == {"lamp"}]
    grid = [space for space in table.spaces if space.outline and space not in aside and space.is_read]
    left = max(space.x_mm + max(x for x, _ in space.outline) for space in grid)
    low = max(space.y_mm + max(y for _, y in space.outline) for space in aside)
    under = [space.y_mm for space in lamps if space.x_mm > left and space.y_mm < low + EDGE_MM]
    return floor(table.width_mm - left), max(low, *under) + EDGE_MM - CARD[1]


def _aside(table: Layout) -> list[Space]:
    return [space for space in worth_printing(table) if space.is_read and space.outline]


def _card(game: Game, table: Layout, n: int) -> Item:
    """The marker in the card's outer corner, as far from its edges as on a printed board."""
    (wide, high), inset, marker = CARD, FRAME_MARKER_INSET_MM, table.frame_markers[n]
    is_left, is_upper = n in (0, 3), n in (0, 1)
    x, y = (inset if is_left else wide - inset), (inset if is_upper else high - inset)
    text_x = wide - 27 if is_left else 27
    art = rect(0, 0, wide, high, SAND)  # not white: that might be taken for a lamp's glare
    art += plaque(marker, x, y, FRAME_MARKER_MM, frame="")
    art += words(game.title, text_x, high / 2 - 5, 7, TEAL, BOLD, fit=48) + words(
        f"{n + 1}: {WHERE[n]}", text_x, high / 2 + 4, 5.4, INK
    )
    art += words("this corner outwards", text_x, high / 2 + 12, 4, EARTH)
    return Item(f"corner.{n + 1}", wide, high, art, tags=((marker, x, y, FRAME_MARKER_MM),))


def _plan(game: Game, table: Layout, paper: Paper) -> Page:
    """The table from above, small, and four sentences."""
    scale = min((paper.width_mm - 30) / table.width_mm, 120 / table.height_mm)
    left, top = (paper.width_mm - table.width_mm * scale) / 2, 44.0
    art = words("Cards for corners, the table for a board", paper.width_mm / 2, 30, 9, TEAL, BOLD)
    art += move(_small(game, table), left, top, scale) + _sentences(paper, top + table.height_mm * scale + 14)
    return Page("where everything lies", paper.width_mm, paper.height_mm, (Layer(art),), "to look at")


def _small(game: Game, table: Layout) -> str:
    """In mm of the table: cards, strip, start tile, and how it may grow."""
    (wide, high), right = _strip(game), table.width_mm
    art = rect(0, 0, right, table.height_mm, "", EARTH, 1.5)
    for n, (x, y) in enumerate(_corners(table)):
        art += rect(x, y, *CARD, WHITE, EARTH, 1.5)
        at_x, at_y = table.frame_corners()[n]
        art += rect(at_x - 15, at_y - 15, 30, 30, INK) + middle(str(n + 1), at_x, at_y, 22, WHITE)
    art += rect(right - wide, CARD[1], wide, high, SAND, EARTH, 1.5)
    art += middle("strip", right - wide / 2, CARD[1] + high / 2, 26, EARTH)
    start, piece = table.space["0,0"], table.piece[table.anchor]
    side = piece.width_mm
    art += rect(start.x_mm - side / 2, start.y_mm - side / 2, side, side, GLEAM, GOLD, 2)
    art += words("start tile", start.x_mm, start.y_mm + 50, 22, INK, BOLD)
    for to in ((CARD[0] + 90, 23), (CARD[0] + 90, table.height_mm - 23)):
        art += arrow([(CARD[0] + 20, to[1]), to], RUBY, 4, 16)
    return art + arrow([(46, CARD[1] + 20), (46, CARD[1] + 90)], RUBY, 4, 16)


def _sentences(paper: Paper, y: float) -> str:
    least_x, least_y = (mm // 10 for mm in LEAST_MM)
    lines = (
        f"Lay the four cards as a rectangle, straight: {least_x} × {least_y} cm over their edges or more, as your "
        "table and your camera allow. Nothing has to be measured: the companion learns how far apart they lie.",
        "Lay the strip under card 2, touching it, right edges in one line.",
        "Lay the start tile upright in the middle of what is left and fix it: the mine grows from where it lies.",
        "Hang the camera so that it just sees all four cards: the nearer they lie, the lower it hangs and the "
        "better it reads.",
    )
    art, low = "", y
    for n, line in enumerate(lines, start=1):
        art += words(str(n), 16, low, 5.4, TEAL, BOLD, "start")
        art += paragraph(line, 24, low, paper.width_mm - 40, 4.6, INK)
        low += 6 + 6 * len(wrapped(line, paper.width_mm - 40, 4.6))
    return art
