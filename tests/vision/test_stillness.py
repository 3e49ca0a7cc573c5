"""Stillness on a small grey frame."""

import numpy as np

from vision.stillness import Stillness, shrink

RNG = np.random.default_rng(3)


def frame(noise: float = 3.0) -> np.ndarray:
    return np.clip(RNG.normal(120, noise, (540, 960, 3)), 0, 255).astype(np.uint8)


def test_noise_is_not_movement() -> None:
    still = Stillness()
    still.watch(frame())
    still.remember()
    assert still.watch(frame()).is_still


def test_a_die_that_moved_is_seen() -> None:
    still = Stillness()
    still.watch(frame())
    still.remember()
    moved = frame()
    moved[200:230, 300:330] = 240
    change = still.watch(moved)
    assert change.is_moving
    assert not still.watch(moved).is_moving
    assert still.watch(moved).count > 20


def test_lamps_are_left_out() -> None:
    still = Stillness()
    still.watch(frame())
    still.remember()
    lit = frame()
    lit[200:230, 300:330] = 250
    lamps = np.zeros(shrink(lit).shape, np.uint8)
    lamps[48:60, 73:85] = 255
    assert still.watch(lit, ignore=lamps).is_still


def test_what_was_hidden_is_compared_with_what_lay_there_before() -> None:
    still = Stillness()
    still.watch(frame())
    still.remember()
    hand = frame()
    hand[100:300, 100:300] = 20
    still.watch(hand)
    mask = np.zeros(shrink(hand).shape, np.uint8)
    mask[20:80, 20:80] = 255
    still.remember(mask)
    still.watch(frame())
    assert still.watch(frame()).is_still


def printed() -> np.ndarray:
    """A table with something on it: tiles from dark to light."""
    tiles = np.random.default_rng(3).integers(30, 230, (27, 48), np.uint8)
    return np.asarray(np.kron(tiles, np.ones((10, 10))), np.uint8)


def dimmed(small: np.ndarray, light: float) -> np.ndarray:
    return np.asarray(small * light, np.uint8)


def settled_on(small: np.ndarray) -> Stillness:
    stillness = Stillness()
    stillness.watch(small, small)
    stillness.watch(small, small)
    stillness.remember()
    return stillness


def test_another_light_is_a_change_but_nothing_has_moved() -> None:
    """Only the bright parts change by more than flicker: their outlines were taken for hands."""
    stillness, dim = settled_on(printed()), dimmed(printed(), 0.85)
    change = stillness.watch(dim, dim)
    assert 0.2 * dim.size < change.count < 0.9 * dim.size
    assert stillness.but_for_light(change).count < 0.01 * dim.size


def test_a_hand_is_still_seen_when_the_light_changes_with_it() -> None:
    stillness, now = settled_on(printed()), dimmed(printed(), 0.8)
    now[0:120, 200:240] = 150
    where = stillness.but_for_light(stillness.watch(now, now)).where
    assert (where[0:120, 200:240] > 0).mean() > 0.7
    assert (where[:, 260:] > 0).mean() < 0.02


def test_what_a_hand_hid_is_remembered_in_the_light_of_now() -> None:
    stillness, now = settled_on(printed()), dimmed(printed(), 0.8)
    now[0:120, 200:240] = 150
    stillness.watch(now, now)
    hidden = np.zeros(now.shape, np.uint8)
    hidden[0:120, 200:240] = 255
    stillness.remember(hidden)
    assert stillness.watch(dimmed(printed(), 0.8), dimmed(printed(), 0.8)).count < 0.01 * now.size
