"""Squares of dice as the simulation draws them: python -m training.dice.simulated MODELS OUT.npy COUNT.

COUNT tables of the five kits in the midst of a game, under the conditions of `companion.bench.hard_tables` or by the
plain simulated camera, with dice in their trays and anywhere else; and half as many drawn tables of `companion bench
dice`. Each die becomes squares as in `mistakes.py`, and so do the pieces beside them, which are none.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.bench.dice import DrawnDie, draw_die, draw_table
from companion.bench.hard_tables import CONDITIONS, Condition, hang, in_full_swing, seen_at
from companion.games import game_named
from companion.kit.faces import face_svg, field_svg
from companion.kit.svg import raster
from companion.simulation.camera import Picture, SimCamera, Weather
from companion.simulation.film import FINER, Film, FilmCamera, develop
from companion.simulation.tabletop import EBONY, IVORY, LyingDie, Tabletop
from training.dice.data import Floats, Image
from training.dice.mistakes import Die, die_at, square, squares
from training.dice.squares import SQUARE
from vision import dice_net
from vision.dice_net import Spot

SEED = 19
KITS = ("pyramid_raiders", "gold_raiders", "temple_of_gold", "gold_mine", "go_for_gold")
SIZES = (Picture(1920, 1080), Picture(1640, 922), Picture(1280, 720))
IN_TRAY = 0.5  # share of dice where they are thrown; the others fell anywhere
PLAIN = 0.3  # share of dice in the colours that the kits' dice have
APART = 1.7  # sides of a die
LEVEL_DEG = 10.0  # a picture less aslant may be turned any way
REFUSED = 1.3  # squares of what is none for each of a die
MOST_PIECES = 12  # of a table, shown as though they were dice
Row = tuple[Image, int, Floats]


def colours(rng: np.random.Generator) -> tuple[str, str]:
    """Of body and pips."""
    if rng.random() < PLAIN:
        return [(IVORY, EBONY), (EBONY, IVORY)][int(rng.integers(2))]
    while True:
        body, pips = rng.integers(0, 256, (2, 3))
        if abs(int(body.sum()) - int(pips.sum())) > 240:
            return "#" + bytes(body.tolist()).hex(), "#" + bytes(pips.tolist()).hex()


def thrown(tabletop: Tabletop, rng: np.random.Generator) -> tuple[LyingDie, ...]:
    """Dice in the trays and where they fell, apart from each other."""
    layout, dice = tabletop.layout, list[LyingDie]()
    zones = [layout.zone[name] for name in {die.zone or layout.tray for die in layout.dice} if name in layout.zone]
    for _ in range(int(rng.integers(6, 14))):
        x0, y0, x1, y1 = 0.0, 0.0, layout.width_mm, layout.height_mm
        if zones and rng.random() < IN_TRAY:
            zone = zones[int(rng.integers(len(zones)))]
            x0, y0, x1, y1 = zone.x0, zone.y0, zone.x1, zone.y1
        x, y = float(rng.uniform(x0 + 10, x1 - 10)), float(rng.uniform(y0 + 10, y1 - 10))
        if all(np.hypot(x - d.x_mm, y - d.y_mm) > APART * layout.die_mm for d in dice):
            dice.append(LyingDie(int(rng.integers(1, 7)), x, y, float(rng.uniform(0, 360)), *colours(rng)))
    return tuple(dice)


def boxes(tabletop: Tabletop, camera: SimCamera, picture: Picture, times: float) -> list[Die]:
    """Where the camera sees the dice, in pixels of what it hands over; those cut by the rim are to be ignored."""
    half, dice = tabletop.layout.die_mm / 2, list[Die]()
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    for die in tabletop.dice:
        a = np.deg2rad(die.turned_deg)
        around = corners @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) + [die.x_mm, die.y_mm]
        seen = np.vstack([seen_at(camera, picture, around, high) for high in (0.0, 2 * half)])
        (x0, y0), (x1, y1) = seen.min(axis=0) * times, seen.max(axis=0) * times
        cut = min(x0, y0) < 0 or x1 > picture.width * times or y1 > picture.height * times
        dice.append({"box": [x0, y0, x1, y1], "value": die.value, "ignore": bool(cut)})
    return dice


def simulated(kit: str, seed: int) -> tuple[Image, list[Die], list[Spot], bool]:
    """A table with dice as a camera sees it, where they are, where its pieces are, and whether it may be turned."""
    rng = np.random.default_rng((SEED, seed))
    condition = CONDITIONS[int(rng.integers(len(CONDITIONS)))]
    tabletop = in_full_swing(kit, seed, condition.askew_mm)
    tabletop.dice = thrown(tabletop, rng)
    size, is_filmed = SIZES[int(rng.integers(len(SIZES)))], rng.random() < 0.5
    times = FINER if is_filmed else 1
    picture = Picture(size.width * times, size.height * times)
    weather = condition.weather if is_filmed else any_weather(condition, rng)
    camera = SimCamera(tabletop, *_artwork(kit), clock=lambda: 0.0, seed=seed, weather=weather, picture=picture)
    hang(camera, tabletop.layout, condition, picture)
    frame = FilmCamera(camera, condition.film, seed).frame() if is_filmed else camera.frame()
    dice = boxes(tabletop, camera, picture, 1 / times)
    turns = max(map(abs, condition.tilt_deg)) < LEVEL_DEG
    return frame.pixels, dice, list(pieces(tabletop, camera, picture, 1 / times)), turns


@cache
def _artwork(kit: str) -> tuple[Callable[[float], Image], Callable[[str, float], Image]]:
    """The field and the faces of a kit, each drawn once."""
    game = game_named(kit)
    field, face = (
        (lambda scale: raster(field_svg(game), scale)),
        (lambda name, scale: raster(face_svg(game, name), scale)),
    )
    return cache(field), cache(face)


def any_weather(condition: Condition, rng: np.random.Generator) -> Weather:
    """Without film the camera itself makes the noise; lamps are mirrored, now and then."""
    layout_mm = rng.uniform(100, 500, 2)
    glare = (float(layout_mm[0]), float(layout_mm[1]), 30.0) if rng.random() < 0.3 else None
    light, warmth = float(rng.uniform(0.5, 1.25)), float(rng.uniform(-0.2, 0.25))
    noise, blur = float(rng.uniform(2, 5)), float(rng.uniform(0.5, 1.3))
    return replace(condition.weather, light=light, warmth=warmth, noise=noise, blur_px=blur, glare=glare)


def pieces(tabletop: Tabletop, camera: SimCamera, picture: Picture, times: float) -> Iterator[Spot]:
    """The pieces' faces as spots."""
    heights = tabletop.heights()
    for lying in camera.in_front_last():
        piece = tabletop.layout.piece[lying.piece]
        at = np.array([[lying.x_mm, lying.y_mm], [lying.x_mm + piece.width_mm, lying.y_mm]])
        (x, y), (aside, down) = seen_at(camera, picture, at, heights[lying.id]) * times
        yield Spot(float(x), float(y), float(np.hypot(aside - x, down - y)), 0.0)


