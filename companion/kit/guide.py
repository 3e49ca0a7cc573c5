"""The first two pages of a kit: what to print on what, a ruler, and the table built in pictures."""

from collections.abc import Callable, Sequence
from math import ceil, radians, tan

from companion.games.protocol import Game
from companion.kit import faces
from companion.kit.cards import CARDS, loose_table
from companion.kit.drawing import (
    BOLD,
    DUNE,
    EARTH,
    GLEAM,
    GOLD,
    ICONS,
    INK,
    MIST,
    NIGHT,
    PARCHMENT,
    RUBY,
    SAND,
    TEAL,
    WHITE,
    arrow,
    circle,
    is_light,
    line,
    middle,
    move,
    paragraph,
    path,
    polygon,
    rect,
    stamp,
    star,
    words,
)
from companion.kit.light import MATS
from companion.kit.sheets import STAND, TOKENS, Layer, Page, Paper
from companion.layout import Layout

RULER_MM = 150
LENSES = {"ordinary camera": (66.0, 41.0), "wide camera": (102.0, 67.0)}  # degrees across and up: Pi Camera Module 3
ROW = 7.6  # of the contents
SPARE_MM = 30.0  # seen around the field


def camera_height(table: Layout, lens: str) -> int:
    """How high a camera hangs that sees the whole field, in cm, straight down and rounded up.

    >>> from companion.layout import Layout
    >>> camera_height(Layout("demo", 840, 594, (0, 1, 2, 3), (), (), ()), "ordinary camera")
    88
    """
    across, up = LENSES[lens]
    for_width = (table.width_mm / 2 + SPARE_MM) / tan(radians(across / 2))
    for_height = (table.height_mm / 2 + SPARE_MM) / tan(radians(up / 2))
    return ceil(max(for_width, for_height) / 10)


Step = tuple[str, str, str]  # an icon, a word, how


def _steps_of(body: Sequence[Page], mode: str) -> tuple[Step, ...]:
    """From the printer to the first turn, in five pictures."""
    hang = ("camera", "Hang", "the camera over the middle of the table")
    if mode == "stickers":
        return (
            ("printer", "Print", "at 100 %, on matt sticky paper"),
            ("scissors", "Cut", "along the grey lines, keep the white"),
            ("hand", "Stick", "as the chart shows, upright, four corners too"),
            hang,
            ("die", "Play", "start the companion; it knows the corners"),
        )
    backs = "at 100 %; backs: both sides, long edge" if any(page.is_back for page in body) else "at 100 %"
    lying = "board" if _has(body, "board") else "cards and strip" if _has(body, CARDS) else "mats"
    glued = [lying, *(["tokens"] if _has(body, TOKENS) else [])]
    toppers = ", toppers on stands" if _has(body, "stands") else ""
    return (
        ("printer", "Print", backs),
        ("scissors", "Cut", "along the grey lines"),
        ("glue", "Glue", f"{' and '.join(glued)} on card{toppers}"),
        hang,
        ("hand", "Play", f"start the companion; it knows the {'corners' if _has(body, CARDS) else 'board'}"),
    )


def _has(body: Sequence[Page], title: str) -> bool:
    return any(page.title == title for page in body)


