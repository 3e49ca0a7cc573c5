"""From a layout, what the eyes look for; from what they saw, which piece lies on which space."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial

import numpy as np
import numpy.typing as npt

from companion.games import game_named
from companion.kit.faces import face_svg
from companion.kit.svg import raster
from companion.layout import FLAT_MM, FRAME_MARKER_MM, Layout, Mark, Piece, Placement, Space
from companion.watch.rows import rows_of
from vision.sighting import PAPER_PX_PER_MM, Blank, Form, Plain, Sighting, Target, Targets
from vision.sighting import Paper as Sheet

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
        blanks=tuple(_blanks(layout)),
        has_margin=layout.fitted is None,
        papers={piece.name: sheet for piece in layout.pieces if (sheet := _sheet(layout, piece)) is not None},
    )


def _blanks(layout: Layout) -> Iterator[Blank]:
    """Where a flat piece may lie that the camera does not see: it carries no marker and is not known by its colour."""
    least = min((piece.width_mm for piece in layout.pieces if piece.marker is not None), default=0.0)
    for piece in layout.pieces:
        is_unseen = piece.marker is None and not piece.is_plain and not piece.stroke
        if is_unseen and piece.width_mm > least and piece.top_mm <= FLAT_MM:  # what is smaller, nothing stands on
            for space in layout.spaces:
                if piece.seat in space.seats:
                    yield Blank(*space.seat(piece.seat), piece.width_mm, piece.height_mm, piece.top_mm)


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
        size, prints = (piece.width_mm, piece.height_mm), (piece.below_mm, piece.earlier_mm)
        yield number, Target(piece.name, piece.marker_mm, piece.top_mm, offset, piece.copies, size, *prints)


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
    for seen, row in zip(several, rows_of(layout, several), strict=True):
        lying.append(None if row is None else _placement(layout.piece[seen.what], row, seen))
    return Counter(found for found in lying if found is not None)


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
    return [Mark(seen.on or "", seen.what, seen.shows or "", seen.sure, is_hidden=seen.is_hidden) for seen in sightings]


def apart_deg(a: float, b: float) -> float:
    """How far two directions differ.

    >>> apart_deg(350, 10)
    20
    """
    return abs((a - b + 180) % 360 - 180)
