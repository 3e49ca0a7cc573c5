"""What a look costs, against one plain detectMarkers on the same frame; one OpenCV thread, everything in one run."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.bench.eyes import GAMES
from companion.games import game_named
from companion.layout import Layout
from companion.simulation.match import turns
from companion.simulation.room import sim_camera
from companion.simulation.tabletop import Tabletop
from companion.watch.aim import targets_of
from vision.eyes import Eyes
from vision.sighting import Targets
from vision.tags import DICTIONARY

Image = npt.NDArray[np.uint8]

ROUNDS = 15
FEWER = 5  # rounds of what takes long
PATIENCE = 12  # looks at a table at rest, until nothing is left to be tried


def measure() -> dict[str, Any]:
    """Each game's busiest table at 1920 x 1080: the figures of all, and before them those of the dearest."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        games = {name: _measured(name) for name in GAMES}
    finally:
        cv2.setNumThreads(threads)
    worst = max(games, key=lambda name: games[name]["full_look_ratio"])
    ratios = [key for key in games[worst] if key.endswith("_ratio")]
    most = {f"most_{key}": max(row[key] for row in games.values()) for key in ratios}
    return {**games[worst], "game": worst, **most, "games": games}


def _measured(name: str) -> dict[str, Any]:
    tabletop = busiest(name)
    camera, targets = sim_camera(game_named(name), tabletop, lambda: 0.0, seed=1), targets_of(tabletop.layout)
    frame, again = camera.frame().pixels, camera.frame().pixels
    pieces = tabletop.layout.piece
    tabletop.take(next(one for one in tabletop.placements() if pieces[one.piece].marker is not None))
    changed = camera.frame().pixels
    tabletop.roll(dice_of(tabletop.layout, 4))
    rolled = camera.frame().pixels
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    plain = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), cv2.aruco.DetectorParameters())
    eyes, settled = _settled(Eyes(targets), frame), _settled(Eyes(targets), frame)
    look = eyes.read(frame)
    reference, full, both, unchanged = _side_by_side(
        lambda: plain.detectMarkers(grey),
        lambda: eyes.read(frame),
        lambda: (eyes.read(rolled), eyes.read(frame)),  # every die of the table rolled anew
        lambda: (settled.look(frame), settled.look(again)),
    )
    slow = [_slow_ones(targets, settled, frame, changed, lambda: plain.detectMarkers(grey)) for _ in range(FEWER)]
    beside, part, patient, photo = np.median(np.array(slow), axis=0).tolist()
    return {
        "frame": f"{frame.shape[1]}x{frame.shape[0]}",
        "pieces_on_table": len(tabletop.lying()) + 1,
        "pieces_read": len(look.sightings),
        "dice_read": len(look.dice),
        "detect_markers_ms": round(reference, 2),
        "full_look_ms": round(full, 2),
        "unchanged_look_ms": round(unchanged / 2, 3),
        "full_look_ratio": round(full / reference, 3),
        "rolled_look_ratio": round(both / 2 / reference, 3),
        "part_look_ratio": round(part / beside, 3),
        "unchanged_look_ratio": round(unchanged / 2 / reference, 4),
        "patient_look_ratio": round(patient / beside, 3),
        "photo_ratio": round(photo / beside, 3),
    }


def busiest(name: str) -> Tabletop:
    """The table with the most pieces on it in one game of as many bots as can play it, and its dice rolled."""
    game = game_named(name)
    players = game.names(game.players[-1])
    states = (after for _, _, after in turns(game, players, 1))
    placements = max((game.placements(state) for state in states), key=lambda placed: placed.total())
    layout = game.layout(players)
    tabletop = Tabletop(layout, Random(1))
    tabletop.arrange(placements)
    tabletop.roll(dice_of(layout, 5))
    return tabletop


def dice_of(layout: Layout, value: int) -> dict[str, int]:
    """Every die that has a tray, showing that."""
    return {die.name: value for die in layout.dice if (die.zone or layout.tray) in layout.zone}


def _slow_ones(
    targets: Targets, settled: Eyes, frame: Image, changed: Image, reference: Callable[[], object]
) -> tuple[float, float, float, float]:
    """detectMarkers, a look where one piece was taken away, the longest of the patient looks after it, a photograph."""
    beside = _took(reference)
    settled.look(changed)  # moving
    part = _took(lambda: settled.look(changed))
    patient = max(_took(lambda: settled.look(changed)) for _ in range(PATIENCE))
    photo = _took(lambda: Eyes(targets).read(changed, is_thorough=True))
    _settled(settled, frame)
    return beside, part, patient, photo


def _settled(eyes: Eyes, frame: Image) -> Eyes:
    """Eyes that have watched this table until nothing is left to be tried."""
    for _ in range(PATIENCE):
        eyes.look(frame)
    return eyes


def _took(call: Callable[[], object]) -> float:
    """Its CPU milliseconds."""
    began = time.process_time()
    call()
    return 1000 * (time.process_time() - began)


def _side_by_side(*calls: Callable[[], object]) -> list[float]:
    """The median of each, taken in turns so that a busy machine slows all alike."""
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(ROUNDS):
        for call, spent in zip(calls, times, strict=True):
            spent.append(_took(call))
    return [float(np.median(spent)) for spent in times]