def guide_pages(
    game: Game, body: Sequence[Page], contents: Sequence[tuple[str, str, int, int]], paper: Paper, mode: str = "kit"
) -> list[Page]:
    """Two pages that explain what this kit has, and nothing else."""
    art, table = faces.artwork(game), faces.layout(game)
    needs_y = max(126, 62 + ROW * len(contents) + 6)
    first = _banner(art.TITLE, paper) + _contents(contents, 62) + _needs(art.NEEDS, paper, needs_y)
    first += _ruler(paper, needs_y + 24) + _steps(_steps_of(body, mode), paper, needs_y + 50)
    second, low = "", 20.0
    for n, frame in enumerate(_frames(table, body, mode)):
        low = 20 + 68.0 * (n // 2)
        second += frame(10 + 96 * (n % 2), low, n + 1)
    low += 68
    loose = loose_table(game) if _has(body, CARDS) else None
    second += _camera(loose or table, paper, low, n + 2) + _light(paper, low + 92)
    size = paper.width_mm, paper.height_mm
    return [
        Page("start here", *size, (Layer(first),), "plain paper"),
        Page("build the table", *size, (Layer(second),), "plain paper"),
    ]


def _frames(table: Layout, body: Sequence[Page], mode: str) -> list[Callable[[float, float, int], str]]:
    """What there is to build, each as a frame to be drawn at x, y under its number."""
    stands = [name.removeprefix(STAND) for page in body for name in page.holds if name.startswith(STAND)]
    tall = [table.piece[name] for name in stands]
    has = {
        _join: sum(page.title == "board" for page in body) > 1,
        _lay: _has(body, MATS),
        _spread: _has(body, CARDS),
        _stick: mode == "stickers",
        _cards: any(page.is_back for page in body),
        _rolled: any(piece.is_round for piece in tall),
        _folded: any(not piece.is_round for piece in tall),
        _lamps: _has(body, "board") and any("lamp" in space.seats for space in table.spaces),
    }
    return [frame for frame, is_there in has.items() if is_there]


def _banner(title: str, paper: Paper) -> str:
    """Gold on a night sky; with little ink the sky is paper and the letters are dark."""
    wide = paper.width_mm - 16
    sky, letters, small, gleam = (WHITE, TEAL, INK, GOLD) if is_light() else (NIGHT, GLEAM, MIST, GLEAM)
    art = rect(8, 14, wide, 38, sky, NIGHT, 0.6, r=4) + rect(9.6, 15.6, wide - 3.2, 34.8, "", GOLD, 0.5, r=3)
    art += "".join(star(18 + wide * n / 9, 20.4 + 4 * (n % 2), 4, 1.1, 0.35, gleam) for n in range(9))
    art += stamp(ICONS["sun"], 28, 34, 20, GOLD) + stamp(ICONS["temple"], wide - 12, 34, 20, TEAL, GOLD, NIGHT)
    art += words(title, paper.width_mm / 2, 37.4, 15, letters, BOLD, fit=wide - 70)
    return art + words("print it, cut it, glue it, play it tonight", paper.width_mm / 2, 45.4, 4.6, small)


def _contents(contents: Sequence[tuple[str, str, int, int]], y: float) -> str:
    art = words("pages", 12, y, 3.6, EARTH, BOLD, "start") + words("what", 36, y, 3.6, EARTH, BOLD, "start")
    art += words("paper", 108, y, 3.6, EARTH, BOLD, "start")
    for n, (what, stock, first, last) in enumerate(contents):
        low = y + ROW * (n + 1)
        art += rect(10, low - 5.2, 190, 7.2, SAND if n % 2 else PARCHMENT, r=1.5)
        pages = str(first) if first == last else f"{first} – {last}"
        art += words(pages, 12, low, 4.2, TEAL, BOLD, "start") + words(what, 36, low, 4.2, INK, BOLD, "start")
        art += words(stock, 108, low, 4.2, INK, anchor="start", fit=88)
    return art


def _needs(needs: Sequence[str], paper: Paper, y: float) -> str:
    things = ", ".join([*needs, "scissors, a glue stick, cardboard of 1 to 2 mm"])
    art = rect(10, y, paper.width_mm - 20, 12, MIST, r=2.5) + stamp(ICONS["scissors"], 18, y + 6, 9, RUBY)
    return art + words(f"Besides: {things}.", 26, y + 7.4, 4.2, INK, anchor="start", fit=paper.width_mm - 42)


def _ruler(paper: Paper, y: float) -> str:
    """Exactly so long, if the printer was told 100 %."""
    left = (paper.width_mm - RULER_MM) / 2
    art = rect(left, y, RULER_MM, 9, GLEAM)
    for mm in range(RULER_MM + 1):
        long = 5.0 if mm % 10 == 0 else 3.6 if mm % 5 == 0 else 2.2
        art += line(left + mm, y, left + mm, y + long, INK, 0.15)
    art += "".join(words(str(mm // 10), left + mm, y + 8, 2.8, INK, BOLD) for mm in range(10, RULER_MM, 10))
    art += line(left, y - 2, left, y + 9, RUBY, 0.4) + line(left + RULER_MM, y - 2, left + RULER_MM, y + 9, RUBY, 0.4)
    text = "Measure it: red line to red line is 15 cm. If not, print again at 100 %, without “fit to page”."
    return art + words(text, paper.width_mm / 2, y + 15, 4, INK, fit=paper.width_mm - 24)


def _steps(steps: Sequence[tuple[str, str, str]], paper: Paper, y: float) -> str:
    wide = (paper.width_mm - 20 - 4 * 3) / 5
    art = ""
    for n, (icon, name, text) in enumerate(steps):
        x = 10 + n * (wide + 3)
        art += rect(x, y, wide, 60, SAND, DUNE, 0.4, r=3) + stamp(
            ICONS[icon], x + wide / 2, y + 18, 20, TEAL, GLEAM, NIGHT
        )
        art += words(f"{n + 1}. {name}", x + wide / 2, y + 37, 5, INK, BOLD)
        art += paragraph(text, x + wide / 2, y + 43, wide - 4, 3.5, INK, anchor="middle")
    return art


def _frame(x: float, y: float, title: str, number: int) -> str:
    art = rect(x, y, 94, 64, PARCHMENT, DUNE, 0.4, r=3) + circle(x + 6, y + 6, 3.6, TEAL)
    return art + middle(str(number), x + 6, y + 6, 5, WHITE) + words(title, x + 12, y + 7.8, 4.6, INK, BOLD, "start")


def _join(x: float, y: float, number: int) -> str:
    art = _frame(x, y, "Join the board", number)
    art += rect(x + 10, y + 16, 38, 28, SAND, EARTH, 0.3) + rect(x + 44, y + 18, 38, 28, GLEAM, EARTH, 0.3)
    for cy in (y + 25, y + 38):
        art += (
            circle(x + 46, cy, 1.6, "", INK, 0.25)
            + line(x + 43, cy, x + 49, cy, INK, 0.25)
            + line(x + 46, cy - 3, x + 46, cy + 3, INK, 0.25)
        )
    art += middle("A1", x + 26, y + 30, 7, EARTH) + middle("B1", x + 66, y + 32, 7, EARTH)
    return art + paragraph(
        "Cut one sheet at its marks, lay it on the next: cross on cross. Glue.",
        x + 47,
        y + 54,
        84,
        3.7,
        anchor="middle",
    )


def _lay(x: float, y: float, number: int) -> str:
    art = _frame(x, y, "Lay the corners", number) + rect(x + 22, y + 14, 50, 30, SAND, EARTH, 0.3, r=1.5)
    for cx, cy in ((x + 24, y + 16), (x + 70, y + 16), (x + 70, y + 42), (x + 24, y + 42)):
        art += rect(cx - 5, cy - 4, 10, 8, WHITE, EARTH, 0.3) + rect(cx - 2.4, cy - 2.4, 4.8, 4.8, INK)
    art += arrow([(x + 31, y + 16), (x + 63, y + 16)], RUBY, 0.7, 2.6) + arrow(
        [(x + 24, y + 22), (x + 24, y + 36)], RUBY, 0.7, 2.6
    )
    text = "The plan says how far apart; measure from marker to marker. Mats lie where the plan has their letters."
    return art + paragraph(text, x + 47, y + 52, 84, 3.7, anchor="middle")


def _spread(x: float, y: float, number: int) -> str:
    art = _frame(x, y, "Spread the corners", number) + rect(x + 22, y + 14, 50, 30, "", DUNE, 0.3)
    for cx, cy in ((x + 22, y + 14), (x + 62, y + 14), (x + 62, y + 39), (x + 22, y + 39)):
        art += rect(cx, cy, 10, 5, WHITE, EARTH, 0.3)
        art += rect(cx + (0.8 if cx < x + 40 else 5.8), cy + 0.8, 3.4, 3.4, INK)
    art += rect(x + 58, y + 19, 14, 18, SAND, EARTH, 0.3) + rect(x + 37, y + 26, 6, 6, GLEAM, GOLD, 0.4)
    art += arrow([(x + 34, y + 16.5), (x + 40, y + 16.5)], RUBY, 0.7, 2.6)
    text = (
        "A rectangle as large as you like; the companion learns its size. Strip under card 2, start tile in the middle."
    )
    return art + paragraph(text, x + 47, y + 52, 84, 3.7, anchor="middle")


def _cards(x: float, y: float, number: int) -> str:
    art = _frame(x, y, "Faces and backs", number)
    art += (
        rect(x + 12, y + 14, 20, 28, WHITE, EARTH, 0.3)
        + rect(x + 15, y + 17, 6, 6, INK)
        + rect(x + 15, y + 27, 14, 11, SAND)
    )
    art += rect(x + 60, y + 14, 20, 28, NIGHT, GOLD, 0.4) + rect(x + 67, y + 25, 6, 6, WHITE)
    art += arrow([(x + 36, y + 28), (x + 56, y + 28)], RUBY, 1, 3.4)
    art += words("turn over", x + 46, y + 24, 3.6, INK) + words("the long edge", x + 46, y + 34, 3.6, INK, fit=24)
    return art + paragraph(
        "Print faces and backs on two sides of one sheet, or glue two sheets back to back.",
        x + 47,
        y + 52,
        84,
        3.7,
        anchor="middle",
    )


def _folded(x: float, y: float, number: int) -> str:
    """Square stands, whose toppers have flaps."""
    text = "Fold the strip, glue it shut, then the topper of its name on top; flaps go down its sides."
    return _stands(x, y, number, text)


def _rolled(x: float, y: float, number: int) -> str:
    return _stands(x, y, number, "Roll the strip, glue it shut, then the topper of its name on top.")


def _stands(x: float, y: float, number: int, text: str) -> str:
    art = _frame(x, y, "What stands", number)
    art += rect(x + 8, y + 24, 30, 8, TEAL) + rect(x + 38, y + 24, 5, 8, WHITE, EARTH, 0.2)
    art += arrow([(x + 46, y + 28), (x + 54, y + 28)], RUBY, 1, 3)
    art += path(f"M{x + 60} {y + 26}V{y + 38}A12 4 0 0 0 {x + 84} {y + 38}V{y + 26}Z", TEAL)
    art += path(f"M{x + 60} {y + 26}A12 4 0 0 1 {x + 84} {y + 26}A12 4 0 0 1 {x + 60} {y + 26}Z", WHITE, EARTH, 0.3)
    art += polygon([(x + 68, y + 24.6), (x + 76, y + 24.6), (x + 77, y + 27.6), (x + 67, y + 27.6)], INK)
    return art + paragraph(text, x + 47, y + 52, 84, 3.7, anchor="middle")


def _stick(x: float, y: float, number: int) -> str:
    art = _frame(x, y, "Stickers", number)
    art += circle(x + 28, y + 29, 13, TEAL) + rect(x + 20, y + 21, 16, 16, WHITE) + rect(x + 22, y + 23, 12, 12, INK)
    art += (
        rect(x + 56, y + 14, 22, 31, SAND, EARTH, 0.3)
        + rect(x + 58, y + 16, 10, 10, WHITE)
        + rect(x + 59, y + 17, 8, 8, INK)
    )
    text = "Flat and upright, with all of their white; on pawns on top, on cards in the upper left corner."
    return art + paragraph(text, x + 47, y + 54, 84, 3.7, anchor="middle")


def _lamps(x: float, y: float, number: int) -> str:
    art = _frame(x, y, "Lamps, if you like", number)
    for n, label in enumerate(("under the spaces", "around the edge", "a bar as timer")):
        px = x + 6 + 29 * n
        art += rect(px, y + 18, 24, 18, SAND, EARTH, 0.3, r=1.5)
        dots = {
            0: [(px + 4 + 5.4 * i, y + 21.4 + 5.6 * j) for i in range(4) for j in range(3)],
            1: [(px + 2 + 4 * i, yy) for i in range(6) for yy in (y + 18, y + 36)],
            2: [(px + 3 + 3.6 * i, y + 40.4) for i in range(6)],
        }[n]
        art += "".join(
            circle(cx, cy, 1, GOLD if n < 2 or i < 4 else MIST, EARTH, 0.15) for i, (cx, cy) in enumerate(dots)
        )
        art += words(label, px + 12, y + 47, 3.2, INK)
    return art + paragraph(
        "Light shines through paper; where a white ring is printed, through a hole of 5 mm.",
        x + 47,
        y + 54,
        84,
        3.7,
        anchor="middle",
    )


def _camera(table: Layout, paper: Paper, y: float, number: int) -> str:
    """Side view: straight down is best; leaning is fine as long as all four corner markers are seen."""
    wide = paper.width_mm - 20
    art = (
        rect(10, y, wide, 88, PARCHMENT, DUNE, 0.4, r=3)
        + circle(16, y + 6, 3.6, TEAL)
        + middle(str(number), 16, y + 6, 5, WHITE)
    )
    art += words("Where the camera goes", 22, y + 7.8, 4.6, INK, BOLD, "start")
    art += _hung(table, 58, y + 78, 0.0) + _hung(table, 152, y + 78, 20.0)
    heights = ", ".join(f"{camera_height(table, lens)} cm ({lens})" for lens in LENSES)
    art += words("straight down", 58, y + 84.4, 3.8, INK) + words(
        "leaning up to 20°, a tenth higher", 152, y + 84.4, 3.8, INK
    )
    size = f"{table.width_mm / 10:.0f} × {table.height_mm / 10:.0f} cm"
    what = f"Cards {size} over their edges" if table.fitted is not None else f"Field {size}"
    return art + words(f"{what}: lens {heights} above the table.", wide - 84, y + 15, 3.8, TEAL, BOLD)


def _light(paper: Paper, y: float) -> str:
    art = rect(10, y, paper.width_mm - 20, 14, MIST, r=2.5) + stamp(ICONS["lamp"], 19, y + 7, 11, RUBY, GLEAM, NIGHT)
    text = "Light from two sides, none that mirrors in the board; matt paper. All four corner markers must be seen."
    return art + words(text, 28, y + 8.4, 4, INK, anchor="start", fit=paper.width_mm - 42)


def _hung(table: Layout, x: float, low: float, lean: float) -> str:
    half, high = 34.0, 46.0
    dx = high * tan(radians(lean))
    art = rect(x - half - 6, low, 2 * half + 12, 2.4, EARTH) + rect(x - half, low - 1, 2 * half, 1, GOLD)
    cx, cy = x + dx, low - high
    art += polygon([(cx, cy), (x - half, low - 1), (x + half, low - 1)], GLEAM, more='fill-opacity="0.55"')
    art += move(stamp(ICONS["camera"], 0, 0, 9, NIGHT, MIST, TEAL), cx, cy - 2, turn=lean)
    if lean:
        art += line(x, low - 1, x, cy, DUNE, 0.3, 'stroke-dasharray="1.5 1.5"') + line(x, low - 1, cx, cy, RUBY, 0.3)
        return art + words(f"{lean:.0f}°", x + 4.6, cy + 12, 3.6, RUBY, BOLD)
    art += line(x + half + 10, low, x + half + 10, cy, RUBY, 0.4) + line(x + half + 8, cy, x + half + 12, cy, RUBY, 0.4)
    return art + words(
        f"{camera_height(table, 'ordinary camera')} cm", x + half + 3, cy + 24, 3.8, RUBY, BOLD, turn=-90
    )
