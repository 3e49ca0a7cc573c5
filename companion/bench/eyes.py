"""What the eyes read of tables of which the truth is known: simulated under hard conditions, or labelled pictures."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from math import cos, hypot, radians, sin
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.games import game_named
from companion.kit.faces import face_svg, field_svg
from companion.kit.svg import raster
from companion.layout import Layout, Piece
from companion.simulation.camera import Picture, SimCamera, Weather, hung_over
from companion.simulation.film import FINER, Film, FilmCamera, noisy
from companion.simulation.match import turns
from companion.simulation.tabletop import Lying, Tabletop
from companion.watch.aim import targets_of
from companion.watch.prints import read_print
from vision.eyes import Eyes, Look
from vision.sighting import Sighting

Image = npt.NDArray[np.uint8]

GAMES = ("pyramid_raiders", "gold_raiders", "gold_mine", "temple_of_gold", "go_for_gold")
SHOWS = 0.6  # a marker of which this much is seen shows; below it nothing could tell it from another
NEAR_MM = 3.0  # a piece read farther off than this is read wrongly
SURE = 0.9
NOISE = 2.5  # grey levels, fresh in each of the service's looks
LOOKS = 7  # of the service at a table at rest


@dataclass(frozen=True)
class Truth:
    """A piece as it really lies; `seen` is the share of its best marker that shows, `module_px` that marker's."""

    piece: str
    x_mm: float
    y_mm: float
    seen: float
    module_px: float


@dataclass(frozen=True, eq=False)
class Case:
    """One picture of a table, with the truth about it."""

    name: str
    game: str
    condition: str
    pixels: Image
    truths: tuple[Truth, ...]
    later: tuple[Image, ...] = ()  # the same table some moments afterwards, if the light has changed

    @property
    def plain(self) -> frozenset[str]:
        """Pieces that carry no marker: they are measured elsewhere."""
        layout = game_named(self.game).layout()
        return frozenset(piece.name for piece in layout.pieces if piece.marker is None)


@dataclass
class Tally:
    """Of the pieces whose marker shows; `wrong` are readings of what is not there, `lies` those of them said surely."""

    shown: int = 0
    right: int = 0
    doubtful: int = 0  # of the right ones: read, but with less than SURE
    missed: int = 0
    wrong: int = 0
    lies: int = 0
    off_mm: list[float] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        self.shown += other.shown
        self.right += other.right
        self.doubtful += other.doubtful
        self.missed += other.missed
        self.wrong += other.wrong
        self.lies += other.lies
        self.off_mm += other.off_mm

    def to_json(self) -> dict[str, Any]:
        off = self.off_mm or [0.0]
        return {
            "shown": self.shown,
            "right": self.right,
            "doubtful": self.doubtful,
            "missed": self.missed,
            "wrong": self.wrong,
            "lies": self.lies,
            "right_share": round(self.right / max(1, self.shown), 4),
            "off_mm_median": round(float(np.median(off)), 2),
            "off_mm_p95": round(float(np.percentile(off, 95)), 2),
            "off_mm_most": round(max(off), 2),
        }


def grade(case: Case, sightings: Iterable[Sighting]) -> Tally:
    """One look held against the truth; what is read beyond the pieces that show is wrong unless it lies there."""
    tally, seen = Tally(), [one for one in sightings if one.what not in case.plain]
    for truth in case.truths:
        near = [(away, s) for s in seen if s.what == truth.piece and (away := _away(s, truth)) <= NEAR_MM]
        if truth.seen < SHOWS:
            continue
        tally.shown += 1
        if near:
            away, best = min(near, key=lambda pair: pair[0])
            tally.right += 1
            tally.doubtful += best.sure < SURE
            tally.off_mm.append(away)
        else:
            tally.missed += 1
    for sighting in seen:
        if not any(t.piece == sighting.what and _away(sighting, t) <= NEAR_MM for t in case.truths):
            tally.wrong += 1
            tally.lies += sighting.sure >= SURE
    return tally


def _away(seen: Sighting, truth: Truth) -> float:
    return hypot(seen.x_mm - truth.x_mm, seen.y_mm - truth.y_mm)


# The three ways of looking


def one_look(eyes: Eyes, case: Case) -> Look:
    return eyes.read(case.pixels)


def service(eyes: Eyes, case: Case) -> Look:
    """As the camera's loop looks: again and again at a table at rest, each frame with noise of its own."""
    rng, look, pictures = np.random.default_rng(1), Look(is_moving=True), (case.pixels, *case.later)
    for n in range(LOOKS + 1):  # the first frame has nothing to be compared with and counts as moving
        look = eyes.look(noisy(pictures[min(n // 2, len(pictures) - 1)], rng, NOISE))
    return look


def photograph(eyes: Eyes, case: Case) -> Look:
    return eyes.read(case.pixels, is_thorough=True)


WAYS: Mapping[str, Callable[[Eyes, Case], Look]] = {"look": one_look, "service": service, "read": photograph}


# Simulated tables


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
    tabletop, played = in_full_swing(game, seed, condition.askew_mm), game_named(game)
    large = Picture(picture.width * FINER, picture.height * FINER)
    camera = SimCamera(
        tabletop,
        field=lambda scale: raster(field_svg(played), scale),
        face=lambda piece, scale: raster(face_svg(played, piece), scale),
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
    """Each piece with a marker, and how much of that shows: what is laid on top of it covers it."""
    labels = np.full((picture.height, picture.width), -1, np.int32)
    pieces = tabletop.layout.piece
    heights, order = tabletop.heights(), sorted(tabletop.lying(), key=lambda lying: pieces[lying.piece].top_mm)
    order = [lying for lying in order if lying.on is None]
    for lying in order:
        piece = pieces[lying.piece]
        half = np.array([piece.width_mm, piece.height_mm]) / 2
        outline = _round(half[0]) if piece.is_round else np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
        cv2.fillPoly(labels, [_drawn(camera, picture, lying, outline, heights[lying.id])], (lying.id,))
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
    mask = np.zeros(labels.shape, np.uint8)
    cv2.fillPoly(mask, [corners], (1,))
    inside = labels[mask > 0]
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
    found: dict[str, dict[str, Tally]] = {}
    for case in cases:
        targets = targets_of(_print_in(case))
        found[case.name] = {way: grade(case, WAYS[way](Eyes(targets), case).sightings) for way in ways}
    return found


def _print_in(case: Case) -> Layout:
    """The table as it was printed when the picture was taken."""
    layout = game_named(case.game).layout()
    return read_print(layout, case.pixels, lambda table: Eyes(targets_of(table)))[0] if layout.also else layout


def measure(seeds: Sequence[int] = (1,)) -> dict[str, Any]:
    """Per game and condition, the three ways of looking."""
    figures: dict[str, Any] = {}
    for game in GAMES:
        for condition in CONDITIONS:
            found = measured(simulated(game, condition, seed) for seed in seeds)
            whole = {way: Tally() for way in WAYS}
            for tallies in found.values():
                for way, tally in tallies.items():
                    whole[way].add(tally)
            figures.setdefault(game, {})[condition.name] = {way: tally.to_json() for way, tally in whole.items()}
    return figures
