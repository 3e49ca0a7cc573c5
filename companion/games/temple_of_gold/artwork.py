"""What Temple of Gold looks like: an island laid tile by tile, eight suits, four backpacks."""

from companion.games.temple_of_gold import board, icons
from companion.games.temple_of_gold.layout import (
    AMULET_X,
    COIN_COLOURS,
    COLOURS,
    GOLD_MM,
    GOLD_RINGS,
    GOLD_X,
    MAT_SIZE,
    MATS,
    PILE_GOLD_MM,
    SHELF,
    SUIT_COLOURS,
    TREASURES_X,
    TROPHIES,
    layout,
)
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
    Cutout,
    arrow,
    circle,
    gilded,
    line,
    medal,
    middle,
    path,
    rect,
    stamp,
    star,
    words,
)
from companion.layout import Piece, Space

TITLE = "Temple of Gold"
BOUGHT: tuple[str, ...] = tuple(f"die.{suit}" for suit in board.PLAYER_SUITS)
SHAPED: tuple[str, ...] = ()
NEEDS: tuple[str, ...] = ("a die in each player's colour",)

PALE = {
    **{"suns": "#f6d9c4", "moons": "#e1e1e4", "crowns": "#f3e4b8", "arms": "#cfdff0"},
    **{"spring": "#d5ebcf", "summer": "#cde9e8", "fall": "#ecd3bd", "winter": "#dfe8f1"},
}
VALUES = {"n": "–", "a": "A"}
LETTERS = {"suns": "S", "arms": "A", "spring": "P", "moons": "M"}
LEAF = "#bcd0a4"
STONE, GREY = "#e9e4da", "#8f9499"  # nothing on a tile or the temple is as strongly coloured as what lies there


def face(piece: Piece) -> str:
    kind, _, rest = piece.name.partition(".")
    match kind:
        case "tile":
            return _tile_back() if rest == "back" else _tile(rest)
        case "coin":
            ink = NIGHT if rest == "food" else WHITE
            return medal(piece.width_mm, piece.marker_mm, piece.colour, rest.upper(), icons.KINDS[rest], ink)
        case "pawn":
            return medal(piece.width_mm, piece.marker_mm, piece.colour, LETTERS[rest], icons.SUITS[rest])
        case "camp":
            return circle(8, 8, 8, piece.colour) + stamp(icons.SUITS[rest], 8, 8, 8, WHITE, piece.colour)
        case "die":
            return rect(0, 0, 16, 16, piece.colour, r=2.5) + _pips(WHITE)
        case "torch":
            return _torch(piece)
        case "gold":
            return gilded(piece.width_mm, piece.colour)
        case "amulet":
            art = circle(10, 10, 9.8, WHITE, "#c9c9c4", 0.4)
            return art + stamp(icons.AMULET, 10, 10, 11, "#dcdcd6", WHITE, "#b5b5ae")
    return _ring(piece)


def back(piece: Piece) -> str | None:
    is_tile = piece.name.startswith("tile.") and piece.name != "tile.back"
    return _tile_back() if is_tile else None


def _torch(piece: Piece) -> str:
    """White up to a narrow rim, so that nothing dark touches the marker's corners."""
    art = circle(15, 15, 15, piece.colour) + circle(15, 15, 14, WHITE)
    art += "".join(middle("TORCH", 15, y, 2, piece.colour) for y in (2.7, 27.3))
    return art + "".join(stamp(icons.FLAME, x, 15, 2.4, piece.colour, WHITE) for x in (2.7, 27.3))


def _ring(piece: Piece) -> str:
    """A black ring around an empty middle: the value below stays readable."""
    d = "M0 7.5A7.5 7.5 0 1 1 15 7.5A7.5 7.5 0 1 1 0 7.5ZM3.2 7.5A4.3 4.3 0 1 0 11.8 7.5A4.3 4.3 0 1 0 3.2 7.5Z"
    return path(d, piece.colour, more='fill-rule="evenodd"')


def _pips(fill: str) -> str:
    return "".join(circle(x, y, 1.5, fill) for x in (4.4, 11.6) for y in (4, 8, 12))


