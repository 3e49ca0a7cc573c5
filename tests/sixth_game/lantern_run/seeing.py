"""Where Lantern Run lies on the table, how it should look, and what the camera can and cannot tell."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.protocol import Seen
from companion.layout import Layout, Piece, Placement, Space, Zone
from companion.markers import frame_ids, piece_ids
from lantern_run.rules import LANTERNS, PLAYERS, SHORE, Leave, Run, State, Take

COLOURS = ("#cf3f37", "#3478bd", "#3d9a5b", "#e08a1e")
FRAME = frame_ids("lantern_run")
STANDS = {f"pawn.{seat}": (0.0, 26.0 * (seat - 2.5)) for seat in PLAYERS} | {"pawn.1": (0.0, -39.0)}


def layout(players: Sequence[str] = (), options: Any = None) -> Layout:
    """The trail across the middle, a shelf for each player's lanterns, the tray on the right."""
    return Layout(
        game="lantern_run",
        width_mm=760,
        height_mm=420,
        frame_markers=FRAME,
        spaces=(*_trail(), *_shelves()),
        zones=(Zone("tray", 600, 270, 720, 370),),
        pieces=tuple(_pieces()),
    )


def _trail() -> list[Space]:
    seats = {**STANDS, "lantern": (0.0, -68.0), "lamp": (0.0, 62.0)}
    return [Space(f"trail.{number}", 60 + 45 * number, 150, seats, 12) for number in range(SHORE + 1)]


def _shelves() -> list[Space]:
    seats = {"lantern": (0.0, 0.0)}
    return [Space(f"shelf.{seat}", 60, 240 + 36 * seat, seats, 200, (30, 0)) for seat in range(1, PLAYERS[-1] + 1)]


def _pieces() -> list[Piece]:
    ids = piece_ids(FRAME)
    marker = {"marker_mm": 17.0, "is_round": True}
    pawns = [
        Piece(f"pawn.{seat}", f"pawn.{seat}", 25, 25, top_mm=20, thickness_mm=20, marker=next(ids),
              marker_at_mm=(12.5, 12.5), colour=colour, **marker)
        for seat, colour in enumerate(COLOURS, start=1)
    ]  # fmt: skip
    lantern = Piece("lantern", "lantern", 26, 26, len(LANTERNS), marker=next(ids), marker_at_mm=(13.0, 13.0),
                    colour="#f2c230", **marker)  # fmt: skip
    return [*pawns, lantern]


def placements(state: State) -> Seen:
    lying = [Placement("lantern", f"trail.{space}") for space in state.lanterns]
    for seat, player in enumerate(state.players, start=1):
        lying.append(Placement(f"pawn.{seat}", f"trail.{state.reached[player]}"))
        lying += [Placement("lantern", f"shelf.{seat}")] * state.taken[player]
    return Counter(lying)


def rolled(action: Run | Take | Leave) -> Mapping[str, int]:
    return {"die": action.die} if isinstance(action, Run) else {}


def told(state: State, action: Run | Take | Leave) -> bool:
    """A lantern that is left hanging leaves no trace: phones say so, or a long press on the confirm button."""
    return isinstance(action, Leave)
