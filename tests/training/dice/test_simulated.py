"""What the simulation draws becomes squares: its dice with their values, its pieces as nothing."""

from pathlib import Path

import numpy as np
import pytest

from training.dice.simulated import REFUSED, colours, drawn, evened, main, rows_of, simulated
from training.dice.squares import SQUARE
from vision import dice_net
from vision.dice import find_dice


def test_drawn_dice_lie_where_they_are_said_to() -> None:
    image, dice, others, _ = drawn(3)
    found = find_dice(image)
    hits = [
        any(
            abs((f.box[0] + f.box[2] - d["box"][0] - d["box"][2]) / 2) < 6 and f.value == d["value"] for f in found
        )
        for d in dice
    ]  # fmt: skip
    assert len(dice) >= 5
    assert np.mean(hits) > 0.7
    assert others


def test_a_table_of_a_kit_has_dice_within_the_picture_and_pieces_beside_them() -> None:
    image, dice, pieces, _ = simulated("gold_raiders", 1)
    h, w = image.shape[:2]
    whole = [d["box"] for d in dice if not d["ignore"]]
    assert whole
    assert all(0 <= x0 < x1 <= w and 0 <= y0 < y1 <= h for x0, y0, x1, y1 in whole)
    assert len(pieces) > 5


def test_dice_become_squares_of_their_value_and_pieces_of_nothing() -> None:
    image, dice, others, turns = drawn(3)
    rows = list(rows_of(image, dice, others, turns, np.random.default_rng(1)))
    kinds = {int(truth[0]) for _, _, truth in rows}
    assert kinds == {0, *(d["value"] for d in dice)}


@pytest.mark.parametrize("seed", range(5))
def test_pips_are_unlike_the_body(seed: int) -> None:
    body, pips = (sum(bytes.fromhex(colour[1:])) for colour in colours(np.random.default_rng(seed)))
    assert abs(body - pips) > 240


def test_all_dice_are_kept_and_not_much_more_of_the_rest() -> None:
    rows = np.zeros(100, SQUARE)
    rows["truth"][:10, 0] = 4
    kinds = evened(rows, np.random.default_rng(1))["truth"][:, 0]
    assert ((kinds == 4).sum(), (kinds == 0).sum()) == (10, 10 * REFUSED)


@pytest.mark.timeout(120)
def test_squares_of_one_table_are_kept(tmp_path: Path) -> None:
    main(dice_net.MODELS, tmp_path / "out.npy", 1)
    kinds = np.load(tmp_path / "out.npy")["truth"][:, 0]
    assert (kinds == 0).any()
    assert (kinds > 0).any()
