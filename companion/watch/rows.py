"""Rows of pieces that lie beside each other, such as coins in columns: which row each is meant for."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import hypot, inf, sqrt

from companion.layout import Layout, Space
from vision.sighting import Sighting

ROOM = 0.8  # of its width a piece needs at least in a row
BESIDE = 0.95  # and so much is it away from one that lies beside it
MIDWAY_MM = 3.0  # a piece that lies so little nearer to one row than to another may be meant for either


def rows_of(layout: Layout, several: Sequence[Sighting]) -> list[Space | None]:
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
            for row in layout.rows_like(now)
            if row.reach_mm > _from_start(row, several[which]) and _apart_mm(row, stays) >= ROOM * width
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
        if mine is None:
            continue
        for row in layout.rows_like(mine):
            is_near = row is not mine and row.reach_mm > _from_start(row, seen)
            if is_near and _off(row, seen) - _off(mine, seen) < MIDWAY_MM:
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
