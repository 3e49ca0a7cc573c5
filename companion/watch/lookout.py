"""The camera loop: frames to the watcher, photos from phones the same way, the last picture for whoever asks."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import Protocol

import cv2
import numpy as np

from companion.errors import BadInput
from companion.layout import Layout
from companion.play.table import Table
from companion.watch.watcher import Watcher
from hardware.camera import Camera, Frame, Pixels, decode_picture
from hardware.errors import BadSetting, CameraLost
from vision.eyes import Look

log = logging.getLogger(__name__)

FRAMES_S = 0.2  # a look five times a second
PHOTO_PIXELS = 12_600_000  # a phone's usual 12 megapixels are read as they are
PHOTO_LOOKS = 6  # at one photo: to settle, to read, to agree


@dataclass(frozen=True)
class Glance:
    """What the camera saw last: the picture, and what was made of it."""

    frame: Frame
    look: Look
    layout: Layout | None = None  # of the table as it was printed; None: as the game has it

    @property
    def size_px(self) -> tuple[int, int]:
        high, wide = self.frame.pixels.shape[:2]
        return wide, high

    def jpeg(self) -> bytes:
        """Made only because somebody asked."""
        _, data = cv2.imencode(".jpg", self.frame.pixels, [cv2.IMWRITE_JPEG_QUALITY, 80])
        return data.tobytes()


class Steps(Protocol):
    """Whatever wants to be stepped with every frame: a camera over a table, or a simulated one."""

    def step(self) -> None: ...


class Lookout:
    """Frames of a real camera; None for one that only gets photos from phones."""

    def __init__(
        self,
        table: Table,
        watcher: Watcher,
        camera: Camera | None,
        clock: Callable[[], float],
        see_room: Callable[[float], None] = lambda brightness: None,
        set_up: Callable[[Frame, Look], None] = lambda frame, look: None,
    ) -> None:
        self._table = table
        self._watcher = watcher
        self._camera = camera
        self._clock = clock
        self._see_room = see_room
        self._set_up = set_up  # whoever looks for another game being laid out
        self._frame: Frame | None = None

    def step(self) -> None:
        """One frame; the one before stands while none comes."""
        if self._camera is None:
            return
        try:
            self._see(self._camera.frame())
        except CameraLost as lost:
            log.debug("%s", lost)

    def _see(self, frame: Frame) -> None:
        self._frame = frame
        self._set_up(frame, self._watcher.see(frame))
        self._see_room(float(frame.pixels[::40, ::40].mean()))

    def read_photo(self, data: bytes) -> tuple[Glance, int]:
        """A photo sent by a phone goes the way of every frame; several looks at it stand for a table at rest.

        Returns what was seen in it and how many entries came of it.
        """
        frame, before = Frame(_of_a_photo(data), self._clock()), self._table.number
        for _ in range(PHOTO_LOOKS):
            self._see(frame)
        return Glance(frame, self._watcher.latest, self._watcher.layout), self._table.number - before

    def glance(self) -> Glance | None:
        if self._frame is None:
            return None
        return Glance(self._frame, self._watcher.latest, self._watcher.layout)


def _of_a_photo(data: bytes) -> Pixels:
    """A photo's pixels, made smaller where there are more than the eyes can use."""
    try:
        pixels = decode_picture(data)
    except BadSetting as wrong:
        raise BadInput(str(wrong)) from None
    shrink = (PHOTO_PIXELS / (pixels.shape[0] * pixels.shape[1])) ** 0.5
    if shrink >= 1:
        return pixels
    size = max(1, round(pixels.shape[1] * shrink)), max(1, round(pixels.shape[0] * shrink))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def watch(table: Table, what: Steps, stop: Event) -> None:
    """The camera's thread: one of the places where anything may go wrong without ending the service."""
    while not stop.wait(FRAMES_S):
        try:
            what.step()
            table.notice("camera loop", None)
        except Exception as wrong:
            log.exception("a frame could not be worked through")
            table.notice("camera loop", f"a frame could not be worked through: {wrong}; see the log")
