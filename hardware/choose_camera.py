"""Which camera to use: what the setting asks for, or the best one this machine has, and why."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hardware.camera import Camera, Clock, FolderCamera
from hardware.errors import BadSetting, HardwareError, NoCamera
from hardware.modes import Field
from hardware.pi_camera import PiCamera, pi_cameras
from hardware.url_camera import UrlCamera
from hardware.video_camera import Look, WebCamera, webcam_names

SETTINGS = "auto, picamera2, webcam, webcam:N, webcam:NAME, url:ADDRESS, folder:DIR, none"


@dataclass(frozen=True)
class Chosen:
    """A camera to open, or None for none; `why` says in a sentence how it came to that."""

    kind: str
    open: Callable[[], Camera] | None
    why: str


def choose_camera(
    setting: str,
    clock: Clock = time.monotonic,
    *,
    field: Field | None = None,
    look: Look = lambda pixels: None,
    find_pi_cameras: Callable[[], list[str]] = pi_cameras,
    find_webcams: Callable[[], list[str]] = webcam_names,
) -> Chosen:
    """Follows `--camera`; BadSetting for one that cannot be followed. Nothing is opened yet.

    With a `field` a Pi camera takes the mode that reads it; `look` is what a webcam's frames must leave time for.
    """
    kind, _, which = setting.partition(":")
    if setting == "auto":
        return _best(clock, field, look, find_pi_cameras, find_webcams)
    if setting == "none":
        return Chosen("none", None, "no camera was asked for; moves are entered on the phones")
    if setting == "picamera2":
        return Chosen(kind, lambda: PiCamera(0, clock, field=field), "the Pi camera was asked for")
    if kind == "webcam" and (which or setting == "webcam"):
        return _webcam(which, clock, look, find_webcams)
    if kind == "url" and which:
        return Chosen(kind, lambda: UrlCamera(which, clock), f"the camera at {which.rpartition('@')[2]} was asked for")
    if kind == "folder" and which:
        return Chosen(kind, lambda: FolderCamera(Path(which), clock), f"the pictures in {which} were asked for")
    raise BadSetting(f"no camera {setting!r}; there are {SETTINGS}")


def _best(
    clock: Clock,
    field: Field | None,
    look: Look,
    find_pi_cameras: Callable[[], list[str]],
    find_webcams: Callable[[], list[str]],
) -> Chosen:
    try:
        models = find_pi_cameras()
        no_pi_camera = "picamera2 sees no camera"
    except (HardwareError, RuntimeError) as wrong:
        models, no_pi_camera = [], str(wrong)
    if models:
        return Chosen("picamera2", lambda: PiCamera(0, clock, field=field), f"a Pi camera ({models[0]}) is connected")
    if names := find_webcams():
        return Chosen(
            "webcam",
            lambda: WebCamera(names[0], clock, look=look),
            f"a webcam ({names[0]}) is plugged in; {no_pi_camera}",
        )
    return Chosen("none", None, f"no camera found: {no_pi_camera}, and no webcam is plugged in")


def _webcam(which: str, clock: Clock, look: Look, find_webcams: Callable[[], list[str]]) -> Chosen:
    if which.isdecimal():
        return Chosen("webcam", lambda: WebCamera(int(which), clock, look=look), f"webcam {which} was asked for")
    return Chosen(
        "webcam",
        lambda: WebCamera(_named(which, find_webcams()), clock, look=look),
        f"webcam {which or 0} was asked for",
    )


def _named(which: str, names: list[str]) -> str:
    """The webcam whose stable name contains `which`; the first one if it is empty."""
    found = [name for name in names if which in name]
    if not found:
        raise NoCamera(f"no webcam {which or 0}; plugged in are {', '.join(names) or 'none'}")
    return found[0]
