"""Things that lie on tables of games and are no dice: cards, dominoes, tiles, boards of hexagons, screws and holes."""

import cv2
import numpy as np

from training.dice.scenes import Colour, Image, any_colour, number_token, rotation

FONTS = 5


def lay(image: Image, face: Image, x: float, y: float, width: float, angle: float, shadow: float = 0.35) -> None:
    """Pastes a BGRA face of any shape, turned about its middle, with the thin shadow of something flat."""
    scale = width / face.shape[1]
    if scale < 0.9:
        size = max(3, round(face.shape[1] * scale)), max(3, round(face.shape[0] * scale))
        face = np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.uint8)
        scale = width / face.shape[1]
    h, w = face.shape[:2]
    reach = int(np.hypot(w, h) * scale / 2) + 3
    x0, y0 = max(0, int(x) - reach), max(0, int(y) - reach)
    x1, y1 = min(image.shape[1], int(x) + reach), min(image.shape[0], int(y) + reach)
    if x1 <= x0 or y1 <= y0:
        return
    m = rotation((w / 2, h / 2), angle, scale)
    m[:, 2] += np.array([x - x0 - w / 2, y - y0 - h / 2])
    over = cv2.warpAffine(face, m, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR).astype(np.float32)
    a = over[..., 3:] / 255
    part = image[y0:y1, x0:x1]
    dark = 1 - shadow * cv2.GaussianBlur(a[..., 0], (0, 0), 1.0 + width / 60)[..., None]
    part[:] = part * dark * (1 - a) + over[..., :3] * a


def cards(image: Image, faces: Image, width: float, rng: np.random.Generator) -> None:
    """One card, some strewn, a fan, a row of overlapping ones, or columns as in a patience."""
    side = image.shape[0]
    kind = rng.choice(["one", "strewn", "fan", "row", "columns"], p=[0.3, 0.25, 0.15, 0.15, 0.15])
    deck = int(rng.integers(max(1, len(faces) - 54)))
    middle, angle = rng.uniform(0.1, 0.9, 2) * side, float(rng.uniform(0, 360))
    light = rng.uniform(0.6, 1.05)

    def one(x: float, y: float, turn: float) -> None:
        face = faces[deck + int(rng.integers(54))] if rng.random() < 0.9 else faces[int(rng.integers(len(faces)))]
        dim = face.copy()
        dim[..., :3] = np.clip(face[..., :3] * light, 0, 255)
        lay(image, dim, x, y, width, turn)

    if kind == "one":
        one(float(middle[0]), float(middle[1]), angle)
    elif kind == "strewn":
        for _ in range(int(rng.integers(2, 9))):
            one(rng.uniform(0, side), rng.uniform(0, side), float(rng.uniform(0, 360)))
    elif kind == "fan":
        far, step = width * rng.uniform(1.3, 2.5), float(rng.uniform(8, 22))
        for k in range(int(rng.integers(3, 9))):
            a = np.deg2rad(angle + k * step)
            one(middle[0] + far * np.sin(a), middle[1] + far * np.cos(a), angle + k * step)
    else:
        a, step = np.deg2rad(angle), width * rng.uniform(0.2, 1.15)
        along = np.array([np.cos(a), -np.sin(a)])
        down = np.array([np.sin(a), np.cos(a)]) * width * rng.uniform(0.25, 0.5)
        for k in range(int(rng.integers(2, 8))):
            rows = int(rng.integers(1, 7)) if kind == "columns" else 1
            for row in range(rows):
                x, y = middle + along * (k - 3) * (step if kind == "row" else width * 1.1) + down * row
                one(x, y, angle + float(rng.normal(0, 1)))


