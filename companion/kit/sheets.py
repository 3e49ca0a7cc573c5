"""Layout -> pages: pieces side by side on paper, backs mirrored so that they meet their faces."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from companion.errors import BadInput
from companion.games.protocol import Game
from companion.kit import faces
from companion.kit.drawing import INK, TEAL, Cutout, circle, line, middle, move, rect, words
from companion.kit.plain import CLAY, ink_on, label_of, last_word, spoken
from companion.layout import Piece

Tag = tuple[int, float, float, float]  # a marker's id, its centre and its side
Window = tuple[float, float, float, float]  # upper left corner, width and height on a page

MARGIN, HEAD, FOOT = 6.0, 14.0, 12.0
GAP = 2.0
CUT = "#b4b0a8"
TOKENS = "tokens and toppers"
PAPER_MM = 0.15  # thinner pieces are paper to write on
FLAP_MM, NAME_MM = 10.0, 4.0
STAND = "stand."  # a strip's name: this, and the piece it stands under
STAND_MM = 8.0  # pieces this thick stand on a folded strip


@dataclass(frozen=True)
class Paper:
    """A sheet, upright; boards lie on it whichever way takes fewer sheets."""

    name: str
    width_mm: float
    height_mm: float


PAPERS = {"a4": Paper("A4", 210, 297), "letter": Paper("US Letter", 215.9, 279.4), "poster": Paper("A4", 210, 297)}


@dataclass(frozen=True)
class Layer:
    """A drawing on a page; `window` hides what is outside of it."""

    art: str
    x_mm: float = 0.0
    y_mm: float = 0.0
    window: Window | None = None


@dataclass(frozen=True)
class Page:
    """One printed side: `tags` are the markers to be found on it, `holds` the names of the pieces cut from it."""

    title: str
    width_mm: float
    height_mm: float
    layers: tuple[Layer, ...]
    paper: str  # what to print it on
    tags: tuple[Tag, ...] = ()
    holds: tuple[str, ...] = ()
    is_back: bool = False


@dataclass(frozen=True)
class Item:
    """A face to be cut out, with its back if it has one."""

    name: str
    width_mm: float
    height_mm: float
    art: str
    back: str | None = None
    is_round: bool = False
    tags: tuple[Tag, ...] = ()
    back_tags: tuple[Tag, ...] = ()
    is_plain: bool = False  # its drawing shows where to cut
    part: tuple[str, float, float] | None = None  # a larger drawing, of which it shows what begins at x, y


@dataclass
class _Sheet:
    spots: list[tuple[Item, float, float]] = field(default_factory=list)


def paper_of(name: str) -> Paper:
    if name not in PAPERS:
        raise BadInput(f"no paper is called {name!r}; there are {', '.join(PAPERS)}")
    return PAPERS[name]


def printed_pieces(game: Game) -> list[Piece]:
    """The pieces a kit prints: not those that are only the back of another, and not what is bought."""
    pieces = faces.layout(game).pieces
    behind = {piece.back_marker for piece in pieces if piece.back_marker is not None}
    bought = set(faces.artwork(game).BOUGHT)
    return [
        piece
        for piece in pieces
        if piece.name not in bought and piece.marker not in behind and not piece.name.endswith(".back")
    ]


def _item(game: Game, piece: Piece) -> Item:
    is_topper = piece.thickness_mm >= STAND_MM and faces.back_art(game, piece) is None
    return topper_item(game, piece) if is_topper else item_of(game, piece)


def item_of(game: Game, piece: Piece) -> Item:
    tags, back_tags = faces.face_tags(piece), faces.back_tags(game, piece)
    art, back = faces.face_art(game, piece), faces.back_art(game, piece)
    size, is_plain = (piece.width_mm, piece.height_mm), piece.name in faces.artwork(game).SHAPED
    return Item(piece.name, *size, art, back, piece.is_round, tags, back_tags, is_plain)


def topper_item(game: Game, piece: Piece) -> Item:
    """The top of a piece that stands, named below so that it finds its stand; a square one has flaps in its colour."""
    flap = 0.0 if piece.is_round else FLAP_MM
    wide, high = piece.width_mm + 2 * flap, piece.height_mm
    art = move(faces.face_art(game, piece), flap, 0)
    if flap:
        art += _flap(game, piece, flap / 2) + _flap(game, piece, wide - flap / 2)
        art += "".join(line(x, 0, x, high, CUT, 0.2, 'stroke-dasharray="1 1"') for x in (flap, wide - flap))
    cut = (
        circle(wide / 2, wide / 2, wide / 2, "", CUT, 0.15) if piece.is_round else rect(0, 0, wide, high, "", CUT, 0.15)
    )
    art += cut + words(spoken(piece.name), wide / 2, high + 3, 3, INK, fit=wide + 1)
    tags = tuple(_moved(tag, flap, 0) for tag in faces.face_tags(piece))
    return Item(piece.name, wide, high + NAME_MM, art, tags=tags, is_plain=True)


def _flap(game: Game, piece: Piece, x: float) -> str:
    """To be folded down over the stand: letter and name on the piece's colour, for those who sit beside the table."""
    colour, half = piece.colour or CLAY, piece.height_mm / 2
    art = rect(x - FLAP_MM / 2, 0, FLAP_MM, piece.height_mm, colour)
    art += middle(label_of(piece, faces.layout(game)), x - 1.8, half, 5.6, ink_on(colour), fit=5)
    name = spoken(last_word(piece)).upper()
    return art + words(name, x + 3.8, half, 3, ink_on(colour), 700, fit=piece.height_mm - 2, turn=-90)


