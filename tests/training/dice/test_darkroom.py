"""Another lamp and camera for the finder's pictures."""

import numpy as np

from training.dice.darkroom import Darkroom


def test_a_picture_keeps_its_size_and_no_two_prints_are_alike() -> None:
    rng = np.random.default_rng(3)
    room = Darkroom(64, rng)
    image = rng.integers(0, 255, (64, 64, 3)).astype(np.uint8)
    prints = [room.develop(image, rng) for _ in range(12)]
    assert {(p.shape, p.dtype) for p in prints} == {((64, 64, 3), np.dtype(np.uint8))}
    assert len({p.tobytes() for p in prints}) == 12
