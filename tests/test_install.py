"""Installing into an empty root directory, again, broken and repaired, and away again with the games left."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

CLONE = Path(__file__).parent.parent

pytestmark = [
    pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="systemd is not installed"),
    pytest.mark.timeout(600),
]


@pytest.fixture(scope="module", autouse=True)
def libraries(tmp_path_factory) -> Iterator[None]:
    """All this environment has installed but the companion itself, which pip would take for the one to upgrade."""
    folder = tmp_path_factory.mktemp("libraries")
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if not path.name.startswith(("companion", "__editable__")):
            (folder / path.name).symlink_to(path)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYTHONPATH", str(folder))
        yield


def run(root: Path, *options: str, clone: Path = CLONE, **more: str) -> subprocess.CompletedProcess[str]:
    """Without network: setuptools and all dependencies are the ones of this environment."""
    environment = {
        **os.environ,
        "ROOT": str(root),
        "PYTHON": sys.executable,
        "PIP_FLAGS": "--no-deps --no-build-isolation --no-index",
        **more,
    }
    script = str(clone / "systemd/install.sh")
    return subprocess.run(["sh", script, *options], env=environment, capture_output=True, text=True, cwd="/")


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """The first installation, on a machine whose picamera2 cannot be imported, as on bookworm before simplejpeg."""
    broken = tmp_path_factory.mktemp("broken") / "picamera2"
    broken.mkdir()
    (broken / "__init__.py").write_text('raise ValueError("numpy.dtype size changed")\n')
    root = tmp_path_factory.mktemp("empty root")
    return root, run(root, PYTHONPATH=f"{broken.parent}:{os.environ['PYTHONPATH']}")


@pytest.fixture(scope="module")
def root(installed) -> Path:
    """An empty root directory with a space in its name, installed into once."""
    assert installed[1].returncode == 0, installed[1].stderr
    return installed[0]


def test_the_steps_are_told_as_they_are_taken(installed, root):
    assert installed[1].stdout.splitlines() == [
        "companion: [1/5] packages of Debian's",
        "companion:       none: this is another machine's directory",
        f"companion: [2/5] the companion and what it needs, in {root}/opt/companion",
        f"companion: making {root}/opt/companion",
        "companion:       and what picamera2 needs beside it",
        "companion: [3/5] its user",
        f"companion: [4/5] settings in {root}/etc/companion.toml, units, the command companion",
        "companion: [5/5] start at boot",
        "companion: installed; it starts at boot, and keeps its games in /var/lib/companion",
    ]


def test_the_packages_are_in_a_venv_that_sees_the_systems_own(root):
    site = site_of(root)
    assert {"companion", "vision", "hardware", "web"} <= {path.name for path in site.iterdir()}
    assert "include-system-site-packages = true" in (root / "opt/companion/pyvenv.cfg").read_text()


def test_the_installed_packages_are_whole(root):
    site = next((root / "opt/companion/lib").glob("python3.*/site-packages"))
    for package in ("companion", "vision", "hardware", "web"):
        ours = {path.relative_to(CLONE) for path in (CLONE / package).rglob("*.py")}
        assert {path for path in ours if not (site / path).exists()} == set()


def test_the_installed_code_runs_from_its_own_place(root):
    code = "import hardware.pins; print(hardware.pins.__file__)"
    environment = {"PYTHONPATH": os.environ["PYTHONPATH"], "PATH": os.environ["PATH"]}
    python = str(root / "opt/companion/bin/python")
    ran = subprocess.run([python, "-c", code], env=environment, capture_output=True, text=True, cwd="/", check=True)
    assert ran.stdout.startswith(str(root / "opt/companion/lib"))


def test_the_service_and_its_name_start_at_boot(root):
    system = root / "etc/systemd/system"
    assert (system / "multi-user.target.wants/companion.service").is_symlink()
    assert (system / "companion.service.wants/companion-name.service").is_symlink()
    for unit in ("companion.service", "companion-name.service"):
        assert (system / unit).read_text() == (CLONE / "systemd" / unit).read_text()


def test_what_cannot_be_built_stops_with_a_line_that_says_so(tmp_path, broken_pip):
    refused = run(tmp_path, PYTHON=str(broken_pip))
    assert refused.returncode == 2
    assert refused.stderr.splitlines()[-1] == "companion: python3 cannot make a venv; sudo apt install python3-venv"


@pytest.fixture
def broken_pip(tmp_path) -> Path:
    """A Python as Debian brings it without python3-venv."""
    python = tmp_path / "python3"
    python.write_text('#!/bin/sh\n[ "$1" != -m ] || exit 1\nexec "$REAL" "$@"\n'.replace("$REAL", sys.executable))
    python.chmod(0o755)
    return python


def test_the_command_is_on_the_path_and_leads_to_the_installed_one(root):
    assert (root / "usr/local/bin/companion").readlink() == Path("/opt/companion/bin/companion")


def test_the_settings_are_there_all_of_them_comments_for_root_and_the_service_only(root):
    settings = root / "etc/companion.toml"
    assert settings.read_text() == (CLONE / "systemd/companion.toml").read_text()
    assert tomllib.loads(settings.read_text()) == {
        "camera": {}, "timer": {}, "lights": {}, "mqtt": {}, "pins": {},
    }  # fmt: skip
    group = next(line for line in (root / "etc/group").read_text().splitlines() if line.startswith("companion:"))
    if os.getuid() == 0:
        assert settings.stat().st_mode & 0o777 == 0o640
        assert settings.stat().st_gid == int(group.split(":")[2])


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


def test_installing_again_repairs_what_is_broken_and_keeps_the_user_and_the_settings(root):
    site = next((root / "opt/companion/lib").glob("python3.*/site-packages"))
    (site / "hardware/pins.py").write_text("broken")
    (root / "opt/companion/bin/companion").unlink()
    (root / "etc/systemd/system/companion.service").write_text("broken")
    (root / "etc/companion.toml").write_text("port = 8080\n")
    users = (root / "etc/passwd").read_text()
    assert run(root).returncode == 0
    assert (root / "etc/companion.toml").read_text() == "port = 8080\n"
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
    assert (root / "etc/companion.toml").exists()
    assert not (root / "opt/companion").exists()
    assert not (root / "usr/local/bin/companion").is_symlink()
    assert [path.name for path in (root / "etc/systemd/system").rglob("companion*") if not path.is_dir()] == []


def version_before(folder: Path) -> Path:
    """This clone as it may have been: an older number, a module that is gone now, a unit that read no settings."""
    for part in ("companion", "vision", "hardware", "web", "systemd"):
        shutil.copytree(CLONE / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    project = (CLONE / "pyproject.toml").read_text()
    (folder / "pyproject.toml").write_text(
        re.sub(r'^version = ".*"$', 'version = "0.0.1"', project, flags=re.MULTILINE)
    )
    (folder / "README.md").write_text("as it was")
    (folder / "hardware/gone.py").write_text('"""Not there any more."""\n')
    unit = folder / "systemd/companion.service"
    unit.write_text(unit.read_text().replace(" --config /etc/companion.toml", ""))
    return folder


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory) -> tuple[Path, str]:
    """A machine with the version before, a game, settings and a command companion of somebody else's; then this one."""
    root = tmp_path_factory.mktemp("upgraded")
    for path, text in (("usr/local/bin/companion", "theirs"), ("var/lib/companion/companion.sqlite3", "a game")):
        (root / path).parent.mkdir(parents=True)
        (root / path).write_text(text)
    assert run(root, clone=version_before(tmp_path_factory.mktemp("before"))).returncode == 0
    assert (site_of(root) / "companion-0.0.1.dist-info").is_dir()
    assert (site_of(root) / "hardware/gone.py").exists()
    (root / "etc/companion.toml").write_text("players = 3\n")
    again = run(root)
    assert again.returncode == 0, again.stderr
    return root, again.stdout


def version() -> str:
    return str(tomllib.loads((CLONE / "pyproject.toml").read_text())["project"]["version"])


def site_of(root: Path) -> Path:
    return next((root / "opt/companion/lib").glob("python3.*/site-packages"))


def test_an_upgrade_leaves_nothing_of_the_version_before(upgraded):
    site = site_of(upgraded[0])
    assert [path.name for path in site.glob("companion-*.dist-info")] == [f"companion-{version()}.dist-info"]
    assert not (site / "hardware/gone.py").exists()
    assert "--config /etc/companion.toml" in (upgraded[0] / "etc/systemd/system/companion.service").read_text()


def test_an_upgrade_keeps_games_and_settings(upgraded):
    assert (upgraded[0] / "etc/companion.toml").read_text() == "players = 3\n"
    assert (upgraded[0] / "var/lib/companion/companion.sqlite3").read_text() == "a game"


def test_a_command_of_the_same_name_is_left_alone_and_told_of(upgraded):
    root, told = upgraded
    theirs = root / "usr/local/bin/companion"
    assert theirs.read_text() == "theirs"
    assert told.splitlines()[-3:-1] == [
        "companion: could not have:",
        f"  - the command companion: {theirs} is something else; use /opt/companion/bin/companion",
    ]


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
