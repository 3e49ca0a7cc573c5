"""Where everything of Gold Mine lies, in millimetres: a field of 21 x 15 cells, the dice tray to its right."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from companion.games.gold_mine import board
from companion.games.gold_mine.words import cell_words
from companion.layout import Die, Layout, Piece, Space, Zone

PITCH = 45.3  # tiles of 45 mm and a small gap
SIDES = {"n": "at its north side", "e": "at its east side", "s": "at its south side", "w": "at its west side"}
IN_CORNERS = {"nw": "north-west", "ne": "north-east", "se": "south-east", "sw": "south-west"}
TOWARDS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0), "c": (0, 0)}
# three beside each other are wider than the entrance: with few players its left and right neighbours stay free
HOMES = dict(zip(board.COLOURS, ((0, -0.5), (0, 0.5), (-1, -0.5), (-1, 0.5), (1, -0.5), (1, 0.5)), strict=True))
COLOURS = dict(zip(board.COLOURS, ("#cf3f37", "#3d9a5b", "#3478bd", "#f4e04d", "#26282b", "#f4f4f0"), strict=True))

TILE = Piece("tile", "tile", 45, 45, facings=(0, 90, 180, 270))
MINER = Piece("miner", "miner", 15, 15, thickness_mm=12, top_mm=12, below_mm=TILE.thickness_mm)
TOKEN = Piece("token", "token", 26, 26, 18, is_round=True, marker_at_mm=(13, 13))
TORCH = Piece(board.TORCH, "torch", 30, 30, is_round=True, marker=122, marker_mm=18, marker_at_mm=(15, 15))
GOLD = "#f5a800"  # nuggets have no marker: nothing else on the table is of this colour
ROCK = {"entrance": "#c49a3c", "gold": "#6e5330", "tunnel": "#57483a", "cavern": "#3f5660"}


@dataclass(frozen=True)
class Print:
    """One way the table was printed: its size, where the entrance lies, and how large what stands on it is."""

    frame: tuple[int, int, int, int]
    width: float
    height: float
    centre: tuple[float, float]  # of the entrance
    marker_mm: float  # of tiles
    inset_mm: float  # from a tile's edges to the middle of its marker
    corners: tuple[int, ...]  # the entrance's further markers: from its upper right corner on, or only opposite
    topper_mm: float
    topper_marker_mm: float
    token_marker_mm: float
    foot_mm: float  # from a tile's middle to where a miner stands at a mouth
    rail_y: float
    earlier_mm: float | None = None  # what markers of tiles and miners were printed with, the corners being the same

    @property
    def aside(self) -> float:
        """The middle of what lies right of the field."""
        return self.width - 84

    @property
    def column(self) -> Mapping[str, float]:
        """Lamp and torch of each player."""
        return {colour: self.aside - 65 + 26 * n for n, colour in enumerate(board.COLOURS)}

    def feet(self) -> Iterator[tuple[str, tuple[float, float]]]:
        """At the mouths, in the middle, and in the corners: half a pitch apart from each other and from those of the
        next tiles, so that a topper has room on each."""
        for mark, (x, y) in TOWARDS.items():
            yield mark, (self.foot_mm * x, self.foot_mm * y)
        for corner in board.CORNERS:
            (_, y), (x, _) = TOWARDS[corner[0]], TOWARDS[corner[1]]
            yield corner, (PITCH / 4 * x, PITCH / 4 * y)

    def homes(self) -> Iterator[tuple[str, tuple[float, float]]]:
        """Six toppers beside each other around the ladder; the outer ones stand over the entrance's edge."""
        for colour, (x, y) in HOMES.items():
            yield colour, (self.topper_mm * x, self.topper_mm * y)


# A marker of 17.5 mm has 3 px a module at the farthest corner where the field's 692 mm just fill the height of 1080.
# Earlier boards had smaller markers, the first one was 715 mm high; they still lie on people's tables, and their own
# corners tell them.
NOW = Print((128, 129, 130, 131), 1160, 692, (516.0, 349.5), 17.5, 11, (101,), 21.9, 17.5, 17.5, 11.7, 5)
SECOND = Print((124, 125, 126, 127), 1160, 692, (516.0, 349.5), 16.2, 10.2, (101,), 20.3, 16.2, 17, 12.4, 5)
FIRST = Print((238, 239, 240, 241), 1160, 715, (516.0, 357.5), 14, 8.75, (100, 101, 102), 15, 12, 14, 15, 9)
# Four cards instead of a board, the strip with the tray at the right one's foot: as far apart as the table allows.
CARDS = replace(NOW, frame=(116, 117, 118, 119), width=900, height=560, centre=(370.0, 280.0), earlier_mm=16.2)
STRIP_MM = 168.0  # wide
NOWHERE_MM = -300.0  # outside of what the camera sees
PURSE = {colour: 478 + 25 * n for n, colour in enumerate(board.COLOURS)}  # rows for everybody's nuggets


