"""What a small camera makes of the light: soft, shaken, blooming, with a tone curve, noise and JPEG."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.simulation.camera import SimCamera
from hardware.camera import Frame

Image = npt.NDArray[np.uint8]

FINER = 2  # pictures are drawn so much larger and shrunk, so that small markers blur as a lens blurs them


@dataclass(frozen=True)
class Film:
    """Lengths in pixels of the picture that is handed over."""

    blur_px: float = 0.6
    shake_px: float = 0.0
    bloom: float = 0.0  # share of the light that is scattered over the neighbours
    contrast: float = 0.0  # strength of the tone curve
    noise: float = 2.0
    quality: int = 95
    balance: tuple[float, float, float] = (1.0, 1.0, 1.0)  # of blue, green and red: what a wrong white balance does


class FilmCamera:
    """A camera over the pretend table that hands over what film makes of it; `drawn` draws FINER times too large."""

    def __init__(self, drawn: SimCamera, film: Film, seed: int = 0) -> None:
        self._drawn = drawn
        self._film = film
        self._rng = np.random.default_rng(seed)

    def frame(self) -> Frame:
        frame = self._drawn.frame()
        return Frame(develop(frame.pixels, self._film, self._rng), frame.taken_s)

    def close(self) -> None:
        self._drawn.close()


def develop(pixels: Image, film: Film, rng: np.random.Generator) -> Image:
    """A picture drawn FINER times too large as a small camera would hand it over."""
    light = np.power(pixels.astype(np.float32) / 255, 2.2) * np.array(film.balance, np.float32)
    if film.bloom:
        light = (1 - film.bloom) * light + film.bloom * cv2.GaussianBlur(light, (0, 0), 2.5 * FINER)
    light = cv2.GaussianBlur(light, (0, 0), max(0.3, film.blur_px * FINER))
    if film.shake_px:
        light = cv2.filter2D(light, -1, _shaken(film.shake_px * FINER, rng))
    light = cv2.resize(light, None, fx=1 / FINER, fy=1 / FINER, interpolation=cv2.INTER_AREA)
    toned = np.power(np.clip(light, 0, 1), 1 / 2.2)
    toned = (1 - film.contrast) * toned + film.contrast * toned * toned * (3 - 2 * toned)
    grained = noisy(np.asarray(np.clip(255 * toned, 0, 255), np.uint8), rng, film.noise)
    packed = cv2.imencode(".jpg", grained, [cv2.IMWRITE_JPEG_QUALITY, film.quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def noisy(pixels: Image, rng: np.random.Generator, sigma: float) -> Image:
    grain = rng.normal(0, sigma, pixels.shape).astype(np.float32)
    return np.asarray(cv2.add(pixels, np.round(grain).astype(np.int16), dtype=cv2.CV_8U), np.uint8)


def _shaken(length_px: float, rng: np.random.Generator) -> npt.NDArray[np.float32]:
    size = 2 * int(length_px / 2 + 2) + 1
    kernel, angle = np.zeros((size * 8, size * 8), np.float32), rng.uniform(0, np.pi)
    along = np.array([np.cos(angle), np.sin(angle)]) * length_px / 2
    ends = [tuple(((size / 2 + sign * along) * 8).astype(int).tolist()) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 8)
    shrunk = np.asarray(cv2.resize(kernel, (size, size), interpolation=cv2.INTER_AREA), np.float32)
    return np.asarray(shrunk / shrunk.sum(), np.float32)
