"""Squares for the reader."""

import numpy as np

from training.dice.squares import Dice


def test_dice_seen_aslant_are_those_that_may_not_be_turned() -> None:
    layers, pips = np.zeros((3, 4, 4, 4), np.uint8), np.zeros((3, 6, 2), np.float32)
    truth = np.array([(1, 0.1, 1, 0), (2, 0.7, 0, 0), (3, 0.2, 1, 1)], np.float32)
    dice = Dice(layers, layers[..., :2], layers[..., 0], truth, pips, np.zeros((3, 4), np.int32)).aslant()
    assert dice.truth[:, 0].tolist() == [2]
    assert len(dice.skin) == len(dice.cut) == len(dice.face) == len(dice.pips) == len(dice.boxes) == 1
