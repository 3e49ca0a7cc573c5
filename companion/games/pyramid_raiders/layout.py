"""Where everything of Pyramid Raiders lies, in millimetres on an A1 field."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import sqrt
from typing import Any

from companion.games.pyramid_raiders.board import AXIAL, CARDS, CHARACTERS, ITEMS, SIGHT, TURNED
from companion.layout import Layout, Piece, Space, Zone

CHARACTER_COLOURS = ("#e8852e", "#3d9a5b", "#f0c23a", "#7d55a8", "#cf3f37", "#3478bd")
COLOURS = {
    "yellow": "#f0c23a",
    "red": "#cf3f37",
    "orange": "#e8852e",
    "purple": "#7d55a8",
    "blue": "#3478bd",
    "green": "#3d9a5b",
}

ACROSS_FLATS = 48.0
ROW = 41.57
HEXAGON = tuple(
    (x * ACROSS_FLATS, y * ACROSS_FLATS / sqrt(12))
    for x, y in ((0, -2), (0.5, -1), (0.5, 1), (0, 2), (-0.5, 1), (-0.5, -1))
)
SEATS = (
    (4, 388),
    (4, 214),
    (4, 40),
    (640, 40),
    (640, 214),
    (640, 388),
)  # upper left corners, clockwise
SEAT_SIZE = (196, 172)
FACINGS = tuple(sorted(TURNED.values()))

BACK = 49  # the marker behind every action card
ACTION = Piece(
    *("action", "card", 44, 63),
    thickness_mm=0.3,
    top_mm=0.3,
    marker_mm=20,
    marker_at_mm=(12.5, 12.5),  # one module of white to the card's edges; all of it shows in a fan of 24 mm
    back_marker=BACK,
    back_marker_mm=20,
    back_marker_at_mm=(22, 31.5),
    is_loose=True,
)
ITEM = Piece("item", "item", 44, 63, thickness_mm=0.3, top_mm=0.3, marker_mm=20, marker_at_mm=(12.5, 12.5))
STANDEE = Piece("pawn", "pawn", 26, 26, is_round=True, thickness_mm=12, top_mm=12, marker_mm=16, marker_at_mm=(13, 13))
TOKEN = Piece(
    *("token", "token", 23, 23), copies=7, is_round=True, marker_mm=15, marker_at_mm=(11.5, 11.5), earlier_mm=14
)
TILE = Piece("tile", "obstacle", 40, 46.19, copies=6, marker_mm=20, marker_at_mm=(20, 23.095))
TURN = Piece("rot", "start", 34, 34, is_round=True, marker_mm=20, marker_at_mm=(17, 17))


def layout(players: Sequence[str] = (), options: Mapping[str, Any] | None = None) -> Layout:
    """The table of the specification's section 2.3: the same for any number of players and any map."""
    return _layout()


@cache
def _layout() -> Layout:
    return Layout(
        game="pyramid_raiders",
        width_mm=840,
        height_mm=594,
        frame_markers=(230, 231, 232, 233),
        spaces=(*_hexagons(), *_round_track(), *_seat_spaces()),
        zones=(
            Zone("tray", 225, 450, 325, 560),
            Zone("removed", 345, 450, 475, 560),
            Zone("curses", 495, 450, 615, 560),
            *(Zone(f"seat{n}", x, y, x + SEAT_SIZE[0], y + SEAT_SIZE[1]) for n, (x, y) in enumerate(SEATS, 1)),
        ),
        pieces=tuple(_pieces()),
    )


def _hexagons() -> Iterator[Space]:
    """Rows a to i from the top, spaces of a row numbered from the left."""
    seats = {"pawn": (0.0, -12.0), "token": (0.0, 13.0), "obstacle": (0.0, 0.0), "lamp": (17.0, 0.0)}
    for name, (q, r) in AXIAL.items():
        x, y = 420 + ACROSS_FLATS * (q + r / 2), 205 + ROW * r
        yield Space(name, x, y, seats, reach_mm=20, outline=HEXAGON)


def _round_track() -> Iterator[Space]:
    corners = ((-13, -13), (13, -13), (13, 13), (-13, 13))
    for number in range(1, 16):
        yield Space(f"round.{number}", 212 + 26 * number, 423, {"round": (0.0, 0.0)}, 13, outline=corners)


def _seat_spaces() -> Iterator[Space]:
    card = ((-22, -31.5), (22, -31.5), (22, 31.5), (-22, 31.5))
    for number, (x, y) in enumerate(SEATS, start=1):
        yield Space(f"seat{number}.card", x + 28, y + 37.5, {"card": (0.0, 0.0)}, 25, outline=card)
        yield Space(f"seat{number}.item", x + 78, y + 37.5, {"item": (0.0, 0.0)}, 25, outline=card)
        yield Space(f"seat{number}.start", x + 129, y + 27, {"start": (0.0, 0.0)}, 20)
        yield Space(f"seat{number}.played", x + 28, y + 109.5, {"card": (0.0, 0.0)}, 110, (24, 0), card)


def _pieces() -> Iterator[Piece]:
    """Marker ids count up in this order; a card and the start marker show another one from behind."""
    people = tuple(zip(CHARACTERS, CHARACTER_COLOURS, strict=True))
    for n, (who, colour) in enumerate(people):
        yield replace(STANDEE, name=f"pawn.{who}", marker=n, colour=colour, called=f"{who.capitalize()}'s pawn")
    for sight in SIGHT:
        name = f"guardian.{sight}"
        yield replace(STANDEE, name=name, marker=5 + sight, facings=FACINGS, colour="#1d2b3a", called="guardian")
    yield replace(STANDEE, name="decoy", marker=9, colour="#b9a27c")
    for n, (name, colour) in enumerate(COLOURS.items(), start=10):
        yield replace(TOKEN, name=f"token.{name}", marker=n, colour=colour)
    yield replace(TOKEN, name="token.book", marker=16, colour="#5b4636")
    yield replace(TILE, name="pillar", marker=17, colour="#b08f5e")
    yield replace(TILE, name="fountain", marker=18, colour="#3f8fa3")
    for n, (who, colour) in enumerate(people):
        for number in CARDS:
            called = f"{who.capitalize()}'s card {number}"
            name = f"action.{who}.{number}"
            yield replace(ACTION, name=name, marker=18 + 5 * n + number, colour=colour, called=called)
    yield Piece(
        *("card.back", "card", 44, 63, 30),
        thickness_mm=0.3,
        top_mm=0.3,
        marker=BACK,
        marker_mm=20,
        marker_at_mm=(22, 31.5),
        colour="#14404a",
        called="face-down card",
    )
    for n, item in enumerate(ITEMS, start=50):
        called = f"card of the {item.replace('_', ' ')}"
        yield replace(ITEM, name=f"item.{item}", marker=n, colour="#c9a24b", called=called)
    flip = replace(TURN, back_marker=61, back_marker_mm=20, back_marker_at_mm=(17, 17))
    yield replace(flip, name="rot_cw", marker=60, colour="#c9a24b", called="clockwise start marker")
    yield replace(TURN, name="rot_ccw", marker=61, colour="#14404a", called="anticlockwise start marker")
    yield replace(TOKEN, name="round", seat="round", copies=1, marker=62, colour="#c9a24b", called="round marker")
