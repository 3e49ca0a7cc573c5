"""Camera protocol: frames when asked for, an error instead of waiting for ever; and the two cameras without a lens."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Condition
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.errors import BadSetting, CameraLost, NoCamera
from hardware.picture_size import is_within, size_of

Pixels = NDArray[np.uint8]
Clock = Callable[[], float]

MOST_PIXELS = 50_000_000  # more than phones take, and 150 MB at the most
MOST_JPEG_PIXELS = 4 * MOST_PIXELS  # a JPEG can be opened at half its size without all its pixels
PICTURES = (".bmp", ".jpeg", ".jpg", ".png", ".webp")


@dataclass(frozen=True, eq=False)
class Frame:
    """Pixels, and when they were taken on the clock that was handed in."""

    pixels: Pixels  # height x width x 3, blue first
    taken_s: float
    small: Pixels | None = None  # a small grey frame, where the camera gives one for free


class Camera(Protocol):
    """Whatever gives frames: `frame` waits a bounded time and raises CameraLost when none comes."""

    def frame(self) -> Frame: ...

    def close(self) -> None:
        """Lets go of the device; closing twice is no fault."""


def decode_picture(data: bytes) -> Pixels:
    """The pixels of a JPEG, PNG, WebP or BMP, turned upright as its Exif says; how many there are is known before."""
    if not data:
        raise BadSetting("the picture is empty; send a JPEG or PNG")
    size = size_of(data)
    if size is None or not is_within(data):
        raise BadSetting("the picture cannot be decoded; send a JPEG or PNG")
    if size[0] * size[1] > MOST_PIXELS:
        raise BadSetting(
            f"the picture has {size[0]} x {size[1]} pixels; send one of at most {MOST_PIXELS // 10**6} million"
        )
    return _decoded(data, cv2.IMREAD_COLOR)


def decode_shrunk(data: bytes) -> tuple[Pixels, int]:
    """As decode_picture, but a JPEG too large for it is opened at half its size; 1 or 2, how many times smaller."""
    size = size_of(data)
    if not data.startswith(b"\xff\xd8") or size is None or not MOST_PIXELS < size[0] * size[1] <= MOST_JPEG_PIXELS:
        return decode_picture(data), 1
    return _decoded(data, cv2.IMREAD_REDUCED_COLOR_2), 2


def _decoded(data: bytes, how: int) -> Pixels:
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), how)
    except cv2.error:
        pixels = None
    if pixels is None:
        raise BadSetting("the picture cannot be decoded; send a JPEG or PNG")
    return np.asarray(pixels, dtype=np.uint8)


class FolderCamera:
    """The pictures of a folder in the order of their names; the last one stays until a later one is put there."""

    def __init__(self, folder: Path, clock: Clock = time.monotonic) -> None:
        if not folder.is_dir():
            raise NoCamera(f"no folder {folder}; --camera folder:DIR needs one with pictures")
        self._folder = folder
        self._clock = clock
        self._shown: Path | None = None
        if not self._pictures():
            raise NoCamera(f"no picture in {folder}; wanted are {', '.join(PICTURES)}")

    def frame(self) -> Frame:
        later = [path for path in self._pictures() if self._shown is None or path > self._shown]
        path = later[0] if later else self._shown
        assert path is not None, "the folder had a picture when it was opened"
        try:
            pixels = decode_picture(path.read_bytes())
        except (OSError, BadSetting) as wrong:
            raise CameraLost(f"cannot read {path.name} in {self._folder}: {wrong}") from wrong
        self._shown = path
        return Frame(pixels, self._clock())

    @property
    def is_at_the_end(self) -> bool:
        return not any(self._shown is None or path > self._shown for path in self._pictures())

    def close(self) -> None:
        """Nothing is held open between frames."""

    def _pictures(self) -> list[Path]:
        return sorted(path for path in self._folder.iterdir() if path.suffix.lower() in PICTURES)


class PhotoCamera:
    """Photos handed in one by one, say from a phone's page: `put` one, and `frame` gives it until the next."""

    def __init__(self, clock: Clock = time.monotonic, wait_s: float = 1.0) -> None:
        self._clock = clock
        self._wait_s = wait_s
        self._arrived = Condition()
        self._photo: Frame | None = None
        self._is_fresh = False
        self._is_closed = False

    def put(self, data: bytes) -> None:
        """Takes a JPEG or PNG; BadSetting says what is wrong with anything else."""
        photo = Frame(decode_picture(data), self._clock())
        with self._arrived:
            self._photo, self._is_fresh = photo, True
            self._arrived.notify_all()

    def frame(self) -> Frame:
        """The newest photo; waits a moment for one not yet handed out, then gives the last one again."""
        with self._arrived:
            self._arrived.wait_for(lambda: self._is_fresh or self._is_closed, self._wait_s)
            if self._is_closed:
                raise CameraLost("the photo camera is closed; open it again")
            if self._photo is None:
                raise CameraLost("no photo yet; take one with the phone on the table's page")
            self._is_fresh = False
            return self._photo

    def close(self) -> None:
        with self._arrived:
            self._is_closed = True
            self._arrived.notify_all()
