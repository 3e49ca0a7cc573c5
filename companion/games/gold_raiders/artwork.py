"""What Gold Raiders looks like: a trail through the jungle, from a lagoon to a temple."""

from companion.games.gold_raiders import board, icons
from companion.games.gold_raiders.layout import COLOURS, SEAT_SIZE, SEATS, layout
from companion.kit.drawing import (
    BOLD,
    DUNE,
    EARTH,
    GLEAM,
    GOLD,
    ICONS,
    INK,
    NIGHT,
    PARCHMENT,
    RUBY,
    SAND,
    SHAPES,
    TEAL,
    WHITE,
    Cutout,
    arrow,
    circle,
    line,
    medal,
    middle,
    polygon,
    rect,
    stamp,
    star,
    words,
)
from companion.layout import Piece, Space

TITLE = board.TITLE
BOUGHT: tuple[str, ...] = ()
SHAPED: tuple[str, ...] = ()
NEEDS: tuple[str, ...] = ()

MARKS = tuple(SHAPES.values())
INKS = tuple(NIGHT if colour == "yellow" else WHITE for colour in board.COLOURS)
CARDS = {
    "1": (icons.BOOT, "1 Mile", "+1, but only", "once in a stack."),
    "2": (icons.BOOT, "2 Miles", "+2 straight", "on top of a 1."),
    "3": (icons.BOOT, "3 Miles", "+3 straight", "on top of 1, 2."),
    "B": (icons.BANDIT, "Bandits", "2 back for each,", "no step forward."),
    "S": (icons.STEAL, "Steal", "At night: take", "another's stack."),
    "R": (icons.EYE, "Recon", "At night: look", "into any stack."),
}
LEAF, WATER = "#7fae86", "#9fd0d2"


def face(piece: Piece) -> str:
    kind, _, rest = piece.name.partition(".")
    if kind == "raider":
        seat = board.COLOURS.index(rest)
        return medal(piece.width_mm, piece.marker_mm, piece.colour, rest[0].upper(), MARKS[seat], INKS[seat])
    if kind == board.IDOL:
        return medal(piece.width_mm, piece.marker_mm, piece.colour, "IDOL", icons.IDOL, NIGHT)
    if kind == board.TORCH:
        return medal(piece.width_mm, piece.marker_mm, piece.colour, "TORCH", icons.FLAME, NIGHT)
    return _back() if rest == "back" else _card(piece, rest)


def back(piece: Piece) -> str | None:
    return _back() if piece.back_marker is not None else None


def _card(piece: Piece, code: str) -> str:
    """The left strip, which shows in a fan, holds the marker and the code."""
    icon, title, above, below = CARDS[code]
    art = rect(0, 0, 44, 63, piece.colour) + rect(1.6, 27.6, 40.8, 33.8, PARCHMENT, r=1.5)
    art += rect(26.6, 1.6, 15.8, 23.8, piece.colour, r=1.5)  # with little ink the card itself is white
    art += _steps(code, icon) + middle(code, 10.6, 36.8, 14, NIGHT)
    art += stamp(icon, 30, 37, 14, piece.colour, GLEAM, NIGHT)
    art += line(3.6, 46.2, 40.4, 46.2, GOLD, 0.4)
    art += words(title, 22, 51.2, 4.2, INK, BOLD)
    return art + words(above, 22, 55.2, 2.9, INK) + words(below, 22, 58.8, 2.9, INK)


def _steps(code: str, icon: str) -> str:
    if code not in board.MILES:
        return stamp(icon, 34.8, 12.7, 14, WHITE, WHITE, NIGHT)
    miles = board.MILES[code]
    high = 21 / 3
    return "".join(stamp(icons.BOOT, 34.8, 19.6 - n * high, 6.6, WHITE, WHITE, NIGHT) for n in range(miles))


