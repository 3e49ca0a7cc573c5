"""What a small camera makes of a picture: softer, shaken, toned, grainy, and the same for the same seed."""

import numpy as np
import pytest

from companion.simulation.film import FINER, Film, develop

STILL = Film(blur_px=0.3, noise=0.0, quality=100)


def stripes() -> np.ndarray:
    page = np.full((120 * FINER, 160 * FINER, 3), 40, np.uint8)
    page[:, 80 * FINER :] = 220
    return page


def developed(film: Film, seed: int = 1) -> np.ndarray:
    return develop(stripes(), film, np.random.default_rng(seed)).astype(int)


def edge_px(picture: np.ndarray) -> int:
    """How many pixels the edge in the middle row takes."""
    row = picture[60, :, 1]
    return int(((row > 60) & (row < 200)).sum())


def test_the_picture_is_as_large_as_asked_for() -> None:
    assert developed(STILL).shape == (120, 160, 3)


@pytest.mark.parametrize("film", [Film(2.5, noise=0.0, quality=100), Film(0.3, 9.0, noise=0.0, quality=100)])
def test_blur_and_shake_widen_edges(film: Film) -> None:
    assert edge_px(developed(film, seed=2)) > edge_px(developed(STILL)) + 2  # that shakes across the edge


def test_blooming_brightens_the_dark_beside_the_bright() -> None:
    plain, bloomed = developed(STILL), developed(Film(0.3, bloom=0.2, noise=0.0, quality=100))
    assert bloomed[60, 76, 1] > plain[60, 76, 1] + 10
    assert abs(bloomed[60, 20, 1] - plain[60, 20, 1]) < 3


def test_a_tone_curve_parts_dark_and_bright() -> None:
    toned, plain = developed(Film(0.3, contrast=0.8, noise=0.0, quality=100)), developed(STILL)
    assert toned[60, 20, 1] < plain[60, 20, 1]
    assert toned[60, 140, 1] > plain[60, 140, 1]


def test_noise_is_as_asked_for_and_the_same_for_a_seed() -> None:
    film = Film(0.3, noise=6.0, quality=100)
    assert 4 < developed(film)[:, :60].std() < 8
    assert np.array_equal(developed(film), developed(film))
    assert not np.array_equal(developed(film), developed(film, seed=2))


def test_a_wrong_white_balance_tints() -> None:
    blue, _, red = developed(Film(0.3, noise=0.0, quality=100, balance=(1.2, 1.0, 0.7)))[60, 140]
    assert blue > red + 20
