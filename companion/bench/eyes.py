"""What the eyes read of tables of which the truth is known: simulated under hard conditions, or labelled pictures."""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.bench.grading import Case, Image, Tally, Truth, graded
from companion.bench.hard_tables import CONDITIONS, Condition, simulated
from companion.errors import BadInput
from companion.games import game_named
from companion.layout import Layout
from companion.watch.aim import targets_of
from companion.watch.prints import read_print
from vision.eyes import Eyes, Look

GAMES = ("pyramid_raiders", "gold_raiders", "gold_mine", "temple_of_gold", "go_for_gold")
NOISE = 2.5  # grey levels, fresh in each of the service's looks
GRAIN = 64  # pixels by which the noise is moved from one look to the next
LOOKS = 7  # of the service at a table at rest


# The three ways of looking


def one_look(eyes: Eyes, case: Case) -> Look:
    return eyes.read(case.pixels)


def service(eyes: Eyes, case: Case) -> Look:
    """As the camera's loop looks: again and again at a table at rest, each frame with noise of its own."""
    look, pictures = Look(is_moving=True), (case.pixels, *case.later)
    grains = _grains(case.pixels)
    for n in range(LOOKS + 1):  # the first frame has nothing to be compared with and counts as moving
        pixels = pictures[min(n // 2, len(pictures) - 1)]
        look = eyes.look(np.asarray(cv2.add(pixels, next(grains), dtype=cv2.CV_8U), np.uint8))
    return look


def _grains(pixels: Image) -> Iterator[Any]:
    """Noise, a piece of the same large one each time: drawing it afresh took longer than the looks."""
    rng, (high, wide, channels) = np.random.default_rng(1), pixels.shape
    grain = np.round(rng.normal(0, NOISE, (high + GRAIN, wide + GRAIN, channels))).astype(np.int16)
    while True:
        y, x = rng.integers(0, GRAIN, 2)
        yield grain[y : y + high, x : x + wide]


def photograph(eyes: Eyes, case: Case) -> Look:
    return eyes.read(case.pixels, is_thorough=True)


WAYS: Mapping[str, Callable[[Eyes, Case], Look]] = {"look": one_look, "service": service, "read": photograph}


# Labelled pictures


def labelled(folder: Path) -> Iterator[Case]:
    """Pictures with their truth beside them, as the README of shared/renders describes it."""
    for path in sorted(folder.glob("*.json")):
        said = json.loads(path.read_text())
        pixels = cv2.imread(str(path.with_name(said["picture"])))
        if pixels is not None:
            shown = tuple(_labelled(piece) for piece in said["pieces"] if piece.get("markers"))
            yield Case(path.stem, said["game"], said["condition"], np.asarray(pixels, np.uint8), shown)


def _labelled(piece: Mapping[str, Any]) -> Truth:
    best = max(piece["markers"], key=lambda marker: float(marker["visible"]))
    return Truth(piece["piece"], piece["x_mm"], piece["y_mm"], best["visible"], best["side_px"] / 8)


# Figures


def measured(cases: Iterable[Case], ways: Sequence[str] = tuple(WAYS)) -> dict[str, dict[str, Tally]]:
    """Each way of looking at each picture by eyes that have seen nothing else: case -> way -> tally."""
    return {case.name: {way: _whole(kinds) for way, kinds in looked_at(case, ways).items()} for case in cases}


def looked_at(case: Case, ways: Sequence[str] = tuple(WAYS)) -> dict[str, dict[str, Tally]]:
    """One picture: way -> kind of piece -> tally."""
    targets = targets_of(_print_in(case))
    looks = {way: WAYS[way](Eyes(targets), case) for way in ways}
    return {way: graded(case, look.sightings, look.problems) for way, look in looks.items()}


def _whole(tallies: Mapping[str, Tally]) -> Tally:
    whole = Tally()
    for tally in tallies.values():
        whole.add(tally)
    return whole


def _print_in(case: Case) -> Layout:
    """The table as it was printed when the picture was taken."""
    layout = game_named(case.game).layout()
    return read_print(layout, case.pixels, lambda table: Eyes(targets_of(table)))[0] if layout.also else layout


def measure(
    only: Sequence[str] = (), progress: Callable[[str], None] = lambda line: None, seed: int = 1
) -> dict[str, Any]:
    """Every game under every condition, or only those named; the three ways of looking: in all, then for each, by kind
    of piece."""
    began, chosen = time.perf_counter(), _chosen(only)
    every = {way: Tally() for way in WAYS}
    games: dict[str, Any] = {}
    for n, (game, condition) in enumerate(chosen, start=1):
        progress(f"{n} of {len(chosen)}: {game}, {condition.name} ...")
        found = looked_at(simulated(game, condition, seed))
        for way, kinds in found.items():
            every[way].add(_whole(kinds))
        games.setdefault(game, {})[condition.name] = {way: _figures(kinds) for way, kinds in found.items()}
    whole = {way: tally.to_json() for way, tally in every.items()}
    return {"seconds": round(time.perf_counter() - began), "whole": whole, "games": games}


def _chosen(only: Sequence[str]) -> list[tuple[str, Condition]]:
    """Which tables: all that were named by game or condition; those of no name all."""
    names = [condition.name for condition in CONDITIONS]
    if unknown := [one for one in only if one not in (*GAMES, *names)]:
        raise BadInput(f"no game or condition called {unknown[0]!r}; there are {', '.join(GAMES)}; {'; '.join(names)}")
    games = [game for game in GAMES if game in only] or GAMES
    conditions = [condition for condition in CONDITIONS if condition.name in only] or CONDITIONS
    return [(game, condition) for game in games for condition in conditions]


def _figures(kinds: Mapping[str, Tally]) -> dict[str, Any]:
    each = {kind: {**tally.counts(), "off_mm_most": tally.to_json()["off_mm_most"]} for kind, tally in kinds.items()}
    return {**_whole(kinds).to_json(), "kinds": each}
