"""A plain sheet with markers as a camera would see it: small pictures of which the truth is known."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from vision.sighting import Target, Targets
from vision.tags import DICTIONARY

Image = npt.NDArray[np.uint8]

FRAME = {230: (18.0, 18.0), 231: (822.0, 18.0), 232: (822.0, 576.0), 233: (18.0, 576.0)}
FRAME_MM = 30.0
FINER = 3
LARGE = 25  # pixels a module of the artwork


@dataclass(frozen=True)
class Drawn:
    """A marker on the table: its middle, its side, and how far it is turned."""

    x_mm: float
    y_mm: float
    side_mm: float = 14.0
    turned_deg: float = 0.0


@dataclass(frozen=True)
class Sheet:
    """A table seen from straight above, `scale` pixels a millimetre, through a lens."""

    pieces: Mapping[int, Drawn] = field(default_factory=dict)
    size: tuple[int, int] = (1600, 1120)
    scale: float = 1.8
    blur_px: float = 0.7
    noise: float = 2.0
    k1: float = 0.0
    frame: Mapping[int, tuple[float, float]] = field(default_factory=lambda: FRAME)

    def targets(self) -> Targets:
        markers = {number: Target(f"piece.{number}", piece.side_mm) for number, piece in self.pieces.items()}
        return Targets(840.0, 594.0, FRAME, FRAME_MM, markers)

    def px(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """Before the lens; the table's middle is the picture's."""
        return (x_mm - 420) * self.scale + self.size[0] / 2, (y_mm - 297) * self.scale + self.size[1] / 2

    def picture(self, seed: int = 1) -> Image:
        canvas = np.full((self.size[1] * FINER, self.size[0] * FINER), 60, np.uint8)
        (x0, y0), (x1, y1) = self.px(0, 0), self.px(840, 594)
        cv2.rectangle(canvas, (round(x0 * FINER), round(y0 * FINER)), (round(x1 * FINER), round(y1 * FINER)), 205, -1)
        for number, (x, y) in self.frame.items():
            self._paste(canvas, number, Drawn(x, y, FRAME_MM))
        for number, piece in self.pieces.items():
            self._paste(canvas, number, piece)
        soft = cv2.GaussianBlur(canvas, (0, 0), max(0.3, self.blur_px * FINER))
        small = cv2.resize(soft, self.size, interpolation=cv2.INTER_AREA)
        bent = self._through_lens(np.asarray(small, np.uint8))
        grain = np.random.default_rng(seed).normal(0, self.noise, bent.shape)
        grey = np.clip(bent + grain, 0, 255).astype(np.uint8)
        return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)

    def _paste(self, canvas: Image, number: int, piece: Drawn) -> None:
        art = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(DICTIONARY), number, 8 * LARGE)
        art = cv2.copyMakeBorder(art, LARGE, LARGE, LARGE, LARGE, cv2.BORDER_CONSTANT, value=245)
        (x, y), a = self.px(piece.x_mm, piece.y_mm), np.radians(piece.turned_deg)
        per = piece.side_mm * self.scale / (8 * LARGE)
        turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]) * per
        shift = np.array([x, y]) + 0.5 - turn @ np.array([5 * LARGE, 5 * LARGE])
        reach = int(np.ceil(piece.side_mm * self.scale * FINER)) + 2
        left, top = max(0, int(x * FINER) - reach), max(0, int(y * FINER) - reach)
        part = canvas[top : top + 2 * reach, left : left + 2 * reach]
        warp = np.column_stack((turn * FINER, shift * FINER - np.array([left, top])))
        warped = cv2.warpAffine(art, warp, part.shape[::-1], flags=cv2.INTER_AREA)
        mask = cv2.warpAffine(np.full_like(art, 255), warp, part.shape[::-1])
        part[mask > 128] = warped[mask > 128]

    def _through_lens(self, picture: Image) -> Image:
        if not self.k1:
            return picture
        y, x = np.mgrid[0 : self.size[1], 0 : self.size[0]].astype(np.float32)
        half, middle = self.size[0] / 2, (self.size[0] / 2, self.size[1] / 2)
        u, v = (x - middle[0]) / half, (y - middle[1]) / half
        stretch = half * (1 - self.k1 * (u * u + v * v))
        maps = (u * stretch + middle[0]).astype(np.float32), (v * stretch + middle[1]).astype(np.float32)
        bent = cv2.remap(picture, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(bent, np.uint8)


def strewn(count: int, side_mm: float = 14.0, seed: int = 3) -> dict[int, Drawn]:
    """Pieces all over the table, none over another, turned anyhow."""
    rng = np.random.default_rng(seed)
    spots = [(80 + 75 * column, 90 + 70 * row) for row in range(7) for column in range(10)]
    chosen = rng.permutation(len(spots))[:count]
    return {
        number: Drawn(spots[n][0] + rng.uniform(-8, 8), spots[n][1] + rng.uniform(-8, 8), side_mm, rng.uniform(0, 360))
        for number, n in enumerate(chosen)
    }
