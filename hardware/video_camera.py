"""A USB webcam through OpenCV; a thread throws old frames away, so that the one handed out is always the newest."""

import logging
import time
from collections.abc import Callable
from pathlib import Path
from threading import Condition, Thread
from typing import Any, Protocol

import cv2
import numpy as np

from hardware.camera import Clock, Frame, Pixels
from hardware.errors import CameraHangs, CameraLost, NoCamera
from hardware.modes import LEAST_FPS, Size

log = logging.getLogger(__name__)

SIZES: tuple[Size, ...] = ((3840, 2160), (2560, 1440), (1920, 1080), (1280, 720), (640, 480))
WAIT_S = 2.0
TRIED_LOOKS = 3  # at every size, to see how long one takes

Look = Callable[[Pixels], object]


class Source(Protocol):
    """What a reader draws from: OpenCV's VideoCapture, or anything that takes and decodes pictures like it."""

    def grab(self) -> bool: ...

    def retrieve(self) -> tuple[bool, Any]: ...

    def release(self) -> None: ...


class Capture(Source, Protocol):
    """A webcam as OpenCV opens it."""

    def isOpened(self) -> bool: ...

    def set(self, propId: int, value: float) -> bool: ...

    def get(self, propId: int) -> float: ...


class NewestFrame:
    """Reads a source without pause on a thread of its own, and decodes only the frames somebody waits for.

    The thread is what keeps `frame` bounded: a webcam that hangs in the driver hangs there alone.
    """

    def __init__(
        self,
        source: Source,
        what: str,
        clock: Clock,
        wait_s: float = WAIT_S,
        every_s: float = 0.0,
        interrupt: Callable[[], None] = lambda: None,
    ) -> None:
        self._source = source
        self._interrupt = interrupt  # wakes a reader that waits for the next byte
        self._what = what
        self._clock = clock
        self._wait_s = wait_s
        self._every_s = every_s  # a recording would be over in no time; a camera has its own pace
        self._news = Condition()
        self._taken: list[Frame] = []
        self._is_wanted = False
        self._is_closing = False
        self._fault = ""
        self._thread = Thread(target=self._read, name=f"camera {what}", daemon=True)
        self._thread.start()

    def frame(self) -> Frame:
        with self._news:
            self._taken.clear()
            self._is_wanted = True
            self._news.wait_for(lambda: self._taken or self._fault, self._wait_s)
            self._is_wanted = False
            if self._taken:
                return self._taken.pop()
        fault = self._fault or f"no frame for {self._wait_s:g} s"
        raise CameraLost(f"the camera {self._what} gives no frames: {fault}; check its plug")

    def close(self) -> None:
        with self._news:
            self._is_closing = True
            self._fault = self._fault or "it is closed"
            self._news.notify_all()
        self._interrupt()
        self._thread.join(self._wait_s)
        if self._thread.is_alive():
            raise CameraHangs(f"the camera {self._what} hangs in its driver; pull its plug")

    def _read(self) -> None:
        try:
            fault = self._read_on()
        except (OSError, cv2.error) as wrong:
            fault = str(wrong) or type(wrong).__name__
        finally:
            self._source.release()
        with self._news:
            self._fault = self._fault or fault
            self._news.notify_all()

    def _read_on(self) -> str:
        while not self._is_closing:
            if not self._source.grab():
                return "the stream has ended"
            if self._is_wanted:
                is_whole, pixels = self._source.retrieve()
                if is_whole:
                    self._hand_over(Frame(np.asarray(pixels, dtype=np.uint8), self._clock()))
            if self._every_s:
                with self._news:
                    self._news.wait_for(lambda: self._is_closing, self._every_s)
        return "it is closed"

    def _hand_over(self, frame: Frame) -> None:
        with self._news:
            if self._is_wanted:
                self._taken.append(frame)
                self._is_wanted = False
                self._news.notify_all()


class WebCamera:
    """A webcam by its number, or by its stable name under /dev/v4l/by-id, at the highest size that is quick enough.

    `look` is what is done with a frame: five a second must be taken, decoded and looked at.
    """

    def __init__(
        self,
        device: int | str = 0,
        clock: Clock = time.monotonic,
        *,
        look: Look = lambda pixels: None,
        wait_s: float = WAIT_S,
        open_capture: Callable[[int | str], Capture] | None = None,
    ) -> None:
        capture = (open_capture or _open_v4l)(device)
        if not capture.isOpened():
            capture.release()
            raise NoCamera(f"no webcam {device}; plugged in are {', '.join(webcam_names()) or 'none'}")
        # motion JPEG: the only way USB 2 carries this many pixels quickly
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self.size = choose_size(capture, look, clock)
        log.info("webcam %s: %d x %d", device, *self.size)
        self._newest = NewestFrame(capture, str(device), clock, wait_s)

    def frame(self) -> Frame:
        return self._newest.frame()

    def close(self) -> None:
        self._newest.close()


def choose_size(capture: Capture, look: Look, clock: Clock) -> Size:
    """Sets the highest size at which frames are taken, decoded and looked at five times a second; else the lowest."""
    tried: list[Size] = []
    for width, height in SIZES:
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        got = int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
        if got in tried:  # webcams take the nearest size they have
            continue
        tried.append(got)
        if _looks_a_second(capture, look, clock) >= LEAST_FPS:
            break
    return tried[-1]


def _looks_a_second(capture: Capture, look: Look, clock: Clock) -> float:
    """How often; the first frame, for which a webcam takes its time, is not counted, and none at all is never.

    It is given up as soon as it cannot be often enough any more: a slow size must not hold up the next.
    """
    if not _look_once(capture, look):
        return 0.0
    began_s = clock()
    for number in range(1, TRIED_LOOKS + 1):
        if not _look_once(capture, look):
            return 0.0
        took_s = clock() - began_s
        if took_s > TRIED_LOOKS / LEAST_FPS:
            return number / took_s
    return TRIED_LOOKS / took_s if took_s > 0 else float("inf")


def _look_once(capture: Capture, look: Look) -> bool:
    if not capture.grab():
        return False
    is_whole, pixels = capture.retrieve()
    if is_whole:
        look(np.asarray(pixels, dtype=np.uint8))
    return True


def _open_v4l(device: int | str) -> cv2.VideoCapture:
    return cv2.VideoCapture(device, cv2.CAP_V4L2)


def webcam_names(by_id: Path = Path("/dev/v4l/by-id"), classes: Path = Path("/sys/class/video4linux")) -> list[str]:
    """The webcams plugged in: their stable names, or failing those their device files.

    A Pi's own camera and codec show up as video devices too; OpenCV can make nothing of them.
    """
    stable = sorted(str(path) for path in by_id.glob("*-video-index0"))
    return stable or sorted(f"/dev/{device.name}" for device in classes.glob("video*") if _is_webcam(device))


def _is_webcam(device: Path) -> bool:
    name, index = device / "name", device / "index"
    if not name.exists() or not index.exists() or index.read_text().strip() != "0":
        return False
    return not name.read_text().startswith(("bcm2835", "unicam", "rp1-cfe", "pispbe", "rpi-hevc", "rpivid", "hevc"))
