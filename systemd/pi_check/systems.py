"""Debian systems in folders: built, installed into, tested in, and booted as machines of their own."""

import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from table import run, until

CLONE = Path(__file__).resolve().parents[2]
FOLDER = Path(os.environ.get("FOLDER", "/var/tmp/companion-pi-check"))
MIRROR = os.environ.get("MIRROR", "")  # empty: mmdebstrap knows where Debian is
HOST, GUEST = "10.99.7.1", "10.99.7.2"
SHIPPED = ("companion", "vision", "hardware", "web", "systemd", "docs", "training", "tests")
NSPAWN_SAYS = "Attempted to remove disk file system under"  # where /run is no tmpfs, and of no consequence
ALONE = ("pyproject.toml", "README.md", "Makefile")


class System:
    """A Debian in a folder."""

    def __init__(self, name: str, release: str, architecture: str) -> None:
        self.root = FOLDER / name
        self._release = release
        self._architecture = architecture

    def build(self) -> str:
        """From nothing; with REUSE set, a system that is there already is taken as it is."""
        if os.environ.get("REUSE") and self.root.is_dir():
            self._take_along()
            return "as it was"
        shutil.rmtree(self.root, ignore_errors=True)
        self.root.parent.mkdir(parents=True, exist_ok=True)
        run(
            "mmdebstrap",
            "--mode=root",
            f"--architectures={self._architecture}",
            "--variant=apt",
            "--include=ca-certificates,make,python3,systemd,systemd-sysv,dbus",
            '--aptopt=Acquire::Check-Valid-Until "false"',
            self._release,
            str(self.root),
            *((MIRROR,) if MIRROR else ()),
        )
        self._take_along()
        return run("du", "-sh", str(self.root)).split()[0]

    def _take_along(self) -> None:
        """The way to the network, and the clone as it stands."""
        for path in ("etc/resolv.conf", "etc/ssl/certs/ca-certificates.crt", "etc/pip.conf"):
            if Path("/", path).exists():
                (self.root / path).unlink(missing_ok=True)
                shutil.copyfile(Path("/", path), self.root / path)
        ship(self.root / "clone")

    def run(self, command: str, within_s: float = 7200.0) -> str:
        settings = {"LC_ALL": "C.UTF-8", "PIP_DEFAULT_TIMEOUT": os.environ.get("PIP_DEFAULT_TIMEOUT", "60")}
        if self._architecture == "arm64":
            settings["PIP_NO_COMPILE"] = "1"  # an emulator takes an hour for what a Pi does in a minute
            settings["QEMU_CPU"] = "cortex-a72"  # a Pi 4's, and not all that the emulator could be: numpy would use it
        flags = [f"--setenv={name}={value}" for name, value in settings.items()]
        inside = ["systemd-nspawn", "--register=no", "--keep-unit", "--quiet", "--pipe", f"--directory={self.root}"]
        told = run(*inside, *flags, "sh", "-c", command, within_s=within_s)
        return "".join(line for line in told.splitlines(keepends=True) if NSPAWN_SAYS not in line)

    def install(self) -> str:
        told = self.run("cd /clone && make install")
        lacks = re.findall(r"^  - ([\w-]+)", told, re.MULTILINE)
        return "without " + ", ".join(lacks) if lacks else "all there"

    def test(self, *what: str) -> str:
        """Those tests, with the tools they need in the companion's own venv."""
        tests = " ".join(what)
        self.run(f"/opt/companion/bin/python -m pip install --quiet {' '.join(test_tools())}")
        told = self.run(
            f"cd /clone && /opt/companion/bin/python -m pytest -q -p no:cacheprovider --timeout 1800"
            f" -m 'not soak and not browser and not libcamera' {tests}"
        )
        return str(re.findall(r"^.*\d passed.*$", told, re.MULTILINE)[-1])


def ship(to: Path) -> None:
    """The clone's own files, without what was built in it."""
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir(parents=True)
    leave = shutil.ignore_patterns("__pycache__", "*.egg-info", "node_modules")
    for name in (*SHIPPED, *ALONE):
        path = CLONE / name
        if path.is_dir():
            shutil.copytree(path, to / name, ignore=leave)
        elif path.exists():
            shutil.copy(path, to / name)


def test_tools() -> list[str]:
    """What the tests import of the dev extra; browsers and linters stay out."""
    dev = tomllib.loads((CLONE / "pyproject.toml").read_text())["project"]["optional-dependencies"]["dev"]
    wanted = ("pytest", "hypothesis", "setuptools", "chess", "paho")
    return [f"'{need}'" for need in dev if need.startswith(wanted)]


class Booted:
    """A system whose systemd runs; commands go into it, and a cable can be plugged into it."""

    def __init__(self, system: System, process: subprocess.Popen[bytes]) -> None:
        self.system = system
        self._process = process
        self._inside: list[str] = []

    def enter(self) -> None:
        child = until(lambda: _child_of(self._process.pid), 60, "the container does not start")
        self._inside = ["nsenter", "-t", child, "-m", "-u", "-i", "-n", "-p", "-C"]
        until(lambda: "running" in self.say("systemctl is-system-running || true"), 120, "systemd does not come up")

    def say(self, command: str) -> str:
        return run(*self._inside, "sh", "-c", command, within_s=600)

    def plug_in(self) -> None:
        """A network of two: this machine and the container; no router."""
        run("ip", "addr", "add", f"{HOST}/24", "dev", self.cable)
        run("ip", "link", "set", self.cable, "up")
        self.say(f"ip addr add {GUEST}/24 dev host0 && ip link set host0 up")

    @property
    def cable(self) -> str:
        return f"ve-{self.system.root.name}"[:15]


def _child_of(parent: int) -> str:
    return subprocess.run(["pgrep", "-P", str(parent)], capture_output=True, text=True).stdout.strip()


@contextmanager
def booted(system: System) -> Iterator[Booted]:
    """The system, started as a machine of its own with a network cable that leads nowhere yet."""
    command = ["systemd-nspawn", "--register=no", "--keep-unit", "--network-veth", "--quiet", "--boot"]
    log = FOLDER / "boot.log"
    with log.open("wb") as console:
        process = subprocess.Popen(
            [*command, f"--directory={system.root}"], stdin=subprocess.DEVNULL, stdout=console, stderr=console
        )
        try:
            machine = Booted(system, process)
            machine.enter()
            yield machine
        finally:
            process.terminate()
            process.wait(60)
