"""A reader's hunch is taught by the reader, and until then says nothing."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from training.dice.shown import MOST_SPOTS, shown
from training.dice.squares import UNKNOWN

torch = pytest.importorskip("torch", reason="PyTorch is not here: training needs it, the product does not")


def test_a_hunch_that_has_learnt_nothing_holds_all_for_as_likely() -> None:
    from training.dice.data import READER_PX
    from training.dice.reader_net import Eye, Hunch, Reader

    hunch, seen = Eye(Reader().eval(), Hunch().eval())(torch.rand(2, 3, READER_PX, READER_PX))
    assert hunch.tolist() == [[0.0] * 12] * 2
    assert seen.shape == (2, 72, 7, 7)


def test_both_halves_of_a_reader_say_what_the_whole_one_says() -> None:
    from training.dice.data import READER_PX
    from training.dice.reader_net import Eye, Hunch, Mind, Reader

    reader, square = Reader().eval(), torch.rand(2, 3, READER_PX, READER_PX)
    _, seen = Eye(reader, Hunch().eval())(square)
    assert torch.equal(Mind(reader)(seen), reader(square))


def test_a_hunch_is_as_far_off_as_the_value_and_of_a_die_the_box() -> None:
    from training.dice.hunch import unlike

    die, none = torch.zeros(1, 12), torch.zeros(1, 12)
    die[0, 3], none[0, 0] = 20.0, 20.0
    elsewhere = torch.tensor([[0.0] * 7 + [0.5, 0, 0, 0, 0]])
    assert unlike(die, die).item() == pytest.approx(0, abs=1e-6)
    assert unlike(none + elsewhere, none).item() == pytest.approx(0, abs=1e-6)
    assert unlike(die + elsewhere, die).item() == pytest.approx(0.45, abs=1e-3)
    assert unlike(none, die).item() == pytest.approx(20, abs=1e-2)


def test_the_hunch_learns_what_the_reader_says(tmp_path: Path) -> None:
    from training.dice.hunch import teach
    from training.dice.reader_net import Hunch, Reader
    from training.dice.squares import SQUARE
    from training.dice.train_reader import Pools

    rows = np.zeros(16, SQUARE)
    rows["bgr"] = np.random.default_rng(1).integers(0, 256, rows["bgr"].shape)
    np.save(tmp_path / "shown.npy", rows)
    reader = Reader().eval()
    before = {name: weights.clone() for name, weights in reader.state_dict().items()}
    hunch = teach(Hunch(), reader, Pools([(1.0, [tmp_path / "shown.npy"])]), 3, 8, 1e-3, tmp_path / "log")
    assert any(weights.abs().sum() > 0 for weights in hunch.state_dict()["answer.2.weight"])
    assert all(torch.equal(before[name], weights) for name, weights in reader.state_dict().items())


def test_what_the_finder_sees_is_shown_whatever_it_is(tmp_path: Path) -> None:
    from companion.bench.dice import DrawnDie, picture

    image = picture([DrawnDie(5, 640, 790, 20), DrawnDie(2, 840, 790, 40)])
    rows = list(shown(image, True, np.random.default_rng(1)))
    assert 2 <= len(rows) <= MOST_SPOTS
    assert {row[2][0] for row in rows} == {UNKNOWN}
    assert cv2.meanStdDev(rows[0][0])[1].min() > 10
