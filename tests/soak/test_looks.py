"""Thousands of looks at a table on which things happen: the eyes remember what lies there and nothing else."""

import gc
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from companion.bench.look import busiest, dice_of
from companion.games import game_named
from companion.simulation.room import sim_camera
from companion.watch.aim import targets_of
from vision.eyes import Eyes

Image = npt.NDArray[np.uint8]

WARM_UP = 60  # looks until every cache is filled
MORE_MB = 12.0  # far less than one frame leaked every ten looks


def held_mb() -> float:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6


def evening(game: str) -> tuple[Eyes, Iterator[Image]]:
    """Eyes, and frames of a table that lies still, has its dice rolled, loses a piece and gets it back; for ever."""
    tabletop = busiest(game)
    camera = sim_camera(game_named(game), tabletop, lambda: 0.0, seed=1)
    first = camera.frame().pixels
    tabletop.roll(dice_of(tabletop.layout, 4))
    rolled = camera.frame().pixels
    pieces = tabletop.layout.piece
    tabletop.take(next(one for one in tabletop.placements() if pieces[one.piece].marker is not None))
    taken = camera.frame().pixels
    small = np.ascontiguousarray(first[::2, ::2])  # another picture size: everything is forgotten
    frames = [*[first] * 9, *[rolled] * 9, *[taken] * 9, *[rolled] * 2, small]
    return Eyes(targets_of(tabletop.layout)), cycle(frames)


def grown_mb(game: str, looks: int) -> float:
    """By how much more memory is held after so many looks than once all caches were filled."""
    eyes, frames = evening(game)
    for frame in islice(frames, WARM_UP):
        eyes.look(frame)
    before = held_mb()
    for frame in islice(frames, looks):
        eyes.look(frame)
    return held_mb() - before


def test_three_hundred_looks_leave_nothing_behind() -> None:
    assert grown_mb("pyramid_raiders", 300) < MORE_MB


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", ["pyramid_raiders", "go_for_gold"])
def test_ten_thousand_looks_leave_nothing_behind(game: str, figure: Callable[[str], None]) -> None:
    more = grown_mb(game, 10_000)
    figure(f"{game}, 10,000 looks: {more:+.1f} MB after the first {WARM_UP}")
    assert more < MORE_MB
