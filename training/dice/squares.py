"""Squares for the reader, made once and kept: python -m training.dice.squares DATA OUT.npy FIRST COUNT [aslant].

A square is a die on any ground with neighbours, or what must be refused: a die missed, cards, counters, bare tables,
whole tables from afar. What fools the networks once they are trained comes from mine.py. With aslant all dice are seen
so: of those little is forgotten only if they are shown often.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.dice.coat import Coat
from training.dice.data import MAP_PX, READER_PX, READER_VIEW, patch
from training.dice.scenes import any_colour, button, key_cap, marker, number_token, recolour, rotation

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
NOTHING, UNKNOWN = 0, -1
NOMINAL = READER_PX / READER_VIEW  # px that a die's longer side should fill
SEED = 11
# one record: the square, the map of pips in 1/255, class, dx, dy, log w, log h, lean, box known, map known, turns
SQUARE = np.dtype(
    [("bgr", np.uint8, (READER_PX, READER_PX, 3)), ("map", np.uint8, (MAP_PX, MAP_PX)), ("truth", np.float32, 9)]
)


@dataclass(frozen=True)
class Dice:
    """The rendered dice and where in its rendering each one lies."""

    skin: Image  # cover, lit, shine, marble
    cut: Image  # alpha, shadow
    face: Image
    truth: Floats
    pips: Floats
    boxes: NDArray[np.int32]

    @staticmethod
    def load(folder: Path, files: str = "part*.npz") -> "Dice":
        parts = [np.load(p) for p in sorted(folder.glob(files))]
        layers, truth, pips = (np.concatenate([p[name] for p in parts]) for name in ("layers", "truth", "pips"))
        skin, cut, face = (np.ascontiguousarray(layers[..., k]) for k in ([0, 2, 3, 4], [5, 6], 1))
        boxes = np.array([cv2.boundingRect(np.ascontiguousarray(a[..., 0])) for a in cut], np.int32)
        return Dice(skin, cut, face, truth, pips, boxes)

    def aslant(self) -> "Dice":
        """Those of which only the picture's up tells the top face."""
        seen = self.truth[:, 2] == 0
        return Dice(*(part[seen] for part in (self.skin, self.cut, self.face, self.truth, self.pips, self.boxes)))

    def put(
        self, image: Floats, k: int, coat: Coat, middle: Floats, side: float, rng: np.random.Generator
    ) -> tuple[Floats, tuple[int, int, int, int]]:
        """Lays die k on the square; the matrix from rendering to square, and the box its silhouette fills."""
        x, y, w, h = self.boxes[k]
        angle = float(rng.uniform(0, 360)) if self.truth[k][2] else float(rng.uniform(-12, 12))
        m = rotation((x + w / 2, y + h / 2), angle, side / max(w, h))
        m[:, 2] += middle - np.array([x + w / 2, y + h / 2])
        if rng.random() < 0.5:
            m[0] = -m[0]
            m[0, 2] += 2 * middle[0]
        size = (READER_PX, READER_PX)
        cut = cv2.warpAffine(self.cut[k], m, size).astype(np.float32) / 255
        alpha, shadow = cut[..., :1], cut[..., 1:]
        image *= 1 - shadow * (1 - alpha)
        here = np.nonzero(alpha[..., 0] > 0.004)
        over = alpha[here]
        skin = np.asarray(cv2.warpAffine(self.skin[k], m, size)[here] / np.maximum(over, 0.02), np.float32)
        face = cv2.warpAffine(self.face[k], m, size, flags=cv2.INTER_NEAREST)[here]
        image[here] += (coat.paint(skin, np.asarray(face, np.uint8)) - image[here]) * over * coat.hides(skin)
        x0, y0, wide, high = cv2.boundingRect((alpha[..., 0] > 0.4).astype(np.uint8))
        return m.astype(np.float32), (x0, y0, wide, high)

    def map(self, k: int, m: Floats) -> Image:
        points = self.pips[k][~np.isnan(self.pips[k][:, 0])]
        where = np.c_[points, np.ones(len(points))] @ m.T * MAP_PX / READER_PX
        return draw_map(where)


