"""A clock that moves only when told, a scene to look at, far ends of wires, and the stand-in for picamera2."""

import gc
import json
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import AF_INET, SOCK_DGRAM, socket
from threading import Thread
from typing import Any

import cv2
import numpy as np
import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin, MockSPIDevice

collect_ignore = ["virtual_camera.py"]  # a script of test_libcamera.py, which imports the real picamera2


@dataclass
class Clock:
    """Seconds since the test began; waiting is only counted."""

    now: float = 100.0
    waited: list[float] = field(default_factory=list)

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.waited.append(seconds)
        self.now += seconds


@pytest.fixture(scope="session", autouse=True)
def spared() -> Iterator[None]:
    """What was there before the first of these tests is no garbage of theirs: sweeping leaves it out, and is quick."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(autouse=True)
def swept(spared) -> Iterator[None]:
    """Broken devices are collected between tests: gpiozero hangs if one is while its lock on pins is held."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()
    gc.collect()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def scene() -> np.ndarray:
    """A picture whose left half is blue and whose right half is red: it shows which colour comes first."""
    picture = np.zeros((240, 320, 3), np.uint8)
    picture[:, :160] = (200, 40, 20)
    picture[:, 160:] = (20, 40, 200)
    return picture


@pytest.fixture
def pwm_pins() -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()


@pytest.fixture
def plain_pins(monkeypatch) -> Iterator[MockFactory]:
    """Pins that count as the machine's own: gpiozero's bit-banged SPI asks for no others."""
    factory = MockFactory()
    monkeypatch.setattr(Device, "pin_factory", factory)
    yield factory
    factory.reset()


class FarEnd(MockSPIDevice):
    """The far end of the SPI wire: hears every bit, as the LEDs do."""

    def __init__(self, factory: MockFactory) -> None:
        super().__init__(11, 10, 9, 8, pin_factory=factory)
        self.bits: list[int] = []

    def on_start(self) -> None:
        super().on_start()
        self.bits = []

    def on_bit(self) -> None:
        self.bits.append(int(self.rx_buf[-1]))


@pytest.fixture
def wire(plain_pins) -> FarEnd:
    return FarEnd(plain_pins)


class Nowhere(MockFactory):
    """Pins whose SPI leads nowhere."""

    def spi(self, **spi_args: Any) -> types.SimpleNamespace:
        return types.SimpleNamespace(closed=False, rate=0, write=len, close=lambda: None)


@pytest.fixture(scope="session")
def nowhere() -> MockFactory:
    return Nowhere()


class Lgpio(types.ModuleType):
    """The C library under gpiozero's own Pi factory: notes SPI calls, and can fail as the real one does."""

    class error(Exception):
        pass

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.calls: list[Any] = []
        self.fault: Exception | None = None
        self.labels = {0: "pinctrl-rp1"}
        self.opened: dict[int, int] = {}

    def gpiochip_open(self, chip: int) -> int:
        if chip not in self.labels:
            raise self.error("can not open gpiochip")
        self.opened[len(self.opened)] = chip
        return len(self.opened) - 1

    def gpio_get_chip_info(self, handle: int) -> list[Any]:
        return [0, 54, f"gpiochip{self.opened[handle]}", self.labels[self.opened[handle]]]

    def gpiochip_close(self, handle: int) -> None:
        pass

    def spi_open(self, port: int, device: int, rate: int, flags: int) -> int:
        if self.fault is not None:
            raise self.fault
        self.calls.append(("open", port, device, rate))
        return 1

    def spi_close(self, handle: int) -> None:
        if self.fault is not None:
            raise self.fault
        self.calls.append("close")

    def spi_write(self, handle: int, data: bytes) -> int:
        if self.fault is not None:
            raise self.fault
        self.calls.append(bytes(data))
        return len(data)

    def __getattr__(self, name: str) -> Any:
        if name.isupper():
            return 0
        raise AttributeError(name)


@pytest.fixture
def lgpio(monkeypatch) -> Lgpio:
    stand_in = Lgpio()
    monkeypatch.setitem(sys.modules, "lgpio", stand_in)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    return stand_in


@pytest.fixture
def pi5(lgpio) -> Iterator[Any]:
    """gpiozero's own factory for a Pi 5, on the stand-in for lgpio."""
    from gpiozero.pins.lgpio import LGPIOFactory

    class Pi5(LGPIOFactory):
        def _get_revision(self) -> int:
            return 0xD04170

    factory = Pi5(chip=0)
    yield factory
    factory.close()


