"""The patterns a square is compared with."""

import numpy as np

from vision.book import book_of, levelled, soft_cells
from vision.patterns import cells_of
from vision.sighting import Target


def test_markers_of_one_size_are_sought_together_at_their_mean_height() -> None:
    book = book_of({5: Target("b", 14, 12.0), 3: Target("a", 14, 2.0), 9: Target("c", 20, 2.0)})
    assert book.groups == ((14, 7.0, (3, 5)), (20, 2.0, (9,)))
    assert book.ids == (3, 5, 9)
    assert [book.row[number] for number in book.ids] == [0, 1, 2]


def test_a_marker_agrees_with_its_own_pattern_and_turn_best() -> None:
    ids = tuple(range(20))
    turned = levelled(np.rot90(cells_of(7), 3).reshape(1, -1).astype(np.float32))
    agree = (turned @ soft_cells(ids, 0.2))[0]
    assert divmod(int(agree.argmax()), 4) == (7, 3)
    assert agree.max() > 0.9


def test_light_from_one_side_changes_nothing() -> None:
    cells = cells_of(7).reshape(1, -1).astype(np.float32)
    slope = np.tile(np.linspace(-2, 2, 8, dtype=np.float32), 8)[None]
    assert np.allclose(levelled(cells), levelled(3 * cells + slope + 90), atol=1e-3)
