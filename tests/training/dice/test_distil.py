"""A reader of smaller squares begins with what one of larger squares knows."""

from pathlib import Path

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not here: training needs it, the product does not")


def test_what_counts_wherever_it_is_seen_counts_as_much_in_a_smaller_square() -> None:
    from training.dice.data import READER_PX
    from training.dice.distil import PX, shrunk
    from training.dice.reader_net import Reader

    weights = Reader().state_dict()
    first, cells = weights["answer.0.weight"], (READER_PX // 8) ** 2
    width = first.shape[1] - 16 * cells
    first[:, width:] = torch.arange(16).repeat_interleave(cells).float()  # of each plane the same everywhere
    pupil = Reader(PX)
    pupil.load_state_dict(shrunk(weights))
    after = pupil.answer[0].weight
    assert torch.equal(after[:, :width], first[:, :width])
    sums = after[:, width:].reshape(len(after), 16, (PX // 8) ** 2).sum(2)
    assert torch.allclose(sums, torch.arange(16).float().expand_as(sums) * cells, atol=1e-3)


def test_a_smaller_reader_answers_a_kept_square_once_that_is_made_smaller() -> None:
    from training.dice.data import READER_PX
    from training.dice.distil import PX, smaller
    from training.dice.reader_net import NUMBERS, Reader

    squares = torch.rand(2, 3, READER_PX, READER_PX)
    assert smaller(squares).shape == (2, 3, PX, PX)
    numbers, pips = Reader(PX).study(smaller(squares))
    assert (numbers.shape, pips.shape) == ((2, NUMBERS), (2, PX // 2, PX // 2))


def test_a_teacher_is_believed_where_it_is_right_or_nobody_knows() -> None:
    from training.dice.distil import right
    from training.dice.squares import UNKNOWN

    said, truth = torch.eye(7)[[3, 3, 3]], torch.zeros(3, 9)
    truth[:, 0] = torch.tensor([3, 5, UNKNOWN])
    assert right(said, truth).tolist() == [1, 0, 1]


def test_weights_stored_as_half_numbers_answer_next_to_the_same(tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    from training.dice.distil import PX
    from training.dice.export import halve, write
    from training.dice.reader_net import Reader

    square, answers, sizes = np.random.default_rng(3).normal(0, 1, (1, 3, PX, PX)).astype(np.float32), [], []
    write(Reader(PX), tmp_path / "second.onnx", (1, 3, PX, PX), {0: "n"})
    for shorten in (lambda _: None, halve):
        shorten(tmp_path / "second.onnx")
        net = cv2.dnn.readNetFromONNX(str(tmp_path / "second.onnx"))
        net.setInput(square)
        answers.append(net.forward())
        sizes.append((tmp_path / "second.onnx").stat().st_size)
    assert np.allclose(answers[0], answers[1], atol=0.01)
    assert sizes[1] < 0.52 * sizes[0]