def _tile(tile: str) -> str:
    """Two markers above, value and use below, the red bar on the blocked side."""
    suit, value = tile.split("_")
    colour, label, is_blocked = SUIT_COLOURS[suit], VALUES.get(value, value), tile in board.IN_PILE
    art = rect(0, 0, 60, 60, colour) + rect(2, 31.2, 56, 22 if is_blocked else 26.8, PALE[suit], r=2)
    art += middle(label, 10, 39.6, 17, NIGHT, fit=11) + stamp(icons.SUITS[suit], 23, 39.6, 11, GREY, PALE[suit])
    art += _use(tile, suit)
    return art + (rect(2, 54, 56, 4.6, RUBY, WHITE, 0.5) + _closed(30, 56.3) if is_blocked else "")


def _closed(x: float, y: float) -> str:
    """What the red bar says: a wall, and nobody walks across."""
    posts = "".join(rect(x + dx - 0.5, y - 2.3, 1, 4.6, WHITE) for dx in (-22.5, -18, 18, 22.5))
    return posts + middle("NO WAY ACROSS", x, y, 3.4, WHITE, fit=32)


def _use(tile: str, suit: str) -> str:
    """What the tile is for, in small words where pawns will stand."""
    if tile in board.ADVENTURE_OF:
        kind, count = board.PRICES[suit]
        signs = "".join(stamp(icons.KINDS[kind], 53.4 - 5 * n, 50, 4.4, COIN_COLOURS[kind]) for n in range(count))
        return words(_SHORT[suit], 4, 51.2, 3.6, INK, BOLD, "start") + signs
    if tile in board.IN_PILE:
        return words("jungle", 4, 51.2, 3.6, EARTH, anchor="start") + stamp(icons.PALM, 53, 49, 6, LEAF, LEAF, DUNE)
    if tile in board.TROPHIES.values():
        art = words(f"trophy: {board.ADVENTURE_NAMES[suit]}", 4, 51.2, 3.6, INK, BOLD, "start")
        return art + middle(f"{board.TROPHY_GOLD[suit]} gold", 43.6, 40, 7.6, EARTH, fit=24)
    if tile in board.TOWNS:
        kind = {"winter": "tools", "fall": "wood"}[suit]
        art = words(f"town: 1 {kind}", 4, 51.2, 3.6, INK, BOLD, "start")
        return (
            art
            + stamp(icons.TOWN, 50, 41, 13, "#c9b48c", "#f3e7c8")
            + stamp(icons.KINDS[kind], 38, 41, 8, COIN_COLOURS[kind])
        )
    return words("start" if tile in board.START_TILES else "coast or backpack", 4, 51.2, 3.6, EARTH, anchor="start")


_SHORT = {"suns": "desert", "fall": "dense jungle", "summer": "lake", "arms": "natives"}


def _tile_back() -> str:
    """A blank of an old map: nobody has been here yet. Pale, so that whatever lies on it is seen."""
    art = rect(0, 0, 60, 60, "#c9a86a") + rect(1.4, 1.4, 57.2, 57.2, SAND, r=2)
    art += rect(4.6, 4.6, 50.8, 50.8, "", "#cdb278", 0.6, r=3, more='stroke-dasharray="3 2"')
    art += circle(30, 30, 16.5, "#f4e8c8", "#cdb278", 0.5) + star(30, 30, 8, 21, 6, "#e3cf9d", 22.5)
    art += star(30, 30, 4, 25, 5.5, "#d6bd84") + circle(30, 30, 9.4, "#f4e8c8", "#cdb278", 0.5)
    art += middle("?", 30, 30, 14, "#a98f58")
    palm = "#d9c692"
    return art + "".join(stamp(icons.PALM, x, y, 8, palm, palm, palm) for x in (11, 49) for y in (11, 49))


def field() -> str:
    """The 6 x 6 island in the middle, four mats around it, trophies and the pile above, coins below."""
    table = layout()
    art = rect(0, 0, 840, 594, PARCHMENT) + rect(229, 106, 382, 382, MIST, TEAL, 1.2, r=8)
    art += "".join(_cell(table.space[name]) for name in board.SPACES)
    for i, column in enumerate(board.COLUMNS):
        art += words(column, 265 + 62 * i, 104.4, 5, TEAL, BOLD) + words(str(i + 1), 223.6, 454 - 62 * i, 5, TEAL, BOLD)
    art += "".join(_trophy(suit, table.space[f"trophy.{suit}"]) for suit in board.ADVENTURES)
    art += _slot(605, 70, "exploring pile") + _supplies(table.spaces)
    for number, ((x, y), trophy) in enumerate(zip(MATS, TROPHIES, strict=True), start=1):
        art += _mat(number, x, y) + _held(trophy)
    return art + words("TEMPLE OF GOLD", 420, 584, 14, TEAL, BOLD)


