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