def cutout_item(cutout: Cutout) -> Item:
    return Item(cutout.name, cutout.width_mm, cutout.height_mm, cutout.art, cutout.back, cutout.is_round, cutout.tags)


def piece_pages(game: Game, paper: Paper) -> list[Page]:
    """Every piece in its exact number: cards and tiles with their backs first, then what has only a face."""
    pieces = printed_pieces(game)
    written = [item_of(game, piece) for piece in pieces if piece.thickness_mm <= PAPER_MM for _ in range(piece.copies)]
    items = [_item(game, piece) for piece in pieces if piece.thickness_mm > PAPER_MM for _ in range(piece.copies)]
    items += [cutout_item(cutout) for cutout in faces.artwork(game).cutouts() for _ in range(cutout.copies)]
    double = [item for item in items if item.back is not None]
    single = [item for item in items if item.back is None]
    return [
        *packed("sheets to write on", written, paper, "plain paper, both sides"),
        *packed("cards and tiles", double, paper, "thick paper or card, both sides"),
        *packed(TOKENS, single, paper, "thick paper, glued on card"),
    ]


def packed(title: str, items: Sequence[Item], paper: Paper, stock: str) -> list[Page]:
    """Items in rows, the tallest first; a page of backs follows each page of faces that have one."""
    wide = [item for item in items if item.width_mm > paper.width_mm - 2 * MARGIN]
    pages = [page for item in wide for page in _lone(title, item, paper, stock)]
    for sheet in _sheets([item for item in items if item not in wide], paper):
        pages += _both_sides(title, sheet, paper, stock)
    return pages


def _both_sides(title: str, sheet: _Sheet, paper: Paper, stock: str) -> list[Page]:
    has_backs = any(item.back is not None for item, _, _ in sheet.spots)
    return [_page(title, sheet, paper, stock)] + ([_back_page(title, sheet, paper, stock)] if has_backs else [])


def _lone(title: str, item: Item, paper: Paper, stock: str) -> list[Page]:
    """In the middle of a sheet of its own, lying: so it meets its back whichever edge the printer turns over."""
    lying = Paper(paper.name, paper.height_mm, paper.width_mm)
    spot = (item, (lying.width_mm - item.width_mm) / 2, (lying.height_mm - item.height_mm) / 2)
    return _both_sides(title, _Sheet([spot]), lying, stock)


def _sheets(items: Sequence[Item], paper: Paper) -> list[_Sheet]:
    sheets: list[_Sheet] = []
    top = low = edge = 0.0
    for item in sorted(items, key=lambda item: (-item.height_mm, -item.width_mm)):
        gap = _gap(item, paper)
        fits_row = sheets and edge + item.width_mm <= paper.width_mm - MARGIN and item.height_mm <= low - top
        if not fits_row:
            top, edge = low + (gap if sheets else 0), MARGIN
            low = top + item.height_mm
            if not sheets or low > paper.height_mm - FOOT + 1e-6:
                sheets.append(_Sheet())
                top, low = HEAD, HEAD + item.height_mm
        sheets[-1].spots.append((item, edge, top))
        edge += item.width_mm + gap
    return [_centred(sheet, paper) for sheet in sheets]


def _gap(item: Item, paper: Paper) -> float:
    """Pieces lie apart, unless square ones edge to edge would save paper."""
    wide, high = paper.width_mm - 2 * MARGIN, paper.height_mm - HEAD - FOOT

    def count(gap: float) -> int:
        return int((wide + gap) / (item.width_mm + gap)) * int((high + gap) / (item.height_mm + gap) + 1e-9)

    return 0.0 if not item.is_round and count(0) > count(GAP) else GAP


def _centred(sheet: _Sheet, paper: Paper) -> _Sheet:
    right = max(x + item.width_mm for item, x, _ in sheet.spots)
    shift = (paper.width_mm - MARGIN - right) / 2
    return _Sheet([(item, x + shift, y) for item, x, y in sheet.spots])


