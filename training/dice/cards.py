"""Draws the faces of playing cards the scenes lay out: python -m training.dice.cards OUT.npz FOLDER...

The folders are unpacked Debian packages: sheets of 13 by 5 cards (gnome-cards-data), single cards (pokerth-data).
"""

import sys
from pathlib import Path

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray

Image = NDArray[np.uint8]
CARD_W, CARD_H = 160, 224
COLUMNS, ROWS = 13, 5


def sheet(path: Path) -> list[Image]:
    """The cards of a deck drawn on one sheet; empty places are left out."""
    png = bytes(resvg_py.svg_to_bytes(svg_path=str(path), width=COLUMNS * CARD_W, skip_system_fonts=True))
    drawn = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    if drawn is None or drawn.ndim != 3 or drawn.shape[2] != 4:
        return []
    big = cv2.resize(np.asarray(drawn, np.uint8), (COLUMNS * CARD_W, ROWS * CARD_H), interpolation=cv2.INTER_AREA)
    cards = [
        big[r * CARD_H : (r + 1) * CARD_H, c * CARD_W : (c + 1) * CARD_W] for r in range(ROWS) for c in range(COLUMNS)
    ]
    return [straight(np.asarray(k, np.uint8)) for k in cards if float((k[..., 3] > 128).mean()) > 0.8]


def straight(drawn: Image) -> Image:
    """PNG keeps colour as it is under half clear edges; where nothing was drawn the card's white goes on."""
    clear = drawn[..., 3] < 8
    out = drawn.copy()
    out[clear, :3] = 240
    return out


def single(path: Path) -> Image | None:
    card = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if card is None or card.ndim != 3 or not 1.2 < card.shape[0] / card.shape[1] < 1.7 or card.shape[1] < 60:
        return None
    if card.shape[2] == 3:
        card = cv2.cvtColor(card, cv2.COLOR_BGR2BGRA)
    return straight(np.asarray(cv2.resize(card, (CARD_W, CARD_H), interpolation=cv2.INTER_AREA), np.uint8))


def main(out: str, folders: list[str]) -> None:
    cards: list[Image] = []
    for folder in folders:
        for path in sorted(Path(folder).rglob("*")):
            if path.suffix == ".svgz" and "aisleriot" in str(path):
                cards += sheet(path)
            elif path.suffix == ".png" and path.parent.parent.name == "cards":
                face = single(path)
                cards += [face] if face is not None else []
    np.savez_compressed(out, cards=np.stack(cards))
    print(len(cards))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
