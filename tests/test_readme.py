"""What the README promises: its commands exist, its wiring is the code's, its first commands do what they say."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.bench import BENCHES
from companion.cli import main
from companion.games import game_named, game_names
from hardware.pins import wiring_table

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_wiring_table_is_the_one_the_code_uses() -> None:
    assert wiring_table() in README


@pytest.mark.parametrize("name", game_names())
def test_every_game_is_named(name: str) -> None:
    assert game_named(name).title in README


@pytest.mark.parametrize("name", BENCHES)
def test_every_benchmark_is_named_and_there(name: str) -> None:
    assert re.search(rf"companion bench.*\b{name}\b", README)
    assert (ROOT / "companion" / "bench" / f"{name}.py").is_file()


COMMANDS = sorted(set(re.findall(r"`companion ([a-z]+)", README)))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_answers_to_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as done:
        main([command, "--help"])
    assert done.value.code == 0
    assert f"companion {command}" in capsys.readouterr().out


def test_every_option_the_readme_names_is_one_of_some_command(capsys: pytest.CaptureFixture[str]) -> None:
    known = {"--help"}
    for command in ([], *([name] for name in COMMANDS)):
        with pytest.raises(SystemExit):
            main([*command, "--help"])
        known |= set(re.findall(r"--[a-z]+", capsys.readouterr().out))
    assert set(re.findall(r"(?<![-\w])--[a-z]+", README)) - known == set()


@pytest.mark.parametrize("target", ["run", "run-club", "test", "install", "uninstall", "pictures"])
def test_make_knows_the_targets(target: str) -> None:
    assert f"make {target}" in README
    dry = subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True)
    assert dry.returncode == 0, dry.stderr


@pytest.mark.parametrize("path", sorted(set(re.findall(r'(?:\]\(|src=")([^):"]+)[)"]', README))))
def test_what_the_readme_links_to_is_there(path: str) -> None:
    assert (ROOT / path).is_file()


@pytest.mark.parametrize("room", re.findall(r"^\| `([a-z/]+)/` \|", README, re.MULTILINE))
def test_every_room_it_names_is_there(room: str) -> None:
    assert (ROOT / room).is_dir()


def test_make_run_runs_the_service_and_make_test_the_tests() -> None:
    dry = subprocess.run(["make", "--dry-run", "run", "test"], cwd=ROOT, capture_output=True, text=True).stdout
    for step in ("companion run", "ruff check .", "ruff format --check .", "mypy", "pytest"):
        assert step in dry


def test_ci_runs_make_test() -> None:
    assert "exec make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_command_is_installed() -> None:
    done = subprocess.run([sys.executable, "-m", "companion.cli", "--help"], capture_output=True, text=True)
    assert done.returncode == 0
    assert "referee" in done.stdout