class WledStandIn:
    """A WLED on loopback: tells of itself at /json/info, and takes the packets as they arrive."""

    def __init__(self) -> None:
        self.info: Any = {"ver": "0.15.0", "brand": "WLED", "name": "Table", "leds": {"count": 300, "maxpwr": 0}}
        self._line = socket(AF_INET, SOCK_DGRAM)
        self._line.bind(("127.0.0.1", 0))
        self._line.settimeout(5)
        self.port = int(self._line.getsockname()[1])
        stand_in = self

        class Pages(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = json.dumps(stand_in.info).encode() if self.path == "/json/info" else b"<p>hello</p>"
                self.send_response(200)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                """The test's output is for the test."""

        self._web = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
        self.info_port = self._web.server_port
        self._thread = Thread(target=self._web.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()

    def packet(self) -> bytes:
        return self._line.recv(2000)

    def unplug(self) -> None:
        self._line.close()

    def close(self) -> None:
        self.unplug()
        self._web.shutdown()
        self._web.server_close()
        self._thread.join()


@pytest.fixture
def wled() -> Iterator[WledStandIn]:
    stand_in = WledStandIn()
    yield stand_in
    stand_in.close()


class Request:
    """A completed request: arrays by stream, as picamera2's CompletedRequest gives them."""

    def __init__(self, camera: "StandIn") -> None:
        self._camera = camera

    def make_array(self, name: str) -> np.ndarray:
        stream = self._camera.config[name]
        width, height = stream["size"]
        picture = cv2.resize(self._camera.scene, (width, height), interpolation=cv2.INTER_NEAREST)
        return as_stream(picture, stream["format"], self._camera.padding)

    def get_metadata(self) -> dict[str, Any]:
        return dict(self._camera.metadata)

    def release(self) -> None:
        self._camera.calls.append("release")


def as_stream(picture: np.ndarray, kind: str, padding: int) -> np.ndarray:
    """The array picamera2 makes of a picture; only YUV420 keeps the padding of its rows."""
    if kind == "RGB888":
        return picture
    if kind == "XBGR8888":
        return cv2.cvtColor(picture, cv2.COLOR_BGR2RGBA)
    planes = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420)
    height, width = picture.shape[:2]
    if kind == "NV12":
        u, v = planes[height : height * 5 // 4].ravel(), planes[height * 5 // 4 :].ravel()
        return np.concatenate([planes[:height], np.column_stack([u, v]).reshape(height // 2, width)])
    light = np.pad(planes[:height], ((0, 0), (0, padding)))
    colour = np.pad(planes[height:].reshape(height, width // 2), ((0, 0), (0, padding // 2)))
    return np.concatenate([light, colour.reshape(height // 2, width + padding)])


class StandIn:
    """Picamera2 as far as our driver uses it; test_pi_camera.py holds its signatures to the real source."""

    scene: np.ndarray
    padding = 64
    sensor = (1280, 720)
    gives = "RGB888"  # configure() may change the format that was asked for
    has_lores = True
    lores_size: tuple[int, int] | None = None  # and the size of the small stream
    advertised = (
        "AeEnable",
        "AwbEnable",
        "ExposureTime",
        "AnalogueGain",
        "ColourGains",
        "AfMode",
        "AfTrigger",
        "LensPosition",
        "FrameDurationLimits",
        "AeExposureMode",
    )
    modes: tuple[dict[str, Any], ...] = ()
    cameras: tuple[dict[str, Any], ...] = ({"Model": "imx708", "Num": 0},)

    def __init__(self, camera_num=0, verbose_console=None, tuning=None, allocator=None):
        if camera_num >= len(self.cameras):
            raise RuntimeError(f"No camera number {camera_num} found")
        self.calls: list[Any] = []
        self.controls: list[dict[str, Any]] = []
        self.metadata: dict[str, Any] = {"ExposureTime": 9000, "AnalogueGain": 2.0, "ColourGains": (1.5, 2.5)}
        self.has_frames = True
        self.fault: Exception | None = None
        self.sensor_resolution = self.sensor
        self.config: dict[str, Any] = {}

    @staticmethod
    def global_camera_info():
        return list(StandIn.cameras)

    @property
    def sensor_modes(self):
        return list(self.modes)

    @property
    def camera_controls(self):
        return dict.fromkeys(self.advertised, (0, 1, 0))

    def create_video_configuration(
        self,
        main=None,
        lores=None,
        raw=None,
        transform=None,
        colour_space=None,
        buffer_count=6,
        controls=None,
        display="main",
        encode="main",
        queue=True,
        sensor=None,
        use_case="video",
    ):
        return {
            "main": main,
            "lores": lores,
            "raw": raw,
            "controls": controls,
            "buffer_count": buffer_count,
            "queue": queue,
            "sensor": sensor,
        }

    def configure(self, camera_config=None):
        if camera_config["lores"] is not None and not self.has_lores:
            raise RuntimeError("Invalid camera configuration")
        self.config = {**camera_config, "main": {**camera_config["main"], "format": self.gives}}
        if self.lores_size is not None:
            self.config["lores"] = {**camera_config["lores"], "size": self.lores_size}
        self.calls.append("configure")

    def camera_configuration(self):
        return self.config

    def start(self, config=None, show_preview=False):
        self.calls.append("start")

    def set_controls(self, controls):
        if unknown := set(controls) - set(self.advertised):
            raise RuntimeError(f"Control {unknown.pop()} is not advertised by libcamera")
        self.controls.append(controls)

    def capture_request(self, wait=None, signal_function=None, flush=None):
        assert wait is False, "waiting inside picamera2 has no end once frames stop"
        if self.fault is not None:
            raise self.fault
        return Request(self)

    def wait(self, job, timeout=None):
        assert timeout is not None
        if not self.has_frames:
            raise TimeoutError
        return job

    def cancel_all_and_flush(self):
        self.calls.append("cancel_all_and_flush")

    def close(self):
        self.calls.append("close")


@pytest.fixture
def stand_in(scene: np.ndarray) -> Callable[..., type[StandIn]]:
    """A class in Picamera2's place that sees the scene; keywords change what it is like."""
    return lambda **changes: type("StandIn", (StandIn,), {"scene": scene, **changes})
