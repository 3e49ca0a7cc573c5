"""The printed pages, turned to pictures by poppler, hold every marker in its place."""

import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.games import game_named, game_names
from companion.games.protocol import Game
from companion.kit.make import make_kit
from companion.kit.sheets import Page, Tag
from companion.kit.tags import DICTIONARY

DPI = 300
TOLERANCE_MM = 0.3
KITS = [
    *(pytest.param(game_named(game), "a4", "kit", "full", id=game) for game in game_names()),
    pytest.param(game_named("gold_mine"), "a4", "light", "light", id="gold_mine-light"),
    *(
        pytest.param(game_named(game), paper, mode, ink, id=f"{game}-{about}", marks=pytest.mark.soak)
        for game in game_names()
        for paper, mode, ink, about in (
            ("letter", "kit", "full", "letter"),
            ("a4", "stickers", "full", "stickers"),
            ("a4", "kit", "light", "ink"),
            ("letter", "light", "full", "mats"),
        )
    ),
]


@pytest.mark.timeout(600)
@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="needs pdftoppm, of Debian's poppler-utils")
@pytest.mark.parametrize(("game", "paper", "mode", "ink"), KITS)
def test_every_marker_is_printed_in_its_place_and_size(
    game: Game, paper: str, mode: str, ink: str, tmp_path: Path
) -> None:
    pages = make_kit(game, tmp_path / "kit.pdf", paper, mode, ink=ink)
    wrong = []
    for number, page in enumerate(pages, start=1):
        found = read_markers(tmp_path / "kit.pdf", number) if page.tags else []
        wrong += [f"page {number}: {line}" for line in compared(page, found)]
    assert wrong == []


def read_markers(pdf: Path, number: int) -> list[Tag]:
    picture = pdf.with_suffix(".pgm")
    command = ["pdftoppm", "-r", str(DPI), "-gray", "-f", str(number), "-l", str(number), "-singlefile"]
    subprocess.run([*command, str(pdf), str(picture.with_suffix(""))], check=True)
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.minMarkerPerimeterRate = 0.02
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), settings)
    page = cv2.imread(str(picture), cv2.IMREAD_GRAYSCALE)
    assert page is not None
    corners, ids, _ = detector.detectMarkers(page)
    return [] if ids is None else [measured(*pair) for pair in zip(ids.ravel().tolist(), corners, strict=True)]


def measured(marker: int, corners: NDArray[np.float32]) -> Tag:
    quad = (corners.reshape(4, 2) + 0.5) * 25.4 / DPI
    x, y = quad.mean(axis=0)
    return marker, float(x), float(y), float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())


def compared(page: Page, found: list[Tag]) -> list[str]:
    """One line per marker that is missing, too many, or more than the tolerance off its place or size."""
    left = list(found)
    lines = []
    for wanted in page.tags:
        near = [tag for tag in left if tag[0] == wanted[0] and off(tag, wanted) <= TOLERANCE_MM]
        if near:
            left.remove(near[0])
        else:
            lines.append(f"marker {wanted[0]} is not at {wanted[1]:.1f}, {wanted[2]:.1f}")
    return lines + [f"marker {tag[0]} at {tag[1]:.1f}, {tag[2]:.1f} should not be there" for tag in left]


def off(tag: Tag, wanted: Tag) -> float:
    return max(float(np.hypot(tag[1] - wanted[1], tag[2] - wanted[2])), abs(tag[3] - wanted[3]))
