"""Path-traced pictures become squares, most of them of what the reader gets wrong."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from training.dice.mistakes import die_at, legible, main, shows, square, views
from training.dice.squares import SQUARE
from vision import dice_net
from vision.dice_net import Spot

DIE: dict[str, Any] = {"box": [20.0, 30.0, 60.0, 66.0], "value": 4}


def picture_of_a_die() -> dice_net.Image:
    image = np.full((120, 160, 3), (60, 120, 70), np.uint8)
    cv2.rectangle(image, (22, 30), (58, 66), (235, 238, 240), -1)
    for x, y in ((31, 39), (49, 39), (31, 57), (49, 57)):
        cv2.circle(image, (x, y), 4, (20, 20, 20), -1, cv2.LINE_AA)
    return image


def test_a_spot_on_a_die_shows_it_and_one_beside_it_is_neither_die_nor_nothing() -> None:
    assert die_at(Spot(41, 47, 38, 0.5), [DIE]) == (DIE, True)
    assert die_at(Spot(58, 47, 38, 0.5), [DIE]) == (None, True)
    assert die_at(Spot(140, 20, 38, 0.5), [DIE]) == (None, False)


def test_a_square_tells_value_and_box_in_sides_of_what_it_shows() -> None:
    image, _, truth = square(picture_of_a_die(), Spot(40, 48, 40, 0.5), DIE, True, np.random.default_rng(1))
    assert image.shape == SQUARE["bgr"].shape
    assert truth[0] == 4
    assert np.abs(truth[1:5]).max() < 0.5
    assert truth[6:].tolist() == [1, 0, 1]


def test_a_die_in_glare_or_dusk_is_not_told() -> None:
    assert shows(picture_of_a_die(), DIE)
    assert not shows(np.full((120, 160, 3), 255, np.uint8), DIE)
    assert not shows(np.full((120, 160, 3), 12, np.uint8), DIE)


def test_a_die_is_legible_if_any_ground_shows_it() -> None:
    dusk = np.full((120, 160, 3), 12, np.uint8)
    assert legible([dusk, picture_of_a_die()], [DIE]) == [True]
    assert legible([dusk], [DIE]) == [False]


def test_the_pictures_of_a_view_are_taken_together(tmp_path: Path) -> None:
    names = ["bare_1a_0.jpg", "bare_1a_1.jpg", "bare_1b_0.jpg"]
    (tmp_path / "labels.jsonl").write_text("".join(json.dumps({"image": n}) + "\n" for n in names))
    assert [[r["image"] for r in group] for group in views(tmp_path)] == [names[:2], names[2:]]


def test_dice_and_what_is_none_become_squares(tmp_path: Path) -> None:
    row = {"image": "bare_1a_0.png", "dice": [DIE], "set": "crowded", "source": "photoreal", "view": "oblique"}
    cv2.imwrite(str(tmp_path / row["image"]), picture_of_a_die())
    (tmp_path / "labels.jsonl").write_text(json.dumps(row) + "\n")
    main(dice_net.MODELS, tmp_path, tmp_path / "out.npy")
    kinds = np.load(tmp_path / "out.npy")["truth"][:, 0]
    assert 4 in kinds