def domino(body: Colour, ink: Colour, rng: np.random.Generator) -> Image:
    face = np.zeros((192, 96, 4), np.uint8)
    cv2.rectangle(face, (6, 6), (89, 185), (*body, 255), -1)
    cv2.rectangle(face, (6, 6), (89, 185), (*body, 255), 8, cv2.LINE_AA)
    cv2.line(face, (14, 96), (82, 96), (*ink, 255), 3, cv2.LINE_AA)
    r = int(rng.integers(6, 11))
    spots = {0: [], 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]}
    for half in (0, 1):
        for k in spots[int(rng.integers(7))]:
            cv2.circle(face, (24 + 24 * (k % 3), 26 + 24 * (k // 3) + 94 * half), r, (*ink, 255), -1, cv2.LINE_AA)
    return face


def letter_tile(body: Colour, ink: Colour, rng: np.random.Generator) -> Image:
    face = np.zeros((96, 96, 4), np.uint8)
    cv2.rectangle(face, (8, 8), (88, 88), (*body, 255), -1)
    cv2.rectangle(face, (8, 8), (88, 88), (*body, 255), int(rng.integers(4, 14)), cv2.LINE_AA)
    font, letter = int(rng.integers(FONTS)), str(rng.choice(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")))
    scale = rng.uniform(35, 55) / cv2.getTextSize("A", font, 1, 2)[0][1]
    (w, h), _ = cv2.getTextSize(letter, font, scale, 5)
    cv2.putText(
        face, letter, (46 - w // 2, 46 + h // 2), font, scale, (*ink, 255), int(rng.integers(3, 8)), cv2.LINE_AA
    )
    if rng.random() < 0.6:
        cv2.putText(face, str(rng.integers(1, 11)), (70, 84), font, 0.5, (*ink, 255), 2, cv2.LINE_AA)
    return face


def screw(body: Colour, ink: Colour, rng: np.random.Generator) -> Image:
    """A screw's head, a hole, an eyelet or a peg."""
    face = np.zeros((96, 96, 4), np.uint8)
    cv2.circle(face, (48, 48), 44, (*body, 255), -1, cv2.LINE_AA)
    kind = rng.integers(4)
    if kind == 0:
        cv2.line(face, (16, 48), (80, 48), (*ink, 255), 9, cv2.LINE_AA)
        if rng.random() < 0.6:
            cv2.line(face, (48, 16), (48, 80), (*ink, 255), 9, cv2.LINE_AA)
    elif kind == 1:
        cv2.circle(face, (48, 48), int(rng.integers(12, 34)), (*ink, 255), -1, cv2.LINE_AA)
    elif kind == 2:
        glint = np.minimum(255, np.array(body) + 110).tolist()
        cv2.circle(face, (36, 36), 10, (*glint, 255), -1, cv2.LINE_AA)
    return face


def strew(image: Image, size: float, rng: np.random.Generator) -> None:
    """Many of one kind: dominoes in chains, tiles in words, screws or holes in rows or anyhow."""
    side = image.shape[0]
    make = (domino, letter_tile, letter_tile, screw, screw)[int(rng.integers(5))]
    body, ink = any_colour(rng), any_colour(rng)
    if make is not screw and rng.random() < 0.5:
        pale = int(rng.integers(190, 250))
        body, ink = (int(pale * rng.uniform(0.6, 1)), pale, pale), (20, 20, 20)
    width = size * rng.uniform(0.6, 1.3) * (0.35 if make is screw and rng.random() < 0.6 else 1.0)
    angle, rows = float(rng.uniform(0, 360)), rng.random() < 0.6
    a = np.deg2rad(angle)
    along, start = np.array([np.cos(a), -np.sin(a)]), rng.uniform(0.1, 0.9, 2) * side
    gap = width * rng.uniform(1.02, 2.5)
    for k in range(int(rng.integers(2, 14))):
        x, y = start + along * gap * (k - 5) if rows else rng.uniform(0, side, 2)
        turn = angle if rows else float(rng.uniform(0, 360))
        lay(image, make(body, ink, rng), float(x), float(y), width, turn + (90 if make is domino and rows else 0))


def hexagons(image: Image, textures: Image, size: float, rng: np.random.Generator) -> None:
    """A board of hexagons, each its own texture, with round number tokens in the middle."""
    side = image.shape[0]
    r = size * rng.uniform(1.2, 3.5)
    turn = float(rng.uniform(0, 360))
    middle, font = rng.uniform(0.2, 0.8, 2) * side, int(rng.integers(FONTS))
    body, ink, rim = (200, 225, 235), (30, 30, 30), any_colour(rng)
    if rng.random() < 0.4:
        body, ink = any_colour(rng), any_colour(rng)
    land = [textures[int(rng.integers(len(textures)))] for _ in range(4)]
    base, tint = np.deg2rad(turn), [np.array(any_colour(rng), np.float32) for _ in range(4)]
    sea = any_colour(rng)
    corners = np.arange(6) / 6 * 2 * np.pi
    hexa = np.stack([np.cos(corners + base), np.sin(corners + base)], 1)
    if rng.random() < 0.7:
        cv2.fillPoly(image, [(middle + hexa * r * 5.2).astype(np.int32)], sea, cv2.LINE_AA)
    u = np.array([np.cos(base + np.pi / 6), np.sin(base + np.pi / 6)]) * r * 1.76
    v = np.array([np.cos(base + np.pi / 2), np.sin(base + np.pi / 2)]) * r * 1.76
    for p in range(-2, 3):
        for q in range(-2, 3):
            c = middle + p * u + q * v
            if abs(p + q) > 2 or not (-r < c[0] < side + r and -r < c[1] < side + r):
                continue
            k = int(rng.integers(4))
            mask = cv2.fillPoly(np.zeros((side, side), np.uint8), [(c + hexa * r).astype(np.int32)], 1) > 0
            mixed = land[k][:side, :side][mask] * 0.5 + tint[k] * 0.5 if rng.random() < 0.8 else tint[k]
            image[mask] = np.asarray(mixed, np.uint8)
            if rng.random() < 0.85:
                face = number_token(body, ink, rim, font, rng)
                lay(image, face, float(c[0]), float(c[1]), r * rng.uniform(0.55, 0.75), turn)


def perspective(image: Image, rng: np.random.Generator) -> Image:
    """The table seen from aslant: what was far is narrow."""
    side = float(image.shape[0])
    top, squash = rng.uniform(0.0, 0.3) * side, rng.uniform(0.0, 0.35) * side
    seen = np.array([[top, squash], [side - top, squash], [side, side], [0, side]], np.float32)
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    m = cv2.getPerspectiveTransform(seen, square)  # the part that will fill the picture
    m = np.asarray(np.linalg.inv(m) if rng.random() < 0.5 else m)
    size = (image.shape[1], image.shape[0])
    return np.asarray(cv2.warpPerspective(image, m, size, borderMode=cv2.BORDER_REFLECT_101), np.uint8)
