"""Where dice may lie: how closely a picture is looked at, and which spots are kept."""

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.bench.dice import DrawnDie, draw_die, picture
from vision import dice_spots
from vision.dice_net import Look, Spot, level_spots, tiles
from vision.dice_spots import (
    FINEST_AREA_PX,
    Glances,
    hunt,
    is_seen_well,
    merge,
    of_size,
    scale_for,
    scales,
    worth_reading,
)

Image = NDArray[np.uint8]
WIDTH, HEIGHT = 1280, 960


@pytest.mark.parametrize(("width", "height"), [(320, 240), (1280, 960), (4000, 3000), (12000, 9000), (12000, 300)])
def test_no_view_of_a_picture_is_larger_than_the_cap(width: int, height: int) -> None:
    finest = scales(width, height)[0]
    assert finest <= 1.0
    assert finest**2 * width * height <= FINEST_AREA_PX * 1.01


def test_small_dice_in_a_picture_of_twelve_megapixels_are_large_enough_in_its_finest_view() -> None:
    assert scales(4000, 3000)[0] * 20 >= 10


def test_a_known_die_is_shown_at_the_size_the_finder_knows_best() -> None:
    assert scale_for(36) * 36 == pytest.approx(13.6)


def test_a_picture_with_large_dice_is_not_looked_at_more_closely_than_they_need(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    frame = picture([DrawnDie(5, 400, 800, 15)], side=110)
    views = []

    def seen(level: Image, w: int, h: int, least: float) -> list[Spot]:
        views.append(level.shape)
        return level_spots(level, w, h, least)

    monkeypatch.setattr(dice_spots, "level_spots", seen)
    hunt(Glances(frame))
    assert 0 < len(views) < len(scales(WIDTH, HEIGHT))


def test_small_dice_in_a_large_picture_are_hunted_down() -> None:
    frame = np.full((2700, 3600, 3), 150, np.uint8)
    draw_die(frame, DrawnDie(4, 2000, 1500, 20), side=30)
    spots = hunt(Glances(frame))
    assert any(abs(s.x - 2000) < 8 and abs(s.y - 1500) < 8 for s in spots)


def test_every_pixel_of_a_large_level_lies_in_a_tile_of_the_same_size() -> None:
    level = np.arange(1500 * 1100 * 3, dtype=np.uint32).astype(np.uint8).reshape(1100, 1500, 3)
    covered = np.zeros((1100, 1500), bool)
    shapes = set()
    for x, y, part in tiles(level):
        covered[y : y + part.shape[0], x : x + part.shape[1]] = True
        shapes.add(part.shape)
    assert covered.all()
    assert len(shapes) == 1


def test_bare_tiles_are_not_looked_at() -> None:
    assert list(tiles(np.full((1100, 1500, 3), 90, np.uint8))) == []


def test_of_spots_on_one_place_the_hottest_is_kept() -> None:
    twice = [Spot(50, 50, 30, 0.4), Spot(52, 50, 33, 0.9), Spot(90, 50, 30, 0.3)]
    assert merge(twice) == [twice[1], twice[2]]


def test_spots_of_another_size_than_the_known_die_are_left_out() -> None:
    spots = [Spot(50, 50, 40, 0.9), Spot(120, 50, 90, 0.8), Spot(200, 50, 12, 0.8), Spot(60, 50, 40, 0.7)]
    assert of_size(spots, 36) == [spots[0]]


def test_a_spot_is_read_once() -> None:
    glances = Glances(picture([]))
    spot = Spot(600, 700, 40, 0.5)
    assert glances.at(spot) is glances.at(spot)


def test_a_die_that_is_clear_from_afar_is_not_read_again_from_nearer(monkeypatch: pytest.MonkeyPatch) -> None:
    reads = []

    def read(view: Image, spot: Spot) -> Look:
        reads.append(spot)
        return Look(np.array([0, 0, 0, 0, 0, 0.99, 0.01], np.float32), (0, 0, 9, 9), 0.0, spot.heat)

    monkeypatch.setattr(dice_spots, "glance", read)
    glances = Glances(picture([]))
    afar = glances.at(Spot(600, 700, 40, 0.5))
    nearer = glances.at(Spot(604, 702, 44, 0.8))
    glances.at(Spot(660, 700, 40, 0.5))
    assert len(reads) == 2
    assert nearer.chances is afar.chances
    assert nearer.heat == 0.8


def plain_dice(glances: Glances) -> list[Spot]:
    """Four dice of 26 px, seen beyond doubt."""
    dice = [Spot(100.0 * k, 200, 26, 0.9) for k in range(1, 5)]
    for spot in dice:
        x, y = spot.x, spot.y
        plain = np.array([0, 0, 0, 0.99, 0.01, 0, 0], np.float32)
        glances.taken[spot] = Look(plain, (x - 13, y - 13, x + 13, y + 13), 0.0, spot.heat)
    return dice


@pytest.mark.parametrize(("others", "seen"), [(0, True), (6, False)])
def test_smaller_dice_are_seen_well_enough_where_hardly_anything_else_lies_about(others: int, seen: bool) -> None:
    glances = Glances(picture([]))
    dice = plain_dice(glances)
    warm = [Spot(100.0 * k, 500, 26, 0.3) for k in range(1, others + 1)]
    assert is_seen_well(glances, [*dice, *warm], 0.5) == seen
    assert is_seen_well(glances, [*dice, *warm], 1.0)


@pytest.mark.parametrize(("others", "read"), [(0, []), (6, [30.0])])
def test_among_clutter_a_cooler_spot_is_read_too_if_it_is_as_large_as_the_dice(others: int, read: list[float]) -> None:
    glances = Glances(picture([]))
    warm = [*plain_dice(glances), *(Spot(100.0 * k, 500, 26, 0.3) for k in range(1, others + 1))]
    cooler = [Spot(100.0 * k, 800, side, 0.22) for k, side in enumerate((12.0, 30.0, 60.0), 1)]
    kept = worth_reading(glances, [*warm, *cooler])
    assert kept[: len(warm)] == warm
    assert [s.side for s in kept[len(warm) :]] == read


def test_where_no_die_is_beyond_doubt_cooler_spots_are_not_read() -> None:
    spots = [Spot(100.0 * k, 500, 26, heat) for k, heat in enumerate((0.4, 0.3, 0.22), 1)]
    assert worth_reading(Glances(picture([])), spots) == spots[:2]
