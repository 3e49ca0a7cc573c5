"""From a layout, what the eyes look for; from what they saw, which piece lies on which space."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import hypot, inf, sqrt

import numpy as np
import numpy.typing as npt

from companion.games import game_named
from companion.kit.faces import face_svg
from companion.kit.svg import raster
from companion.layout import FRAME_MARKER_MM, Layout, Mark, Piece, Placement, Space
from vision.sighting import PAPER_PX_PER_MM, Form, Plain, Sighting, Target, Targets
from vision.sighting import Paper as Sheet

ROOM = 0.8  # of its width a piece needs at least in a row
MIDWAY_MM = 3.0  # a piece that lies so little nearer to one row than to another may be meant for either
BESIDE = 0.95  # and so much is it away from one that lies beside it
ASKEW_DEG = 20  # a piece turned farther than this from every facing is not taken for any


def targets_of(layout: Layout) -> Targets:
    """The markers of that table, where its frame, its tray and its lamps are."""
    tray = layout.zone.get(layout.tray)
    return Targets(
        width_mm=layout.width_mm,
        height_mm=layout.height_mm,
        frame=dict(zip(layout.frame_markers, layout.frame_corners(), strict=True)),
        frame_mm=FRAME_MARKER_MM,
        markers=dict(found for piece in layout.pieces for found in _aimed(piece)),
        tray=(tray.x0, tray.y0, tray.x1, tray.y1) if tray else None,
        die_mm=layout.die_mm,
        lamps={space.name: space.seat("lamp") for space in layout.spaces if "lamp" in space.seats},
        trays=tuple(_trays(layout)),
        plain=tuple(_plain(layout, piece) for piece in layout.pieces if piece.is_plain),
        has_margin=layout.fitted is None,
        papers={piece.name: sheet for piece in layout.pieces if (sheet := _sheet(layout, piece)) is not None},
    )


def _sheet(layout: Layout, piece: Piece) -> Sheet | None:
    """A sheet that is written on; its blank print is drawn when the first one is seen."""
    if piece.paper is None:
        return None
    return Sheet(Form(**vars(piece.paper)), partial(_print, layout.game, piece.name))


def _print(game: str, piece: str) -> npt.NDArray[np.uint8]:
    return raster(face_svg(game_named(game), piece), PAPER_PX_PER_MM)


def _trays(layout: Layout) -> Iterator[tuple[str, float, float, float, float]]:
    """Wherever dice are rolled."""
    for name in dict.fromkeys((layout.tray, *(die.zone for die in layout.dice))):
        if name in layout.zone:
            zone = layout.zone[name]
            yield name, zone.x0, zone.y0, zone.x1, zone.y1


def _plain(layout: Layout, piece: Piece) -> Plain:
    """A piece without a marker: its colour and size, and everywhere it may lie."""
    spaces = [space for space in layout.spaces if piece.seat in space.seats]
    places = tuple((*space.seat(piece.seat), space.reach_mm) for space in spaces)
    are_beside = any(space.is_read and any(space.spread_mm) for space in spaces)
    sides = tuple({_bgr(other.colour) for other in layout.pieces if other.top_mm > piece.top_mm and other.colour})
    shape = piece.width_mm, piece.height_mm, piece.top_mm
    return Plain(piece.name, _bgr(piece.colour), *shape, places, are_beside, sides)


def _bgr(colour: str) -> tuple[int, int, int]:
    return int(colour[5:7], 16), int(colour[3:5], 16), int(colour[1:3], 16)


def _aimed(piece: Piece) -> Iterator[tuple[int, Target]]:
    """Every marker on the piece's face, and where the piece's centre lies from it."""
    if piece.marker is None:
        return
    for number, x, y in ((piece.marker, *piece.marker_at_mm), *piece.more_markers):
        offset = piece.width_mm / 2 - x, piece.height_mm / 2 - y
        size = piece.width_mm, piece.height_mm
        yield number, Target(piece.name, piece.marker_mm, piece.top_mm, offset, piece.copies, size)


def placed(layout: Layout, sightings: Iterable[Sighting]) -> Counter[Placement]:
    """Sightings as pieces on spaces; what lies on no space of its sort is left out, what there is once counts once."""
    surest: dict[str, Sighting] = {}
    several: list[Sighting] = []
    for seen in sightings:
        piece = layout.piece.get(seen.what)
        if piece is not None and piece.copies > 1:
            several.append(seen)
        elif seen.what not in surest or surest[seen.what].sure < seen.sure:
            surest[seen.what] = seen
    lying = [placement_of(layout, seen) for seen in surest.values()]
    for seen, row in zip(several, _rows(layout, several), strict=True):
        lying.append(None if row is None else _placement(layout.piece[seen.what], row, seen))
    return Counter(found for found in lying if found is not None)


def _rows(layout: Layout, several: Sequence[Sighting]) -> list[Space | None]:
    """The spaces nearest to pieces; for two that lie beside each other in rows without room for that, the next row.

    People lay two coins beside each other a little off their columns: none of them lies across the line between those.
    """
    near = [layout.nearest_space(layout.piece[seen.what].seat, seen.x_mm, seen.y_mm) for seen in several]
    for one, other in combinations(range(len(several)), 2):
        (mine, yours), width = (near[one], near[other]), layout.piece[several[one].what].width_mm
        if mine is None or yours is None or not _is_beside(mine, yours, several[one], several[other], width):
            continue
        ways = [
            (_off(row, several[which]) - _off(now, several[which]), which, row)
            for which, now, stays in ((one, mine, yours), (other, yours, mine))
            for row in layout.spaces
            if row.spread_mm == now.spread_mm
            and row.seats == now.seats
            and row.reach_mm > _from_start(row, several[which])
            and _apart_mm(row, stays) >= ROOM * width
        ]
        more, which, row = min(ways, key=lambda way: way[0], default=(inf, one, mine))
        if more < width / 8:  # it lies about midway between both
            near[which] = row
    return near


def midway(layout: Layout, sightings: Sequence[Sighting]) -> Iterator[tuple[Sighting, tuple[Sighting, ...]]]:
    """Each piece about midway between two rows, and the same table with it in the other: either may be meant."""
    for number, seen in enumerate(sightings):
        piece = layout.piece.get(seen.what)
        if piece is None or piece.copies == 1:
            continue
        mine = layout.nearest_space(piece.seat, seen.x_mm, seen.y_mm)
        if mine is None or not any(mine.spread_mm):
            continue
        for row in layout.spaces:
            is_row = row is not mine and row.spread_mm == mine.spread_mm and row.seats == mine.seats
            if is_row and row.reach_mm > _from_start(row, seen) and _off(row, seen) - _off(mine, seen) < MIDWAY_MM:
                yield seen, (*sightings[:number], _moved_to(row, seen), *sightings[number + 1 :])


def _moved_to(row: Space, seen: Sighting) -> Sighting:
    """The piece in the middle of that row, beside where it lies."""
    (across, down), far = row.spread_mm, hypot(*row.spread_mm)
    along = ((seen.x_mm - row.x_mm) * across + (seen.y_mm - row.y_mm) * down) / far**2
    return replace(seen, x_mm=row.x_mm + along * across, y_mm=row.y_mm + along * down)


def _is_beside(mine: Space, yours: Space, one: Sighting, other: Sighting, width: float) -> bool:
    """Whether two pieces lie beside each other in rows that are too near to each other for that."""
    if mine is yours or mine.spread_mm != yours.spread_mm or not any(mine.spread_mm):
        return False
    if _apart_mm(mine, yours) >= ROOM * width:
        return False
    (dx, dy), far = (one.x_mm - other.x_mm, one.y_mm - other.y_mm), hypot(*mine.spread_mm)
    along = abs(dx * mine.spread_mm[0] + dy * mine.spread_mm[1]) / far
    return along < width / 2 and sqrt(max(0.0, dx**2 + dy**2 - along**2)) >= BESIDE * width


def _from_start(row: Space, seen: Sighting) -> float:
    return hypot(seen.x_mm - row.x_mm, seen.y_mm - row.y_mm)


def _off(row: Space, seen: Sighting) -> float:
    """How far from the middle of a row."""
    return _across(row, seen.x_mm - row.x_mm, seen.y_mm - row.y_mm)


def _apart_mm(row: Space, other: Space) -> float:
    return _across(row, other.x_mm - row.x_mm, other.y_mm - row.y_mm)


def _across(row: Space, dx: float, dy: float) -> float:
    return abs(dx * row.spread_mm[1] - dy * row.spread_mm[0]) / hypot(*row.spread_mm)


def placement_of(layout: Layout, seen: Sighting) -> Placement | None:
    piece = layout.piece.get(seen.what)
    space = layout.nearest_space(piece.seat, seen.x_mm, seen.y_mm) if piece else None
    return None if piece is None or space is None else _placement(piece, space, seen)


def _placement(piece: Piece, space: Space, seen: Sighting) -> Placement:
    if not piece.facings:
        return Placement(piece.name, space.name, None, seen.shows)
    facing = min(piece.facings, key=lambda facing: apart_deg(facing, seen.turned_deg))
    askew = apart_deg(facing, seen.turned_deg) > ASKEW_DEG
    return Placement(piece.name, space.name, None if askew else facing, seen.shows)


def marks_of(sightings: Iterable[Sighting]) -> list[Mark]:
    """What was drawn, in terms of sheets and of the places on them."""
    return [Mark(seen.on or "", seen.what, seen.shows or "", seen.sure) for seen in sightings]


def apart_deg(a: float, b: float) -> float:
    """How far two directions differ.

    >>> apart_deg(350, 10)
    20
    """
    return abs((a - b + 180) % 360 - 180)
