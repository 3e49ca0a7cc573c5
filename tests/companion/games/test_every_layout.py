"""Every game's printed markers are good targets: large enough wherever they lie, and none stands on another."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, islice
from math import radians, tan
from random import Random

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.bench.hard_tables import seen_at
from companion.games import game_named
from companion.layout import FLAT_MM, FRAME_MARKER_MM, Layout, Piece
from companion.simulation.camera import Picture, SimCamera, hung_over
from companion.simulation.match import turns
from companion.simulation.room import sim_camera
from companion.simulation.tabletop import LARGER, Lying, Tabletop
from companion.watch.aim import targets_of
from companion.watch.signs import px_a_module
from vision.eyes import Eyes
from vision.tags import MODULES

GAMES = ("go_for_gold", "gold_mine", "gold_raiders", "pyramid_raiders", "temple_of_gold")
LEAST_PX = 3.0
FANNED = ("reveal.", ".played", ".trophy", "deck", "discard")  # where cards or tiles are meant to lie on each other
SIDES = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))

Points = npt.NDArray[np.float64]


def modules_px(layout: Layout) -> Iterator[tuple[str, float]]:
    """Each marker's name and the pixels of its modules, under a camera that just sees the whole table."""
    per_mm = 1920 / 2 / _half_mm(layout)
    yield "frame", FRAME_MARKER_MM * per_mm / MODULES
    for piece in layout.pieces:
        if piece.marker is not None:
            yield piece.name, piece.marker_mm * per_mm / MODULES
        if piece.back_marker is not None:
            yield f"{piece.name} back", piece.back_marker_mm * per_mm / MODULES


def _half_mm(layout: Layout) -> float:
    """Half of what the picture is wide, in mm of the table."""
    pose = hung_over(layout)
    return pose.height_mm * tan(radians(pose.fov_deg / 2))


@pytest.mark.parametrize("game", GAMES)
def test_every_marker_has_three_pixels_a_module(game: str) -> None:
    found = dict(modules_px(game_named(game).layout()))
    assert len(found) > 4
    assert {name: px for name, px in found.items() if px < LEAST_PX} == {}


@cache
def empty_table(game: str) -> tuple[Layout, SimCamera]:
    layout = game_named(game).layout()
    return layout, sim_camera(game_named(game), Tabletop(layout, Random(1)), lambda: 0.0, seed=1)


def markers_at(layout: Layout, piece: Piece) -> Iterator[tuple[str, Points]]:
    """Every marker of a piece on every space it may lie on, its corners in mm."""
    spots = (piece.marker_at_mm, *((x, y) for _, x, y in piece.more_markers))
    for space in (space for space in layout.spaces if piece.seat in space.seats):
        middle = np.array(space.seat(piece.seat))
        for spot in spots:
            aside = np.array(spot) - np.array([piece.width_mm, piece.height_mm]) / 2
            yield space.name, middle + aside + piece.marker_mm * np.array(SIDES)


@pytest.mark.parametrize("game", GAMES)
def test_every_marker_has_three_pixels_a_module_wherever_its_piece_may_lie(game: str) -> None:
    """Pyramid Raiders' round marker, Temple of Gold's coins and all of Gold Mine had fewer far from the middle."""
    layout, camera = empty_table(game)
    sorts = {(piece.seat, piece.marker_mm, piece.top_mm): piece for piece in layout.pieces if piece.marker is not None}
    small = {}
    for piece in sorts.values():
        for space, corners in markers_at(layout, piece):
            px = seen_at(camera, Picture(), corners, piece.top_mm)
            module = float(np.linalg.norm(px - np.roll(px, 1, axis=0), axis=1).mean()) / MODULES
            if module < LEAST_PX:
                small[piece.name, space] = round(module, 2)
    assert sorts
    assert small == {}


@pytest.mark.parametrize("game", GAMES)
def test_the_aim_page_finds_every_marker_large_enough(game: str) -> None:
    layout, camera = empty_table(game)
    plane = Eyes(targets_of(layout)).read(camera.frame().pixels).plane
    assert plane is not None
    assert px_a_module(plane, layout) >= LEAST_PX


def outline(layout: Layout, lying: Lying) -> npt.NDArray[np.float32]:
    piece, a = layout.piece[lying.piece], radians(lying.turned_deg)
    corners = np.array(SIDES) * (piece.width_mm, piece.height_mm)
    if piece.is_round:
        angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        corners = piece.width_mm / 2 * np.column_stack((np.cos(angles), np.sin(angles)))
    turned = corners @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return (turned + np.array([lying.x_mm, lying.y_mm])).astype(np.float32)


def is_under(layout: Layout, one: Lying, other: Lying) -> bool:
    """Whether one is a flat piece that others are meant to stand on."""
    below, above = layout.piece[one.piece], layout.piece[other.piece]
    is_larger = below.width_mm * below.height_mm > LARGER * above.width_mm * above.height_mm
    return below.thickness_mm <= FLAT_MM and is_larger


def overlapping(tabletop: Tabletop) -> Iterator[tuple[str, str]]:
    """Pieces with markers on different spaces, of which one lies on the other and should not."""
    layout = tabletop.layout
    marked = [one for one in tabletop.lying() if layout.piece[one.piece].marker is not None]
    apart = [one for one in marked if not any(fan in one.space for fan in FANNED)]
    for one, other in combinations(apart, 2):
        far = abs(one.x_mm - other.x_mm) > 250 or abs(one.y_mm - other.y_mm) > 250
        if far or one.space == other.space or is_under(layout, one, other) or is_under(layout, other, one):
            continue
        if cv2.intersectConvexConvex(outline(layout, one), outline(layout, other))[0] > 1.0:
            yield f"{one.piece} on {one.space}", f"{other.piece} on {other.space}"


@pytest.mark.parametrize("game", GAMES)
def test_pieces_that_stand_on_our_seats_at_the_same_time_do_not_overlap(game: str) -> None:
    """Gold Mine's miners stood on each other: beside the entrance, and in neighbouring mouths of one tile."""
    played = game_named(game)
    tables = 0
    for seed, count in ((1, played.players[-1]), (2, played.players[0])):
        players = played.names(count)
        for _, _, state in islice(turns(played, players, seed), 20, 400, 10):
            tabletop = Tabletop(played.layout(players), Random(seed), askew_mm=0.0, askew_deg=0.0)
            tabletop.arrange(played.placements(state))
            assert list(overlapping(tabletop)) == []
            tables += 1
    assert tables > 4
