"""What `companion check` finds: the parts of this machine, what its camera sees, and what to mend."""

import importlib.util
import os
import shutil
import socket
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from companion.finding import Finding, State
from companion.shine.effects import DARK, Colour
from companion.shine.light_map import LightMap
from hardware.camera import Camera, Frame
from hardware.errors import HardwareError
from hardware.lights import Lights

FREE_MB = 200
SOUND = "in good order"
ASK_S = 3.0  # for a running companion to answer


@dataclass(frozen=True)
class Machine:
    """The machine as check sees it; a test hands in a pretend one."""

    root: Path = Path("/")
    data: Path = Path()
    host: str = field(default_factory=socket.gethostname)
    can_import: Callable[[str], bool] = lambda name: importlib.util.find_spec(name) is not None
    may_write: Callable[[Path], bool] = lambda path: os.access(path, os.W_OK)
    free_bytes: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free

    def at(self, path: str) -> Path:
        return self.root / path


def check_machine(machine: Machine) -> list[Finding]:
    """Board, pins, SPI, camera library, power, disk and network name, in this order."""
    looks = (_board, _pins, _spi, _picamera2, _power, _disk, _name)
    return [finding for look in looks for finding in look(machine)]


def _board(machine: Machine) -> Iterator[Finding]:
    model = machine.at("proc/device-tree/model")
    name = model.read_text().strip("\0\n") if model.exists() else ""
    yield Finding("board", "good", name or "no Raspberry Pi: webcam and phones work, lamps need a Pi")


def _is_pi(machine: Machine) -> bool:
    return machine.at("proc/device-tree/model").exists()


def _pins(machine: Machine) -> Iterator[Finding]:
    chips = sorted(machine.at("dev").glob("gpiochip*"))
    if not chips:
        mend = "run it on a Pi, or use --lights none"
        yield Finding("pins", "missing" if _is_pi(machine) else "poor", "there is no /dev/gpiochip", mend)
    elif not machine.can_import("lgpio"):
        yield Finding("pins", "missing", "lgpio is not installed", "sudo apt install python3-lgpio")
    elif not any(machine.may_write(chip) for chip in chips):
        mend = "sudo usermod -aG gpio $USER, then log in again"
        yield Finding("pins", "missing", f"this user may not use /dev/{chips[0].name}", mend)
    else:
        yield Finding("pins", "good", SOUND)


def _spi(machine: Machine) -> Iterator[Finding]:
    device = machine.at("dev/spidev0.0")
    if not _is_pi(machine):
        return
    if not device.exists():
        mend = "sudo raspi-config nonint do_spi 0, then restart"
        yield Finding("SPI", "missing", "it is switched off, so the LED chain stays dark", mend)
    elif not machine.may_write(device):
        mend = "sudo usermod -aG spi $USER, then log in again"
        yield Finding("SPI", "missing", "this user may not use /dev/spidev0.0", mend)
    else:
        yield Finding("SPI", "good", SOUND)


def _picamera2(machine: Machine) -> Iterator[Finding]:
    if machine.can_import("picamera2") and machine.can_import("libcamera"):
        yield Finding("picamera2", "good", "installed")
    elif _is_pi(machine):
        mend = "sudo apt install --no-install-recommends python3-picamera2, or use a webcam"
        yield Finding("picamera2", "missing", "not installed", mend)


def _power(machine: Machine) -> Iterator[Finding]:
    """The firmware's own memory of a supply that was too weak (bits 0 and 16) or a Pi too hot (bits 2 and 18)."""
    report = machine.at("sys/devices/platform/soc/soc:firmware/get_throttled")
    if not report.exists():
        return
    bits = int(report.read_text().strip() or "0", 16)
    if bits & 0x10001:
        mend = "use the official supply, feed the LED chain from its own, or lower lights.limit_ma"
        yield Finding("power", "poor", "the supply was too weak since the last start", mend)
    elif bits & 0x40004:
        yield Finding("power", "poor", "the Pi was too hot since the last start", "give it air or a heat sink")
    else:
        yield Finding("power", "good", SOUND)


