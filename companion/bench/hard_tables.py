"""Tables in the midst of a game under conditions that are hard to see through, with the truth about them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from math import cos, radians, sin
from random import Random
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.bench.grading import Case, Image, Truth
from companion.games import game_named
from companion.kit.faces import face_svg, field_svg
from companion.kit.svg import raster
from companion.layout import Layout, Piece
from companion.simulation.camera import Picture, SimCamera, Weather, hung_over
from companion.simulation.film import FINER, Film, FilmCamera
from companion.simulation.match import turns
from companion.simulation.tabletop import Lying, Tabletop

HIDES = -2  # where the side of something tall is seen


@dataclass(frozen=True)
class Condition:
    name: str
    tilt_deg: tuple[float, float] = (1.5, -1.0)
    fov_deg: float = 66.0
    lens_k1: float = -0.015
    askew_mm: float = 1.5
    weather: Weather = Weather(noise=0.0, blur_px=0.0)  # noqa: RUF009
    film: Film = Film(bloom=0.06, contrast=0.3)  # noqa: RUF009
    drift_mm: float = 0.0  # by which the mirrored window moves from one moment to the next


PALE = Weather(noise=0.0, blur_px=0.0, top=(205, 212, 218))
SHADY = Weather(0.95, 0.3, 0.05, 0.0, 0.0, shadow=0.45, shadow_px=60.0)
LAMINATED = Weather(noise=0.0, blur_px=0.0, window=(260.0, 120.0, 420.0, 330.0), sheen=0.3)
CONDITIONS = (
    Condition("plain"),
    Condition("tilted 30", tilt_deg=(30.0, 0.0)),
    Condition("tilted 40", tilt_deg=(-38.0, 8.0)),
    Condition("sloppy", askew_mm=4.0),
    Condition("soft", film=Film(1.0, 1.5, 0.05, 0.3, 2.5, 75)),
    Condition("very soft", film=Film(1.3, 2.0, 0.05, 0.3, 2.5, 75)),
    Condition("dim, warm", weather=Weather(0.45, 0.3, 0.25, 0.0, 0.0), film=Film(0.7, 0.5, 0.06, 0.2, 5.0, 85)),
    Condition("wide lens", fov_deg=84.0, lens_k1=-0.09),
    Condition("wider lens", fov_deg=98.0, lens_k1=-0.16),
    Condition("white table, wrong white", weather=PALE, film=Film(0.7, 0.3, 0.06, 0.3, 2.5, 90, (1.1, 1.0, 0.82))),
    Condition("soft shadow", weather=SHADY),
    Condition("overexposed", weather=Weather(1.45, 0.2, 0.05, 0.0, 0.0)),
    Condition("curled", tilt_deg=(20.0, -6.0), askew_mm=3.0, weather=Weather(noise=0.0, blur_px=0.0, curl_mm=2.5)),
    Condition("laminated, the light moves", weather=LAMINATED, drift_mm=25.0),
)


def simulated(game: str, condition: Condition, seed: int, picture: Picture = Picture()) -> Case:  # noqa: B008
    """A table in the midst of a bots' game under that condition."""
    tabletop = in_full_swing(game, seed, condition.askew_mm)
    large = Picture(picture.width * FINER, picture.height * FINER)
    camera = SimCamera(
        tabletop,
        field=lambda scale: _field(game, scale),
        face=lambda piece, scale: _face(game, piece, scale),
        clock=lambda: 0.0,
        seed=seed,
        weather=condition.weather,
        picture=large,
    )
    hang(camera, tabletop.layout, condition, large)
    film = FilmCamera(camera, condition.film, seed)
    pixels, later = film.frame().pixels, tuple(_moments(camera, film, condition))
    shown = tuple(truths(tabletop, camera, large))
    return Case(f"{game} {condition.name} {seed}", game, condition.name, pixels, shown, later)


@lru_cache(maxsize=1)  # one game after the other
def _field(game: str, scale: float) -> Image:
    return raster(field_svg(game_named(game)), scale)


@lru_cache(maxsize=200)
def _face(game: str, piece: str, scale: float) -> Image:
    return raster(face_svg(game_named(game), piece), scale)


def _moments(camera: SimCamera, film: FilmCamera, condition: Condition) -> Iterator[Image]:
    """What is mirrored moves on, twice."""
    for _ in range(2 if condition.drift_mm and camera.weather.window else 0):
        x0, y0, x1, y1 = camera.weather.window or (0, 0, 0, 0)
        camera.weather = replace(camera.weather, window=(x0 + condition.drift_mm, y0, x1 + condition.drift_mm, y1))
        yield film.frame().pixels


