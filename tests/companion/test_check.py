"""What `companion check` finds on pretend machines, and what it says to do."""

import socket
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import numpy as np
import pytest

from companion.check import LampTour, Machine, ask_service, check_camera, check_lights, check_machine
from companion.finding import Finding
from companion.games import game_named
from companion.play.journal import Journal
from companion.play.table import Table
from companion.shine.light_map import LightMap
from hardware.camera import Frame
from hardware.errors import CameraLost, NoCamera, NoPins
from hardware.lights import RecordedLights
from web import About, create_app, serve

WHITE, DARK = (255, 255, 255), (0, 0, 0)


@pytest.fixture
def pi(tmp_path):
    """A Pi in good order; files are taken away or changed by the tests."""
    for name, text in {
        "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
        "dev/gpiochip0": "",
        "dev/spidev0.0": "",
        "sys/devices/platform/soc/soc:firmware/get_throttled": "0\n",
        "run/avahi-daemon/socket": "",
        "games/journal": "",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def machine(root, **changes) -> Machine:
    settings = {
        "host": "table",
        "can_import": lambda name: True,
        "may_write": lambda path: True,
        "free_bytes": lambda path: 5_000_000_000,
    }
    return Machine(root, root / "games", **{**settings, **changes})


def bad(findings: list[Finding]) -> list[str]:
    return [str(finding) for finding in findings if finding.state != "good"]


def test_a_pi_in_good_order_needs_nothing(pi):
    findings = check_machine(machine(pi))
    assert bad(findings) == []
    assert [finding.part for finding in findings] == [
        "board",
        "pins",
        "SPI",
        "picamera2",
        "power",
        "disk",
        "network name",
    ]
    assert findings[0].found == "Raspberry Pi 5 Model B Rev 1.0"
    assert findings[-1].found == "phones find this machine as table.local"


@pytest.mark.parametrize(
    ("take_away", "line"),
    [
        ("dev/gpiochip0", "missing  pins: there is no /dev/gpiochip; run it on a Pi, or use --lights none"),
        (
            "dev/spidev0.0",
            "missing  SPI: it is switched off, so the LED chain stays dark;"
            " sudo raspi-config nonint do_spi 0, then restart",
        ),
        (
            "run/avahi-daemon/socket",
            "poor     network name: nobody answers for table.local;"
            " sudo apt install avahi-daemon, or type the number the companion prints",
        ),
    ],
)
def test_what_is_missing_is_named_with_how_to_mend_it(pi, take_away, line):
    (pi / take_away).unlink()
    assert bad(check_machine(machine(pi))) == [line]


@pytest.mark.parametrize(
    ("package", "line"),
    [
        ("lgpio", "missing  pins: lgpio is not installed; sudo apt install python3-lgpio"),
        (
            "libcamera",
            "missing  picamera2: not installed;"
            " sudo apt install --no-install-recommends python3-picamera2, or use a webcam",
        ),
    ],
)
def test_a_missing_package_is_named_with_how_to_install_it(pi, package, line):
    assert bad(check_machine(machine(pi, can_import=lambda name: name != package))) == [line]


def test_devices_this_user_may_not_use_name_their_groups(pi):
    lines = bad(check_machine(machine(pi, may_write=lambda path: path.parent.name != "dev")))
    assert [line.split("usermod -aG ")[1].split()[0] for line in lines] == ["gpio", "spi"]


@pytest.mark.parametrize(
    ("bits", "found"),
    [("50005", "the supply was too weak"), ("10000", "the supply was too weak"), ("40000", "the Pi was too hot")],
)
def test_the_firmwares_memory_of_weak_power_and_heat_is_read(pi, bits, found):
    (pi / "sys/devices/platform/soc/soc:firmware/get_throttled").write_text(f"{bits}\n")
    (line,) = bad(check_machine(machine(pi)))
    assert line.startswith(f"poor     power: {found} since the last start; ")


def test_a_full_disk_is_found(pi):
    (line,) = bad(check_machine(machine(pi, free_bytes=lambda path: 50_000_000)))
    assert line.startswith("poor     disk: 50 MB free in ")


def test_a_folder_that_cannot_be_written_is_found(pi):
    (line,) = bad(check_machine(machine(pi, may_write=lambda path: path.name != "games")))
    assert line.startswith("missing  disk: games cannot be kept in ")


def test_a_laptop_is_told_what_works_and_is_not_asked_for_spi(tmp_path):
    (tmp_path / "games").mkdir()
    findings = check_machine(machine(tmp_path, can_import=lambda name: False))
    assert [finding.part for finding in findings] == ["board", "pins", "disk", "network name"]
    assert findings[0].found == "no Raspberry Pi: webcam and phones work, lamps need a Pi"
    assert findings[1].state == "poor"


class OneFrame:
    """A camera with one picture, which notes that it was closed."""

    is_closed = False

    def __init__(self, fault: Exception | None = None) -> None:
        self.fault = fault

    def frame(self) -> Frame:
        if self.fault is not None:
            raise self.fault
        return Frame(np.zeros((1296, 2304, 3), np.uint8), 0.0)

    def close(self) -> None:
        self.is_closed = True


def test_a_camera_that_works_is_named_with_why_and_its_size():
    camera = OneFrame()
    findings, frame = check_camera(lambda: camera, "a Pi camera (imx708) is connected")
    assert findings == [Finding("camera", "good", "a Pi camera (imx708) is connected: 2304 x 1296")]
    assert frame is not None
    assert camera.is_closed


def test_no_camera_is_poor_and_says_what_would_do():
    findings, frame = check_camera(None, "no camera found")
    assert (bad(findings), frame) == (
        ["poor     camera: no camera found; plug one in, or enter moves on the phones"],
        None,
    )


def test_a_camera_that_opens_and_gives_no_frame_is_missing_and_closed():
    camera = OneFrame(CameraLost("no frame for 2 s; check its plug"))
    findings, _ = check_camera(lambda: camera, "a webcam is plugged in")
    assert bad(findings) == ["missing  camera: no frame for 2 s; check its plug; or use --camera none"]
    assert camera.is_closed


def test_a_camera_that_does_not_open_is_missing():
    def refuse():
        raise NoCamera("no webcam 7; plugged in are none")

    findings, _ = check_camera(refuse, "webcam 7 was asked for")
    assert bad(findings) == ["missing  camera: no webcam 7; plugged in are none; or use --camera none"]


@pytest.fixture
def running(table):
    """A companion that runs on this machine, with a camera that has seen nothing yet."""

    class Waiting:
        def glance(self):
            return None

    app = create_app(table, address="http://127.0.0.1:0/", eyes=Waiting(), about=About("a webcam"))
    server = serve(app, "127.0.0.1", 0)
    yield server
    server.close()


@pytest.fixture
def table():
    journal = Journal(":memory:")
    table = Table(journal, lambda: 0.0)
    table.start("gold_mine", game_named("gold_mine").names(2))
    yield table
    journal.close()


def test_a_running_companion_is_asked_for_its_camera(running):
    assert ask_service(running.port) == [Finding("camera", "poor", "the running companion has it: a webcam")]


def test_nobody_answers_where_no_companion_runs():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        assert ask_service(taken.getsockname()[1]) is None


def test_another_program_on_the_port_is_not_taken_for_a_companion(table):
    class Other(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<html>")

        def log_message(self, *about):
            """Quiet."""

    with HTTPServer(("127.0.0.1", 0), Other) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        assert ask_service(server.server_port) is None


MAP = LightMap(3, {"d5": (0,), "d6": (2,), "none": ()}, chain=3)


def test_lights_that_answer_are_good():
    assert bad(check_lights(lambda: RecordedLights(3), MAP)) == []


def test_a_chain_shorter_than_the_map_is_poor():
    (line,) = bad(check_lights(lambda: RecordedLights(2), MAP))
    assert line == "poor     lights: 2 lamps, and the map needs 3; set lights.leds to the number on the chain"


def test_lights_that_do_not_open_are_missing():
    def refuse():
        raise NoPins("no SPI: it is off; switch it on with raspi-config")

    (line,) = bad(check_lights(refuse, MAP))
    assert line == "missing  lights: no SPI: it is off; switch it on with raspi-config; or use --lights none"


def test_the_tour_lights_each_space_in_turn_and_says_its_name():
    lights = RecordedLights(3)
    tour = LampTour(MAP, lights)
    named = [tour.step(100 + tenth / 10) for tenth in range(25)]
    assert named == ["d5"] * 10 + ["d6"] * 10 + [None] * 5
    assert lights.scenes == [(WHITE, DARK, DARK), (DARK, DARK, WHITE), (DARK, DARK, DARK)]
