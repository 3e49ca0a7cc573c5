"""Where everything of Temple of Gold lies, in millimetres on an A1 field."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from companion.games.temple_of_gold import board
from companion.layout import Layout, Piece, Space, Zone

PITCH = 62
MATS = ((60, 370), (60, 40), (670, 40), (670, 370))  # upper left corners of the players' mats, clockwise
MAT_SIZE = (110, 190)
TROPHIES = ((34, 334), (34, 266), (652, 266), (652, 334))  # where each player's first trophy lies
TORCHES = ((29, 500), (29, 90), (811, 90), (811, 500))  # in the margin beside each mat
# Camps are found by their colour: none is a jungle tile's, a gold marker's or a shadow's; and light, for the pawns'
# markers lie on them.
COLOURS = {"suns": "#e64a63", "arms": "#5a6cf0", "spring": "#3fb56d", "moons": "#a566dd"}
COIN_COLOURS = {"food": "#a8c832", "tools": "#6a8fa8", "wood": "#8a5a2e", "jewelry": "#a2478c"}
SUIT_COLOURS = {
    **{"suns": "#d9653f", "moons": "#6d7079", "crowns": "#c9a23f", "arms": "#3f77b5"},
    **{"spring": "#58a55c", "summer": "#3fa7b0", "fall": "#b0622e", "winter": "#8fa9c4"},
}

TILE = Piece("tile", "tile", 60, 60, marker_mm=22, marker_at_mm=(15, 15))
SECOND_MARKERS = 60  # each tile carries one more, in its other upper corner: a pawn hides only one of them
PAWN = Piece("pawn", "pawn", 22, 22, is_round=True, thickness_mm=35, top_mm=35, marker_mm=15, marker_at_mm=(11, 11))
COIN = Piece(
    *("coin", "coin", 24, 24, board.COINS_OF_A_KIND),
    is_round=True,
    marker_mm=14.9,
    marker_at_mm=(12, 12),
    earlier_mm=14,
)
CAMP = Piece("camp", "camp", 16, 16, board.CAMP_COINS, is_round=True, is_plain=True)
DIE = Piece("die", "die", 16, 16, thickness_mm=16, top_mm=16)
GOLD = Piece("gold", "gold", 15, 15, is_round=True, is_plain=True, colour="#f2c230", called="gold marker")
TORCH = Piece(
    "torch", "torch", 30, 30, is_round=True, marker=56, marker_mm=18.5, marker_at_mm=(15, 15), colour="#e8702a"
)

# A pawn or camp may lie anywhere on its tile and must still be nearest to it, so seats stay near the middle;
# each suit has its own corner, and a suit's camp lies in the corner across from its pawn. Treasures and used clues lie
# in the very middle, where they leave the tile's marker alone whichever way it is turned.
CORNERS = {"suns": (1, 1), "arms": (-1, 1), "spring": (1, -1), "moons": (-1, -1)}
PAWN_OFF, CAMP_OFF = 11.5, 9.0
MIDDLE = (0.0, 0.0)
EDGE_SEATS: Mapping[str, tuple[float, float]] = {
    **{"tile": MIDDLE, "lamp": MIDDLE},
    **{f"pawn.{suit}": (PAWN_OFF * x, PAWN_OFF * y) for suit, (x, y) in CORNERS.items()},
}
JUNGLE_SEATS = {
    **EDGE_SEATS,
    **{f"camp.{suit}": (-CAMP_OFF * x, -CAMP_OFF * y) for suit, (x, y) in CORNERS.items()},
    **{"gold": MIDDLE, "clue": MIDDLE},
}
TEMPLE_SEATS = {**EDGE_SEATS, "amulet": (-19.0, -19.0), "gold": (19.0, -19.0)}  # a pile each, in its upper corners

# A mat, from its upper left corner. Where things of one sort may lie in two places of a mat, both begin at the same
# height: so the line midway between them runs straight down and tells them apart all along.
COLUMN_XS = {"left": 15.0, "across": 30.0, "right": 45.0}
LOWEST_ROW, ROW_MM, ROWS = 170.0, 30.0, 4
SHELF = 52.0  # what lies here or on the fields below counts to the pack
TREASURES_X, TREASURE_MM, AMULET_X = 28.0, (12.0, 16.0), 9.5
GOLD_X, GOLD_MM, GOLD_RINGS = 97.5, 18.5, 7
WILD_X = 72.5

PILE_GOLD_MM = 20.5  # from one gold marker of the income pile or the spare ones to the next
INCOME_AT, SPARE_AT = (452.0, 510.0), (452.0, 538.0)


def layout(players: Sequence[str] = (), options: Mapping[str, Any] | None = None) -> Layout:
    """The table of the specification's section 2.3: the same for any number of players."""
    return _layout()


