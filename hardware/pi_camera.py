"""The Pi's own camera through picamera2: a full stream to read, a small grey one for stillness, fixed once settled."""

import logging
import time
from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

from hardware.camera import Clock, Frame, Pixels
from hardware.errors import CameraHangs, CameraLost, NoCamera
from hardware.in_time import Job
from hardware.modes import Field, Mode, mode_for

log = logging.getLogger(__name__)

WAIT_S = 2.0
CLOSE_S = 5.0  # picamera2 closes in a fraction of it, or never
SMALL_WIDTH = 320
FRAME_US = (33_333, 200_000)  # an evening's exposure may last as long as one look
LONG = 2  # libcamera's AeExposureMode: rather a longer exposure than noise, for a table keeps still
MANY_PIXELS = 5_000_000  # above it frames are so large that fewer of them are kept
SETTLE_FRAMES = 8  # so many alike in a row, and exposure and colours have settled
SETTLE_MOST = 90  # after so many frames they are fixed as they are
DRIFT = 1.7  # brighter or darker by this factor, for so long, and the camera settles anew
DRIFT_S = 5.0
FOCUSED, FOCUS_FAILED = 2, 3  # libcamera's AfState

# what picamera2 calls a format -> how OpenCV turns its array into blue, green, red; None: it is that already
TO_BGR = {
    "RGB888": None,
    "BGR888": cv2.COLOR_RGB2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
}
PLANAR = ("YUV420", "NV12")


