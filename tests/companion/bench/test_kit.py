"""The benchmark of the kit counts pages and weighs them against one board."""

from itertools import count
from pathlib import Path
from typing import Any

import pytest

from companion.bench import kit


def test_a_kit_is_weighed_in_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter([0.0, 6.0, 6.0, 8.0])
    monkeypatch.setattr(kit.time, "process_time", lambda: next(seconds))
    monkeypatch.setattr(kit, "make_kit", lambda game, path: [game.name] * 12)
    monkeypatch.setattr(kit.svg, "png", lambda svg, scale: b"")
    assert kit.measure() == {"kit_s": 6.0, "reference_s": 2.0, "ratio": 3.0, "pages": 12.0, "share_of_30_s": 0.2}


def test_the_kit_is_written_and_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Path] = []

    def make(game: Any, path: Path) -> list[str]:
        path.write_bytes(b"%PDF")
        written.append(path)
        return ["page"]

    monkeypatch.setattr(kit, "make_kit", make)
    monkeypatch.setattr(kit.svg, "png", lambda svg, scale: b"")
    monkeypatch.setattr(kit.time, "process_time", count().__next__)
    kit.measure()
    assert len(written) == 1
    assert not written[0].exists()