@cache
def _layout() -> Layout:
    return Layout(
        game="temple_of_gold",
        width_mm=840,
        height_mm=594,
        frame_markers=(242, 243, 244, 245),
        spaces=(*_grid(), *_beside(), *_mats()),
        zones=(
            *(Zone(f"seat{n}", x, y, x + MAT_SIZE[0], y + MAT_SIZE[1]) for n, (x, y) in enumerate(MATS, start=1)),
            Zone("trophies", 290, 40, 545, 100),
            Zone("pile", 575, 40, 635, 100),
            Zone("stacks", 240, 495, 420, 555),
            Zone("spare", 440, 495, 610, 555),
        ),
        pieces=tuple(_pieces()),
        tray="",
        torch="torch",
    )


def _square(half: float) -> tuple[tuple[float, float], ...]:
    return (-half, -half), (half, -half), (half, half), (-half, half)


def _grid() -> Iterator[Space]:
    """Letters from left to right, digits from bottom to top."""
    for i, column in enumerate(board.COLUMNS):
        for j, row in enumerate(board.ROWS):
            name = column + row
            seats = JUNGLE_SEATS if name in board.IN_JUNGLE else EDGE_SEATS
            seats = TEMPLE_SEATS if name == board.TEMPLE else seats
            yield Space(name, 265 + PITCH * i, 452 - PITCH * j, seats, 44, outline=_square(31))


def _beside() -> Iterator[Space]:
    """The coin stacks are for people: what lies there is no coin of a backpack, so it has no seat for one."""
    for n, suit in enumerate(board.ADVENTURES):
        yield Space(f"trophy.{suit}", 320 + 65 * n, 70, {"tile": MIDDLE}, 25, outline=_square(30))
    yield Space("pile", 605, 70, {"tile": MIDDLE}, 25, outline=_square(30))
    for name, at, most in (("income", INCOME_AT, 6), ("spare", SPARE_AT, 8)):
        yield Space(name, *at, {"gold": MIDDLE}, PILE_GOLD_MM * most, (PILE_GOLD_MM, 0))
    for n, kind in enumerate(board.KINDS):
        yield Space(f"stack.{kind}", 262.5 + 45 * n, 525, {"stack": MIDDLE}, 20)
    for seat, at in zip(board.SEATS, TORCHES, strict=True):
        yield Space(f"torch.{seat}", *at, {"torch": MIDDLE}, 75)


def _mats() -> Iterator[Space]:
    """From the left: the backpack (two columns, rows from below), the die track, the strip for gold.

    A coin that finds no free row lies above them, and still counts.
    """
    for seat, ((x, y), trophy) in enumerate(zip(MATS, TROPHIES, strict=True), start=1):
        for column, off in COLUMN_XS.items():
            at = x + off, y + LOWEST_ROW
            yield Space(f"seat{seat}.{column}", *at, {"coin": MIDDLE}, ROW_MM * ROWS + 8, (0, -ROW_MM))
        shelf = {"gold": MIDDLE, "amulet": (AMULET_X - TREASURES_X, 0.0)}
        yield Space(f"seat{seat}.pack", x + TREASURES_X, y + SHELF, shelf, 126, TREASURE_MM)
        yield Space(f"seat{seat}.gold", x + GOLD_X, y + SHELF, {"gold": MIDDLE}, 120, (0, GOLD_MM))
        for step in range(board.WILD_STEPS):
            yield Space(f"seat{seat}.wild{step}", x + WILD_X, y + LOWEST_ROW - 30 * step, {"die": MIDDLE}, 15)
        yield Space(f"seat{seat}.trophy", *trophy, {"tile": MIDDLE}, 95, (28, 0), _square(30))


def _pieces() -> Iterator[Piece]:
    for n, tile in enumerate(board.TILES):
        facings = (0, 90, 180, 270) if tile in board.IN_PILE else ()
        colour, called = SUIT_COLOURS[board.SUIT_OF[tile]], f"{board.TILE_NAMES[tile]} tile"
        second = ((SECOND_MARKERS + n, TILE.width_mm - TILE.marker_at_mm[0], TILE.marker_at_mm[1]),)
        marked = replace(TILE, marker=n, more_markers=second, facings=facings)
        yield replace(marked, name=f"tile.{tile}", colour=colour, called=called)
    yield Piece("tile.back", "tile", 60, 60, len(board.FACE_DOWN), colour="#efdfb8", called="face-down tile")
    for n, (kind, colour) in enumerate(COIN_COLOURS.items(), start=48):
        yield replace(COIN, name=f"coin.{kind}", marker=n, colour=colour)
    for n, (suit, colour) in enumerate(COLOURS.items(), start=52):
        yield replace(PAWN, name=f"pawn.{suit}", seat=f"pawn.{suit}", marker=n, colour=colour)
    for suit, colour in COLOURS.items():
        yield replace(CAMP, name=f"camp.{suit}", seat=f"camp.{suit}", colour=colour)
        yield replace(DIE, name=f"die.{suit}", colour=colour)
    yield replace(GOLD, copies=22)
    yield Piece("amulet", "amulet", 20, 20, 4, is_round=True, colour="#ffffff")  # white on paper: not looked for
    # black to people; a touch of plum, for black itself is everywhere in print and shadow
    yield replace(GOLD, name="clue", seat="clue", copies=16, colour="#5c0f52", called="black ring")
    yield TORCH
