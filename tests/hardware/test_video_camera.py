"""A webcam: at which size it is used, and a reader that always has the newest frame."""

from collections.abc import Iterator
from threading import Event

import cv2
import numpy as np
import pytest

from hardware.errors import CameraLost
from hardware.video_camera import NewestFrame, choose_size


class Sizes:
    """A webcam with a few sizes, each of which takes its time to take and decode."""

    def __init__(self, clock, takes_s: dict[tuple[int, int], float]) -> None:
        self.clock = clock
        self.takes_s = takes_s
        self.wanted = [0, 0]
        self.asked: list[tuple[int, int]] = []

    @property
    def size(self) -> tuple[int, int]:
        fits = [size for size in self.takes_s if size[0] <= self.wanted[0]]
        return max(fits, default=min(self.takes_s))

    def set(self, setting: int, value: float) -> bool:
        if setting in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT):
            self.wanted[setting - cv2.CAP_PROP_FRAME_WIDTH] = int(value)
        return True

    def get(self, setting: int) -> float:
        return float(self.size[setting - cv2.CAP_PROP_FRAME_WIDTH])

    def grab(self) -> bool:
        self.clock.now += self.takes_s[self.size]
        self.asked.append(self.size)
        return True

    def retrieve(self):
        return True, np.zeros((*self.size[::-1], 3), np.uint8)

    def isOpened(self) -> bool:
        return True

    def release(self) -> None:
        """Nothing is held."""


FOUR_K, FULL_HD, HD = (3840, 2160), (1920, 1080), (1280, 720)


@pytest.mark.parametrize(
    ("takes_s", "look_s", "size"),
    [
        ({FOUR_K: 0.033, FULL_HD: 0.033}, 0.0, FOUR_K),
        ({FOUR_K: 0.25, FULL_HD: 0.033, HD: 0.033}, 0.0, FULL_HD),
        ({FOUR_K: 0.033, FULL_HD: 0.033, HD: 0.033}, 0.15, HD),
        ({FULL_HD: 1.0, HD: 0.5}, 0.0, HD),
        ({HD: 0.033}, 0.0, HD),
    ],
    ids=["all quick", "4K too slow", "looking takes long", "all too slow", "one size"],
)
def test_a_webcam_is_used_at_the_highest_size_that_keeps_five_looks_a_second(clock, takes_s, look_s, size):
    def look(pixels: np.ndarray) -> None:
        clock.now += look_s * pixels.shape[1] / HD[0]

    assert choose_size(Sizes(clock, takes_s), look, clock) == size


def test_a_slow_size_is_given_up_at_its_first_slow_frame(clock):
    webcam = Sizes(clock, {FOUR_K: 1.0, FULL_HD: 0.033})
    choose_size(webcam, len, clock)
    assert webcam.asked.count(FOUR_K) == 2  # the first is not counted


def test_a_size_at_which_a_webcam_gives_nothing_is_not_taken(clock):
    class Silent(Sizes):
        def grab(self) -> bool:
            return self.size != FOUR_K and super().grab()

    assert choose_size(Silent(clock, {FOUR_K: 0.033, FULL_HD: 0.033}), len, clock) == FULL_HD


class Reel:
    """Frames of one grey each, handed out while the test lets it, then the end."""

    def __init__(self, greys: Iterator[int]) -> None:
        self.greys = greys
        self.grey = 0
        self.released = Event()

    def grab(self) -> bool:
        self.grey = next(self.greys, 0)
        return bool(self.grey)

    def retrieve(self):
        return True, np.full((4, 6, 3), self.grey, np.uint8)

    def release(self) -> None:
        self.released.set()


def test_a_stream_that_has_ended_is_a_lost_camera_and_let_go(clock):
    reel = Reel(iter(()))
    camera = NewestFrame(reel, "reel", clock)
    assert reel.released.wait(5)
    with pytest.raises(CameraLost, match="the camera reel gives no frames: the stream has ended; check its plug"):
        camera.frame()
    camera.close()


def test_a_frame_is_taken_after_it_was_asked_for(clock):
    reel = Reel(iter(lambda: 7, None))
    camera = NewestFrame(reel, "reel", clock)
    frame = camera.frame()
    camera.close()
    assert (frame.taken_s, int(frame.pixels[0, 0, 0])) == (clock.now, 7)
    assert reel.released.is_set()


def test_a_closed_camera_says_so(clock):
    camera = NewestFrame(Reel(iter(lambda: 7, None)), "reel", clock)
    camera.close()
    with pytest.raises(CameraLost, match="it is closed"):
        camera.frame()
