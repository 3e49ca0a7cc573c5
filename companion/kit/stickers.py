"""For owners of the published games: only the markers, and a chart of where each goes."""

from companion.games.protocol import Game
from companion.kit import faces
from companion.kit.drawing import BOLD, EARTH, INK, PARCHMENT, RUBY, SAND, TEAL, circle, quiet, rect, tag, words
from companion.kit.sheets import FOOT, HEAD, MARGIN, Item, Layer, Page, Paper, packed, printed_pieces
from companion.layout import FRAME_MARKER_MM, Layout, Piece

ROW = 30.0
LABEL = 3.0


def sticker_pages(game: Game, paper: Paper) -> list[Page]:
    items = [_corner(marker, n) for n, marker in enumerate(faces.layout(game).frame_markers)]
    for piece in printed_pieces(game):
        items += [sticker for sticker in _stickers(game, piece) for _ in range(piece.copies)]
    return [*packed("stickers", items, paper, "sticky paper, matt"), *chart_pages(game, paper)]


def _corner(marker: int, n: int) -> Item:
    where = ("upper left", "upper right", "lower right", "lower left")[n]
    return _sticker(f"frame.{n + 1}", marker, FRAME_MARKER_MM, f"corner, {where}")


def _stickers(game: Game, piece: Piece) -> list[Item]:
    """One per marker, front and back; the back is named after the piece whose face it is."""
    behind = faces.layout(game).by_marker.get(piece.back_marker) if piece.back_marker is not None else None
    backs = [
        _sticker(f"{piece.name} (back)", n, side, behind.name if behind else "back") for n, side in _sides(game, piece)
    ]
    return [_sticker(piece.name, n, side, piece.name) for n, _, _, side in faces.face_tags(piece)] + backs


def _sides(game: Game, piece: Piece) -> list[tuple[int, float]]:
    return [(marker, side) for marker, _, _, side in faces.back_tags(game, piece)]


def _sticker(name: str, marker: int, side: float, label: str) -> Item:
    """The marker, its white, and a small name below that may be cut off."""
    size = side + 2 * quiet(side)
    art = rect(0, 0, size, size, "#ffffff", "#b4b0a8", 0.15) + tag(marker, size / 2, size / 2, side)
    art += words(f"{label} · {marker}", size / 2, size + 2.2, 2.2, INK, fit=size)
    return Item(name, size, size + LABEL, art, tags=((marker, size / 2, size / 2, side),), is_plain=True)


def chart_pages(game: Game, paper: Paper) -> list[Page]:
    """Every piece in outline with its sticker in place, and the field with its corners."""
    table = faces.layout(game)
    pieces = [piece for piece in printed_pieces(game) if piece.marker is not None]
    columns = 4
    rows = int((paper.height_mm - HEAD - FOOT) / ROW)
    pages = [_corners(table, paper)]
    for start in range(0, len(pieces), columns * rows):
        art = ""
        for n, piece in enumerate(pieces[start : start + columns * rows]):
            x = MARGIN + (n % columns) * (paper.width_mm - 2 * MARGIN) / columns
            art += _outline(piece, x + 2, HEAD + (n // columns) * ROW + 1)
        pages.append(Page("where stickers go", paper.width_mm, paper.height_mm, (Layer(art),), "to look at"))
    return pages


def _outline(piece: Piece, x: float, y: float) -> str:
    scale = min(1.0, 24 / max(piece.width_mm, piece.height_mm))
    w, h = piece.width_mm * scale, piece.height_mm * scale
    shape = (
        circle(x + w / 2, y + h / 2, w / 2, SAND, EARTH, 0.3) if piece.is_round else rect(x, y, w, h, SAND, EARTH, 0.3)
    )
    art = shape
    for _, mx, my, side in faces.face_tags(piece):
        art += rect(x + (mx - side / 2) * scale, y + (my - side / 2) * scale, side * scale, side * scale, RUBY)
    art += words(piece.name, x + 27, y + 8, 3, INK, BOLD, "start", fit=19)
    numbers = ", ".join(str(tag[0]) for tag in faces.face_tags(piece))
    art += words(f"no. {numbers}", x + 27, y + 12.4, 2.8, INK, anchor="start", fit=19)
    art += words(f"{piece.copies} ×" if piece.copies > 1 else "", x + 27, y + 16.6, 2.8, INK, anchor="start")
    return art + words(
        "and one behind" if piece.back_marker is not None else "", x + 27, y + 20.6, 2.6, TEAL, anchor="start"
    )


def _corners(table: Layout, paper: Paper) -> Page:
    """The field, small: where the four corner stickers lie and how far apart."""
    scale = min((paper.width_mm - 40) / table.width_mm, 150 / table.height_mm)
    left, top = (paper.width_mm - table.width_mm * scale) / 2, 44.0
    art = words("Four corners make a table", paper.width_mm / 2, 26, 8, TEAL, BOLD)
    text = "Stick them on the table or on card, their middles this far apart; your board lies between them."
    art += words(text, paper.width_mm / 2, 34, 3.6, INK, fit=paper.width_mm - 30)
    art += rect(left, top, table.width_mm * scale, table.height_mm * scale, PARCHMENT, EARTH, 0.4)
    art += "".join(_spot(x, y, left, top, scale) for space in table.spaces for x, y in [(space.x_mm, space.y_mm)])
    for n, (x, y) in enumerate(table.frame_corners()):
        side = FRAME_MARKER_MM * scale
        art += rect(left + x * scale - side / 2, top + y * scale - side / 2, side, side, RUBY)
        art += words(str(n + 1), left + x * scale, top + y * scale + 1.6, 4.4, "#ffffff", BOLD)
    (x0, y0), _, (x1, y1), _ = table.frame_corners()
    low = top + table.height_mm * scale
    art += words(f"{x1 - x0:.0f} mm", paper.width_mm / 2, low + 7, 5, RUBY, BOLD)
    art += words(f"{y1 - y0:.0f} mm", left - 5, top + table.height_mm * scale / 2, 5, RUBY, BOLD, turn=-90)
    return Page("where stickers go", paper.width_mm, paper.height_mm, (Layer(art),), "to look at")


def _spot(x: float, y: float, left: float, top: float, scale: float) -> str:
    return circle(left + x * scale, top + y * scale, 0.7, TEAL)