def _disk(machine: Machine) -> Iterator[Finding]:
    if not machine.data.is_dir() or not machine.may_write(machine.data):
        mend = "create it, or name another with --data"
        yield Finding("disk", "missing", f"games cannot be kept in {machine.data}", mend)
        return
    free_mb = machine.free_bytes(machine.data) // 1_000_000
    if free_mb < FREE_MB:
        yield Finding("disk", "poor", f"{free_mb} MB free in {machine.data}", f"keep {FREE_MB} MB free")
    else:
        yield Finding("disk", "good", f"{free_mb} MB free")


def _name(machine: Machine) -> Iterator[Finding]:
    if machine.at("run/avahi-daemon/socket").exists():
        yield Finding("network name", "good", f"phones find this machine as {machine.host}.local")
    else:
        mend = "sudo apt install avahi-daemon, or type the number the companion prints"
        yield Finding("network name", "poor", f"nobody answers for {machine.host}.local", mend)


def check_camera(open_camera: Callable[[], Camera] | None, why: str) -> tuple[list[Finding], Frame | None]:
    """Opens the chosen camera, takes a frame and closes it again; `why` is how it was chosen."""
    if open_camera is None:
        return [Finding("camera", "poor", why, "plug one in, or enter moves on the phones")], None
    try:
        camera = open_camera()
        try:
            frame = camera.frame()
        finally:
            camera.close()
    except HardwareError as wrong:
        return [Finding("camera", "missing", str(wrong), "or use --camera none")], None
    height, width = frame.pixels.shape[:2]
    return [Finding("camera", "good", f"{why}: {width} x {height}")], frame


class _Aim(msgspec.Struct):
    """What a running companion answers at /api/aim."""

    camera: str
    findings: list[Finding]


def ask_service(port: int) -> list[Finding] | None:
    """What the companion that runs here says of its camera, which nobody else can open; None if none runs."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/aim", timeout=ASK_S) as reply:
            aim = msgspec.json.decode(reply.read(), type=_Aim)
    except (OSError, urllib.error.URLError, msgspec.MsgspecError):
        return None
    state: State = "good" if aim.findings else "poor"
    return [Finding("camera", state, f"the running companion has it: {aim.camera}"), *aim.findings]


def check_lights(open_lights: Callable[[], Lights], light_map: LightMap) -> list[Finding]:
    """Opens the lights, shows them dark and closes them; LampTour is for the people who must look."""
    try:
        lights = open_lights()
        try:
            lights.show([DARK] * lights.count)
        finally:
            lights.close()
    except HardwareError as wrong:
        return [Finding("lights", "missing", str(wrong), "or use --lights none")]
    if lights.count < light_map.count:
        mend = "set lights.leds to the number on the chain"
        return [Finding("lights", "poor", f"{lights.count} lamps, and the map needs {light_map.count}", mend)]
    return [Finding("lights", "good", f"{lights.count} lamps for {len(light_map.leds)} names")]


class LampTour:
    """Lights each name of the map in turn, a second each, so that people can see that it shines where it should."""

    def __init__(self, light_map: LightMap, lights: Lights, each_s: float = 1.0) -> None:
        self._map = light_map
        self._lights = lights
        self._each_s = each_s
        self._began_s: float | None = None
        self._shown: str | None = None
        self.names = tuple(name for name, leds in light_map.leds.items() if leds)

    def step(self, now: float, colour: Colour = (255, 255, 255)) -> str | None:
        """Shows the name whose turn it is and says it; None when all have had theirs and the lamps are dark again."""
        if self._began_s is None:
            self._began_s = now
        turn = int((now - self._began_s) / self._each_s)
        name = self.names[turn] if turn < len(self.names) else None
        if name != self._shown:
            self._shown = name
            self._lights.show(self._map.paint({} if name is None else {name: colour}, None, self._lights.count))
        return name
