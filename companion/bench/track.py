"""How long explaining one change of the table takes, per game, beside the time of one look at it."""

import time
from itertools import islice
from random import Random
from statistics import median, quantiles
from typing import Any

import cv2
import numpy as np

from companion.games import game_named, game_names
from companion.games.protocol import Action, Game, Seen, State
from companion.layout import Layout
from companion.simulation.match import turns
from companion.simulation.room import sim_camera
from companion.simulation.tabletop import Tabletop
from companion.watch.aim import targets_of
from companion.watch.tracker import Tracker
from vision.eyes import Eyes, Look
from vision.plane import Plane
from vision.sighting import Sighting

ACTIONS = 150  # of one random game, with as many players as it takes
STRAIGHT = Plane(np.diag([0.5, 0.5, 1.0]), np.diag([2.0, 2, 1]), 0.0, (2600, 1700), (600, 400, 1000), 0.1)


def measure() -> dict[str, Any]:
    """Milliseconds: `median_ms` and `p99_ms` of all changes that could be noticed, `look_ms` of one full look.

    Of the processor, not of the wall: nothing here waits, and what else the machine does is not explaining.
    """
    return {name: _measured(game_named(name)) for name in game_names()}


def _measured(game: Game) -> dict[str, float]:
    players = game.names(game.players[-1])
    layout = game.layout(players, {})
    tracker, spent, state = Tracker(game, layout), list[float](), None
    for before, action, after in islice(turns(game, players, 1), ACTIONS):
        state = after
        tracker.settle(before, perfect(game, layout, before))
        if game.placements(before) != game.placements(after) or game.rolled(action):
            look = perfect(game, layout, before if game.rolled(action) else after, _rolled(game, layout, action))
            began = time.thread_time()
            tracker.weigh(before, look)
            spent.append(1000 * (time.thread_time() - began))
    figures = {
        "median_ms": median(spent),
        "p99_ms": quantiles(spent, n=100)[98],
        "look_ms": _look_ms(game, layout, state),
    }
    return {name: round(value, 2) for name, value in figures.items()}


def perfect(game: Game, layout: Layout, state: State, dice: tuple[Sighting, ...] = ()) -> Look:
    """What eyes that miss nothing would report of a table that lies as it should."""
    return Look(tuple(_sightings(layout, game.placements(state))), dice, STRAIGHT)


def _sightings(layout: Layout, lying: Seen) -> list[Sighting]:
    found, laid = [], dict[tuple[str, str], int]()
    for placement in lying.elements():
        piece, space = layout.piece[placement.piece], layout.space[placement.space]
        if not piece.is_seen:
            continue
        number = laid[space.name, piece.seat] = laid.get((space.name, piece.seat), -1) + 1
        x, y = space.seat(piece.seat)
        x, y = x + number * space.spread_mm[0], y + number * space.spread_mm[1]
        found.append(Sighting(piece.name, x, y, float(placement.turned or 0), 0.99, placement.shows))
    return found


def _rolled(game: Game, layout: Layout, action: Action) -> tuple[Sighting, ...]:
    dice = {die.name: die for die in layout.dice}
    found = []
    for number, (name, value) in enumerate(game.rolled(action).items()):
        die = dice.get(name, layout.dice[min(number, len(layout.dice) - 1)])
        zone = layout.zone[die.zone or layout.tray]
        colour = (240, 235, 225) if number == 0 else (35, 30, 32)
        at = (zone.x0 + zone.x1) / 2 + 25 * number, (zone.y0 + zone.y1) / 2
        found.append(Sighting("die", *at, 0.0, 0.98, str(value), None, zone.name, colour))
    return tuple(found)


def _look_ms(game: Game, layout: Layout, state: State) -> float:
    tabletop = Tabletop(layout, Random(1))
    tabletop.arrange(game.placements(state))
    frame, eyes = sim_camera(game, tabletop, lambda: 0.0, seed=1).frame().pixels, Eyes(targets_of(layout))
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        eyes.read(frame)
        began = time.thread_time()
        eyes.read(frame)
        return 1000 * (time.thread_time() - began)
    finally:
        cv2.setNumThreads(threads)
