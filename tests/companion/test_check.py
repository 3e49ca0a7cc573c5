"""What `companion check` finds on pretend machines, and what it says to do."""

import cv2
import numpy as np
import pytest

from companion.check import (
    Finding,
    LampTour,
    Machine,
    blur,
    check_camera,
    check_lights,
    check_machine,
    check_picture,
)
from companion.shine.light_map import LightMap
from hardware.camera import Frame
from hardware.errors import CameraLost, NoCamera, NoPins
from hardware.lights import RecordedLights

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
def picture() -> np.ndarray:
    """A sharp, evenly lit table: a board of squares."""
    squares = np.kron(np.indices((24, 32)).sum(axis=0) % 2, np.ones((20, 20)))
    return np.repeat((60 + 130 * squares).astype(np.uint8)[:, :, None], 3, axis=2)


def test_a_good_picture_needs_nothing(picture):
    assert bad(check_picture(picture, [0, 1, 2, 3], (0, 1, 2, 3))) == []


def test_too_little_and_too_much_light_are_found(picture):
    dark, bright = picture // 4, 255 - picture // 8
    assert "poor     light: too dark: 31 of 255; switch a lamp on above the table" in bad(check_picture(dark, [], []))
    assert any("too bright" in line for line in bad(check_picture(bright, [], [])))


def test_glare_is_found(picture):
    picture[:120, :160] = 255
    (line,) = bad(check_picture(picture, [], []))
    assert line.startswith("poor     glare: 6% of the picture is burnt out; move the lamp aside")


def test_a_lens_out_of_focus_is_found(picture):
    (line,) = bad(check_picture(cv2.GaussianBlur(picture, (0, 0), 4), [], []))
    assert line.startswith("poor     focus: blurred (0.")


def test_blur_grows_with_every_blurring(picture):
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    values = [blur(grey)] + [blur(cv2.GaussianBlur(grey, (0, 0), sigma)) for sigma in (1, 2, 3, 4)]
    assert values == sorted(values)
    assert blur(np.zeros((10, 10), np.uint8)) == 1.0


@pytest.mark.parametrize(("found", "state"), [([0, 2], "poor"), ([], "missing")])
def test_hidden_corner_markers_are_named(picture, found, state):
    finding = check_picture(picture, found, (0, 1, 2, 3))[-1]
    hidden = ", ".join(str(marker) for marker in (0, 1, 2, 3) if marker not in found)
    assert (finding.state, finding.found) == (state, f"corner markers {hidden} are not seen")


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
