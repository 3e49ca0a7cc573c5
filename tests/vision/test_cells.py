"""The cells of a marker, as the picture has them."""

import numpy as np

from companion.bench.sheet import Drawn, Sheet
from vision.cells import cells_of_tags, framed_by, framed_parts
from vision.patterns import cells_of
from vision.tags import Grey


def seen(margin: int = 245) -> tuple[Grey, np.ndarray]:
    sheet = Sheet({5: Drawn(300, 300, 20.0)}, scale=2.0, noise=0.0)
    grey = sheet.picture()[:, :, 1].copy()
    (x0, y0), (x1, y1) = sheet.px(290, 290), sheet.px(310, 310)
    grey[round(y0) : round(y1), round(x0) - 6 : round(x0) - 1] = margin
    return grey, np.array([[[x0, y0], [x1, y0], [x1, y1], [x0, y1]]])


def test_the_cells_are_those_that_were_printed() -> None:
    grey, corners = seen()
    inner = cells_of_tags(grey, corners)[0, 1:-1, 1:-1]
    assert ((inner > 128) == (cells_of(5) > 0)).all()


def test_an_open_marker_is_framed_and_one_with_something_on_its_margin_less_so() -> None:
    whole, spoilt = (float(framed_by(cells_of_tags(*seen(margin)))[0][0]) for margin in (245, 20))
    assert whole > 0.95
    assert spoilt < 0.9


def test_what_lies_open_is_framed_whatever_lies_over_the_rest() -> None:
    cells = cells_of_tags(*seen(20))[0]
    right = np.zeros((1, 10, 10), bool)
    right[:, :, 4:] = True
    assert framed_parts(cells, right)[0] > 0.95
    assert framed_parts(cells, ~right)[0] < 0.9
