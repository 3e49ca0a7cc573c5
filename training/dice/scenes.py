"""Bare tables, printed things on them, and where dice may lie: what squares and tables are composed of."""

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Colour = tuple[int, int, int]
SIDE = 320
ROW = 8  # cx, cy, w, h, value, lean, turns, cocked
MOST = 14


def any_colour(rng: np.random.Generator) -> Colour:
    if rng.random() < 0.4:
        grey = rng.integers(0, 256)
        c = np.clip(grey + rng.normal(0, 8, 3), 0, 255)
    else:
        c = rng.uniform(0, 255, 3)
    return int(c[0]), int(c[1]), int(c[2])


def plain(rng: np.random.Generator) -> Image:
    ground = np.ones((SIDE, SIDE, 3), np.float32) * np.array(any_colour(rng), np.float32)
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) / SIDE - 0.5
    ground += ((x * rng.normal() + y * rng.normal()) * rng.uniform(0, 60))[..., None]
    kind = rng.random()
    if kind < 0.35:
        grain = rng.normal(0, rng.uniform(5, 30), (SIDE, SIDE)).astype(np.float32)
        blur = rng.uniform(0.5, 3)
        grain = cv2.GaussianBlur(grain, (0, 0), blur, sigmaY=blur * rng.choice([1, 1, 8])) * blur * 1.5
        ground += grain[..., None]
    elif kind < 0.55:
        step = rng.uniform(0.3, 1.6)
        yy, xx = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
        ground += (np.sin(xx * step) * np.sin(yy * step * rng.uniform(0.7, 1.4)) * rng.uniform(5, 35))[..., None]
    return np.clip(ground, 0, 255).astype(np.uint8)


def recolour(image: Image, rng: np.random.Generator) -> Image:
    hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV).astype(np.float32)
    hsv[..., 0] = (hsv[..., 0] + rng.uniform(0, 180)) % 180
    hsv[..., 1] *= rng.uniform(0.3, 1.2)
    hsv[..., 2] = hsv[..., 2] * rng.uniform(0.6, 1.3) + rng.uniform(-20, 20)
    return np.asarray(cv2.cvtColor(np.clip(hsv, 0, 255).astype(np.uint8), cv2.COLOR_HSV2BGR), np.uint8)


def print_on(image: Image, size: float, rng: np.random.Generator) -> None:
    """Things a table of games shows that are no dice: boards, words, markers, tokens, cards, dots."""
    for _ in range(rng.integers(0, 5)):
        at = rng.integers(0, SIDE, 2)
        x, y = int(at[0]), int(at[1])
        kind = rng.integers(0, 10)
        ink = any_colour(rng)
        if kind == 0:
            draw_board(image, rng, ink)
        elif kind == 1:
            word = "".join(rng.choice(list("ABCDEGHKMNOPRSTX0123456789"), rng.integers(1, 8)))
            cv2.putText(
                image,
                word,
                (x - 30, y),
                int(rng.integers(0, 5)),
                size / 40 * rng.uniform(0.5, 2),
                ink,
                int(rng.integers(1, 4)),
                cv2.LINE_AA,
            )
        elif kind in (2, 3):
            paste_patch(image, marker(rng), x, y, size * rng.uniform(0.5, 1.8), rng)
        elif kind == 4:
            paste_patch(image, card(rng), x, y, size * rng.uniform(1.5, 5), rng)
        elif kind in (5, 6):
            paste_patch(image, token(rng), x, y, size * rng.uniform(0.5, 2), rng, round_cut=rng.random() < 0.7)
        elif kind in (7, 8):
            r = size * rng.uniform(0.06, 0.14)
            for _ in range(rng.integers(1, 9)):
                dx, dy = rng.normal(0, size * rng.uniform(0.3, 1.5), 2)
                cv2.circle(image, (int(x + dx), int(y + dy)), max(1, int(r)), ink, -1, cv2.LINE_AA)
        else:
            box = cv2.boxPoints(
                ((x, y), (size * rng.uniform(0.5, 1.5), size * rng.uniform(0.5, 1.5)), rng.uniform(0, 90))
            )
            cv2.fillPoly(image, [box.astype(np.int32)], ink, cv2.LINE_AA)


