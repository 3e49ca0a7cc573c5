"""Tables: sheets of SHEET texels with their colours, how high they stand (mm), how glossy they are."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from training.dice.photoreal.sizes import SPOTS, Array, Colour, Rng

SHEET = 2048  # texels across a table


@dataclass(frozen=True)
class Ground:
    name: str
    colours: Array  # red, green, blue
    heights: Array
    gloss: float  # roughness of the varnish; 0 for none


def cloud(rng: Rng, cells_x: float, cells_y: float, octaves: int = 4) -> Array:
    """Smooth noise about 0 with a spread of about 1."""
    total = np.zeros((SHEET, SHEET), np.float32)
    for k in range(octaves):
        shape = [int(min(SHEET, max(2, c * 2**k))) for c in (cells_y, cells_x)]
        total += cv2.resize(
            rng.normal(0, 0.6**k, shape).astype(np.float32), (SHEET, SHEET), interpolation=cv2.INTER_CUBIC
        )
    return total


def shades(light: Array, low: Colour, high: Colour) -> Array:
    t = np.clip(light, 0, 1)[..., None]
    return np.asarray((np.array(low) * (1 - t) + np.array(high) * t).astype(np.uint8))


def wood(rng: Rng, width: float) -> Ground:
    pairs: list[tuple[Colour, Colour]] = [
        ((120, 74, 40), (190, 134, 84)),
        ((200, 164, 116), (232, 204, 160)),
        ((52, 30, 20), (104, 64, 40)),
        ((150, 120, 92), (196, 172, 144)),
    ]
    low, high = pairs[int(rng.integers(len(pairs)))]
    rings = cloud(rng, width / 60, width / 500, 3) + 0.25 * cloud(rng, width / 12, width / 300, 2)
    board = (np.arange(SHEET) / SHEET * width / rng.uniform(70, 160)).astype(int)
    offset = rng.uniform(-3, 3, board.max() + 1)[board] if rng.random() < 0.6 else np.zeros(SHEET)
    grain = 0.5 + 0.5 * np.sin((rings + offset) * rng.uniform(5, 11))
    pores = cloud(rng, width * 2, width / 14, 1)
    fibre = cloud(rng, width, width / 40, 2)
    light = 0.3 + 0.3 * grain + 0.1 * pores + 0.14 * fibre + 0.15 * np.sin(offset * 9)
    seam = np.r_[0, np.diff(board)] * (1 if offset.any() else 0)
    light = light - cv2.blur(seam.astype(np.float32)[None], (5, 1))[0] * 3
    return Ground("wood", shades(light, low, high), 0.02 * pores, rng.choice([0, 0.08, 0.2, 0.3]))


def felt(rng: Rng, width: float) -> Ground:
    tones: list[Colour] = [(20, 92, 52), (24, 60, 120), (120, 20, 30), (70, 70, 74), (150, 128, 96), (60, 30, 80)]
    tone = np.array(tones[int(rng.integers(len(tones)))])
    fibre = 0.6 * cloud(rng, width * 1.6, width * 1.6, 1) + 0.5 * cloud(rng, width / 6, width / 6, 3)
    light = 0.5 + 0.16 * fibre
    return Ground(
        "felt", shades(light, tuple(tone * 6 // 10), tuple(np.minimum(255, tone * 14 // 10))), 0.12 * fibre, 0
    )


def cloth(rng: Rng, width: float) -> Ground:
    y, x = np.mgrid[0:SHEET, 0:SHEET] * (width / SHEET)
    wobble = 0.3 * cloud(rng, width / 20, width / 20, 2)
    thread = rng.uniform(0.9, 2.2)
    warp, weft = np.sin((x + wobble) * 2 * np.pi / thread), np.sin((y + wobble) * 2 * np.pi / thread)
    weave = np.where(warp * weft > 0, np.abs(warp), np.abs(weft))
    a, b = (np.array(rng.integers(40, 235, 3)) for _ in range(2))
    band = rng.uniform(8, 40)
    check = ((x // band) % 2 + (y // band) % 2) / 2 if rng.random() < 0.6 else np.zeros_like(x)
    base = (a * (1 - check[..., None]) + b * check[..., None]) * (0.72 + 0.28 * weave[..., None])
    folds = 2.5 * cloud(rng, width / 160, width / 220, 1)
    return Ground("cloth", base.clip(0, 255).astype(np.uint8), 0.15 * weave + folds, 0)


def paper(rng: Rng, width: float) -> Ground:
    scale = SHEET / width
    sheet = np.full((SHEET, SHEET, 3), rng.integers(215, 248), np.uint8)
    sheet[..., 2] -= int(rng.integers(0, 18))
    style = rng.integers(3)
    if style == 0:
        for k in np.arange(0, width, 5):
            line = int(k * scale)
            sheet[line : line + 1] = sheet[:, line : line + 1] = (170, 195, 225)
    elif style == 1:
        for y in np.arange(10, width, 7):
            words = "".join(rng.choice(list("abcdefghijklm nopqrstuvw xyz. 0123"), 90))
            cv2.putText(sheet, words, (int(12 * scale), int(y * scale)), 4, 0.13 * scale, (40, 40, 44), 1, cv2.LINE_AA)
    crease = 0.25 * cloud(rng, width / 90, width / 90, 3)
    return Ground("paper", sheet, crease, 0)


def board(rng: Rng, width: float) -> Ground:
    """A printed game board: spaces, a trail, dots, words."""
    scale = SHEET / width
    wash = 0.5 + 0.25 * cloud(rng, width / 70, width / 70, 4)
    low, high = (tuple(int(c) for c in rng.integers(lo, hi, 3)) for lo, hi in ((30, 140), (120, 240)))
    sheet = np.ascontiguousarray(shades(wash, (low[0], low[1], low[2]), (high[0], high[1], high[2])))
    step = rng.uniform(24, 45)
    style = rng.integers(3)
    for row, y in enumerate(np.arange(step / 2, width, step).tolist()):
        for col, x in enumerate(np.arange(step / 2, width, step).tolist()):
            colour = tuple(int(c) for c in rng.integers(20, 250, 3))
            at = (int(x * scale), int((y + (col % 2) * step / 2) * scale))
            size = int(step * 0.45 * scale)
            if style == 0 and (row + col) % 2:
                cv2.rectangle(sheet, (at[0] - size, at[1] - size), (at[0] + size, at[1] + size), colour, -1)
            elif style == 1:
                angles = np.arange(6) * np.pi / 3
                hexagon = np.stack([np.cos(angles), np.sin(angles)], 1) * size * 1.1 + at
                cv2.fillPoly(sheet, [hexagon.astype(np.int32)], colour, cv2.LINE_AA)
                cv2.polylines(sheet, [hexagon.astype(np.int32)], True, (20, 20, 20), 3, cv2.LINE_AA)
            elif style == 2 and rng.random() < 0.5:
                cv2.circle(sheet, at, size * 2 // 3, colour, -1, cv2.LINE_AA)
                cv2.circle(sheet, at, size * 2 // 3, (240, 240, 230), 4, cv2.LINE_AA)
            if rng.random() < 0.3:
                cv2.putText(
                    sheet,
                    str(rng.integers(1, 40)),
                    (at[0] - 14, at[1] + 10),
                    3,
                    0.09 * scale * 4,
                    (250, 250, 245),
                    2,
                    cv2.LINE_AA,
                )
            elif rng.random() < 0.2:
                for i, j in SPOTS[int(rng.integers(1, 7))]:
                    spot = (at[0] + int(i * size * 0.4), at[1] + int(j * size * 0.4))
                    cv2.circle(sheet, spot, size // 8, (15, 15, 15), -1, cv2.LINE_AA)
    return Ground("board", sheet, np.zeros((SHEET, SHEET), np.float32), rng.choice([0.15, 0.3]))


def plain(rng: Rng, width: float) -> Ground:
    """A laminate or desk: one colour, a few scratches of grain."""
    tone = np.array([rng.integers(30, 240)] * 3) + rng.integers(-12, 12, 3)
    light = 0.5 + 0.08 * cloud(rng, width / 100, width / 100, 3) + 0.05 * cloud(rng, width, width, 1)
    low, high = np.clip(tone * 0.85, 0, 255), np.clip(tone * 1.1, 0, 255)
    return Ground(
        "plain", shades(light, tuple(low), tuple(high)), 0.01 * cloud(rng, width, width, 1), rng.choice([0.12, 0.3])
    )


def tablecloth(rng: Rng, width: float) -> Ground:
    """Woven cloth with a printed pattern: spots, rings, stripes across stripes, sprigs."""
    woven = cloth(rng, width)
    sheet, scale = np.ascontiguousarray(woven.colours), SHEET / width
    inks = [tuple(int(c) for c in rng.integers(10, 250, 3)) for _ in range(3)]
    step, style = rng.uniform(9, 30) * scale, int(rng.integers(4))
    print_ = sheet.copy()
    for row, y in enumerate(np.arange(0, SHEET, step)):
        for x in np.arange((row % 2) * step / 2, SHEET, step):
            at = (int(x + rng.normal(0, 0.02) * step), int(y))
            ink = inks[int(rng.integers(3))]
            if style == 0:
                cv2.circle(print_, at, int(step * 0.2), ink, -1, cv2.LINE_AA)
            elif style == 1:
                cv2.circle(print_, at, int(step * 0.32), inks[0], max(2, int(step * 0.07)), cv2.LINE_AA)
                cv2.circle(print_, at, int(step * 0.1), inks[1], -1, cv2.LINE_AA)
            elif style == 2:
                for a in np.arange(5) * 2 * np.pi / 5 + rng.uniform(0, 6):
                    leaf = (int(at[0] + 0.22 * step * np.cos(a)), int(at[1] + 0.22 * step * np.sin(a)))
                    cv2.circle(print_, leaf, int(step * 0.13), ink, -1, cv2.LINE_AA)
                cv2.circle(print_, at, int(step * 0.1), (240, 210, 60), -1, cv2.LINE_AA)
            else:
                box = cv2.boxPoints((at, (step * 0.45, step * 0.45), 45.0))
                cv2.fillPoly(print_, [box.astype(np.int32)], ink, cv2.LINE_AA)
    shade = sheet.astype(np.float32).mean(-1, keepdims=True) / max(1.0, float(sheet.mean()))
    inked = (print_ != sheet).any(-1, keepdims=True)
    colours = np.where(inked, print_ * shade.clip(0.6, 1.3), sheet)
    return Ground("tablecloth", colours.clip(0, 255).astype(np.uint8), woven.heights, 0)


def granite(rng: Rng, width: float) -> Ground:
    """Polished stone of grains of several minerals."""
    minerals = [(60, 58, 60), (150, 146, 142), (205, 200, 194), (170, 120, 104), (30, 30, 34)]
    tones = np.array([minerals[int(k)] for k in rng.permutation(len(minerals))[:4]], np.float32)
    size = rng.uniform(1.2, 4.0)  # mm of a grain
    fields = np.stack([cloud(rng, width / size, width / size, 2) + rng.normal(0, 0.4) for _ in tones])
    sheet = tones[fields.argmax(0)] * (1 + 0.08 * cloud(rng, width * 1.5, width * 1.5, 1))[..., None]
    return Ground("granite", sheet.clip(0, 255).astype(np.uint8), np.zeros((SHEET, SHEET), np.float32), 0.1)


def terrazzo(rng: Rng, width: float) -> Ground:
    """Chips of stone in cement, or pebbles: round spots the size of pips and dice."""
    scale = SHEET / width
    sheet = np.full((SHEET, SHEET, 3), rng.integers(90, 225, 3), np.uint8)
    for _ in range(int(min(9000, width * width / 90))):
        at = tuple(int(c) for c in rng.uniform(0, SHEET, 2))
        axes = tuple(max(1, int(a)) for a in rng.uniform(0.6, 5.5) * scale * rng.uniform(0.5, 1, 2))
        cv2.ellipse(sheet, at, axes, rng.uniform(0, 180), 0, 360, tuple(int(c) for c in rng.integers(20, 245, 3)), -1)
    return Ground("terrazzo", sheet, np.zeros((SHEET, SHEET), np.float32), 0.15)


BARE_TONE = 180  # of the table that is dressed afterwards


def bare(rng: Rng, width: float) -> Ground:
    """A grey table to learn from: what light falls on it is known, so dress.py lays any cloth on it."""
    return Ground("bare", np.full((8, 8, 3), BARE_TONE, np.uint8), np.zeros((8, 8), np.float32), 0)


CLUTTERED: list[Callable[[Rng, float], Ground]] = [tablecloth, granite, cloth, board, felt, terrazzo, tablecloth, wood]
GROUNDS: list[Callable[[Rng, float], Ground]] = [wood, felt, paper, board, cloth, plain]
LEARNT: list[Callable[[Rng, float], Ground]] = [*CLUTTERED, tablecloth, granite, granite, cloth, board]
