"""Where everything of Gold Mine lies, in millimetres: a field of 21 x 15 cells, the dice tray to its right."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from companion.games.gold_mine import board
from companion.games.gold_mine.words import cell_words
from companion.layout import Die, Layout, Piece, Space, Zone

WIDTH, HEIGHT = 1160, 715
PITCH = 45.3  # tiles of 45 mm and a small gap
CENTRE = (516.0, 357.5)  # of the entrance
ASIDE = 1076  # the middle of what lies right of the field
SIDES = {"n": "at its north side", "e": "at its east side", "s": "at its south side", "w": "at its west side"}
FEET = {"n": (0.0, -15.0), "e": (15.0, 0.0), "s": (0.0, 15.0), "w": (-15.0, 0.0), "c": (0.0, 0.0)}
HOME = dict(zip(board.COLOURS, ((-15, -7.5), (0, -7.5), (15, -7.5), (-15, 7.5), (0, 7.5), (15, 7.5)), strict=True))
COLOURS = dict(zip(board.COLOURS, ("#cf3f37", "#3d9a5b", "#3478bd", "#f4e04d", "#26282b", "#f4f4f0"), strict=True))

COLUMN = {colour: ASIDE - 65 + 26 * n for n, colour in enumerate(board.COLOURS)}  # lamp and torch of each player

PURSE = {colour: 478 + 25 * n for n, colour in enumerate(board.COLOURS)}  # rows for everybody's nuggets
PURSE_X = 1001  # they begin at the field's side and grow away from it, so that no cell is ever nearer

# The tunnel starts 5 mm from the middle, the plate of a 14 mm marker ends there: no larger one has room.
TILE = Piece("tile", "tile", 45, 45, marker_mm=14, marker_at_mm=(8.75, 8.75), facings=(0, 90, 180, 270))
MINER = Piece("miner", "miner", 15, 15, thickness_mm=12, top_mm=12, marker_mm=12, marker_at_mm=(7.5, 7.5))
TOKEN = Piece("token", "token", 26, 26, 18, is_round=True, marker_mm=17, marker_at_mm=(13, 13))
TORCH = Piece(board.TORCH, "torch", 30, 30, is_round=True, marker=122, marker_mm=17, marker_at_mm=(15, 15))
ENTRANCE_CORNERS = ((100, 36.25, 8.75), (101, 36.25, 36.25), (102, 8.75, 36.25))
GOLD = "#f5a800"  # nuggets have no marker: nothing else on the table is of this colour
ROCK = {"entrance": "#c49a3c", "gold": "#6e5330", "tunnel": "#57483a", "cavern": "#3f5660"}


def layout(players: Sequence[str] = (), options: Mapping[str, Any] | None = None) -> Layout:
    """The view of the specification's section 2.5; the mat holds the entrance, so the cells have fixed places."""
    return _layout()


@cache
def _layout() -> Layout:
    return Layout(
        game=board.NAME,
        width_mm=WIDTH,
        height_mm=HEIGHT,
        frame_markers=(238, 239, 240, 241),
        spaces=(*_cells(), *_entrance(), *_aside(), *_purses(), *_lamps()),
        zones=(Zone("tray", ASIDE - 60, 60, ASIDE + 60, 180), *_purse_zones()),
        pieces=tuple(_pieces()),
        torch=board.TORCH,
        dice=(Die(board.WHITE_DIE, "#f4efe4"), Die(board.BLACK_DIE, "#26221f")),
    )


def _middle(x: int, y: int) -> tuple[float, float]:
    return CENTRE[0] + PITCH * x, CENTRE[1] + PITCH * y


def _cells() -> Iterator[Space]:
    half = PITCH / 2
    outline = ((-half, -half), (half, -half), (half, half), (-half, half))
    seats = {"tile": (0.0, 0.0), "nugget": (0.0, 0.0)}
    for y in board.FIELD_Y:
        for x in board.FIELD_X:
            at = _middle(x, y)
            called = "the entrance" if (x, y) == board.ENTRANCE_CELL else f"the place {cell_words((x, y))}"
            yield Space(board.cell_space(x, y), *at, seats, half, outline=outline, called=called)
            if (x, y) != board.ENTRANCE_CELL:
                for mark, (dx, dy) in FEET.items():
                    apart = (0.0, 3.0) if mark in "ew" else (3.0, 0.0)  # along the wall
                    foot = board.foot_space(x, y, mark)
                    side = f"{called}, {SIDES.get(mark, 'in its middle')}"
                    yield Space(foot, at[0] + dx, at[1] + dy, {"miner": (0.0, 0.0)}, 11, apart, _foot(3), side)


