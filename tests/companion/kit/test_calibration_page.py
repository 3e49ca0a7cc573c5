"""The calibration page on paper."""

import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import BadInput
from companion.kit.calibration_page import calibration_page, write_page
from companion.kit.sheets import paper_of
from vision.calibration import PAGE, SIDE_MM
from vision.tags import find_all_in_grey

DPI = 150


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_all_of_it_fits_on_the_paper(paper):
    page = calibration_page(paper_of(paper))
    tags = np.array([(x, y) for _, x, y, _ in page.tags])
    assert tags.min() - SIDE_MM / 2 >= 8
    assert (tags.max(axis=0) + SIDE_MM / 2 <= np.array([page.width_mm, page.height_mm]) - 8).all()


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm (poppler-utils) is not installed")
def test_every_marker_is_printed_where_the_measuring_expects_it(tmp_path: Path):
    write_page(tmp_path / "page.pdf")
    subprocess.run(["pdftoppm", "-r", str(DPI), "-gray", "-png", tmp_path / "page.pdf", tmp_path / "page"], check=True)
    (png,) = tmp_path.glob("*.png")
    tags = {tag.id: tag.centre * 25.4 / DPI for tag in find_all_in_grey(cv2.imread(str(png), cv2.IMREAD_GRAYSCALE))}
    assert tags.keys() == PAGE.keys()
    off = tags[0] - PAGE[0]
    assert max(np.abs(tags[marker] - off - PAGE[marker]).max() for marker in PAGE) < 0.3
    assert SIDE_MM > 20


def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path):
    with pytest.raises(BadInput, match=r"cannot write .*; choose another place"):
        write_page(tmp_path / "none" / "page.pdf")
