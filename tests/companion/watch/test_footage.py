"""Recordings and films as events; what cannot be shown is refused in one line."""

from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from companion.errors import BadInput
from companion.games import game_named
from companion.games.protocol import to_json
from companion.play.journal import Journal
from companion.play.table import Table
from companion.watch.footage import MOVES, TAKES, Ask, Begin, Event, Say, Show, _parted, footage_in
from companion.watch.recording import FILE, Recording
from hardware.camera import Frame
from vision.eyes import Look

GAME = game_named("temple_of_gold")


def record(folder: Path) -> None:
    """Two frames, a rest and an entry."""
    table = Table(Journal(":memory:"), lambda: 5.0)
    table.start(GAME.name, ["p1", "p2"])
    recording = Recording(folder, table, lambda: 1.0, fov_deg=70)
    pixels = np.full((240, 320, 3), 90, np.uint8)
    recording.keep(Frame(pixels, 0.0), Look())
    pixels = pixels.copy()
    pixels[100:130, 200:230] = 250
    for look in (Look(), Look(is_new=False), Look(is_new=False)):
        recording.keep(Frame(pixels, 0.0), look, ["a1"])
    table.submit(to_json(GAME.legal(table.state)[0]), by="phone")
    recording.close()


def kinds(events: list[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_a_recording_comes_back_as_it_happened(tmp_path: Path) -> None:
    record(tmp_path)
    begin, first, second, rest, said = footage_in(tmp_path)
    assert isinstance(begin, Begin)
    assert (begin.fov_deg, begin.whole.players) == (70, ("p1", "p2"))
    assert isinstance(first, Show)
    assert isinstance(second, Show)
    assert second.lit == ("a1",)
    assert isinstance(rest, Show)
    assert rest.frames == 2
    assert isinstance(said, Say)


def test_a_part_is_laid_over_the_picture_before_it(tmp_path: Path) -> None:
    record(tmp_path)
    shows = [event for event in footage_in(tmp_path) if isinstance(event, Show)]
    assert shows[1].pixels.shape == (240, 320, 3)
    assert (shows[0].pixels[115, 215, 0], shows[1].pixels[115, 215, 0], shows[1].pixels[20, 20, 0]) == (90, 250, 90)


def test_a_line_torn_off_by_a_power_cut_is_left_out(tmp_path: Path) -> None:
    record(tmp_path)
    whole = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(whole[:-30])
    assert kinds(list(footage_in(tmp_path))) == ["Begin", "Show", "Show", "Show"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'{"type":"still"', b'{"type":"rest"', "line 4 of .* is no line of a recording"),
        (b"companion-recording-1", b"companion-recording-9", "this companion reads 'companion-recording-1'"),
        (b"000002.jpg", b"000007.jpg", "a recording needs all its pictures"),
        (b'"x":', b'"x":9', "lies outside the picture before it"),
    ],
)
def test_a_recording_that_was_edited_is_refused_in_one_line(tmp_path: Path, old: bytes, new: bytes, said: str) -> None:
    record(tmp_path)
    (tmp_path / FILE).write_bytes((tmp_path / FILE).read_bytes().replace(old, new))
    with pytest.raises(BadInput, match=said):
        list(footage_in(tmp_path))


def test_a_picture_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    record(tmp_path)
    (tmp_path / "000002.jpg").write_bytes(b"no picture")
    with pytest.raises(BadInput, match=r"000002.jpg cannot be opened"):
        list(footage_in(tmp_path))


def test_a_folder_without_footage_is_refused_with_what_would_do(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"neither recording.jsonl nor film.json; name one that companion run --record"):
        footage_in(tmp_path)
    with pytest.raises(BadInput, match="no folder"):
        footage_in(tmp_path / "nowhere")


def film(folder: Path, takes: list[object]) -> None:
    cv2.imwrite(str(folder / "000.jpg"), np.full((90, 160, 3), 90, np.uint8))
    whole = {"game": GAME.name, "players": ["p1", "p2"], "options": {}, "entered_before": [], "takes": takes}
    (folder / "film.json").write_bytes(msgspec.json.encode(whole))


def test_a_take_of_a_film_is_frames_and_then_what_they_should_have_shown(tmp_path: Path) -> None:
    action = to_json(GAME.legal(GAME.setup(["p1", "p2"], None))[0])
    hand = {"picture": "000.jpg", "kind": "hand", "actions": []}
    film(tmp_path, [hand, {"picture": "000.jpg", "kind": "rest", "actions": [action]}])
    events = list(footage_in(tmp_path))
    assert kinds(events) == ["Begin", *["Show"] * (MOVES + TAKES), "Say", "Due"]


def test_what_no_picture_shows_is_told_by_phone_before_it(tmp_path: Path) -> None:
    state = GAME.setup(["p1", "p2"], None)
    step = next(action for action in GAME.legal(state) if not GAME.endings(state) or action not in GAME.endings(state))
    ending = GAME.endings(GAME.apply(state, step))[0]
    after = GAME.apply(GAME.apply(state, step), ending)
    last = next(action for action in GAME.legal(after) if action not in GAME.endings(after))
    takes = [
        {"picture": "000.jpg", "kind": "rest", "actions": [to_json(one) for one in chain]}
        for chain in ([step], [ending, last])
    ]
    film(tmp_path, takes)
    said = [event.entry.by for event in footage_in(tmp_path) if isinstance(event, Say)]
    assert said == ["camera", "phone", "camera"]


GOLD = game_named("go_for_gold")


START = {"type": "choose_start_port", "player": "p1", "port": "A5"}
ROLL = {"type": "roll_move", "player": "p1", "value": 1}
LINES = ({"type": "move", "player": "p1", "path": ["B5"]}, {"type": "move", "player": "p2", "path": ["E8"]})
NEXT = {"type": "roll_move", "player": "p2", "value": 2}


def test_lines_that_a_film_does_not_draw_are_told_by_phone() -> None:
    state = GOLD.setup(["p1", "p2"], None)
    for raw in (START, ROLL):
        state = GOLD.apply(state, GOLD.read(state, raw))
    assert _parted(GOLD, state, [*LINES, NEXT], {"sheet.A.1"}) == ([*LINES], [NEXT])
    assert _parted(GOLD, state, [*LINES, NEXT], {"sheet.A.1", "line"}) == ([], [*LINES, NEXT])


def test_an_action_that_does_not_fit_the_rules_is_refused(tmp_path: Path) -> None:
    film(tmp_path, [{"picture": "000.jpg", "kind": "rest", "actions": [{"type": "end_turn", "player": "p2"}]}])
    with pytest.raises(BadInput, match="does not fit the rules"):
        list(footage_in(tmp_path))


def test_a_film_without_takes_is_refused(tmp_path: Path) -> None:
    (tmp_path / "film.json").write_text("{}")
    with pytest.raises(BadInput, match="is no film; a film has"):
        list(footage_in(tmp_path))


def test_questions_are_told_of(tmp_path: Path) -> None:
    record(tmp_path)
    with (tmp_path / FILE).open("ab") as file:
        file.write(b'{"type":"question","at":2,"text":"Which?","answers":[]}\n')
    assert list(footage_in(tmp_path))[-1] == Ask("Which?")
