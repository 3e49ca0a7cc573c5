"""What lies under other pieces so that its marker is hidden."""

from math import hypot
from random import Random

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.games import game_named
from companion.games.gold_mine.board import cell_space, entrance_space
from companion.layout import Placement
from companion.simulation.room import sim_camera
from companion.simulation.tabletop import Hand, Tabletop
from companion.watch.aim import targets_of
from vision.beneath import find_beneath, hidden_pieces
from vision.eyes import Eyes, Look
from vision.plane import Plane
from vision.problems import Problem
from vision.sighting import Sighting, Target, Targets

Image = npt.NDArray[np.uint8]

PER_MM = 1.6
SIZE = 960, 640
PLANE = Plane(np.diag([1 / PER_MM, 1 / PER_MM, 1]), np.diag([PER_MM, PER_MM, 1]), 0, SIZE, (300, 200, 1e3), 0)
TILE = Target("tile", 17.5, 2.0, (11.5, 11.5), size_mm=(45, 45))
MINER = Target("miner", 17.5, 12.0, size_mm=(21.9, 21.9), below_mm=2.0)
TARGETS = Targets(600, 400, {}, 30.0, {0: TILE, 1: MINER})
BARE, ROCK = (190, 215, 230), (55, 72, 87)


def table(*rocks: tuple[float, float, float]) -> Image:
    """A bare table with dark squares on it: their middles and how wide they are."""
    pixels = np.full((SIZE[1], SIZE[0], 3), BARE, np.uint8)
    for x, y, wide in rocks:
        first, last = (round((value - wide / 2) * PER_MM) for value in (x, y)), ((x + wide / 2), (y + wide / 2))
        corner = tuple(round(value * PER_MM) for value in last)
        cv2.rectangle(pixels, tuple(first), corner, ROCK, -1)
    return pixels


def lying(what: str, x: float, y: float, turned: float = 0.0) -> Sighting:
    return Sighting(what, x, y, turned, 0.99)


def beneath(pixels: Image, *seen: Sighting) -> list[tuple[int, int]]:
    return [(round(x), round(y)) for x, y in find_beneath(pixels, PLANE, TARGETS, seen)]


def test_what_stands_on_nothing_that_was_read_tells_of_what_it_stands_on() -> None:
    assert beneath(table(), lying("miner", 300, 200)) == [(300, 200)]
    assert beneath(table(), lying("miner", 300, 200), lying("tile", 305, 195)) == []


@pytest.mark.parametrize(("over_mm", "told"), [(5, False), (11, True)])
def test_a_miner_may_stand_over_the_edge_of_its_tile(over_mm: float, told: bool) -> None:
    seen = lying("miner", 300 + 22.5 + over_mm, 200), lying("tile", 300, 200)
    assert bool(beneath(table(), *seen)) == told


def test_miners_on_the_same_thing_tell_of_it_once() -> None:
    assert beneath(table(), lying("miner", 300, 190), lying("miner", 300, 212)) == [(300, 201)]


def test_a_tile_looks_out_from_under_the_neighbour_that_hides_its_marker() -> None:
    ((x, y),) = beneath(table((340, 200, 45)), lying("tile", 300, 200))
    assert hypot(x - 340, y - 200) < 10


def test_parts_of_a_tile_with_a_path_between_them_are_one() -> None:
    rocks = [(340 + x, 200 + y, 15) for x in (-13, 13) for y in (-13, 13)]
    ((x, y),) = beneath(table(*rocks), lying("tile", 300, 200), lying("miner", 330, 190, 20))
    assert hypot(x - 340, y - 200) < 12


def test_the_same_through_a_shadow_and_a_shadow_alone_not() -> None:
    shade = np.ones((SIZE[1], SIZE[0], 1), np.float32)
    shade[:, 500:] = 0.6
    shade = cv2.GaussianBlur(shade, (0, 0), 6.0)[:, :, None]
    with_it, without = (np.asarray(table(*rocks) * shade, np.uint8) for rocks in ([(340, 200, 45)], []))
    assert len(beneath(with_it, lying("tile", 300, 200))) == 1
    assert beneath(without, lying("tile", 300, 200)) == []


@pytest.mark.parametrize(("x", "wide"), [(352, 16), (370, 70), (328, 6)], ids=["apart", "too large", "too small"])
def test_other_dark_things_are_no_tiles(x: float, wide: float) -> None:
    assert beneath(table((x, 200, wide)), lying("tile", 300, 200)) == []


