"""The mean of two rounds of training."""

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not here: training needs it, the product does not")


def test_weights_are_the_mean_and_counts_the_later_ones(tmp_path: Path) -> None:
    from training.dice.halfway import main

    paths = [str(tmp_path / name) for name in ("one.pt", "other.pt", "out.pt")]
    torch.save({"w": torch.tensor([1.0, 2.0]), "n": torch.tensor(3)}, paths[0])
    torch.save({"w": torch.tensor([3.0, 2.0]), "n": torch.tensor(9)}, paths[1])
    main(*paths)
    mean = torch.load(paths[2])
    assert mean["w"].tolist() == [2.0, 2.0]
    assert mean["n"].item() == 9
