"""A die that lies as it lay, and one that was thrown again to the same spot."""

from dataclasses import replace

import numpy as np
import pytest

from companion.bench.dice import DrawnDie, draw_die
from vision.faces import Faces
from vision.plane import Plane
from vision.sighting import Sighting, Targets
from vision.trays import Trays

PLANE = Plane(np.diag([0.5, 0.5, 1]), np.diag([2.0, 2.0, 1]), 0.0, (1280, 960), (320.0, 240.0, 900.0), 0.0)
TARGETS = Targets(640, 480, {}, 30.0, {}, trays=(("tray", 40.0, 40.0, 140.0, 140.0),))
WHITE = (235, 238, 240)


def table(*dice: DrawnDie, seed: int = 1) -> np.ndarray:
    pixels = np.full((960, 1280, 3), (90, 120, 60), np.uint8)
    for die in dice:
        draw_die(pixels, die, 32.0)
    grain = np.random.default_rng(seed).normal(0, 2.5, pixels.shape)
    return np.clip(pixels + grain, 0, 255).astype(np.uint8)


def throws(*pictures: np.ndarray) -> list[int]:
    """The numbers a die has in one picture after the other."""
    trays = Trays(TARGETS)
    return [die.throw for pixels in pictures for die in trays.read(pixels, PLANE, None)]


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
def test_a_die_thrown_to_the_same_spot_with_the_same_value_has_another_number(value: int) -> None:
    first, again = (table(DrawnDie(value, 180, 180, turned, WHITE)) for turned in (10, 47))
    one, other = throws(first, again)
    assert 0 != one != other != 0


def test_a_die_that_shows_something_else_where_it_lay_has_another_number() -> None:
    one, other = throws(table(DrawnDie(4, 180, 180, 10, WHITE)), table(DrawnDie(6, 181, 180, 22, WHITE)))
    assert one != other


def test_a_die_keeps_its_number_when_the_light_changes_or_a_shadow_falls_across_it() -> None:
    first = table(DrawnDie(5, 180, 180, 20, WHITE))
    dim, shaded = (first * 0.6).astype(np.uint8), first.copy()
    shaded[:, :183] = (shaded[:, :183] * 0.55).astype(np.uint8)
    assert len(set(throws(first, dim, shaded, table(DrawnDie(5, 180, 180, 20, WHITE), seed=2)))) == 1


def test_a_die_keeps_its_number_when_the_camera_was_knocked_or_lost_the_table() -> None:
    trays = Trays(TARGETS)
    (before,) = trays.read(table(DrawnDie(3, 180, 180, 20, WHITE)), PLANE, None)
    trays.forget()
    (after,) = trays.read(table(DrawnDie(3, 184, 177, 21, WHITE)), PLANE, None)
    assert after.throw == before.throw


def test_a_die_is_compared_with_itself_and_not_with_one_that_lay_beside_it() -> None:
    """After a bump it was nearer to where an earlier one had lain, looked otherwise, and was entered as a roll."""
    trays = Trays(TARGETS)
    trays.read(table(DrawnDie(3, 168, 176, 20, WHITE)), PLANE, None)
    (before,) = trays.read(table(DrawnDie(6, 180, 182, 50, WHITE)), PLANE, None)
    (after,) = trays.read(table(DrawnDie(6, 176, 180, 50, WHITE)), PLANE, None)
    assert after.throw == before.throw


def test_of_a_die_half_under_a_hand_nobody_says_that_it_was_thrown() -> None:
    pixels = table(DrawnDie(3, 180, 180, 20, WHITE))
    hand = np.zeros((240, 320), np.uint8)
    hand[38:43, 48:53] = 255  # a fingertip at its corner
    die = Sighting("die", 90, 90, 0, 0.95, "3", (162, 162, 198, 198), "tray")
    assert [one.throw for one in Faces().numbered(pixels, (die,), {"tray": 32.0}, hand)] == [0]
    assert [one.throw for one in Faces().numbered(pixels, (die,), {"tray": 32.0}, None)] == [1]
    assert [one.throw for one in Faces().numbered(pixels, (replace(die, shows=None),), {"tray": 32.0}, None)] == [0]
