"""The light kit: four corner cards and what of the field is not empty, in place of a whole printed board."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from companion.games.protocol import Game
from companion.kit import faces
from companion.kit.board_sheets import OVERLAP, board_pages
from companion.kit.drawing import BOLD, EARTH, GLEAM, INK, RUBY, TEAL, WHITE, arrow, middle, plaque, rect, words
from companion.kit.sheets import FOOT, HEAD, MARGIN, Item, Layer, Page, Paper, packed
from companion.layout import FRAME_MARKER_INSET_MM, FRAME_MARKER_MM, Layout, Space

MATS = "corner cards and mats"
CARD = 92.0, 60.0  # a corner card
NEAR_MM = 1.0  # places this near to each other are printed together
ALIKE = 100  # so many spaces of one shape are a grid that needs no paper: the tiles on it show it
EDGE_MM, NARROW_MM = 14.0, 7.0  # printed around a place: what it is called stands there; less, if that saves sheets
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WHERE = ("upper left", "upper right", "lower right", "lower left")


@dataclass(frozen=True)
class Mat:
    """A rectangle of the field, in mm."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def size(self) -> tuple[float, float]:
        return self.x1 - self.x0, self.y1 - self.y0

    def holds(self, space: Space) -> bool:
        return self.x0 <= space.x_mm <= self.x1 and self.y0 <= space.y_mm <= self.y1

    def is_near(self, other: "Mat", mm: float) -> bool:
        is_beside = max(self.x0 - other.x1, other.x0 - self.x1) <= mm
        return is_beside and max(self.y0 - other.y1, other.y0 - self.y1) <= mm

    def joined(self, other: "Mat") -> "Mat":
        return Mat(min(self.x0, other.x0), min(self.y0, other.y0), max(self.x1, other.x1), max(self.y1, other.y1))


def light_pages(game: Game, paper: Paper) -> list[Page]:
    """The board on as few sheets as can be: corner cards and mats, or whole where that takes no more."""
    wide, narrow = (_mat_pages(game, paper, edge) for edge in (EDGE_MM, NARROW_MM))
    return min((board_pages(game, paper), wide, narrow), key=len)


def _mat_pages(game: Game, paper: Paper, edge_mm: float) -> list[Page]:
    """A plan, the corner cards, and the mats: large ones in several pieces, all of them packed onto few sheets."""
    mats = dict(zip(NAMES, mats_of(faces.layout(game), edge_mm), strict=False))
    most = paper.width_mm - 2 * MARGIN, paper.height_mm - HEAD - FOOT
    corners, items = [_corner(game, n) for n in range(4)], []
    for name, mat in mats.items():
        pieces = _pieces(mat, *most)
        labels = [name] if len(pieces) == 1 else [f"{name}{n}" for n in range(1, len(pieces) + 1)]
        items += [_item(game, label, piece) for label, piece in zip(labels, pieces, strict=True)]
    sheets = [*packed(MATS, corners, paper, "thick paper"), *packed(MATS, items, paper, "thick paper")]
    return [_plan(faces.layout(game), mats, paper), *sheets]


def _pieces(mat: Mat, most_x: float, most_y: float) -> list[Mat]:
    """A mat in pieces that fit on paper; neighbours overlap by a strip to glue."""
    wide, high = mat.size
    columns, rows = (ceil((mm - OVERLAP) / (most - OVERLAP) - 1e-9) for mm, most in ((wide, most_x), (high, most_y)))
    part_x, part_y = (wide + OVERLAP * (columns - 1)) / columns, (high + OVERLAP * (rows - 1)) / rows
    corners = [
        (mat.x0 + column * (part_x - OVERLAP), mat.y0 + row * (part_y - OVERLAP))
        for row in range(rows)
        for column in range(columns)
    ]
    return [Mat(x, y, x + part_x, y + part_y) for x, y in corners]