def test_nothing_is_told_where_no_piece_always_stands_on_another() -> None:
    targets = Targets(600, 400, {}, 30.0, {0: TILE})
    assert find_beneath(table((340, 200, 45)), PLANE, targets, [lying("tile", 300, 200)]) == []


def test_where_something_unread_or_a_hand_is_told_there_is_nothing_more_to_tell() -> None:
    seen, look = (lying("miner", 300, 200),), Look(plane=PLANE)
    told = list(hidden_pieces(table(), look, PLANE, TARGETS, seen, [Problem("blur")]))
    assert told == [Problem("covered", 300.0, 200.0)]
    assert list(hidden_pieces(table(), look, PLANE, TARGETS, seen, [Problem("unread", 310, 190)])) == []
    hand = np.full((SIZE[1] // 4, SIZE[0] // 4), 255, np.uint8)
    hand[:20] = 0
    assert list(hidden_pieces(table(), Look(plane=PLANE, hidden=hand), PLANE, TARGETS, seen, ())) == []


# On the simulated table

GAME = game_named("gold_mine")


def laid_in_haste() -> tuple[Tabletop, int]:
    """A tile beside the entrance, its marker wholly under a miner who waits there; and the number of that miner."""
    tabletop = Tabletop(GAME.layout(GAME.names(3)), Random(3), 0.0, 0.0)
    for piece, (x, y) in {"tile.E00": (0.0, 0.0), "tile.T52": (-45.3, 0.0), "tile.T16": (0.0, 45.3)}.items():
        one = tabletop.put(Placement(piece, cell_space(0, 0), 0))
        tabletop.move(one.id, 516.0 + x, 349.5 + y, 90.0 if piece == "tile.T52" else 0.0)
    miner = tabletop.put(Placement("miner.blue", entrance_space("blue")))
    tabletop.move(miner.id, 516.0 - 45.3 + 11.5, 349.5 - 11.5, 0.0)
    return tabletop, miner.id


def hidden_places(look: Look) -> list[tuple[float, float]]:
    return [(one.x_mm or 0, one.y_mm or 0) for one in look.problems if one.what == "covered"]


def test_a_tile_laid_in_haste_under_a_miner_is_told_and_no_longer_once_he_has_gone() -> None:
    tabletop, miner = laid_in_haste()
    camera, eyes = sim_camera(GAME, tabletop, lambda: 0.0, seed=1), Eyes(targets_of(tabletop.layout))
    for _ in range(9):
        look = eyes.look(camera.frame().pixels)
    assert "tile.T52" not in {one.what for one in look.sightings}
    ((x, y),) = hidden_places(look)
    assert hypot(x - (516 - 45.3), y - 349.5) < 15
    tabletop.move(miner, 516.0, 349.5 + 45.3, 0.0)
    for _ in range(4):
        look = eyes.look(camera.frame().pixels)
    assert "tile.T52" in {one.what for one in look.sightings}
    assert hidden_places(look) == []


def test_the_first_look_tells_of_it() -> None:
    """Whoever rests anything on a look must know at once."""
    tabletop, miner = laid_in_haste()
    there = tabletop.lying()
    camera, eyes = sim_camera(GAME, tabletop, lambda: 0.0, seed=1), Eyes(targets_of(tabletop.layout))
    (tile,) = [one.id for one in there if one.piece == "tile.T52"]
    tabletop.move(miner, 800.0, 600.0, 0.0)
    tabletop.move(tile, 700.0, 600.0, 90.0)
    for _ in range(9):
        eyes.look(camera.frame().pixels)
    tabletop.move(tile, 516.0 - 45.3, 349.5, 90.0)
    tabletop.move(miner, 516.0 - 45.3 + 11.5, 349.5 - 11.5, 0.0)
    look = next(look for look in iter(lambda: eyes.look(camera.frame().pixels), None) if not look.is_moving)
    assert "miner.blue" in {one.what for one in look.sightings}
    assert "tile.T52" not in {one.what for one in look.sightings}
    assert hidden_places(look)


def test_a_photograph_tells_of_it_and_a_hand_beside_it_changes_nothing() -> None:
    tabletop, _ = laid_in_haste()
    camera, targets = sim_camera(GAME, tabletop, lambda: 0.0, seed=1), targets_of(tabletop.layout)
    assert len(hidden_places(Eyes(targets).read(camera.frame().pixels, is_thorough=True))) == 1
    tabletop.reach(Hand((800, 500), (800, 900)))
    look = Eyes(targets).read(camera.frame().pixels, is_thorough=True)
    assert "hand" in {one.what for one in look.problems}
    assert len(hidden_places(look)) == 1
