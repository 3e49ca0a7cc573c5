"""People who draw on their sheets, each in a hand of their own, under the simulated camera."""

from functools import cache
from random import Random

import pytest

from companion.bench.drawing import a_round
from companion.games.go_for_gold import GAME as game
from companion.kit.faces import face_svg, field_svg
from companion.kit.svg import raster
from companion.simulation.camera import SimCamera, Weather
from companion.simulation.tabletop import Hand, Tabletop
from companion.watch.aim import marks_of, targets_of
from vision.eyes import Eyes

LOOKS = 14  # one to find the table, four sheets, and the doubtful ones again


@cache
def field():
    return raster(field_svg(game), SimCamera.FIELD_PX_PER_MM)


def reach_over(tabletop, sheet):
    """A hand that draws there."""
    lying = next(one for one in tabletop.lying() if one.piece == sheet)
    tabletop.reach(Hand((lying.x_mm, lying.y_mm), (lying.x_mm, -150 if lying.y_mm < 297 else 750)))


@pytest.fixture(scope="session")
def read_round():
    """`read_round(side, pens, seed)`: a round drawn by four hands before the running eyes.

    Returns the state before it, everybody's moves, and what was seen on all sheets.
    """

    def read(side, pens, seed):
        round_, rng = a_round(side, seed), Random(f"{seed} hands")
        state, moves = round_.state, round_.moves
        names = [f"sheet.{side}.{seat}" for seat in (1, 2, 3, 4)]
        held = dict(zip(names, pens, strict=True))
        layout = game.layout(state.ids, {"side": side})
        tabletop = Tabletop(layout, rng, askew_mm=4.0, askew_deg=5.0)
        weather = Weather(rng.uniform(0.75, 1.05), rng.uniform(0.1, 0.5), 0.05, rng.uniform(2, 4), rng.uniform(0.5, 1))
        camera = SimCamera(
            tabletop,
            lambda scale: field(),
            lambda name, scale: raster(face_svg(game, name), scale),
            lambda: 0.0,
            seed,
            weather=weather,
            pen=held.__getitem__,
        )
        eyes = Eyes(targets_of(layout), camera.pose.fov_deg)
        for now in (state, round_.drawn):
            for name in names if now is not state else ():
                reach_over(tabletop, name)
                eyes.look(camera.frame().pixels)
            tabletop.reach(None)
            tabletop.arrange(game.placements(now))
            for _ in range(LOOKS):
                look = eyes.look(camera.frame().pixels)
        return state, moves, game.marked(state, marks_of(look.marks))

    return read
