"""Path-traced pictures become tables that the finder can learn from."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from training.dice.data import UNKNOWN
from training.dice.traced import main, truth

DICE = [{"box": [10, 20, 50, 56], "value": 3}, {"box": [60, 20, 90, 50], "value": 6, "ignore": True}]


def record(view: str) -> dict[str, Any]:
    return {"image": "a.png", "dice": DICE, "set": "crowded", "source": "photoreal", "view": view}


def test_a_die_is_told_by_its_middle_its_size_and_its_value() -> None:
    assert truth(record("oblique"))[0].tolist() == [30, 38, 40, 36, 3, UNKNOWN, 0, 0]


def test_the_value_of_a_hidden_die_is_not_told() -> None:
    assert truth(record("oblique"))[1, 4] == UNKNOWN


def test_what_is_seen_from_above_may_be_turned() -> None:
    assert truth(record("top-down"))[:2, 6].tolist() == [1, 1]


def test_pictures_are_kept_with_their_dice(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((72, 96, 3), 90, np.uint8))
    (tmp_path / "labels.jsonl").write_text(json.dumps(record("oblique")) + "\n")
    main(tmp_path, tmp_path, 700)
    assert np.load(tmp_path / "tables_700.npy").shape == (1, 72, 96, 3)
    assert (np.load(tmp_path / "truths_700.npy")[0, :, 2] > 0).sum() == 2