class PiCamera:
    """Pi Camera 2, 3 or HQ: the whole view, in the smallest mode that reads the field's smallest marker.

    Without a field it is two by two sensor pixels in one.
    """

    def __init__(
        self,
        number: int = 0,
        clock: Clock = time.monotonic,
        *,
        field: Field | None = None,
        wait_s: float = WAIT_S,
        close_s: float = CLOSE_S,
        picamera2: Any = None,
    ) -> None:
        self._clock = clock
        self._wait_s = wait_s
        self._close_s = close_s
        self._settling = Settling()
        self._drift = Drift()
        Picamera2 = picamera2 or _picamera2()
        try:
            self._camera = Picamera2(number)
        except (RuntimeError, IndexError, OSError) as wrong:
            raise NoCamera(f"no Pi camera {number}: {wrong}; check its ribbon cable with rpicam-hello") from wrong
        try:
            self._size = self._choose_size(field)
            self._start()
        except (RuntimeError, OSError) as wrong:
            self.close()
            raise NoCamera(f"the Pi camera does not start: {wrong}; is another program using it?") from wrong

    def _choose_size(self, field: Field | None) -> tuple[int, int]:
        sensor = self._camera.sensor_resolution
        if field is None:
            return reading_size(sensor)
        modes = [mode_of(told, sensor) for told in self._camera.sensor_modes if "crop_limits" in told]
        chosen = mode_for((field.width_mm, field.height_mm), field.module_mm, modes, field.fov_deg)
        if chosen is None:
            return reading_size(sensor)
        log.info("camera: %s", chosen)
        return chosen.mode.size

    def _start(self) -> None:
        try:
            self._configure(self._small_stream())
        except RuntimeError:
            self._configure(None)  # a camera with one stream only: the eyes shrink frames themselves
        got = self._camera.camera_configuration()
        self._main, self._lores = got["main"], got["lores"]
        if self._main["format"] not in TO_BGR:
            raise RuntimeError(f"it gives {self._main['format']}, and we read {', '.join(TO_BGR)}")
        self._camera.start()
        self._set(self._settling.begin())

    def _configure(self, lores: dict[str, Any] | None) -> None:
        config = self._camera.create_video_configuration(
            main={"size": self._size, "format": "RGB888"},
            lores=lores,
            raw=None,
            buffer_count=3 if self._size[0] * self._size[1] > MANY_PIXELS else 4,
            controls=self._known({"FrameDurationLimits": FRAME_US, "AeExposureMode": LONG}),
            queue=False,  # a frame taken after it was asked for, never one that lay waiting
            sensor={"output_size": self._size},
        )
        self._camera.configure(config)

    def _small_stream(self) -> dict[str, Any]:
        width, height = self._size
        return {"size": (SMALL_WIDTH, SMALL_WIDTH * height // width // 2 * 2), "format": "YUV420"}

    def frame(self) -> Frame:
        request = self._request()
        try:
            pixels = to_bgr(request.make_array("main"), self._main)
            small = None if self._lores is None else grey(request.make_array("lores"), self._lores)
            metadata = request.get_metadata()
        finally:
            request.release()
        now = self._clock()
        self._set(self._settling.fix(metadata))
        if self._settling.is_done and small is not None and self._drift.is_lasting(float(small.mean()), now):
            self._settling, self._drift = Settling(), Drift()
            self._set(self._settling.begin())
        return Frame(pixels, now, small)

    def _request(self) -> Any:
        """The next frame, within bounds: picamera2 itself waits for ever once frames stop."""
        try:
            job = self._camera.capture_request(wait=False)
            return self._camera.wait(job, timeout=self._wait_s)
        except TimeoutError as wrong:
            # without this, closing would wait behind the frame that never comes
            self._camera.cancel_all_and_flush()
            raise CameraLost(f"the Pi camera gave no frame for {self._wait_s:g} s; check its ribbon cable") from wrong
        except (RuntimeError, OSError) as wrong:
            raise CameraLost(f"the Pi camera failed: {wrong}; check its ribbon cable") from wrong

    def _set(self, controls: Mapping[str, Any]) -> None:
        if known := self._known(controls):
            self._camera.set_controls(known)

    def _known(self, controls: Mapping[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in controls.items() if name in self._camera.camera_controls}

    def close(self) -> None:
        """Within bounds: with a loose ribbon picamera2 waits for ever, and CameraHangs says so."""
        try:
            Job(self._camera.close, "closing the Pi camera").result(self._close_s)
        except TimeoutError as hangs:
            raise CameraHangs(f"the Pi camera hangs: {hangs}; check its ribbon cable") from hangs


def _picamera2() -> Any:
    try:
        from picamera2 import Picamera2
    except ImportError as wrong:
        raise NoCamera(f"picamera2 is not installed: {wrong}; install python3-picamera2, or use a webcam") from wrong
    return Picamera2


def pi_cameras() -> list[str]:
    """The models of the cameras on the ribbon, first one first; NoCamera where picamera2 is missing."""
    return [str(info.get("Model", "camera")) for info in _picamera2().global_camera_info()]


def mode_of(told: Mapping[str, Any], sensor: tuple[int, int]) -> Mode:
    """A sensor mode as picamera2 tells it; one that crops shows less of the view."""
    _, _, width, height = told["crop_limits"]
    return Mode(tuple(told["size"]), float(told["fps"]), min(width / sensor[0], height / sensor[1]))


def reading_size(sensor: tuple[int, int]) -> tuple[int, int]:
    """Half the sensor each way where that is enough to read by: the mode that keeps the whole view.

    >>> reading_size((4608, 2592)), reading_size((1456, 1088))
    ((2304, 1296), (1456, 1088))
    """
    width, height = sensor
    return (width // 2, height // 2) if width >= 3200 else (width, height)


def to_bgr(array: Pixels, stream: Mapping[str, Any]) -> Pixels:
    """A stream's array as blue, green, red; planar arrays lose the padding at the end of each row first."""
    width, height = stream["size"]
    kind = stream["format"]
    if kind == "YUV420" and array.shape[1] != width:
        array = _without_padding(array, width, height)
    code = TO_BGR[kind]
    if code is None:
        return np.ascontiguousarray(array[:height, :width])
    rows = height * 3 // 2 if kind in PLANAR else height
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(array[:rows, :width]), code), dtype=np.uint8)


def _without_padding(array: Pixels, width: int, height: int) -> Pixels:
    """I420 with padded rows: the two colour planes have half the width and half the padding."""
    stride = array.shape[1]
    colour = array[height : height * 3 // 2].reshape(height, stride // 2)[:, : width // 2]
    return np.concatenate([array[:height, :width], np.ascontiguousarray(colour).reshape(height // 2, width)])


def grey(array: Pixels, stream: Mapping[str, Any]) -> Pixels:
    """The brightness rows of a planar array: a small grey frame, even if the camera gave a large one."""
    width, height = stream["size"]
    if stream["format"] in PLANAR:
        small = array[:height, :width]
    else:
        small = np.asarray(cv2.cvtColor(to_bgr(array, stream), cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    every = max(width // SMALL_WIDTH, 1)
    return np.ascontiguousarray(small[::every, ::every])


class Settling:
    """Lets exposure, colours and focus find themselves, then says the controls that keep them there."""

    def __init__(self) -> None:
        self.is_done = False
        self._alike = 0
        self._frames = 0
        self._last: tuple[float, ...] = ()

    def begin(self) -> dict[str, Any]:
        """All automatic; focus is searched for once (AfMode 1, AfTrigger 0), not followed."""
        return {"AeEnable": True, "AwbEnable": True, "AfMode": 1, "AfTrigger": 0}

    def fix(self, metadata: Mapping[str, Any]) -> dict[str, Any]:
        """The controls to set after this frame: none while things move, and none once they are fixed."""
        if self.is_done:
            return {}
        self._frames += 1
        now = _measured(metadata)
        self._alike = self._alike + 1 if _are_alike(now, self._last) else 0
        self._last = now
        is_sharp = metadata.get("AfState", FOCUSED) in (FOCUSED, FOCUS_FAILED)
        if not (self._alike >= SETTLE_FRAMES and is_sharp) and self._frames < SETTLE_MOST:
            return {}
        self.is_done = True
        return _frozen(metadata)


def _measured(metadata: Mapping[str, Any]) -> tuple[float, ...]:
    exposure = float(metadata.get("ExposureTime", 0)) * float(metadata.get("AnalogueGain", 1.0))
    return (exposure, *map(float, metadata.get("ColourGains", ())))


def _are_alike(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return len(one) == len(other) and all(
        abs(a - b) <= 0.02 * max(abs(a), abs(b)) for a, b in zip(one, other, strict=True)
    )


def _frozen(metadata: Mapping[str, Any]) -> dict[str, Any]:
    controls: dict[str, Any] = {}
    if "ExposureTime" in metadata and "AnalogueGain" in metadata:
        controls |= {
            "AeEnable": False,
            "ExposureTime": int(metadata["ExposureTime"]),
            "AnalogueGain": float(metadata["AnalogueGain"]),
        }
    if "ColourGains" in metadata:
        controls |= {"AwbEnable": False, "ColourGains": tuple(metadata["ColourGains"])}
    if "LensPosition" in metadata:
        controls |= {"AfMode": 0, "LensPosition": float(metadata["LensPosition"])}
    return controls


class Drift:
    """Notices when the room has become brighter or darker for good, not just for a sleeve."""

    def __init__(self) -> None:
        self._settled: float | None = None
        self._since_s: float | None = None

    def is_lasting(self, brightness: float, now: float) -> bool:
        brightness = max(brightness, 1.0)
        if self._settled is None:
            self._settled = brightness
        if 1 / DRIFT < brightness / self._settled < DRIFT:
            self._since_s = None
            return False
        if self._since_s is None:
            self._since_s = now
        return now - self._since_s >= DRIFT_S