def _page(title: str, sheet: _Sheet, paper: Paper, stock: str) -> Page:
    art = "".join(move(item.art, x, y) for item, x, y in sheet.spots)
    art += "".join(_cut(item, x, y) for item, x, y in sheet.spots)
    tags = tuple(_moved(tag, x, y) for item, x, y in sheet.spots for tag in item.tags)
    holds = tuple(item.name for item, _, _ in sheet.spots)
    parts = [
        Layer(item.part[0], x - item.part[1], y - item.part[2], (x, y, item.width_mm, item.height_mm))
        for item, x, y in sheet.spots
        if item.part
    ]
    return Page(title, paper.width_mm, paper.height_mm, (*parts, Layer(art)), stock, tags, holds)


def _back_page(title: str, sheet: _Sheet, paper: Paper, stock: str) -> Page:
    """Mirrored left to right: the sheet is turned over its long edge."""
    spots = [(item, paper.width_mm - x - item.width_mm, y) for item, x, y in sheet.spots if item.back is not None]
    art = "".join(move(item.back or "", x, y) for item, x, y in spots)
    tags = tuple(_moved(tag, x, y) for item, x, y in spots for tag in item.back_tags)
    return Page(f"{title}: backs", paper.width_mm, paper.height_mm, (Layer(art),), stock, tags, is_back=True)


def _moved(tag: Tag, x: float, y: float) -> Tag:
    return tag[0], tag[1] + x, tag[2] + y, tag[3]


def _cut(item: Item, x: float, y: float) -> str:
    if item.is_plain:
        return ""
    if item.is_round:
        r = item.width_mm / 2
        return circle(x + r, y + r, r, "", CUT, 0.15)
    return rect(x, y, item.width_mm, item.height_mm, "", CUT, 0.15)


def stand_items(game: Game) -> list[Item]:
    """A strip to roll or fold under every piece that stands: as high as the piece, as long as its edge, and a tab."""
    return [
        _stand(piece) for piece in printed_pieces(game) if piece.thickness_mm >= STAND_MM for _ in range(piece.copies)
    ]


def _stand(piece: Piece) -> Item:
    around = piece.width_mm * 3.1416 if piece.is_round else 4 * (piece.width_mm - 3)
    high, long = piece.thickness_mm, around + 8
    art = rect(0, 0, around, high, piece.colour or CLAY) + rect(around, 0, 8, high, "#ffffff")
    art += words("glue", around + 4, high / 2 + 0.8, 2.6, INK)
    folds = [around] if piece.is_round else [around * n / 4 for n in range(1, 5)]
    art += "".join(line(x, 0, x, high, "#ffffff" if x < around else CUT, 0.2, 'stroke-dasharray="1 1"') for x in folds)
    return Item(f"{STAND}{piece.name}", long, high, art + _stand_names(piece, around, high))


def _stand_names(piece: Piece, around: float, high: float) -> str:
    """Its name along a strip that is rolled; on each side, shorter, of one that is folded: none runs over a fold."""
    sides = 1 if piece.is_round else 4
    name = piece.name.replace(".", " ") if piece.is_round else piece.name.split(".")[-1]
    side, size, ink = around / sides, min(high * 0.5, 7), ink_on(piece.colour or CLAY)
    return "".join(middle(name.upper(), side * (n + 0.5), high / 2, size, ink, fit=side - 4) for n in range(sides))


def numbered(pages: Sequence[Page], title: str) -> list[Page]:
    """Every page with its heading and its number."""
    return [_headed(page, title, number, len(pages)) for number, page in enumerate(pages, start=1)]


def _headed(page: Page, title: str, number: int, last: int) -> Page:
    wide, low = page.width_mm, page.height_mm
    size = 3.2 if wide < 400 else 6.0
    art = words(f"{title} · {page.title}", MARGIN + 1, 10 if size < 4 else 9, size, TEAL, 700, "start")
    art += words(page.paper, wide - MARGIN - 1, 10 if size < 4 else 9, size, INK, anchor="end")
    art += words(f"{number} / {last}", wide / 2, low - 5.4, size, INK)
    return replace(page, layers=(*page.layers, Layer(art)))


def sections(pages: Iterable[Page]) -> Iterator[tuple[str, str, int, int]]:
    """What lies on which pages: title, paper, first and last page number; backs belong to their faces."""
    run: list[int] = []
    now: Page | None = None
    for number, page in enumerate(pages, start=1):
        if now and page.title.removesuffix(": backs") == now.title:
            run.append(number)
            continue
        if now:
            yield now.title, now.paper, run[0], run[-1]
        now, run = page, [number]
    if now:
        yield now.title, now.paper, run[0], run[-1]
