"""pi-check itself: it refuses what it cannot do, and its table shows what did not hold."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

CHECK = Path(__file__).parents[1] / "systemd" / "pi_check"


@pytest.fixture
def table() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pi_check_table", CHECK / "table.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_what_holds_and_what_does_not_are_lines_of_one_table(table, capsys):
    def fails() -> str:
        raise table.Failed("status 1: no\nspace left")

    lines = table.Table()
    lines.hold("arm64", "a kit is printed", lambda: "123 bytes")
    lines.hold("arm64", "tests of the eyes", fails)
    assert str(lines).splitlines()[2:] == [
        "| arm64 | a kit is printed | yes | 123 bytes | 0 |",
        "| arm64 | tests of the eyes | NO | status 1: no space left | 0 |",
    ]
    assert capsys.readouterr().out.splitlines() == str(lines).splitlines()[2:]


def test_a_command_that_fails_says_its_last_lines(table):
    with pytest.raises(table.Failed, match="status 3: so it is"):
        table.run("sh", "-c", "echo so it is; exit 3")


def test_waiting_ends_with_what_was_waited_for(table):
    with pytest.raises(table.Failed, match="no page within 0 s"):
        table.until(lambda: "", 0, "no page")
    assert table.until(lambda: "200", 1, "no page") == "200"


def test_a_part_nobody_knows_is_refused_with_all_there_are():
    asked = subprocess.run([sys.executable, str(CHECK), "mars"], capture_output=True, text=True, cwd=CHECK.parents[1])
    assert asked.returncode == 2
    assert asked.stderr == "pi-check: no part mars; there are systemd, arm64, bookworm, wheels\n"
