"""Watchdogs: a camera or a part of the table that fails is closed, told of, and opened again when it is back."""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import RLock
from typing import Generic, Protocol, TypeVar

from hardware.buzzer import Buzzer, notes_of
from hardware.camera import Camera, Clock, Frame
from hardware.errors import BadSetting, CameraHangs, CameraLost, HardwareError
from hardware.in_time import Job
from hardware.lights import Bar, Colour, Lights, check_count

log = logging.getLogger(__name__)

AGAIN_S = 1.0  # how long to wait before the next try
CLOSE_S = 2.0  # how long a broken device may take to close before it is left behind
OPEN_S = 30.0  # how long a camera may take to open: a webcam tries its sizes
MOST_HANGS = 3  # so often a driver may hang before only a new process helps

FAULTS = (HardwareError, OSError, RuntimeError)


@dataclass(frozen=True)
class News:
    """A part was lost or is back; `text` goes to the page as it is."""

    part: str
    is_well: bool
    text: str


Tell = Callable[[News], None]


class Closing(Protocol):
    def close(self) -> None: ...


Part = TypeVar("Part", bound=Closing)


def close_in_time(device: Closing, within_s: float = CLOSE_S) -> bool:
    """Closes a broken device without being held up by it; False if it hangs, and is left behind."""
    try:
        Job(device.close, "closing a broken device").result(within_s)
    except (TimeoutError, CameraHangs) as hangs:
        log.warning("%s: it is left behind", hangs)
        return False
    except FAULTS as wrong:
        log.info("closing a broken device: %s", wrong)
    return True


class WatchedCamera:
    """A camera that comes back: `frame` raises CameraLost while it is away and tries again every second.

    A driver that hangs, in opening or in closing, is left behind on its own thread; picamera2 does that for ever once
    a ribbon is loose. After MOST_HANGS of them `give_up` is told why: systemd's new process starts afresh.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        clock: Clock = time.monotonic,
        tell: Tell = lambda news: None,
        *,
        wait: Callable[[float], None] = time.sleep,
        again_s: float = AGAIN_S,
        open_s: float = OPEN_S,
        close_s: float = CLOSE_S,
        give_up: Callable[[str], None] = lambda why: None,
    ) -> None:
        self._open = open_camera
        self._clock = clock
        self._tell = tell
        self._wait = wait
        self._again_s = again_s
        self._open_s = open_s
        self._close_s = close_s
        self._give_up = give_up
        self._camera: Camera | None = None
        self._next_try_s = float("-inf")
        self._is_well: bool | None = None
        self._hangs = 0
        self.reopened = 0

    def frame(self) -> Frame:
        try:
            if self._camera is None:
                self._camera = self._reopen()
            frame = self._camera.frame()
        except FAULTS as wrong:
            self._lose(wrong)
            raise CameraLost(str(wrong)) from wrong
        self._found()
        return frame

    def _reopen(self) -> Camera:
        early_s = self._next_try_s - self._clock()
        if early_s > 0:
            self._wait(early_s)
        late = _Late(self._open)
        try:
            return Job(late.open, "opening the camera").result(self._open_s)
        except TimeoutError as hangs:
            late.leave_behind()
            raise CameraHangs(f"the camera does not open: {hangs}; check its cable") from hangs

    def _lose(self, wrong: Exception) -> None:
        camera, self._camera = self._camera, None
        self._next_try_s = self._clock() + self._again_s
        if isinstance(wrong, CameraHangs) or (camera is not None and not close_in_time(camera, self._close_s)):
            self._hung()
        if self._is_well is not False:
            self._is_well = False
            log.warning("camera lost: %s", wrong)
            self._tell(News("camera", False, str(wrong)))

    def _hung(self) -> None:
        self._hangs += 1
        if self._hangs == MOST_HANGS:
            self._give_up(f"the camera's driver hung {MOST_HANGS} times; a new process is needed")

    def _found(self) -> None:
        if self._is_well is False:
            self.reopened += 1
            log.info("the camera is back")
            self._tell(News("camera", True, "the camera is back"))
        self._is_well = True

    def close(self) -> None:
        if self._camera is not None:
            close_in_time(self._camera, self._close_s)
            self._camera = None


class _Late:
    """A camera that opens after all, when nobody waits for it any more, is closed again."""

    def __init__(self, open_camera: Callable[[], Camera]) -> None:
        self._open = open_camera
        self._lock = RLock()  # telling of a fault may come back here
        self._camera: Camera | None = None
        self._is_too_late = False

    def open(self) -> Camera:
        camera = self._open()
        with self._lock:
            self._camera = camera
            if self._is_too_late:
                camera.close()
        return camera

    def leave_behind(self) -> None:
        with self._lock:
            self._is_too_late = True
            if self._camera is not None:
                close_in_time(self._camera)


class Watched(Generic[Part]):
    """One part of the table that comes back: used while it is there, tried for every second while it is not."""

    def __init__(
        self,
        part: str,
        open_part: Callable[[], Part],
        clock: Clock = time.monotonic,
        tell: Tell = lambda news: None,
        *,
        again_s: float = AGAIN_S,
    ) -> None:
        self._name = part
        self._open = open_part
        self._clock = clock
        self._tell = tell
        self._again_s = again_s
        self._lock = RLock()  # telling of a fault may come back here
        self._part: Part | None = None
        self._next_try_s = float("-inf")
        self._is_well: bool | None = None

    def use(self, act: Callable[[Part], object]) -> None:
        """Does that with the part if it is there; a setting it cannot follow is the caller's fault and is raised."""
        with self._lock:
            if self._part is None and self._clock() < self._next_try_s:
                return
            try:
                self._part = self._part or self._open()
            except FAULTS as wrong:
                self._lose(wrong)
                return
            try:
                act(self._part)
            except BadSetting:
                raise
            except FAULTS as wrong:
                self._lose(wrong)
            else:
                self._found()

    def _lose(self, wrong: Exception) -> None:
        part, self._part = self._part, None
        self._next_try_s = self._clock() + self._again_s
        if part is not None:
            close_in_time(part)
        if self._is_well is not False:
            self._is_well = False
            log.warning("%s lost: %s", self._name, wrong)
            self._tell(News(self._name, False, str(wrong)))

    def _found(self) -> None:
        if self._is_well is False:
            log.info("%s: back again", self._name)
            self._tell(News(self._name, True, f"{self._name}: back again"))
        self._is_well = True

    def close(self) -> None:
        with self._lock:
            if self._part is not None:
                close_in_time(self._part)
                self._part = None