def _back() -> str:
    """The arrow says which way up a card lies: each next one on a stack the other way round."""
    art = rect(0, 0, 44, 63, NIGHT) + rect(2, 2, 40, 59, "", GOLD, 0.5, r=2)
    art += polygon([(22, 4.6), (29, 12.4), (24.6, 12.4), (24.6, 16.4), (19.4, 16.4), (19.4, 12.4), (15, 12.4)], GOLD)
    art += stamp(ICONS["temple"], 22, 53, 13, TEAL, GOLD, NIGHT)
    art += stamp(icons.PALM, 8.6, 53.4, 10, TEAL, GOLD, GOLD) + stamp(icons.PALM, 35.4, 53.4, 10, TEAL, GOLD, GOLD)
    return art + "".join(
        star(x, y, 4, 0.9, 0.3, GLEAM) for x, y in ((6, 8), (9, 16), (36, 7), (38, 17), (5.5, 26), (38.5, 38))
    )


def field() -> str:
    """The trail on top, the lane for revealed stacks below it, six rows of stacks, the deck."""
    table = layout()
    art = rect(0, 0, 840, 594, PARCHMENT)
    trail = [space for space in table.spaces if "lamp" in space.seats]
    art += "".join(_lane(n, trail) for n in range(6))
    art += "".join(_column(number, space, len(trail) - 1) for number, space in enumerate(trail))
    art += _jungle() + _reveal(table.spaces)
    art += "".join(_mat(n, x, y) for n, (x, y) in enumerate(SEATS, start=1))
    for name, label in ((board.DECK, "not dealt"), (board.DISCARD, "discard")):
        space = table.space[name]
        art += rect(space.x_mm - 22, space.y_mm - 27, 44, 58, SAND, DUNE, 0.6, r=3)  # clear of the mat above it
        art += middle(label, space.x_mm, space.y_mm + 2, 9, EARTH, fit=40)
    return art + words("GOLD RAIDERS", 560, 570, 18, TEAL, BOLD)


def _lane(number: int, trail: list[Space]) -> str:
    (x0, y), (x1, _) = trail[0].seat(f"lane{number + 1}"), trail[-1].seat(f"lane{number + 1}")
    art = line(x0, y, x1, y, COLOURS[number], 1.4, 'stroke-opacity="0.45"')
    art += circle(30, y, 6.4, COLOURS[number]) + middle(board.COLOURS[number][0].upper(), 30, y, 8, INKS[number])
    return art + stamp(MARKS[number], 814, y, 6, COLOURS[number])


def _column(number: int, space: Space, last: int) -> str:
    x = space.x_mm
    fill = {0: WATER, last: GLEAM}.get(number, SAND if number % 2 else "#f4e6c4")
    art = rect(x - 16.6, 38, 33.2, 158, fill, DUNE, 0.5, r=8)
    for n in range(6):
        cx, cy = space.seat(f"lane{n + 1}")
        art += circle(cx, cy, 12, "#fbf4e2" if number % 2 else "#faf1da", DUNE, 0.4)
        art += middle(str(number), cx, cy, 10, EARTH)
    lamp_x, lamp_y = space.seat("lamp")
    return art + circle(lamp_x, lamp_y, 3.4, WHITE, GOLD, 0.7)


def _jungle() -> str:
    art = stamp(icons.BOAT, 60, 23, 22, EARTH, "#fbf4e2", EARTH) + words("LAGOON", 76, 29, 10, TEAL, BOLD, "start")
    art += stamp(ICONS["temple"], 780, 23, 22, DUNE, GOLD, EARTH) + words("TEMPLE", 764, 29, 10, TEAL, BOLD, "end")
    for n, x in enumerate(range(150, 690, 46)):
        art += stamp(icons.PALM, x, 24 - 3 * (n % 2), 18 + 3 * (n % 3), LEAF, LEAF, DUNE)
    return art