def draw_map(where: NDArray[np.floating]) -> Image:
    """A bump of about three cells at each place, in cells of the map."""
    gy, gx = np.mgrid[0:MAP_PX, 0:MAP_PX] + 0.5
    far = np.min([(gx - x) ** 2 + (gy - y) ** 2 for x, y in where], axis=0, initial=99.0)
    return np.asarray(np.exp(-far / 1.6) * 255, np.uint8)


@dataclass(frozen=True)
class Studio:
    """All that squares are made of."""

    dice: Dice
    decoys: Dice
    textures: Image
    stamps: Image
    cards: Image
    tables: list[Image]
    truths: list[Floats]

    @staticmethod
    def load(folder: Path, aslant: bool = False) -> "Studio":
        b = np.load(folder / "backdrops2.npz")
        cards = np.load(folder / "cards.npz")["cards"]
        paths = sorted((folder / "tables").glob("tables_*.npy"))
        tables = [np.load(p, mmap_mode="r") for p in paths]
        truths = [np.load(p.with_name(p.name.replace("tables", "truths"))) for p in paths]
        decoys = Dice.load(folder, "decoys*.npz")
        dice = Dice.load(folder)
        return Studio(dice.aslant() if aslant else dice, decoys, b["textures"], b["stamps"], cards, tables, truths)

    def draw(self, rng: np.random.Generator) -> tuple[Image, Image, Floats]:
        kind = rng.random()
        if kind < 0.50:
            return self.die(rng)
        if kind < 0.62:
            return self.missed(rng)
        if kind < 0.65:
            return nothing(self.whole(rng))
        if kind < 0.73:
            return nothing(self.card(rng))
        if kind < 0.90:
            return nothing(self.decoy(rng))
        return nothing(self.printed(rng))

    def ground(self, rng: np.random.Generator) -> Floats:
        if rng.random() < 0.3:
            y, x = np.mgrid[0:READER_PX, 0:READER_PX].astype(np.float32) / READER_PX - 0.5
            flat = np.array(any_colour(rng), np.float32) + ((x * rng.normal() + y * rng.normal()) * 40)[..., None]
            return np.asarray(flat + rng.normal(0, rng.choice([1, 6]), (READER_PX, READER_PX, 1)), np.float32)
        texture = self.textures[rng.integers(len(self.textures))]
        at = rng.uniform(30, len(texture) - 30, 2)
        part = patch(texture, at[0], at[1], float(np.exp(rng.uniform(np.log(20), np.log(220)))), READER_PX)
        if rng.random() < 0.3:
            part = recolour(part, rng)
        return np.asarray(part * rng.uniform(0.5, 1.3), np.float32)

    def some_ground(self, rng: np.random.Generator) -> Floats:
        """A table, now and then with something printed or lying on it."""
        image = self.ground(rng)
        if rng.random() < 0.12:
            self.lay_card(image, rng)
        elif rng.random() < 0.1:
            paste(image, *self.thing(rng), rng.uniform(0, READER_PX, 2), NOMINAL * rng.uniform(0.4, 1.2), rng)
        return image

    def die(self, rng: np.random.Generator) -> tuple[Image, Image, Floats]:
        middle = np.asarray(READER_PX / 2 + rng.normal(0, 0.08, 2) * NOMINAL, np.float32)
        side = NOMINAL * float(np.exp(rng.normal(0, 0.18)))
        image, k, m, box = self.group(rng, middle, side)
        value, lean, turns, _ = self.dice.truth[k]
        x, y, w, h = box
        dx, dy = (x + w / 2 - READER_PX / 2) / NOMINAL, (y + h / 2 - READER_PX / 2) / NOMINAL
        size = np.log(max(w, 4) / NOMINAL), np.log(max(h, 4) / NOMINAL)
        truth = np.array([value or UNKNOWN, dx, dy, *size, lean, 1, 1, turns], np.float32)
        return camera(image, rng), self.dice.map(k, m), truth

    def missed(self, rng: np.random.Generator) -> tuple[Image, Image, Floats]:
        """A die beside the middle of the square, or one far too large or too small for it."""
        if rng.random() < 0.6:
            a, far = rng.uniform(0, 6.28), rng.uniform(0.5, 0.95) * NOMINAL
            middle = READER_PX / 2 + far * np.array([np.cos(a), np.sin(a)])
            side = NOMINAL * rng.uniform(0.7, 1.4)
            far_px = far / side
            if far_px < 0.42:
                side = far / 0.42
        else:
            side = NOMINAL * (rng.uniform(0.25, 0.5) if rng.random() < 0.4 else rng.uniform(2.0, 4.0))
            middle = READER_PX / 2 + rng.uniform(-0.35, 0.35, 2) * side
        image, _, _, _ = self.group(rng, np.asarray(middle, np.float32), side)
        return nothing(camera(image, rng))

    def group(
        self, rng: np.random.Generator, middle: Floats, side: float
    ) -> tuple[Floats, int, Floats, tuple[int, int, int, int]]:
        """A die and perhaps some beside it, those farther away first."""
        k = int(rng.integers(len(self.dice.truth)))
        image, coat = self.some_ground(rng), Coat.draw(rng)
        others: list[tuple[Floats, float]] = []
        for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.5, 0.25, 0.15, 0.1]))):
            a, far = rng.uniform(0, 6.28), side * rng.uniform(0.9, 1.45)
            if all(abs(a - b) > 0.8 for _, b in others):
                others.append((np.asarray(middle + far * np.array([np.cos(a), np.sin(a)]), np.float32), a))
        same = rng.random() < 0.4
        behind = [at for at, a in others if np.sin(a) <= 0.3 or rng.random() < 0.3]
        before = [at for at, a in others if not any(at is b for b in behind)]
        for at in behind:
            self.dice.put(image, self.like(k, rng), coat if same else Coat.draw(rng), at, side, rng)
        m, box = self.dice.put(image, k, coat, middle, side, rng)
        for at in before:
            step = max(1.0, 1.08 * side / float(np.hypot(*(at - middle))))
            away = np.asarray(middle + (at - middle) * step, np.float32)
            self.dice.put(image, self.like(k, rng), coat if same else Coat.draw(rng), away, side, rng)
        return image, k, m, box

    def decoy(self, rng: np.random.Generator) -> Image:
        """A cube, bead, counter or domino where a die might be, whole or a part of it, perhaps with others beside."""
        image, count = self.some_ground(rng), int(rng.choice([1, 2, 3], p=[0.6, 0.25, 0.15]))
        side = NOMINAL * float(np.exp(rng.normal(0, 0.2)))
        if rng.random() < 0.3:
            side *= rng.uniform(1.4, 2.4)
        middle = READER_PX / 2 + rng.normal(0, 0.08 if side < 1.4 * NOMINAL else 0.25, 2) * side
        around = rng.uniform(0, 6.28)
        for k in range(count - 1, -1, -1):
            a = around + 2.1 * k
            far = k and side * rng.uniform(0.9, 1.4)
            at = np.asarray(middle + far * np.array([np.cos(a), np.sin(a)]), np.float32)
            self.decoys.put(image, int(rng.integers(len(self.decoys.truth))), Coat.draw(rng), at, side, rng)
        return camera(image, rng)

    def like(self, k: int, rng: np.random.Generator) -> int:
        """Another die seen by the same kind of camera."""
        for _ in range(8):
            other = int(rng.integers(len(self.dice.truth)))
            if self.dice.truth[other][2] == self.dice.truth[k][2]:
                return other
        return k

    def whole(self, rng: np.random.Generator) -> Image:
        """Most of a table, as though it were one die."""
        side = rng.uniform(180, 320)
        for _ in range(20):
            k = int(rng.integers(len(self.tables)))
            n = int(rng.integers(len(self.tables[k])))
            if self.truths[k][n][:, 2:4].max() < 0.4 * side / READER_VIEW:
                break
        image = np.asarray(self.tables[k][n], np.uint8)
        whole = len(image)
        x, y = rng.uniform(side / 2, whole - side / 2, 2) if side < whole else (whole / 2, whole / 2)
        return patch(image, float(x), float(y), side, READER_PX, float(rng.uniform(0, 360)))

    def card(self, rng: np.random.Generator) -> Image:
        image = self.ground(rng)
        for _ in range(int(rng.choice([1, 1, 2, 3]))):
            self.lay_card(image, rng)
        return camera(image, rng)

    def lay_card(self, image: Floats, rng: np.random.Generator) -> None:
        """Some part of a card under the middle of the square: a pip, a number, a corner, a whole small card."""
        face = self.cards[rng.integers(len(self.cards))]
        h, w = face.shape[:2]
        wide = NOMINAL * float(np.exp(rng.uniform(np.log(0.6), np.log(9))))
        m = rotation((rng.uniform(0, w), rng.uniform(0, h)), rng.uniform(0, 360), wide / w)
        lean = rng.uniform(0, 6.28)
        squash = np.eye(2) - (1 - rng.uniform(0.6, 1)) * np.outer(
            [np.cos(lean), np.sin(lean)], [np.cos(lean), np.sin(lean)]
        )
        m = squash @ m
        at = np.array([rng.uniform(0, w), rng.uniform(0, h)])
        if rng.random() < 0.25:  # the whole card, as though it were a die
            m[:, :2] *= NOMINAL * rng.uniform(0.5, 1.0) / wide
            at = np.array([w, h]) * rng.uniform(0.4, 0.6, 2)
        m[:, 2] = READER_PX / 2 - m[:, :2] @ at
        shrunk = cv2.GaussianBlur(face, (0, 0), max(0.3, 0.5 * w / wide)) if wide < w else face
        over = cv2.warpAffine(shrunk, m, (READER_PX, READER_PX)).astype(np.float32)
        a = over[..., 3:] / 255
        image *= 1 - 0.4 * cv2.GaussianBlur(a[..., 0], (0, 0), 1.5)[..., None]
        image += (over[..., :3] * rng.uniform(0.6, 1.05) - image) * a

    def thing(self, rng: np.random.Generator) -> tuple[Image, Image]:
        """A counter, key, button, marker or small object: BGR and alpha, 96 x 96."""
        kind = rng.integers(7)
        if kind >= 5:
            return self.tile(rng)
        if kind == 0:
            stamp = self.stamps[rng.integers(len(self.stamps))]
            return np.ascontiguousarray(stamp[..., :3]), np.ascontiguousarray(stamp[..., 3])
        if kind == 1:
            return marker(rng), np.full((96, 96), 255, np.uint8)
        make = (number_token, key_cap, button)[int(kind) - 2]
        face = make(any_colour(rng), any_colour(rng), any_colour(rng), int(rng.integers(5)), rng)
        return np.ascontiguousarray(face[..., :3]), np.ascontiguousarray(face[..., 3])

    def tile(self, rng: np.random.Generator) -> tuple[Image, Image]:
        """A cardboard square, disc or hexagon, often white or cream, with something printed on it."""
        corners = int(rng.choice([4, 4, 6, 40]))
        around = np.arange(corners) / corners * 2 * np.pi + np.pi / corners
        outline = np.stack([48 + 46 * np.cos(around), 48 + 46 * np.sin(around)], 1)
        alpha = cv2.fillPoly(np.zeros((96, 96), np.uint8), [outline.astype(np.int32)], 255, cv2.LINE_AA)
        paper = (
            any_colour(rng)
            if rng.random() < 0.4
            else tuple(int(v) for v in rng.uniform(0.8, 1) * np.array([225, 245, 252]))
        )
        face = np.empty((96, 96, 3), np.uint8)
        face[:] = paper
        if rng.random() < 0.3:  # a picture that fills it
            texture = self.textures[rng.integers(len(self.textures))]
            face = patch(texture, 160, 160, float(rng.uniform(40, 320)), 96)
        for _ in range(int(rng.integers(1, 4))):
            stamp = self.stamps[rng.integers(len(self.stamps))]
            m = rotation((48, 48), rng.uniform(-30, 30), rng.uniform(0.2, 0.8))
            m[:, 2] += rng.normal(0, 14, 2)
            over = cv2.warpAffine(stamp, m, (96, 96)).astype(np.float32)
            a = over[..., 3:] / 255
            face = np.asarray(face * (1 - a) + over[..., :3] * a, np.uint8)
        return face, np.asarray(alpha, np.uint8)

    def printed(self, rng: np.random.Generator) -> Image:
        """Bare ground, loose dots, or one of the things that are about as large as a die."""
        image = self.ground(rng)
        kind = rng.random()
        if kind < 0.6:
            middle = READER_PX / 2 + rng.normal(0, 0.12, 2) * NOMINAL
            paste(image, *self.thing(rng), middle, NOMINAL * rng.uniform(0.7, 1.4), rng)
        elif kind < 0.8:
            ink, r = any_colour(rng), NOMINAL * rng.uniform(0.05, 0.14)
            for x, y in rng.uniform(0, READER_PX, (int(rng.integers(1, 9)), 2)):
                cv2.circle(image, (int(x), int(y)), max(1, round(r)), ink, -1, cv2.LINE_AA)
        return camera(image, rng)


