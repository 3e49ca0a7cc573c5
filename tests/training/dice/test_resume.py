"""Shipped networks become weights to go on training from."""

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not here: training needs it, the product does not")


def test_further_steps_do_nothing_at_first() -> None:
    from training.dice.data import READER_PX
    from training.dice.reader_net import DEEP, Reader
    from training.dice.resume import deepened

    few, square = Reader(deep=DEEP - 1).eval(), torch.rand(2, 3, READER_PX, READER_PX)
    grown = deepened(few, READER_PX).eval()
    assert len(grown.mind) == len(few.mind) + 1
    assert torch.allclose(grown(square), few(square), atol=1e-6)


def test_a_stored_reader_tells_how_many_steps_it_has_and_its_halved_weights(tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    from training.dice.distil import PX
    from training.dice.export import halve, write
    from training.dice.reader_net import DEEP, Reader
    from training.dice.resume import deep, stored

    net = Reader(PX, DEEP - 1)
    write(net, tmp_path / "second.onnx", (1, 3, PX, PX), {0: "n"})
    whole = stored(tmp_path / "second.onnx")
    halve(tmp_path / "second.onnx")
    halved = stored(tmp_path / "second.onnx")
    assert deep(len(halved)) == DEEP - 1
    assert all(
        torch.allclose(a, b, atol=1e-3)
        for one, other in zip(whole, halved, strict=True)
        for a, b in zip(one, other, strict=True)
    )


def test_both_halves_of_a_shipped_reader_are_put_together_again(tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    from training.dice.data import READER_PX
    from training.dice.export import halves
    from training.dice.reader_net import Hunch, Reader
    from training.dice.resume import fill, put_together, stored

    before, after = Reader().eval(), Reader().eval()
    halves(before, Hunch(), tmp_path)
    fill(after, put_together(stored(tmp_path / "dice_eye.onnx"), stored(tmp_path / "dice_reader.onnx")))
    square = torch.rand(2, 3, READER_PX, READER_PX)
    assert torch.allclose(after(square), before(square), atol=0.02)  # weights are stored in two bytes