def mats_of(table: Layout, edge_mm: float = EDGE_MM) -> list[Mat]:
    """What of the field is worth paper, row by row: places near each other as one.

    Left out are large grids, lamps, and places that a piece covers whole.
    """
    mats = [Mat(zone.x0, zone.y0, zone.x1, zone.y1) for zone in table.zones]
    mats += [_around(space) for space in worth_printing(table)]
    kept = [mat for mat in _together(mats) if not _is_covered(table, mat)]
    labelled = _together(_grown(table, _with_lamps(table, mat), edge_mm) for mat in kept)
    return sorted(labelled, key=lambda mat: (round(mat.y0 / 50), mat.x0))


def worth_printing(table: Layout) -> list[Space]:
    """Places for pieces that are not one of very many alike, nor a spot within one of those."""
    shapes = Counter(space.outline for space in table.spaces if space.outline)
    grid = [space for space in table.spaces if shapes[space.outline] >= ALIKE]
    cells, names = [_around(space) for space in grid], {space.name for space in grid}
    places = [space for space in table.spaces if set(space.seats) != {"lamp"} and space.name not in names]
    return [space for space in places if not any(cell.holds(space) for cell in cells)]


def _around(space: Space) -> Mat:
    reach = min(space.reach_mm, 14)
    corners = space.outline or ((-reach, -reach), (reach, reach))
    xs, ys = [space.x_mm + x for x, _ in corners], [space.y_mm + y for _, y in corners]
    return Mat(min(xs), min(ys), max(xs), max(ys))


def _together(mats: Iterable[Mat]) -> list[Mat]:
    """Near ones joined, until none is near another."""
    apart: list[Mat] = []
    for mat in mats:
        while near := [other for other in apart if other.is_near(mat, NEAR_MM)]:
            apart = [other for other in apart if other not in near]
            for other in near:
                mat = mat.joined(other)
        apart.append(mat)
    return apart


def _is_covered(table: Layout, mat: Mat) -> bool:
    """Whether the place is just as large as a piece that lies on it: then the piece shows it."""
    seats = {seat for space in table.spaces if mat.holds(space) for seat in space.seats}
    sizes = [(piece.width_mm, piece.height_mm) for piece in table.pieces if piece.seat in seats]
    return any(abs(wide - mat.size[0]) <= 2 and abs(high - mat.size[1]) <= 2 for wide, high in sizes)


def _with_lamps(table: Layout, mat: Mat) -> Mat:
    """Lamps are not worth paper of their own, but belong to what they stand beside."""
    for space in table.spaces:
        if set(space.seats) == {"lamp"} and _around(space).is_near(mat, EDGE_MM):
            mat = mat.joined(_around(space))
    return mat


def _grown(table: Layout, mat: Mat, by_mm: float) -> Mat:
    left, top = max(0.0, mat.x0 - by_mm), max(0.0, mat.y0 - by_mm)
    return Mat(left, top, min(table.width_mm, mat.x1 + by_mm), min(table.height_mm, mat.y1 + by_mm))


def _item(game: Game, name: str, mat: Mat) -> Item:
    """A mat as a piece to cut out; its letter is also on the plan."""
    label = words(name, mat.size[0] - 1.2, mat.size[1] - 1.4, 3.2, EARTH, BOLD, "end")
    return Item(f"mat.{name}", *mat.size, label, part=(faces.artwork(game).field(), mat.x0, mat.y0))


def _place(mat: Mat) -> str:
    return f"{mat.x0 / 10:.1f} cm from the left, {mat.y0 / 10:.1f} cm from the top"


def _corner(game: Game, n: int) -> Item:
    """The marker in the card's outer corner, as far from the field's edges as on a printed board."""
    table, (wide, high), inset = faces.layout(game), CARD, FRAME_MARKER_INSET_MM
    to_right, down = (1 if n in (0, 3) else -1), (1 if n in (0, 1) else -1)
    x, y = (inset if to_right > 0 else wide - inset), (inset if down > 0 else high - inset)
    art = plaque(table.frame_markers[n], x, y, FRAME_MARKER_MM) + _ways(table, x, y, to_right, down)
    text_x, text_y = x + to_right * (wide / 2 - 2), y + down * 20
    art += words(game.title, text_x, text_y, 8, TEAL, BOLD, fit=44) + words(WHERE[n], text_x, text_y + 8, 6.4, INK)
    return Item(f"corner.{n + 1}", wide, high, art, tags=((table.frame_markers[n], x, y, FRAME_MARKER_MM),))