def draw_board(image: Image, rng: np.random.Generator, ink: tuple[int, int, int]) -> None:
    step = rng.uniform(18, 90)
    sides = int(rng.choice([4, 6, 6, 30]))
    width = int(rng.choice([-1, 1, 2, 4]))
    for row in range(-1, int(SIDE / step) + 2):
        for col in range(-1, int(SIDE / step) + 2):
            a = np.arange(sides) / sides * 2 * np.pi + np.pi / sides
            c = np.array(
                [(col + 0.5 * (row % 2 if sides != 4 else 0)) * step, row * step * (0.87 if sides == 6 else 1)]
            )
            pts = c + step * (0.7 if sides == 4 else 0.56 if sides == 6 else 0.4) * rng.uniform(0.95, 1.0) * np.stack(
                [np.cos(a), np.sin(a)], 1
            )
            fill = any_colour(rng) if width < 0 else ink
            if width < 0:
                cv2.fillPoly(image, [pts.astype(np.int32)], fill, cv2.LINE_AA)
            else:
                cv2.polylines(image, [pts.astype(np.int32)], True, fill, width, cv2.LINE_AA)


def marker(rng: np.random.Generator) -> Image:
    cells = int(rng.integers(4, 7))
    bits = rng.integers(0, 2, (cells, cells)) * 255
    if rng.random() < 0.3:  # sparse squares look most like pips
        bits = (rng.random((cells, cells)) < 0.2) * 255
    code = np.pad(np.pad(bits, 1), 1, constant_values=255).astype(np.uint8)
    big = cv2.resize(code, (96, 96), interpolation=cv2.INTER_NEAREST)
    lo, hi = rng.uniform(0, 60), rng.uniform(190, 255)
    return np.repeat((lo + big.astype(np.float32) / 255 * (hi - lo)).astype(np.uint8)[..., None], 3, 2)


