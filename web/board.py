"""The layout as the phone's board needs it, and the badge of every player."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.games.naming import name_of
from companion.games.protocol import Json
from companion.layout import Layout, Space
from companion.watch.setting_up import figures

SHAPES = ("disc", "square", "triangle", "diamond", "hexagon", "star")  # so that colour is never alone
MARGIN_MM = 3.0  # around the part a small screen shows
SEAT_COLOURS = ("#e8852e", "#3d9a5b", "#f0c23a", "#7d55a8", "#cf3f37", "#3478bd")


class Box(NamedTuple):
    """A rectangle of the table in mm, as an SVG viewBox has it."""

    x: float
    y: float
    width: float
    height: float


def layout_json(layout: Layout, players: Sequence[str]) -> Json:
    """The table in millimetres: spaces, zones, pieces, the part worth showing on a small phone, the players' badges."""
    return {
        "game": layout.game,
        "width_mm": layout.width_mm,
        "height_mm": layout.height_mm,
        "middle": middle(layout),
        "torch": layout.torch,
        "spaces": [
            {
                "name": space.name,
                "x": space.x_mm,
                "y": space.y_mm,
                "seats": space.seats,
                "spread": space.spread_mm,
                "outline": space.outline,
                "reach": space.reach_mm,
            }
            for space in layout.spaces
        ],
        "zones": [
            {"name": zone.name, "x0": zone.x0, "y0": zone.y0, "x1": zone.x1, "y1": zone.y1} for zone in layout.zones
        ],
        "pieces": [
            {
                "name": piece.name,
                "seat": piece.seat,
                "width": piece.width_mm,
                "height": piece.height_mm,
                "top": piece.top_mm,
                "round": piece.is_round,
                "colour": piece.colour,
                "turns": bool(piece.facings),
            }
            for piece in layout.pieces
        ],
        "badges": badges(layout, players),
    }


def middle(layout: Layout) -> Box:
    """Around all spaces that are in no player's own area: what a small screen shows first."""
    own = [zone for zone in layout.zones if zone.name.startswith("seat")]
    shared = [space for space in layout.spaces if not any(zone.holds(space.x_mm, space.y_mm) for zone in own)]
    if not shared:
        return Box(0, 0, layout.width_mm, layout.height_mm)
    corners = [corner for space in shared for corner in _corners(space)]
    left, top = max(0, min(x for x, _ in corners) - MARGIN_MM), max(0, min(y for _, y in corners) - MARGIN_MM)
    right = min(layout.width_mm, max(x for x, _ in corners) + MARGIN_MM)
    low = min(layout.height_mm, max(y for _, y in corners) + MARGIN_MM)
    cut = [zone for zone in own if zone.x0 < right and zone.x1 > left and zone.y0 < low and zone.y1 > top]
    left, top = min([left, *(zone.x0 for zone in cut)]), min([top, *(zone.y0 for zone in cut)])  # whole or not at all
    right, low = max([right, *(zone.x1 for zone in cut)]), max([low, *(zone.y1 for zone in cut)])
    return Box(left, top, right - left, low - top)


def _corners(space: Space) -> list[tuple[float, float]]:
    outline = space.outline or ((-14, -14), (14, 14))
    return [(space.x_mm + x, space.y_mm + y) for x, y in outline]


def badges(layout: Layout, players: Sequence[str]) -> list[Json]:
    """Shape, letter and colour of each player; the colour is that of the figure played with, where there is one."""
    pawns = figures(layout, len(players))
    own = {piece.name.rpartition(".")[2]: piece for piece in pawns}
    free = [piece for name, piece in own.items() if name not in players]
    found = []
    for seat, player in enumerate(players):
        pawn = own.get(player) or (free.pop(0) if free else None)
        found.append(
            {
                "player": player,
                "name": name_of(player),
                "letter": _letter(player, players),
                "shape": SHAPES[seat % len(SHAPES)],
                "colour": (pawn and pawn.colour) or SEAT_COLOURS[seat % len(SEAT_COLOURS)],
                "piece": pawn.name if pawn else None,
            }
        )
    return found


def _letter(player: str, players: Sequence[str]) -> str:
    """The first letter, or two where that is not enough to tell them apart: P1 and P2, Po and Pe."""
    alike = [other for other in players if other[:1].lower() == player[:1].lower()]
    return name_of(player)[:2] if len(alike) > 1 and len(player) > 1 else name_of(player)[:1]
