"""A stranger's game, installed from its own package: every shared test, the camera, the kit and the phones take it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games import game_named, game_names
from companion.kit.make import make_kit, write_pngs
from companion.play.journal import Journal
from companion.play.table import Table
from companion.simulation.match import play, play_watched
from web import create_app

ROOT = Path(__file__).parents[1]
PACKAGE = Path(__file__).with_name("sixth_game")
GUIDE = ROOT / "docs" / "a_sixth_game.md"
SHARED = ("tests/companion/games/test_every_game.py", "tests/companion/kit", "tests/companion/shine/test_light_map.py")
NAME = "lantern_run"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built and installed as anybody's package would be, beside the companion."""
    place = tmp_path_factory.mktemp("site")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    source = tmp_path_factory.mktemp("source") / "package"
    source.mkdir()
    for path in (PACKAGE / "pyproject.toml", *(PACKAGE / NAME).glob("*.py")):
        goal = source / path.relative_to(PACKAGE)
        goal.parent.mkdir(exist_ok=True)
        goal.write_bytes(path.read_bytes())
    subprocess.run([*install, "--target", str(place), str(source)], check=True, capture_output=True, text=True)
    return place


@pytest.fixture
def beside(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(installed)


def test_its_rules_fit_on_a_few_pages() -> None:
    lines = sum(len(path.read_text().splitlines()) for path in (PACKAGE / NAME).glob("*.py"))
    assert 150 < lines < 300


def test_without_it_there_are_only_ours() -> None:
    assert NAME not in game_names()


def test_it_is_found_once_it_is_installed(beside: None) -> None:
    assert NAME in game_names()
    assert game_named(NAME).title == "Lantern Run"


@pytest.mark.timeout(400)
def test_every_shared_test_takes_it(installed: Path) -> None:
    paths = {"PYTHONPATH": os.pathsep.join([str(installed), str(ROOT)])}
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not soak", "-k", NAME, *SHARED]
    done = subprocess.run(tests, cwd=ROOT, env={**os.environ, **paths}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:]
    assert int(re.findall(r"(\d+) passed", done.stdout)[-1]) > 80


def test_bots_play_it_to_the_end(beside: None) -> None:
    game = game_named(NAME)
    for count in game.players:
        result = play(game, game.names(count), seed=count)
        assert result.winners
        assert len(result.scores) == count
    assert game.players


def test_the_camera_follows_it(beside: None) -> None:
    game = game_named(NAME)
    result = play_watched(game, game.names(2), seed=1)
    assert (result.wrong, result.asked + result.missed) == (0, 0)
    assert result.read_right + result.told == result.actions
    assert result.scores == play(game, game.names(2), seed=1).scores


def test_its_kit_is_printed_without_any_artwork(beside: None, tmp_path: Path) -> None:
    game = game_named(NAME)
    pages = make_kit(game, tmp_path / "kit.pdf")
    assert (tmp_path / "kit.pdf").read_bytes().startswith(b"%PDF")
    assert len(pages) >= 3
    write_pngs(game, tmp_path / "faces")
    kit = json.loads((tmp_path / "faces" / "kit.json").read_text())
    assert {piece["piece"] for piece in kit["pieces"]} == {"pawn.1", "pawn.2", "pawn.3", "pawn.4", "lantern"}
    assert all((tmp_path / "faces" / piece["file"]).stat().st_size > 500 for piece in kit["pieces"])


def test_phones_play_it(beside: None) -> None:
    table = Table(Journal(":memory:"), lambda: 0.0)
    table.start(NAME, ["anna", "ben"])
    phone = create_app(table, address="http://companion.local:8000").test_client()
    own = {"X-Companion": "1"}
    phone.post("/api/join", json={"player": "anna"}, headers=own)
    look = phone.get("/api/look?as=anna").json
    choice = look["view"]["prompts"][0]["choices"][1]
    assert choice["label"] == "run 2 to space 2"
    assert phone.post("/api/action", json={"action": choice["action"], "seen": 0}, headers=own).status_code == 200
    assert phone.get("/api/entries").json["entries"][0]["words"] == "Anna: run 2 to space 2"
    assert phone.get("/api/look").json["view"]["headline"] == "Anna finds a lantern"
    assert b'id="lantern"' in phone.get(f"/art/{NAME}/sheet.svg").data
    assert {space["name"] for space in phone.get("/api/layout").json["spaces"]} >= {"trail.0", "shelf.2"}


def test_the_guide_shows_the_package_as_it_is() -> None:
    blocks = re.findall(r"```(?:python|toml)\n(.*?)```", GUIDE.read_text(), flags=re.DOTALL)
    sources = [path.read_text() for path in (PACKAGE / "pyproject.toml", *(PACKAGE / NAME).glob("*.py"))]
    strange = [block for block in blocks if not any(block.strip() in source for source in sources)]
    assert len(blocks) >= 6
    assert strange == []
