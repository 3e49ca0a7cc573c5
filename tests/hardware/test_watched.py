"""Unplugging: frames stop, a camera raises, SPI raises, pins are missing; and how soon all is well again."""

from collections.abc import Callable
from threading import Event

import numpy as np
import pytest

from hardware.camera import Frame
from hardware.errors import BadSetting, CameraHangs, CameraLost, LightsLost, NoCamera, NoPins
from hardware.lights import RecordedLights
from hardware.watched import News, Watched, WatchedCamera, WatchedLights, close_in_time

RECOVER_S = 5.0  # after the device is back
RED = (255, 0, 0)


class Plug:
    """A camera's plug: while it is out, opening or asking for a frame fails in the way given."""

    def __init__(self, clock, fault: Callable[[], Exception], takes_s: float = 0.0) -> None:
        self.clock = clock
        self.fault = fault
        self.takes_s = takes_s
        self.is_in = True
        self.opened = self.closed = 0

    def open(self) -> "Plug":
        if not self.is_in:
            raise NoCamera("no camera: it is unplugged; plug it in")
        self.opened += 1
        return self

    def frame(self) -> Frame:
        if not self.is_in:
            self.clock.now += self.takes_s
            raise self.fault()
        return Frame(np.zeros((2, 2, 3), np.uint8), self.clock())

    def close(self) -> None:
        self.closed += 1


FAULTS = {
    "frames stop": (lambda: CameraLost("no frame for 2 s; check its plug"), 2.0),
    "camera raises": (lambda: RuntimeError("Camera is not in the running state"), 0.0),
    "device is gone": (lambda: OSError(19, "No such device"), 0.0),
}


@pytest.fixture(params=FAULTS)
def plug(request, clock) -> Plug:
    return Plug(clock, *FAULTS[request.param])


def watched(plug: Plug, clock, news: list[News]) -> WatchedCamera:
    return WatchedCamera(plug.open, clock, news.append, wait=clock.wait)


def ask(camera: WatchedCamera, times: int) -> list[bool]:
    """Asks for frames as the camera loop does; True for each that came."""
    came = []
    for _ in range(times):
        try:
            camera.frame()
            came.append(True)
        except CameraLost:
            came.append(False)
    return came


def test_a_lost_camera_is_told_of_once_and_so_is_its_return(plug, clock):
    news: list[News] = []
    camera = watched(plug, clock, news)
    ask(camera, 3)
    plug.is_in = False
    ask(camera, 5)
    plug.is_in = True
    ask(camera, 3)
    assert [(told.part, told.is_well) for told in news] == [("camera", False), ("camera", True)]
    assert news[0].text == str(plug.fault())


def test_frames_are_back_within_five_seconds_of_the_plug(plug, clock):
    camera = watched(plug, clock, [])
    ask(camera, 1)
    plug.is_in = False
    ask(camera, 20)
    plug.is_in = True
    back_s = clock.now
    while not ask(camera, 1)[0]:
        pass
    assert clock.now - back_s <= RECOVER_S
    assert camera.reopened == 1


def test_a_broken_camera_is_closed_before_it_is_opened_again(plug, clock):
    camera = watched(plug, clock, [])
    ask(camera, 1)
    plug.is_in = False
    ask(camera, 1)
    assert (plug.opened, plug.closed) == (1, 1)
    plug.is_in = True
    ask(camera, 1)
    assert (plug.opened, plug.closed) == (2, 1)


def test_a_missing_camera_is_tried_for_once_a_second_not_all_the_time(plug, clock):
    camera = watched(plug, clock, [])
    plug.is_in = False
    ask(camera, 4)
    assert clock.waited == [1.0, 1.0, 1.0]


def test_a_camera_that_was_never_there_is_told_of_too(plug, clock):
    news: list[News] = []
    plug.is_in = False
    ask(watched(plug, clock, news), 3)
    assert news == [News("camera", False, "no camera: it is unplugged; plug it in")]


def test_a_camera_that_is_well_from_the_start_tells_nothing(plug, clock):
    news: list[News] = []
    assert ask(watched(plug, clock, news), 3) == [True, True, True]
    assert news == []


def test_a_device_that_hangs_while_closing_is_left_behind():
    free, ended = Event(), Event()

    class Hanging:
        def close(self) -> None:
            free.wait()
            ended.set()

    assert not close_in_time(Hanging(), within_s=0.01)
    assert not ended.is_set()
    free.set()
    assert ended.wait(5)


def test_a_device_that_fails_while_closing_is_no_fault():
    class Failing:
        def close(self) -> None:
            raise RuntimeError("Camera in the wrong state")

    assert close_in_time(Failing())


