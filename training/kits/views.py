"""Where the camera hangs, through what lens it looks, and what the small camera makes of the light."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from training.dice.photoreal.sizes import Array, Rng

WIDTH, HEIGHT = 1920, 1080
LARGE_MM = 1000.0  # a field so wide needs a higher camera


@dataclass(frozen=True)
class Film:
    """Lengths in pixels."""

    blur_px: float = 0.55
    shake_px: float = 0.0
    bloom: float = 0.05
    contrast: float = 0.25
    noise: float = 0.006
    quality: int = 92


@dataclass(frozen=True)
class Condition:
    """What makes a photograph hard; lengths in mm and degrees."""

    tilt_deg: tuple[float, float] = (0.0, 3.0)
    is_laminated: bool = False
    askew_mm: float = 1.5
    askew_deg: float = 6.0
    curl_mm: float = 0.0
    has_hand: bool = False
    fov_deg: float = 66.0
    k1: float = -0.02
    heights_mm: tuple[float, float] = (900.0, 1020.0)  # over an ordinary field, over a large one
    film: Film = field(default_factory=Film)


CONDITIONS = {
    "a": Condition(),
    "b": Condition(tilt_deg=(25.0, 40.0)),
    "d": Condition(tilt_deg=(8.0, 14.0), is_laminated=True),
    "e": Condition(askew_mm=3.0, askew_deg=9.0, curl_mm=4.0),
    "f": Condition(has_hand=True),
    "g": Condition(film=Film(blur_px=1.0, shake_px=2.0, noise=0.01, quality=75)),
    "h": Condition(fov_deg=84.0, k1=-0.12, heights_mm=(560.0, 670.0)),
    "film": Condition(tilt_deg=(3.0, 3.0)),
}


@dataclass(frozen=True)
class View:
    """A camera in the table's millimetres: x to the right, y towards the reader, z up."""

    at: Array
    target: Array
    focal_px: float
    k1: float
    tilt_deg: float

    @property
    def axes(self) -> Array:
        """Right, down and ahead in the picture, one row each; what is up in it lies farther away."""
        ahead = (self.target - self.at) / np.linalg.norm(self.target - self.at)
        north = self.north - ahead * (self.north @ ahead)
        down = -north / np.linalg.norm(north)
        right = np.cross(ahead, down)  # of a left-handed table
        return np.array([right, down, ahead])

    @property
    def north(self) -> Array:
        flat = self.target[:2] - self.at[:2]
        is_turned = self.tilt_deg > 5 and flat[1] > 0
        return np.array([0.0, 1.0 if is_turned else -1.0, 0.0])

    def matrix(self, size: tuple[int, int] = (WIDTH, HEIGHT)) -> Array:
        return np.array(
            [[self.focal_px, 0, size[0] / 2 - 0.5], [0, self.focal_px, size[1] / 2 - 0.5], [0, 0, 1.0]], np.float64
        )

    def project(self, points: Array, size: tuple[int, int] = (WIDTH, HEIGHT), is_straight: bool = False) -> Array:
        """Pixels of points in mm; straight ones are those of a lens without faults."""
        seen = (np.asarray(points, np.float64) - self.at) @ self.axes.T
        bent = np.zeros(5) if is_straight else np.array([self.k1, 0, 0, 0, 0])
        found = cv2.projectPoints(seen.reshape(-1, 1, 3), np.zeros(3), np.zeros(3), self.matrix(size), bent)[0]
        return np.asarray(found.reshape(-1, 2))

    def render_size(self) -> tuple[int, int]:
        """What a lens without faults has to take for the corners to be filled."""
        corner = np.array([[[0.0, 0.0]]])
        bent = np.array([self.k1, 0, 0, 0, 0])
        far = cv2.undistortPoints(corner, self.matrix(), bent, P=self.matrix())[0, 0]
        more = max(-far[0], 0), max(-far[1], 0)
        return WIDTH + 2 * int(more[0] + 4), HEIGHT + 2 * int(more[1] + 4)

    def through_lens(self, light: Array) -> Array:
        """The rendered picture as the lens bends it."""
        size = light.shape[1], light.shape[0]
        y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float64)
        places = np.stack([x, y], -1).reshape(-1, 1, 2)
        bent = np.array([self.k1, 0, 0, 0, 0])
        found = cv2.undistortPoints(places, self.matrix(), bent, P=self.matrix(size)).astype(np.float32)
        maps = found.reshape(HEIGHT, WIDTH, 2)
        return np.asarray(cv2.remap(light.astype(np.float32), maps[..., 0], maps[..., 1], cv2.INTER_CUBIC)).clip(0)


def a_view(condition: Condition, width_mm: float, height_mm: float, rng: Rng) -> View:
    high = condition.heights_mm[int(width_mm > LARGE_MM)]
    tilt = float(rng.uniform(*condition.tilt_deg))
    side = -1.0 if tilt > 5 and rng.random() < 0.4 else 1.0
    target = np.array([width_mm / 2, height_mm / 2, 0.0]) + np.array([*rng.normal(0, 5, 2), 0.0])
    at = target + high * np.array([0.0, side * np.tan(np.radians(tilt)), 1.0])
    focal = WIDTH / 2 / np.tan(np.radians(condition.fov_deg / 2))
    return View(at, target, float(focal), condition.k1, tilt)


def developed(light: Array, film: Film, rng: Rng, grain: Rng) -> Array:
    """Exposure, white balance, bloom, softness, shake, tone curve, noise: BGR as a small camera hands it over."""
    light = light / float(np.quantile(light.mean(-1), 0.85)) * rng.uniform(0.55, 0.75) * rng.uniform(0.95, 1.05, 3)
    light = np.minimum(light, 8).astype(np.float32)
    light = (1 - film.bloom) * light + film.bloom * cv2.GaussianBlur(light, (0, 0), 6)
    light = cv2.GaussianBlur(light, (0, 0), film.blur_px)
    if film.shake_px:
        light = cv2.filter2D(light, -1, _shaken(film.shake_px, rng))
    light = light + grain.normal(0, 1, light.shape) * film.noise * np.sqrt(0.15 + np.clip(light, 0, 1))
    shown = np.clip(light, 0, 1) ** (1 / 2.2)
    shown = (1 - film.contrast) * shown + film.contrast * shown * shown * (3 - 2 * shown)
    return np.asarray((255 * shown)[..., ::-1].clip(0, 255).astype(np.uint8))


def _shaken(length_px: float, rng: Rng) -> Array:
    kernel, angle = np.zeros((72, 72), np.float32), rng.uniform(0, np.pi)
    way = np.array([np.cos(angle), np.sin(angle)]) * length_px * 4
    ends = [tuple((36 + sign * way).astype(int).tolist()) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 8)
    small = cv2.resize(kernel, (9, 9), interpolation=cv2.INTER_AREA)
    return np.asarray(small / small.sum())
