"""Watchdogs: a camera or a row of lights that fails is closed, told of, and opened again when it is back."""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Thread

from hardware.camera import Camera, Clock, Frame
from hardware.errors import CameraLost, HardwareError
from hardware.lights import Colour, Lights, check_count

log = logging.getLogger(__name__)

AGAIN_S = 1.0  # how long to wait before the next try
CLOSE_S = 2.0  # how long a broken device may take to close before it is left behind


@dataclass(frozen=True)
class News:
    """A part was lost or is back; `text` goes to the page as it is."""

    part: str
    is_well: bool
    text: str


Tell = Callable[[News], None]


class WatchedCamera:
    """A camera that comes back: `frame` raises CameraLost while it is away and tries again every second.

    `recover_s` after the device's return there are frames again, however it was lost.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        clock: Clock = time.monotonic,
        tell: Tell = lambda news: None,
        *,
        wait: Callable[[float], None] = time.sleep,
        again_s: float = AGAIN_S,
    ) -> None:
        self._open = open_camera
        self._clock = clock
        self._tell = tell
        self._wait = wait
        self._again_s = again_s
        self._camera: Camera | None = None
        self._next_try_s = float("-inf")
        self._is_well: bool | None = None
        self.reopened = 0

    def frame(self) -> Frame:
        try:
            if self._camera is None:
                self._camera = self._reopen()
            frame = self._camera.frame()
        except (HardwareError, OSError, RuntimeError) as wrong:
            self._lose(wrong)
            raise CameraLost(str(wrong)) from wrong
        self._found()
        return frame

    def _reopen(self) -> Camera:
        early_s = self._next_try_s - self._clock()
        if early_s > 0:
            self._wait(early_s)
        return self._open()

    def _lose(self, wrong: Exception) -> None:
        camera, self._camera = self._camera, None
        self._next_try_s = self._clock() + self._again_s
        if camera is not None:
            close_in_time(camera)
        if self._is_well is not False:
            self._is_well = False
            log.warning("camera lost: %s", wrong)
            self._tell(News("camera", False, str(wrong)))

    def _found(self) -> None:
        if self._is_well is False:
            self.reopened += 1
            log.info("the camera is back")
            self._tell(News("camera", True, "the camera is back"))
        self._is_well = True

    def close(self) -> None:
        if self._camera is not None:
            close_in_time(self._camera)
            self._camera = None


def close_in_time(device: Camera | Lights, within_s: float = CLOSE_S) -> None:
    """Closes a broken device without being held up by it: some drivers wait for a frame that never comes."""

    def close() -> None:
        try:
            device.close()
        except (HardwareError, OSError, RuntimeError) as wrong:
            log.info("closing a broken device: %s", wrong)

    closing = Thread(target=close, name="closing a broken device", daemon=True)
    closing.start()
    closing.join(within_s)


class WatchedLights:
    """Lights that come back: while they are away, scenes are dropped and the game goes on."""

    def __init__(
        self,
        count: int,
        open_lights: Callable[[], Lights],
        clock: Clock = time.monotonic,
        tell: Tell = lambda news: None,
        *,
        again_s: float = AGAIN_S,
    ) -> None:
        self.count = count
        self._open = open_lights
        self._clock = clock
        self._tell = tell
        self._again_s = again_s
        self._lights: Lights | None = None
        self._next_try_s = float("-inf")
        self._is_well: bool | None = None

    def show(self, colours: Sequence[Colour]) -> None:
        check_count(colours, self.count)
        if self._lights is None and self._clock() < self._next_try_s:
            return
        try:
            if self._lights is None:
                self._lights = self._open()
            self._lights.show(colours)
        except (HardwareError, OSError, RuntimeError) as wrong:
            self._lose(wrong)
        else:
            self._found()

    def _lose(self, wrong: Exception) -> None:
        lights, self._lights = self._lights, None
        self._next_try_s = self._clock() + self._again_s
        if lights is not None:
            close_in_time(lights)
        if self._is_well is not False:
            self._is_well = False
            log.warning("lights lost: %s", wrong)
            self._tell(News("lights", False, str(wrong)))

    def _found(self) -> None:
        if self._is_well is False:
            log.info("the lights are back")
            self._tell(News("lights", True, "the lights are back"))
        self._is_well = True

    def close(self) -> None:
        if self._lights is not None:
            close_in_time(self._lights)
            self._lights = None
