"""The command line: what it prints, and one line with status 2 for a user's mistake."""

import json
import shutil
import sqlite3
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from companion.app import App
from companion.cli import _greet, main
from companion.play.folder import hold
from companion.play.journal import Entry, Journal
from companion.play.table import Table


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    try:
        status = main(list(argv))
    except SystemExit as done:
        status = int(str(done.code))
    out, err = capsys.readouterr()
    return status, out, err


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """The one line a mistake gets."""
    status, out, err = run(capsys, *argv)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    return err


def test_the_version_is_the_one_that_is_installed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version") == (0, f"companion {version('companion')}\n", "")


def test_bots_play_a_whole_game(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "play", "pyramid_raiders", "--players", "4", "--seed", "1", "--json")
    result = json.loads(out)
    assert status == 0
    assert list(result) == ["game", "players", "seed", "actions", "scores", "winners"]
    assert (result["game"], result["seed"], len(result["scores"])) == ("pyramid_raiders", 1, 4)


def test_the_same_seed_plays_the_same_game(capsys: pytest.CaptureFixture[str]) -> None:
    command = ("play", "gold_raiders", "--players", "3", "--seed", "9", "--json")
    assert run(capsys, *command) == run(capsys, *command)


def test_a_played_game_is_kept_and_replayed_to_the_same_scores(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = str(tmp_path / "game.json")
    _, out, _ = run(capsys, "play", "temple_of_gold", "--players", "2", "--seed", "4", "--json", "--journal", file)
    scores = json.loads(out)["scores"]
    _, lines, _ = run(capsys, "journal", "replay", file, "--data", str(tmp_path), "--json")
    assert json.loads(lines.splitlines()[-1])["scores"] == scores
    status, _, _ = run(capsys, "journal", "import", file, "--data", str(tmp_path))
    assert status == 0
    _, listed, _ = run(capsys, "journal", "list", "--data", str(tmp_path))
    assert "temple_of_gold" in listed
    _, exported, _ = run(capsys, "journal", "export", "1", "--data", str(tmp_path))
    assert json.loads(exported)["entries"] == json.loads(Path(file).read_text())["entries"]


def test_a_damaged_game_is_listed_and_can_be_exported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    journal = Journal(tmp_path / "companion.sqlite3")
    journal.begin("temple_of_gold", "1", ["a", "b"], {}, 1.0)
    journal.close()
    db = sqlite3.connect(tmp_path / "companion.sqlite3")
    db.executescript("UPDATE games SET options = '{'; INSERT INTO entries VALUES (1, 1, 'no'), (1, 2, 'nor')")
    db.close()
    status, listed, _ = run(capsys, "journal", "list", "--data", str(tmp_path))
    assert (status, "2 entries" in listed) == (0, True)
    _, exported, _ = run(capsys, "journal", "export", "1", "--data", str(tmp_path))
    assert json.loads(exported)["damaged"] == {"options": "{", "entry 1": "no", "entry 2": "nor"}


def kept(folder: Path) -> Journal:
    """A journal with a game, a seat and a PIN in it."""
    folder.mkdir()
    journal = Journal(folder / "companion.sqlite3")
    saved = journal.begin("temple_of_gold", "0.5-1", ["a", "b"], {}, 1.0)
    journal.append(saved.id, Entry(number=1, what="undo", by="phone", at=2.0))
    journal.keep(saved.id, {"phones": {"seats": {"a": "mark"}}, "unheard_of": [1, 2]})
    journal.seat(saved.id)
    journal.set("pin", "4711")
    return journal


def test_a_backup_brings_everything_back_elsewhere(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    one, file = kept(tmp_path / "one"), str(tmp_path / "all.backup")
    status, out, _ = run(capsys, "backup", file, "--data", str(tmp_path / "one"))  # while it is in use
    assert (status, "1 games" in out) == (0, True)
    assert Path(file).stat().st_mode & 0o777 == 0o600
    assert run(capsys, "restore", file, "--data", str(tmp_path / "two"))[:2] == (0, "1 games are back\n")
    two = Journal(tmp_path / "two" / "companion.sqlite3")
    assert two.games() == one.games()
    assert (two.entries(1), two.extras(1)) == (one.entries(1), one.extras(1))
    assert (two.last_seated(), two.setting("pin")) == (one.last_seated(), "4711")
    assert (tmp_path / "two" / "companion.sqlite3").stat().st_mode & 0o777 == 0o600


def test_what_was_there_is_kept_when_a_backup_is_put_back(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    one, file, folder = kept(tmp_path / "one"), str(tmp_path / "all.backup"), str(tmp_path / "one")
    run(capsys, "backup", file, "--data", folder)
    later = one.begin("temple_of_gold", "0.5-1", ["c", "d"], {}, 9.0)
    one.close()
    _, out, _ = run(capsys, "restore", file, "--data", folder)
    before = Journal(Path(out.split("kept as ")[1].strip()))
    assert [game.id for game in before.games()] == [later.id, 1]
    assert [game.id for game in Journal(tmp_path / "one" / "companion.sqlite3").games()] == [1]


def test_a_backup_never_overwrites_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept(tmp_path / "one").close()
    (tmp_path / "precious").write_text("precious")
    assert "name a new file" in refused(capsys, "backup", str(tmp_path / "precious"), "--data", str(tmp_path / "one"))
    assert (tmp_path / "precious").read_text() == "precious"


def foreign(path: Path, kind: str) -> Path:
    if kind == "text":
        path.write_text("a shopping list")
    elif kind == "empty":
        path.touch()
    elif kind == "torn":
        kept(path.parent / "source").backup(path)
        path.write_bytes(path.read_bytes()[:9000])
    elif kind != "missing":
        db = sqlite3.connect(path)
        newer = "PRAGMA user_version = 99; CREATE TABLE games (id); CREATE TABLE entries (id)"
        db.executescript(newer if kind == "newer" else "CREATE TABLE songs (id)")
        db.close()
    return path


@pytest.mark.parametrize("kind", ["text", "empty", "torn", "other", "newer", "missing"])
def test_a_file_that_is_no_backup_of_ours_is_refused_and_nothing_changes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, kind: str
) -> None:
    one = kept(tmp_path / "one")
    refused(capsys, "restore", str(foreign(tmp_path / "file", kind)), "--data", str(tmp_path / "one"))
    assert [game.id for game in one.games()] == [1]
    assert not [file for file in (tmp_path / "one").iterdir() if "restor" in file.name]


def test_nothing_is_put_back_under_a_running_companion(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept(tmp_path / "one").backup(tmp_path / "all.backup")
    with hold(tmp_path / "one"):
        line = refused(capsys, "restore", str(tmp_path / "all.backup"), "--data", str(tmp_path / "one"))
    assert "another companion keeps its games" in line


@pytest.mark.parametrize(("socket", "is_said"), [(None, True), ("/run/notify", False)])
def test_the_pin_is_said_where_it_was_started_by_hand_and_in_no_log(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, socket: str | None, is_said: bool
) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    if socket is not None:
        monkeypatch.setenv("NOTIFY_SOCKET", socket)
    table = Table(Journal(":memory:"), lambda: 0.0)
    table.start("temple_of_gold", ["a", "b"])
    chosen, address = SimpleNamespace(why="none"), "http://10.0.0.2/"
    _greet(SimpleNamespace(table=table, chosen=chosen, pin="86420", address=address, recording=None))
    assert ("86420" in capsys.readouterr().out) is is_said


@pytest.mark.parametrize("text", ["port = ", "nonsense = 1", 'game = "chess"', "[pins]\nhorn = [4]", "players = 99"])
def test_a_service_with_broken_settings_comes_up_on_defaults_and_says_so_on_the_page(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str
) -> None:
    (tmp_path / "companion.toml").write_text(text)
    started = []
    monkeypatch.setenv("NOTIFY_SOCKET", "@nobody")
    monkeypatch.setattr(App, "run", lambda app: started.append(app.table.notices.get("settings")))
    where = ("--data", str(tmp_path / "games"), "--camera", "none", "--lights", "none", "--port", "0")
    status, _, _ = run(capsys, "run", "--config", str(tmp_path / "companion.toml"), *where)
    assert status == 0
    assert started[0].endswith("all settings are defaults until it is mended")


def test_the_referee_answers_each_action_and_ends_with_the_state(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    position = {"players": ["p1", "p2", "p3"], "phase": "reveal", "pawns": {"p1": "e5", "p2": "a1", "p3": "i1"}}
    lines = [
        {"setup": {"position": {**position, "guardian": {"at": "i5", "facing": "E"}}}},
        {"type": "reveal_card", "player": "p2", "card": 2},
        {"type": "reveal_card", "player": "p1", "card": 2},
    ]
    (tmp_path / "game.jsonl").write_text("\n".join(map(json.dumps, lines)))
    status, out, _ = run(capsys, "referee", "pyramid_raiders", str(tmp_path / "game.jsonl"))
    first, second, last = (json.loads(line) for line in out.splitlines())
    assert status == 0
    assert (first["ok"], first["reason"], second) == (False, "not_your_turn", {"ok": True})
    assert first["sentence"].endswith(".")
    assert last["state"]["phase"] == "moving"
    assert len(last["scores"]) == 3
    assert 0 < len(last["legal"]) <= 200


def test_cases_that_do_not_hold_are_shown_with_expected_and_found(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    given = {"players": ["p1", "p2", "p3"], "phase": "finished", "round": 15, "loot": {"p1": {"green": 7}}}
    cases = [
        {"id": "A", "about": "holds", "given": given, "do": [], "expect": {"scores": {"p1": {"total": 19}}}},
        {"id": "B", "about": "does not", "given": given, "do": [], "expect": {"scores": {"p1": {"total": 22}}}},
        {"id": "C", "about": "an unknown expectation", "given": given, "do": [], "expect": {"weather": "fine"}},
    ]
    (tmp_path / "cases.json").write_text(json.dumps(cases))
    status, out, _ = run(capsys, "referee", "pyramid_raiders", "--cases", str(tmp_path / "cases.json"))
    assert status == 1
    assert out.splitlines()[-1] == "1 passed, 2 failed"
    assert "B: does not" in out
    assert "expected 22, found 19" in out
    assert "weather" in out


def test_cases_may_be_json_lines(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    case = {"id": "A", "given": {"players": ["a", "b", "c"], "phase": "reveal"}, "do": [], "expect": {"round": 1}}
    (tmp_path / "cases.jsonl").write_text(f"{json.dumps(case)}\n\n{json.dumps(case)}\n")
    status, out, _ = run(capsys, "referee", "pyramid_raiders", "--cases", str(tmp_path / "cases.jsonl"))
    assert (status, out) == (0, "2 passed, 0 failed\n")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["play", "chess", "--players", "2", "--seed", "1"], "no game called 'chess'; there are go_for_gold"),
        (["play", "pyramid_raiders", "--players", "9", "--seed", "1"], "is for 3 to 6 players, not 9"),
        (["play", "pyramid_raiders", "--players", "4", "--seed", "x"], "invalid int value"),
        (["play", "pyramid_raiders", "--players", "4", "--seed", "1", "--options", "{"], "--options is no JSON"),
        (["play", "pyramid_raiders", "--players", "4", "--seed", "1", "--faults", "bump"], "add --camera"),
        (["referee", "pyramid_raiders"], "nothing to referee"),
        (["referee", "pyramid_raiders", "/no/such/file"], "cannot read /no/such/file"),
        (["referee", "pyramid_raiders", "--cases", "/no/such/file"], "cannot read /no/such/file"),
        (["read", "/no/such/photo.jpg", "--dice"], "cannot read /no/such/photo.jpg"),
        (["kit", "pyramid_raiders"], "nowhere to write the kit"),
        (["venue"], "no broker is named; give --broker HOST"),
        (["venue", "--broker", "club:x"], "--broker is HOST or HOST:PORT"),
        (["bench", "nothing"], "no benchmark called 'nothing'"),
        (["run", "--game", "chess"], "no game called 'chess'"),
        (["run", "--port", "99999"], "an option cannot be used"),
        (["run", "--config", "/no/such/config.toml"], "cannot read the config file"),
        (["dance"], "invalid choice"),
    ],
    ids=" ".join,
)
def test_a_mistake_gets_one_line_and_status_two(capsys: pytest.CaptureFixture[str], argv: list[str], said: str) -> None:
    assert said in refused(capsys, *argv)


@pytest.mark.parametrize("text", ["", "[", "{}", "[1]", '{"id": 1}', "\x00"], ids=repr)
def test_a_file_that_is_no_cases_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str) -> None:
    (tmp_path / "cases.json").write_text(text)
    status, out, err = run(capsys, "referee", "pyramid_raiders", "--cases", str(tmp_path / "cases.json"))
    if text == "":
        assert (status, out) == (0, "0 passed, 0 failed\n")
    else:
        assert (status, err.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    "line", ["", "[]", "{", '{"setup": 1}', '{"setup": {}}', '{"state": {"players": 3}}'], ids=repr
)
def test_a_table_that_cannot_be_set_up_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, line: str
) -> None:
    (tmp_path / "game.jsonl").write_text(line)
    assert refused(capsys, "referee", "pyramid_raiders", str(tmp_path / "game.jsonl"))


def test_a_config_that_is_broken_is_refused_with_the_place(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text("[camera]\nsource = 3\n")
    assert "$.camera.source" in refused(capsys, "run", "--config", str(tmp_path / "c.toml"))
    (tmp_path / "c.toml").write_text("prot = 8000\n")
    assert "prot" in refused(capsys, "run", "--config", str(tmp_path / "c.toml"))


def test_a_photo_that_is_none_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"not a picture")
    assert "no picture that can be opened" in refused(capsys, "read", str(tmp_path / "photo.jpg"), "--dice")


def test_reading_without_saying_what_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "photo.png"), np.zeros((40, 40, 3), np.uint8))
    assert "--dice, or --game" in refused(capsys, "read", str(tmp_path / "photo.png"))


