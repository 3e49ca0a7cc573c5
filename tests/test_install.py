"""Installing into an empty root directory, again, broken and repaired, and away again with the games left."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

CLONE = Path(__file__).parent.parent

pytestmark = [
    pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="systemd is not installed"),
    pytest.mark.timeout(600),
]


def run(root: Path, *options: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Without network: setuptools and all dependencies are the ones of this environment."""
    environment = {
        **os.environ,
        "ROOT": str(root),
        "PYTHON": sys.executable,
        "PYTHONPATH": sysconfig.get_path("purelib"),
        "PIP_FLAGS": "--no-deps --no-build-isolation --no-index",
        **more,
    }
    return subprocess.run(
        ["sh", str(CLONE / "systemd/install.sh"), *options], env=environment, capture_output=True, text=True, cwd="/"
    )


@pytest.fixture(scope="module")
def root(tmp_path_factory) -> Path:
    """An empty root directory with a space in its name, installed into once."""
    root = tmp_path_factory.mktemp("empty root")
    installed = run(root)
    assert installed.returncode == 0, installed.stderr
    assert installed.stdout.splitlines()[-1] == (
        "companion: installed; it starts at boot, and keeps its games in /var/lib/companion"
    )
    return root


def test_the_packages_are_in_a_venv_that_sees_the_systems_own(root):
    site = next((root / "opt/companion/lib").glob("python3.*/site-packages"))
    assert {"companion", "vision", "hardware", "web"} <= {path.name for path in site.iterdir()}
    assert "include-system-site-packages = true" in (root / "opt/companion/pyvenv.cfg").read_text()


def test_the_installed_packages_are_whole(root):
    site = next((root / "opt/companion/lib").glob("python3.*/site-packages"))
    for package in ("companion", "vision", "hardware", "web"):
        ours = {path.relative_to(CLONE) for path in (CLONE / package).rglob("*.py")}
        assert {path for path in ours if not (site / path).exists()} == set()


def test_the_installed_code_runs_from_its_own_place(root):
    code = "import hardware.pins; print(hardware.pins.__file__)"
    environment = {"PYTHONPATH": sysconfig.get_path("purelib"), "PATH": os.environ["PATH"]}
    python = str(root / "opt/companion/bin/python")
    ran = subprocess.run([python, "-c", code], env=environment, capture_output=True, text=True, cwd="/", check=True)
    assert ran.stdout.startswith(str(root / "opt/companion/lib"))


def test_the_service_and_its_name_start_at_boot(root):
    system = root / "etc/systemd/system"
    assert (system / "multi-user.target.wants/companion.service").is_symlink()
    assert (system / "companion.service.wants/companion-name.service").is_symlink()
    for unit in ("companion.service", "companion-name.service"):
        assert (system / unit).read_text() == (CLONE / "systemd" / unit).read_text()


def test_programs_the_units_start_are_there_and_may_be_run(root):
    for program in ("opt/companion/bin/companion", "opt/companion/libexec/companion-name"):
        assert os.access(root / program, os.X_OK), program


def test_the_user_is_made_with_its_groups(root):
    users = (root / "etc/passwd").read_text()
    assert "companion:x:" in users
    groups = {line.split(":")[0]: line.split(":")[3] for line in (root / "etc/group").read_text().splitlines()}
    assert {name for name, members in groups.items() if "companion" in members.split(",")} == {"video", "gpio", "spi"}


def test_the_clone_is_left_as_it_was(root):
    assert not (CLONE / "build").exists()


def test_installing_again_repairs_what_is_broken_and_keeps_the_user(root):
    site = next((root / "opt/companion/lib").glob("python3.*/site-packages"))
    (site / "hardware/pins.py").write_text("broken")
    (root / "opt/companion/bin/companion").unlink()
    (root / "etc/systemd/system/companion.service").write_text("broken")
    users = (root / "etc/passwd").read_text()
    assert run(root).returncode == 0
    assert (site / "hardware/pins.py").read_text() == (CLONE / "hardware/pins.py").read_text()
    assert os.access(root / "opt/companion/bin/companion", os.X_OK)
    assert "ExecStart=" in (root / "etc/systemd/system/companion.service").read_text()
    assert (root / "etc/passwd").read_text() == users


@pytest.mark.soak
def test_a_venv_of_a_python_that_is_gone_is_made_anew(root):
    python = root / "opt/companion/bin/python"
    python.unlink()
    python.symlink_to("/usr/bin/python3.2")
    again = run(root)
    assert again.returncode == 0, again.stderr
    assert f"companion: making {root}/opt/companion" in again.stdout
    assert os.access(python, os.X_OK)


def test_uninstalling_takes_all_away_but_the_games_and_may_be_repeated(root):
    games = root / "var/lib/companion"
    games.mkdir(parents=True)
    (games / "companion.sqlite3").write_text("a game")
    for _ in range(2):
        gone = run(root, "--uninstall")
        assert (gone.returncode, gone.stderr) == (0, "")
    assert (games / "companion.sqlite3").read_text() == "a game"
    assert not (root / "opt/companion").exists()
    assert [path.name for path in (root / "etc/systemd/system").rglob("companion*") if not path.is_dir()] == []


@pytest.mark.parametrize(("options", "what"), [((), "install"), (("--uninstall",), "uninstall")])
def test_without_root_or_a_root_directory_it_says_sudo(options, what, tmp_path):
    (tmp_path / "id").write_text("#!/bin/sh\necho 1000\n")
    (tmp_path / "id").chmod(0o755)
    refused = run(Path(), *options, ROOT="", PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert refused.returncode == 2
    assert refused.stderr == f"companion: {what}ing needs root; run: sudo make {what}\n"


def test_an_option_nobody_knows_is_refused(tmp_path):
    refused = run(tmp_path, "--purge")
    assert (refused.returncode, refused.stderr) == (2, "companion: no option --purge; there is --uninstall\n")
