"""Twelve hands draw on every sheet of Go for Gold, hard to photograph: which lines are right, asked about, or wrong."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace as changed

from companion.bench.hard_tables import Condition, hang
from companion.games.go_for_gold import GAME
from companion.games.go_for_gold.actions import Move
from companion.games.go_for_gold.board import SIDES
from companion.games.protocol import State
from companion.games.protocol import replay as played
from companion.kit.faces import face_svg, field_svg
from companion.kit.svg import raster
from companion.simulation.camera import Picture, SimCamera, Weather
from companion.simulation.film import FINER, Film, develop
from companion.simulation.match import turns
from companion.simulation.pens import PENS, Pen
from companion.simulation.tabletop import Tabletop
from companion.watch.aim import marks_of, targets_of
from vision.eyes import Eyes, Look

Image = npt.NDArray[np.uint8]

SEATS = (1, 2, 3, 4)
CONDITIONS = (
    Condition("straight down"),
    Condition("tilted", tilt_deg=(24.0, 6.0)),
    Condition("soft, JPEG 75", film=Film(0.9, 0.8, 0.05, 0.3, 2.5, 75)),
    Condition("warm and dim", weather=Weather(0.5, 0.35, 0.25, 0.0, 0.0), film=Film(0.7, 0.3, 0.06, 0.2, 4.0, 85)),
    Condition("a shadow", weather=Weather(0.95, 0.3, 0.05, 0.0, 0.0, shadow=0.45)),
    Condition("wide lens", fov_deg=84.0, lens_k1=-0.09),
)


@dataclass(frozen=True)
class Round:
    """A moment when four players are about to draw, and what each will draw."""

    state: State
    moves: Mapping[str, Move]

    @property
    def drawn(self) -> State:
        return played(GAME, self.state, self.moves.values())


def a_round(side: str, seed: int) -> Round:
    """Some round of a bots' game in which all four draw."""
    rounds: list[Round] = []
    start: State | None = None
    moves: dict[str, Move] = {}
    for before, action, after in turns(GAME, GAME.names(len(SEATS)), seed, "greedy", {"side": side}):
        if before.roll is None and after.roll is not None:
            start, moves = after, {}
        if isinstance(action, Move):
            moves[action.player] = action
        if start is not None and len(moves) == len(SEATS):
            rounds.append(Round(start, moves))
            start, moves = None, {}
    return Random(seed).choice(rounds)


def sheet_of(round_: Round, seat: int) -> str:
    return f"sheet.{round_.state.side}.{seat}"


def photographed(round_: Round, pens: Sequence[Pen], condition: Condition, seed: int) -> Image:
    """The table after the round, in one picture of a small camera."""
    large, tabletop = Picture(1920 * FINER, 1080 * FINER), laid_out(round_, seed)
    held = {sheet_of(round_, seat): pen for seat, pen in zip(SEATS, pens, strict=True)}
    camera = SimCamera(
        tabletop,
        field=lambda scale: raster(field_svg(GAME), scale),
        face=lambda piece, scale: raster(face_svg(GAME, piece), scale),
        clock=lambda: 0.0,
        seed=seed,
        weather=condition.weather,
        picture=large,
        pen=held.__getitem__,
    )
    hang(camera, tabletop.layout, condition, large)
    return develop(camera.frame().pixels, condition.film, np.random.default_rng(seed))


def laid_out(round_: Round, seed: int) -> Tabletop:
    """The sheets where people push them, four millimetres and some degrees off."""
    layout = GAME.layout(round_.state.ids, {"side": round_.state.side})
    tabletop = Tabletop(layout, Random(f"{seed} hands"), askew_mm=4.0, askew_deg=5.0)
    tabletop.arrange(GAME.placements(round_.drawn))
    return tabletop


def read(round_: Round, pixels: Image, fov_deg: float = 66.0) -> Look:
    """As a photo sent by a phone is read."""
    layout = GAME.layout(round_.state.ids, {"side": round_.state.side})
    return Eyes(targets_of(layout), fov_deg).read(pixels, is_thorough=True)


def judged(round_: Round, look: Look) -> Iterator[tuple[int, str]]:
    """Of each seat whether its line is right, asked about with the right answer among others, missed, or wrong."""
    seen = GAME.marked(round_.state, marks_of(look.marks))
    for seat, player in enumerate(round_.state.ids, start=1):
        found = list(GAME.shown(changed(round_.state, awaiting=(player,)), seen))
        move = round_.moves[player]
        if not found:
            yield seat, "missed"
        elif found == [move]:
            yield seat, "right"
        else:
            yield seat, "asked" if move in found and len(found) > 1 else "wrong"


def measured(
    sides: Sequence[str], conditions: Sequence[Condition], pens: Sequence[Pen], seed: int, say: Callable[[str], None]
) -> Counter[str]:
    """All those hands on all those sheets under all those conditions; `say` hears of what was not right."""
    tally: Counter[str] = Counter()
    for side in sides:
        for number, condition in enumerate(conditions):
            for first in range(0, len(pens), len(SEATS)):
                one = seed + 100 * number + first
                round_, four = a_round(side, one), pens[first : first + len(SEATS)]
                look = read(round_, photographed(round_, four, condition, one), condition.fov_deg)
                for seat, how in judged(round_, look):
                    tally[how] += 1
                    if how != "right":
                        say(f"{side} {condition.name}, {four[seat - 1].name}, seed {one}: {how}")
    return tally


def measure() -> dict[str, Any]:
    """Twelve hands on both sheets, under one condition after the other."""
    found = {condition.name: dict(measured(SIDES, [condition], PENS, 1, lambda line: None)) for condition in CONDITIONS}
    return {"lines": found, "wrong": sum(one.get("wrong", 0) for one in found.values())}
