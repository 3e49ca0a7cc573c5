"""Grounds laid on bare tables."""

from pathlib import Path

import cv2
import numpy as np

from training.dice.photoreal.dress import drawn, dressed, laid, main
from training.dice.photoreal.grounds import BARE_TONE

SIZE = (64, 48)
LIE = np.diag([2.0, 2.0, 1.0])  # two pixels a millimetre


def test_a_ground_of_the_bare_tables_own_grey_changes_nothing() -> None:
    light = np.random.default_rng(1).uniform(0, 2, (48, 64, 3)).astype(np.float32)
    grey = np.full((48, 64, 3), BARE_TONE, np.uint8)
    assert np.allclose(dressed(light, np.ones((48, 64), bool), grey), light, atol=1e-5)


def test_what_lies_on_the_table_keeps_its_colour_and_shadows_stay() -> None:
    light = np.full((48, 64, 3), 0.5, np.float32)
    light[:, 32:] = 0.1  # in somebody's shadow
    table = np.ones((48, 64), bool)
    table[10:20, 10:20] = False
    out = dressed(light, table, np.full((48, 64, 3), 40, np.uint8))
    assert np.allclose(out[14, 14], light[14, 14])
    assert out[40, 10, 0] < 0.1
    assert np.isclose(out[40, 10, 0] / out[40, 60, 0], 5)


def test_a_ground_lies_in_the_pictures_scale() -> None:
    stripes = np.zeros((256, 256, 3), np.uint8)
    stripes[:, ::32] = stripes[:, 1::32] = stripes[:, 2::32] = 255  # one every 8 mm at 4 texels a millimetre
    seen = laid(stripes, 4.0, LIE, (320, 320), np.random.default_rng(3))
    waves = np.abs(np.fft.fft2(seen[..., 0] - seen[..., 0].mean()))
    down, across = np.unravel_index(int(waves.argmax()), waves.shape)
    cycles = np.hypot(min(down, 320 - down), min(across, 320 - across))
    assert abs(320 / cycles - 16) < 2 or abs(320 / cycles - 8) < 1  # every 16 px, or its overtone


def test_other_numbers_draw_other_grounds() -> None:
    (one, *_), (other, *_) = drawn(1), drawn(14)
    assert one.shape == other.shape
    assert not np.array_equal(one, other)


def a_bare_view(folder: Path, name: str) -> Path:
    folder.mkdir()
    light = np.full((48, 64, 3), 0.3, np.float16)
    np.savez(folder / f"{name}.npz", light=light, table=np.ones((48, 64), bool), lie=LIE)
    (folder / "labels.jsonl").write_text(f'{{"image": "{name}", "dice": [], "scene": "bare"}}\n')
    np.savez(folder / "backdrops.npz", textures=np.zeros((1, 320, 320, 3), np.uint8))
    return folder


def test_each_view_is_dressed_several_times_with_one_label_each(tmp_path: Path) -> None:
    bare = a_bare_view(tmp_path / "bare", "bare_1a")
    main(bare, tmp_path / "out", bare / "backdrops.npz", 2, 0)
    assert len((tmp_path / "out" / "labels.jsonl").read_text().splitlines()) == 2
    first, second = (cv2.imread(str(p)) for p in sorted((tmp_path / "out").glob("*.jpg")))
    assert not np.array_equal(first, second)


def test_the_first_view_of_another_folder_gets_another_ground(tmp_path: Path) -> None:
    for name in ("bare_1a", "bare_2a"):
        bare = a_bare_view(tmp_path / name, name)
        main(bare, tmp_path / "out" / name, bare / "backdrops.npz", 1, 0)
    first, second = (cv2.imread(str(p)) for p in sorted((tmp_path / "out").glob("*/*.jpg")))
    assert not np.array_equal(first, second)