def _reveal(spaces: tuple[Space, ...]) -> str:
    """The first card's place, a notch at the edges for each next one, and words where no line runs."""
    lane = [space for space in spaces if space.name.startswith("reveal.")]
    art = rect(20, 215, 800, 70, SAND, GOLD, 0.7, r=5)
    for number, space in enumerate(lane, start=1):
        left = space.x_mm - 22
        art += "".join(line(left, y, left, y + 5, EARTH, 0.6) for y in (218, 277)) if number > 1 else ""
        art += words(str(number), left + 2, 224, 6, EARTH, BOLD, "start") if number % 5 == 0 else ""
    first = lane[0]
    art += rect(first.x_mm - 22, first.y_mm - 31.5, 44, 63, "#f7ecd0", EARTH, 0.6, r=3)
    art += middle("bottom", first.x_mm, first.y_mm - 5, 9, EARTH) + middle("card", first.x_mm, first.y_mm + 6, 9, EARTH)
    text = "a stack is revealed here: each next card on the one before, at the next notch"
    art += words(text, 110, 246, 11, EARTH, BOLD, "start")
    return art + arrow([(110, 261), (560, 261)], EARTH, 1.6, 7)


def _mat(number: int, x: float, y: float) -> str:
    colour, ink = COLOURS[number - 1], INKS[number - 1]
    art = rect(x, y, SEAT_SIZE[0], SEAT_SIZE[1], SAND, colour, 1.2, r=6)
    for slot in range(board.SLOTS):
        art += rect(x + 1 + 46 * slot, y + 6, 44, 63, PARCHMENT, DUNE, 0.5, r=3)
        art += words(str(slot + 1), x + 23 + 46 * slot, y + 41, 10, GOLD, BOLD)
    art += circle(x + 384, y + 16, 13, PARCHMENT, DUNE, 0.5) + words("idol", x + 384, y + 17.7, 5, EARTH)
    art += circle(x + 384, y + 54, 15, PARCHMENT, DUNE, 0.5) + stamp(icons.FLAME, x + 384, y + 51, 15, DUNE, SAND)
    art += words("torch", x + 384, y + 64.6, 5, EARTH)
    art += circle(x + 376.5, y + 34, 4.4, colour) + middle(
        board.COLOURS[number - 1][0].upper(), x + 376.5, y + 34, 6, ink
    )
    return art + stamp(MARKS[number - 1], x + 391.5, y + 34, 7, colour)


def round_pictures() -> tuple[tuple[str, str], ...]:
    """Rulebook: a night of laying, a day of daring."""
    deal = "".join(stamp(ICONS["card"], -6 + 4 * n, 0, 17, NIGHT, GLEAM, NIGHT, turn=-15 + 10 * n) for n in range(4))
    night = stamp(ICONS["moon"], -6, -5, 9, GOLD, GOLD) + stamp(ICONS["card"], 4, 1, 18, NIGHT, GLEAM, TEAL)
    tricks = stamp(icons.EYE, -5, -4, 12, TEAL, GLEAM, NIGHT) + stamp(icons.STEAL, 6, 3, 12, EARTH, GLEAM, NIGHT)
    day = (
        stamp(ICONS["sun"], -7, -6, 9, GOLD)
        + rect(-5, -3, 8, 11, WHITE, NIGHT, 0.6, r=1)
        + middle("1", -1, 2.6, 7, TEAL)
    )
    day += rect(1, -5, 8, 11, WHITE, NIGHT, 0.6, r=1) + middle("2", 5, 0.6, 7, TEAL)
    walk = stamp(ICONS["raider"], -5, 0, 14, RUBY, WHITE, NIGHT) + stamp(icons.BANDIT, 7, -3, 10, EARTH, GLEAM, NIGHT)
    end = stamp(ICONS["temple"], -2, 0, 18, GOLD, GLEAM, NIGHT) + stamp(icons.IDOL, 9, 5, 8, RUBY, GLEAM, NIGHT)
    return (
        (deal, "Shuffle all, deal eight cards to everybody."),
        (night, "Night: one card face down, new stack or on one, arrow turned; torch on."),
        (tricks, "Or discard openly: recon looks, steal takes a stack."),
        (day, "Day: in turn reveal stacks, as many as you dare."),
        (walk, "1, 2, 3 on each other: forward. Triplet 5. Bandits: back."),
        (end, "End of day: on the temple you win; else the leader gets the idol."),
    )


def cutouts() -> tuple[Cutout, ...]:
    return ()