def _ways(table: Layout, x: float, y: float, to_right: int, down: int) -> str:
    """Two arrows: how far it is from this marker's middle to the next ones'."""
    (left, top), _, (right, low), _ = table.frame_corners()
    begin = FRAME_MARKER_MM / 2 + 5
    across, along = x + to_right * (begin + 50), y + down * (begin + 20)
    art = arrow([(x + to_right * begin, y), (across, y)], RUBY, 1, 3.4)
    art += words(f"{right - left:.0f} mm", (x + to_right * begin + across) / 2, y - 2.4, 6, RUBY, BOLD)
    art += arrow([(x, y + down * begin), (x, along)], RUBY, 1, 3.4)
    anchor = "start" if to_right > 0 else "end"
    return art + words(f"{low - top:.0f} mm", x + to_right * 3, y + down * (begin + 10) + 2, 6, RUBY, BOLD, anchor)


def _plan(table: Layout, mats: dict[str, Mat], paper: Paper) -> Page:
    """The table from above, small: where the corner cards and the mats lie."""
    scale = min((paper.width_mm - 40) / table.width_mm, 130 / table.height_mm)
    left, top = (paper.width_mm - table.width_mm * scale) / 2, 50.0
    art = words("Cards for corners, the table for a board", paper.width_mm / 2, 28, 9, TEAL, BOLD)
    text = "Lay the cards so that their markers' middles are this far apart, then each mat at its place."
    art += words(text, paper.width_mm / 2, 38, 4.4, INK, fit=paper.width_mm - 24)
    art += rect(left, top, table.width_mm * scale, table.height_mm * scale, "", EARTH, 0.3)
    for n, (x, y) in enumerate(table.frame_corners()):
        side = FRAME_MARKER_MM * scale
        art += rect(left + x * scale - side / 2, top + y * scale - side / 2, side, side, RUBY)
        art += middle(str(n + 1), left + x * scale, top + y * scale, 4.4, WHITE)
    for name, mat in mats.items():
        wide, high = mat.size
        art += rect(left + mat.x0 * scale, top + mat.y0 * scale, wide * scale, high * scale, GLEAM, EARTH, 0.3)
        art += middle(name, left + (mat.x0 + wide / 2) * scale, top + (mat.y0 + high / 2) * scale, 6, INK)
    art += _measures(table, paper, left, top, scale) + _list(mats, top + table.height_mm * scale + 22, paper)
    return Page("where everything lies", paper.width_mm, paper.height_mm, (Layer(art),), "to look at")


def _measures(table: Layout, paper: Paper, left: float, top: float, scale: float) -> str:
    (x0, y0), _, (x1, y1), _ = table.frame_corners()
    low, half = top + table.height_mm * scale, top + table.height_mm * scale / 2
    art = words(f"{x1 - x0:.0f} mm, marker's middle to marker's middle", paper.width_mm / 2, low + 8, 5, RUBY, BOLD)
    return art + words(f"{y1 - y0:.0f} mm", left - 4, half, 5, RUBY, BOLD, turn=-90)


def _list(mats: dict[str, Mat], y: float, paper: Paper) -> str:
    """In two columns: each mat's upper left corner, measured from the field's edges."""
    rows: Sequence[tuple[str, Mat]] = list(mats.items())
    most = (len(rows) + 1) // 2
    art = ""
    for n, (name, mat) in enumerate(rows):
        x, low = 14 + (n // most) * (paper.width_mm / 2 - 8), y + 6 * (n % most)
        art += words(name, x, low, 4.4, TEAL, BOLD, "start") + words(_place(mat), x + 7, low, 4, INK, anchor="start")
    inset = f"The field's edge is {FRAME_MARKER_INSET_MM:.0f} mm outside the markers' middles."
    return art + words(inset, 14, y + 6 * most + 3, 4, INK, anchor="start")