class Stuck:
    """A camera as picamera2 leaves it when a ribbon is loose: no frame, and closing or opening never ends."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.free = Event()
        self.closed = Event()

    def open(self) -> "Stuck":
        if self.where == "opening":
            self.free.wait()
        return self

    def frame(self) -> Frame:
        raise CameraLost("the Pi camera gave no frame for 2 s; check its ribbon cable")

    def close(self) -> None:
        if self.where == "closing":
            self.free.wait()
        self.closed.set()


@pytest.mark.parametrize("where", ["opening", "closing"])
def test_a_driver_that_hangs_again_and_again_is_left_to_a_new_process(clock, where):
    stuck, gave_up = Stuck(where), []
    camera = WatchedCamera(stuck.open, clock, wait=clock.wait, open_s=0.01, close_s=0.01, give_up=gave_up.append)
    assert ask(camera, 2) == [False, False]
    assert gave_up == []
    assert ask(camera, 3) == [False, False, False]
    assert gave_up == ["the camera's driver hung 3 times; a new process is needed"]
    stuck.free.set()


def test_a_camera_that_opens_when_nobody_waits_any_more_is_closed_again(clock):
    stuck = Stuck("opening")
    camera = WatchedCamera(stuck.open, clock, wait=clock.wait, open_s=0.01)
    assert ask(camera, 1) == [False]
    stuck.free.set()
    assert stuck.closed.wait(5)


def test_a_camera_that_says_itself_that_it_hangs_is_counted(clock):
    class Says(Stuck):
        def close(self) -> None:
            raise CameraHangs("the Pi camera does not close")

    gave_up: list[str] = []
    camera = WatchedCamera(Says("").open, clock, wait=clock.wait, give_up=gave_up.append)
    ask(camera, 3)
    assert len(gave_up) == 1


def test_a_camera_that_is_merely_lost_is_never_given_up(plug, clock):
    gave_up: list[str] = []
    camera = WatchedCamera(plug.open, clock, wait=clock.wait, give_up=gave_up.append)
    for _ in range(10):
        plug.is_in = True
        ask(camera, 1)
        plug.is_in = False
        ask(camera, 2)
    assert gave_up == []


class Socket:
    """Where the LED chain plugs in: opening or showing fails as long as the fault stays."""

    def __init__(self) -> None:
        self.chain = RecordedLights(1)
        self.at_opening: Exception | None = None
        self.at_showing: Exception | None = None
        self.count = 1

    def open(self) -> "Socket":
        if self.at_opening is not None:
            raise self.at_opening
        return self

    def show(self, colours) -> None:
        if self.at_showing is not None:
            raise self.at_showing
        self.chain.show(colours)

    def close(self) -> None:
        """Nothing is held."""


LIGHT_FAULTS = {
    "SPI raises": ("at_showing", LightsLost("the LED chain cannot be reached over SPI: bad file; check its plug")),
    "SPI raises bare": ("at_showing", OSError(5, "Input/output error")),
    "no pin factory": ("at_opening", NoPins("no pins: No module named 'lgpio'; on a Pi install python3-lgpio")),
}


@pytest.mark.parametrize(("where", "fault"), LIGHT_FAULTS.values(), ids=LIGHT_FAULTS)
def test_scenes_are_dropped_while_lights_are_away_and_shown_within_five_seconds_of_their_return(clock, where, fault):
    socket, news = Socket(), []
    lights = WatchedLights(1, socket.open, clock, news.append)
    setattr(socket, where, fault)
    for _ in range(90):
        lights.show([RED])
        clock.now += 1 / 30
    assert socket.chain.scenes == []
    setattr(socket, where, None)
    back_s = clock.now
    while not socket.chain.scenes:
        clock.now += 1 / 30
        lights.show([RED])
    assert clock.now - back_s <= RECOVER_S
    assert news == [News("lights", False, str(fault)), News("lights", True, "lights: back again")]


def test_lost_lights_are_tried_for_once_a_second_not_thirty_times(clock):
    tries = []

    def open_lights() -> RecordedLights:
        tries.append(clock.now)
        raise NoPins("no pins")

    lights = WatchedLights(1, open_lights, clock)
    for beat in range(91):
        clock.now = 100 + beat / 30
        lights.show([RED])
    assert [round(at_s, 3) for at_s in tries] == [100.0, 101.0, 102.0, 103.0]


def test_a_setting_a_part_cannot_follow_is_the_callers_fault_and_loses_nothing(clock):
    news: list[News] = []
    lights = Watched("lights", lambda: RecordedLights(2), clock, news.append)
    with pytest.raises(BadSetting, match="1 colours for 2 lamps"):
        lights.use(lambda row: row.show([RED]))
    lights.use(lambda row: row.show([RED, RED]))
    assert news == []
