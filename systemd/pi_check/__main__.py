"""A Pi without a Pi: Debian systems in a folder, `make install` from zero in each, and what must hold there as a table.

    sudo make pi-check                         all of it; an hour and more, most of it emulated
    sudo make pi-check ARGS="systemd wheels"   some of it

systemd  the units under a running systemd, on this machine's processor
arm64    Debian trixie for a Pi's processor under qemu-user: install, tests of drivers, eyes and one game, a kit
bookworm the Python part on the release before
wheels   every dependency as a wheel for aarch64, Python 3.11 to 3.13

Needs root, mmdebstrap, arch-test, systemd-container and qemu-user-static. FOLDER says where (it takes 5 GB), MIRROR
where Debian comes from, REUSE=1 takes systems that are there already. Nothing of it touches this machine but the
folder, the emulator's entry in binfmt_misc, and one network interface while the container runs. lgpio and picamera2
are in Raspberry Pi's own archive, so they are missing here.
"""

import os
import shutil
import sys

from releases import check_arm64, check_bookworm, check_wheels
from systems import FOLDER
from table import Table
from units import check_systemd

CHECKS = {"systemd": check_systemd, "arm64": check_arm64, "bookworm": check_bookworm, "wheels": check_wheels}
TOOLS = ("mmdebstrap", "arch-test", "systemd-nspawn", "qemu-aarch64-static", "nsenter")


def main(asked: list[str]) -> int:
    if unknown := sorted(set(asked) - set(CHECKS)):
        print(f"pi-check: no part {', '.join(unknown)}; there are {', '.join(CHECKS)}", file=sys.stderr)
        return 2
    if lacking := [tool for tool in TOOLS if shutil.which(tool) is None]:
        packages = "mmdebstrap arch-test systemd-container qemu-user-static util-linux"
        print(f"pi-check: no {', '.join(lacking)} here; sudo apt install {packages}", file=sys.stderr)
        return 2
    if os.getuid() != 0:
        print("pi-check: building systems needs root; run: sudo make pi-check", file=sys.stderr)
        return 2
    FOLDER.mkdir(parents=True, exist_ok=True)
    table = Table()
    for part in asked or CHECKS:
        CHECKS[part](table)
    print(f"\n{table}")
    return 0 if all(row.is_well for row in table.rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
