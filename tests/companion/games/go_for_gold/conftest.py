"""People who draw on their sheets, each in a hand of their own, under the simulated camera."""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from random import Random

import cv2
import numpy as np
import pytest

from companion.games.go_for_gold import GAME as game
from companion.games.go_for_gold.actions import Move
from companion.games.go_for_gold.drawing import paper
from companion.games.go_for_gold.seeing import feet_owned, feet_used, marked
from companion.kit.faces import face_svg, field_svg
from companion.kit.svg import raster
from companion.simulation.camera import SimCamera, Weather
from companion.simulation.match import turns
from companion.simulation.tabletop import Tabletop
from companion.watch.aim import targets_of
from vision.eyes import Eyes
from vision.strokes import Form, blank_of, find_marks, lying_of

PX = 8.0  # per mm while drawing
GREY, BLUE, BLACK, BROWN, ORANGE, VIOLET = (
    *((76, 74, 72), (150, 70, 40), (28, 25, 24)),
    *((40, 70, 110), (30, 120, 230), (130, 50, 110)),
)


@dataclass(frozen=True)
class Pen:
    """What somebody draws with, and how: `off_mm` beside the middles, trembling, in second thoughts rubbed out."""

    name: str
    colour: tuple[int, int, int]
    width_mm: float = 0.6
    dark: float = 0.75
    grain: float = 0.0
    shake_mm: float = 0.2
    off_mm: float = 1.2
    erased: int = 0
    ghost: float = 0.15


PENS = (  # the reader's thresholds were chosen on twelve others
    Pen("HB pencil", GREY, 0.6, 0.7, 0.45),
    Pen("hard pencil", (95, 92, 90), 0.45, 0.6, 0.4, off_mm=1.0),
    Pen("soft pencil", (50, 50, 52), 1.0, 0.9, 0.6, shake_mm=0.4),
    Pen("biro", BLUE, 0.45, 0.9, 0.1, shake_mm=0.25),
    Pen("gel pen", BLACK, 0.7, 1.0, off_mm=1.8),
    Pen("orange felt", ORANGE, 1.1, 0.85, off_mm=1.5),
    Pen("violet crayon", VIOLET, 1.5, 0.55, 0.55, off_mm=2.0),
    Pen("child", BROWN, 1.2, 0.75, 0.4, shake_mm=1.2, off_mm=2.5),
    Pen("trembling", GREY, 0.6, 0.75, 0.4, shake_mm=0.9, off_mm=2.2),
    Pen("second thoughts", GREY, 0.65, 0.75, 0.45, erased=3),
    Pen("bad eraser", (70, 70, 70), 0.8, 0.7, 0.45, erased=2, ghost=0.28),
    Pen("careless", (160, 40, 60), 0.6, 0.9, shake_mm=0.5, off_mm=4.0),
)


class Desk:
    """One sheet being drawn on: `cover` says how much ink lies where."""

    def __init__(self, art, pen, rng):
        self._print = art[:, :, :3].astype(np.float32)
        self._cover = np.zeros(art.shape[:2], np.float32)
        self._pen = pen
        self._rng = rng
        noise = np.random.default_rng(rng.randrange(10**6)).normal(0, 1, art.shape[:2]).astype(np.float32)
        self._paper = np.clip(1 - pen.grain * (0.5 + 2.2 * cv2.GaussianBlur(noise, (0, 0), 1.2)), 0, 1)  # its tooth

    def line(self, points):
        """Through those points as a hand goes: beside them, bowed and trembling."""
        pen, rng, way = self._pen, self._rng, []
        angles = [(rng.uniform(0, 6.28), pen.off_mm * rng.random() ** 0.5) for _ in points]
        moved = [np.add(at, (r * np.cos(a), r * np.sin(a))) for at, (a, r) in zip(points, angles, strict=True)]
        for a, b in pairwise(moved):
            bow, phase, waves = rng.gauss(0, pen.shake_mm), rng.uniform(0, 6.28), rng.uniform(1, 3)
            aside = np.array([a[1] - b[1], b[0] - a[0]]) / max(1e-6, np.hypot(*(b - a)))
            for t in np.linspace(0, 1, 40):
                shake = bow + 0.6 * pen.shake_mm * np.sin(6.28 * waves * t + phase)
                way.append(a + (b - a) * t + aside * (shake * np.sin(np.pi * t) + rng.gauss(0, 0.15 * pen.shake_mm)))
        self.stroke(way)

    def stroke(self, way):
        ink = np.zeros(self._cover.shape, np.uint8)
        points = np.round(np.array(way) * PX * 16).astype(np.int32)
        cv2.polylines(ink, [points], False, 255, max(1, round(self._pen.width_mm * PX)), cv2.LINE_AA, 4)
        layer = ink.astype(np.float32) / 255 * self._pen.dark * self._rng.uniform(0.75, 1.0)
        np.maximum(self._cover, layer * self._paper, out=self._cover)

    def rub_out(self):
        """What an eraser leaves: wider and fainter."""
        self._cover = cv2.GaussianBlur(self._cover, (0, 0), 0.25 * PX) * self._pen.ghost * 1.5

    def ring(self, at):
        turn = np.linspace(0.3, 6.7, 60)
        radius = 3.2 * (1 + 0.08 * np.sin(turn * self._rng.uniform(1, 2.5)))
        self.stroke(np.column_stack((at[0] + radius * np.cos(turn), at[1] + radius * np.sin(turn))))

    def cross(self, at, half):
        for way in (1, -1):
            ends = [(at[0] - half, at[1] - way * half), (at[0] + half, at[1] + way * half)]
            self.stroke([(x + self._rng.gauss(0, 0.3), y + self._rng.gauss(0, 0.3)) for x, y in ends])

    def picture(self):
        share = self._cover[..., None]
        inked = self._print * (1 - share) + np.minimum(self._print, self._pen.colour) * share
        return np.dstack((inked, np.full(inked.shape[:2], 255))).astype(np.uint8)