class WatchedLights:
    """Lights that come back: while they are away, scenes are dropped and the game goes on."""

    def __init__(
        self,
        count: int,
        open_lights: Callable[[], Lights],
        clock: Clock = time.monotonic,
        tell: Tell = lambda news: None,
        *,
        part: str = "lights",
    ) -> None:
        self.count = count
        self._lights = Watched(part, open_lights, clock, tell)

    def show(self, colours: Sequence[Colour]) -> None:
        check_count(colours, self.count)
        self._lights.use(lambda lights: lights.show(colours))

    def close(self) -> None:
        self._lights.close()


class WatchedBar:
    """A timer bar that comes back."""

    def __init__(
        self, open_bar: Callable[[], Bar], clock: Clock = time.monotonic, tell: Tell = lambda news: None
    ) -> None:
        self._bar = Watched("timer bar", open_bar, clock, tell)

    def show(self, share: float) -> None:
        self._bar.use(lambda bar: bar.show(share))

    def close(self) -> None:
        self._bar.close()


class WatchedBuzzer:
    """A buzzer that comes back; what it should have played while it was away stays silent."""

    def __init__(
        self, open_buzzer: Callable[[], Buzzer], clock: Clock = time.monotonic, tell: Tell = lambda news: None
    ) -> None:
        self._buzzer = Watched("buzzer", open_buzzer, clock, tell)

    def play(self, tune: str) -> None:
        notes_of(tune)
        self._buzzer.use(lambda buzzer: buzzer.play(tune))

    def step(self, now: float) -> None:
        self._buzzer.use(lambda buzzer: buzzer.step(now))

    def close(self) -> None:
        self._buzzer.close()