def _foot(half: float) -> tuple[tuple[float, float], ...]:
    return (-half, -half), (half, -half), (half, half), (-half, half)


def _entrance() -> Iterator[Space]:
    for colour, (dx, dy) in HOME.items():
        at = CENTRE[0] + dx, CENTRE[1] + dy
        spot = f"{colour}'s spot at the ladder"
        yield Space(board.entrance_space(colour), *at, {"miner": (0.0, 0.0)}, 11, outline=_foot(7), called=spot)


def _aside() -> Iterator[Space]:
    plate = ((-30, -15), (30, -15), (30, 15), (-30, 15))
    yield Space(board.PLATE, ASIDE, 205, {"token": (0.0, 0.0)}, 30, outline=plate)
    yield Space(board.SHOW, ASIDE, 275, {"tile": (0.0, 0.0)}, 24, outline=_foot(24))
    for colour, x in COLUMN.items():
        yield Space(board.torch_space(colour), x, 426, {"torch": (0.0, 0.0)}, 16, outline=_foot(12))


def _purses() -> Iterator[Space]:
    row = ((-8, -9), (WIDTH - 2 - PURSE_X, -9), (WIDTH - 2 - PURSE_X, 9), (-8, 9))
    for colour, y in PURSE.items():
        yield Space(
            board.purse_space(colour),
            PURSE_X,
            y,
            {"nugget": (0.0, 0.0)},
            158,
            (16.2, 0.0),
            row,
            f"{colour}'s purse",
            is_read=False,  # how many nuggets a player has is known by bookkeeping
        )


def _purse_zones() -> Iterator[Zone]:
    for space in _purses():
        (x0, y0), _, (x1, y1), _ = space.outline
        yield Zone(space.name, space.x_mm + x0, space.y_mm + y0, space.x_mm + x1, space.y_mm + y1)


def _lamps() -> Iterator[Space]:
    """The lights of the specification's section 9: beside the tray, and rails along two edges of the field."""
    lamp = {"lamp": (0.0, 0.0)}
    for colour, x in COLUMN.items():
        yield Space(f"seat.{colour}", x, 398, lamp, 6)
    for n in range(1, 11):
        yield Space(f"bar.{n}", ASIDE - 66 + 12 * n, 350, lamp, 6)
    for n, name in enumerate(("gold", "bats", "passage", "attention")):
        yield Space(name, ASIDE - 45 + 30 * n, 450, lamp, 6)
    for x in board.FIELD_X:
        yield Space(f"rail.x.{x}", _middle(x, 0)[0], 9, lamp, 6)
    for y in board.FIELD_Y:
        yield Space(f"rail.y.{y}", 30, _middle(0, y)[1], lamp, 6)


def _pieces() -> Iterator[Piece]:
    for n, tile in enumerate(board.TILES):
        corners = ENTRANCE_CORNERS if tile.id == board.ENTRANCE else ()
        yield replace(TILE, name=board.tile_piece(tile.id), marker=n, more_markers=corners, colour=ROCK[tile.kind])
    for n, (colour, shade) in enumerate(COLOURS.items(), start=110):
        yield replace(MINER, name=board.miner_piece(colour), marker=n, colour=shade)
    nugget = Piece(board.NUGGET, "nugget", 12, 12, board.NUGGETS, is_round=True, thickness_mm=6, top_mm=6)
    yield replace(nugget, colour=GOLD, is_plain=True)
    yield replace(TOKEN, name=board.TOKEN_GOLD, marker=120, colour="#c49a3c")
    yield replace(TOKEN, name=board.TOKEN_BAT, marker=121, colour="#4b4468")
    yield replace(TORCH, colour="#b5482a")
