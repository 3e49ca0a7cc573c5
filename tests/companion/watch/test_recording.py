"""What the camera saw and what was entered, kept in a folder."""

import shutil
from collections import namedtuple
from pathlib import Path

import msgspec
import numpy as np
import pytest

from companion.errors import BadInput
from companion.games.protocol import to_json
from companion.play.journal import Journal
from companion.play.questions import Answer, Question
from companion.play.table import Table
from companion.watch.recording import FILE, Line, Recording, Rested, Said, Seated, Shown, Wondered, changed
from hardware.camera import Frame, Pixels
from vision.eyes import Look

NEW, SAME, MOVING = Look(), Look(is_new=False), Look(is_moving=True, is_new=False)
WIDE, HIGH = 320, 240


def grey(level: int = 90, spot: tuple[int, int] | None = None) -> Pixels:
    pixels = np.full((HIGH, WIDE, 3), level, np.uint8)
    if spot is not None:
        x, y = spot
        pixels[y : y + 24, x : x + 24] = 250
    return pixels


def rig(folder: Path, most_bytes: int = 10**9) -> tuple[Table, Recording]:
    table = Table(Journal(":memory:"), lambda: 5.0)
    table.start("temple_of_gold", ["p1", "p2", "p3"])
    return table, Recording(folder, table, lambda: 1.0, most_bytes=most_bytes)


def lines(folder: Path) -> list[Line]:
    return [msgspec.json.decode(line, type=Line) for line in (folder / FILE).read_bytes().splitlines()]


def kinds(folder: Path) -> list[str]:
    return [type(line).__name__ for line in lines(folder)]


def test_a_recording_begins_with_the_game_on_the_table(tmp_path: Path) -> None:
    _, recording = rig(tmp_path)
    recording.close()
    (line,) = lines(tmp_path)
    assert isinstance(line, Seated)
    assert msgspec.json.decode(line.whole)["players"] == ["p1", "p2", "p3"]


def test_the_first_frame_is_kept_whole_and_then_only_the_part_that_changed(tmp_path: Path) -> None:
    _, recording = rig(tmp_path)
    recording.keep(Frame(grey(), 0.0), NEW)
    recording.keep(Frame(grey(spot=(100, 60)), 0.0), NEW, ["e5"])
    recording.close()
    _, first, second = lines(tmp_path)
    assert first == Shown(1.0, "000001.jpg", True)
    assert second == Shown(1.0, "000002.jpg", False, 80, 48, ("e5",))


def test_frames_in_which_nothing_changed_are_only_counted(tmp_path: Path) -> None:
    table, recording = rig(tmp_path)
    for look in (NEW, SAME, MOVING, NEW):
        recording.keep(Frame(grey(), 0.0), look)
    table.ask(Question("Which?", ()))
    recording.close()
    assert kinds(tmp_path) == ["Seated", "Shown", "Rested", "Wondered"]
    assert lines(tmp_path)[2] == Rested(3)


def test_lamps_that_only_blink_are_not_kept(tmp_path: Path) -> None:
    _, recording = rig(tmp_path)
    recording.keep(Frame(grey(), 0.0), NEW)
    recording.keep(Frame(grey(spot=(40, 40)), 0.0), SAME, ["e5"])
    recording.close()
    assert kinds(tmp_path) == ["Seated", "Shown", "Rested"]


def test_a_slow_change_adds_up_until_the_eyes_call_it_new(tmp_path: Path) -> None:
    _, recording = rig(tmp_path)
    for level, look in ((90, NEW), (96, SAME), (104, SAME), (112, NEW)):
        recording.keep(Frame(grey(level), 0.0), look)
    recording.close()
    assert [line.picture for line in lines(tmp_path) if isinstance(line, Shown)] == ["000001.jpg", "000002.jpg"]


def test_entries_and_questions_stand_between_the_frames(tmp_path: Path) -> None:
    table, recording = rig(tmp_path)
    recording.keep(Frame(grey(), 0.0), NEW)
    table.ask(Question("Which?", (Answer("This"), Answer("That"))))
    entry = table.submit(to_json(table.game.legal(table.state)[0]), by="phone", who="p1")
    recording.close()
    assert lines(tmp_path)[2:] == [Wondered(1.0, "Which?", ("This", "That")), Said(entry)]


def test_another_game_on_the_table_is_another_beginning(tmp_path: Path) -> None:
    table, recording = rig(tmp_path)
    table.start("temple_of_gold", ["p1", "p2"])
    recording.close()
    assert kinds(tmp_path) == ["Seated", "Seated"]


def test_a_picture_of_another_size_is_kept_whole(tmp_path: Path) -> None:
    _, recording = rig(tmp_path)
    recording.keep(Frame(grey(), 0.0), NEW)
    recording.keep(Frame(grey()[:120], 0.0), NEW)
    recording.close()
    assert [line.is_whole for line in lines(tmp_path) if isinstance(line, Shown)] == [True, True]


def test_a_full_share_ends_the_recording_and_says_so(tmp_path: Path) -> None:
    table, recording = rig(tmp_path, most_bytes=3000)
    for place in range(10, 200, 30):
        recording.keep(Frame(grey(spot=(place, place)), 0.0), NEW)
    assert "has ended: its 3e-06 GB are full; the game goes on" in table.notices["recording"]
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 3000
    table.ask(Question("Which?", ()))
    recording.close()
    assert "Wondered" not in kinds(tmp_path)


def test_room_is_left_on_the_disk_for_the_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, recording = rig(tmp_path)
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**10, 10**10 - 1000, 1000))
    recording.keep(Frame(grey(), 0.0), NEW)
    recording.close()
    assert "less than 0.5 GB are free" in table.notices["recording"]


def test_a_recording_is_gone_on_with_after_a_restart(tmp_path: Path) -> None:
    for _ in (1, 2):
        _, recording = rig(tmp_path)
        recording.keep(Frame(grey(), 0.0), NEW)
        recording.close()
    assert kinds(tmp_path) == ["Seated", "Shown", "Seated", "Shown"]
    assert sorted(path.name for path in tmp_path.glob("*.jpg")) == ["000001.jpg", "000002.jpg"]


def test_a_folder_with_other_things_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"")
    with pytest.raises(BadInput, match="it holds other things; name a new folder"):
        rig(tmp_path)


def test_a_place_where_no_folder_can_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(BadInput, match=r"no recording in .*file.inner"):
        rig(tmp_path / "file" / "inner")


def test_what_is_kept_is_said_in_words(tmp_path: Path) -> None:
    _, recording = rig(tmp_path, most_bytes=2_000_000_000)
    recording.close()
    assert recording.about.endswith(f"{tmp_path}, 2 GB at the most")


def test_noise_is_no_change_and_a_piece_is() -> None:
    noise = np.random.default_rng(1).normal(0, 2, (60, 80))
    still = np.clip(90 + noise, 0, 255).astype(np.uint8)
    moved = still.copy()
    moved[20:26, 30:36] += 60
    whole = np.zeros((HIGH, WIDE, 3), np.uint8)
    assert changed(still, np.full((60, 80), 90, np.uint8), whole) is None
    assert changed(moved, still, whole) == (96, 64, 176, 128)
