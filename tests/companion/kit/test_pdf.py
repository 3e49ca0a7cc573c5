"""Pages as PDF: a window onto a board shows all that lies in it, and the file does not carry what it hides."""

import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.games import game_named, game_names
from companion.games.protocol import Game
from companion.kit import faces
from companion.kit.drawing import rect, words
from companion.kit.pdf import write_pdf
from companion.kit.sheets import Layer, Page

PX_PER_MM, STEP = 1, 260.0
games = pytest.mark.parametrize("game", [game_named(name) for name in game_names()], ids=game_names())
needs_poppler = pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="needs pdftoppm, of Debian's poppler-utils")


def drawn(pages: list[Page], folder: Path) -> list[NDArray[np.uint8]]:
    """Every page as poppler draws it."""
    write_pdf(pages, folder / "pages.pdf", "pages")
    command = ["pdftoppm", "-r", str(PX_PER_MM * 25.4), "-png", str(folder / "pages.pdf"), str(folder / "page")]
    subprocess.run(command, check=True)
    pictures = [cv2.imread(str(path)) for path in sorted(folder.glob("page-*.png"))]
    return [np.asarray(picture, np.uint8) for picture in pictures]


def sheets(art: str, corners: list[tuple[int, int]], has_windows: bool, step: float = STEP) -> list[Page]:
    """A page for each corner with what lies right of it and below; without a window the paper's edge cuts it off."""
    window = (0.0, 0.0, step, step) if has_windows else None
    return [Page("", step, step, (Layer(art, -x, -y, window),), "") for x, y in corners]


@needs_poppler
@games
def test_a_window_leaves_out_nothing_that_lies_in_it(game: Game, tmp_path: Path) -> None:
    table, art = faces.layout(game), faces.field_art(game)
    corners = [(x, y) for y in range(0, int(table.height_mm), 260) for x in range(0, int(table.width_mm), 260)]
    pictures = drawn([*sheets(art, corners, False), *sheets(art, corners, True)], tmp_path)
    wanted, seen = pictures[: len(corners)], pictures[len(corners) :]
    for corner, whole, part in zip(corners, wanted, seen, strict=True):
        assert np.array_equal(whole[1:-1, 1:-1], part[1:-1, 1:-1]), corner
    assert corners


def test_what_a_window_hides_is_not_in_the_file(tmp_path: Path) -> None:
    art = rect(0, 0, 10, 10, "#ff0000") + "".join(
        rect(500 + n * n % 97, 500 + n, n % 89, 10, "#00ff00") for n in range(900)
    )
    size = []
    for window in (None, (0.0, 0.0, 50.0, 50.0)):
        write_pdf([Page("", 200, 200, (Layer(art, 0, 0, window),), "")], tmp_path / "page.pdf", "page")
        size.append((tmp_path / "page.pdf").stat().st_size)
    assert size[1] < 0.6 * size[0]


@needs_poppler
def test_a_wide_line_of_capitals_is_seen_at_both_of_its_ends(tmp_path: Path) -> None:
    """Its width is only estimated when parts are left out."""
    art = words("WWWWWWWWWWMMMMMMMMMM", 300, 50, 30, "#000000", 700)
    corners = [(x, 0) for x in range(50, 550, 100)]
    pictures = drawn([*sheets(art, corners, False, 100), *sheets(art, corners, True, 100)], tmp_path)
    has_ink = [bool((picture < 128).any()) for picture in pictures]
    assert has_ink[:5] == has_ink[5:] == [True] * 5


@needs_poppler
def test_a_layer_lies_where_it_was_put(tmp_path: Path) -> None:
    (picture,) = drawn([Page("", 60, 40, (Layer(rect(0, 0, 10, 10, "#000000"), 20, 5),), "")], tmp_path)
    rows, columns = np.nonzero(picture[..., 0] < 128)
    assert (columns.min(), columns.max() + 1) == (20, 30)
    assert (rows.min(), rows.max() + 1) == (5, 15)