def drawn(seed: int) -> tuple[Image, list[Die], list[Spot], bool]:
    """A drawn table, or one of a single colour, with drawn dice, plain squares and discs as large as they."""
    rng = np.random.default_rng((SEED, seed, 1))
    image = draw_table(int(rng.integers(1000)))
    if rng.random() < 0.5:
        image[:] = rng.integers(20, 236, 3)
    side, dice, others, taken = float(rng.uniform(20, 90)), list[Die](), list[Spot](), list[Any]()
    for _ in range(int(rng.integers(6, 20))):
        x, y = rng.uniform(1.1 * side, 1280 - 1.1 * side), rng.uniform(1.1 * side, 960 - 1.1 * side)
        if any(np.hypot(x - a, y - b) < 1.1 * side for a, b in taken):
            continue
        taken.append((x, y))
        if rng.random() < 0.75:
            dice.append(_draw_die(image, float(x), float(y), side, rng))
        else:
            others.append(_draw_other(image, float(x), float(y), side, rng))
    film = Film(blur_px=float(rng.uniform(0.3, 1.2)), noise=float(rng.uniform(0, 4)), quality=int(rng.integers(60, 98)))
    large = np.asarray(cv2.resize(image, None, fx=FINER, fy=FINER, interpolation=cv2.INTER_LINEAR), np.uint8)
    return develop(large, film, rng), dice, others, True


def _draw_die(image: Image, x: float, y: float, side: float, rng: np.random.Generator) -> Die:
    body, pips = (_bgr(colour) for colour in colours(rng))
    value, turned = int(rng.integers(1, 7)), float(rng.uniform(0, 360))
    draw_die(image, DrawnDie(value, x, y, turned, body, pips), side)
    a = np.deg2rad(turned)
    half = side * (0.42 * (abs(np.cos(a)) + abs(np.sin(a))) + 0.08)
    return {"box": [x - half, y - half, x + half, y + half], "value": value}


def _draw_other(image: Image, x: float, y: float, side: float, rng: np.random.Generator) -> Spot:
    colour = tuple(int(v) for v in rng.integers(0, 256, 3))
    if rng.random() < 0.5:
        cv2.circle(image, (round(x), round(y)), round(side / 2), colour, -1, cv2.LINE_AA)
    else:
        corners = cv2.boxPoints(((x, y), (side, side), float(rng.uniform(0, 90))))
        cv2.fillPoly(image, [corners.astype(np.int32)], colour, cv2.LINE_AA)
    return Spot(x, y, 1.1 * side, 0.0)


def _bgr(colour: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour[1:])
    return blue, green, red


def rows_of(image: Image, dice: list[Die], others: list[Spot], turns: bool, rng: np.random.Generator) -> Iterator[Row]:
    """What the finder shows the reader there, and what lies beside."""
    yield from squares(image, dice, [True] * len(dice), turns, rng)
    order = rng.permutation(len(others))[:MOST_PIECES]
    for spot in (others[k] for k in order):
        if not die_at(spot, dice)[1] and spot.side >= 8:
            yield square(image, spot, None, turns, rng)


def evened(rows: NDArray[np.void], rng: np.random.Generator) -> NDArray[np.void]:
    """All dice, and of the rest, of which such tables are full, not much more."""
    is_die = rows["truth"][:, 0] > 0
    others = rng.permutation(np.flatnonzero(~is_die))[: int(REFUSED * is_die.sum())]
    return np.asarray(rows[np.sort(np.append(np.flatnonzero(is_die), others))])


def main(models: Path, out: Path, count: int) -> None:
    cv2.setNumThreads(1)
    dice_net.MODELS = models
    rng = np.random.default_rng(SEED)
    rows: list[NDArray[np.void]] = []
    for n in range(count):
        tables = [simulated(KITS[n % len(KITS)], n)] + ([drawn(n)] if n % 2 else [])
        rows += [np.array(row, SQUARE) for table in tables for row in rows_of(*table, rng)]
    kept = evened(np.array(rows, SQUARE), rng)
    np.save(out, kept)
    print(len(kept), "squares,", int((kept["truth"][:, 0] > 0).sum()), "of dice")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