def test_a_photo_without_the_board_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "photo.png"), np.full((400, 600, 3), 127, np.uint8))
    status, out, _ = run(capsys, "read", str(tmp_path / "photo.png"), "--game", "pyramid_raiders", "--json")
    found = json.loads(out)
    assert status == 0
    assert (found["board"]["found"], found["pieces"], found["dice"]) == (False, [], [])
    assert found["problems"][0]["what"] == "no board"


def test_checking_the_lights_names_every_lamp_in_turn(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "check", "--lights", "--camera", "none", "--port", "0")
    spaces = [
        f"{row}{n}"
        for row, count in zip("abcdefghi", (5, 6, 7, 8, 9, 8, 7, 6, 5), strict=True)
        for n in range(1, count + 1)
    ]
    assert status == 0
    assert [line for line in out.splitlines() if len(line) == 2] == spaces
    assert "press Read aloud" in out


TABLE = Path(__file__).parents[1] / "tables" / "pyramid_raiders_setup"


def test_a_recorded_table_that_reads_the_same_is_status_0(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "replay", str(TABLE))
    assert (status, out.splitlines()[-1]) == (0, "nothing differs")


def test_a_recorded_table_that_reads_otherwise_is_status_1_with_the_differences(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "table"
    shutil.copytree(TABLE, folder)
    file = folder / "recording.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(line for line in lines if '"space":"i2"' not in line))
    status, out, _ = run(capsys, "replay", str(folder), "--json")
    (one,) = json.loads(out)["differs"]
    assert (status, one["what"], one["entry"], len(one["now"])) == (1, "noticed", 8, 1)


def test_a_folder_that_holds_no_recording_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "name one that companion run --record wrote" in refused(capsys, "replay", str(tmp_path))


def test_a_recording_without_a_camera_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said = refused(capsys, "play", "gold_mine", "--players", "2", "--seed", "1", "--record", str(tmp_path))
    assert "add --camera" in said