def nothing(image: Image) -> tuple[Image, Image, Floats]:
    none = np.array([NOTHING, 0, 0, 0, 0, -1, 0, 1, 1], np.float32)
    return image, np.zeros((MAP_PX, MAP_PX), np.uint8), none


def paste(
    image: Floats, bgr: Image, alpha: Image, middle: NDArray[np.floating], size: float, rng: np.random.Generator
) -> None:
    m = rotation((48, 48), rng.uniform(0, 360), size / 96)
    m[:, 2] += middle - 48
    m[1] = m[1] * (stretch := rng.uniform(0.6, 1.0))
    m[1, 2] += middle[1] * (1 - stretch)
    soft = cv2.GaussianBlur(bgr, (0, 0), max(0.2, 0.4 * 96 / size))
    over = cv2.warpAffine(soft, m, (READER_PX, READER_PX)).astype(np.float32)
    a = cv2.warpAffine(alpha, m, (READER_PX, READER_PX)).astype(np.float32)[..., None] / 255
    image *= 1 - 0.4 * cv2.GaussianBlur(a[..., 0], (0, 0), 2)[..., None] * (1 - a)
    image += (over - image) * a


def camera(image: Floats, rng: np.random.Generator) -> Image:
    """Light across the square, lens, few pixels, noise, JPEG; gentle, for what cannot be read teaches nothing."""
    if rng.random() < 0.25:  # a shadow's or a lamp's edge across the square
        y, x = np.mgrid[0:READER_PX, 0:READER_PX].astype(np.float32) / READER_PX - 0.5
        a = rng.uniform(0, 6.28)
        edge = (x * np.cos(a) + y * np.sin(a) - rng.uniform(-0.4, 0.4)) * rng.uniform(3, 60)
        image = image * (1 - rng.uniform(0.2, 0.7) / (1 + np.exp(-edge)))[..., None]
    if rng.random() < 0.25:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.2)), np.float32)
    small = int(rng.integers(20, 52)) if rng.random() < 0.45 else READER_PX
    if small < READER_PX:
        image = np.asarray(cv2.resize(image, (small, small), interpolation=cv2.INTER_AREA), np.float32)
    if rng.random() < 0.08:
        n = int(rng.integers(3, 7))
        kernel = np.zeros((n, n), np.float32)
        ends = rng.integers(n, size=2)
        cv2.line(kernel, (0, int(ends[0])), (n - 1, int(ends[1])), 1.0)
        kernel = kernel if rng.random() < 0.5 else kernel.T
        image = np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)
    if rng.random() < 0.2:
        image = image + rng.uniform(0.3, 1.2) * (image - cv2.GaussianBlur(image, (0, 0), 1.2))
    if rng.random() < 0.4:
        image = np.asarray(image + rng.normal(0, rng.uniform(1, 8), image.shape), np.float32)
    out = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.35:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))]
        out = np.asarray(cv2.imdecode(cv2.imencode(".jpg", out, quality)[1], 1), np.uint8)
    if small < READER_PX:
        out = np.asarray(cv2.resize(out, (READER_PX, READER_PX), interpolation=cv2.INTER_LINEAR), np.uint8)
    return out


def main(folder: Path, out: Path, first: int, count: int, aslant: bool = False) -> None:
    studio = Studio.load(folder, aslant)
    squares = np.lib.format.open_memmap(out, "w+", SQUARE, (count,))
    for n in range(count):
        squares[n] = studio.draw(np.random.default_rng((SEED, first + n)))
        if n % 20000 == 0:
            print(n, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), "aslant" in sys.argv[5:])