def in_full_swing(game: str, seed: int, askew_mm: float = 1.5) -> Tabletop:
    """The table after some thirty to sixty actions of bots, with as many players as it takes."""
    played, rng = game_named(game), Random(seed)
    players = played.names(played.players[-1])
    some = islice(turns(played, players, seed), 30 + 10 * (seed % 4))
    *_, state = (after for _, _, after in some)
    tabletop = Tabletop(played.layout(players), rng, askew_mm)
    tabletop.arrange(played.placements(state))
    return tabletop


def hang(camera: SimCamera, layout: Layout, condition: Condition, picture: Picture) -> None:
    """As low as can be with the whole table in the picture."""
    wide, high = layout.width_mm, layout.height_mm
    edge, margin = np.array([[0.0, 0], [wide, 0], [wide, high], [0, high]]), 1.0
    while True:
        pose = hung_over(layout, picture, condition.fov_deg, margin, condition.tilt_deg)
        camera.bump(replace(pose, lens_k1=condition.lens_k1))
        straight = cv2.perspectiveTransform(edge[None], camera.plane(0.0))[0]  # beyond the picture nothing is drawn
        corners = np.vstack((seen_at(camera, picture, edge, 0.0), straight))
        if (corners > 4).all() and (corners < np.array([picture.width, picture.height]) - 4).all():
            return
        margin += 0.02


def seen_at(
    camera: SimCamera, picture: Picture, points_mm: npt.NDArray[Any], height_mm: float
) -> npt.NDArray[np.float64]:
    """Where that camera sees points so high above the table, in pixels."""
    straight = cv2.perspectiveTransform(points_mm.reshape(1, -1, 2).astype(np.float64), camera.plane(height_mm))[0]
    half, middle = picture.width / 2, np.array([picture.width / 2, picture.height / 2])
    aside = bent = (straight - middle) / half
    for _ in range(12):
        bent = aside / (1 - camera.pose.lens_k1 * (bent**2).sum(axis=1, keepdims=True))
    return np.asarray(middle + bent * half)


def truths(tabletop: Tabletop, camera: SimCamera, picture: Picture) -> Iterator[Truth]:
    """Each piece with a marker, and how much of that shows: what is laid on it or stands before it covers it."""
    labels = np.full((picture.height, picture.width), -1, np.int32)
    pieces, raised, order = tabletop.layout.piece, tabletop.heights(), camera.in_front_last()
    heights = {one.id: raised[one.id] + camera.lift_mm(one.x_mm, one.y_mm) for one in order}
    for lying in order:
        piece, top = pieces[lying.piece], heights[lying.id]
        half = np.array([piece.width_mm, piece.height_mm]) / 2
        outline = _round(half[0]) if piece.is_round else np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
        foot, face = (_drawn(camera, picture, lying, outline, high) for high in (top - piece.top_mm, top))
        cv2.fillPoly(labels, [cv2.convexHull(np.vstack((foot, face)))], (HIDES,))
        cv2.fillPoly(labels, [face], (lying.id,))
    for lying in order:
        piece = pieces[lying.piece]
        if piece.marker is not None:
            spots = (piece.marker_at_mm, *((x, y) for _, x, y in piece.more_markers))
            squares = [_drawn(camera, picture, lying, _square(piece, spot), heights[lying.id]) for spot in spots]
            yield Truth(piece.name, lying.x_mm, lying.y_mm, *max(_shown(labels, lying, square) for square in squares))


def _square(piece: Piece, spot: tuple[float, float]) -> npt.NDArray[np.float64]:
    aside = np.array(spot) - np.array([piece.width_mm, piece.height_mm]) / 2
    return np.asarray(np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * piece.marker_mm / 2 + aside)


def _shown(labels: npt.NDArray[np.int32], lying: Lying, corners: npt.NDArray[np.int32]) -> tuple[float, float]:
    (x0, y0), (x1, y1) = np.maximum(corners.min(axis=0), 0), np.maximum(corners.max(axis=0) + 1, 0)
    around = labels[y0:y1, x0:x1]
    mask = np.zeros(around.shape, np.uint8)
    cv2.fillPoly(mask, [corners - (x0, y0)], (1,))
    inside = around[mask > 0]
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    return float((inside == lying.id).mean()) if inside.size else 0.0, float(sides.mean()) / 8 / FINER


def _round(radius: float) -> npt.NDArray[np.float64]:
    angles = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    return np.asarray(radius * np.column_stack((np.cos(angles), np.sin(angles))))


def _drawn(
    camera: SimCamera, picture: Picture, lying: Lying, outline: npt.NDArray[Any], height_mm: float
) -> npt.NDArray[np.int32]:
    a = radians(lying.turned_deg)
    turned = outline @ np.array([[cos(a), sin(a)], [-sin(a), cos(a)]]) + np.array([lying.x_mm, lying.y_mm])
    return np.round(seen_at(camera, picture, turned, height_mm)).astype(np.int32)
