"""Which parts of a network learn."""

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not here: training needs it, the product does not")


def test_only_the_named_parts_learn_and_norms_stay() -> None:
    from training.dice.nets import Finder, only

    net = Finder().train()
    only(net, *net.body[-3:])
    learns = {name.split(".")[1] for name, p in net.named_parameters() if p.requires_grad}
    assert learns == {"4", "5", "6"}
    assert not any(part.training for part in net.modules())
