"""Where everything of Go for Gold lies, in millimetres on an A1 field: four sheets, the tray, a reading zone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import sqrt
from typing import Any

from companion.games.go_for_gold import board
from companion.games.go_for_gold.drawing import WAYS, paper
from companion.layout import Die, Layout, Piece, Space, Zone

SHEETS = ((40, 406), (40, 40), (590, 40), (590, 406))  # upper left corners, clockwise
SHEET_SIZE = (210, 148)
LANDINGS = ((258, 440), (258, 74), (532, 74), (532, 440))
LANDING = 50
READING = (310, 413, 530, 571)
MARKER_MM = 16
CORNERS = ((12.0, 12.0), (198.0, 12.0), (198.0, 136.0), (12.0, 136.0))  # clockwise from the upper left
GRAPHITE = "#4a4848"
COLOURS = ("#cf3f37", "#3478bd", "#3d9a5b", "#f0c23a")


def layout(players: Sequence[str] = (), options: Mapping[str, Any] | None = None) -> Layout:
    """The table of the specification's section 2.4; the sheets' spaces are those of the side played.

    Where nobody says who plays, as for a photograph, dice may lie in front of every seat.
    """
    side = (options or {}).get("side", "A")
    seats = [f"seat {n}" for n in range(1, len(LANDINGS) + 1)]
    return _layout(side if side in board.SIDES else "A", tuple(players or seats))


@lru_cache(maxsize=16)
def _layout(side: str, players: tuple[str, ...]) -> Layout:
    return Layout(
        game=board.NAME,
        width_mm=840,
        height_mm=594,
        frame_markers=(246, 247, 248, 249),
        spaces=(*_seats(), *_islands(side)),
        zones=(
            Zone("tray", 385, 262, 455, 332),
            *(Zone(f"seat{n}.dice", x, y, x + LANDING, y + LANDING) for n, (x, y) in enumerate(LANDINGS, start=1)),
            *(Zone(f"seat{n}", x, y, x + SHEET_SIZE[0], y + SHEET_SIZE[1]) for n, (x, y) in enumerate(SHEETS, start=1)),
            Zone("reading", *READING),
        ),
        pieces=tuple(_pieces()),
        dice=(
            Die(board.DIE, zone="tray"),
            *(Die(board.own_die(player), zone=f"seat{seat}.dice") for seat, player in enumerate(players, start=1)),
        ),
    )


def marker_of(side: str, seat: int, corner: int) -> int:
    """The id in that corner of a sheet, clockwise from the upper left.

    >>> marker_of("A", 1, 0), marker_of("B", 1, 0), marker_of("B", 4, 3)
    (0, 4, 31)
    """
    return 8 * (seat - 1) + 4 * board.SIDES.index(side) + corner


def _seats() -> Iterator[Space]:
    wide, high = SHEET_SIZE[0] / 2, SHEET_SIZE[1] / 2
    outline = ((-wide, -high), (wide, -high), (wide, high), (-wide, high))
    for seat, ((x, y), (dice_x, dice_y)) in enumerate(zip(SHEETS, LANDINGS, strict=True), start=1):
        yield Space(board.sheet_space(seat), x + wide, y + high, {"sheet": (0.0, 0.0)}, 40, outline=outline)
        yield Space(board.lamp_space(seat), dice_x + LANDING / 2, dice_y - 14, {"lamp": (0.0, 0.0)}, 8)
    x0, y0, x1, y1 = READING
    yield Space("reading", (x0 + x1) / 2, (y0 + y1) / 2, {"sheet": (0.0, 0.0)}, 40, outline=outline)


def _islands(side: str) -> Iterator[Space]:
    """The island's spaces on every seat's sheet, for drawing and tapping."""
    pitch = board.printed()["sheet"]["hex_pitch_mm"]
    half, point = pitch / 2, pitch / sqrt(3)
    outline = tuple((x * half, y * point) for x, y in ((0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5)))
    for seat, (x, y) in enumerate(SHEETS, start=1):
        for name, about in board.printed()["sides"][side]["spaces"].items():
            at = x + about["x_mm"], y + about["y_mm"]
            seats = {"pencil": (0.0, 0.0), "line": (0.0, 0.0)}
            if name in paper(side).spots:
                seats["cross"] = seats["ring"] = tuple(board.printed()["sheet"]["symbol_offset_mm"])
            yield Space(board.island_space(seat, name), *at, seats, half, outline=outline)
        for name, (x0, y0, x1, y1) in paper(side).boxes.items():
            middle = x + (x0 + x1) / 2, y + (y0 + y1) / 2
            yield Space(board.island_space(seat, name), *middle, {"cross": (0.0, 0.0)}, (x1 - x0) / 2)


def _pieces() -> Iterator[Piece]:
    """Side B is the back of side A; any corner of a sheet says which one it is."""
    wide, high = SHEET_SIZE
    for side in board.SIDES:
        for seat in range(1, board.PLAYERS.stop):
            behind = marker_of("B", seat, 0) if side == "A" else None
            yield Piece(
                *(board.sheet_piece(side, seat), "sheet", wide, high),
                thickness_mm=0.1,
                top_mm=0.1,
                marker=marker_of(side, seat, 0),
                marker_mm=MARKER_MM,
                marker_at_mm=CORNERS[0],
                more_markers=tuple((marker_of(side, seat, n), *CORNERS[n]) for n in (1, 2, 3)),
                back_marker=behind,
                back_marker_mm=MARKER_MM if behind is not None else 0.0,
                back_marker_at_mm=CORNERS[0] if behind is not None else (0.0, 0.0),
                colour=COLOURS[seat - 1],
                paper=paper(side),
            )
    yield from _pencilled()


def _pencilled() -> Iterator[Piece]:
    """What people draw: a line from the middle of a space to the middle of the next, rings and crosses over symbols."""
    pitch, ring = board.printed()["sheet"]["hex_pitch_mm"], board.printed()["sheet"]["ring_diameter_mm"]
    drawn = Piece(
        *(board.LINE, "line", 2 * pitch, 2.0, 250),
        thickness_mm=0.0,
        top_mm=0.1,
        facings=WAYS,
        colour=GRAPHITE,
        stroke="line",
    )
    yield drawn
    yield replace(drawn, name=board.FAINT, is_loose=True)
    small = replace(drawn, name=board.CROSS, seat="cross", width_mm=4.4, height_mm=4.4, facings=(), stroke="cross")
    yield replace(small, is_loose=True)
    yield replace(small, name=board.RING, seat="ring", width_mm=ring, height_mm=ring, is_loose=True, stroke="ring")
    yield replace(small, name=board.MOORING, called="cross in a port")
