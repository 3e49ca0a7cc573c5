"""Draws how often readings of a given `sure` are right: python -m training.dice.reliability OUT.png NAME=ROWS.jsonl ...

The rows are what evaluate.py --rows leaves. A dot on the line keeps its word, one above it was too modest; the larger
the dot, the more readings.
"""

import itertools
import json
import sys
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
EDGES = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 1.0001)
PX, MARGIN = 420, 60
INKS = ((40, 40, 200), (170, 90, 20), (60, 140, 40))


def bins(rows: list[dict[str, float]]) -> list[tuple[float, float, int]]:
    """Mean sure, share right and count of each bin that has readings.

    >>> bins([{"sure": 0.92, "right": True}, {"sure": 0.94, "right": False}])
    [(0.93, 0.5, 2)]
    """
    out = []
    for low, high in itertools.pairwise(EDGES):
        here = [r for r in rows if low <= r["sure"] < high]
        if here:
            sure, right = (sum(r[key] for r in here) / len(here) for key in ("sure", "right"))
            out.append((round(sure, 4), round(right, 4), len(here)))
    return out


def draw(series: dict[str, list[tuple[float, float, int]]]) -> Image:
    image = np.full((PX + 2 * MARGIN, PX + 2 * MARGIN, 3), 255, np.uint8)
    cv2.rectangle(image, (MARGIN, MARGIN), (MARGIN + PX, MARGIN + PX), (160, 160, 160), 1)
    cv2.line(image, (MARGIN, MARGIN + PX), (MARGIN + PX, MARGIN), (190, 190, 190), 1, cv2.LINE_AA)
    for k in range(0, 11, 2):
        at = MARGIN + round(k / 10 * PX)
        _write(image, f"{k / 10:g}", (at - 8, MARGIN + PX + 20))
        _write(image, f"{k / 10:g}", (MARGIN - 34, 2 * MARGIN + PX - at + 4))
    _write(image, "sure", (MARGIN + PX // 2, MARGIN + PX + 42))
    _write(image, "share that is right", (MARGIN, MARGIN - 40))
    for n, (name, dots) in enumerate(series.items()):
        ink = INKS[n % len(INKS)]
        _write(image, f"{name} ({sum(c for *_, c in dots)})", (MARGIN + 10 + 130 * n, MARGIN - 14), ink)
        for sure, right, count in dots:
            dot = MARGIN + round(sure * PX), MARGIN + PX - round(right * PX)
            cv2.circle(image, dot, 3 + round(1.4 * float(count) ** 0.3), ink, 2, cv2.LINE_AA)
    return image


def _write(image: Image, words: str, at: tuple[int, int], ink: tuple[int, int, int] = (40, 40, 40)) -> None:
    cv2.putText(image, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.42, ink, 1, cv2.LINE_AA)


def main(out: Path, given: list[str]) -> None:
    series = {}
    for part in given:
        name, path = part.split("=")
        series[name] = bins([json.loads(line) for line in Path(path).read_text().splitlines()])
        print(name, series[name])
    cv2.imwrite(str(out), draw(series))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