def layout(players: Sequence[str] = (), options: Mapping[str, Any] | None = None) -> Layout:
    """The view of the specification's section 2.5; the mat holds the entrance, so the cells have fixed places."""
    return _layout()


@cache
def _layout() -> Layout:
    return replace(_laid(NOW), also=(_laid(FIRST), _laid(SECOND), fitted(CARDS.width, CARDS.height)))


def fitted(width: float, height: float, entrance: tuple[float, float] | None = None) -> Layout:
    """The table between four cards; the mine grows from where its entrance lies, the middle if nobody saw it."""
    centre = entrance or ((width - STRIP_MM) / 2, height / 2)
    table = _laid(replace(CARDS, width=width, height=height, centre=centre))
    free = tuple(_out_of_the_way(table, space) for space in table.spaces)
    return replace(table, spaces=free, anchor=board.tile_piece(board.ENTRANCE), fitted=fitted)


def _out_of_the_way(table: Layout, space: Space) -> Space:
    """Cells and rails that would lie under the strip are nowhere: nobody lays a tile there."""
    is_field = space.name[0] in "-0123456789" or space.name.startswith("rail.")
    is_under = is_field and space.x_mm > table.width_mm - STRIP_MM - 5
    return replace(space, x_mm=NOWHERE_MM, y_mm=NOWHERE_MM) if is_under else space


def _laid(made: Print) -> Layout:
    tray = Zone("tray", made.aside - 60, 60, made.aside + 60, 180)
    return Layout(
        game=board.NAME,
        width_mm=made.width,
        height_mm=made.height,
        frame_markers=made.frame,
        spaces=(*_cells(made), *_entrance(made), *_aside(made), *_purses(made), *_lamps(made)),
        zones=(tray, *_purse_zones(made)),
        pieces=tuple(_pieces(made)),
        torch=board.TORCH,
        dice=(Die(board.WHITE_DIE, "#f4efe4"), Die(board.BLACK_DIE, "#26221f")),
    )


def _middle(made: Print, x: int, y: int) -> tuple[float, float]:
    return made.centre[0] + PITCH * x, made.centre[1] + PITCH * y


def _cells(made: Print) -> Iterator[Space]:
    half = PITCH / 2
    seats = {"tile": (0.0, 0.0), "nugget": (0.0, 0.0)}
    for y in board.FIELD_Y:
        for x in board.FIELD_X:
            at = _middle(made, x, y)
            called = "the entrance" if (x, y) == board.ENTRANCE_CELL else f"the place {cell_words((x, y))}"
            yield Space(board.cell_space(x, y), *at, seats, half, outline=_square(half), called=called)
            if (x, y) != board.ENTRANCE_CELL:
                yield from _feet(made, x, y, called)


def _feet(made: Print, x: int, y: int, called: str) -> Iterator[Space]:
    at = _middle(made, x, y)
    for mark, (dx, dy) in made.feet():
        if len(mark) == 2 and board.BESIDE.get((x, y), "-") in mark:
            continue  # miners on the entrance reach there
        apart = (0.0, 3.0) if mark in "ew" else (-3.0, 0.0) if mark.endswith("e") else (3.0, 0.0)  # along the wall
        foot, there = board.foot_space(x, y, mark), (round(at[0] + dx, 3), round(at[1] + dy, 3))
        yield Space(foot, *there, {"miner": (0.0, 0.0)}, 11, apart, _square(3), f"{called}, {_which(mark)}")


def _which(mark: str) -> str:
    """
    >>> _which("n"), _which("se"), _which("c")
    ('at its north side', 'in its south-east corner', 'in its middle')
    """
    return SIDES.get(mark) or (f"in its {IN_CORNERS[mark]} corner" if mark in IN_CORNERS else "in its middle")


def _square(half: float) -> tuple[tuple[float, float], ...]:
    return (-half, -half), (half, -half), (half, half), (-half, half)