def _cell(space: Space) -> str:
    x, y, name = space.x_mm, space.y_mm, space.name
    if name == board.TEMPLE:
        art = rect(x - 30, y - 30, 60, 60, STONE, GOLD, 0.8, r=4) + stamp(
            ICONS["temple"], x + 10, y + 12, 30, DUNE, GOLD, EARTH
        )
        art += circle(x - 19, y - 19, 10, PARCHMENT, DUNE, 0.4) + circle(x + 19, y - 19, 7.5, PARCHMENT, DUNE, 0.4)
        return art + words("temple", x - 17, y + 25, 5, EARTH, BOLD)
    if name == board.START:
        art = rect(x - 30, y - 30, 60, 60, "#f1e2b4", GOLD, 0.8, r=4)
        art += stamp(icons.SUITS["summer"], x - 20, y - 20, 10, "#a9cfce") + stamp(
            icons.SUITS["crowns"], x + 20, y - 20, 10, "#dcc382"
        )
        return art + words("start: 2 food, 1 jewelry", x, y + 26, 4.4, EARTH, BOLD)
    is_edge = name in board.EDGE
    art = rect(x - 30, y - 30, 60, 60, "#e8e6d2" if is_edge else "#eef0e0", "#c5cdb4", 0.5, r=4)
    sign = icons.SUITS["summer"] if is_edge else icons.PALM
    art += stamp(sign, x, y, 20, "#dcd9bd" if is_edge else "#dfe6cc", "#dcd9bd", "#dfe6cc")
    return art + words("coast or town" if is_edge else "", x, y + 26, 4, "#b0ab86")


def _slot(x: float, y: float, label: str) -> str:
    return rect(x - 30, y - 30, 60, 60, SAND, DUNE, 0.6, r=4) + words(label, x, y + 1.6, 5, EARTH, fit=54)


def _trophy(suit: str, space: Space) -> str:
    x, y = space.x_mm, space.y_mm
    art = rect(x - 30, y - 30, 60, 60, PALE[suit], DUNE, 0.6, r=4) + stamp(
        icons.SUITS[suit], x, y - 6, 20, GREY, PALE[suit]
    )
    return art + words(f"{_SHORT[suit]}, {board.TROPHY_GOLD[suit]} gold", x, y + 22, 5, EARTH, BOLD, fit=54)


def _supplies(spaces: tuple[Space, ...]) -> str:
    """The coin stacks; the income pile and the spare markers side by side, so that what is left can be counted."""
    art = rect(240, 495, 180, 60, SAND, DUNE, 0.6, r=6) + rect(440, 495, 170, 60, SAND, DUNE, 0.6, r=6)
    for space in spaces:
        kind = space.name.removeprefix("stack.")
        if kind in board.KINDS:
            art += circle(space.x_mm, space.y_mm, 13, PARCHMENT, DUNE, 0.5)
            art += words(kind, space.x_mm, 549, 5, EARTH) + stamp(
                icons.KINDS[kind], space.x_mm, 525, 12, DUNE, PARCHMENT
            )
        if space.name in _GOLD_ROWS:
            label, most = _GOLD_ROWS[space.name]
            rings = (space.x_mm + PILE_GOLD_MM * n for n in range(most))
            art += "".join(circle(x, space.y_mm, 8, PARCHMENT, DUNE, 0.5) for x in rings)
            art += words(label, 606, space.y_mm + (11.4 if most == 8 else 1.6), 5, EARTH, anchor="end")
        if space.name.startswith("torch."):
            art += circle(space.x_mm, space.y_mm, 15.6, PARCHMENT, DUNE, 0.6)
            art += stamp(icons.FLAME, space.x_mm, space.y_mm, 18, DUNE, SAND) + words(
                "torch", space.x_mm, space.y_mm + 21, 4.4, EARTH
            )
    return art


_GOLD_ROWS = {"income": ("income", 6), "spare": ("treasures", 8)}


