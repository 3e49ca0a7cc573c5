"""Of squares those are kept that a reader gets wrong."""

import numpy as np
import pytest

from training.dice.squares import SQUARE, UNKNOWN

torch = pytest.importorskip("torch", reason="PyTorch is not here: training needs it, the product does not")


def test_a_square_is_hard_unless_what_is_true_is_likely_or_not_known() -> None:
    from training.dice.hard import doubted
    from training.dice.reader_net import Reader

    net = Reader()
    last = net.answer[2]
    torch.nn.init.zeros_(last.weight)
    torch.nn.init.zeros_(last.bias)
    last.bias.data[3] = 20.0  # sees a three in everything
    net.eval()
    rows = np.zeros(3, SQUARE)
    rows["truth"][:, 0] = 3, 5, UNKNOWN
    assert doubted(net, rows).tolist() == [False, True, False]
