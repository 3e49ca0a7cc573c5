"""A reader's mind learns more while its eye stays, and with it the hunch."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not here: training needs it, the product does not")


def test_only_what_makes_up_its_mind_learns_unless_the_eye_is_to_learn_too(tmp_path: Path) -> None:
    from training.dice.mind import teach
    from training.dice.reader_net import Reader
    from training.dice.squares import SQUARE, UNKNOWN
    from training.dice.train_reader import Pools

    rows = np.zeros(16, SQUARE)
    rows["bgr"] = np.random.default_rng(1).integers(0, 256, rows["bgr"].shape)
    rows["truth"][:, 0] = [UNKNOWN, 3] * 8
    np.save(tmp_path / "squares.npy", rows)
    reader, square = Reader().eval(), torch.rand(2, 3, 56, 56)
    seen, said = reader.see(square), reader(square)
    pools = Pools([(1.0, [tmp_path / "squares.npy"])])
    after = teach(reader, pools, 3, 8, 1e-2, tmp_path / "mind.pt").eval()
    assert torch.equal(after.see(square), seen)
    assert not torch.allclose(after(square), said)
    after = teach(reader, pools, 3, 8, 1e-2, tmp_path / "mind.pt", eye=True).eval()
    assert not torch.allclose(after.see(square), seen)


def test_what_nobody_knows_is_to_be_said_as_before() -> None:
    from training.dice.mind import loss
    from training.dice.squares import UNKNOWN

    truth, maps = torch.zeros(2, 9), torch.zeros(2, 28, 28)
    truth[:, 0], truth[:, 5] = torch.tensor([UNKNOWN, 3.0]), UNKNOWN
    said, three = torch.zeros(2, 12), torch.zeros(2, 12)
    said[:, 5], three[:, 3] = 20.0, 20.0
    as_before_and_true = torch.stack([said[0], three[1]])
    assert loss(as_before_and_true, said, truth, maps) < 0.3
    assert loss(three, said, truth, maps) > 10
    assert loss(said, said, truth, maps) > 10


def test_a_die_is_to_be_likelier_one_than_was_said_whatever_it_shows() -> None:
    from training.dice.mind import A_DIE, loss
    from training.dice.squares import UNKNOWN

    truth, maps = torch.zeros(1, 9), torch.zeros(1, 28, 28)
    truth[:, 0], truth[:, 5], truth[:, A_DIE] = UNKNOWN, UNKNOWN, 4
    said = torch.zeros(1, 12)
    less_none = said.clone()
    less_none[:, 0] = -4
    assert loss(less_none, said, truth, maps) < 1e-4 < loss(said, said, truth, maps)
    truth[:, A_DIE] = 0
    assert loss(said, said, truth, maps) < 1e-4


def test_the_truth_of_what_is_only_to_be_kept_is_hidden(tmp_path: Path) -> None:
    from training.dice.mind import A_DIE, Lessons
    from training.dice.squares import SQUARE, UNKNOWN
    from training.dice.train_reader import Pools

    rows = np.zeros(8, SQUARE)
    rows["truth"][:, 0], rows["truth"][:, 5:] = [0, 3] * 4, 1
    np.save(tmp_path / "squares.npy", rows)
    pools = Pools([(1.0, [tmp_path / "squares.npy"])])
    drawn = Lessons(pools, pools, 0.5, 4.0).draw(np.random.default_rng(1), 400)["truth"]
    hidden = drawn[:, 0] == UNKNOWN
    assert 150 < hidden.sum() < 250
    assert set(drawn[hidden, A_DIE]) == {0, 4}  # but whether it is a die is still known
    assert not drawn[hidden][:, [1, 2, 3, 4, 6, 8]].any()
    assert set(drawn[~hidden, 0]) == {0, 3}


def test_squares_of_which_nobody_knows_the_truth_are_shown_any_way_up() -> None:
    from training.dice.mind import any_way_up
    from training.dice.squares import UNKNOWN

    truth, squares = torch.zeros(40, 9), torch.zeros(40, 3, 2, 2)
    truth[:20, 0], squares[..., 0, 0] = UNKNOWN, 1.0
    shown = any_way_up(squares.clone(), truth, np.random.default_rng(1))
    corners = {tuple(map(int, corner)) for corner in shown[:20, 0].nonzero()[:, 1:]}
    assert corners == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert torch.equal(shown[20:], squares[20:])