def _entrance(made: Print) -> Iterator[Space]:
    for colour, (dx, dy) in made.homes():
        at = made.centre[0] + dx, made.centre[1] + dy
        spot = f"{colour}'s spot at the ladder"
        yield Space(board.entrance_space(colour), *at, {"miner": (0.0, 0.0)}, 11, outline=_square(7), called=spot)


def _aside(made: Print) -> Iterator[Space]:
    plate = ((-30, -15), (30, -15), (30, 15), (-30, 15))
    yield Space(board.PLATE, made.aside, 205, {"token": (0.0, 0.0)}, 30, outline=plate)
    yield Space(board.SHOW, made.aside, 275, {"tile": (0.0, 0.0)}, 24, outline=_square(24))
    for colour, x in made.column.items():
        yield Space(board.torch_space(colour), x, 426, {"torch": (0.0, 0.0)}, 16, outline=_square(12))


def _purses(made: Print) -> Iterator[Space]:
    """They begin at the field's side and grow away from it, so that no cell is ever nearer.

    How many nuggets a player has is known by bookkeeping.
    """
    right, seats, apart = 157, {"nugget": (0.0, 0.0)}, (16.2, 0.0)
    row = ((-8, -9), (right, -9), (right, 9), (-8, 9))
    for colour, y in PURSE.items():
        name, called = board.purse_space(colour), f"{colour}'s purse"
        yield Space(name, made.width - right - 2, y, seats, right + 1, apart, row, called, is_read=False)


def _purse_zones(made: Print) -> Iterator[Zone]:
    for space in _purses(made):
        (x0, y0), _, (x1, y1), _ = space.outline
        yield Zone(space.name, space.x_mm + x0, space.y_mm + y0, space.x_mm + x1, space.y_mm + y1)


def _lamps(made: Print) -> Iterator[Space]:
    """The lights of the specification's section 9: beside the tray, and rails along two edges of the field."""
    lamp = {"lamp": (0.0, 0.0)}
    for colour, x in made.column.items():
        yield Space(f"seat.{colour}", x, 398, lamp, 6)
    for n in range(1, 11):
        yield Space(f"bar.{n}", made.aside - 66 + 12 * n, 350, lamp, 6)
    for n, name in enumerate(("gold", "bats", "passage", "attention")):
        yield Space(name, made.aside - 45 + 30 * n, 450, lamp, 6)
    for x in board.FIELD_X:
        yield Space(f"rail.x.{x}", _middle(made, x, 0)[0], made.rail_y, lamp, 6)
    for y in board.FIELD_Y:
        yield Space(f"rail.y.{y}", 30, _middle(made, 0, y)[1], lamp, 6)


def _pieces(made: Print) -> Iterator[Piece]:
    near, side = made.inset_mm, made.topper_mm
    for n, tile in enumerate(board.TILES):
        more = _corners(made) if tile.id == board.ENTRANCE else ()
        marked = replace(TILE, marker=n, marker_mm=made.marker_mm, marker_at_mm=(near, near), more_markers=more)
        yield replace(marked, name=board.tile_piece(tile.id), colour=ROCK[tile.kind], earlier_mm=made.earlier_mm)
    miner = replace(MINER, width_mm=side, height_mm=side, marker_mm=made.topper_marker_mm, earlier_mm=made.earlier_mm)
    for n, (colour, shade) in enumerate(COLOURS.items(), start=110):
        marked = replace(miner, marker=n, marker_at_mm=(side / 2, side / 2))
        yield replace(marked, name=board.miner_piece(colour), colour=shade)
    nugget = Piece(board.NUGGET, "nugget", 12, 12, board.NUGGETS, is_round=True, thickness_mm=6, top_mm=6)
    yield replace(nugget, colour=GOLD, is_plain=True)
    token = replace(TOKEN, marker_mm=made.token_marker_mm)
    yield replace(token, name=board.TOKEN_GOLD, marker=120, colour="#c49a3c")
    yield replace(token, name=board.TOKEN_BAT, marker=121, colour="#4b4468")
    yield replace(TORCH, colour="#b5482a")


def _corners(made: Print) -> tuple[tuple[int, float, float], ...]:
    near, far = made.inset_mm, TILE.width_mm - made.inset_mm
    spots = {100: (far, near), 101: (far, far), 102: (near, far)}
    return tuple((marker, *spots[marker]) for marker in made.corners)
