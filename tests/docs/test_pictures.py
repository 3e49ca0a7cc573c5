"""The README's pictures: there, light enough, and made by one command."""

import importlib
import re
import shutil
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
TEXTS = (ROOT / "README.md", ROOT / "docs" / "building.md")
SHOWN = [name for text in TEXTS for name in re.findall(r"pictures/[a-z]+\.png", text.read_text(encoding="utf-8"))]


@pytest.fixture
def pictures(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "docs")
    return importlib.import_module("pictures")


def test_readme_and_building_show_phone_big_screen_aim_frame_lamps_and_kit() -> None:
    assert {Path(name).stem for name in SHOWN} == {"phone", "tv", "aim", "frame", "lamps", "kit"}


@pytest.mark.parametrize("name", SHOWN)
def test_a_picture_is_there_and_light(name: str) -> None:
    assert 5_000 < (ROOT / "docs" / name).stat().st_size <= 150_000
    assert cv2.imread(str(ROOT / "docs" / name)) is not None


def test_without_a_browser_the_pages_are_left_as_they_are(
    pictures: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("playwright", reason="playwright is not installed")
    monkeypatch.setattr(shutil, "which", lambda program: None)
    assert pictures.pages(None, None) == {}
    assert "sudo apt install chromium" in capsys.readouterr().err


def test_a_picture_is_packed_into_few_enough_bytes(pictures: ModuleType) -> None:
    noise = np.random.default_rng(1).integers(0, 60, (600, 1200, 3), np.uint8)
    packed = cv2.imdecode(np.frombuffer(pictures.packed(noise), np.uint8), cv2.IMREAD_COLOR)
    assert packed is not None
    assert packed.shape == (430, 860, 3)


def test_the_lamps_show_the_guardian_and_the_timer(pictures: ModuleType) -> None:
    _, green, red = cv2.split(pictures.lamps().astype(np.int16))
    assert (red > green + 100).any()
    assert (green > red + 100).any()