def _mat(number: int, x: float, y: float) -> str:
    art = rect(x - 2, y, MAT_SIZE[0] + 4, MAT_SIZE[1], SAND, GOLD, 0.8, r=6)
    art += circle(x + 14, y + 16, 10, TEAL) + middle(str(number), x + 14, y + 16, 12, WHITE)
    art += words("backpack", x + 28, y + 20, 5, EARTH, BOLD, "start")
    art += words("treasures, amulet: a field each", x + 1, y + 36, 3.6, EARTH, anchor="start", fit=58)
    art += circle(x + AMULET_X, y + SHELF, 10.2, PARCHMENT, DUNE, 0.4)
    art += circle(x + TREASURES_X, y + SHELF, 8, PARCHMENT, DUNE, 0.5)
    for row in range(4):
        for column in range(2):
            art += rect(x + 0.6 + 30 * column, y + 65.6 + 30 * row, 28.8, 28.8, PARCHMENT, DUNE, 0.5, r=3)
            art += words("1", x + 5 + 50 * column, y + 91 + 30 * row, 5, DUNE, BOLD)
        art += circle(x + 30, y + 80 + 30 * row, 12.4, PARCHMENT, DUNE, 0.4)
        art += middle("2", x + 30, y + 80 + 30 * row, 6, DUNE)
    for step in range(board.WILD_STEPS):
        art += rect(x + 62, y + 156 - 30 * step, 21, 28, "#f5e8c8", DUNE, 0.5, r=3)
        art += words(str(step), x + 72.5, y + 181 - 30 * step, 5, EARTH, BOLD)
    for n in range(GOLD_RINGS):
        art += circle(x + GOLD_X, y + SHELF + GOLD_MM * n, 8, PARCHMENT, DUNE, 0.5)
    return art + words("gold", x + GOLD_X, y + 38, 5, EARTH, BOLD) + words("wild", x + 72.5, y + 5, 4, EARTH, BOLD)


def _held(at: tuple[float, float]) -> str:
    x, y = at
    art = "".join(rect(x - 30 + 28 * n, y - 30, 60, 60, "#f5ebd2", DUNE, 0.5, r=4) for n in range(4))
    return art + words("trophies", x + 84, y + 1.6, 5, EARTH)


def round_pictures() -> tuple[tuple[str, str], ...]:
    """Rulebook: move, pick up and explore in any order, then what follows."""
    walk = arrow([(-9, 7), (-2, 7), (-2, -1), (4, -1)], EARTH, 1.4, 3) + stamp(
        ICONS["raider"], 7, -4, 10, COLOURS["suns"], WHITE, NIGHT
    )
    goods = "".join(
        stamp(icons.KINDS[kind], -6 + 12 * (n % 2), -5.5 + 11 * (n // 2), 9, COIN_COLOURS[kind], PARCHMENT)
        for n, kind in enumerate(board.KINDS)
    )
    tile = rect(-8, -8, 16, 16, SUIT_COLOURS["spring"]) + rect(-7, 5.4, 14, 1.8, RUBY) + middle("3", 3, -3, 9, WHITE)
    camp = stamp(icons.TENT, -3, 1, 15, COLOURS["arms"], WHITE) + stamp(
        icons.KINDS["food"], 8, -5, 8, COIN_COLOURS["food"], PARCHMENT
    )
    dig = circle(0, -2, 6, "#f2c230") + line(-10, -2, -6.6, -2, NIGHT, 1) + line(0, 10, 0, 4.6, NIGHT, 1)
    dig += middle("3", -8.4, -6, 5, NIGHT) + middle("2", 4, 8, 5, NIGHT)
    home = stamp(ICONS["temple"], -2, 0, 18, GOLD, GLEAM, NIGHT) + stamp(icons.AMULET, 9, 3, 9, DUNE, WHITE, NIGHT)
    return (
        (walk, "Move: eight spaces less what you carry."),
        (goods, "Pick up what your space offers, if your pack has room."),
        (tile, "Explore: lay a tile beside you, its red wall where you like; nobody walks across."),
        (camp, "Enter an adventure: pay, set a camp. Most camps: trophy."),
        (dig, "Two clues meet: announce the treasure; 2 food dig it up."),
        (home, "Reach the temple: amulet and gold, then income every turn."),
    )


def cutouts() -> tuple[Cutout, ...]:
    return ()