def card(rng: np.random.Generator) -> Image:
    face = np.full((96, 96, 3), rng.integers(200, 256), np.uint8)
    ink = (30, 30, int(rng.integers(150, 230))) if rng.random() < 0.5 else (20, 20, 20)
    r = int(rng.integers(4, 10))
    for y in np.linspace(14, 82, int(rng.integers(1, 5))):
        for x in np.linspace(22, 74, int(rng.integers(1, 4))):
            c = (int(x), int(y))
            if rng.random() < 0.5:
                cv2.fillPoly(
                    face,
                    [np.array([[c[0], c[1] - r], [c[0] + r, c[1]], [c[0], c[1] + r], [c[0] - r, c[1]]])],
                    ink,
                    cv2.LINE_AA,
                )
            else:
                for dx, dy in ((-r // 2, 0), (r // 2, 0), (0, -r // 2)):
                    cv2.circle(face, (c[0] + dx, c[1] + dy), r // 2 + 1, ink, -1, cv2.LINE_AA)
    return face


def token(rng: np.random.Generator) -> Image:
    """A counter: rings, a number, perhaps dots along its rim or in a row, as printed boards have."""
    face = np.full((96, 96, 3), any_colour(rng), np.uint8)
    for r in rng.uniform(10, 46, rng.integers(0, 3)):
        cv2.circle(face, (48, 48), int(r), any_colour(rng), int(rng.integers(1, 8)), cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.putText(
            face,
            str(rng.integers(2, 99)),
            (20, 62),
            int(rng.integers(0, 5)),
            rng.uniform(1, 2),
            any_colour(rng),
            int(rng.integers(2, 6)),
            cv2.LINE_AA,
        )
    if rng.random() < 0.4:
        ink = any_colour(rng)
        for a in np.arange(0, 6.28, rng.uniform(0.5, 1.2)):
            cv2.circle(face, (int(48 + 40 * np.cos(a)), int(48 + 40 * np.sin(a))), 5, ink, -1, cv2.LINE_AA)
    return face


def crowd(image: Image, size: float, rng: np.random.Generator) -> None:
    """One kind of printed or small thing all over the table, about as large as the dice: what fools a reader most."""
    kind = rng.choice(["token", "key", "button", "dots", "marker", "words"], p=[0.34, 0.14, 0.12, 0.14, 0.14, 0.12])
    step = size * rng.uniform(1.1, 2.6)
    body, ink, rim = any_colour(rng), any_colour(rng), any_colour(rng)
    font, angle = int(rng.integers(0, 5)), rng.uniform(0, 360)
    across = size * rng.uniform(0.6, 1.15)
    for row in range(int(SIDE / step) + 1):
        for col in range(int(SIDE / step) + 1):
            x, y = (col + 0.5 * (row % 2) + rng.normal(0, 0.03)) * step, (row + rng.normal(0, 0.03)) * step
            if kind == "marker":
                paste_near(image, marker(rng), x, y, across, angle)
            elif kind == "words":
                word = "".join(rng.choice(list("abcdefghiklmnoprstu "), rng.integers(3, 9)))
                cv2.putText(image, word, (int(x), int(y)), font, size / 60, ink, 1, cv2.LINE_AA)
            elif kind == "dots":
                cv2.circle(image, (int(x / 2.5), int(y / 2.5)), max(1, int(size * 0.1)), ink, -1, cv2.LINE_AA)
                cv2.circle(image, (int(x), int(y)), max(1, int(size * 0.1)), ink, -1, cv2.LINE_AA)
            else:
                face = {"token": number_token, "key": key_cap, "button": button}[str(kind)](body, ink, rim, font, rng)
                paste_near(image, face[..., :3], x, y, across, angle if kind != "key" else 0.0, face[..., 3])


def number_token(body: Colour, ink: Colour, rim: Colour, font: int, rng: np.random.Generator) -> Image:
    """A round counter with a number, a letter, a spot or a ring, perhaps a row of dots below as Catan has."""
    face = np.zeros((96, 96, 4), np.uint8)
    cv2.circle(face, (48, 48), 46, (*body, 255), -1, cv2.LINE_AA)
    if rim[0] > 128:
        cv2.circle(face, (48, 48), 42, (*rim, 255), 4, cv2.LINE_AA)
    what = rng.random()
    if what < 0.7:
        word = str(rng.integers(0, 60)) if what < 0.5 else str(rng.choice(list("ABCDEFGHKMRSTXZ?!*&")))
        scale = 40 / cv2.getTextSize("8", font, 1, 2)[0][1] * (0.7 if len(word) > 1 else 1)
        (w, h), _ = cv2.getTextSize(word, font, scale, 5)
        cv2.putText(
            face, word, (48 - w // 2, 48 + h // 2), font, scale, (*ink, 255), int(rng.integers(3, 9)), cv2.LINE_AA
        )
    elif what < 0.85:
        cv2.circle(face, (48, 48), int(rng.integers(6, 30)), (*ink, 255), int(rng.choice([-1, 3, 6])), cv2.LINE_AA)
    if rng.random() < 0.3:
        count = int(rng.integers(1, 6))
        for k in range(count):
            cv2.circle(face, (48 + int((k - (count - 1) / 2) * 11), 80), 4, (*ink, 255), -1, cv2.LINE_AA)
    return face


def key_cap(body: Colour, ink: Colour, rim: Colour, font: int, rng: np.random.Generator) -> Image:
    face = np.zeros((96, 96, 4), np.uint8)
    cv2.rectangle(face, (8, 8), (88, 88), (*rim, 255), -1)
    cv2.rectangle(face, (8, 8), (88, 88), (*rim, 255), 14, cv2.LINE_AA)
    cv2.rectangle(face, (18, 12), (78, 74), (*body, 255), -1)
    cv2.rectangle(face, (18, 12), (78, 74), (*body, 255), 12, cv2.LINE_AA)
    word = str(rng.choice(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789;,.-+#")))
    cv2.putText(
        face, word, (int(rng.integers(22, 40)), int(rng.integers(40, 62))), font, 1.3, (*ink, 255), 4, cv2.LINE_AA
    )
    return face


def button(body: Colour, ink: Colour, rim: Colour, font: int, rng: np.random.Generator) -> Image:
    face = np.zeros((96, 96, 4), np.uint8)
    cv2.circle(face, (48, 48), 46, (*body, 255), -1, cv2.LINE_AA)
    cv2.circle(face, (48, 48), 40, (*rim, 255), 3, cv2.LINE_AA)
    for k in range(holes := int(rng.choice([2, 4, 4, 8]))):
        a, far = k / holes * 6.283 + 0.78, 12 if holes < 8 else 30
        cv2.circle(face, (int(48 + far * np.cos(a)), int(48 + far * np.sin(a))), 5, (*ink, 255), -1, cv2.LINE_AA)
    return face


def paste_near(
    image: Image, face: Image, x: float, y: float, size: float, angle: float, alpha: Image | None = None
) -> None:
    """As paste_patch, but only the pixels around are touched: a crowd would take too long otherwise."""
    px = max(6, int(size * 1.5))
    x0, y0 = int(x - px / 2), int(y - px / 2)
    if x0 < 0 or y0 < 0 or x0 + px > SIDE or y0 + px > SIDE:
        return
    m = rotation((48, 48), angle, size / 96)
    m[:, 2] += px / 2 - 48
    soft = cv2.GaussianBlur(face, (0, 0), max(0.1, 0.4 * 96 / size))
    over = cv2.warpAffine(soft, m, (px, px), flags=cv2.INTER_LINEAR)
    cover = alpha if alpha is not None else np.full((96, 96), 255, np.uint8)
    a = cv2.warpAffine(cover, m, (px, px), flags=cv2.INTER_LINEAR).astype(np.float32)[..., None] / 255
    part = image[y0 : y0 + px, x0 : x0 + px]
    part[:] = (part * (1 - a) + over * a).astype(np.uint8)


def rotation(centre: tuple[float, float], angle: float, scale: float) -> NDArray[np.float64]:
    return np.asarray(cv2.getRotationMatrix2D(centre, angle, scale), np.float64)


def paste_patch(
    image: Image, patch: Image, x: float, y: float, size: float, rng: np.random.Generator, round_cut: bool = False
) -> None:
    alpha = np.full(patch.shape[:2], 255, np.uint8)
    if round_cut:
        alpha[:] = 0
        cv2.circle(alpha, (48, 48), 47, 255, -1)
    angle, squash = rng.uniform(0, 360), rng.uniform(0.6, 1.5) ** 0.5
    m = rotation((48, 48), angle, size / 96)
    m[0] *= squash
    m[:, 2] += np.array([x - 48 * 1.0, y - 48])
    warp(image, patch, alpha, m)


def warp(image: Image, patch: Image, alpha: Image, m: NDArray[np.float64]) -> None:
    small = cv2.GaussianBlur(patch, (0, 0), max(0.1, 0.4 / max(0.05, abs(np.linalg.det(m[:, :2])) ** 0.5)))
    over = cv2.warpAffine(small, m, (SIDE, SIDE), flags=cv2.INTER_LINEAR)
    a = cv2.warpAffine(alpha, m, (SIDE, SIDE), flags=cv2.INTER_LINEAR).astype(np.float32)[..., None] / 255
    image[:] = (image * (1 - a) + over * a).astype(np.uint8)


def places(size: float, count: int, rng: np.random.Generator) -> list[tuple[float, float]]:
    """Centres of dice, apart or touching, never on top of each other."""
    spots: list[tuple[float, float]] = []
    margin = size * 0.45
    for _ in range(count * 8):
        if len(spots) >= count:
            break
        if spots and rng.random() < 0.3:
            a, far = rng.uniform(0, 6.28), size * rng.uniform(0.85, 1.15)
            base = spots[rng.integers(len(spots))]
            x, y = base[0] + far * np.cos(a), base[1] + far * np.sin(a)
        else:
            x, y = rng.uniform(margin, SIDE - margin, 2)
        if (
            margin < x < SIDE - margin
            and margin < y < SIDE - margin
            and all(np.hypot(x - p, y - q) > 0.84 * size for p, q in spots)
        ):
            spots.append((float(x), float(y)))
    return sorted(spots, key=lambda p: p[1])
