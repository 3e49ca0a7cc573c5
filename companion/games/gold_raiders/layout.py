"""Where everything of Gold Raiders lies, in millimetres on an A1 field."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from companion.games.gold_raiders import board
from companion.layout import Layout, Piece, Space, Zone

COLOURS = ("#cf3f37", "#e8852e", "#f0c23a", "#3d9a5b", "#3478bd", "#7d55a8")  # in the order of board.COLOURS
FACES = {"1": "#8fb4a0", "2": "#5c9a86", "3": "#2f7480", "B": "#b8402f", "S": "#7d55a8", "R": "#c49a3c"}
TRAIL_X, TRAIL_LONG = 60, 720  # the lagoon's x, and from there to the temple
LANES_Y, LANE = 52, 26
SEATS = ((12, 455), (12, 375), (12, 295), (428, 295), (428, 375), (428, 455))  # upper left corners, clockwise
SEAT_SIZE = (400, 75)
SLOT = 46
CARD_OUTLINE = ((-22, -31.5), (22, -31.5), (22, 31.5), (-22, 31.5))

RAIDER = Piece(
    *("raider", "lane", 24, 24), is_round=True, thickness_mm=12, top_mm=12, marker_mm=16, marker_at_mm=(12, 12)
)
IDOL = Piece("idol", "idol", 26, 26, is_round=True, marker=6, marker_mm=16, marker_at_mm=(13, 13), colour="#c49a3c")
# its marker leaves white at the corners: one of 21 mm, which would just fit, was unread in 25 of 36 simulated looks
TORCH = Piece(
    *(board.TORCH, "torch", 30, 30), is_round=True, marker=14, marker_mm=18, marker_at_mm=(15, 15), colour="#e8702a"
)
BACK = Piece(
    *(board.BACK, "card", 44, 63, sum(board.COPIES.values())),
    thickness_mm=0.3,
    top_mm=0.3,
    marker=13,
    marker_mm=20,
    marker_at_mm=(22, 31.5),
    facings=(0, 180),
    colour="#123c46",
    called="face-down card",
)
CARD = replace(
    BACK,
    marker_at_mm=(12.5, 12.5),  # one module of white to the card's edges; all of it shows in a fan of 24 mm
    back_marker=BACK.marker,
    back_marker_mm=BACK.marker_mm,
    back_marker_at_mm=BACK.marker_at_mm,
)


def layout(players: Sequence[str] = (), options: Mapping[str, Any] | None = None) -> Layout:
    """The table of the specification's section 2.4; another `trail` squeezes or stretches its spaces."""
    trail = (options or {}).get("trail", board.TRAIL)
    return _layout(trail if trail in board.TRAILS else board.TRAIL)


@cache
def _layout(trail: int) -> Layout:
    return Layout(
        game=board.NAME,
        width_mm=840,
        height_mm=594,
        frame_markers=(234, 235, 236, 237),
        spaces=(*_trail(trail), *_stacks(), *_cards()),
        zones=(
            *(Zone(f"seat{n}", x, y, x + SEAT_SIZE[0], y + SEAT_SIZE[1]) for n, (x, y) in enumerate(SEATS, start=1)),
            Zone("reveal", 20, 215, 820, 285),
        ),
        pieces=tuple(_pieces()),
        tray="",
        torch=board.TORCH,
    )


def _trail(trail: int) -> Iterator[Space]:
    """Every raider has a lane of its own, so that raiders on one space never cover each other."""
    pitch = TRAIL_LONG / trail
    middle = LANES_Y + 2.5 * LANE
    seats = {f"lane{n + 1}": (0.0, LANE * (n - 2.5)) for n in range(6)} | {"lamp": (0.0, 203 - middle)}
    half = pitch / 2
    outline = ((-half, -78.0), (half, -78.0), (half, 78.0), (-half, 78.0))
    for number in range(trail + 1):
        x = TRAIL_X + pitch * number
        yield Space(board.trail_space(number), x, middle, seats, min(12.0, half), outline=outline)


def _stacks() -> Iterator[Space]:
    for seat, (x, y) in enumerate(SEATS, start=1):
        for slot in range(1, board.SLOTS + 1):
            at = x + SLOT * (slot - 0.5), y + SEAT_SIZE[1] / 2
            yield Space(board.stack_space(seat, slot), *at, {"card": (0.0, 0.0)}, 20, outline=CARD_OUTLINE)
        yield Space(board.idol_space(seat), x + 384, y + 16, {"idol": (0.0, 0.0)}, 25)
        yield Space(board.torch_space(seat), x + 384, y + 54, {"torch": (0.0, 0.0)}, 25)


def _cards() -> Iterator[Space]:
    for number in range(1, board.LANE + 1):
        yield Space(board.lane_space(number), 18 + 24 * number, 250, {"card": (0.0, 0.0)}, 12, outline=CARD_OUTLINE)
    yield Space(board.DECK, 322, 561.5, {"card": (0.0, 0.0)}, 20, outline=CARD_OUTLINE, called="the deck")
    yield Space(board.DISCARD, 382, 561.5, {"card": (0.0, 0.0)}, 20, outline=CARD_OUTLINE, called="the discard")


def _pieces() -> Iterator[Piece]:
    for n, colour in enumerate(COLOURS):
        yield replace(RAIDER, name=board.raider(n + 1), seat=f"lane{n + 1}", marker=n, colour=colour)
    yield IDOL
    yield TORCH
    for n, (code, copies) in enumerate(board.COPIES.items(), start=7):
        called = f'card "{board.CARDS[code]}"'
        yield replace(CARD, name=board.face(code), copies=copies, marker=n, colour=FACES[code], called=called)
    yield BACK