@cache
def art(name):
    return raster(face_svg(game, name), PX)


@cache
def field():
    return raster(field_svg(game), SimCamera.FIELD_PX_PER_MM)


def a_round(side, seed):
    """Some moment of a bots' game when four players are about to draw, and what they will draw."""
    rounds, start, moves = [], None, {}
    for before, action, after in turns(game, game.names(4), seed, "greedy", {"side": side}):
        if after.phase == "move" and before.phase == "roll":
            start, moves = after, {}
        if isinstance(action, Move):
            moves[action.player] = action
        if before.phase == "move" and after.phase != "move" and len(moves) == 4:
            rounds.append((start, moves))
    return Random(seed).choice(rounds)


def sheet(state, hunter, move, pen, rng):
    """That player's sheet after the move: old lines and the new one, rings, crosses, and what was rubbed out."""
    form, island = paper(state.side), state.island
    desk = Desk(art(f"sheet.{state.side}.{state.seat(hunter.id)}"), pen, rng)
    for _ in range(pen.erased):
        way = [hunter.pos]
        while len(way) < 4 and (near := [one for one in island.neighbours[way[-1]] if one not in way]):
            way.append(rng.choice(near))
        desk.line([form.places[space] for space in way])
    desk.rub_out()
    entered = (*hunter.visited, *move.path)
    for a, b in pairwise(entered):
        if b in island.neighbours[a]:
            desk.line([form.places[a], form.places[b]])
    for space in entered:
        if space in island.shovels or space in island.feet:
            desk.ring(form.spots[space])
    for foot in feet_owned(state, hunter)[: feet_used(state, hunter) + move.use_foot]:
        x0, y0, x1, y1 = form.boxes.get(foot) or (*form.spots[foot], *form.spots[foot])
        desk.cross(((x0 + x1) / 2, (y0 + y1) / 2), 2.2)
    desk.cross(form.spots[entered[0]], 3.0)
    return desk.picture()


@pytest.fixture(scope="session")
def read_round():
    """`read_round(side, pens, seed)`: a round drawn by four hands, photographed and read.

    Returns the state before it, everybody's moves, and what was seen on all sheets.
    """

    def read(side, pens, seed):
        (state, moves), rng = a_round(side, seed), Random(f"{seed} hands")
        names = [f"sheet.{side}.{seat}" for seat in (1, 2, 3, 4)]
        hands = zip(names, state.players, pens, strict=True)
        faces = {name: sheet(state, one, moves[one.id], pen, rng) for name, one, pen in hands}
        layout = game.layout(state.ids, {"side": side})
        tabletop = Tabletop(layout, rng, askew_mm=4.0, askew_deg=5.0)
        tabletop.arrange(Counter(one for one in game.placements(state) if one.piece in faces))
        weather = Weather(rng.uniform(0.75, 1.05), rng.uniform(0.1, 0.5), 0.05, rng.uniform(2, 4), rng.uniform(0.5, 1))
        size = {name: face.shape for name, face in faces.items()}

        def face(name, scale):
            high, wide = (round(px * scale / PX) for px in size[name][:2])
            return cv2.resize(faces[name], (wide, high), interpolation=cv2.INTER_AREA)

        camera = SimCamera(tabletop, lambda scale: field(), face, lambda: 0.0, seed, weather=weather)
        eyes, frame = Eyes(targets_of(layout), camera.pose.fov_deg), camera.frame()
        for _ in range(3):
            frame = camera.frame()
            look = eyes.look(frame.pixels, frame.small, ())
        form = Form(**vars(paper(side)))
        seen = Counter()
        for seat, name in enumerate(names, start=1):
            lying = lying_of([one for one in look.sightings if one.what == name])
            found = find_marks(frame.pixels, look.plane, form, lying, blank_of(art(name), form))
            seen += marked(side, seat, [(mark.what, mark.where, mark.sure) for mark in found or ()])
        return state, moves, seen

    return read


@pytest.fixture(scope="session")
def pens():
    return PENS
