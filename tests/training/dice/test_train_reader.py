"""What is done to squares before a reader learns from them."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not here: training needs it, the product does not")


def test_only_squares_whose_truth_is_told_are_shaken_and_of_those_box_and_pips_are_unknown_then() -> None:
    from training.dice.squares import UNKNOWN
    from training.dice.train_reader import shaken

    before, truth = torch.rand(40, 3, 56, 56), torch.ones(40, 9)
    truth[::2, 0] = UNKNOWN
    after = shaken(before.clone(), truth, np.random.default_rng(1))
    moved = (after != before).flatten(1).any(1)
    assert not moved[::2].any()
    assert moved[1::2].any()
    assert not moved[1::2].all()
    assert torch.equal(truth[:, 6:8], (~moved).float()[:, None].expand(-1, 2))
    assert (truth[1::2, 0] == 1).all()


def test_a_die_seen_aslant_is_not_turned_over() -> None:
    """Only up tells which of its faces is the upper one."""
    from training.dice.train_reader import shaken

    square = torch.zeros(64, 3, 56, 56)
    square[:, :, :20] = 1
    truth = torch.ones(64, 9)
    truth[:, 8] = 0
    after = shaken(square.clone(), truth, np.random.default_rng(2))
    assert (after[:, :, :8].mean((1, 2, 3)) > 0.9).all()
    assert (after[:, :, -8:].mean((1, 2, 3)) < 0.1).all()
    truth[:, 6:] = 1
    assert not (shaken(square.clone(), truth, np.random.default_rng(2))[:, :, :8].mean((1, 2, 3)) > 0.9).all()


def test_where_nothing_is_told_nothing_is_shaken() -> None:
    from training.dice.squares import UNKNOWN
    from training.dice.train_reader import shaken

    square, truth = torch.rand(4, 3, 56, 56), torch.full((4, 9), float(UNKNOWN))
    assert torch.equal(shaken(square.clone(), truth, np.random.default_rng(3)), square)
