"""The table field cut into sheets that overlap, with cut and register marks; or whole, for a print shop."""

from dataclasses import dataclass
from math import ceil

from companion.games.protocol import Game
from companion.kit import faces
from companion.kit.drawing import BOLD, INK, TEAL, circle, line, rect, words
from companion.kit.sheets import FOOT, HEAD, MARGIN, Layer, Page, Paper, Tag
from companion.layout import FRAME_MARKER_MM, Layout

OVERLAP = 5.0
MARK = "#5d5a55"
BLEED = 14.0  # around a poster


@dataclass(frozen=True)
class Grid:
    """How a field is cut: so many columns and rows of windows of one size, on paper lying that way."""

    columns: int
    rows: int
    width_mm: float
    height_mm: float
    page: tuple[float, float]

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """Where a window begins on the field."""
        return column * (self.width_mm - OVERLAP), row * (self.height_mm - OVERLAP)


def grid_of(table: Layout, paper: Paper) -> Grid:
    """Upright or lying, whichever takes fewer sheets."""
    ways = ((paper.width_mm, paper.height_mm), (paper.height_mm, paper.width_mm))
    return min((_grid(table, wide, high) for wide, high in ways), key=lambda grid: grid.columns * grid.rows)


def _grid(table: Layout, wide: float, high: float) -> Grid:
    most_x, most_y = wide - 2 * MARGIN, high - HEAD - FOOT
    columns = ceil((table.width_mm - OVERLAP) / (most_x - OVERLAP) - 1e-9)
    rows = ceil((table.height_mm - OVERLAP) / (most_y - OVERLAP) - 1e-9)
    window = (table.width_mm + OVERLAP * (columns - 1)) / columns, (table.height_mm + OVERLAP * (rows - 1)) / rows
    return Grid(columns, rows, *window, (wide, high))


def board_pages(game: Game, paper: Paper) -> list[Page]:
    """Row by row, each sheet named like a square of a map: A1, B1, ..."""
    table, art = faces.layout(game), faces.field_art(game)
    grid = grid_of(table, paper)
    return [_sheet(table, art, grid, column, row) for row in range(grid.rows) for column in range(grid.columns)]


def poster_page(game: Game) -> Page:
    table = faces.layout(game)
    wide, high = table.width_mm + 2 * BLEED, table.height_mm + 2 * BLEED
    layers = (Layer(faces.field_art(game), BLEED, BLEED), Layer(_cuts(BLEED, BLEED, table.width_mm, table.height_mm)))
    return Page("board", wide, high, layers, "print shop, matt, at 100 %", _tags(table, 0, 0, BLEED, BLEED, table))


def _sheet(table: Layout, art: str, grid: Grid, column: int, row: int) -> Page:
    (page_w, page_h), (x0, y0) = grid.page, grid.corner(column, row)
    left, top = (page_w - grid.width_mm) / 2, HEAD + (page_h - HEAD - FOOT - grid.height_mm) / 2
    window = left, top, grid.width_mm, grid.height_mm
    marks = _cuts(*window) + _registers(grid, column, row, left, top)
    name = f"{'ABCDEFGH'[column]}{row + 1}"
    marks += words(f"sheet {name}", page_w - MARGIN - 1, page_h - 5.4, 3.2, TEAL, BOLD, "end")
    marks += _map(grid, column, row, MARGIN + 1, page_h - 10.4)
    tags = _tags(table, x0, y0, left, top, grid)
    layers = (Layer(art, left - x0, top - y0, window), Layer(marks))
    return Page("board", page_w, page_h, layers, "paper, then glued on card", tags, (f"board.{name}",))


def _tags(table: Layout, x0: float, y0: float, left: float, top: float, window: Grid | Layout) -> tuple[Tag, ...]:
    """The frame markers that lie whole in this window, where they are on the page."""
    half = FRAME_MARKER_MM / 2
    spots = zip(table.frame_markers, table.frame_corners(), strict=True)
    return tuple(
        (marker, x - x0 + left, y - y0 + top, FRAME_MARKER_MM)
        for marker, (x, y) in spots
        if half <= x - x0 <= window.width_mm - half and half <= y - y0 <= window.height_mm - half
    )


def _cuts(x: float, y: float, wide: float, high: float) -> str:
    """Short lines outside the four corners."""
    art = ""
    for px, out in ((x, -1), (x + wide, 1)):
        for py, up in ((y, -1), (y + high, 1)):
            art += line(px + out, py, px + out * 5, py, MARK, 0.2) + line(px, py + up, px, py + up * 5, MARK, 0.2)
    return art


def _registers(grid: Grid, column: int, row: int, left: float, top: float) -> str:
    """A cross in the middle of every overlap: on two sheets the same, laid on each other they become one."""
    art = ""
    right, low = left + grid.width_mm, top + grid.height_mm
    for y in (top + grid.height_mm * 0.25, top + grid.height_mm * 0.75):
        art += _cross(left + OVERLAP / 2, y) if column else ""
        art += _cross(right - OVERLAP / 2, y) if column < grid.columns - 1 else ""
    for x in (left + grid.width_mm * 0.25, left + grid.width_mm * 0.75):
        art += _cross(x, top + OVERLAP / 2) if row else ""
        art += _cross(x, low - OVERLAP / 2) if row < grid.rows - 1 else ""
    return art


def _cross(x: float, y: float) -> str:
    return (
        circle(x, y, 1.1, "", MARK, 0.15)
        + line(x - 1.9, y, x + 1.9, y, MARK, 0.15)
        + line(x, y - 1.9, x, y + 1.9, MARK, 0.15)
    )


def _map(grid: Grid, column: int, row: int, x: float, y: float) -> str:
    """Where this sheet belongs."""
    w, h = 3.4, 8.0 / grid.rows
    return "".join(
        rect(x + i * w, y + j * h, w, h, TEAL if (i, j) == (column, row) else "#ffffff", INK, 0.15)
        for i in range(grid.columns)
        for j in range(grid.rows)
    )
