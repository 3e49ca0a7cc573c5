"""The companion on other processors and releases: a Pi's under emulation, the Debian before, and wheels for all."""

import sys
import tomllib
from functools import partial
from pathlib import Path

from systems import CLONE, FOLDER, System
from table import Failed, Table, run

GAME = "temple_of_gold"
EMULATOR = (
    r":qemu-aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
    r":\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:/usr/bin/qemu-aarch64-static:F"
)
BINFMT = Path("/proc/sys/fs/binfmt_misc")


def check_arm64(table: Table) -> None:
    arm = System("arm64", "trixie", "arm64")
    table.hold("arm64", "Debian trixie is built", lambda: _emulated(arm))
    table.hold("arm64", "make install from zero", arm.install)
    table.hold("arm64", "the processor is a Pi's", lambda: arm.run("uname -m").strip())
    table.hold("arm64", "companion is on the PATH", lambda: arm.run("companion --help | head -1").strip())
    table.hold(
        "arm64", "a kit is printed", lambda: arm.run(f"companion kit {GAME} -o /kit.pdf && stat -c '%s bytes' /kit.pdf")
    )
    table.hold("arm64", "a game is the same as here, byte for byte", lambda: _same_game(arm))
    table.hold("arm64", "tests of the drivers", lambda: arm.test("tests/hardware"))
    table.hold("arm64", f"tests of {GAME}", lambda: arm.test(f"tests/companion/games/{GAME}"))
    table.hold("arm64", "tests of the eyes", lambda: arm.test("tests/vision"))


def _emulated(arm: System) -> str:
    if not (BINFMT / "register").exists():
        run("mount", "-t", "binfmt_misc", "binfmt_misc", str(BINFMT))
    if not (BINFMT / "qemu-aarch64").exists():
        (BINFMT / "register").write_text(EMULATOR)
    return arm.build()


def _same_game(arm: System) -> str:
    play = f"play {GAME} --players 3 --seed 7 --json"
    here = run(sys.executable, "-m", "companion.cli", *play.split())
    if arm.run(f"companion {play}") != here:
        raise Failed("the game went another way")
    return f"{len(here)} bytes"


def check_bookworm(table: Table) -> None:
    old = System("bookworm", "bookworm", "amd64")
    table.hold("bookworm", "Debian bookworm is built", old.build)
    table.hold("bookworm", "make install from zero", old.install)
    table.hold(
        "bookworm",
        "tests of the drivers and one game",
        lambda: old.test("tests/hardware", f"tests/companion/games/{GAME}"),
    )


def check_wheels(table: Table) -> None:
    """pip resolves for another machine without building anything: a missing wheel is a refusal."""
    project = tomllib.loads((CLONE / "pyproject.toml").read_text())["project"]
    needs = [*project["dependencies"], *project["optional-dependencies"]["pi"]]
    platforms = [f"manylinux_2_{minor}_aarch64" for minor in (17, 28, 31, 34, 36)] + ["manylinux2014_aarch64"]
    for version in ("3.11", "3.12", "3.13"):
        table.hold("wheels", f"aarch64, Python {version}", partial(_resolved, needs, platforms, version))


def _resolved(needs: list[str], platforms: list[str], version: str) -> str:
    flags = [flag for platform in platforms for flag in ("--platform", platform)]
    run(
        sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--only-binary=:all:", "--ignore-installed",
        "--target", str(FOLDER / "nowhere"), "--python-version", version, "--report", str(FOLDER / "report.json"),
        *flags, *needs,
    )  # fmt: skip
    return f"{(FOLDER / 'report.json').read_text().count(chr(34) + 'download_info')} wheels"
