"""What a look costs, against one plain detectMarkers on the same frame; one OpenCV thread, everything in one run."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.games import game_named
from companion.simulation.match import turns
from companion.simulation.room import sim_camera
from companion.simulation.tabletop import Tabletop
from companion.watch.aim import targets_of
from vision.eyes import Eyes
from vision.tags import DICTIONARY

Image = npt.NDArray[np.uint8]

ROUNDS = 15


def measure() -> dict[str, Any]:
    """A settled 1920 x 1080 frame of Pyramid Raiders in full swing: board, every piece, the die."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return _measure()
    finally:
        cv2.setNumThreads(threads)


def _measure() -> dict[str, Any]:
    game = game_named("pyramid_raiders")
    players = game.names(6)
    state = next(after for number, (_, _, after) in enumerate(turns(game, players, 1)) if number == 30)
    layout = game.layout(players)
    tabletop = Tabletop(layout, Random(1))
    tabletop.arrange(game.placements(state))
    tabletop.roll({"die": 5})
    camera = sim_camera(game, tabletop, lambda: 0.0, seed=1)
    frame, again = camera.frame().pixels, camera.frame().pixels
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    plain = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), cv2.aruco.DetectorParameters())
    eyes, settled = _settled(Eyes(targets_of(layout)), frame), _settled(Eyes(targets_of(layout)), frame)
    look = eyes.read(frame)
    costs = _side_by_side(
        lambda: plain.detectMarkers(grey), lambda: eyes.read(frame), lambda: (settled.look(frame), settled.look(again))
    )
    reference, full, unchanged = costs[0], costs[1], costs[2] / 2
    return {
        "frame": f"{frame.shape[1]}x{frame.shape[0]}",
        "pieces_on_table": len(tabletop.lying()),
        "pieces_read": len(look.sightings),
        "dice_read": len(look.dice),
        "detect_markers_ms": round(reference, 2),
        "full_look_ms": round(full, 2),
        "unchanged_look_ms": round(unchanged, 3),
        "full_look_ratio": round(full / reference, 3),
        "unchanged_look_ratio": round(unchanged / reference, 4),
    }


def _settled(eyes: Eyes, frame: Image) -> Eyes:
    """Eyes that have watched this table for a while."""
    for _ in range(8):
        eyes.look(frame)
    return eyes


def _side_by_side(*calls: Callable[[], object]) -> list[float]:
    """The median CPU milliseconds of each, taken in turns so that a busy machine slows all alike."""
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(ROUNDS):
        for call, spent in zip(calls, times, strict=True):
            began = time.process_time()
            call()
            spent.append(1000 * (time.process_time() - began))
    return [float(np.median(spent)) for spent in times]
