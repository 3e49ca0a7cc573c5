"""Every game's printed markers are good targets: what a module of each has in pixels at 1920 x 1080."""

from collections.abc import Iterator
from math import radians, tan

import pytest

from companion.games import game_named
from companion.layout import FRAME_MARKER_MM, Layout
from companion.simulation.camera import hung_over
from vision.tags import MODULES

GAMES = ("go_for_gold", "gold_mine", "gold_raiders", "pyramid_raiders", "temple_of_gold")
LEAST_PX = 3.0


def modules_px(layout: Layout) -> Iterator[tuple[str, float]]:
    """Each marker's name and the pixels of its modules, under a camera that just sees the whole table."""
    per_mm = 1920 / 2 / _half_mm(layout)
    yield "frame", FRAME_MARKER_MM * per_mm / MODULES
    for piece in layout.pieces:
        if piece.marker is not None:
            yield piece.name, piece.marker_mm * per_mm / MODULES
        if piece.back_marker is not None:
            yield f"{piece.name} back", piece.back_marker_mm * per_mm / MODULES


def _half_mm(layout: Layout) -> float:
    """Half of what the picture is wide, in mm of the table."""
    pose = hung_over(layout)
    return pose.height_mm * tan(radians(pose.fov_deg / 2))


@pytest.mark.parametrize("game", GAMES)
def test_every_marker_has_three_pixels_a_module(game: str) -> None:
    found = dict(modules_px(game_named(game).layout()))
    assert len(found) > 4
    assert {name: px for name, px in found.items() if px < LEAST_PX} == {}
